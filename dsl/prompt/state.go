package prompt

import (
	"strconv"

	"causalab/dsl"
)

func state(s *Situation) string {
	p := new(page)
	if s.Task != "" {
		p.line("# Task %s, after %s", s.Task, count(s.Steps.Used, "step"))
	} else {
		p.line("# After %s", count(s.Steps.Used, "step"))
	}
	if s.Ended {
		p.line("")
		p.line("The episode has ended. No record is taken any more.")
	}
	s.answer(p)
	p.heading("Budget")
	p.line("- steps: %s", s.Steps)
	if s.Golden {
		p.line("- interventions: none in this episode")
	} else {
		p.line("- interventions: %s", s.Interventions)
	}
	p.line("- submissions: %s", s.Submissions)
	if s.Embodied {
		p.line("")
		p.line("You are at the %s.", s.Place)
	}
	s.measurements(p)
	s.ownRecord(p)
	if !s.Ended {
		p.line("")
		p.line("Now give your next record as one JSON object.")
	}
	return p.String()
}

func (a Allowance) String() string {
	return strconv.Itoa(a.Used) + " of " + strconv.Itoa(a.total()) + " used, " + strconv.Itoa(a.Left) + " left"
}

// answer tells what became of the last record.
func (s *Situation) answer(p *page) {
	if e := s.LastError; e != nil {
		switch {
		case !s.Refused:
			p.heading("Your action was not allowed")
			writeError(p, e)
			p.line("The step is spent.")
		case s.Tries > 0:
			p.heading("Your record was refused")
			writeError(p, e)
			p.line("Correct it and send the step again; %s left.", isOrAre(s.Retries+1-s.Tries, "try", "tries"))
		default:
			p.heading("Your record was refused")
			writeError(p, e)
			p.line("That was the last try: the step is spent, and your last valid hypothesis stands.")
		}
	}
	if s.NotActivated {
		p.heading("Your submission")
		p.line("Not activated. %s left.", isOrAre(s.Submissions.Left, "submission", "submissions"))
	}
	if len(s.Residuals) > 0 {
		p.heading("Verification")
		p.line("Measured minus predicted frequency of your hypothesis, in Hz. It cost no submission; go on or submit again.")
		p.line("")
		for _, r := range s.Residuals {
			p.line("- %s: %s", r.ID, format(r.Residual))
		}
	}
	if len(s.Changed) > 0 {
		p.heading("What the last intervention moved")
		for _, c := range s.Changed {
			sign := ""
			if c.By > 0 {
				sign = "+"
			}
			p.line("- %s: %s -> %s (%s%s)", c.Name, format(c.From), format(c.To), sign, format(c.By))
		}
	}
	if len(s.Warnings) > 0 {
		p.heading("Warnings")
		p.line("Your record was taken as it is.")
		p.line("")
		for i := range s.Warnings {
			writeError(p, &s.Warnings[i])
		}
	}
}

func writeError(p *page, e *dsl.Error) {
	if e.Path == "" {
		p.line("- `%s`: %s", e.Code, e.Message)
		return
	}
	p.line("- `%s` at `%s`: %s", e.Code, e.Path, e.Message)
}

func (s *Situation) measurements(p *page) {
	p.heading("Records")
	if len(s.Records) == 0 {
		p.line("None yet.")
	}
	for i := range s.Records {
		p.line("%s", s.Records[i].AppendJSON(nil))
	}
	p.heading("Manipulator crystal")
	p.line("%s", s.Manipulator.AppendJSON(nil))
	switch {
	case s.Golden:
		p.line("This is the crystal as the chain left it. It cannot be intervened on.")
	case s.Locked:
		p.line("The manipulator is locked.")
	case s.Interventions.Left == 0:
		p.line("All interventions are spent.")
	}
	p.heading("Reactor crystal")
	if s.Reactor == nil {
		p.line("The reactor is closed.")
		return
	}
	p.line("%s", s.Reactor.AppendJSON(nil))
	p.line("Its frequency is what you have to predict.")
}

// ownRecord gives back what the player kept.
func (s *Situation) ownRecord(p *page) {
	if s.Last == nil {
		return
	}
	p.heading("Your last record")
	kept := dsl.Record{Memory: s.Last.Memory, PastData: s.Last.PastData, Hypothesis: s.Last.Hypothesis}
	p.line("%s", kept.String())
}

func isOrAre(n int, one, many string) string {
	if n == 1 {
		return "1 " + one + " is"
	}
	return strconv.Itoa(n) + " " + many + " are"
}

func format(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
