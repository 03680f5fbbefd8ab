// Package batch plays many episodes, several at a time, and keeps their logs in a
// folder.
//
// Each finished episode is one file, there whole or not at all, at a place that
// follows from what was played. So a batch that was stopped at any moment goes
// on where it was, batches of several machines may share a folder, and the order
// in which episodes were played leaves no trace. The folder's summary is made
// from the logs alone.
package batch
