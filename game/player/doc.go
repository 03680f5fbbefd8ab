// Package player plays episodes by itself: reference players that bound the
// scores from below and above, and show a watcher how the lab is played.
//
//   - random intervenes at random and guesses: the floor.
//   - observer never touches the manipulator and fits the frequency to the
//     records by least squares.
//   - one-at-a-time moves each property alone and reads off what follows, as
//     people are taught. It takes every descendant for a child.
//   - scientist keeps the set of all mechanisms that the readings allow, makes
//     the intervention that is expected to leave the fewest graphs, and stops
//     when one is left.
//
// A player sees [game.Observation] and nothing else, and answers with the text
// of the next record. Equal observations and seeds give equal records on every
// platform.
package player
