// Package game holds the rules of an episode.
//
// An [Episode] takes the records of a player one at a time, carries out what
// the rules allow, and answers with an [Observation]. Everybody plays through
// [Episode.Step]: people through the page, programs through the doors and
// pipes, reference players, and the replay of a log. An episode is a pure
// function of its task, options, seed and the texts it was given; times are
// the caller's and change nothing but their own field in the log.
package game
