package main

import (
	"errors"
	"strings"

	"causalab/game"
	"causalab/metrics/report"
	"causalab/scm/identify"
)

// openLog gathers the lines of a log.
type openLog struct {
	start int // number of its first line
	text  strings.Builder
	blank int        // blank lines at its end, so far
	fault *lineError // what kept a line from being read
}

func newOpenLog(start int, header []byte) *openLog {
	l := &openLog{start: start}
	l.add(header)
	return l
}

// add takes one more line. Blank lines count only when another line follows.
func (l *openLog) add(line []byte) {
	if isBlank(line) {
		l.blank++
		return
	}
	l.text.WriteString(strings.Repeat("\n", l.blank))
	l.blank = 0
	l.text.Write(line)
	l.text.WriteByte('\n')
}

// verified describes a log that replays.
type verified struct {
	Line     int          `json:"line"` // of its header
	Task     string       `json:"task"`
	Seed     uint64       `json:"seed"`
	Steps    int          `json:"steps"`
	Finished bool         `json:"finished"`
	Outcome  game.Outcome `json:"outcome,omitempty"`
	Accuracy *float64     `json:"accuracy,omitempty"`
	EdgeF1   *float64     `json:"edge_f1,omitempty"`
	// IMEC is the number of graphs that the measurements left, IMECSteps the same
	// before the first step and after each; absent with a disturbance.
	IMEC      *identify.Count   `json:"imec,omitempty"`
	IMECSteps []*identify.Count `json:"imec_steps,omitempty"`
	Verified  bool              `json:"verified"`
}

// replayLog replays a log and compares.
func (r *replayer) replayLog(in *input, l *openLog) error {
	r.logs++
	if l.fault != nil {
		return r.refuseLog(in, l.start, "", l.fault)
	}
	trajectory, err := game.ReadTrajectory(l.text.String())
	var episode *game.Episode
	task := ""
	if err == nil {
		task = trajectory.Header.Task
		episode, err = replayTrajectory(r.catalogue, trajectory)
	}
	if err != nil {
		e := &lineError{Line: l.start, Message: plain(err)}
		var at *game.TrajectoryError
		if errors.As(err, &at) {
			e = &lineError{l.start + at.Line - 1, at.Field, at.Message}
		}
		return r.refuseLog(in, l.start, task, e)
	}
	v := verified{
		Line: l.start, Task: task, Seed: episode.Seed(), Steps: episode.Observe().Step,
		Finished: episode.Done(), Outcome: episode.Outcome(), Verified: true,
	}
	if result := episode.Result(); result != nil {
		v.Accuracy, v.EdgeF1 = &result.Accuracy, &result.Scores.EdgeF1
	}
	if counts := report.IMEC(episode); counts[0] != nil {
		v.IMEC, v.IMECSteps = counts[len(counts)-1], counts
	}
	return writeLine(r.streams.out, v)
}

// refuseLog reports a log that cannot be read or does not replay.
func (r *replayer) refuseLog(in *input, start int, task string, e *lineError) error {
	r.wrong++
	in.fault(r.streams.err, e.Line, e)
	return writeLine(r.streams.out, notReplayed{Line: start, Task: task, Error: e, Verified: new(bool)})
}

// replayTrajectory replays a log whose task the catalogue knows.
func replayTrajectory(c *catalogue, t *game.Trajectory) (*game.Episode, error) {
	task, err := c.find(t.Header.Task, t.Header.Options)
	if err != nil {
		return nil, &game.TrajectoryError{Line: 1, Field: "task", Message: plain(err)}
	}
	return game.Replay(t, task)
}
