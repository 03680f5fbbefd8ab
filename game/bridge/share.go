package bridge

import (
	"causalab/dsl"
	"causalab/scm/suite"
)

// Answer prints a value as the session's functions answer it.
func Answer(v any) string { return answer(v) }

// Refuse is the answer of a call that failed.
func Refuse(err *dsl.Error) string { return refuseWith(err) }

// Library returns the suites of the session, imported ones included.
func (s *Session) Library() *suite.Library { return s.library }
