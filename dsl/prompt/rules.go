package prompt

import (
	"fmt"
	"slices"
	"strings"

	"causalab/dsl"
	"causalab/scm"
)

// Stages returns the prompt of one step: the rules of the episode, to be sent as
// the system's message, and the running state, as the user's.
func Stages(s Situation) (system, user string) { return rules(&s), state(&s) }

// page gathers text, paragraph by paragraph.
type page struct{ strings.Builder }

func (p *page) heading(text string) { p.WriteString("\n## " + text + "\n\n") }

func (p *page) line(format string, values ...any) {
	fmt.Fprintf(p, format+"\n", values...)
}

func rules(s *Situation) string {
	p := new(page)
	p.line("# Reactor lab")
	p.line("")
	p.line("You work in a laboratory with crystals. Every crystal has %d measured properties and a resonance frequency, and one hidden mechanism, the same for all crystals, says which of them causes which and by how much. A reactor holds a crystal whose frequency nobody shows you. Find the mechanism and predict that frequency in Hz.", len(s.Properties))
	p.line("")
	p.line("Two things are scored: your prediction, which is right if it is less than 5 Hz off, and the mechanism you have written down, at every step and at the end.")
	s.variables(p)
	s.mechanism(p)
	s.interventions(p)
	s.course(p)
	s.form(p)
	s.example(p)
	s.refusals(p)
	return p.String()
}

func (s *Situation) variables(p *page) {
	p.heading("Variables")
	for _, v := range s.Properties {
		note := "can be set"
		if !slices.Contains(s.Controllable, v.Name) {
			note = "can only be observed"
		}
		p.line("- `%s` (%s): %s", v.Name, v.Display, note)
	}
	p.line("- `%s` (%s): can only be observed", scm.Frequency, scm.DisplayName(scm.Frequency))
}

func (s *Situation) mechanism(p *page) {
	p.heading("The mechanism")
	p.line("The causes form a directed graph without cycles. An edge from A to B means that A is a direct cause, a parent, of B.")
	if s.Family == scm.Quadratic {
		p.line("Every variable is its own base plus a quadratic term for each parent: X = base + u1*P1^2 + w1*P1 + u2*P2^2 + w2*P2 + …")
		p.line("There are no products of different parents.")
	} else {
		p.line("Every variable is its own base plus a linear term for each parent: X = base + w1*P1 + w2*P2 + …")
		p.line("There are no powers and no products of parents.")
	}
	p.line("Coefficients are the same in every crystal. So is the base of the frequency and of every property that can only be observed. The base of a property that can be set belongs to each crystal.")
	if s.FreqParent {
		p.line("The frequency may itself be a parent of properties in this task.")
	} else {
		p.line("The frequency is no parent of any property.")
	}
	p.line("Every value is rounded to two decimals before its effects follow from it.")
	if s.Disturbance {
		p.line("After an intervention, readings may also be moved by an influence that is not measured. It is not the same after every intervention.")
	}
}

// effect tells what an intervention does under the semantics.
func (s *Situation) effect(p *page) {
	if s.Semantics == scm.Target {
		p.line("An intervention of value v on a property X changes the base of X by just what it takes for X to read v now%s. The parents of X keep contributing: if one of them changes later, X moves along, from the new base. Everything that X causes, directly or through others, follows.", s.aside())
	} else {
		p.line("An intervention of value v on a property X makes v the base of X. The parents of X keep contributing, so X then reads v plus what they add; only a property without parents reads v itself%s. Everything that X causes, directly or through others, follows.", s.aside())
	}
	p.line("The new base stays until X is set again. What does not descend from X does not react to it.")
}

func (s *Situation) aside() string {
	if s.Disturbance {
		return ", the influence that is not measured aside"
	}
	return ""
}

func (s *Situation) interventions(p *page) {
	p.heading("Interventions")
	if s.Golden {
		p.line("You have no interventions of your own. Instead, a chain of interventions that was carried out beforehand is among your records: every record with an `intervention` was measured right after it. All of them act on one crystal, that of record `%s`, each on top of those before. Records without one are plain observations, of that crystal before the chain and of others. A chain can be empty; then there are observations only.", s.ChainStart)
		p.line("")
		s.effect(p)
		return
	}
	p.line("In the manipulator lies a crystal that you can intervene on: you choose a property that can be set and any finite value, which is rounded to two decimals, and get a new measurement of all variables. You have %s in all.", count(s.Interventions.total(), "intervention"))
	p.line("")
	s.effect(p)
}

func (s *Situation) course(p *page) {
	p.heading("Course")
	p.line("- A step is one record from you with at most one action. There are at most %s; after the last one the episode ends.", count(s.Steps.total(), "step"))
	if s.ClosedReactor {
		p.line("- The reactor is closed. `open_reactor` shows the properties of its crystal and locks the manipulator for good: no intervention is possible afterwards. You can submit only after that.")
	} else {
		p.line("- The reactor crystal's properties are shown from the start, its frequency never.")
	}
	if s.ClosedReactor {
		p.line("- The reactor's frequency lies between 0 and 10000 Hz; a prediction outside is not allowed.")
	}
	switch n := s.Submissions.total(); {
	case n == 1:
		p.line("- You have one submission. It ends the episode.")
	default:
		p.line("- You have %s, and all of them count. The episode ends with the first that is less than 5 Hz off, or with the last. A wrong one is answered by \"not activated\" and nothing else.", count(n, "submission"))
	}
	if s.Verification {
		p.line("- Your first submission is a check: it is answered by the residuals (measured minus predicted frequency) of your hypothesis on every record, costs a step but no submission, and you may then go on or submit again.")
	}
	if s.Embodied {
		p.line("- You stand somewhere in the lab: %s. `move` takes you to another place and is a step of its own. Interventions are possible only at the manipulator, %s only at the reactor.", list(dsl.Places()), s.atReactor())
	}
	p.line("- An action that the rules don't allow at the moment spends the step and nothing else, and you are told why.")
}

func (s *Situation) atReactor() string {
	if s.ClosedReactor {
		return "opening it and submissions"
	}
	return "submissions"
}

func (s *Situation) form(p *page) {
	p.heading("Your record")
	p.line("Answer every step with exactly one JSON object. It has five fields and, where they apply, an action and its arguments:")
	p.line("")
	p.line("- `memory`: text that you want to keep. Of your earlier steps you get back only the last record's memory, past_data and hypothesis.")
	p.line("- `thought`: your reasoning in this step.")
	p.line("- `past_data`: the measurements you go by, `{\"id\", \"props\", \"freq\"}`, with `intervention` where there was one. You may copy records as they are given. It is not scored.")
	p.line("- `hypothesis`: what you believe, the only part that is scored:")
	p.line("  - `edges`: list of `{\"from\": cause, \"to\": effect}` over all variables, not only the frequency's parents.")
	if s.Family == scm.Quadratic {
		p.line("  - `freq_equation`: `resonanceFreq = base + c_a_2*a^2 + c_a_1*a + …` over the frequency's parents; `+ - * / ^ ( )`, numbers, properties and coefficients. At most power 2 and no products of properties. Empty while you cannot state it.")
	} else {
		p.line("  - `freq_equation`: `resonanceFreq = base + c_a*a + c_b*b` over the frequency's parents; `+ - * / ( )`, numbers, properties and coefficients. No powers and no products of properties. Empty while you cannot state it.")
	}
	p.line("  - `coefficients`: each name in the equation that is no property, with its number, or null while you don't know it.")
	p.line("  Once the equation is stated, every edge into resonanceFreq needs a term and every term an edge.")
	p.line("- `experiment`: `{\"target_prop\", \"target_value\"}`, %s. Leave it out if you plan none.", s.experimentIs())
	p.line("")
	p.line("`action` is one of:")
	p.line("")
	p.line("- `none`, or no action at all: only think.")
	if !s.Golden {
		p.line("- `intervene`: carry out `experiment`.")
	}
	if s.ClosedReactor {
		p.line("- `open_reactor`: see the reactor crystal's properties; locks the manipulator.")
	}
	if s.Embodied {
		p.line("- `move`, with `to`: go to %s.", choice(dsl.Places()))
	}
	p.line("- `submit`, with `value`: your prediction of the reactor's frequency in Hz, a number. The record's hypothesis is your final one: it needs an equation and no null.")
	p.line("- `give_up`: end without a prediction.")
}

func (s *Situation) experimentIs() string {
	if s.Golden {
		return "the experiment you would do next if you could"
	}
	return "the experiment you would do next"
}

func (s *Situation) refusals(p *page) {
	p.heading("Refusals")
	p.line("A record that cannot be read or contradicts itself is refused: you get a code, the path of the field and a sentence that says what to do, and may send the step again, at most %s. If that fails too, the step is spent. Refused are, among others: text that is not one JSON object, unknown names, an edge from a variable to itself or given twice, a number in quotes, a coefficient that is in the equation but not in `coefficients`, a term outside the %s form, an equation that does not match the edges, unknown fields and actions.", count(s.Retries, "more time"), s.Family)
	p.line("Prose, a code fence or a <think> block around the object is no fault.")
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// list joins names with "and", choice with "or".
func list(names []string) string   { return join(names, " and ") }
func choice(names []string) string { return join(names, " or ") }

func join(names []string, last string) string {
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + last + names[n-1]
}
