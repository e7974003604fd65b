//go:build cgo

package gpu

import (
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/step"
)

// The stages of step.StageTimes.
const (
	stageContact = iota
	stageElements
	stageGather
	stageSolve
	stages_
)

// timer measures the stages of a step by the device's own clock.
type timer struct {
	queries []uint32 // pairs of start and end
	stageOf []int    // of each pair in use
}

// stage starts to time a stage; the returned function ends it.
func (t *timer) stage(stage int) func() {
	i := 2 * len(t.stageOf)
	t.stageOf = append(t.stageOf, stage)
	for len(t.queries) < i+2 {
		var q [64]uint32
		gl.GenQueries(int32(len(q)), &q[0])
		t.queries = append(t.queries, q[:]...)
	}
	gl.QueryCounter(t.queries[i], gl.TIMESTAMP)
	return func() { gl.QueryCounter(t.queries[i+1], gl.TIMESTAMP) }
}

// collect adds what was measured since the last call to the times; it waits for the device.
func (t *timer) collect(times *step.StageTimes) {
	var sum [stages_]uint64
	for k, stage := range t.stageOf {
		var start, end uint64
		gl.GetQueryObjectui64v(t.queries[2*k], gl.QUERY_RESULT, &start)
		gl.GetQueryObjectui64v(t.queries[2*k+1], gl.QUERY_RESULT, &end)
		sum[stage] += end - start
	}
	t.stageOf = t.stageOf[:0]
	times.Contact += time.Duration(sum[stageContact])
	times.Elements += time.Duration(sum[stageElements])
	times.Gather += time.Duration(sum[stageGather])
	times.Solve += time.Duration(sum[stageSolve])
}

func (t *timer) free() {
	if len(t.queries) > 0 {
		gl.DeleteQueries(int32(len(t.queries)), &t.queries[0])
	}
}
