package scm_test

import (
	"errors"
	"slices"
	"testing"

	"causalab/scm"
	"pgregory.net/rapid"
)

func TestNewGraphRefusals(t *testing.T) {
	nodes := []string{"a", "b", "c", "d"}
	tests := []struct {
		name  string
		nodes []string
		edges []scm.Edge
		want  string
		typed func(error) bool
	}{
		{"cycle of three", nodes, []scm.Edge{{"a", "b"}, {"b", "c"}, {"c", "a"}, {"c", "d"}},
			"cycle: b -> c -> a -> b", is[*scm.CycleError]},
		{"cycle of two behind a root", nodes, []scm.Edge{{"a", "b"}, {"b", "c"}, {"c", "b"}},
			"cycle: c -> b -> c", is[*scm.CycleError]},
		{"unknown source", nodes, []scm.Edge{{"z", "a"}},
			`edge z -> a: "z" is not a variable of this model`, is[*scm.UnknownNodeError]},
		{"unknown target", nodes, []scm.Edge{{"a", "z"}},
			`edge a -> z: "z" is not a variable of this model`, is[*scm.UnknownNodeError]},
		{"edge twice", nodes, []scm.Edge{{"a", "b"}, {"a", "b"}},
			"edge a -> b: given twice", is[*scm.DuplicateEdgeError]},
		{"self-edge", nodes, []scm.Edge{{"a", "a"}},
			"edge a -> a: a variable cannot be its own parent", is[*scm.SelfEdgeError]},
		{"node twice", []string{"a", "a"}, nil,
			`variable "a": given twice`, is[*scm.DuplicateNodeError]},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := scm.NewGraph(test.nodes, test.edges)
			if err == nil || err.Error() != test.want || !test.typed(err) {
				t.Errorf("got %T %v, want %s", err, err, test.want)
			}
		})
	}
}

// is reports whether err is of type E.
func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

func TestGraphRelations(t *testing.T) {
	// a -> c -> d, b -> c, a -> d, e alone
	g, err := scm.NewGraph([]string{"d", "c", "b", "a", "e"}, []scm.Edge{{"a", "c"}, {"c", "d"}, {"b", "c"}, {"a", "d"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Order(), []int{2, 3, 1, 0, 4}; !slices.Equal(got, want) {
		t.Errorf("Order() = %v, want %v", got, want)
	}
	if got, want := g.Parents(0), []int{1, 3}; !slices.Equal(got, want) {
		t.Errorf("Parents(d) = %v, want %v", got, want)
	}
	if got, want := g.Children(3), []int{0, 1}; !slices.Equal(got, want) {
		t.Errorf("Children(a) = %v, want %v", got, want)
	}
	if got, want := g.Ancestors(0), []bool{false, true, true, true, false}; !slices.Equal(got, want) {
		t.Errorf("Ancestors(d) = %v, want %v", got, want)
	}
	if got, want := g.Descendants(2), []bool{true, true, false, false, false}; !slices.Equal(got, want) {
		t.Errorf("Descendants(b) = %v, want %v", got, want)
	}
	if g.Index("a") != 3 || g.Index("z") != -1 {
		t.Errorf("Index(a), Index(z) = %d, %d, want 3, -1", g.Index("a"), g.Index("z"))
	}
}

// TestCyclesAreCycles closes a random path among random edges and follows the
// reported cycle edge by edge.
func TestCyclesAreCycles(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f"}
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.SliceOfNDistinct(rapid.IntRange(0, 35), 1, 20, rapid.ID[int]).Draw(t, "edges")
		var edges []scm.Edge
		for _, i := range drawn {
			if i/6 != i%6 {
				edges = append(edges, scm.Edge{From: names[i/6], To: names[i%6]})
			}
		}
		g, err := scm.NewGraph(names, edges)
		if err == nil {
			at := make([]int, len(names))
			for place, n := range g.Order() {
				at[n] = place
			}
			for _, e := range edges {
				if at[g.Index(e.From)] >= at[g.Index(e.To)] {
					t.Fatalf("order %v has %v backwards", g.Order(), e)
				}
			}
			return
		}
		var cycle *scm.CycleError
		if !errors.As(err, &cycle) {
			t.Fatal(err)
		}
		for i, from := range cycle.Nodes {
			e := scm.Edge{From: from, To: cycle.Nodes[(i+1)%len(cycle.Nodes)]}
			if !slices.Contains(edges, e) {
				t.Fatalf("%v reports %v, which is no edge", err, e)
			}
		}
	})
}
