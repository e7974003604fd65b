package main

import (
	"fmt"
	"strings"

	"hysteron/sim"
	"hysteron/step"
)

// few is the part of a run's steps that may run out of iterations without anybody seeing it in the pictures.
const few = 0.02

// ranOut names what ran out in a run, and nothing else; "" if nothing did. It may do so several times in a step, in tries that were halved, or in rounds that another made good.
func ranOut(q step.RanOut) string {
	var list []string
	for _, w := range []struct {
		n    int
		text string
	}{
		{q.Newton, "Newton's iterations (max_newton) %d times"},
		{q.CG, "conjugate gradients (max_cg) %d times"},
		{q.Foresee, "contacts foreseen %d times"},
		{q.Rounds, "rounds of path checks %d times"},
		{q.Bodies, "cuts for bodies that come through cloth %d times"},
		{q.Digits, "digits for stiff narrow triangles %d times"},
	} {
		if w.n > 0 {
			list = append(list, fmt.Sprintf(w.text, w.n))
		}
	}
	return strings.Join(list, ", ")
}

// remedy is what to change of a run that ran out of iterations.
func remedy(q step.RanOut) string {
	switch {
	case q.Digits > 0:
		return "take a smaller step_s, or --backend cpu: triangles are too narrow for the numbers of a device, see hysteron check"
	case q.CG > q.Newton:
		return "take a larger solver.max_cg, or a smaller step_s"
	}
	return "take a smaller step_s"
}

// inBodies says so of places of the cloth, in all commands alike.
func inBodies(count int, when string) string {
	return fmt.Sprintf("%d vertices or faces of the cloth are in a body %s", count, when)
}

// verdict says in one sentence whether a run came out well, and what to change if not.
func verdict(r *sim.RunInfo) string {
	switch {
	case r.NonFinite > 0:
		return fmt.Sprintf("not good: %d coordinates are not finite; take a smaller step_s", r.NonFinite)
	case r.SelfIntersections > 0 && r.IntersectingFrames > 0:
		return fmt.Sprintf("not good: cloth passes through cloth in some of %d frames (contact.csv); begin with a start that hysteron check --dressed finds clean, and with contact.self = true", r.IntersectingFrames)
	case r.BodyPenetrations > 0 && r.StartPenetrations > 0 && r.IntersectingFrames == 1:
		return "not good: " + inBodies(r.StartPenetrations, "at the start") + ", though in no later frame; hysteron check -o DIR shows them"
	case r.BodyPenetrations > 0 && r.StartPenetrations > 0:
		return fmt.Sprintf("not good: %s, and cloth is in bodies in %d frames in all (contact.csv); hysteron check -o DIR shows them", inBodies(r.StartPenetrations, "at the start"), r.IntersectingFrames)
	case r.BodyPenetrations > 0:
		return fmt.Sprintf("not good: cloth comes into bodies in %d frames (contact.csv); take shorter edges (edge_length_m), a larger contact.thickness_m or a smaller step_s", r.IntersectingFrames)
	case r.RanOut.Bodies > 0:
		return fmt.Sprintf("look at it closely: bodies may have come through cloth in %d sub-steps (ran_out.bodies of run.json), though no frame shows one in it; take shorter edges (edge_length_m), slower bodies or a smaller step_s", r.RanOut.Bodies)
	case r.Static != nil && r.UnconvergedSteps > 0:
		return fmt.Sprintf("good: nothing passes through anything, and the last frame is at rest; %d of %d steps on the way there ran out of iterations", r.UnconvergedSteps, r.Steps)
	case r.Steps > 0 && float64(r.UnconvergedSteps) > few*float64(r.Steps):
		return fmt.Sprintf("look at it closely: nothing passes through anything, but %d of %d steps ran out of iterations; %s", r.UnconvergedSteps, r.Steps, remedy(r.RanOut))
	case r.UnconvergedSteps > 0:
		return fmt.Sprintf("good: nothing passes through anything, and only %d of %d steps ran out of iterations", r.UnconvergedSteps, r.Steps)
	case r.Guarantees.Minimum.Because != "" && !r.Guarantees.Minimum.Holds:
		return "good: nothing passes through anything; " + r.Guarantees.Minimum.Because
	}
	return "good: nothing passes through anything, and all steps converged"
}
