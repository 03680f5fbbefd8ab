package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm"
)

func newTable(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}

// writeRecords shows all measurements, one a row.
func writeRecords(w io.Writer, o *game.Observation) {
	table := newTable(w)
	for _, v := range o.Variables {
		fmt.Fprintf(table, "%s\t", v.Name)
	}
	fmt.Fprint(table, "  record, and what was set\n")
	for _, r := range o.Records {
		for _, v := range o.Variables[:len(o.Variables)-1] {
			value, _ := r.Props.Get(v.Name)
			fmt.Fprintf(table, "%s\t", formatNumber(value))
		}
		fmt.Fprintf(table, "%s\t  %s", formatNumber(*r.Freq), r.ID)
		if set := r.Intervention; set != nil {
			fmt.Fprintf(table, ": %s = %s", set.TargetProp, formatNumber(set.TargetValue))
		}
		fmt.Fprintln(table)
	}
	table.Flush()
	var fixed []string
	for _, v := range o.Variables[:len(o.Variables)-1] {
		if !v.Controllable {
			fixed = append(fixed, v.Name)
		}
	}
	if len(fixed) > 0 {
		fmt.Fprintf(w, "Cannot be set: %s.\n", strings.Join(fixed, ", "))
	}
}

// writeReactor shows the reactor crystal as far as it can be seen.
func writeReactor(w io.Writer, o *game.Observation) {
	if o.Reactor == nil {
		fmt.Fprintln(w, "The reactor is closed; its crystal cannot be seen yet.")
		return
	}
	var parts []string
	for _, r := range o.Reactor {
		parts = append(parts, r.Name+" "+formatNumber(r.Value))
	}
	fmt.Fprintf(w, "Reactor crystal: %s; frequency unknown.\n", strings.Join(parts, ", "))
}

// writeBudget shows what may still be done.
func writeBudget(w io.Writer, o *game.Observation) {
	b := o.Budget
	fmt.Fprintf(w, "Left: %s, %s, %s.\n", count(b.Interventions.Left, "intervention"), count(b.Submissions.Left, "submission"), count(b.Steps.Left, "step"))
}

// writeChanges shows what the last intervention moved.
func writeChanges(w io.Writer, o *game.Observation) {
	set := o.Manipulator.Intervention
	fmt.Fprintf(w, "%s was set to %s.\n", set.TargetProp, formatNumber(set.TargetValue))
	if len(o.Changed) == 0 {
		fmt.Fprintln(w, "Nothing moved.")
		return
	}
	table := newTable(w)
	for _, c := range o.Changed {
		fmt.Fprintf(table, "  %s\t%s\t ->\t%s\t%s\t\n", c.Name, formatNumber(c.From), formatNumber(c.To), formatChange(c.By))
	}
	table.Flush()
}

// writeResiduals shows measured less predicted frequency.
func writeResiduals(w io.Writer, residuals []game.Residual) {
	table := newTable(w)
	for _, r := range residuals {
		fmt.Fprintf(table, "  %s\t%s Hz\t\n", r.ID, formatChange(r.Residual))
	}
	table.Flush()
}

func writeEdges(w io.Writer, edges []scm.Edge) {
	if len(edges) == 0 {
		fmt.Fprintln(w, "Edges: none.")
		return
	}
	fmt.Fprintf(w, "Edges: %s.\n", joinEdges(edges))
}

func joinEdges(edges []scm.Edge) string {
	if len(edges) == 0 {
		return "none"
	}
	parts := make([]string, len(edges))
	for i, e := range edges {
		parts[i] = e.From + " -> " + e.To
	}
	return strings.Join(parts, ", ")
}

// writeEquation shows the draft's equation and coefficients.
func writeEquation(w io.Writer, d *draft) {
	if d.now.FreqEquation == "" {
		fmt.Fprintln(w, "Equation: not stated.")
	} else {
		fmt.Fprintf(w, "Equation: %s\n", d.now.FreqEquation)
	}
	if len(d.now.Coefficients) > 0 {
		fmt.Fprintf(w, "Coefficients: %s.\n", joinCoefficients(d.now.Coefficients))
	}
}

func joinCoefficients(list dsl.Coefficients) string {
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = c.Name + " not known"
		if c.Value != nil {
			parts[i] = c.Name + " " + formatNumber(*c.Value)
		}
	}
	return strings.Join(parts, ", ")
}

// writeResult shows both kinds of score, and the truth beside the hypothesis.
func writeResult(w io.Writer, e *game.Episode) {
	r := e.Result()
	fmt.Fprintln(w)
	switch r.Outcome {
	case game.Submitted:
		verdict := "not within 5 Hz"
		if r.Accuracy == 1 {
			verdict = "within 5 Hz"
		}
		fmt.Fprintf(w, "You predicted %s Hz, and the reactor crystal has %s Hz: %s.\n", formatNumber(*r.Submitted), formatNumber(r.TrueFrequency), verdict)
	case game.GaveUp:
		fmt.Fprintf(w, "You gave up. The reactor crystal has %s Hz.\n", formatNumber(r.TrueFrequency))
	case game.Truncated:
		fmt.Fprintf(w, "All steps are spent. The reactor crystal has %s Hz.\n", formatNumber(r.TrueFrequency))
	}
	s := r.Scores
	fmt.Fprintln(w, "\nYour mechanism:")
	table := newTable(w)
	fmt.Fprint(table, "\tprecision\trecall\tF1\t\n")
	for _, row := range []struct {
		name                  string
		precision, recall, f1 float64
	}{
		{"edges", s.EdgePrecision, s.EdgeRecall, s.EdgeF1},
		{"edges into the frequency", s.FreqEdgePrecision, s.FreqEdgeRecall, s.FreqEdgeF1},
		{"weights of the frequency", s.FreqWeightPrecision, s.FreqWeightRecall, s.FreqWeightF1},
		{"roots", s.RootPrecision, s.RootRecall, s.RootF1},
	} {
		fmt.Fprintf(table, "  %s\t%.2f\t%.2f\t%.2f\t\n", row.name, row.precision, row.recall, row.f1)
	}
	table.Flush()

	var missing, extra []scm.Edge
	for _, edge := range r.Truth.Edges {
		if !slices.Contains(r.Hypothesis.Edges, edge) {
			missing = append(missing, edge)
		}
	}
	for _, edge := range r.Hypothesis.Edges {
		if !slices.Contains(r.Truth.Edges, edge) {
			extra = append(extra, edge)
		}
	}
	fmt.Fprintf(w, "\nTrue edges:    %s\nYou missed:    %s\nYou had wrong: %s\n", joinEdges(r.Truth.Edges), joinEdges(missing), joinEdges(extra))
	fmt.Fprintf(w, "True equation: %s\n", r.Truth.Equation)
	if d := r.Truth.Disturbance; d != nil {
		fmt.Fprintf(w, "After each intervention a hidden disturbance of -%[1]s, 0 or %[1]s was added to %s.\n", formatNumber(d.Range), strings.Join(d.Affected, ", "))
	}
}
