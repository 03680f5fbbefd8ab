package suite_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"causalab/scm"
	"causalab/scm/suite"
	"pgregory.net/rapid"
)

// draw returns the crystals of a seed.
func draw(t testing.TB, task *suite.Task, seed uint64, n int, limited bool) *scm.Instance {
	t.Helper()
	in, err := task.Draw(seed, n, limited)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// bases returns the bases of a crystal's properties.
func bases(c *scm.Crystal, m *scm.Model) []float64 {
	list := make([]float64, m.Frequency())
	for i := range list {
		list[i] = c.Base(i)
	}
	return list
}

// TestDrawIsFixed pins crystals: a change here changes what task ids mean, and
// needs a new version in them.
func TestDrawIsFixed(t *testing.T) {
	tests := []struct {
		id                            string
		seed                          uint64
		record0, manipulator, reactor string
		disturbance                   string
	}{
		{"causalab/3nodes/0-v1", 0,
			"[42 177 639]", "[87 269 1005]", "[64 249 899]",
			"[1 -1 1 -1 1 -1]"},
		{"causalab/4nodes/17-v1", 0,
			"[71 66 63 277]", "[79 48 11 137]", "[96 41 36 173]",
			"[0 1 0 0 -1 -1]"},
		{"causalab/4nodes/17-v1", 1,
			"[15 30 30 139]", "[32 139 68 433]", "[81 91 9 219]",
			"[0 -1 0 -1 1 0]"},
		{"causalab/7nodes/49-v1", 18446744073709551615,
			"[75 637 109 1182 328 72 1204]", "[141 814 155 1696 494 96 1718]", "[41 463 82 902 258 35 924]",
			"[-1 -1 1 1 -1 1]"},
		{"causalab/4nodes_hidden_n2/5-v1", 3,
			"[356 55 111 869]", "[270 4 101 600]", "[340 55 104 832]",
			"[-1 1 0 1 1 0]"},
		{"causalab/4nodes_quad_hard/0-v1", 0,
			"[2 22 -3.7 58.5]", "[78 89 14.56 66.49]", "[53 35 22.16 41.08]",
			"[1 1 0 -1 1 1]"},
		{"causalab/4nodes_quad_hard/0-v1", 7,
			"[62 42 13.09 40.7]", "[86 5 39.48 91.72]", "[16 94 93.28 61.3]",
			"[1 0 -1 -1 1 0]"},
	}
	for _, test := range tests {
		task := find(t, test.id)
		in := draw(t, task, test.seed, 2, false)
		if got := fmt.Sprint(in.Records[0].Values()); got != test.record0 {
			t.Errorf("%s seed %d: record 0 is %s, want %s", test.id, test.seed, got, test.record0)
		}
		if got := fmt.Sprint(in.Manipulator.Values()); got != test.manipulator {
			t.Errorf("%s seed %d: manipulator is %s, want %s", test.id, test.seed, got, test.manipulator)
		}
		if got := fmt.Sprint(in.Reactor.Values()); got != test.reactor {
			t.Errorf("%s seed %d: reactor is %s, want %s", test.id, test.seed, got, test.reactor)
		}
		r := task.Disturbances(test.seed)
		var h []float64
		for range 6 {
			h = append(h, scm.Disturbance{Range: 1}.Draw(r))
		}
		if got := fmt.Sprint(h); got != test.disturbance {
			t.Errorf("%s seed %d: disturbances are %s, want %s", test.id, test.seed, got, test.disturbance)
		}
	}
}

// TestObservationsChangeNoCrystal draws with few and with many records.
func TestObservationsChangeNoCrystal(t *testing.T) {
	for _, id := range []string{"causalab/7nodes/3-v1", "causalab/4nodes_quad_hard/8-v1"} {
		task := find(t, id)
		rapid.Check(t, func(t *rapid.T) {
			seed := rapid.Uint64Range(0, 50).Draw(t, "seed")
			n := rapid.IntRange(0, 8).Draw(t, "n")
			few, err := task.Draw(seed, n, false)
			if err != nil {
				t.Fatal(err)
			}
			many, err := task.Draw(seed, n+5, false)
			if err != nil {
				t.Fatal(err)
			}
			if len(few.Records) != n || len(many.Records) != n+5 {
				t.Fatalf("%d and %d records, want %d and %d", len(few.Records), len(many.Records), n, n+5)
			}
			for i, c := range few.Records {
				if !slices.Equal(c.Values(), many.Records[i].Values()) {
					t.Fatalf("record %d is %v of %d, %v of %d", i, c.Values(), n, many.Records[i].Values(), n+5)
				}
			}
			if !slices.Equal(few.Manipulator.Values(), many.Manipulator.Values()) || !slices.Equal(few.Reactor.Values(), many.Reactor.Values()) {
				t.Fatal("the number of records moved the manipulator or the reactor")
			}
		})
	}
}

// TestLinearBasesAreUniform counts the integers drawn over many seeds.
func TestLinearBasesAreUniform(t *testing.T) {
	task := find(t, "causalab/5nodes/11-v1")
	count := make(map[float64]int)
	for seed := range uint64(500) {
		in := draw(t, task, seed, 2, false)
		for _, c := range append(in.Records, in.Manipulator, in.Reactor) {
			for _, b := range bases(c, task.Model) {
				count[b]++
			}
		}
	}
	// 8000 draws of 101 values: 79 of each are expected, with deviation 9.
	for v := range 101 {
		if n := count[float64(v)]; n < 40 || n > 125 {
			t.Errorf("%d was drawn %d times, want about 79", v, n)
		}
	}
	if len(count) != 101 {
		t.Errorf("%d different bases, want the integers 0 to 100", len(count))
	}
}

// TestStreamsAreIndependent holds that no two crystals of any two streams, tasks
// or neighbouring seeds coincide throughout.
func TestStreamsAreIndependent(t *testing.T) {
	seen := make(map[string]string)
	for _, id := range []string{"causalab/7nodes/0-v1", "causalab/7nodes/1-v1"} {
		task := find(t, id)
		for seed := range uint64(20) {
			in := draw(t, task, seed, 1, false)
			for i, c := range []*scm.Crystal{in.Records[0], in.Manipulator, in.Reactor} {
				what := fmt.Sprintf("%s seed %d crystal %d", id, seed, i)
				key := fmt.Sprint(bases(c, task.Model))
				if other, twice := seen[key]; twice {
					t.Errorf("%s and %s both have bases %s", what, other, key)
				}
				seen[key] = what
			}
		}
	}
}

func TestQuadraticPresets(t *testing.T) {
	task := find(t, "causalab/4nodes_quad_hard/0-v1") // moisture, density, quantumSize
	in := draw(t, task, 0, 4, true)
	for _, test := range []struct {
		what string
		c    *scm.Crystal
		want []float64
	}{
		{"record 0", in.Records[0], []float64{2, 22, 19}},
		{"record 1", in.Records[1], []float64{76, 98, 27}},
		{"manipulator", in.Manipulator, []float64{78, 89, 11}},
		{"reactor", in.Reactor, []float64{53, 35, 51}},
	} {
		if got := bases(test.c, task.Model); !slices.Equal(got, test.want) {
			t.Errorf("%s has bases %v, want %v", test.what, got, test.want)
		}
	}
	if got := bases(in.Records[2], task.Model); slices.Equal(got, bases(in.Records[0], task.Model)) {
		t.Errorf("record 2 repeats record 0: %v", got)
	}
}

// TestQuadraticSides draws every hard quadratic task under several seeds. For
// each property, manipulator and reactor lie on opposite sides of all vertices
// that the release states, and so do the records of a pair.
func TestQuadraticSides(t *testing.T) {
	above, below := 0, 0
	for _, task := range released(t, "4nodes_quad_hard").Tasks {
		m := task.Model
		for seed := uint64(1); seed < 12; seed++ {
			in := draw(t, task, seed, 4, false)
			pairs := [][2]*scm.Crystal{{in.Manipulator, in.Reactor}, {in.Records[0], in.Records[1]}, {in.Records[2], in.Records[3]}}
			for _, pair := range pairs {
				for i := range m.Frequency() {
					low, high := 50.0, 50.0
					first := true
					for j, e := range task.Origin.Edges {
						if e.From == m.Mechanism(i).Name {
							v := task.Presets.Vertices[j]
							if first {
								low, high, first = v, v, false
							}
							low, high = min(low, v), max(high, v)
						}
					}
					a, b := pair[0].Base(i), pair[1].Base(i)
					switch {
					case a < low && b > high:
						below++
					case a > high && b < low:
						above++
					default:
						t.Fatalf("%s seed %d: %s has bases %v and %v about vertices %v to %v", task.ID, seed, m.Mechanism(i).Name, a, b, low, high)
					}
					if a < 0 || a > 100 || a != float64(int(a)) || b < 0 || b > 100 || b != float64(int(b)) {
						t.Fatalf("%s seed %d: bases %v and %v, want integers of 0 to 100", task.ID, seed, a, b)
					}
				}
			}
		}
	}
	if share := float64(above) / float64(above+below); share < 0.45 || share > 0.55 {
		t.Errorf("%.3f of the first crystals lie above, want about half", share)
	}
}

// TestLimitedRedrawsOnlyTheReactor compares the released protocol's crystals with
// the others where the first reactor is within reach and where it is not.
func TestLimitedRedrawsOnlyTheReactor(t *testing.T) {
	redrawn := 0
	for _, task := range released(t, "7nodes").Tasks {
		f := task.Model.Frequency()
		for seed := range uint64(5) {
			free, limited := draw(t, task, seed, 2, false), draw(t, task, seed, 2, true)
			if v := limited.Reactor.Value(f); v < 0 || v > 10000 {
				t.Errorf("%s seed %d: limited frequency %v", task.ID, seed, v)
			}
			inside := free.Reactor.Value(f) >= 0 && free.Reactor.Value(f) <= 10000
			if same := slices.Equal(free.Reactor.Values(), limited.Reactor.Values()); same != inside {
				t.Errorf("%s seed %d: reactor at %v Hz, the same when limited: %v", task.ID, seed, free.Reactor.Value(f), same)
			}
			if !inside {
				redrawn++
			}
			if !slices.Equal(free.Manipulator.Values(), limited.Manipulator.Values()) || !slices.Equal(free.Records[1].Values(), limited.Records[1].Values()) {
				t.Errorf("%s seed %d: the limit moved another crystal", task.ID, seed)
			}
		}
	}
	if redrawn == 0 {
		t.Error("no reactor was redrawn, so the limit was not tested")
	}
}

func TestDrawRefusals(t *testing.T) {
	task := find(t, "causalab/4nodes/0-v1")
	if _, err := task.Draw(0, -1, false); err == nil || err.Error() != "task causalab/4nodes/0-v1: -1 prior records: want 0 or more" {
		t.Errorf("negative number of records: %v", err)
	}
	hopeless := importLine(t, strings.Replace(small, `"base_freq": 24`, `"base_freq": -5000`, 1))
	want := "task imported/test/0-v1, seed 0: none of 10000 reactor crystals has a frequency within 0…10000 Hz; play it under the paper's protocol"
	if _, err := hopeless.Draw(0, 1, true); err == nil || err.Error() != want {
		t.Errorf("unreachable frequency: got %v, want %s", err, want)
	}
	draw(t, hopeless, 0, 1, false)
	overflowing := importLine(t, strings.Replace(small, `"coeff_density_freq": 3`, `"coeff_density_freq": 1e308`, 1))
	if _, err := overflowing.Draw(0, 1, false); err == nil || err.Error() != "task imported/test/0-v1: manipulator: resonanceFreq would not be a finite number" {
		t.Errorf("overflow: %v", err)
	}
}

// TestVerticesOutOfReach draws from a parabola whose vertex no base can pass, and
// from a line, in a quadratic model without presets.
func TestVerticesOutOfReach(t *testing.T) {
	line := strings.NewReplacer(
		`"nodes"`, `"equation_family": "quadratic", "nodes"`,
		"coeff_density_freq * density", "coeff_density_freq * density + bend * (density ^ 2)",
		`"base_density"`, `"bend": -0.001, "base_density"`,
	).Replace(small)
	task := importLine(t, line) // density's vertex is at 1500, moisture has none
	for seed := range uint64(20) {
		in := draw(t, task, seed, 0, false)
		for i := range task.Model.Frequency() {
			limit := []float64{50, 99}[i] // moisture, density
			a, b := in.Manipulator.Base(i), in.Reactor.Base(i)
			if (a < limit) == (b < limit) || a == limit || b == limit {
				t.Errorf("seed %d: %s has bases %v and %v, want one on each side of %v", seed, task.Model.Mechanism(i).Name, a, b, limit)
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, id := range []string{"causalab/6nodes/0-v1", "causalab/4nodes_quad_hard/0-v1"} {
		task := find(b, id)
		b.Run(task.Suite, func(b *testing.B) {
			seed := uint64(0)
			for b.Loop() {
				seed++
				if _, err := task.Draw(seed, 2, true); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
