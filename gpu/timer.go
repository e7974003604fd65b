//go:build cgo

package gpu

import (
	"time"

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

// measured adds what the device has measured to the times; it waits for it.
func (q *queue) measured(times *step.StageTimes) {
	var spent [stages_ - noStage]time.Duration
	q.timer.Collect(spent[:])
	times.Contact += spent[stageContact-noStage]
	times.Elements += spent[stageElements-noStage]
	times.Gather += spent[stageGather-noStage]
	times.Solve += spent[stageSolve-noStage]
}
