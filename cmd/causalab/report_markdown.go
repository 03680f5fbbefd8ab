package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"causalab/metrics"
	"causalab/metrics/report"
	"causalab/metrics/report/paper"
)

// mainScores are the columns of the table of all rows.
var mainScores = []string{
	"accuracy", "exact", "edge_precision", "edge_recall", "edge_f1", "shd", "freq_edge_f1", "freq_weight_f1", "freq_weight_1pct_f1", "root_f1", "imec",
	"interventions_used", "interventions_given", "parse_failures",
}

// markdown writes the report for people.
func markdown(all *results) ([]byte, error) {
	var b bytes.Buffer
	episodes := 0
	for i := range all.rows {
		episodes += all.rows[i].N + all.rows[i].Abandoned
	}
	fmt.Fprintf(&b, "# Causal lab: report on %s\n\n", count(episodes, "episode"))
	b.WriteString("Each figure is a mean with its 95 % bootstrap interval over the n finished episodes that have the score; episodes of one task are resampled together. A dash " +
		"stands where none has it. Settings give observations and interventions, such as 2o12i, and what differs from the protocol's rules.\n")
	b.WriteString("\n## All rows\n\n")
	writeScores(&b, all.rows, mainScores)
	writeFlags(&b, all.rows)
	writeNormalized(&b, all.rows)
	writeStructures(&b, all.structures)
	for _, t := range paper.Tables() {
		if ours := t.Ours(all.rows); len(ours) > 0 {
			writePaperTable(&b, &t, ours)
		}
	}
	writeConduct(&b, all.rows)
	return b.Bytes(), nil
}

// tableRow writes one row of a table.
func tableRow(b *bytes.Buffer, cells ...string) {
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(c, "|", "\\|")
	}
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// tableHead writes the head of a table, the first columns of which hold words.
func tableHead(b *bytes.Buffer, words int, cells ...string) {
	tableRow(b, cells...)
	line := make([]string, len(cells))
	for i := range line {
		line[i] = "---:"
		if i < words {
			line[i] = "---"
		}
	}
	tableRow(b, line...)
}

func titles(scores []string) []string {
	var list []string
	for _, name := range scores {
		d, _ := metrics.Find(name)
		list = append(list, d.Title)
	}
	return list
}

func meanText(m report.Mean, ok bool) string {
	switch {
	case !ok || m.N == 0:
		return "–"
	case math.IsNaN(m.Low):
		return fmt.Sprintf("%.3f", m.Mean)
	}
	return fmt.Sprintf("%.3f [%.3f, %.3f]", m.Mean, m.Low, m.High)
}

func scoreCells(r *report.Row, scores []string) []string {
	var cells []string
	for _, name := range scores {
		cells = append(cells, meanText(r.Score(name)))
	}
	return cells
}

// rowCells are the words and the count that begin a row.
func rowCells(r *report.Row) []string {
	n := fmt.Sprint(r.N)
	if r.Truncated+r.GaveUp+r.Abandoned > 0 {
		n += "*"
	}
	return []string{r.Suite, r.Player, string(r.Protocol), r.Setting, n}
}

var rowTitles = []string{"Suite", "Player", "Protocol", "Setting", "n"}

func writeScores(b *bytes.Buffer, rows []report.Row, scores []string) {
	tableHead(b, 4, append(slices.Clone(rowTitles), titles(scores)...)...)
	for i := range rows {
		tableRow(b, append(rowCells(&rows[i]), scoreCells(&rows[i], scores)...)...)
	}
}

// writeFlags explains the stars: how many episodes did not end by a submission.
func writeFlags(b *bytes.Buffer, rows []report.Row) {
	if !slices.ContainsFunc(rows, func(r report.Row) bool { return r.Truncated+r.GaveUp+r.Abandoned > 0 }) {
		return
	}
	b.WriteString("\n\\* Not all of these episodes ended by a submission. Those that ran out of steps or were given up " +
		"have the scores of the hypothesis that stood last, and an accuracy of 0 unless something was submitted. " +
		"Abandoned episodes have a log that ends before they do; they count in no n and have no score.\n\n")
	tableHead(b, 4, append(slices.Clone(rowTitles), "Ran out of steps", "Given up", "Abandoned")...)
	for i := range rows {
		if r := &rows[i]; r.Truncated+r.GaveUp+r.Abandoned > 0 {
			tableRow(b, append(rowCells(r), fmt.Sprint(r.Truncated), fmt.Sprint(r.GaveUp), fmt.Sprint(r.Abandoned))...)
		}
	}
}

// normalizedScores are the columns of the table of normalised scores.
var normalizedScores = []string{"accuracy", "edge_f1", "shd", "freq_edge_f1", "freq_weight_f1", "root_f1", "imec"}

func writeNormalized(b *bytes.Buffer, rows []report.Row) {
	var some []*report.Row
	for i := range rows {
		if slices.ContainsFunc(normalizedScores, func(name string) bool { _, ok := rows[i].NormalizedScore(name); return ok }) {
			some = append(some, &rows[i])
		}
	}
	if len(some) == 0 {
		return
	}
	b.WriteString("\n## Normalised scores\n\n0 is the mean of random, 1 that of scientist, in the same suite by the same rules. " +
		"A dash stands where one of the two was not run or both have the same mean.\n\n")
	tableHead(b, 4, append(slices.Clone(rowTitles), titles(normalizedScores)...)...)
	for _, r := range some {
		cells := rowCells(r)
		for _, name := range normalizedScores {
			cell := "–"
			if v, ok := r.NormalizedScore(name); ok {
				cell = fmt.Sprintf("%.3f", v)
			}
			cells = append(cells, cell)
		}
		tableRow(b, cells...)
	}
}

func writeStructures(b *bytes.Buffer, ours []paper.Structure) {
	if len(ours) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Table 1: The graphs of the suites\n\n")
	tableHead(b, 2, "Source", "Suite", "Nodes", "Graphs", "Edges, mean", "Edges, variance", "Forks, mean", "Colliders, mean")
	write := func(source string, s *paper.Structure) {
		tableRow(b, source, s.Suite, fmt.Sprint(s.Nodes), fmt.Sprint(s.Graphs),
			fmt.Sprintf("%.2f", s.EdgeMean), fmt.Sprintf("%.2f", s.EdgeVariance), fmt.Sprintf("%.2f", s.ForkMean), fmt.Sprintf("%.2f", s.ColliderMean))
	}
	for _, s := range paper.Structures() {
		write("paper", &s)
	}
	for i := range ours {
		write("counted here", &ours[i])
	}
}

func writePaperTable(b *bytes.Buffer, t *paper.Table, ours []report.Row) {
	fmt.Fprintf(b, "\n## Table %d: %s\n\nThe first rows are the paper's (%s), measured in the released environment; they compare with the protocol %s.\n\n",
		t.Number, t.Title, paper.Source, paper.Protocol)
	tableHead(b, 4, append(slices.Clone(rowTitles), titles(t.Scores)...)...)
	for i := range t.Rows {
		r := &t.Rows[i]
		n := "–"
		if r.N > 0 {
			n = fmt.Sprint(r.N)
		}
		cells := []string{r.Suite + " (" + r.Label + ")", r.Model + ", paper", paper.Protocol, r.Setting, n}
		for _, name := range t.Scores {
			cells = append(cells, fmt.Sprintf("%.3f", r.Scores[name]))
		}
		tableRow(b, cells...)
	}
	for i := range ours {
		tableRow(b, append(rowCells(&ours[i]), scoreCells(&ours[i], t.Scores)...)...)
	}
}

// writeConduct shows how right and wrong episodes were played, as the paper's
// Figure 14 does.
func writeConduct(b *bytes.Buffer, rows []report.Row) {
	b.WriteString("\n## Budget and agreement with the data by outcome\n\nAs in the paper's Figure 14: how much of the intervention budget was used, " +
		"and the share of an episode's own records that its final equation gives within 0.05 Hz, apart for accurate and inaccurate episodes.\n\n")
	tableHead(b, 5, "Suite", "Player", "Protocol", "Setting", "Outcome", "n", "Interventions used", "Given", "Share used", "Consistency with the data")
	for i := range rows {
		r := &rows[i]
		for _, part := range []struct {
			outcome string
			conduct *report.Conduct
		}{{"accurate", &r.Accurate}, {"inaccurate", &r.Inaccurate}} {
			if part.conduct.N == 0 {
				continue
			}
			c := part.conduct
			tableRow(b, r.Suite, r.Player, string(r.Protocol), r.Setting, part.outcome, fmt.Sprint(c.N),
				meanText(c.Used, true), meanText(c.Given, true), meanText(c.Share, true), meanText(c.Consistency, true))
		}
	}
}
