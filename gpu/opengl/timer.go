//go:build cgo

package opengl

import (
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Timer measures stages of work with the device clock, queried at the boundaries between stages. Stages are numbered by
// the user; time in stage 0 at the beginning is not measured.
type Timer struct {
	queries []uint32
	stageOf []int // stage that starts at each query in use
}

// Enter starts a stage and returns the number of queries issued.
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

// Collect adds the measured times since the last call to each stage, up to the last query. It waits for the device.
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

// Free deletes the queries.
func (t *Timer) Free() {
	if len(t.queries) > 0 {
		gl.DeleteQueries(int32(len(t.queries)), &t.queries[0])
	}
}
