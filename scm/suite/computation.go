package suite

import (
	"fmt"
	"regexp"
	"strings"

	"causalab/scm"
)

// params holds the parameters of a task and which of them a mechanism used.
type params struct {
	*object
	used map[string]bool
}

func importParams(root *node) (*params, error) {
	n, err := root.field("params")
	if err != nil {
		return nil, err
	}
	o, err := n.object()
	if err != nil {
		return nil, err
	}
	return &params{o, make(map[string]bool)}, nil
}

// take returns a parameter's value.
func (p *params) take(name string) (float64, error) {
	n, ok := p.members[name]
	if !ok {
		missing := node{path: "params." + name}
		return 0, missing.fault("missing, though a computation needs it; add it")
	}
	p.used[name] = true
	return n.number()
}

// unused reports the first parameter that no mechanism took.
func (p *params) unused() error {
	for _, key := range p.keys {
		if !p.used[key] {
			return p.members[key].fault("no computation uses it; remove it")
		}
	}
	return nil
}

var (
	baseSyntax   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	termSyntax   = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)\s*\*\s*([A-Za-z_][A-Za-z0-9_]*)$`)
	squareSyntax = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)\s*\*\s*\(\s*([A-Za-z_][A-Za-z0-9_]*)\s*\^\s*2\s*\)$`)
)

// importMechanism reads a computation such as
// "base_freq + coeff2_density_freq * (density ^ 2) + coeff1_density_freq * density"
// and looks its parameters up. Without one, the variable is its base.
func importMechanism(n *node, f *scm.Mechanism, p *params, nodes *object, family scm.Family) error {
	c := n.optional("computation")
	if c == nil {
		var err error
		f.Base, err = p.take(baseParam(f.Name))
		return err
	}
	text, err := c.text()
	if err != nil {
		return err
	}
	parts := strings.Split(text, "+")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	if !baseSyntax.MatchString(parts[0]) {
		return c.fault("want a base first, as in %q, not %q", "base_freq + coeff_density_freq * density", parts[0])
	}
	if f.Base, err = p.take(parts[0]); err != nil {
		return err
	}
	for _, part := range parts[1:] {
		term := scm.Term{Power: 1}
		match := termSyntax.FindStringSubmatch(part)
		if match == nil {
			term.Power = 2
			match = squareSyntax.FindStringSubmatch(part)
		}
		if match == nil {
			return c.fault(`term %q: want "coefficient * property" or "coefficient * (property ^ 2)"`, part)
		}
		term.Parent = match[2]
		switch {
		case nodes.members[term.Parent] == nil:
			return c.fault("term %q: %q is not among the nodes; correct it or add the node", part, term.Parent)
		case term.Parent == f.Name:
			return c.fault("term %q: %s cannot be its own parent; remove the term", part, f.Name)
		case term.Power == 2 && family != scm.Quadratic:
			return c.fault(`term %q: a square needs "equation_family": "quadratic"`, part)
		}
		for _, other := range f.Terms {
			if other.Parent == term.Parent && other.Power == term.Power {
				return c.fault("term %q: %s stands in another term of the same power; add the two together", part, term.Parent)
			}
		}
		if term.Weight, err = p.take(match[1]); err != nil {
			return err
		}
		if term.Weight == 0 {
			return &FieldError{Field: "params." + match[1], Message: fmt.Sprintf(
				"0 makes %s no parent of %s; remove the term and the edge", term.Parent, f.Name)}
		}
		f.Terms = append(f.Terms, term)
	}
	return nil
}
