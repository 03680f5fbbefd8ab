package main

import (
	"fmt"
	"strings"

	"causalab/game"
)

// set is a named list of suites and settings that belong into one comparison of
// the paper.
type set struct {
	name  string
	title string
	parts []setPart
}

// setPart is suites that are played under the same rules. Empty fields leave the
// choice to the flags or the defaults.
type setPart struct {
	suites       []string
	budget       string // observations and interventions, like "3o12i"
	verification game.Verification
}

// sets is the table of named sets. Budgets are those of the paper's Tables 9
// to 12; everywhere else it plays with the defaults.
var sets = []set{
	{"main", "3 to 7 nodes, the main comparison (Tables 7 and 8)",
		[]setPart{{suites: []string{"3nodes", "4nodes", "5nodes", "6nodes", "7nodes"}}}},
	{"quadratic", "linear and hard quadratic mechanisms (Table 3)",
		[]setPart{{suites: []string{"4nodes", "4nodes_quad_hard"}}}},
	{"hidden", "a hidden disturbance: how many properties, how large, and on the frequency (Table 4)",
		[]setPart{{suites: []string{
			"4nodes", "4nodes_hidden_n1", "4nodes_hidden_n2", "4nodes_hidden_n3",
			"4nodes_hidden_vrange_pm0p5", "4nodes_hidden_vrange_pm5", "4nodes_hidden_vrange_pm50",
			"4nodes_hidden_freqnode_n1", "4nodes_hidden_freqnode_n2", "4nodes_hidden_freqnode_n3",
		}}}},
	{"freqparent", "the frequency may be a parent (Table 5)",
		[]setPart{{suites: []string{"4nodes", "4nodes_freqparent", "6nodes", "6nodes_freqparent"}}}},
	{"golden", "a given chain of interventions in place of one's own (Table 6)",
		[]setPart{{suites: []string{"4nodes", "4nodes_golden", "6nodes", "6nodes_golden"}}}},
	{"scaling-4nodes", "more observations, more interventions, or both, with 4 nodes (Tables 9 and 11)",
		budgets("4nodes", "3o0i", "6o0i", "12o0i", "24o0i", "0o3i", "0o6i", "0o12i", "0o24i", "3o3i", "3o6i", "3o12i", "3o24i")},
	{"scaling-6nodes", "more observations, more interventions, or both, with 6 nodes (Tables 10 and 12)",
		budgets("6nodes", "5o0i", "10o0i", "20o0i", "0o5i", "0o10i", "0o20i", "5o5i", "5o10i", "5o20i")},
	{"verification", "without and with the residuals of the first submission (Section 5.5)",
		[]setPart{
			{suites: []string{"4nodes", "6nodes"}, verification: game.NoVerification},
			{suites: []string{"4nodes", "6nodes"}, verification: game.RequiredVerification},
		}},
}

func budgets(suite string, budgets ...string) []setPart {
	var parts []setPart
	for _, b := range budgets {
		parts = append(parts, setPart{suites: []string{suite}, budget: b})
	}
	return parts
}

func findSet(name string) (*set, error) {
	var known []string
	for i := range sets {
		if sets[i].name == name {
			return &sets[i], nil
		}
		known = append(known, sets[i].name)
	}
	return nil, badUsage("set %q is not known; known are %s", name, strings.Join(known, ", "))
}

// over puts the part's rules over those of the flags, which must not say the
// same.
func (p *setPart) over(o game.Options) (game.Options, error) {
	if p.budget != "" {
		if o.Observations != nil || o.Interventions != nil {
			return o, badUsage("the set says observations and interventions; leave -budget, -observations and -interventions out")
		}
		if err := o.SetBudget(p.budget); err != nil {
			return o, err
		}
	}
	if p.verification != "" {
		if o.Verification != "" {
			return o, badUsage("the set says the verification; leave -verification out")
		}
		o.Verification = p.verification
	}
	return o, nil
}

// writeSets prints the named sets and what is in them.
func writeSets(s *streams) error {
	for i := range sets {
		fmt.Fprintf(s.out, "%s: %s\n", sets[i].name, sets[i].title)
		for _, p := range sets[i].parts {
			rules := ""
			if p.budget != "" {
				rules += " " + p.budget
			}
			if p.verification != "" {
				rules += " verification=" + string(p.verification)
			}
			fmt.Fprintf(s.out, "  %s%s\n", strings.Join(p.suites, " "), rules)
		}
	}
	return nil
}
