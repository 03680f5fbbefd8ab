// Package report sums up the scores of many episodes.
//
// It knows scores only through [metrics.Definitions], so a score that is added
// there appears here by itself.
package report
