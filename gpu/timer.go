//go:build cgo

package gpu

import (
	"time"

	"hysteron/step"
)

// stage is a timed part of a step, as in step.StageTimes.
type stage int

const (
	sameStage stage = iota // that of the previous dispatch
	noStage
	stageContact
	stageElements
	stageGather
	stageSolve
	stageCount
)

// stageTimes adds the measured times. It waits for the device.
func (q *queue) stageTimes(times *step.StageTimes) {
	var spent [stageCount - noStage]time.Duration
	q.timer.Collect(spent[:])
	times.Contact += spent[stageContact-noStage]
	times.Elements += spent[stageElements-noStage]
	times.Gather += spent[stageGather-noStage]
	times.Solve += spent[stageSolve-noStage]
}
