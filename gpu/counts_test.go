//go:build cgo

package gpu

import (
	"reflect"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// counted is a scene with its operation counts in all of countSteps steps, with kernels that read and sum as on
// hardware.
type counted struct {
	name      string
	parts     []cloth.Part
	colliders []step.Collider
	want      Counts
}

const countSteps = 6

func countScenes() []counted {
	lying := shift(grid(12, 12, .1, .1, cotton()), r3.Vec{X: .004, Y: .004, Z: -.003})
	return []counted{
		{"hanging sheet", []cloth.Part{hung(20, 20, .2, .2, cotton())}, nil,
			Counts{Dispatches: 301, Barriers: 207, Uniforms: 262, Copies: 93, Waits: 26, Calls: 1723, Issued: 223}},
		{"two sheets fall on a ball", []cloth.Part{grid(14, 14, .12, .12, cotton()), lying},
			[]step.Collider{{Surface: newSphere(.05, r3.Vec{X: .06, Y: -.052, Z: -.06}, r3.Vec{Y: .2}), Friction: .4}},
			Counts{Dispatches: 1714, Barriers: 1115, Uniforms: 1546, Copies: 243, Waits: 68, Calls: 8850, Issued: 1419}},
	}
}

// TestCounts: steps issue no more operations than before, within 5 %. If they issue fewer, lower the figures here. The
// first step is proved (step/certificate.go), at an additional iteration.
func TestCounts(t *testing.T) {
	ctx := open(t, true)
	if !ctx.Device().Software {
		t.Skip("SKIPPED: the figures are those of llvmpipe, whose rounding makes for other iterations")
	}
	for _, c := range countScenes() {
		t.Run(c.name, func(t *testing.T) {
			s, err := newSim(ctx, ctx.Device().Limits, false, model(t, c.parts...), nil, c.colliders, step.DefaultSettings())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			before, need, newton := s.Counts(), 0, 0
			for range countSteps {
				rep, err := s.Step(1. / 240)
				if err != nil {
					t.Fatal(err)
				}
				need += rep.CG
				newton += rep.Newton
			}
			got := s.Counts().Sub(before)
			t.Logf("%d Newton iterations, %d of the conjugate gradients: %+v", newton, need, got)
			a, b := reflect.ValueOf(got), reflect.ValueOf(c.want)
			for i := range a.NumField() {
				if n, want := float64(a.Field(i).Int()), float64(b.Field(i).Int()); n > 1.05*want {
					t.Errorf("%s: %g, expected at most %g", a.Type().Field(i).Name, n, want)
				} else if n < .95*want {
					t.Errorf("%s: %g, fewer than the %g that are expected: lower that", a.Type().Field(i).Name, n, want)
				}
			}
		})
	}
}
