package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"causalab/dsl"
	"causalab/game"
)

// person plays one episode in a terminal.
type person struct {
	out     io.Writer
	episode *game.Episode
	draft   draft
	begin   time.Time
	leaving bool
}

// playText plays with a person: commands in, tables out.
func playText(s *streams, e *game.Episode) error {
	lines, stop := readInBackground(s.stdin)
	defer stop()
	p := &person{out: s.out, episode: e, draft: draft{world: e.World()}, begin: time.Now()}
	p.welcome()
	for !e.Done() && !p.leaving {
		fmt.Fprint(p.out, "\n> ")
		if err := s.out.Flush(); err != nil {
			return err
		}
		next := <-lines
		switch {
		case errors.Is(next.err, io.EOF):
			p.leaving = true
		case errors.Is(next.err, errInterrupted):
			return next.err
		case next.err != nil:
			return fmt.Errorf("line %d: %w", next.number, next.err)
		case !isBlank(next.line):
			if err := p.obey(strings.TrimSpace(string(next.line))); err != nil {
				fmt.Fprintf(p.out, "%s.\n", upperFirst(strings.TrimSuffix(plain(err), ".")))
			}
		}
	}
	if !e.Done() {
		fmt.Fprintln(p.out)
		return &exitError{exitUnfinished, fmt.Sprintf("the episode is left unfinished after %s", count(e.Observe().Step, "step"))}
	}
	writeResult(p.out, e)
	return nil
}

// obey carries out one line.
func (p *person) obey(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	c, err := findTextCommand(word)
	if err != nil {
		return err
	}
	return c.do(p, strings.TrimSpace(rest))
}

// now is the time since the beginning in milliseconds.
func (p *person) now() int64 { return time.Since(p.begin).Milliseconds() }

// welcome says what there is and how to go on.
func (p *person) welcome() {
	o := p.episode.Observe()
	fmt.Fprintf(p.out, "%s (%s model, %s protocol)\n\n", o.Task, o.Family, o.Protocol)
	fmt.Fprint(p.out, "Find out what the resonance frequency of crystals follows from, and predict that of the\nreactor crystal.\n\n")
	p.look()
	fmt.Fprint(p.out, "\n\"help\" lists the commands.\n")
}

// look shows all that is known.
func (p *person) look() {
	o := p.episode.Observe()
	writeRecords(p.out, &o)
	fmt.Fprintln(p.out)
	writeReactor(p.out, &o)
	if o.Place != "" {
		fmt.Fprintf(p.out, "You are at the %s.\n", o.Place)
	}
	writeBudget(p.out, &o)
}

// step hands in the draft with an action. A record that would be refused is
// not handed in: a slip of typing costs nothing.
func (p *person) step(r dsl.Record) error {
	r.Hypothesis = p.draft.now
	text := r.String()
	refusals, _ := dsl.Inspect(text, p.episode.World())
	if len(refusals) > 0 {
		for i := range refusals {
			fmt.Fprintf(p.out, "%s.\n", upperFirst(strings.TrimSuffix(refusals[i].Message, ".")))
		}
		return errors.New("so nothing was done and no step was spent")
	}
	before := p.episode.Observe().Budget.Interventions.Used
	p.episode.Step(text, p.now())
	o := p.episode.Observe()
	for i := range o.Warnings {
		fmt.Fprintf(p.out, "Note: %s.\n", strings.TrimSuffix(o.Warnings[i].Message, "."))
	}
	if o.LastError != nil {
		fmt.Fprintf(p.out, "%s That cost a step.\n", upperFirst(o.LastError.Message))
	}
	if o.Budget.Interventions.Used > before {
		writeChanges(p.out, &o)
	}
	switch o.Answer {
	case game.AnswerNotActivated:
		fmt.Fprintln(p.out, "The reactor is not activated: the frequency is not right.")
	case game.AnswerVerification:
		fmt.Fprintln(p.out, "Before it counts, see how far your equation is from the measured frequencies:")
		writeResiduals(p.out, o.Residuals)
		fmt.Fprintln(p.out, "Go on, or submit again.")
	}
	if !p.episode.Done() {
		writeBudget(p.out, &o)
	}
	return nil
}

func upperFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
