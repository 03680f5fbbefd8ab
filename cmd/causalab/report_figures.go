package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"causalab/metrics/report"
	"causalab/metrics/report/figure"
	"causalab/metrics/report/paper"
)

// paperNote stands below the title of figures that show the paper's rows too.
const paperNote = "Solid: our runs, with 95 % intervals. Dashed: the paper's, from the released environment."

// drawFigures writes the figures to which something was run.
func drawFigures(s *streams, folder string, rows []report.Row) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	drawn := 0
	for _, f := range figures(rows) {
		svg, err := f.chart.SVG()
		if errors.Is(err, figure.ErrEmpty) {
			continue
		}
		if err != nil {
			return err
		}
		if err := (&outFile{what: "figure", name: filepath.Join(folder, f.name+".svg"), force: true}).save(string(svg)); err != nil {
			return err
		}
		drawn++
	}
	fmt.Fprintf(s.err, "causalab report: %s in %s\n", count(drawn, "figure"), folder)
	return nil
}

// namedFigure is a figure and its file's name without the ending.
type namedFigure struct {
	name  string
	chart *figure.Chart
}

// figures lays the figures out that the paper has: accuracy against edge F1 with
// arrows from a baseline to its variants (its Figures 3, 4, 8, 9 and 11), profiles
// over graph size (6 and 10), and scaling curves (12 and 13).
func figures(rows []report.Row) []namedFigure {
	var list []namedFigure
	for _, f := range comparisons {
		list = append(list, namedFigure{"arrows-" + f.name, f.chart(rows)})
	}
	list = append(list,
		namedFigure{"profile-accuracy", profile("accuracy", "Accuracy over graph size", rows)},
		namedFigure{"profile-edge_f1", profile("edge_f1", "Edge F1 over graph size", rows)},
	)
	for _, f := range []struct {
		suite  string
		tables []int
	}{{"4nodes", []int{9, 11}}, {"6nodes", []int{10, 12}}} {
		for _, regime := range regimes {
			list = append(list, namedFigure{"scaling-" + f.suite + "-" + strings.ReplaceAll(regime.name, " ", "-"), scaling(f.suite, regime, f.tables, rows)})
		}
	}
	return list
}

func tableOf(number int) *paper.Table {
	tables := paper.Tables()
	return &tables[slices.IndexFunc(tables, func(t paper.Table) bool { return t.Number == number })]
}

// seriesName names a player of ours with the rules it played by. What a given
// chain's interventions do is the chain's and no rule of the player's.
func seriesName(r *report.Row) string {
	name := r.Player + ", " + string(r.Protocol)
	words := strings.Split(r.Setting, "-")[1:]
	golden := slices.Contains(words, "golden")
	for _, word := range words {
		if word != "golden" && (!golden || word != "shift" && word != "target") {
			name += " " + word
		}
	}
	return name
}

// seriesOf gathers our rows by name of series, in the order of the rows.
func seriesOf(rows []report.Row) (names []string, by map[string][]*report.Row) {
	by = make(map[string][]*report.Row)
	for i := range rows {
		name := seriesName(&rows[i])
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], &rows[i])
	}
	return names, by
}

// paperName names a model of the paper in a legend.
func paperName(model string) string { return model + " (paper)" }

// bare is a point without intervals.
func bare(x, y float64, label string) figure.Point {
	nan := math.NaN()
	return figure.Point{X: x, Y: y, XLow: nan, XHigh: nan, Low: nan, High: nan, Label: label}
}

// profile draws a score over the number of nodes.
func profile(score, title string, rows []report.Row) *figure.Chart {
	t := tableOf(7)
	var names []string
	place := make(map[string]float64)
	for _, r := range t.Rows {
		if _, ok := place[r.Suite]; !ok {
			place[r.Suite] = float64(len(names))
			names = append(names, strings.TrimSuffix(r.Suite, "nodes"))
		}
	}
	var series []figure.Series
	ours, by := seriesOf(t.Ours(rows))
	for _, name := range ours {
		s := figure.Series{Name: name}
		for _, r := range by[name] {
			if m, ok := r.Score(score); ok {
				s.Points = append(s.Points, overPlace(place[r.Suite], m))
			}
		}
		series = append(series, s)
	}
	if len(series) > 0 {
		for _, r := range t.Rows {
			name := paperName(r.Model)
			i := slices.IndexFunc(series, func(s figure.Series) bool { return s.Name == name })
			if i < 0 {
				i = len(series)
				series = append(series, figure.Series{Name: name, Dashed: true})
			}
			series[i].Points = append(series[i].Points, bare(place[r.Suite], r.Scores[score], ""))
		}
	}
	return &figure.Chart{Title: title, Note: paperNote, Panels: []figure.Panel{{
		X: figure.Axis{Label: "Nodes", Names: names}, Y: figure.Axis{Label: scoreTitle(score), Share: true}, Series: series,
	}}}
}

// overPlace is a mean with its interval at a place of the other axis.
func overPlace(x float64, m report.Mean) figure.Point {
	return figure.Point{X: x, Y: m.Mean, Low: m.Low, High: m.High, XLow: math.NaN(), XHigh: math.NaN()}
}

func scoreTitle(name string) string { return titles([]string{name})[0] }

// regime is one way of giving more evidence.
type regime struct {
	name  string
	label string
	// takes says whether a budget is of the regime, of the mixed one for the given
	// number of observations.
	takes func(observations, interventions, mixed int) bool
	grows func(observations, interventions int) int
}

var regimes = []regime{
	{"observation", "Observations, no interventions",
		func(o, i, _ int) bool { return i == 0 && o > 0 }, func(o, _ int) int { return o }},
	{"intervention", "Interventions, no observations",
		func(o, i, _ int) bool { return o == 0 && i > 0 }, func(_, i int) int { return i }},
	{"mixed", "Interventions, beside observations",
		func(o, _, mixed int) bool { return o == mixed }, func(_, i int) int { return i }},
}

// scaling draws accuracy and edge F1 over a growing budget.
func scaling(suite string, g regime, tables []int, rows []report.Row) *figure.Chart {
	mixed := int(suite[0]-'0') - 1 // observations of the mixed settings
	amount := func(setting string) (int, bool) {
		var o, i int
		budget, _, _ := strings.Cut(setting, "-")
		if n, _ := fmt.Sscanf(budget, "%do%di", &o, &i); n != 2 || !g.takes(o, i, mixed) {
			return 0, false
		}
		return g.grows(o, i), true
	}
	var amounts []int
	note := func(setting string) {
		if n, ok := amount(setting); ok && !slices.Contains(amounts, n) {
			amounts = append(amounts, n)
		}
	}
	var ours []report.Row
	for _, number := range tables {
		t := tableOf(number)
		for i := range t.Rows {
			note(t.Rows[i].Setting)
		}
		for _, r := range t.Ours(rows) {
			if !slices.ContainsFunc(ours, func(x report.Row) bool { return x.Key == r.Key }) {
				ours = append(ours, r)
			}
		}
	}
	slices.Sort(amounts)
	var labels []string
	for _, n := range amounts {
		labels = append(labels, strconv.Itoa(n))
	}
	place := func(setting string) (float64, bool) {
		n, ok := amount(setting)
		return float64(slices.Index(amounts, n)), ok
	}
	chart := &figure.Chart{Title: "Scaling with " + strings.TrimSuffix(suite, "nodes") + " nodes: " + strings.ToLower(g.label[:1]) + g.label[1:], Note: paperNote}
	for _, score := range []string{"accuracy", "edge_f1"} {
		p := figure.Panel{X: figure.Axis{Label: g.label, Names: labels}, Y: figure.Axis{Label: scoreTitle(score), Share: true}}
		names, by := seriesOf(ours)
		for _, name := range names {
			s := figure.Series{Name: name}
			for _, r := range by[name] {
				x, ok1 := place(r.Setting)
				m, ok2 := r.Score(score)
				if ok1 && ok2 {
					s.Points = append(s.Points, overPlace(x, m))
				}
			}
			if len(s.Points) > 0 {
				slices.SortStableFunc(s.Points, func(a, b figure.Point) int { return int(a.X) - int(b.X) })
				p.Series = append(p.Series, s)
			}
		}
		if len(p.Series) > 0 {
			for _, number := range tables {
				p.Series = append(p.Series, paperScaling(tableOf(number), score, place))
			}
		}
		chart.Panels = append(chart.Panels, p)
	}
	return chart
}

// paperScaling is the paper's curve of a score.
func paperScaling(t *paper.Table, score string, place func(string) (float64, bool)) figure.Series {
	s := figure.Series{Dashed: true}
	seen := make(map[string]bool) // the first setting of the mixed regime is one of observation too
	for i := range t.Rows {
		r := &t.Rows[i]
		s.Name = paperName(r.Model)
		if x, ok := place(r.Setting); ok && !seen[r.Setting] {
			seen[r.Setting] = true
			s.Points = append(s.Points, bare(x, r.Scores[score], ""))
		}
	}
	slices.SortStableFunc(s.Points, func(a, b figure.Point) int { return int(a.X) - int(b.X) })
	return s
}
