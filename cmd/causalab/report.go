package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"causalab/cmd/causalab/batch"
	"causalab/metrics/report"
	"causalab/metrics/report/paper"
)

var reportCommand = command{
	name:     "report",
	operands: "DIR...",
	summary:  "make tables and figures of what was run",
	details: `
Reads the logs in folders that "causalab run" filled, or any others, replays
them, and prints tables: one row for each player, suite, protocol and setting,
with means and 95 % bootstrap intervals. Folders of several machines make one
report; an episode that is in several counts once.

Below stand those of the paper's tables to which something was run, with the
paper's rows first. Its figures come from the released environment, so they
compare with the protocol "released". Normalised scores place the means of the
players random and scientist at 0 and 1 wherever both played the same suite by
the same rules.

Episodes that ran out of steps or were given up have the scores of the hypothesis
that stood last, and an accuracy of 0; rows with such are marked. Abandoned ones,
whose log ends before they do, have no scores. All are counted in columns of their
own.

Formats: markdown for people; json, {"rows":[...]}, each score with mean, low
and high; csv, with the paper's rows too. Logs that do not replay are named on
standard error and left out, and the code is 1.

examples:
  causalab report runs > report.md
  causalab report machine1 machine2 -format json | jq '.rows[].accuracy.mean'
  causalab report runs -figures figures -out report.md`,
	setUp: func(flags *flag.FlagSet) action {
		r := reporter{}
		r.files.register(flags)
		flags.StringVar(&r.format, "format", "markdown", "a `word`: markdown, csv or json")
		flags.StringVar(&r.figures, "figures", "", "draw the figures into this `folder`, as SVG")
		flags.StringVar(&r.out, "out", "", "write the report to this `file` in place of standard output")
		flags.IntVar(&r.jobs, "jobs", runtime.NumCPU(), "logs replayed at a time, a `number`")
		return r.report
	},
}

// reporter is one call of the command report.
type reporter struct {
	files   suiteFiles
	format  string
	figures string
	out     string
	jobs    int
}

// results is all that a report shows.
type results struct {
	rows       []report.Row
	structures []paper.Structure // of the suites in the rows that Table 1 has
}

func (r *reporter) report(s *streams, operands []string) error {
	write := map[string]func(*results) ([]byte, error){"markdown": markdown, "csv": csvText, "json": jsonText}[r.format]
	switch {
	case write == nil:
		return badUsage("-format %q: choose markdown, csv or json", r.format)
	case len(operands) == 0:
		return badUsage("no folder: name one that causalab run has filled")
	}
	out := outFile{what: "report", name: r.out, force: true}
	if r.out != "" {
		if err := out.check(); err != nil {
			return err
		}
	}
	c, err := r.files.open()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	episodes, faulty, err := r.read(ctx, s, c, operands)
	if err != nil {
		return err
	}
	all := &results{rows: report.Rows(episodes)}
	if all.structures, err = structures(c, all.rows); err != nil {
		return err
	}
	text, err := write(all)
	if err != nil {
		return err
	}
	if r.figures != "" {
		if err := drawFigures(s, r.figures, all.rows); err != nil {
			return err
		}
	}
	if r.out == "" {
		_, err = s.out.Write(text)
	} else {
		err = out.save(string(text))
	}
	if err == nil && faulty {
		err = errReported
	}
	return err
}

// read replays the logs of all folders.
func (r *reporter) read(ctx context.Context, s *streams, c *catalogue, folders []string) (episodes []report.Episode, faulty bool, err error) {
	for _, folder := range folders {
		rows, faults, err := batch.Read(ctx, folder, r.jobs, c.replay)
		switch {
		case batch.Interrupted(err):
			return nil, false, errInterrupted
		case errors.Is(err, fs.ErrNotExist):
			return nil, false, fmt.Errorf("%s: there is no such folder", folder)
		case err != nil:
			return nil, false, err
		}
		for _, f := range faults {
			faulty = true
			fmt.Fprintf(s.err, "%s: %s\n", f.File, plain(f.Err))
		}
		if len(rows) == 0 && len(faults) == 0 {
			return nil, false, fmt.Errorf("%s: there is no log in this folder", folder)
		}
		for _, row := range rows {
			episodes = append(episodes, row.Episode)
		}
	}
	if len(episodes) == 0 {
		return nil, false, errors.New("none of the logs can be reported on")
	}
	return episodes, faulty, nil
}

// structures measures the graphs of the suites in Table 1 that were played.
func structures(c *catalogue, rows []report.Row) ([]paper.Structure, error) {
	var list []paper.Structure
	for _, p := range paper.Structures() {
		for i := range rows {
			if rows[i].Suite != p.Suite {
				continue
			}
			s, err := c.library.Suite(p.Suite)
			if err != nil {
				return nil, err
			}
			list = append(list, paper.StructureOf(s))
			break
		}
	}
	return list, nil
}

// jsonText writes {"rows": [...]}, a row a line.
func jsonText(all *results) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`{"rows":[`)
	for i := range all.rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		text, err := all.rows[i].MarshalJSON()
		if err != nil {
			return nil, err
		}
		b.Write(text)
	}
	b.WriteString("\n]}\n")
	return b.Bytes(), nil
}
