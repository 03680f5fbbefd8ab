// Package figure draws the figures of a report as SVG: one score against another
// with arrows from setting to setting, and scores over a series of settings, each
// with 95 % intervals where there are any.
//
// It is apart from package report because it brings a plotting library, which the
// page does without.
package figure
