// Package scene is the lab as data: a room seen from above with an archive, a
// manipulator and its crystal, a whiteboard with the hypothesis graph, a
// reactor and its crystal, and an avatar that walks between them.
//
// A [Lab] is told what an episode shows ([Lab.Show], [Lab.ShowDraft],
// [Lab.ShowResult]) and what a person does ([Lab.Pointer], [Lab.Key],
// [Lab.Activate]); it answers with what the person wants ([Lab.Intents]), where
// everything is ([Lab.Objects]) and what to paint ([Lab.Display]). It knows no
// browser, no clock and no game rule: time comes in as milliseconds, and nothing
// that happens here reaches a score.
//
// All lengths are CSS pixels of the window that shows the room, x to the right
// and y down.
package scene
