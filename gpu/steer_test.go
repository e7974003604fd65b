//go:build cgo

package gpu

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestGrabTwin: a hung patch pulled by a hand moves as on the reference; after its release it has the bits of steering
// by the settings alone.
func TestGrabTwin(t *testing.T) {
	ctx := open(t, true)
	m := model(t, hung(7, 6, .1, .08, cotton()))
	set := step.DefaultSettings()
	set.Tolerance = 1e-6
	w := newTwins(t, ctx, m, nil, nil, set)
	by := set.Steering()
	by.Air.Velocity = r3.Vec{Z: 2}
	for _, v := range []int32{40, 41, 33, 34} {
		by.Grabs = append(by.Grabs, step.Grab{Vertex: v, Stiffness: .3, Target: r3.Add(m.X0[v], r3.Vec{X: .01,
			Z: .03})})
	}
	if err := w.cpu.Steer(by); err != nil {
		t.Fatal(err)
	}
	if err := w.gpu.Steer(by); err != nil {
		t.Fatal(err)
	}
	w.both(t, 8, 1./120)
	if err := w.compare(2e-5); err != nil {
		t.Error(err)
	}
	got := gpuState(t, w.gpu)
	if d := r3.Sub(got.X[40], m.X0[40]).Z; d < .005 {
		t.Errorf("the pulled corner has moved %.3g m: expected 5 mm or more", d)
	}
	if err := w.gpu.CheckGuards(); err != nil {
		t.Error(err)
	}
	one, two := newTwins(t, ctx, m, nil, nil, set).gpu, newTwins(t, ctx, m, nil, nil, set).gpu
	for range 5 {
		if err := two.Steer(set.Steering()); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Sim{one, two} {
			if _, err := s.Step(1. / 120); err != nil {
				t.Fatal(err)
			}
		}
	}
	a, b := gpuState(t, one), gpuState(t, two)
	for i := range a.X {
		if a.X[i] != b.X[i] || a.V[i] != b.V[i] {
			t.Fatalf("steering as the settings say changes the bits of vertex %d", i)
		}
	}
}

// TestLedWithin: grabs that move while a step is under way lead to where the step from the same place with them leads,
// on the device as on the reference, and twice to the same bits, also where nothing is done ahead; the device runs
// ahead by no more than an iteration.
func TestLedWithin(t *testing.T) {
	ctx := open(t, true)
	m := model(t, hung(7, 6, .1, .08, cotton()))
	set := step.DefaultSettings()
	set.Tolerance = 1e-7
	type steered interface {
		Steer(step.Steering) error
		SetWatch(step.Watch)
		Step(float64) (step.Report, error)
	}
	var bits [2][]r3.Vec
	for k := range bits {
		w := newTwins(t, ctx, m, nil, nil, set)
		var err error
		if w.gpu, err = newSim(ctx, ctx.Device().Limits, false, m, nil, nil, set); err != nil {
			t.Fatal(err)
		}
		defer w.gpu.Close()
		if k == 1 { // the other one runs ahead, where the device can
			w.gpu.queue.commandTable.Commands = nil
		}
		w.gpu.speculation.watch = func() {
			found := 0
			for _, op := range w.gpu.speculation.ops {
				found += btoi(op.code == opSearch)
			}
			if found > 1 {
				t.Errorf("%d iterations ahead while cloth is held", found)
			}
		}
		by := set.Steering()
		for _, v := range []int32{40, 41, 33, 34} {
			by.Grabs = append(by.Grabs, step.Grab{Vertex: v, Stiffness: .3, Target: m.X0[v]})
		}
		led := 0
		lead := func(s steered) step.Watch {
			return func(at step.Moment) error {
				if !at.Open || at.Newton > 3 {
					return nil
				}
				led++
				for i := range by.Grabs {
					by.Grabs[i].Target.Z += .002
				}
				return s.Steer(by)
			}
		}
		ended := step.Steering{}
		for n := range 4 {
			start := by
			start.Grabs = slices.Clone(by.Grabs)
			for _, s := range []steered{w.gpu, w.cpu} {
				by.Grabs = slices.Clone(start.Grabs)
				if err := s.Steer(by); err != nil {
					t.Fatal(err)
				}
				s.SetWatch(lead(s))
				if _, err := s.Step(1. / 120); err != nil {
					t.Fatal(err)
				}
				if s == steered(w.gpu) {
					ended = by
					ended.Grabs = slices.Clone(by.Grabs)
				} else if len(by.Grabs) > 0 && by.Grabs[0].Target != ended.Grabs[0].Target {
					t.Fatalf("step %d: led to %v on the device, to %v on the reference", n, ended.Grabs[0].Target,
						by.Grabs[0].Target)
				}
			}
		}
		if led < 12 {
			t.Errorf("led %d times within 8 steps", led)
		}
		if err := w.compare(2e-5); err != nil {
			t.Error(err)
		}
		bits[k] = gpuState(t, w.gpu).X
		if z := bits[k][40].Z - m.X0[40].Z; z < .004 {
			t.Errorf("led by %.3g m the corner has moved %.3g m", ended.Grabs[0].Target.Z-m.X0[40].Z, z)
		}
	}
	if !slices.Equal(bits[0], bits[1]) {
		t.Errorf("twice led in the same way, other bits: %g m apart", farthest(bits[0], bits[1]))
	}
}

// TestSoftPinTwin: cloth that soft pins lead along a moving body, with a limit and strength that is keyed, goes where
// it goes on the reference, also in explicit steps.
func TestSoftPinTwin(t *testing.T) {
	for _, integrator := range []string{step.Implicit, step.Symplectic} {
		t.Run(integrator, func(t *testing.T) {
			p := grid(6, 5, .1, .08, cotton())
			ball := newSphere(.03, r3.Vec{X: .05, Y: -.05, Z: -.04}, r3.Vec{X: .3, Y: .1})
			x := make([]r3.Vec, ball.NumVertices())
			ball.Positions(x, 0)
			for i, at := range p.X {
				if i%2 == 0 {
					v := ball.Triangles()[i%len(ball.Triangles())]
					pin := cloth.PinTo(int32(i), 0, int32(i%len(ball.Triangles())), [3]float64{.2, .3, .5}, x[v[0]],
						x[v[1]], x[v[2]], at)
					pin.Stiffness, pin.Limit, pin.LimitForce = .05, .001, .001
					pin.Strength = []cloth.Strength{{Time: 0, Factor: 1}, {Time: .05, Factor: 3}, {Time: .08,
						Factor: 0}}
					p.Pins = append(p.Pins, pin)
				}
			}
			set := step.DefaultSettings()
			set.Tolerance, set.Integrator, set.SelfContact, set.Oversample = 1e-7, integrator, false, 1
			h := 1. / 120
			if integrator != step.Implicit {
				set.Oversample = 60
			}
			w := newTwins(t, open(t, true), model(t, p), nil, []step.Collider{{Surface: ball, Friction: .3}}, set)
			w.both(t, 8, h)
			if err := w.compare(2e-5); err != nil {
				t.Error(err)
			}
			if d := r3.Sub(w.cpu.State.X[0], p.X[0]).X; d < .005 {
				t.Errorf("the first vertex has moved %.3g m along: expected 5 mm or more", d)
			}
		})
	}
}
