package player_test

import (
	"fmt"
	"testing"

	"causalab/game"
	"causalab/game/player"
)

// means are the mean scores of a player over some tasks.
type means struct {
	accuracy, edgeF1, weightF1, shd, interventions float64
}

func (m means) String() string {
	return fmt.Sprintf("accuracy %.3f, edge F1 %.4f, frequency weight F1 %.3f, SHD %.2f, %.2f interventions",
		m.accuracy, m.edgeF1, m.weightF1, m.shd, m.interventions)
}

// meansOf plays a seed for each of the first tasks of a suite.
func meansOf(t testing.TB, name, suite string, tasks int, o game.Options) means {
	var m means
	for index := range tasks {
		r := play(t, name, find(t, suite, index), o, uint64(index)).Result()
		m.accuracy += r.Accuracy
		m.edgeF1 += r.Scores.EdgeF1
		m.weightF1 += r.Scores.FreqWeightF1
		m.shd += float64(r.Scores.SHD)
		m.interventions += float64(r.Interventions.Used)
	}
	for _, sum := range []*float64{&m.accuracy, &m.edgeF1, &m.weightF1, &m.shd, &m.interventions} {
		*sum /= float64(tasks)
	}
	return m
}

// TestScientist holds the scientist to what it is to reach, on the first graphs of
// each suite. edgeF1 and interventions are bounds on means; accuracy is to be 1.
func TestScientist(t *testing.T) {
	const none = 0
	for _, c := range []struct {
		suite         string
		tasks         int
		options       game.Options
		edgeF1        float64
		interventions float64
	}{
		{"3nodes", 8, game.Options{}, 1, 2},
		{"4nodes", 8, game.Options{}, 1, 3},
		{"5nodes", 5, game.Options{}, 1, 4},
		{"6nodes", 3, game.Options{}, 1, 5},
		{"7nodes", 3, game.Options{}, 1, 6},
		{"3nodes", 8, game.Options{Protocol: game.Released}, 0.99, 4},
		{"4nodes", 8, game.Options{Protocol: game.Released}, 0.99, 5},
		{"5nodes", 5, game.Options{Protocol: game.Released}, 0.99, 6},
		{"6nodes", 3, game.Options{Protocol: game.Released}, 0.99, 7},
		{"7nodes", 3, game.Options{Protocol: game.Released}, 0.99, 8},
		{"4nodes_freqparent", 8, game.Options{}, 1, 3},
		{"6nodes_freqparent", 4, game.Options{}, 1, 5},
		// Under target no base is ever known, and where the frequency follows from one
		// parent, whether a property follows it or that parent leaves no trace.
		{"4nodes_freqparent", 8, game.Options{Protocol: game.Released}, 0.9, 5},
		{"4nodes_hidden_n1", 8, game.Options{}, 0.99, 12},
		{"4nodes_hidden_n3", 8, game.Options{Protocol: game.Released}, 0.99, 12},
		{"4nodes_hidden_vrange_pm0p5", 8, game.Options{}, 0.99, 12},
		{"4nodes_hidden_vrange_pm50", 8, game.Options{Protocol: game.Released}, 0.99, 12},
		{"4nodes_hidden_freqnode_n1", 8, game.Options{}, 0.99, 12},
		{"4nodes_hidden_freqnode_n3", 8, game.Options{Protocol: game.Released}, 0.99, 12},
		{"sampled-5nodes_hidden_n2", 3, game.Options{}, 0.99, 16},
		{"4nodes_quad_hard", 8, game.Options{}, 1, 12},
		{"4nodes_quad_hard", 8, game.Options{Protocol: game.Released}, 1, 12},
		{"4nodes_golden", 8, game.Options{}, 0.95, none},
		{"6nodes_golden", 8, game.Options{}, 0.85, none},
		// Pure observation: what the bases may be has to tell the graph.
		{"4nodes", 8, game.Options{Interventions: number(0)}, 0.85, none},
		// Pure intervention.
		{"4nodes", 8, game.Options{Observations: number(0)}, 1, 4},
	} {
		m := meansOf(t, "scientist", c.suite, c.tasks, c.options)
		if m.accuracy < 1 || m.edgeF1 < c.edgeF1 || m.interventions > c.interventions {
			t.Errorf("%s, protocol %q: %v", c.suite, c.options.Protocol, m)
		}
	}
}

// TestScientistWithFractions plays models whose coefficients are no whole numbers:
// without a disturbance they are fitted within rounding, with one by least
// squares.
func TestScientistWithFractions(t *testing.T) {
	for _, disturbance := range []string{"", disturbed} {
		task := imported(t, fmt.Sprintf(fractions, disturbance))
		for _, protocol := range []game.Protocol{game.Paper, game.Released} {
			for seed := range uint64(3) {
				r := play(t, "scientist", task, game.Options{Protocol: protocol}, seed).Result()
				if r.Accuracy != 1 || r.Scores.SHD != 0 {
					t.Errorf("%s, disturbance %v, seed %d: accuracy %v, edges %v", protocol, disturbance != "", seed, r.Accuracy, r.Hypothesis.Edges)
				}
			}
		}
	}
}

// TestWeakerPlayers holds the others to their places: the observer knows nothing
// of the edges between properties, one-at-a-time finds every edge and takes
// descendants for children, random is right by chance only.
func TestWeakerPlayers(t *testing.T) {
	const suite, tasks = "5nodes", 20
	all := make(map[string]means)
	for _, p := range player.Players() {
		if p.Name != "scientist" {
			all[p.Name] = meansOf(t, p.Name, suite, tasks, game.Options{})
			t.Log(p.Name, all[p.Name])
		}
	}
	if m := all["random"]; m.accuracy > 0.15 || m.edgeF1 > 0.6 || m.weightF1 > 0.05 {
		t.Errorf("random: %v", m)
	}
	if m := all["observer"]; m.interventions != 0 || m.edgeF1 > 0.7 || m.accuracy > 0.6 {
		t.Errorf("observer: %v", m)
	}
	if m := all["one-at-a-time"]; m.interventions > 5 || m.edgeF1 < all["random"].edgeF1+0.2 || m.edgeF1 == 1 {
		t.Errorf("one-at-a-time: %v", m)
	}
	// With as many records as unknowns the observer's equation is the true one.
	rich := meansOf(t, "observer", suite, tasks, game.Options{Observations: number(8)})
	if rich.accuracy != 1 || rich.weightF1 != 1 {
		t.Errorf("observer with eight records: %v", rich)
	}
	// Where nothing has a grandchild it makes no mistake: 3 nodes without an edge
	// between the properties.
	collider := play(t, "one-at-a-time", imported(t, colliderTask), game.Options{}, 0).Result()
	if collider.Scores.SHD != 0 || collider.Accuracy != 1 || collider.Scores.FreqWeightF1 != 1 {
		t.Errorf("one-at-a-time on a collider: %+v", collider.Scores)
	}
}

func BenchmarkScientist(b *testing.B) {
	for k := 3; k <= 12; k++ {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			for i := range b.N {
				play(b, "scientist", find(b, fmt.Sprintf("sampled-%dnodes", k), i%50), game.Options{}, uint64(i))
			}
		})
	}
}
