package main

import (
	"strings"
	"testing"

	"hysteron/sim"

	"hysteron/cpu"
	"hysteron/step"
)

// The verdict follows from what was measured: worse things are said first.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		info sim.RunInfo
		want string
	}{
		{sim.RunInfo{Steps: 100}, "good: nothing passes through anything, and all steps converged"},
		{sim.RunInfo{Steps: 100, Guarantees: sim.Guarantees{Minimum: sim.Guarantee{Because: "steps minimise nothing"}}},
			"good: nothing passes through anything; steps minimise nothing"},
		{sim.RunInfo{Steps: 100, Guarantees: sim.Guarantees{Minimum: sim.Guarantee{Holds: true, Because: "all"}}},
			"good: nothing passes through anything, and all steps converged"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 2}, "good: nothing passes through anything, and only 2 of 100"},
		{sim.RunInfo{Steps: 16, UnconvergedSteps: 2, Static: &cpu.StaticsResult{}}, "good: nothing passes through " +
			"anything, and the last frame is at rest; 2 of 16"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 3}, "look at it closely: nothing passes through anything, but 3 of 100"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 3, Limits: step.Limits{Bodies: 7}}, "look at it closely: bodies may " +
			"have come through cloth in 7 sub-steps"},
		{sim.RunInfo{Steps: 100, Limits: step.Limits{Bodies: 7}, BodyPenetrations: 4, IntersectingFrames: 2},
			"not good: cloth comes into bodies in 2 frames"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 30, BodyPenetrations: 4, IntersectingFrames: 2}, "not good: cloth comes " +
			"into bodies in 2 frames"},
		{sim.RunInfo{Steps: 100, BodyPenetrations: 4, IntersectingFrames: 1, NoRoom: []sim.NoRoom{{Frame: 7, Out: "torso",
			In: "arm", Overlap: .0252}}}, "look at it closely: torso and arm overlap with cloth between in 1 frames"},
		{sim.RunInfo{Steps: 100, BodyPenetrations: 4, IntersectingFrames: 2, NoRoom: []sim.NoRoom{{Frame: 7, Out: "torso",
			In: "arm", Overlap: .0252}}}, "not good: cloth comes into bodies in 2 frames"},
		{sim.RunInfo{Steps: 100, BodyPenetrations: 4, StartPenetrations: 3, IntersectingFrames: 2}, "not good: 3 vertices " +
			"or faces of the cloth are in a body at the start, and cloth is in bodies in 2 frames"},
		{sim.RunInfo{Steps: 100, BodyPenetrations: 4, StartPenetrations: 4, IntersectingFrames: 1}, "not good: 4 vertices " +
			"or faces of the cloth are in a body at the start, though in no later frame"},
		{sim.RunInfo{Steps: 100, SelfIntersections: 1, BodyPenetrations: 4, IntersectingFrames: 3},
			"not good: cloth passes through cloth in some of 3 frames"},
		{sim.RunInfo{Steps: 100, MaxStretch: 1.59}, "good: "},
		{sim.RunInfo{Steps: 100, MaxStretch: 1.61}, "look at it closely: the cloth is stretched up to 1.61 times: woven"},
		{sim.RunInfo{Steps: 16, UnconvergedSteps: 2, MaxStretch: 1.7, Static: &cpu.StaticsResult{}}, "look at it closely: " +
			"the cloth is stretched up to 1.7 times"},
		{sim.RunInfo{Steps: 100, MaxStretch: 3.9, MaxStretchAt: &sim.StretchedAt{Frame: 8, Garment: "tee", Triangle: 12}},
			"look at it closely: the cloth is stretched up to 3.9 times (frame 8, triangle 12 of tee)"},
		{sim.RunInfo{Steps: 100, UnconvergedSteps: 3, MaxStretch: 5.17}, "not good: the cloth is stretched up to 5.17 times"},
		{sim.RunInfo{NonFinite: 3, SelfIntersections: 1, IntersectingFrames: 3}, "not good: 3 coordinates"},
	} {
		g, got := verdict(&c.info)
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, expected %q", got, c.want)
		}
		// Whoever reads no words reads the status.
		for strict, refused := range map[bool]bool{false: strings.HasPrefix(c.want, "not good"),
			true: !strings.HasPrefix(c.want, "good")} {
			want := done
			if refused {
				want = notGood
			}
			if status := statusOf(poor(g, got, strict, true)); status != want {
				t.Errorf("%q, strict %v: status %d, expected %d", got, strict, status, want)
			}
		}
	}
}

// What ran out is named, what did not is not; what to change follows from it.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		out          step.Limits
		text, remedy string
	}{
		{step.Limits{}, "", "take a smaller step_s"},
		// of one sheet that falls in vacuum, all steps of which converge
		{step.Limits{Foresee: 72}, "", "take a smaller step_s"},
		{step.Limits{Newton: 3, CG: 2}, "Newton's iterations (max_newton) 3 times, conjugate gradients (max_cg) 2 times",
			"take a smaller step_s"},
		{step.Limits{CG: 2}, "conjugate gradients (max_cg) 2 times", "take a larger solver.max_cg"},
		{step.Limits{Newton: 3, Digits: 7}, "Newton's iterations (max_newton) 3 times, digits for stiff narrow triangles 7 " +
			"times", "--backend cpu"},
	} {
		if got := limits(c.out); got != c.text {
			t.Errorf("%+v: %q, expected %q", c.out, got, c.text)
		}
		if got := remedy(c.out); !strings.Contains(got, c.remedy) {
			t.Errorf("%+v: %q, expected %q", c.out, got, c.remedy)
		}
	}
}

// pulledApart is a sheet whose corners are held and drawn 1.4 m apart.
const pulledApart = `
fps = 24
frames = 10
step_s = 0.008333333333333333
[[motion]]
name = "m"
axis = [0, 1, 0]
interpolation = "linear"
keys = [{ time_s = 0 }, { time_s = 0.3, offset_m = [1, 0, 1] }]
[[sheet]]
name = "s"
size_m = [0.3, 0.3]
edge_length_m = 0.05
fabric = "cotton"
centre_m = [0, 0, 0]
rotation_deg = [0, 0, 0]
[[sheet.pin]]
at = ["corner-00"]
[[sheet.pin]]
at = ["corner-11"]
motion = "m"
`

// A run that ends and is not good exits with a status of its own, in all forms of its output.
func TestNotGoodIsAStatus(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", pulledApart)
	for _, c := range []struct {
		args        []string
		status      int
		out, errors string
	}{
		{nil, notGood, "not good: the cloth is stretched up to 5.", ""},
		{[]string{"--json"}, notGood, `"max_stretch_at"`, "hysteron: not good: the cloth is stretched up to 5."},
		{[]string{"--frames", "5"}, done, "look at it closely: the cloth is stretched up to 3.", ""},
		{[]string{"--frames", "5", "--strict"}, notGood, "look at it closely: the cloth is stretched up to 3.", ""},
		{[]string{"--frames", "2", "--strict"}, done, "good: nothing", ""},
	} {
		args := append([]string{"-q", "run", "s.toml", "-o", "o", "--overwrite", "--backend", "cpu", "--no-render"},
			c.args...)
		status, out, errs := execute(t, dir, args...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errors) || c.errors == "" &&
			errs != "" {
			t.Errorf("%v: status %d, %q, %q: expected %d, %q, %q", c.args, status, out, errs, c.status, c.out, c.errors)
		}
	}
}
