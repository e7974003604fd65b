package cpu

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// falling is a tilted sheet in vacuum, of cotton whose membrane is made stiffer.
func falling(t *testing.T, stiffer float64) *Sim {
	f := cotton()
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear} {
		c.Elastic = law.Scaled(c.Elastic, stiffer)
	}
	f.Drag, f.DragSkin = 0, 0
	turn := r3.NewRotation(.7, r3.Vec{X: 1, Y: 2, Z: -.5})
	return newSim(t, place(grid(8, 8, .4, .4, f, false), turn.Rotate), nil, step.DefaultSettings())
}

// TestFreeFallAnyStep: a sheet falls in vacuum as a point does, without turning, whatever the step and the stiffness.
func TestFreeFallAnyStep(t *testing.T) {
	for _, stiffer := range []float64{1, 1e3, 1e7} {
		for _, h := range []float64{1. / 24, 1. / 240, 1e-4} {
			t.Run(fmt.Sprintf("%g/%g", stiffer, h), func(t *testing.T) {
				s := falling(t, stiffer)
				start := append([]r3.Vec(nil), s.State.X...)
				n := min(60, int(.25/h+.5))
				rep := take(t, s, n, h)
				fall := 9.81 * h * h * float64(n) * float64(n+1) / 2
				for i, x := range s.State.X {
					if d := r3.Norm(r3.Sub(x, r3.Add(start[i], r3.Vec{Y: -fall}))); !(d < 1e-7*fall) {
						t.Fatalf("vertex %d is %g m off after a fall of %g m", i, d, fall)
					}
				}
				t.Logf("%d Newton, %d CG iterations in %d steps", rep.Newton, rep.CG, n)
			})
		}
	}
}

// TestFlightKeepsMomentum: with the tolerance of every day, a crumpled sheet that vibrates and tumbles in vacuum flies
// as a point does. What changes its angular momentum is backward Euler alone, Σ x × m(v − vₙ) = 0 at the end of each
// step.
func TestFlightKeepsMomentum(t *testing.T) {
	for _, h := range []float64{1. / 60, 1. / 240, 1e-4} {
		s := flying(t, cotton(), 5e-5)
		p0, _ := momentum(s)
		var worst float64
		for range 40 {
			before := append([]r3.Vec(nil), s.State.V...)
			take(t, s, 1, h)
			p, _ := momentum(s)
			if d := r3.Norm(r3.Sub(p, p0)); !(d < 1e-12*r3.Norm(p0)) {
				t.Fatalf("h = %g: the momentum is off by %g of it", h, d/r3.Norm(p0))
			}
			var torque r3.Vec
			var size float64
			for i, m := range s.Model.Mass {
				q := r3.Cross(s.State.X[i], r3.Scale(m, r3.Sub(s.State.V[i], before[i])))
				torque, size = r3.Add(torque, q), size+r3.Norm(q)
			}
			worst = max(worst, r3.Norm(torque)/size)
		}
		t.Logf("h = %g: torque %.2g", h, worst)
		if !(worst < 1e-6) {
			t.Errorf("h = %g: a net torque of %g of all there are", h, worst)
		}
	}
}

// TestBalanceTellsHowFar: a sheet that is let go above the ground is put where it falls to, which is farther than the
// half layer that contacts are looked up for in a step of 1/60 s, and not in one of half of that; once it is there it
// stays. Without bodies nothing is in the way but another sheet that is near it.
func TestBalanceTellsHowFar(t *testing.T) {
	ground := []step.Collider{{Point: r3.Vec{Y: -1}, Normal: r3.Vec{Y: 1}}}
	for _, c := range []struct {
		h      float64
		bodies []step.Collider
		sheets int
		want   bool
	}{{1. / 60, ground, 1, true}, {1. / 120, ground, 1, false}, {1. / 60, nil, 1, false}, {1. / 60, nil, 2, true}} {
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		var sheets []cloth.Part
		for k := range c.sheets {
			sheets = append(sheets, place(grid(4, 4, .1, .1, f, true), func(x r3.Vec) r3.Vec {
				return r3.Add(x, r3.Vec{Y: .0035 * float64(k)})
			}))
		}
		s := newCloth(t, sheets, c.bodies, step.DefaultSettings())
		m := operations{s}
		m.Begin(0, c.h)
		m.DetectContacts(true)
		for k := range 2 {
			m.Evaluate(true)
			m.CorrectRigid(0)
			if got := m.RigidTooFar(); got != (c.want && k == 0) {
				t.Errorf("h = %g s, %d bodies, %d sheets, time %d: led too far %v, falls by %g m", c.h, len(c.bodies), c.sheets,
					k+1, got, 9.81*c.h*c.h)
			}
		}
	}
}
