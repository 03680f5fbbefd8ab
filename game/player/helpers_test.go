package player_test

import (
	"fmt"
	"strings"
	"testing"

	"causalab/game"
	"causalab/game/player"
	"causalab/scm/suite"
)

var library = suite.Released()

// find returns a task of a released or sampled suite.
func find(t testing.TB, suiteName string, index int) *suite.Task {
	t.Helper()
	if suite.IsSampled(suiteName) {
		s, err := suite.ParseSampling(suiteName)
		if err != nil {
			t.Fatal(err)
		}
		task, err := s.Task(index, 1)
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
	task, err := library.Find(fmt.Sprintf("causalab/%s/%d-v1", suiteName, index))
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// play lets a player play to the end and fails if a record was refused, an action
// not allowed, or a warning given.
func play(t testing.TB, name string, task *suite.Task, o game.Options, seed uint64) *game.Episode {
	t.Helper()
	e, err := game.New(game.Setup{Task: task, Options: o, Seed: seed, Player: game.Player{Kind: "reference", Name: name}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := player.New(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	for !e.Done() {
		o := e.Observe()
		record := p.Next(&o)
		if refusal := e.Step(record, game.NoTime); refusal != nil {
			t.Fatalf("%s, %s, step %d: %v\n%s", name, task.ID, o.Step+1, refusal, record)
		}
		if after := e.Observe(); len(after.Warnings) > 0 {
			t.Fatalf("%s, %s, step %d: %v\n%s", name, task.ID, o.Step+1, after.Warnings, record)
		}
	}
	return e
}

// imported makes the task of one line in the released form.
func imported(t testing.TB, line string) *suite.Task {
	t.Helper()
	s, err := suite.Import("test", strings.NewReader(line+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return s.Tasks[0]
}

// fractions has coefficients and bases that are no whole numbers; quantumSize
// cannot be set.
const fractions = `{"graph_id": "fractions_0", "description": "", "nodes": {` +
	`"resonanceFreq": {"is_controllable": false, "observable": true, "property_name": "resonanceFreq", "display_name": "Resonance Frequency (Hz)", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}, "computation": "base_freq + coeff_density_freq * density + coeff_quantumSize_freq * quantumSize"}, ` +
	`"quantumSize": {"is_controllable": false, "observable": true, "property_name": "quantumSize", "display_name": "Quantum Size", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}, "computation": "base_quantumSize + coeff_moisture_quantumSize * moisture"}, ` +
	`"density": {"is_controllable": true, "observable": true, "property_name": "density", "display_name": "Density", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}}, ` +
	`"moisture": {"is_controllable": true, "observable": true, "property_name": "moisture", "display_name": "Moisture", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}}}, ` +
	`"edges": [{"from": "density", "to": "resonanceFreq"}, {"from": "quantumSize", "to": "resonanceFreq"}, {"from": "moisture", "to": "quantumSize"}], ` +
	`"params": {"base_freq": 7.31, "coeff_density_freq": 5.7713, "coeff_quantumSize_freq": -2.9371, "base_quantumSize": 3.55, "coeff_moisture_quantumSize": 1.9173, "base_density": 20.0, "base_moisture": 20.0}, "budget": 12%s}`

// disturbed adds a disturbance of quantumSize to fractions.
const disturbed = `, "hidden_variable": {"enabled": true, "name": "H", "observable": false, "is_controllable": false, "initial_value": 0, "value_space": [-6.43, 0, 6.43], "edge_weight": 1, "affected_nodes": ["quantumSize"], "edges": [{"from": "H", "to": "quantumSize", "weight": 1}]}`

// colliderTask has two properties that cause the frequency and not each other.
const colliderTask = `{"graph_id": "collider_0", "description": "", "nodes": {` +
	`"resonanceFreq": {"is_controllable": false, "observable": true, "property_name": "resonanceFreq", "display_name": "Resonance Frequency (Hz)", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}, "computation": "base_freq + coeff_density_freq * density + coeff_moisture_freq * moisture"}, ` +
	`"density": {"is_controllable": true, "observable": true, "property_name": "density", "display_name": "Density", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}}, ` +
	`"moisture": {"is_controllable": true, "observable": true, "property_name": "moisture", "display_name": "Moisture", "base_value": {"type": "uniform", "min": 15.0, "max": 45.0}}}, ` +
	`"edges": [{"from": "density", "to": "resonanceFreq"}, {"from": "moisture", "to": "resonanceFreq"}], ` +
	`"params": {"base_freq": 20.0, "coeff_density_freq": 3.0, "coeff_moisture_freq": -2.0, "base_density": 20.0, "base_moisture": 20.0}, "budget": 8}`
