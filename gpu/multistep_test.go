//go:build cgo

package gpu

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// bdf2 are settings of second order.
func bdf2() step.Settings {
	set := step.DefaultSettings()
	set.Integrator = step.BDF2
	return set
}

// vacuum is cotton without air.
func vacuum() cloth.Fabric {
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	return f
}

// TestFreeFallBDF2: after a first step of backward Euler, which falls g·h²/2 too far and leaves the exact velocity,
// BDF2 follows the parabola to the digits of the device, in steps of any size.
func TestFreeFallBDF2(t *testing.T) {
	inForms(t, []struct{}{{}}, func(t *testing.T, ctx *opengl.Context, _ struct{}) {
		s := newGPU(t, ctx, model(t, grid(6, 5, .1, .08, vacuum())), nil, nil, bdf2())
		at, late := 0., 0.
		for n, h := range []float64{.01, .01, .02, .005, .005, .01, .012, .003, .007, .05, .01} {
			if _, err := s.Step(h); err != nil {
				t.Fatal(err)
			}
			at += h
			if n == 0 || n == 9 { // too much longer than the one before
				late += 9.81 * h * h / 2
			}
			want, st := -9.81*at*at/2-late, gpuState(t, s)
			for i, x := range st.X {
				d, v := x.Y-s.Model.X0[i].Y, st.V[i].Y
				if math.Abs(d-want) > 1e-6*math.Abs(want) || math.Abs(v+9.81*at) > 1e-6*9.81*at {
					t.Fatalf("step %d of %g s: fell to %.9g m at %.9g m/s, expected %.9g and %.9g",
						n, h, d, v, want, -9.81*at)
				}
			}
		}
	})
}

// TestTwinsBDF2: from the same state both backends take the same step: vertices take the same integrator and contacts
// have the same age, but for some that end at the rim of a layer. A sheet that is held along an edge swings down on a
// ground and on another sheet that lies there, in steps of two sizes.
func TestTwinsBDF2(t *testing.T) {
	inForms(t, []struct{}{{}}, func(t *testing.T, ctx *opengl.Context, _ struct{}) {
		p, lies := grid(7, 8, .1, .12, vacuum()), grid(5, 5, .05, .05, vacuum())
		for i, x := range p.X {
			if p.X[i].Y = .03 + .001*math.Sin(50*x.X)*math.Sin(40*x.Z); math.Abs(x.Z) < 1e-9 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
			}
		}
		for i, x := range lies.X {
			lies.X[i] = r3.Vec{X: x.X + .053, Y: .0041, Z: x.Z - .06}
		}
		ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}
		set := bdf2()
		set.Tolerance = 1e-6
		m := model(t, p, lies)
		both := newTwins(t, ctx, m, nil, ground, set)
		by, rim, most := map[string]int{}, 0, 5e-6
		further := 0 // steps at which one backend alone goes on for friction, see step.Driver.checkDrift
		for n := range 26 {
			h := 1. / 240
			if n%5 == 4 {
				h = 1. / 400
			}
			if err := both.gpu.SetState(both.cpu.State); err != nil {
				t.Fatal(err)
			}
			if _, err := both.cpu.Step(h); err != nil {
				t.Fatal(err)
			}
			if _, err := both.gpu.Step(h); err != nil {
				t.Fatal(err)
			}
			a, b := both.cpu.State, gpuState(t, both.gpu)
			for i, age := range a.Before.Age {
				euler := a.Before.Lag[i] == r3.Vec{}
				if euler != (b.Before.Lag[i] == r3.Vec{}) || age != b.Before.Age[i] {
					rim++
					continue
				}
				if m.Part[i] == 0 && age > 0 {
					most = 2e-4 // friction of an impact depends on where Newton's method ends
				}
				by[fmt.Sprintf("sheet %d: age %d, Euler %t", m.Part[i], age, euler)]++
			}
			off := farthest(b.X, a.X)
			if t.Logf("step %d: %.2g m, %.2g m/s off", n, off, farthest(b.V, a.V)); off > most {
				if further++; further == 1 && most > 5e-6 && off < 5e-4 {
					continue
				}
				t.Errorf("step %d: backends are %.3g m apart, expected %g at most", n, off, most)
			}
			if a.Before.H != b.Before.H {
				t.Errorf("step %d of %g s: the device keeps %g s", n, a.Before.H, b.Before.H)
			}
		}
		t.Logf("%v; %d at the rim", by, rim)
		if all := 26 * len(m.X0); rim > all/50 {
			t.Errorf("%d of %d vertices take another integrator, or have contact of another age", rim, all)
		}
		for _, want := range []string{
			"sheet 0: age 0, Euler false", "sheet 0: age 1, Euler true",
			"sheet 1: age 1, Euler true", "sheet 1: age 0, Euler false",
		} {
			if by[want] == 0 {
				t.Errorf("no vertex of %q: the scene tests less than it should", want)
			}
		}
	})
}

// TestFallsFlatBDF2 is cpu's test of that name: a mat of felt that falls flat stays where it falls, whatever the
// step, and its energy never rises.
func TestFallsFlatBDF2(t *testing.T) {
	inForms(t, []int{60, 113, 240}, func(t *testing.T, ctx *opengl.Context, steps int) {
		h := 1 / float64(steps)
		p := grid(5, 4, .1, .1, vacuum())
		for i := range p.X {
			p.X[i].Y = .1037
		}
		s := newGPU(t, ctx, model(t, p), nil, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}, bdf2())
		down, up, most, last, kinetic := 0., 0., 0., math.Inf(1), 0.
		for range steps / 2 {
			if _, err := s.Step(h); err != nil {
				t.Fatal(err)
			}
			st := gpuState(t, s)
			all := 0.
			kinetic = 0
			for i, m := range s.Model.Mass {
				down, up = max(down, -st.V[i].Y), max(up, st.V[i].Y)
				kinetic += m / 2 * r3.Norm2(st.V[i])
				all += m * 9.81 * st.X[i].Y
			}
			most = max(most, kinetic)
			if all += kinetic; all > last+1e-3*most {
				t.Errorf("t = %.3g s: energy rose from %.6g to %.6g J", st.Time, last, all)
			}
			last = all
		}
		t.Logf("down at %.4g m/s, up at %.3g of that; %.3g of the energy left", down, up/down, kinetic/most)
		if up > down/50 || kinetic > 1e-6*most {
			t.Errorf("up at %.3g of the speed, with %.3g of the energy at the end: expected rest",
				up/down, kinetic/most)
		}
	})
}

// collidingSheets is a model of two sheets that fly at each other, and of others, at its start.
func collidingSheets(t *testing.T, others ...cloth.Part) (*cloth.Model, *cloth.State) {
	a, b := grid(6, 6, .1, .1, vacuum()), grid(5, 5, .08, .08, vacuum())
	for i, x := range b.X {
		b.X[i] = r3.Vec{X: x.X + .01, Y: .012 + .1*x.X, Z: x.Z + .007}
	}
	m := model(t, append([]cloth.Part{a, b}, others...)...)
	st := cloth.NewState(m)
	for i := range st.V {
		switch m.Part[i] {
		case 0:
			st.V[i] = r3.Vec{X: .1, Y: .5}
		case 1:
			st.V[i] = r3.Vec{Y: -.7, Z: .2}
		}
	}
	return m, st
}

// TestCollisionKeepsMomentumBDF2: two sheets that meet in free flight keep their momentum to the digits of the device.
func TestCollisionKeepsMomentumBDF2(t *testing.T) {
	inForms(t, []struct{}{{}}, func(t *testing.T, ctx *opengl.Context, _ struct{}) {
		set := bdf2()
		set.Gravity = r3.Vec{}
		m, st := collidingSheets(t)
		s := newGPU(t, ctx, m, nil, nil, set)
		if err := s.SetState(st); err != nil {
			t.Fatal(err)
		}
		momentum := func(st *cloth.State) (p r3.Vec, size float64) {
			for i, mass := range m.Mass {
				p, size = r3.Add(p, r3.Scale(mass, st.V[i])), size+mass*r3.Norm(st.V[i])
			}
			return p, size
		}
		p0, size := momentum(st)
		touched := false
		for range 24 {
			if _, err := s.Step(1. / 120); err != nil {
				t.Fatal(err)
			}
			st := gpuState(t, s)
			p, _ := momentum(st)
			if off := r3.Norm(r3.Sub(p, p0)) / size; !(off < 5e-6) {
				t.Fatalf("t = %.3g s: momentum is off by %.3g of what there is", st.Time, off)
			}
			touched = touched || slices.Max(st.Before.Age) > 0
		}
		if !touched {
			t.Error("the sheets have not met")
		}
	})
}

// TestImpactsAreLocal: where two sheets meet, both take backward Euler, which leaves no lag, and a sheet far away
// goes on with BDF2.
func TestImpactsAreLocal(t *testing.T) {
	set := bdf2()
	set.Gravity = r3.Vec{}
	c := grid(4, 4, .1, .1, vacuum())
	for i, x := range c.X {
		c.X[i] = r3.Vec{X: x.X + 1, Y: .01 * math.Sin(40*x.X), Z: x.Z}
	}
	m, st := collidingSheets(t, c)
	s := newGPU(t, open(t, true), m, nil, nil, set)
	if err := s.SetState(st); err != nil {
		t.Fatal(err)
	}
	var lags [3]bool
	for range 2 {
		if _, err := s.Step(1. / 120); err != nil {
			t.Fatal(err)
		}
	}
	end := gpuState(t, s)
	for i, e := range end.Before.Lag {
		lags[m.Part[i]] = lags[m.Part[i]] || e != r3.Vec{}
	}
	if slices.Max(end.Before.Age) == 0 || lags != [3]bool{false, false, true} {
		t.Errorf("contacts are %d steps old at most, and of the sheets have a lag: %t; expected the third alone, and contact",
			slices.Max(end.Before.Age), lags)
	}
}

// TestResumesBDF2: what a simulation does from a state is what a new one does that is given the state, to the last bit,
// and the state has the step before.
func TestResumesBDF2(t *testing.T) {
	ctx := open(t, true)
	ground := []step.Collider{{Point: r3.Vec{Y: -.02}, Normal: r3.Vec{Y: 1}, Friction: .3}}
	p := grid(6, 6, .1, .1, vacuum())
	for i, x := range p.X {
		p.X[i].Y += .1 * x.X
	}
	m := model(t, p)
	s := newGPU(t, ctx, m, nil, ground, bdf2())
	go_ := func(s *Sim, steps int) {
		for range steps {
			if _, err := s.Step(1. / 120); err != nil {
				t.Fatal(err)
			}
		}
	}
	go_(s, 9)
	st := gpuState(t, s)
	if st.Before.H != 1./120 || slices.Max(st.Before.Age) == 0 {
		t.Fatalf("the step before is one of %g s, contacts are %d steps old at most",
			st.Before.H, slices.Max(st.Before.Age))
	}
	if err := s.SetState(st); err != nil {
		t.Fatal(err)
	}
	back := gpuState(t, s)
	if !slices.Equal(back.Before.Gain, st.Before.Gain) || !slices.Equal(back.Before.Lag, st.Before.Lag) ||
		!slices.Equal(back.Before.Age, st.Before.Age) {
		t.Error("the step before is not what was set")
	}
	without := st.Clone()
	without.Before = cloth.Before{}
	var ends []*cloth.State
	for _, from := range []*cloth.State{st, without} {
		o := newGPU(t, ctx, m, from, ground, bdf2())
		go_(o, 4)
		ends = append(ends, gpuState(t, o))
	}
	go_(s, 4)
	if end := gpuState(t, s); !slices.Equal(end.X, ends[0].X) || !slices.Equal(end.Before.Lag, ends[0].Before.Lag) {
		t.Errorf("two simulations from one state are %.3g m apart", farthest(end.X, ends[0].X))
	}
	if slices.Equal(ends[0].X, ends[1].X) {
		t.Error("the step before does not matter")
	}
}

// TestAirTwinsBDF2: in gusty air both backends take the same steps of two sizes, from the same state: a flag that is
// held along an edge, in a wind that no speed of the cloth comes near.
func TestAirTwinsBDF2(t *testing.T) {
	f := cotton()
	f.DragSkin = .1
	p := grid(6, 6, .1, .1, f)
	for i, x := range p.X {
		if p.X[i].Y += .002 * math.Sin(40*x.X+30*x.Z); math.Abs(x.X) < 1e-9 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
	}
	set := bdf2()
	set.Tolerance, set.Wind = 1e-8, step.Wind{Velocity: r3.Vec{X: 4, Y: 1, Z: .5}, Gust: .5, Frequency: 3}
	both := newTwins(t, open(t, true), model(t, p), nil, nil, set)
	moved := 0.
	for n := range 12 {
		h := 1. / 240
		if n%5 == 4 {
			h = 1. / 400
		}
		if _, err := both.cpu.Step(h); err != nil {
			t.Fatal(err)
		}
		if _, err := both.gpu.Step(h); err != nil {
			t.Fatal(err)
		}
		a, b := both.cpu.State, gpuState(t, both.gpu)
		off, slow := farthest(b.X, a.X), farthest(b.V, a.V)
		if moved = farthest(a.X, both.cpu.Model.X0); off > 2e-6 || slow > 1e-3 {
			t.Errorf("step %d: backends are %.3g m and %.3g m/s apart, after up to %.3g m", n, off, slow, moved)
		}
		t.Logf("step %d: %.2g m, %.2g m/s off", n, off, slow)
	}
	if moved < .005 {
		t.Errorf("the flag has moved by %g m at most", moved)
	}
}
