//go:build cgo

package opengl

import (
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Timer measures stages of work by the device's own clock, which it asks where one stage ends and another begins.
// Stages are numbers of the user's; what is in stage 0 is not measured at the beginning.
type Timer struct {
	queries []uint32
	stageOf []int // that begins with each query in use
}

// Enter begins a stage; it returns how many queries that took.
func (t *Timer) Enter(stage int) int {
	n := len(t.stageOf)
	if n == 0 && stage == 0 || n > 0 && t.stageOf[n-1] == stage {
		return 0
	}
	if n == len(t.queries) {
		var q [64]uint32
		gl.GenQueries(int32(len(q)), &q[0])
		t.queries = append(t.queries, q[:]...)
	}
	t.stageOf = append(t.stageOf, stage)
	gl.QueryCounter(t.queries[n], gl.TIMESTAMP)
	return 1
}

// Collect adds what was measured since the last call to the time spent in each stage, up to the last query; it waits
// for the device.
func (t *Timer) Collect(spent []time.Duration) {
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
}

// Free gives the queries back.
func (t *Timer) Free() {
	if len(t.queries) > 0 {
		gl.DeleteQueries(int32(len(t.queries)), &t.queries[0])
	}
}
