package suite

import (
	"fmt"
	"strconv"
	"strings"

	"causalab/scm"
)

// Task is one hidden model that can be played, with all it takes to draw
// crystals. It is not to be changed once made.
type Task struct {
	ID      string // e.g. "causalab/4nodes/17-v1"
	Suite   string // name of its suite, e.g. "4nodes"
	Index   int    // place in its suite, from 0
	GraphID string // what the release calls it, e.g. "4nodes_quad_hard_3"
	Model   *scm.Model
	// FreqParent says that the frequency may be a parent, which a player is
	// told. It need not have a child.
	FreqParent bool
	// Graphs is the seed that a sampled task's graph and mechanisms were drawn
	// with; nil for any other task. The id leaves it out.
	Graphs *uint64
	// Presets holds the crystals of seed 0; nil where they are drawn.
	Presets *Presets
	// Chain holds the interventions handed over as records; nil outside Golden.
	Chain *Chain
	// Origin is what the released form says beside the model.
	Origin Origin
}

// Presets are the crystals that a hard quadratic task fixes for seed 0. Bases
// are by variable index; the frequency's entry is 0 and has no meaning.
type Presets struct {
	Records     [][]float64 // bases of the first records
	Manipulator []float64
	Reactor     []float64
	// Vertices are the parabolas' vertices in the order of Origin.Edges, as the
	// release states them: to six decimals, from which the weights were rounded.
	Vertices []float64
	// ProbeLeft and ProbeRight are values on either side of a property's
	// vertices that the release suggests as probes. They take no part in play.
	ProbeLeft, ProbeRight []float64
}

// Origin is what the released form of a task says beside its model, so that
// [Export] can write it back as it was.
type Origin struct {
	Description string
	// Nodes lists the variables' code names in the file's order.
	Nodes []string
	// Edges lists the edges in the file's order.
	Edges []scm.Edge
	// BaseRanges holds min and max of each node's base_value, in the order of
	// Nodes. The release writes 15 and 45 everywhere and reads them nowhere.
	BaseRanges [][2]float64
	// Budget is the number of interventions that the file allows.
	Budget int
	// StatesFamily says that the file names the equation family. Quadratic
	// tasks always do.
	StatesFamily bool
}

// Family returns what a player is told of the model's form: "linear" or
// "quadratic", followed by "-freqparent" where the frequency may be a parent and
// by "-hidden" where a disturbance is active.
func (t *Task) Family() string {
	family := string(t.Model.Family())
	if t.FreqParent {
		family += freqParentSuffix
	}
	if t.Model.Disturbance().Active() {
		family += hiddenSuffix
	}
	return family
}

// Ends of families, see [Task.Family].
const (
	freqParentSuffix = "-freqparent"
	hiddenSuffix     = "-hidden"
)

const (
	releasedPrefix = "causalab/" // before the suite's name in the id of a released or sampled task
	importedPrefix = "imported/" // begins both name and ids of an imported suite
	version        = "-v1"       // raised whenever a result would change
)

// taskID returns the id of a suite's task.
func taskID(suite string, index int) string {
	id := suite + "/" + strconv.Itoa(index) + version
	if strings.HasPrefix(suite, importedPrefix) {
		return id
	}
	return releasedPrefix + id
}

// IDError reports a task id that names no task.
type IDError struct {
	ID      string
	Message string // what is wrong and what is known
}

func (e *IDError) Error() string { return fmt.Sprintf("task %q: %s", e.ID, e.Message) }

// parseID splits a task id strictly into the name of a suite and an index.
func parseID(id string) (suite string, index int, err error) {
	malformed := &IDError{id, `want causalab/SUITE/INDEX-v1, e.g. "causalab/4nodes/17-v1", or imported/NAME/INDEX-v1`}
	parts := strings.Split(id, "/")
	if len(parts) != 3 || parts[1] == "" {
		return "", 0, malformed
	}
	switch parts[0] + "/" {
	case releasedPrefix:
		suite = parts[1]
	case importedPrefix:
		suite = importedPrefix + parts[1]
	default:
		return "", 0, malformed
	}
	digits, v, found := strings.Cut(parts[2], "-")
	index, convErr := strconv.Atoi(digits)
	if convErr != nil || strconv.Itoa(index) != digits || index < 0 || !found {
		return "", 0, malformed
	}
	if "-"+v != version {
		return "", 0, &IDError{id, fmt.Sprintf("version %q is not known, only %q", v, version[1:])}
	}
	return suite, index, nil
}
