// Package dsl reads, checks and writes the record that a player, human or
// program, hands over at every step: what it remembers and thinks, the data it
// goes by, the mechanism it believes in, and at most one action.
//
// [Parse] takes a record out of what a language model prints and says exactly
// why when it cannot; [Inspect] lists everything that is wrong at once, for
// panels that check while a person types. The frequency's equation is written
// in a small language that [Hypothesis.Interpret] expands to one amount for
// each parent and power. SYNTAX.md beside this file describes both, with every
// code of an error.
//
// Only what the text and the [World] hold reaches a message, so that none can
// tell anything about the hidden model.
package dsl
