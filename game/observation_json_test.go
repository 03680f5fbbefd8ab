package game_test

import (
	"math"
	"testing"

	"causalab/dsl"
	"causalab/game"

	"pgregory.net/rapid"
)

// plain is an observation that encoding/json writes by its fields.
type plain game.Observation

// TestObservationJSON holds the observation's own writer against encoding/json.
func TestObservationJSON(t *testing.T) {
	words := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z_" \\<>&]{0,9}`), rapid.Just("a\xff\u2028"))
	numbers := rapid.OneOf(
		rapid.Float64().Filter(func(x float64) bool { return !math.IsInf(x, 0) }),
		rapid.Map(rapid.IntRange(-10_000_000, 10_000_000), func(n int) float64 { return float64(n) / 100 }),
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 0.005, 1e-7, 1.5e-9, 1e20, 1e21, 9999999999.99, 1e10, 10000000000.01, math.MaxFloat64, 5e-324}),
	)
	// Names of properties go through [dsl.Readings], which escapes for HTML.
	names := rapid.StringMatching(`[a-zA-Zé_" \\]{0,9}`)
	readings := rapid.Custom(func(t *rapid.T) dsl.Readings {
		if rapid.Bool().Draw(t, "nil") {
			return nil
		}
		return append(dsl.Readings{}, rapid.SliceOfN(rapid.Custom(func(t *rapid.T) dsl.Reading {
			return dsl.Reading{Name: names.Draw(t, "name"), Value: numbers.Draw(t, "value")}
		}), 0, 3).Draw(t, "readings")...)
	})
	entries := rapid.Custom(func(t *rapid.T) dsl.Entry {
		x := dsl.Entry{ID: words.Draw(t, "id"), Props: readings.Draw(t, "props")}
		if rapid.Bool().Draw(t, "measured") {
			hz := numbers.Draw(t, "freq")
			x.Freq = &hz
		}
		if rapid.Bool().Draw(t, "set") {
			x.Intervention = &dsl.Intervention{TargetProp: words.Draw(t, "property"), TargetValue: numbers.Draw(t, "value")}
		}
		return x
	})
	failures := rapid.Custom(func(t *rapid.T) dsl.Error {
		return dsl.Error{Code: dsl.Code(words.Draw(t, "code")), Message: words.Draw(t, "message"), Path: words.Draw(t, "path")}
	})
	allowances := rapid.Custom(func(t *rapid.T) game.Allowance {
		return game.Allowance{Used: rapid.Int().Draw(t, "used"), Left: rapid.IntRange(0, 9).Draw(t, "left")}
	})
	rapid.Check(t, func(t *rapid.T) {
		o := game.Observation{
			Task: words.Draw(t, "task"), Family: words.Draw(t, "family"), Protocol: game.Protocol(words.Draw(t, "protocol")),
			Semantics: "shift", Step: rapid.Int().Draw(t, "step"), Phase: game.Done,
			Budget:      game.Budget{Interventions: allowances.Draw(t, "i"), Steps: allowances.Draw(t, "s"), Submissions: allowances.Draw(t, "u")},
			Records:     rapid.SliceOfN(entries, 0, 3).Draw(t, "records"),
			Manipulator: entries.Draw(t, "manipulator"),
			Reactor:     readings.Draw(t, "reactor"),
			Place:       game.Place(words.Draw(t, "place")),
			Answer:      words.Draw(t, "answer"),
			RetriesLeft: rapid.IntRange(0, 2).Draw(t, "retries"),
			Warnings:    rapid.SliceOfN(failures, 0, 2).Draw(t, "warnings"),
		}
		for range rapid.IntRange(0, 2).Draw(t, "more") {
			o.Variables = append(o.Variables, game.VariableInfo{Name: words.Draw(t, "name"), DisplayName: words.Draw(t, "display"), Controllable: rapid.Bool().Draw(t, "controllable")})
			o.Changed = append(o.Changed, game.Change{Name: words.Draw(t, "name"), From: numbers.Draw(t, "from"), To: numbers.Draw(t, "to"), By: numbers.Draw(t, "by")})
			o.Residuals = append(o.Residuals, game.Residual{ID: words.Draw(t, "id"), Residual: numbers.Draw(t, "residual")})
		}
		if rapid.Bool().Draw(t, "refused") {
			e := failures.Draw(t, "error")
			o.LastError = &e
		}
		want := text(t, plain(o))
		if got := string(o.AppendJSON(nil)); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
		if got := text(t, o); got != want {
			t.Fatalf("through encoding/json got\n%s\nwant\n%s", got, want)
		}
	})
}
