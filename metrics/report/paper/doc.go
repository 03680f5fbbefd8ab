// Package paper holds the figures that the CausaLab paper (arXiv 2605.26029)
// prints in its Tables 1 and 3 to 12, and finds which rows of a report belong
// beside which of them.
//
// The paper's figures come from the released environment. They compare with the
// protocol "released" in the first place; the protocol "paper" follows the
// paper's text, which differs from it.
package paper
