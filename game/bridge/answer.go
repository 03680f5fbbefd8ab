package bridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"causalab/dsl"
	"causalab/game"
)

// Codes of misuse of a door. The doors throw them.
const (
	CodeBadRequest  dsl.Code = "bad_request"  // an argument has the wrong form
	CodeUnknownTask dsl.Code = "unknown_task" // there is no such suite or task
	CodeNoEpisode   dsl.Code = "no_episode"   // nothing is being played
	CodeNotAllowed  dsl.Code = "not_allowed"  // the episode's options forbid it
	CodeClosed      dsl.Code = "closed"       // the environment has been closed or was never reset
	CodeBadSuite    dsl.Code = "bad_suite"    // a suite's file cannot be read
	CodeInternal    dsl.Code = "internal"     // a fault of this program
)

// Codes lists this package's codes with what they mean.
func Codes() []dsl.CodeInfo {
	return []dsl.CodeInfo{
		{Code: CodeBadRequest, Meaning: "an argument of a door has the wrong form"},
		{Code: CodeUnknownTask, Meaning: "there is no such suite or task"},
		{Code: CodeNoEpisode, Meaning: "nothing is being played"},
		{Code: CodeNotAllowed, Meaning: "the options of the episode forbid it"},
		{Code: CodeClosed, Meaning: "the environment has been closed, or not been reset yet"},
		{Code: CodeBadSuite, Meaning: "the file of a suite cannot be read"},
		{Code: CodeInternal, Meaning: "a fault of this program; please report it"},
	}
}

// refuse is the answer to a call that failed.
func refuse(code dsl.Code, path, format string, args ...any) string {
	return refuseWith(&dsl.Error{Code: code, Message: fmt.Sprintf(format, args...), Path: path})
}

func refuseWith(err *dsl.Error) string {
	return answer(struct {
		Error *dsl.Error `json:"error"`
	}{err})
}

func refuseAs(err error, code dsl.Code) string { return refuseWith(game.AsError(err, code)) }

// answer prints a value as JSON without escapes for HTML.
func answer(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return refuse(CodeInternal, "", "the answer cannot be written: %v", err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// observation prints what the player of an episode may know.
func observation(e *game.Episode) string {
	o := e.Observe()
	return string(o.AppendJSON(make([]byte, 0, observationSize)))
}

// observationSize is about the length of an observation's JSON.
const observationSize = 4096

// readRequest reads a JSON object and refuses fields it does not know.
func readRequest(text string, v any) *dsl.Error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("text follows the JSON value")
		}
	}
	if err == io.EOF {
		err = errors.New("it is empty; send a JSON object")
	}
	if err != nil {
		return &dsl.Error{Code: CodeBadRequest, Message: "The request cannot be read: " + strings.TrimPrefix(err.Error(), "json: ") + "."}
	}
	return nil
}
