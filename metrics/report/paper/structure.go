package paper

import "causalab/scm/suite"

// Structure describes the graphs of a suite, as the paper's Table 1 does.
type Structure struct {
	Suite        string
	Nodes        int
	Graphs       int
	EdgeMean     float64
	EdgeVariance float64 // of the graphs, divided by their number
	ForkMean     float64 // forks of a graph: Σ outdegree·(outdegree-1)/2
	ColliderMean float64 // colliders of a graph: Σ indegree·(indegree-1)/2
}

// StructureOf measures the graphs of a suite.
func StructureOf(s *suite.Suite) Structure {
	x := Structure{Suite: s.Name, Nodes: s.Nodes, Graphs: len(s.Tasks)}
	var edges, squares, forks, colliders int
	for _, task := range s.Tasks {
		g := task.Model.Graph()
		n := len(g.Edges())
		edges += n
		squares += n * n
		for i := range task.Model.Len() {
			out, in := len(g.Children(i)), len(g.Parents(i))
			forks += out * (out - 1) / 2
			colliders += in * (in - 1) / 2
		}
	}
	n := float64(len(s.Tasks))
	x.EdgeMean = float64(edges) / n
	x.EdgeVariance = float64(squares)/n - float64(x.EdgeMean*x.EdgeMean)
	x.ForkMean = float64(forks) / n
	x.ColliderMean = float64(colliders) / n
	return x
}

// structure reads a row of the paper's Table 1.
func structure(cells map[string]any) Structure {
	nodes := int(number(cells, "nodes"))
	return Structure{
		Suite: suiteOf(nodes), Nodes: nodes, Graphs: int(number(cells, "graphs")),
		EdgeMean: number(cells, "edge_mean"), EdgeVariance: number(cells, "edge_variance"),
		ForkMean: number(cells, "fork_mean"), ColliderMean: number(cells, "collider_mean"),
	}
}
