package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm"
)

// textCommand is one thing that a person can say.
type textCommand struct {
	name     string
	operands string
	summary  string
	spends   bool // it takes a step
	do       func(p *person, rest string) error
}

// textCommands is the table, in the order of help.
func textCommands() []textCommand {
	return []textCommand{
		{"look", "", "show records, reactor and budget", false, (*person).lookAgain},
		{"records", "", "show all measurements", false, (*person).records},
		{"reactor", "", "show the reactor crystal", false, (*person).reactor},
		{"set", "PROPERTY VALUE", "intervene on the manipulator crystal, e.g. set density 40", true, (*person).set},
		{"edge", "A -> B", "draw an edge, e.g. edge density -> frequency", false, (*person).edge},
		{"drop", "A -> B", "remove an edge", false, (*person).drop},
		{"turn", "A -> B", "reverse an edge", false, (*person).turn},
		{"equation", "TEXT", "state the frequency, e.g. equation 20 + c*density; no text: none", false, (*person).equation},
		{"coef", "NAME VALUE", "give a coefficient a number, or null", false, (*person).coefficient},
		{"hypothesis", "", "show what you have written", false, (*person).hypothesis},
		{"undo", "", "take the last change of the hypothesis back", false, (*person).undo},
		{"predict", "", "what your equation gives for the reactor crystal", false, (*person).predict},
		{"residuals", "", "measured less predicted frequency, where allowed", false, (*person).residuals},
		{"think", "", "hand the hypothesis in and do nothing else", true, (*person).think},
		{"open", "", "open the reactor, which locks the manipulator (released protocol)", true, (*person).open},
		{"go", "PLACE", "walk (embodied play): archive, manipulator, whiteboard, reactor", true, (*person).walk},
		{"submit", "VALUE", "predict the reactor crystal's frequency in Hz", true, (*person).submit},
		{"give", "up", "end without a prediction", true, (*person).giveUp},
		{"help", "", "list the commands", false, (*person).help},
		{"quit", "", "leave the episode unfinished", false, (*person).quit},
	}
}

// findTextCommand finds a command by its name or the beginning of it.
func findTextCommand(word string) (*textCommand, error) {
	var found []textCommand
	var names []string
	for _, c := range textCommands() {
		if strings.EqualFold(c.name, word) {
			return &c, nil
		}
		if len(word) < len(c.name) && strings.EqualFold(c.name[:len(word)], word) {
			found = append(found, c)
			names = append(names, c.name)
		}
	}
	switch len(found) {
	case 1:
		return &found[0], nil
	case 0:
		return nil, fmt.Errorf("there is no command %q; help lists them", word)
	}
	return nil, fmt.Errorf("%q may be %s", word, strings.Join(names, " or "))
}

func (p *person) help(string) error {
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	for _, c := range textCommands() {
		mark := " "
		if c.spends {
			mark = "*"
		}
		fmt.Fprintf(table, "%s %s %s\t%s\n", mark, c.name, c.operands, c.summary)
	}
	table.Flush()
	fmt.Fprint(p.out, "\n* takes a step, and hands in the hypothesis as it stands. Names may be shortened.\n")
	return nil
}

func (p *person) lookAgain(string) error {
	p.look()
	return nil
}

func (p *person) records(string) error {
	o := p.episode.Observe()
	writeRecords(p.out, &o)
	return nil
}

func (p *person) reactor(string) error {
	o := p.episode.Observe()
	writeReactor(p.out, &o)
	return nil
}

func (p *person) set(rest string) error {
	name, text := lastWord(rest)
	if name == "" {
		return errors.New("say which property and which value, e.g. set density 40")
	}
	property, err := readVariable(name, p.episode.World())
	if err != nil {
		return err
	}
	if property == scm.Frequency {
		return errors.New("the frequency cannot be set, only properties")
	}
	value, err := readNumber(text)
	if err != nil {
		return err
	}
	return p.step(dsl.Record{Action: dsl.ActionIntervene, Experiment: &dsl.Experiment{TargetProp: property, TargetValue: &value}})
}

func (p *person) edge(rest string) error { return p.edit(rest, p.draft.addEdge) }
func (p *person) drop(rest string) error { return p.edit(rest, p.draft.dropEdge) }
func (p *person) turn(rest string) error { return p.edit(rest, p.draft.turnEdge) }

func (p *person) edit(rest string, change func(scm.Edge) error) error {
	e, err := readEdge(rest, p.episode.World())
	if err != nil {
		return err
	}
	if err := change(e); err != nil {
		return err
	}
	writeEdges(p.out, p.draft.now.Edges)
	return nil
}

func (p *person) equation(rest string) error {
	added, err := p.draft.setEquation(rest)
	if err != nil {
		return err
	}
	if len(added) > 0 {
		fmt.Fprintf(p.out, "Not known yet: %s. Give each a number, e.g. coef %s 2.\n", strings.Join(added, ", "), added[0])
	}
	writeEquation(p.out, &p.draft)
	return nil
}

func (p *person) coefficient(rest string) error {
	name, text := lastWord(rest)
	if name == "" {
		return errors.New("say which coefficient and which number, e.g. coef c_density 2")
	}
	if strings.EqualFold(text, "null") {
		p.draft.setCoefficient(name, nil)
	} else {
		value, err := readNumber(text)
		if err != nil {
			return err
		}
		p.draft.setCoefficient(name, &value)
	}
	writeEquation(p.out, &p.draft)
	return nil
}

func (p *person) hypothesis(string) error {
	writeEdges(p.out, p.draft.now.Edges)
	writeEquation(p.out, &p.draft)
	record := dsl.Record{Hypothesis: p.draft.now}
	refusals, warnings := dsl.Inspect(record.String(), p.episode.World())
	for _, list := range [][]dsl.Error{refusals, warnings} {
		for i := range list {
			fmt.Fprintf(p.out, "%s.\n", upperFirst(strings.TrimSuffix(list[i].Message, ".")))
		}
	}
	return nil
}

func (p *person) undo(string) error {
	if !p.draft.undo() {
		return errors.New("there is nothing to undo; steps cannot be taken back")
	}
	if err := p.episode.Note(game.EventUndo, "", p.now()); err != nil {
		return err
	}
	writeEdges(p.out, p.draft.now.Edges)
	writeEquation(p.out, &p.draft)
	return nil
}

func (p *person) predict(string) error {
	o := p.episode.Observe()
	if o.Reactor == nil {
		return errors.New("the reactor crystal is not to be seen until the reactor is opened")
	}
	equation, stated, refusal := p.draft.now.Interpret(p.episode.World())
	switch {
	case refusal != nil:
		return refusal
	case !stated:
		return errors.New("state an equation first, e.g. equation 20 + 2*density")
	}
	hz, ok := equation.Evaluate(o.Reactor.Get)
	if !ok {
		return errors.New("give every coefficient a number first")
	}
	fmt.Fprintf(p.out, "Your equation gives %s Hz for the reactor crystal.\n", formatNumber(hz))
	return nil
}

func (p *person) residuals(string) error {
	if !p.episode.Options().Residuals {
		return errors.New("residuals are not shown in this episode; -residuals at its start allows them")
	}
	list, refusal := p.episode.Residuals(&p.draft.now)
	if refusal != nil {
		return refusal
	}
	if err := p.episode.Note(game.EventLook, "", p.now()); err != nil {
		return err
	}
	writeResiduals(p.out, list)
	return nil
}

func (p *person) think(string) error { return p.step(dsl.Record{}) }

func (p *person) open(string) error {
	if p.episode.Observe().Reactor != nil {
		return errors.New("the reactor crystal can be seen already")
	}
	if err := p.step(dsl.Record{Action: dsl.ActionOpenReactor}); err != nil {
		return err
	}
	return p.reactor("")
}

func (p *person) walk(rest string) error {
	if !p.episode.Options().Embodied {
		return errors.New("in this episode everything is at hand; there is no need to walk")
	}
	return p.step(dsl.Record{Action: dsl.ActionMove, To: strings.ToLower(strings.TrimPrefix(rest, "to "))})
}

func (p *person) submit(rest string) error {
	if rest == "" {
		return errors.New("say the frequency in Hz, e.g. submit 123.4")
	}
	value, err := readNumber(rest)
	if err != nil {
		return err
	}
	return p.step(dsl.Record{Action: dsl.ActionSubmit, Value: &value})
}

func (p *person) giveUp(rest string) error {
	if !strings.EqualFold(rest, "up") {
		return errors.New("to end without a prediction say give up")
	}
	return p.step(dsl.Record{Action: dsl.ActionGiveUp})
}

func (p *person) quit(string) error {
	p.leaving = true
	return nil
}
