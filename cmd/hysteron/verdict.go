package main

import (
	"fmt"

	"hysteron/sim"
)

// few is the part of a run's steps that may run out of iterations without anybody seeing it in the pictures.
const few = 0.02

// verdict says in one sentence whether a run came out well, and what to change if not.
func verdict(r *sim.RunInfo) string {
	switch {
	case r.NonFinite > 0:
		return fmt.Sprintf("not good: %d coordinates are not finite; take a smaller step_s", r.NonFinite)
	case r.SelfIntersections > 0 && r.IntersectingFrames > 0:
		return fmt.Sprintf("not good: cloth passes through cloth in some of %d frames (contact.csv); begin with a start that hysteron check --dressed finds clean, and with contact.self = true", r.IntersectingFrames)
	case r.BodyPenetrations > 0:
		return fmt.Sprintf("not good: cloth comes into bodies in %d frames (contact.csv); take shorter edges (edge_length_m), a larger contact.thickness_m or a smaller step_s", r.IntersectingFrames)
	case r.Steps > 0 && float64(r.UnconvergedSteps) > few*float64(r.Steps):
		return fmt.Sprintf("look at it closely: nothing passes through anything, but %d of %d steps ran out of iterations; take a smaller step_s", r.UnconvergedSteps, r.Steps)
	case r.UnconvergedSteps > 0:
		return fmt.Sprintf("good: nothing passes through anything, and only %d of %d steps ran out of iterations", r.UnconvergedSteps, r.Steps)
	}
	return "good: nothing passes through anything, and all steps converged"
}
