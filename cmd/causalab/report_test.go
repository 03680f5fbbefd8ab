package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// reportRuns are the logs of a tiny run: two players on several suites, a program
// that gave up, one that ran out of steps, and an abandoned episode.
var reportRuns = filepath.Join("testdata", "report", "runs")

// TestReportGolden holds the three formats against what is kept.
func TestReportGolden(t *testing.T) {
	for format, name := range map[string]string{"markdown": "report.md", "csv": "report.csv", "json": "report.json"} {
		code, stdout, stderr := runWith("", "report", reportRuns, "-format", format)
		if code != 0 || stderr != "" {
			t.Fatalf("%s: code %d, %s", format, code, stderr)
		}
		path := filepath.Join("testdata", "report", name)
		if *update {
			if err := os.WriteFile(path, []byte(stdout), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, kept := strings.Split(stdout, "\n"), strings.Split(string(want), "\n")
		for i := range max(len(got), len(kept)) {
			if i >= len(got) || i >= len(kept) || got[i] != kept[i] {
				t.Errorf("%s differs from line %d on", name, i+1)
				break
			}
		}
	}
}

// reportRow is what a test reads of a row in JSON.
type reportRow struct {
	Suite      string             `json:"suite"`
	Player     string             `json:"player"`
	Protocol   string             `json:"protocol"`
	Setting    string             `json:"setting"`
	N          *int               `json:"n"`
	Abandoned  int                `json:"abandoned_n"`
	Truncated  int                `json:"truncated_n"`
	GivenUp    int                `json:"given_up_n"`
	Accuracy   *reportMean        `json:"accuracy"`
	EdgeF1     *reportMean        `json:"edge_f1"`
	ErrorHz    *reportMean        `json:"error_hz"`
	IMEC       *reportMean        `json:"imec"`
	Normalized map[string]float64 `json:"normalized"`
}

type reportMean struct {
	Mean *float64 `json:"mean"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	N    int      `json:"n"`
}

func readReport(t *testing.T, args ...string) map[string]reportRow {
	t.Helper()
	code, stdout, stderr := runWith("", append([]string{"report", "-format", "json"}, args...)...)
	if code != 0 {
		t.Fatalf("code %d, %s", code, stderr)
	}
	var whole map[string]json.RawMessage
	if err := json.Unmarshal([]byte(stdout), &whole); err != nil || len(whole) != 1 {
		t.Fatalf("%v, %d fields beside rows", err, len(whole)-1)
	}
	var rows []reportRow
	if err := json.Unmarshal(whole["rows"], &rows); err != nil {
		t.Fatal(err)
	}
	by := make(map[string]reportRow)
	for _, r := range rows {
		by[r.Suite+" "+r.Player+" "+r.Setting] = r
	}
	if len(by) != len(rows) {
		t.Errorf("%d rows, %d different ones", len(rows), len(by))
	}
	return by
}

// TestReportCountsWhatDidNotEnd holds that such episodes are counted and that none
// has a score that it did not come by.
func TestReportCountsWhatDidNotEnd(t *testing.T) {
	rows := readReport(t, reportRuns)
	random := rows["3nodes random 2o3i"]
	if *random.N != 2 || random.Abandoned != 1 || random.Accuracy.N != 2 {
		t.Errorf("random: n %d, abandoned %d, accuracy of %d", *random.N, random.Abandoned, random.Accuracy.N)
	}
	quitter := rows["3nodes quitter 2o3i"]
	if *quitter.N != 1 || quitter.GivenUp != 1 || *quitter.Accuracy.Mean != 0 || quitter.ErrorHz != nil {
		t.Errorf("quitter: %+v", quitter)
	}
	babbler := rows["3nodes babbler 2o8i-2t"]
	if *babbler.N != 1 || babbler.Truncated != 1 || babbler.ErrorHz != nil {
		t.Errorf("babbler: %+v", babbler)
	}
	if hidden := rows["4nodes_hidden_n1 random 2o2i"]; hidden.IMEC != nil || hidden.Accuracy == nil || hidden.Accuracy.Low != nil {
		t.Errorf("with a disturbance: IMEC %v; of one episode: accuracy %v", hidden.IMEC, hidden.Accuracy)
	}
	if s := rows["3nodes scientist 2o3i"]; s.IMEC == nil || *s.IMEC.Mean != 1 || s.Protocol != "released" {
		t.Errorf("scientist: %+v", s)
	}
}

// TestReportNormalizes between the reference players, where both are there.
func TestReportNormalizes(t *testing.T) {
	rows := readReport(t, reportRuns)
	if x := rows["3nodes random 2o3i"].Normalized; x["edge_f1"] != 0 || len(x) == 0 {
		t.Errorf("random: %v", x)
	}
	if x := rows["3nodes scientist 2o3i"].Normalized; x["edge_f1"] != 1 || x["shd"] != 1 {
		t.Errorf("scientist: %v", x)
	}
	q, low, high := rows["3nodes quitter 2o3i"], rows["3nodes random 2o3i"].EdgeF1, rows["3nodes scientist 2o3i"].EdgeF1
	if want := (*q.EdgeF1.Mean - *low.Mean) / (*high.Mean - *low.Mean); q.Normalized["edge_f1"] != want {
		t.Errorf("quitter: %v, want %v", q.Normalized["edge_f1"], want)
	}
	for _, key := range []string{"4nodes_golden scientist 2o0i-golden", "3nodes babbler 2o8i-2t"} {
		if x := rows[key].Normalized; len(x) > 0 {
			t.Errorf("%s has no reference beside it, and normalised scores %v", key, x)
		}
	}
	if _, ok := rows["4nodes_quad_hard scientist 2o3i"].Normalized["freq_weight_f1"]; ok {
		t.Error("where both are equal there is nothing to normalise by")
	}
}

// TestReportReadsFoldersAsOne: the same logs twice count once, and parts add up.
func TestReportReadsFoldersAsOne(t *testing.T) {
	_, whole, _ := runWith("", "report", reportRuns)
	if _, twice, _ := runWith("", "report", reportRuns, reportRuns); twice != whole {
		t.Error("a folder that is named twice counts twice")
	}
	entries, err := os.ReadDir(reportRuns)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"report"}
	for i := range entries {
		args = append(args, filepath.Join(reportRuns, entries[len(entries)-1-i].Name()))
	}
	if _, parts, _ := runWith("", args...); parts != whole {
		t.Error("the folders of the players make another report than the whole")
	}
}

func TestReportInCSV(t *testing.T) {
	_, stdout, _ := runWith("", "report", reportRuns, "-format", "csv")
	records, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]int{}
	for _, r := range records[1:] {
		sources[r[0]+r[1]]++
	}
	if sources["run"] != 10 || sources["paper6"] != 4 || sources["paper7"] != 0 {
		t.Errorf("rows %v", sources)
	}
}

// TestReportDrawsFigures draws what there are runs for, as XML.
func TestReportDrawsFigures(t *testing.T) {
	runs, figures := t.TempDir(), filepath.Join(t.TempDir(), "figures")
	for _, args := range [][]string{
		{"-suite", "3nodes,4nodes,4nodes_golden", "-indices", "0-1"},
		{"-set", "scaling-4nodes", "-indices", "0"},
	} {
		if code, _, stderr := runWith("", append([]string{"run", "-quiet", "-player", "observer,random", "-out", runs}, args...)...); code != 0 {
			t.Fatal(stderr)
		}
	}
	code, _, stderr := runWith("", "report", runs, "-figures", figures)
	if code != 0 || !strings.Contains(stderr, "figures in") {
		t.Fatalf("code %d, %s", code, stderr)
	}
	entries, err := os.ReadDir(figures)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".svg"))
		text, err := os.ReadFile(filepath.Join(figures, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(strings.NewReader(string(text)))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", e.Name(), err)
			}
		}
		for _, want := range []string{"observer, paper", "random, paper", "(paper)"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: the legend lacks %q", e.Name(), want)
			}
		}
	}
	const want = "arrows-evidence-4nodes arrows-golden profile-accuracy profile-edge_f1 scaling-4nodes-intervention scaling-4nodes-mixed scaling-4nodes-observation"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("figures %s\nwant %s", got, want)
	}
}

// TestReportFaults names what is wrong and what is not there.
func TestReportFaults(t *testing.T) {
	empty := t.TempDir()
	damaged := t.TempDir()
	log, err := os.ReadFile(filepath.Join(reportRuns, "quitter", "3nodes", "released-2o3i", "0-0.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(string(log), `"accuracy":0`, `"accuracy":1`, 1)
	for name, text := range map[string]string{"good.jsonl": string(log), "forged.jsonl": forged} {
		if err := os.WriteFile(filepath.Join(damaged, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args   []string
		code   int
		stderr string
	}{
		{[]string{}, exitUsage, "no folder"},
		{[]string{empty, "-format", "html"}, exitUsage, "markdown, csv or json"},
		{[]string{empty}, exitFailed, "there is no log in this folder"},
		{[]string{filepath.Join(empty, "none")}, exitFailed, "there is no such folder"},
		{[]string{damaged}, exitFailed, "forged.jsonl: line"},
		{[]string{damaged, "-out", empty}, exitFailed, "is a folder; name a file for the report"},
		{[]string{damaged, "-out", filepath.Join(empty, "none", "report.md")}, exitFailed, "report.md cannot be written: "},
	} {
		code, stdout, stderr := runWith("", append([]string{"report"}, test.args...)...)
		if code != test.code || !strings.Contains(stderr, test.stderr) {
			t.Errorf("%v: code %d, %s", test.args, code, stderr)
		}
		if len(test.args) == 1 && test.args[0] == damaged && !strings.Contains(stdout, "report on 1 episode\n") {
			t.Errorf("the good log was not reported on: %s", stdout)
		}
	}
}
