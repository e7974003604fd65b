package main

import (
	"strings"
	"testing"

	"hysteron/sim"
	"hysteron/sim/promise"
	"hysteron/statics"
	"hysteron/step"
)

// The verdict follows from what was measured: worse things are said first.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		info sim.RunInfo
		want string
	}{
		{sim.RunInfo{Steps: 100}, "good: nothing passes through anything, and all steps converged"},
		{sim.RunInfo{Steps: 100, Guarantees: promise.List{Minimum: promise.Promise{Because: "steps minimise nothing"}}}, "good: nothing passes through anything; steps minimise nothing"},
		{sim.RunInfo{Steps: 100, Guarantees: promise.List{Minimum: promise.Promise{Holds: true, Because: "all"}}}, "good: nothing passes through anything, and all steps converged"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 2}, "good: nothing passes through anything, and only 2 of 100"},
		{sim.RunInfo{Steps: 16, UnconvergedSteps: 2, Static: &statics.Result{}}, "good: nothing passes through anything, and the last frame is at rest; 2 of 16"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 3}, "look at it closely: nothing passes through anything, but 3 of 100"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 3, RanOut: step.RanOut{Bodies: 7}}, "look at it closely: bodies may have come through cloth in 7 sub-steps"},
		{sim.RunInfo{Steps: 100, RanOut: step.RanOut{Bodies: 7}, BodyPenetrations: 4, IntersectingFrames: 2}, "not good: cloth comes into bodies in 2 frames"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 30, BodyPenetrations: 4, IntersectingFrames: 2}, "not good: cloth comes into bodies in 2 frames"},
		{sim.RunInfo{Steps: 100, BodyPenetrations: 4, StartPenetrations: 3, IntersectingFrames: 2}, "not good: 3 vertices or faces of the cloth are in a body at the start, and cloth is in bodies in 2 frames"},
		{sim.RunInfo{Steps: 100, BodyPenetrations: 4, StartPenetrations: 4, IntersectingFrames: 1}, "not good: 4 vertices or faces of the cloth are in a body at the start, though in no later frame"},
		{sim.RunInfo{Steps: 100, SelfIntersections: 1, BodyPenetrations: 4, IntersectingFrames: 3}, "not good: cloth passes through cloth in some of 3 frames"},
		{sim.RunInfo{NonFinite: 3, SelfIntersections: 1, IntersectingFrames: 3}, "not good: 3 coordinates"},
	} {
		if got := verdict(&c.info); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}

// What ran out is named, what did not is not; what to change follows from it.
func TestRanOut(t *testing.T) {
	for _, c := range []struct {
		out          step.RanOut
		text, remedy string
	}{
		{step.RanOut{}, "", "take a smaller step_s"},
		{step.RanOut{Newton: 3, CG: 2}, "Newton's iterations (max_newton) 3 times, conjugate gradients (max_cg) 2 times", "take a smaller step_s"},
		{step.RanOut{CG: 2}, "conjugate gradients (max_cg) 2 times", "take a larger solver.max_cg"},
		{step.RanOut{Newton: 3, Digits: 7}, "Newton's iterations (max_newton) 3 times, digits for stiff narrow triangles 7 times", "--backend cpu"},
	} {
		if got := ranOut(c.out); got != c.text {
			t.Errorf("%+v: %q, expected %q", c.out, got, c.text)
		}
		if got := remedy(c.out); !strings.Contains(got, c.remedy) {
			t.Errorf("%+v: %q, expected %q", c.out, got, c.remedy)
		}
	}
}
