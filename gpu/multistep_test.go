//go:build cgo

package gpu

import (
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
					t.Fatalf("step %d of %g s: fell to %.9g m at %.9g m/s, expected %.9g and %.9g", n, h, d, v, want, -9.81*at)
				}
			}
		}
	})
}

// TestTwinsBDF2: both backends take the same steps: a sheet that is held at two corners swings down on a ground and folds,
// in steps of two sizes.
func TestTwinsBDF2(t *testing.T) {
	inForms(t, []struct{}{{}}, func(t *testing.T, ctx *opengl.Context, _ struct{}) {
		p := grid(7, 8, .1, .12, vacuum())
		for i, x := range p.X {
			if p.X[i].Y = .03 + .001*math.Sin(50*x.X)*math.Sin(40*x.Z); x.Z < 1e-9 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
			}
		}
		ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}
		set := bdf2()
		set.Tolerance = 1e-7
		both := newTwins(t, ctx, model(t, p), nil, ground, set)
		touched := 0
		for n := range 24 {
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
			for _, age := range a.Before.Age {
				touched += btoi(age > 0)
			}
			off, slow := farthest(b.X, a.X), farthest(b.V, a.V)
			c, e := relative(b.Before.Gain, a.Before.Gain), farthest(b.Before.Lag, a.Before.Lag)
			if t.Logf("step %d: %.2g m, %.2g m/s, change of velocity %.2g, lag %.2g m off", n, off, slow, c, e); off > 1e-5 || slow > 2e-3 {
				t.Fatalf("step %d: backends are %.3g m and %.3g m/s apart", n, off, slow)
			}
			if !slices.Equal(a.Before.Age, b.Before.Age) || a.Before.H != b.Before.H {
				t.Errorf("step %d: contacts are of other ages, or the step of %g s is of %g", n, a.Before.H, b.Before.H)
			}
		}
		if touched == 0 {
			t.Error("nothing has touched the ground")
		}
	})
}

// TestFallsFlatBDF2 is cpu's test of that name: a mat of felt that falls flat stays where it falls, whatever the step, and
// its energy never rises.
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
			t.Errorf("up at %.3g of the speed, with %.3g of the energy at the end: expected rest", up/down, kinetic/most)
		}
	})
}

// TestCollisionKeepsMomentumBDF2: two sheets that meet in free flight keep their momentum to the digits of the device, and
// one sheet far away takes no notice: it flies on with BDF2.
func TestCollisionKeepsMomentumBDF2(t *testing.T) {
	inForms(t, []struct{}{{}}, func(t *testing.T, ctx *opengl.Context, _ struct{}) {
		set := bdf2()
		set.Gravity = r3.Vec{}
		a, b, c := grid(6, 6, .1, .1, vacuum()), grid(5, 5, .08, .08, vacuum()), grid(4, 4, .1, .1, vacuum())
		for i, x := range b.X {
			b.X[i] = r3.Vec{X: x.X + .01, Y: .012 + .1*x.X, Z: x.Z + .007}
		}
		for i, x := range c.X {
			c.X[i] = r3.Vec{X: x.X + 1, Y: .01 * math.Sin(40*x.X), Z: x.Z}
		}
		m := model(t, a, b, c)
		s := newGPU(t, ctx, m, nil, nil, set)
		st := gpuState(t, s)
		for i := range st.V {
			switch m.Part[i] {
			case 0:
				st.V[i] = r3.Vec{X: .1, Y: .5}
			case 1:
				st.V[i] = r3.Vec{Y: -.7, Z: .2}
			}
		}
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
		touched, second := false, 0
		for range 24 {
			if _, err := s.Step(1. / 120); err != nil {
				t.Fatal(err)
			}
			st := gpuState(t, s)
			if p, _ := momentum(st); !(r3.Norm(r3.Sub(p, p0)) < 2e-6*size) {
				t.Fatalf("t = %.3g s: momentum is off by %.3g of what there is", st.Time, r3.Norm(r3.Sub(p, p0))/size)
			}
			touched = touched || slices.Max(st.Before.Age) > 0
			lags := [3]bool{}
			for i, e := range st.Before.Lag {
				lags[m.Part[i]] = lags[m.Part[i]] || e != r3.Vec{}
			}
			if touched && lags[2] && !lags[0] && !lags[1] {
				second++
			}
		}
		if !touched || second == 0 {
			t.Errorf("met: %t, and in %d steps the third sheet alone took BDF2: expected some", touched, second)
		}
	})
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
		t.Fatalf("the step before is one of %g s, contacts are %d steps old at most", st.Before.H, slices.Max(st.Before.Age))
	}
	if err := s.SetState(st); err != nil {
		t.Fatal(err)
	}
	back := gpuState(t, s)
	if !slices.Equal(back.Before.Gain, st.Before.Gain) || !slices.Equal(back.Before.Lag, st.Before.Lag) || !slices.Equal(back.Before.Age, st.Before.Age) {
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
