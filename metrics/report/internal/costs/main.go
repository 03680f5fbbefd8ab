// Costs plots what an episode costs over the number of variables:
//
//	go test -run '^$' -bench Scientist ./game/player | go run ./metrics/report/internal/costs -out costs.svg
//
// It passes the benchmark's output on and draws every benchmark in it whose name
// ends in k=NUMBER.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"

	"causalab/metrics/report/figure"
)

func main() {
	out := flag.String("out", "costs.svg", "write the figure to this `file`")
	flag.Parse()
	if err := run(os.Stdin, os.Stdout, *out); err != nil {
		fmt.Fprintln(os.Stderr, "costs:", err)
		os.Exit(1)
	}
}

var result = regexp.MustCompile(`^Benchmark(\w+)/k=(\d+)(?:-\d+)?\s+\d+\s+([0-9.]+) ns/op`)

func run(in io.Reader, out io.Writer, file string) error {
	series, err := read(io.TeeReader(in, out))
	if err != nil {
		return err
	}
	chart := figure.Chart{
		Title: "Cost of an episode",
		Note:  "one sampled task after another, native; each step up is ten times as long",
		Panels: []figure.Panel{{
			X:      figure.Axis{Label: "variables, the frequency included"},
			Y:      figure.Axis{Label: "milliseconds, as power of ten"},
			Series: series,
		}},
	}
	svg, err := chart.SVG()
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, svg, 0o644); err != nil {
		return err
	}
	fmt.Fprintln(out, "costs: drawn in", file)
	return nil
}

// read collects the benchmarks by name.
func read(in io.Reader) ([]figure.Series, error) {
	var series []figure.Series
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		m := result.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		k, _ := strconv.ParseFloat(m[2], 64)
		ns, err := strconv.ParseFloat(m[3], 64)
		if err != nil || ns <= 0 {
			return nil, fmt.Errorf("%q: no time", lines.Text())
		}
		none := math.NaN()
		p := figure.Point{X: k, Y: math.Log10(ns / 1e6), XLow: none, XHigh: none, Low: none, High: none}
		if n := len(series); n > 0 && series[n-1].Name == m[1] {
			series[n-1].Points = append(series[n-1].Points, p)
		} else {
			series = append(series, figure.Series{Name: m[1], Points: []figure.Point{p}})
		}
	}
	return series, lines.Err()
}
