package main

import (
	"bytes"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"causalab/cmd/causalab/batch"
)

// planned returns the bouts of a command line, without playing them, as
// "player suite/index seed setting".
func planned(t *testing.T, args ...string) ([]string, error) {
	t.Helper()
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	r := newRunner(flags)
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	c, err := r.rules.files.open()
	if err != nil {
		return nil, err
	}
	bouts, err := r.plan(c)
	var list []string
	for _, b := range bouts {
		o, err := b.Setup.Options.Complete(b.Setup.Task)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s %s/%d %d %do%di", b.Player.Info().Name, b.Setup.Task.Suite, b.Setup.Task.Index, b.Setup.Seed, *o.Observations, *o.Interventions))
	}
	return list, err
}

func TestPlan(t *testing.T) {
	for _, test := range []struct {
		args string
		n    int
		some string
	}{
		{"-suite 3nodes -player random", 50, "random 3nodes/49 0 2o8i"},
		{"-suite all -player random", 950, "random 6nodes_golden/49 0 2o0i"},
		{"-suite 3nodes,5nodes -suite 7nodes -player random,observer -seeds 0-2,9 -indices 5", 24, "observer 7nodes/5 9 2o24i"},
		{"-suite sampled-12nodes -player random -budget 4o1i -graphs 3", 50, "random sampled-12nodes/49 0 4o1i"},
		{"-suite sampled-4nodes -player random -indices 9999", 1, "random sampled-4nodes/9999 0 2o12i"},
		{"-set scaling-4nodes -player random -indices 0", 12, "random 4nodes/0 0 0o24i"},
		{"-set scaling-6nodes -player random -indices 0", 9, "random 6nodes/0 0 5o20i"},
		{"-set verification -player random -indices 0", 4, "random 6nodes/0 0 2o20i"},
		{"-set main -player random", 250, "random 7nodes/0 0 2o24i"},
		{"-player exec:a,b -name ab -suite 3nodes -indices 0-1", 2, "ab 3nodes/1 0 2o8i"},
		{"-exec a,b -suite 3nodes -indices 0", 1, "exec:a,b 3nodes/0 0 2o8i"},
	} {
		list, err := planned(t, strings.Fields(test.args)...)
		if err != nil || len(list) != test.n || !slices.Contains(list, test.some) {
			t.Errorf("%s: %v, %d bouts, %q among them %v", test.args, err, len(list), test.some, slices.Contains(list, test.some))
		}
	}
}

// TestEverySetCanBePlanned and names suites that are there.
func TestEverySetCanBePlanned(t *testing.T) {
	_, listed, _ := runWith("", "run", "-set", "list")
	for _, s := range sets {
		if list, err := planned(t, "-set", s.name, "-player", "random", "-indices", "0"); err != nil || len(list) < 2 {
			t.Errorf("%s: %v, %d bouts", s.name, err, len(list))
		}
		if !strings.Contains(listed, "\n"+s.name+": ") && !strings.HasPrefix(listed, s.name+": ") {
			t.Errorf("-set list lacks %s", s.name)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for _, test := range []struct{ args, stderr string }{
		{"-suite 3nodes -player random", "no folder"},
		{"-out o -player random", "no suite"},
		{"-out o -suite 3nodes", "no player"},
		{"-out o -suite 9nodes -player random", `suite "9nodes" is not known`},
		{"-out o -suite 3nodes -player newton", `player "newton" is not known`},
		{"-out o -suite 3nodes,3nodes -player random", "named twice"},
		{"-out o -suite 3nodes -player random,random", "named twice"},
		{"-out o -suite all,3nodes -player random", "leave the others out"},
		{"-out o -suite 3nodes -set main -player random", "leave -suite out"},
		{"-out o -set mane -player random", "known are main"},
		{"-out o -set scaling-4nodes -budget 3o3i -player random", "leave -budget"},
		{"-out o -set verification -verification none -player random", "leave -verification out"},
		{"-out o -suite 3nodes -player random -seeds 4-0", "backwards"},
		{"-out o -suite 3nodes -player random -seeds 9007199254740992", "the highest is"},
		{"-out o -suite 3nodes -player random -seeds 0-9007199254740991", "more than"},
		{"-out o -suite 3nodes -player random -seeds x", "write numbers and ranges"},
		{"-out o -suite 3nodes -player random -indices 50", "the highest is 49"},
		{"-out o -suite 3nodes -player random -shard 3/3", "counted from 0"},
		{"-out o -suite 3nodes -player random -shard 1/3 -shards 3", "leave -shards out"},
		{"-out o -suite 3nodes -player random -jobs 0", "at least one"},
		{"-out o -suite 3nodes -player random -budget 3o12", "like 3o12i"},
		{"-out o -suite 3nodes -player random -protocol live", `protocol "live"`},
		{"-out o -suite 4nodes_golden -player random -interventions 3", "Golden evidence leaves no interventions"},
		{"-out o -suite 3nodes -player exec:", "lacks the command"},
		{"-out o -suite 3nodes -player random -name x", "-name is for a program"},
		{"-out o -suite 3nodes -exec true -name random", "the name of a reference player"},
		{"-out o -suite 3nodes -exec true -timeout 0s", "needs some time"},
		{"-out o 3nodes", "named with -suite"},
	} {
		t.Chdir(t.TempDir())
		code, _, stderr := runWith("", append([]string{"run"}, strings.Fields(test.args)...)...)
		if code != exitUsage || !strings.Contains(stderr, test.stderr) {
			t.Errorf("%s: code %d, %s", test.args, code, stderr)
		}
	}
}

// TestParts takes the flag before the environment.
func TestParts(t *testing.T) {
	pod := func(name string) string {
		return map[string]string{"JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "3"}[name]
	}
	r := &runner{}
	if s, err := r.part(pod); err != nil || s != (batch.Shard{Index: 1, Count: 3}) {
		t.Errorf("%v, %v", s, err)
	}
	r.shard = "0/2"
	if s, err := r.part(pod); err != nil || s != (batch.Shard{Index: 0, Count: 2}) {
		t.Errorf("%v, %v", s, err)
	}
}

// TestProgress shows lines now and then, and the time left from what was played.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, true, batch.Shard{Index: 1, Count: 4})
	now := time.Unix(0, 0)
	p.now = func() time.Time { return now }
	p.Begin(10)
	p.Finished(true)
	p.Finished(true)
	now = now.Add(30 * time.Second)
	p.Finished(false)
	p.Finished(false)
	now = now.Add(30 * time.Second)
	p.Finished(false)
	p.Summing(12)
	p.end()
	const want = "causalab run 1/4: 3 of 10, 3m30s left\ncausalab run 1/4: 5 of 10, 1m40s left\ncausalab run 1/4: summing up 12 logs\n"
	if out.String() != want {
		t.Errorf("got %q\nwant %q", out.String(), want)
	}
	out.Reset()
	p = newProgress(&out, true, batch.Shard{})
	p.terminal, p.now = true, func() time.Time { return now }
	p.Begin(2)
	p.Finished(false)
	now = now.Add(time.Second)
	p.Finished(false)
	p.end()
	bar := strings.Repeat("#", 30)
	if got := out.String(); !strings.Contains(got, "["+bar+"] 2 of 2, 0s left") || !strings.HasPrefix(got, "\rrun [....") || strings.Contains(got, "\n") {
		t.Errorf("in a terminal %q", got)
	}
	out.Reset()
	p = newProgress(&out, false, batch.Shard{})
	p.Begin(1)
	p.Finished(false)
	p.Summing(1)
	p.end()
	if out.Len() > 0 {
		t.Errorf("quiet, and yet %q", out.String())
	}
}
