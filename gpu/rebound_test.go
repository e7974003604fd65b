//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestRebound: a sheet that falls flat on the ground leaves it e times as fast as it came, on the device alone; and one
// that is thrown askew at a ball, too, goes on as on the reference.
func TestRebound(t *testing.T) {
	ctx := open(t, true)
	for _, e := range []float64{.4, .9} {
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		p, set := grid(3, 4, .04, .05, f), step.DefaultSettings()
		set.Restitution = e
		for i, x := range p.X {
			p.X[i] = r3.Vec{X: x.X, Y: .1, Z: x.Z}
		}
		s := newGPU(t, ctx, model(t, p), nil, []step.Collider{{Normal: r3.Vec{Y: 1}}}, set)
		before := 0.
		for n := 0; ; n++ {
			if n == 80 {
				t.Fatal("it has not come back")
			}
			if _, err := s.Step(1. / 240); err != nil {
				t.Fatal(err)
			}
			after := gpuState(t, s).V[0].Y
			if after > 0 {
				if before > -1 || math.Abs(after+e*before) > -2e-3*before {
					t.Errorf("e = %g: came at %g m/s and left at %g", e, -before, after)
				}
				break
			}
			before = after
		}
	}

	f := cotton()
	p, set := grid(6, 7, .1, .1, f), step.DefaultSettings()
	set.Restitution, set.Tolerance, set.Acceleration, set.SelfContact = .8, 1e-6, 1e-2, false
	for i, x := range p.X {
		p.X[i].Y = .012 + .002*math.Sin(60*x.X)*math.Cos(50*x.Z)
	}
	m := model(t, p)
	state := cloth.NewState(m)
	for i, x := range m.X0 {
		state.V[i] = r3.Vec{X: .2, Y: -1.5 + 3*x.X}
	}
	ball := newSphere(.05, r3.Vec{X: .05, Y: -.05, Z: -.05}, r3.Vec{Y: .3})
	w := newTwins(t, ctx, m, state, []step.Collider{{Surface: ball, Friction: .3}}, set)
	for n := range 3 {
		w.both(t, 1, 1./240)
		fast, worst := 0., 0.
		for i, v := range gpuState(t, w.gpu).V {
			fast, worst = max(fast, r3.Norm(w.cpu.State.V[i])), max(worst, r3.Norm(r3.Sub(v, w.cpu.State.V[i])))
		}
		t.Logf("step %d: velocities of up to %.3g m/s, off by %.2g", n, fast, worst)
		if worst > 1e-2*fast {
			t.Errorf("step %d: velocities of up to %g m/s are off by %g", n, fast, worst)
		}
	}
}
