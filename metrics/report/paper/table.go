package paper

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"causalab/metrics/report"
)

// Source names where the figures come from.
const Source = "CausaLab, arXiv 2605.26029"

// Protocol is the rules under which the paper's figures were measured.
const Protocol = "released"

// Table is one of the paper's tables of scores.
type Table struct {
	Number int
	Title  string
	// Scores are the columns, names of [metrics.Definitions].
	Scores []string
	Rows   []Row
}

// Row is one row of the paper. It prints means without intervals.
type Row struct {
	Label   string // as in the paper, without the model
	Model   string
	Suite   string
	Setting string // observations and interventions, "-golden" behind them for a given chain
	N       int    // episodes; 0 where the paper doesn't say
	Scores  map[string]float64
}

//go:embed tables.json
var tablesText []byte

// Tables returns the paper's Tables 3 to 12. Not to be changed.
func Tables() []Table { return tables() }

// Structures returns the paper's Table 1. Not to be changed.
func Structures() []Structure { return decoded().structures }

var tables = sync.OnceValue(func() []Table { return decoded().tables })

// Ours returns the rows of a report that belong under the table: those of its
// suites with the same budget, sorted as they come.
func (t *Table) Ours(rows []report.Row) []report.Row {
	var ours []report.Row
	for i := range rows {
		if slices.ContainsFunc(t.Rows, func(r Row) bool { return r.matches(&rows[i]) }) {
			ours = append(ours, rows[i])
		}
	}
	return ours
}

// matches says whether a row of a report was played on the same suite with the
// same budget.
func (r *Row) matches(row *report.Row) bool {
	budget, ok := Budget(row.Setting)
	return ok && r.Suite == row.Suite && r.Setting == budget
}

// Budget returns of a [report.Setting] what the paper's settings say: observations
// and interventions, with "-golden" behind them for a given chain. What an
// intervention does, and walking, may differ; they are among what the two
// protocols differ in. A setting that differs in anything else is an experiment of
// its own, and ok is false.
func Budget(setting string) (budget string, ok bool) {
	budget, rest, _ := strings.Cut(setting, "-")
	golden := false
	for word := range strings.SplitSeq(rest, "-") {
		switch word {
		case "golden":
			golden = true
		case "", "shift", "target", "embodied":
		default:
			return "", false
		}
	}
	if golden {
		budget += "-golden"
	}
	return budget, true
}

// The models of the paper, as it calls them. Its data do not name the one of Tables
// 9 and 10.
const (
	gptMini = "GPT-5-mini"
	gptHigh = "GPT-5.2-high"
	unnamed = "unnamed model"
)

// columns are the scores of most tables.
var columns = []string{"accuracy", "root_f1", "edge_precision", "edge_recall", "edge_f1", "freq_edge_f1", "freq_weight_f1"}

// layouts says how each table of the data is read.
var layouts = []struct {
	number int
	title  string
	scores []string
	row    func(map[string]any) []Row
}{
	{3, "Linear and hard quadratic mechanisms", columns, bySetting(gptMini, map[string]string{
		"GPT-5-mini 4-node linear reference": "4nodes", "GPT-5-mini 4-node quad-hard": "4nodes_quad_hard",
	})},
	{4, "Hidden disturbances", columns, bySetting(gptMini, map[string]string{
		"4-node main baseline": "4nodes",
		"hidden count = 1":     "4nodes_hidden_n1", "hidden count = 2": "4nodes_hidden_n2", "hidden count = 3": "4nodes_hidden_n3",
		"hidden range = ±0.5": "4nodes_hidden_vrange_pm0p5", "hidden range = ±5": "4nodes_hidden_vrange_pm5", "hidden range = ±50": "4nodes_hidden_vrange_pm50",
		"hidden freqnode = 1": "4nodes_hidden_freqnode_n1", "hidden freqnode = 2": "4nodes_hidden_freqnode_n2", "hidden freqnode = 3": "4nodes_hidden_freqnode_n3",
	})},
	{5, "The frequency may be a parent", []string{"accuracy", "edge_f1", "freq_edge_f1", "freq_weight_f1"}, byAblation},
	{6, "Golden interventions in place of one's own", []string{"accuracy", "edge_f1", "freq_edge_f1", "freq_weight_f1"}, byAblation},
	{7, "3 to 7 nodes", []string{"accuracy", "root_f1", "edge_precision", "edge_recall", "edge_f1", "shd", "freq_edge_f1", "freq_weight_f1"}, byNodes},
	{8, "Graphs left by the evidence (IMEC)", []string{"imec"}, byIMEC},
	{9, "Scaling observations and interventions, 4 nodes", columns, byBudget(unnamed, "4nodes")},
	{10, "Scaling observations and interventions, 6 nodes", columns, byBudget(unnamed, "6nodes")},
	{11, "Scaling observations and interventions, 4 nodes", columns, byBudget(gptHigh, "4nodes")},
	{12, "Scaling observations and interventions, 6 nodes", columns, byBudget(gptHigh, "6nodes")},
}

// contents are the paper's tables as this package has them.
type contents struct {
	structures []Structure
	tables     []Table
}

var decoded = sync.OnceValue(func() contents {
	var data map[string][]map[string]any
	if err := json.Unmarshal(tablesText, &data); err != nil {
		panic("paper: " + err.Error()) // the data are part of the program
	}
	var c contents
	for _, cells := range data["table_1"] {
		c.structures = append(c.structures, structure(cells))
	}
	for _, l := range layouts {
		t := Table{Number: l.number, Title: l.title, Scores: l.scores}
		for _, cells := range data[fmt.Sprintf("table_%d", l.number)] {
			t.Rows = append(t.Rows, l.row(cells)...)
		}
		c.tables = append(c.tables, t)
	}
	return c
})

// bySetting reads rows whose setting names a suite.
func bySetting(model string, suites map[string]string) func(map[string]any) []Row {
	return func(cells map[string]any) []Row {
		label := text(cells, "setting")
		return []Row{newRow(cells, strings.TrimPrefix(label, model+" "), model, suites[label], "")}
	}
}

// byAblation reads rows of a baseline and a variant of two suites.
func byAblation(cells map[string]any) []Row {
	base, variant := text(cells, "suite"), text(cells, "setting")
	suite := strings.TrimSuffix(base, "-node main") + "nodes"
	if variant != "Baseline" {
		suite += "_" + strings.ToLower(variant)
	}
	setting := ""
	if variant == "Golden" {
		setting = "2o0i-golden"
	}
	return []Row{newRow(cells, base+", "+variant, gptMini, suite, setting)}
}

func byNodes(cells map[string]any) []Row {
	nodes := int(number(cells, "nodes"))
	return []Row{newRow(cells, fmt.Sprintf("%d nodes", nodes), text(cells, "model"), suiteOf(nodes), "")}
}

// byIMEC reads rows that hold two suites.
func byIMEC(cells map[string]any) []Row {
	var rows []Row
	for _, nodes := range []int{3, 4} {
		r := newRow(nil, fmt.Sprintf("%d nodes", nodes), text(cells, "model"), suiteOf(nodes), "")
		r.Scores["imec"] = number(cells, fmt.Sprintf("%d-node IMEC", nodes))
		rows = append(rows, r)
	}
	return rows
}

func byBudget(model, suite string) func(map[string]any) []Row {
	return func(cells map[string]any) []Row {
		setting := text(cells, "setting")
		return []Row{newRow(cells, text(cells, "regime")+" "+setting, model, suite, setting)}
	}
}

// newRow takes the scores from a row's cells. Without a setting the suite is
// played with the default budget.
func newRow(cells map[string]any, label, model, suite, setting string) Row {
	if setting == "" {
		setting = fmt.Sprintf("2o%di", 4*(int(suite[0]-'0')-1))
	}
	r := Row{Label: label, Model: model, Suite: suite, Setting: setting, Scores: make(map[string]float64)}
	for name, v := range cells {
		x, isNumber := v.(float64)
		switch {
		case !isNumber || name == "nodes":
		case name == "rows":
			r.N = int(x)
		case name == "accuracy_pct":
			r.Scores["accuracy"] = x / 100
		default:
			r.Scores[name] = x
		}
	}
	return r
}

func suiteOf(nodes int) string { return fmt.Sprintf("%dnodes", nodes) }

func text(cells map[string]any, name string) string {
	s, _ := cells[name].(string)
	return s
}

func number(cells map[string]any, name string) float64 {
	x, _ := cells[name].(float64)
	return x
}
