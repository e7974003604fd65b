//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// farCases are two sheets that touch each other far from others.
var farCases = []struct {
	name  string
	parts []cloth.Part
}{{"held", clothtest.Touching(true)}, {"on the ground", clothtest.Touching(false)}}

// TestSlidesFarFromContact: a sheet slides down a slope as without two other sheets that touch each other 2 m away, but
// for a hundredth of what accelerations may be off, and as on the CPU but for a twelfth: how it comes to rest in the
// layer at first differs. It is behind ½at² by less than what it slides in
// the last step: it begins at rest.
func TestSlidesFarFromContact(t *testing.T) {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = clothtest.SliderGravity, 0
	ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: clothtest.SliderFriction}}
	const n, h = 12, 1. / 120
	const full = clothtest.SliderAcceleration * n * n * h * h / 2
	most := set.Acceleration / 100 * n * n * h * h / 2
	inForms(t, []int{n}, func(t *testing.T, ctx *opengl.Context, _ int) {
		slide := func(others []cloth.Part) r3.Vec {
			s := newTwins(t, ctx, model(t, append([]cloth.Part{clothtest.Slider()}, others...)...), nil, ground, set)
			start := centre(s.cpu.Model, s.cpu.State)
			steps(t, s.gpu, n)
			for range n {
				if _, err := s.cpu.Step(h); err != nil {
					t.Fatal(err)
				}
			}
			got, want := r3.Sub(centre(s.gpu.Model, gpuState(t, s.gpu)), start), r3.Sub(centre(s.cpu.Model, s.cpu.State), start)
			t.Logf("slid %.4f mm, %.4f mm on the CPU, expected %.3f mm", 1e3*got.X, 1e3*want.X, 1e3*full)
			if off := r3.Norm(r3.Sub(got, want)); !(off < full/n) {
				t.Errorf("%.3g mm off the CPU, expected less than %.3g mm", 1e3*off, 1e3*full/n)
			}
			return got
		}
		alone := slide(nil)
		for _, c := range farCases {
			got := slide(c.parts)
			if off := r3.Norm(r3.Sub(got, alone)); !(off < most) {
				t.Errorf("%s: %.3g mm off where it slides alone, expected less than %.3g mm", c.name, 1e3*off, 1e3*most)
			}
			if !(math.Abs(got.X/full-1) < 2./n) {
				t.Errorf("%s: slid %.3f mm, expected %.3f mm", c.name, 1e3*got.X, 1e3*full)
			}
		}
	})
}

// TestFliesFarFromContact: the centre of a sheet that was let go stretched falls as a point does, whether or not two
// other sheets touch each other 2 m away.
func TestFliesFarFromContact(t *testing.T) {
	set := step.DefaultSettings()
	set.AirDensity = 0
	ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}
	const n, h = 12, 1. / 120
	inForms(t, farCases, func(t *testing.T, ctx *opengl.Context, c struct {
		name  string
		parts []cloth.Part
	}) {
		s := newGPU(t, ctx, model(t, append([]cloth.Part{clothtest.Stretched()}, c.parts...)...), nil, ground, set)
		start := centre(s.Model, gpuState(t, s))
		steps(t, s, n)
		const fallen = 9.81 * h * h * n * (n + 1) / 2
		off := r3.Norm(r3.Sub(centre(s.Model, gpuState(t, s)), r3.Add(start, r3.Vec{Y: -fallen})))
		t.Logf("%s: the centre is %.3g m off after a fall of %.3g m", c.name, off, fallen)
		if !(off < set.Tolerance/100) {
			t.Errorf("%s: the centre is %.3g m off after a fall of %.3g m", c.name, off, fallen)
		}
	})
}

// centre of mass of the first part [m].
func centre(model *cloth.Model, state *cloth.State) (c r3.Vec) {
	v, m := model.Parts[0].Vertices, 0.
	for i := v.Lo; i < v.Hi; i++ {
		c, m = r3.Add(c, r3.Scale(model.Mass[i], state.X[i])), m+model.Mass[i]
	}
	return r3.Scale(1/m, c)
}
