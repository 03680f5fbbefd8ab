//go:build js

package bridge

import (
	"fmt"
	"syscall/js"

	"causalab/game"
)

// Function is one function of the program as JavaScript calls it: arguments
// that are missing read as "" and 0.
type Function func(a Arguments) any

// Arguments are those of a call from JavaScript.
type Arguments []js.Value

// Text returns argument i, which must be a string.
func (a Arguments) Text(i int) string {
	if i >= len(a) || a[i].IsUndefined() || a[i].IsNull() {
		return ""
	}
	if a[i].Type() != js.TypeString {
		panic(misuse{i, "a string", a[i].Type()})
	}
	return a[i].String()
}

// Number returns argument i, which must be a number; 0 if it is missing.
func (a Arguments) Number(i int) float64 {
	if i >= len(a) || a[i].IsUndefined() || a[i].IsNull() {
		return 0
	}
	if a[i].Type() != js.TypeNumber {
		panic(misuse{i, "a number", a[i].Type()})
	}
	return a[i].Float()
}

// Time returns argument i as milliseconds for the log, or game.NoTime.
func (a Arguments) Time(i int) int64 {
	if i >= len(a) || a[i].Type() != js.TypeNumber {
		return game.NoTime
	}
	t := a[i].Float()
	if !(t >= 0 && t < 1<<52) {
		return game.NoTime
	}
	return int64(t)
}

// Flag returns whether argument i is true.
func (a Arguments) Flag(i int) bool { return i < len(a) && a[i].Truthy() }

// misuse is the panic of an argument of the wrong type.
type misuse struct {
	index int
	want  string
	got   js.Type
}

// Expose makes a JavaScript object of functions. None of them can end the
// program: a panic is answered as an error.
func Expose(functions map[string]Function) js.Value {
	object := js.Global().Get("Object").New()
	for name, f := range functions { // the order of properties means nothing
		object.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
			defer func() {
				switch r := recover().(type) {
				case nil:
				case misuse:
					result = refuse(CodeBadRequest, "", "Argument %d of %s has to be %s, not %v.", r.index+1, name, r.want, r.got)
				default:
					result = refuse(CodeInternal, "", "%s failed: %s. Please report it with the log of the episode.", name, fmt.Sprint(r))
				}
			}()
			return f(args)
		}))
	}
	return object
}

// Program makes the object that the page is handed: the port, and with it the
// functions behind the two doors (see web/src/port.d.ts).
func (s *Session) Program() js.Value {
	p := Expose(map[string]Function{
		"suites":      func(Arguments) any { return s.Suites() },
		"importSuite": func(a Arguments) any { return s.ImportSuite(a.Text(0), a.Text(1)) },
		"start":       func(a Arguments) any { return s.Start(a.Text(0)) },
		"resume":      func(a Arguments) any { return s.Resume(a.Text(0)) },
		"observe":     func(Arguments) any { return s.Observe() },
		"header":      func(Arguments) any { return s.Header() },
		"step":        func(a Arguments) any { return s.Step(a.Text(0), a.Time(1)) },
		"check":       func(a Arguments) any { return s.Check(a.Text(0)) },
		"interpret":   func(a Arguments) any { return s.Interpret(a.Text(0)) },
		"residuals":   func(a Arguments) any { return s.Residuals(a.Text(0), a.Time(1)) },
		"note":        func(a Arguments) any { return s.Note(a.Text(0), a.Text(1), a.Time(2)) },
		"trajectory":  func(Arguments) any { return s.Trajectory() },
		"result":      func(Arguments) any { return s.Result() },
		"prompt":      func(Arguments) any { return s.Prompt() },
		"setDraft":    func(a Arguments) any { return s.SetDraft(a.Text(0)) },
		"subscribe": func(a Arguments) any {
			if len(a) == 0 || a[0].Type() != js.TypeFunction {
				panic(misuse{0, "a function", js.TypeUndefined})
			}
			f := a[0]
			s.Listen(func(event, payload string) {
				if event != EventWritten { // the page wrote it itself
					f.Invoke(event, payload)
				}
			})
			return "null"
		},
	})
	p.Set("build", s.build)
	p.Set("agent", Expose(map[string]Function{
		"observe": func(Arguments) any {
			if s.current == nil {
				return noEpisode()
			}
			return s.Observe()
		},
		"act":    func(a Arguments) any { return s.Act(a.Text(0)) },
		"prompt": func(Arguments) any { return s.Prompt() },
		"schema": func(Arguments) any { return Schema() },
	}))
	p.Set("harness", Expose(map[string]Function{
		"make":       func(a Arguments) any { return s.Make(a.Text(0), a.Text(1)) },
		"reset":      func(a Arguments) any { return s.Reset(int(a.Number(0)), a.Text(1)) },
		"step":       func(a Arguments) any { return s.EnvStep(int(a.Number(0)), a.Text(1)) },
		"batch":      func(a Arguments) any { return s.EnvBatch(int(a.Number(0)), a.Text(1)) },
		"state":      func(a Arguments) any { return s.EnvState(int(a.Number(0))) },
		"score":      func(a Arguments) any { return s.EnvScore(int(a.Number(0))) },
		"trajectory": func(a Arguments) any { return s.EnvTrajectory(int(a.Number(0))) },
		"close":      func(a Arguments) any { return s.EnvClose(int(a.Number(0))) },
		"suites":     func(Arguments) any { return s.Suites() },
		"import":     func(a Arguments) any { return s.ImportSuite(a.Text(0), a.Text(1)) },
	}))
	return p
}

// Boot hands the program to whoever loaded it, through a global that is there
// for this one call.
func Boot(program js.Value) error {
	const name = "causalabBoot"
	boot := js.Global().Get(name)
	if boot.Type() != js.TypeFunction {
		return fmt.Errorf("globalThis.%s is not a function: set it before the program starts", name)
	}
	js.Global().Delete(name)
	boot.Invoke(program)
	return nil
}
