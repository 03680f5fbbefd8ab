package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"

	"causalab/metrics"
	"causalab/metrics/report"
	"causalab/metrics/report/paper"
)

// csvText writes the rows as a spreadsheet reads them: our own, and those of the
// paper's tables that they belong under. A score has its mean in the column of its
// name and its interval and normalised mean in three more.
func csvText(all *results) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	definitions := metrics.Definitions()
	head := []string{"source", "table", "suite", "player", "kind", "protocol", "setting", "nodes", "n", "truncated_n", "given_up_n", "abandoned_n"}
	for _, d := range definitions {
		head = append(head, d.Name, d.Name+"_low", d.Name+"_high", d.Name+"_normalized")
	}
	w.Write(head)
	for i := range all.rows {
		r := &all.rows[i]
		cells := []string{"run", "", r.Suite, r.Player, r.Kind, string(r.Protocol), r.Setting, strconv.Itoa(r.Nodes),
			strconv.Itoa(r.N), strconv.Itoa(r.Truncated), strconv.Itoa(r.GaveUp), strconv.Itoa(r.Abandoned)}
		for _, d := range definitions {
			m, ok := r.Score(d.Name)
			if !ok {
				m = report.Mean{Mean: math.NaN(), Low: math.NaN(), High: math.NaN()}
			}
			normalized, ok := r.NormalizedScore(d.Name)
			if !ok {
				normalized = math.NaN()
			}
			cells = append(cells, cellOf(m.Mean), cellOf(m.Low), cellOf(m.High), cellOf(normalized))
		}
		w.Write(cells)
	}
	for _, t := range paper.Tables() {
		if len(t.Ours(all.rows)) == 0 {
			continue
		}
		for i := range t.Rows {
			r := &t.Rows[i]
			n := ""
			if r.N > 0 {
				n = strconv.Itoa(r.N)
			}
			cells := []string{"paper", fmt.Sprint(t.Number), r.Suite, r.Model, "", paper.Protocol, r.Setting, "", n, "", "", ""}
			for _, d := range definitions {
				mean := math.NaN()
				if v, ok := r.Scores[d.Name]; ok {
					mean = v
				}
				cells = append(cells, cellOf(mean), "", "", "")
			}
			w.Write(cells)
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// cellOf writes a number, and nothing for one that is not there.
func cellOf(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
