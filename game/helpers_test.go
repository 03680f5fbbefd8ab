package game_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"causalab/game"
	"causalab/scm/suite"

	"pgregory.net/rapid"
)

// library holds the released suites; decoding them once is enough.
var library = suite.Released()

func task(t testing.TB, id string) *suite.Task {
	t.Helper()
	found, err := library.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// imported makes the tasks of a file in the released form, called "imported/test/0-v1"
// and so on.
func imported(t testing.TB, text string) []*suite.Task {
	t.Helper()
	s, err := suite.Import("test", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Tasks
}

// planted is a task in which every coefficient, base and the disturbance is a
// number found nowhere else. quantumSize cannot be set.
const planted = `{"graph_id": "planted_0", "description": "", "nodes": {` +
	`"resonanceFreq": {"is_controllable": false, "observable": true, "property_name": "resonanceFreq", "display_name": "Resonance Frequency (Hz)", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}, "computation": "base_freq + coeff_density_freq * density + coeff_quantumSize_freq * quantumSize"}, ` +
	`"quantumSize": {"is_controllable": false, "observable": true, "property_name": "quantumSize", "display_name": "Quantum Size", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}, "computation": "base_quantumSize + coeff_density_quantumSize * density"}, ` +
	`"density": {"is_controllable": true, "observable": true, "property_name": "density", "display_name": "Density", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}}, ` +
	`"moisture": {"is_controllable": true, "observable": true, "property_name": "moisture", "display_name": "Moisture", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}}}, ` +
	`"edges": [{"from": "density", "to": "resonanceFreq"}, {"from": "quantumSize", "to": "resonanceFreq"}, {"from": "density", "to": "quantumSize"}], ` +
	`"params": {"base_freq": 7.3191, "coeff_density_freq": 5.7713, "coeff_quantumSize_freq": -2.9371, "base_quantumSize": 3.5519, "coeff_density_quantumSize": 1.9173, "base_density": 20.0, "base_moisture": 20.0}, "budget": 12, ` +
	`"hidden_variable": {"enabled": true, "name": "H", "observable": false, "is_controllable": false, "initial_value": 0, "value_space": [-6.4379, 0, 6.4379], "edge_weight": 1, "affected_nodes": ["quantumSize"], "edges": [{"from": "H", "to": "quantumSize", "weight": 1}]}}` + "\n"

func start(t testing.TB, s game.Setup) *game.Episode {
	t.Helper()
	e, err := game.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// text prints a value as JSON the way logs and doors do.
func text(t rapid.TB, v any) string {
	t.Helper()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// replayed reads a log and replays it.
func replayed(log string, task *suite.Task) (*game.Episode, error) {
	trajectory, err := game.ReadTrajectory(log)
	if err != nil {
		return nil, err
	}
	return game.Replay(trajectory, task)
}

// Records in short. They state what is stated of a hypothesis that a submission
// needs and no more.

const guess = `"hypothesis":{"edges":[],"freq_equation":"resonanceFreq = 20","coefficients":{}}`

func think() string { return "{" + guess + "}" }

func set(property string, value any) string {
	return fmt.Sprintf(`{%s,"experiment":{"target_prop":%q,"target_value":%v},"action":"intervene"}`, guess, property, value)
}

func submit(hz any) string { return fmt.Sprintf(`{%s,"action":"submit","value":%v}`, guess, hz) }

func move(place string) string { return fmt.Sprintf(`{%s,"action":"move","to":%q}`, guess, place) }

func act(action string) string { return fmt.Sprintf(`{%s,"action":%q}`, guess, action) }

func number(n int) *int { return &n }
