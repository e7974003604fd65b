//go:build cgo

package gpu

import (
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/step"
)

// stage is a part of a step whose time is measured, as in step.StageTimes.
type stage int

const (
	sameStage stage = iota // as the pass before
	noStage
	stageContact
	stageElements
	stageGather
	stageSolve
	stages_
)

// timer measures the stages of a step by the device's own clock, which it asks where one stage ends and
// another begins.
type timer struct {
	queries []uint32
	stageOf []stage // that begins with each query in use
}

// enter begins a stage; it returns how many queries that took.
func (t *timer) enter(s stage) int {
	n := len(t.stageOf)
	if s == sameStage || n == 0 && s == noStage || n > 0 && t.stageOf[n-1] == s {
		return 0
	}
	if n == len(t.queries) {
		var q [64]uint32
		gl.GenQueries(int32(len(q)), &q[0])
		t.queries = append(t.queries, q[:]...)
	}
	t.stageOf = append(t.stageOf, s)
	gl.QueryCounter(t.queries[n], gl.TIMESTAMP)
	return 1
}

// collect adds what was measured since the last call to the times, up to the last query; it waits for the device.
func (t *timer) collect(times *step.StageTimes) {
	var spent [stages_]time.Duration
	var last uint64
	for k := range t.stageOf {
		var now uint64
		gl.GetQueryObjectui64v(t.queries[k], gl.QUERY_RESULT, &now)
		if k > 0 {
			spent[t.stageOf[k-1]] += time.Duration(now - last)
		}
		last = now
	}
	t.stageOf = t.stageOf[:0]
	times.Contact += spent[stageContact]
	times.Elements += spent[stageElements]
	times.Gather += spent[stageGather]
	times.Solve += spent[stageSolve]
}

func (t *timer) free() {
	if len(t.queries) > 0 {
		gl.DeleteQueries(int32(len(t.queries)), &t.queries[0])
	}
}
