package player

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm"
	"causalab/scm/suite"
)

// strategy is what makes one player differ from another: which experiments it
// makes and what it believes. Getting through the episode is [conduct]'s.
type strategy interface {
	// learn takes in the readings from l.readings[from:] on.
	learn(l *lab, from int)
	// experiment proposes the next intervention; ok is false when the player wants
	// no more, and then x.why may say why. What was proposed is carried out next.
	experiment(l *lab) (x experiment, ok bool)
	// believe returns what the player holds to be true now. Its terms are those
	// of the task's family, and its graph is acyclic.
	believe(l *lab) belief
}

// experiment is an intervention with the reason for it, a short sentence.
type experiment struct {
	property int
	value    float64
	why      string
}

// conduct takes a strategy through an episode under any rules: it walks where
// actions are possible, opens the reactor when the experiments are over, submits
// and submits again.
type conduct struct {
	start     func(l *lab) strategy
	strategy  strategy // nil before the first step
	lab       *lab
	known     int  // readings the strategy has learned
	seen      bool // it knew the reactor's properties when it was last asked
	belief    belief
	planned   *experiment
	sated     bool   // the strategy wants no further experiment
	closing   string // why
	submitted []float64
}

// Steps kept for the end: a submission, and another one where the first is
// answered by residuals. Whether that is so is told only by the answer.
const lastSteps = 2

// mostPastData is how many readings a record carries, the latest; more could make
// it longer than records may be.
const mostPastData = 1000

func (c *conduct) Next(o *game.Observation) string {
	if c.lab == nil {
		c.lab = newLab(o)
	}
	c.lab.update(o)
	if c.strategy == nil {
		c.strategy = c.start(c.lab)
	}
	c.update()

	r := dsl.Record{
		Memory:     c.memory(o),
		PastData:   o.Records[max(0, len(o.Records)-mostPastData):],
		Hypothesis: c.belief.hypothesis(c.lab),
	}
	if x := c.next(o); x != nil {
		r.Experiment = &dsl.Experiment{TargetProp: c.lab.names[x.property], TargetValue: pointer(x.value)}
		r.Thought = sentences(c.belief.remark, x.why)
		if c.goTo(o, &r, game.AtManipulator) {
			r.Action = dsl.ActionIntervene
			c.planned = nil
		}
		return r.String()
	}
	r.Thought = sentences(c.belief.remark, c.closing)
	switch {
	case !c.goTo(o, &r, game.AtReactor):
	case o.Reactor == nil:
		r.Action = dsl.ActionOpenReactor
		r.Thought = sentences(r.Thought, "I open the reactor, which ends my experiments.")
	default:
		c.submit(o, &r)
	}
	return r.String()
}

// update asks the strategy again if there is anything new.
func (c *conduct) update() {
	n := len(c.lab.readings)
	visible := c.lab.reactor != nil
	if c.belief.parents != nil && c.known == n && c.seen == visible {
		return
	}
	if c.known < n {
		c.strategy.learn(c.lab, c.known)
	}
	c.known, c.seen = n, visible
	c.belief = c.strategy.believe(c.lab)
	c.belief.tidy(c.lab)
}

// next returns the experiment to be made now, or nil.
func (c *conduct) next(o *game.Observation) *experiment {
	if o.Phase != game.Experiment || o.Budget.Interventions.Left == 0 || c.sated || len(c.submitted) > 0 {
		return nil
	}
	need := 1 + lastSteps
	if o.Place != "" {
		need++ // the way back to the reactor
		if o.Place != game.AtManipulator {
			need++
		}
	}
	if o.Reactor == nil {
		need++
	}
	if o.Budget.Steps.Left < need {
		return nil
	}
	if c.planned == nil {
		x, ok := c.strategy.experiment(c.lab)
		if !ok {
			c.sated, c.closing = true, x.why
			return nil
		}
		x.value = scm.Round(x.value)
		c.planned = &x
	}
	return c.planned
}

// goTo says whether the player is at a place; if not, the record walks there.
func (c *conduct) goTo(o *game.Observation, r *dsl.Record, place game.Place) bool {
	if o.Place == "" || o.Place == place {
		return true
	}
	r.Action, r.To = dsl.ActionMove, string(place)
	r.Thought = sentences(r.Thought, "I walk to the "+string(place)+".")
	return false
}

func (c *conduct) submit(o *game.Observation, r *dsl.Record) {
	if o.Answer == game.AnswerVerification {
		// The submission was a check and did not count.
		c.submitted = c.submitted[:0]
		r.Thought = sentences(r.Thought, c.read(o.Residuals))
	} else if len(c.submitted) > 0 {
		r.Thought = sentences(r.Thought, fmt.Sprintf("%s Hz was wrong.", number(c.submitted[len(c.submitted)-1])))
	}
	hz := c.prediction()
	if o.Protocol == game.Released {
		hz = min(max(hz, suite.LowestFrequency), suite.HighestFrequency)
	}
	c.submitted = append(c.submitted, hz)
	r.Action, r.Value = dsl.ActionSubmit, &hz
	r.Thought = sentences(r.Thought, fmt.Sprintf("I predict %s Hz.", number(hz)))
}

// window is the distance in Hz below which a prediction is right.
const window = 5

// prediction returns the best frequency that earlier submissions have not ruled
// out: what the strategy names, and then what lies beside it.
func (c *conduct) prediction() float64 {
	list := slices.Clone(c.belief.hz)
	if len(list) == 0 {
		list = append(list, c.belief.predict(c.lab.reactor))
	}
	for step := 2*window - 0.01; len(list) < 2*len(c.submitted)+len(c.belief.hz)+1; step += 2*window - 0.01 {
		list = append(list, list[0]+step, list[0]-step)
	}
	for _, hz := range list {
		hz = scm.Round(hz)
		if !slices.ContainsFunc(c.submitted, func(s float64) bool { return math.Abs(s-hz) < window }) {
			return hz
		}
	}
	return scm.Round(list[0])
}

// memory says where the episode stands.
func (c *conduct) memory(o *game.Observation) string {
	return fmt.Sprintf("%d readings, %d interventions used, %d left.", len(o.Records), o.Budget.Interventions.Used, o.Budget.Interventions.Left)
}

// read sums up the residuals that answered a submission.
func (c *conduct) read(residuals []game.Residual) string {
	worst, id := 0.0, ""
	for _, r := range residuals {
		if math.Abs(r.Residual) > worst {
			worst, id = math.Abs(r.Residual), r.ID
		}
	}
	if id == "" {
		return "My equation fits every record."
	}
	return fmt.Sprintf("My equation misses %s by %s Hz at most.", id, number(worst))
}

// sentences joins what is not empty.
func sentences(parts ...string) string {
	text := ""
	for _, p := range parts {
		if p != "" && text != "" {
			text += " "
		}
		text += p
	}
	return text
}

// number writes a value as people read it, with at most two decimals.
func number(x float64) string { return strconv.FormatFloat(scm.Round(x), 'f', -1, 64) }
