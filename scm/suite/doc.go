// Package suite holds the hidden models that can be played: the nineteen
// released suites, embedded; any suite imported from a file in the release's
// format; and any number of sampled models.
//
// A [Task] is one model with all it takes to draw the crystals of an episode.
// [Released] gives the library of released suites, [Library.Find] a task by its
// id, [Task.Draw] the crystals of a seed. [Import] and [Export] read and write
// the release's JSON Lines. A [Sampling] makes models of a family from a seed.
//
// Nothing here reads a clock, a file or a global source of randomness. Equal
// task ids and seeds give equal crystals on every architecture.
package suite
