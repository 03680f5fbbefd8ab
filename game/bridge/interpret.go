package bridge

import (
	"math"

	"causalab/dsl"
	"causalab/game"
	"causalab/metrics"
)

// interpretation is a hypothesis's frequency equation expanded for display.
type interpretation struct {
	Stated   bool              `json:"stated"`
	Equation string            `json:"equation"`
	Base     *float64          `json:"base"` // null while unknown
	Terms    []interpretedTerm `json:"terms"`
	// Predicted is the reactor's frequency by the hypothesis in Hz, null while
	// the reactor or a coefficient is unknown.
	Predicted *float64 `json:"predicted"`
	Missing   []string `json:"missing"` // coefficients without a number
}

type interpretedTerm struct {
	Parent string   `json:"parent"`
	Power  int      `json:"power"`
	Value  *float64 `json:"value"`
}

// Interpret answers what a hypothesis says of the frequency.
func (s *Session) Interpret(hypothesis string) string {
	if s.current == nil {
		return noEpisode()
	}
	h, err := s.readHypothesis(hypothesis)
	if err != nil {
		return refuseWith(err)
	}
	equation, stated, err := h.Interpret(s.current.World())
	if err != nil {
		return refuseWith(err)
	}
	i := interpretation{Stated: stated, Terms: []interpretedTerm{}, Missing: []string{}}
	for _, c := range h.Coefficients {
		if c.Value == nil {
			i.Missing = append(i.Missing, c.Name)
		}
	}
	if !stated {
		return answer(i)
	}
	i.Equation = equation.String()
	i.Base = known(equation.Base)
	for _, t := range equation.Terms {
		i.Terms = append(i.Terms, interpretedTerm{t.Parent, t.Power, known(t.Amount)})
	}
	if reactor := s.current.Observe().Reactor; reactor != nil {
		if hz, ok := equation.Evaluate(reactor.Get); ok && !math.IsInf(hz, 0) && !math.IsNaN(hz) {
			i.Predicted = &hz
		}
	}
	return answer(i)
}

func known(a dsl.Amount) *float64 {
	if !a.Known || math.IsInf(a.Value, 0) || math.IsNaN(a.Value) {
		return nil
	}
	return &a.Value
}

// readHypothesis reads a hypothesis through the record parser, so that names
// are resolved as they will be when it is played.
func (s *Session) readHypothesis(hypothesis string) (dsl.Hypothesis, *dsl.Error) {
	r, _, err := dsl.Parse(`{"hypothesis":`+hypothesis+`}`, s.current.World())
	return r.Hypothesis, err
}

// fit is how well a hypothesis matches the records.
type fit struct {
	Rows    []fitRow `json:"rows"`
	Matched int      `json:"matched"`
	Largest float64  `json:"largest"` // Hz
}

type fitRow struct {
	ID        string  `json:"id"`
	Measured  float64 `json:"measured"`
	Predicted float64 `json:"predicted"`
	Residual  float64 `json:"residual"`
}

// Residuals answers how well a hypothesis matches every record so far, where
// the option residuals allows it. The look is logged.
func (s *Session) Residuals(hypothesis string, tMs int64) string {
	if s.current == nil {
		return noEpisode()
	}
	if !s.current.Options().Residuals && !s.current.Done() {
		return refuse(CodeNotAllowed, "options.residuals", "Residuals are not shown in this episode.")
	}
	h, err := s.readHypothesis(hypothesis)
	if err != nil {
		return refuseWith(err)
	}
	residuals, err := s.current.Residuals(&h)
	if err != nil {
		return refuseWith(err)
	}
	if !s.current.Done() {
		s.current.Note(game.EventLook, "", tMs)
	}
	records := s.current.Observe().Records
	f := fit{Rows: make([]fitRow, len(residuals))}
	for i, r := range residuals {
		measured := *records[i].Freq
		f.Rows[i] = fitRow{r.ID, measured, measured - r.Residual, r.Residual}
		if math.Abs(r.Residual) <= metrics.ConsistencyTolerance {
			f.Matched++
		}
		f.Largest = max(f.Largest, math.Abs(r.Residual))
	}
	return answer(f)
}
