package main

import (
	"slices"

	"causalab/metrics/report"
	"causalab/metrics/report/figure"
	"causalab/metrics/report/paper"
)

// comparison is a figure of accuracy against edge F1 with arrows from a baseline
// to its variants.
type comparison struct {
	name, title string
	tables      []int // where the paper has them
	panels      []comparisonPanel
}

// comparisonPanel is one baseline with its variants.
type comparisonPanel struct {
	title string
	base  spot
	to    []spot
}

// spot is a suite with a budget, and what stands beside its mark.
type spot struct{ suite, budget, label string }

// comparisons is the table of these figures.
var comparisons = []comparison{
	{"quadratic", "From linear to hard quadratic mechanisms", []int{3}, []comparisonPanel{
		{"", spot{"4nodes", "2o12i", ""}, []spot{{"4nodes_quad_hard", "2o12i", "quadratic"}}},
	}},
	{"hidden", "From no disturbance to a hidden one", []int{4}, []comparisonPanel{
		{"How many properties", spot{"4nodes", "2o12i", ""}, []spot{
			{"4nodes_hidden_n1", "2o12i", "1"}, {"4nodes_hidden_n2", "2o12i", "2"}, {"4nodes_hidden_n3", "2o12i", "3"}}},
		{"How large", spot{"4nodes", "2o12i", ""}, []spot{
			{"4nodes_hidden_vrange_pm0p5", "2o12i", "±0.5"}, {"4nodes_hidden_vrange_pm5", "2o12i", "±5"}, {"4nodes_hidden_vrange_pm50", "2o12i", "±50"}}},
		{"On the frequency and others", spot{"4nodes", "2o12i", ""}, []spot{
			{"4nodes_hidden_freqnode_n1", "2o12i", "1"}, {"4nodes_hidden_freqnode_n2", "2o12i", "2"}, {"4nodes_hidden_freqnode_n3", "2o12i", "3"}}},
	}},
	{"freqparent", "The frequency may be a parent", []int{5}, []comparisonPanel{
		{"4 nodes", spot{"4nodes", "2o12i", ""}, []spot{{"4nodes_freqparent", "2o12i", "parent"}}},
		{"6 nodes", spot{"6nodes", "2o20i", ""}, []spot{{"6nodes_freqparent", "2o20i", "parent"}}},
	}},
	{"golden", "From one's own interventions to golden ones", []int{6}, []comparisonPanel{
		{"4 nodes", spot{"4nodes", "2o12i", ""}, []spot{{"4nodes_golden", "2o0i-golden", "golden"}}},
		{"6 nodes", spot{"6nodes", "2o20i", ""}, []spot{{"6nodes_golden", "2o0i-golden", "golden"}}},
	}},
	{"evidence-4nodes", "From observations alone to interventions, alone and beside them, 4 nodes", []int{9, 11}, []comparisonPanel{
		{"", spot{"4nodes", "3o0i", "3o0i"}, []spot{{"4nodes", "3o12i", "3o12i"}, {"4nodes", "0o12i", "0o12i"}}},
	}},
	{"evidence-6nodes", "From observations alone to interventions, alone and beside them, 6 nodes", []int{10, 12}, []comparisonPanel{
		{"", spot{"6nodes", "5o0i", "5o0i"}, []spot{{"6nodes", "5o20i", "5o20i"}, {"6nodes", "0o20i", "0o20i"}}},
	}},
}

// chart draws the players that have a baseline and a variant, and the paper's
// beside them. A panel without any of ours is left out.
func (c *comparison) chart(rows []report.Row) *figure.Chart {
	chart := &figure.Chart{Title: c.title, Note: paperNote, Arrows: true}
	for _, p := range c.panels {
		series := p.ours(rows)
		if len(series) == 0 {
			continue
		}
		for _, number := range c.tables {
			series = append(series, p.paper(tableOf(number))...)
		}
		chart.Panels = append(chart.Panels, figure.Panel{
			Title: p.title, X: figure.Axis{Label: "Edge F1", Share: true}, Y: figure.Axis{Label: "Accuracy", Share: true}, Series: series,
		})
	}
	return chart
}

// spots lists the baseline and then its variants.
func (p *comparisonPanel) spots() []spot { return append([]spot{p.base}, p.to...) }

func (p *comparisonPanel) ours(rows []report.Row) []figure.Series {
	var series []figure.Series
	names, by := seriesOf(rows)
	for _, name := range names {
		s := figure.Series{Name: name}
		for i, spot := range p.spots() {
			for _, r := range by[name] {
				budget, ok := paper.Budget(r.Setting)
				accuracy, ok1 := r.Score("accuracy")
				f1, ok2 := r.Score("edge_f1")
				if ok && ok1 && ok2 && r.Suite == spot.suite && budget == spot.budget {
					s.Points = append(s.Points, figure.Point{
						X: f1.Mean, XLow: f1.Low, XHigh: f1.High, Y: accuracy.Mean, Low: accuracy.Low, High: accuracy.High, Label: spot.label,
					})
				}
			}
			if i == 0 && len(s.Points) == 0 {
				break // no arrow without a beginning
			}
		}
		if len(s.Points) > 1 {
			series = append(series, s)
		}
	}
	return series
}

func (p *comparisonPanel) paper(t *paper.Table) []figure.Series {
	var series []figure.Series
	for _, spot := range p.spots() {
		seen := make(map[string]bool) // a table may have one setting in two places
		for i := range t.Rows {
			r := &t.Rows[i]
			if r.Suite != spot.suite || r.Setting != spot.budget || seen[r.Model] {
				continue
			}
			seen[r.Model] = true
			name := paperName(r.Model)
			j := slices.IndexFunc(series, func(s figure.Series) bool { return s.Name == name })
			if j < 0 {
				j = len(series)
				series = append(series, figure.Series{Name: name, Dashed: true})
			}
			series[j].Points = append(series[j].Points, bare(r.Scores["edge_f1"], r.Scores["accuracy"], spot.label))
		}
	}
	return series
}
