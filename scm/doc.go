// Package scm holds structural causal models over crystal properties.
//
// A [Model] is a directed acyclic graph over variables with one mechanism per
// variable: its base plus a linear or quadratic term for each parent. A
// [Crystal] is one specimen that obeys a model: it has bases of its own for the
// properties that can be controlled, and shows the values that follow. An
// intervention changes one base and lets the change spread to descendants.
//
// Nothing here reads a clock, a file or a global source of randomness, and no
// result depends on the order of a Go map, so equal inputs give equal bits on
// every architecture.
package scm
