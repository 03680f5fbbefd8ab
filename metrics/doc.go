// Package metrics scores a hypothesis against the model that made the data,
// and a predicted frequency against the true one.
//
// A [Truth] is what a model says about graph, roots and frequency weights, made
// ready once. A [Claim] is what a hypothesis says about them. [Truth.Score]
// compares the two; [Consistency] holds a hypothesis against the data alone,
// and [Judge] a submission against the reactor.
//
// # Definitions
//
// Precision is the share of what was predicted that is true, recall the share of
// what is true that was predicted, F1 their harmonic mean 2PR/(P+R), or 0 when
// both are 0. Predicting nothing scores 1 in all three if there is nothing to
// find, and 0 otherwise. All lie in [0, 1].
//
//   - Edges: directed edges between any two variables. A two-way edge is two
//     edges; an edge given twice is one.
//   - SHD, the structural Hamming distance: missing + extra + reversed edges. A
//     true edge that was predicted only the other way round is reversed and
//     counts once, neither as missing nor as extra.
//   - Frequency edges: those that end in the frequency.
//   - Roots: ancestors of the frequency without parents of their own. The
//     frequency is no root, and a cycle without an edge into it has none.
//   - Frequency weights: the coefficients of the frequency's equation by parent
//     and power, right within 1e-6. The base is not one of them. Beside these
//     stand the same scores with weights right within 1 % of the true one, which
//     are this project's own.
//   - IMEC: the number of acyclic graphs that the measurements still allow. It
//     is counted elsewhere and has its place in the table here.
//
// But for the last two, the definitions, and the reading of coefficients without
// an equation, are those of the evaluator released with the CausaLab benchmark
// (arXiv 2605.26029).
//
// [Definitions] lists every score that reports show. A new score is one
// function in this package and one row in that table.
package metrics
