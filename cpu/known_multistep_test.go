package cpu

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// bdf2 are settings of second order.
func bdf2(tolerance float64) step.Settings {
	set := step.DefaultSettings()
	set.Integrator, set.Tolerance = step.BDF2, tolerance
	return set
}

// vacuum is cotton without air.
func vacuum() cloth.Fabric {
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	return f
}

// TestFreeFallBDF2: after a first step of backward Euler, which falls g·h²/2 too far and leaves the exact velocity,
// BDF2 follows the parabola exactly, in steps of any size.
func TestFreeFallBDF2(t *testing.T) {
	s := newSim(t, grid(6, 5, .1, .08, vacuum(), true), nil, bdf2(1e-13))
	at, late := 0., 0.
	for n, h := range []float64{.01, .01, .02, .005, .005, .01, .012, .003, .007, .05, .01} {
		take(t, s, 1, h)
		at += h
		if n == 0 || n == 9 { // too much longer than the one before
			late += 9.81 * h * h / 2
		}
		want := -9.81*at*at/2 - late
		for i, x := range s.State.X {
			d, v := x.Y-s.Model.X0[i].Y, s.State.V[i].Y
			if math.Abs(d-want) > 1e-10*math.Abs(want) || math.Abs(v+9.81*at) > 1e-9*at {
				t.Fatalf("step %d of %g s: fell to %.12g m at %.12g m/s, expected %.12g and %.12g", n, h, d, v, want, -9.81*at)
			}
		}
	}
}

// TestFreeFallMeetsNothing: one sheet that falls in vacuum runs into no contact, and rounding is none.
func TestFreeFallMeetsNothing(t *testing.T) {
	for _, height := range []float64{0, 10} {
		up := func(v r3.Vec) r3.Vec { return r3.Add(v, r3.Vec{Y: height}) }
		s := newSim(t, place(grid(33, 33, .125, .125, vacuum(), true), up), nil, step.DefaultSettings())
		for n := range 72 {
			rep, err := s.Step(1. / 72)
			if err != nil {
				t.Fatal(err)
			}
			if rep.Limits != (step.Limits{}) {
				t.Fatalf("from %g m, step %d: %+v ran out", height, n, rep.Limits)
			}
		}
	}
}

// TestOscillatorBDF2: a sheet on springs follows BDF2's own recurrence to 1e-9, and errs by the square of the step.
func TestOscillatorBDF2(t *testing.T) {
	const omega, end = 20., 1.
	var errs []float64
	for _, n := range []int{100, 200, 400} {
		set := bdf2(1e-13)
		set.Gravity = r3.Vec{}
		s := newSim(t, grid(6, 5, .1, .08, vacuum(), true), nil, set)
		s.SetTerms(append([]Term{&springs{omega: omega}}, NewTerms()...))
		amplitude := r3.Vec{X: .02, Y: -.05, Z: .03}
		for i := range s.State.X {
			s.State.X[i] = r3.Add(s.State.X[i], amplitude)
		}
		h := end / float64(n)
		// Backward Euler first, with the lag of a constant acceleration; then (3v⁺ − 4v + v')/2h = −ω²x⁺ and v⁺ =
		// (3x⁺ − 4x + x')/2h.
		x, v := 1/(1+omega*h*omega*h), -omega*omega*h/(1+omega*h*omega*h)
		xBefore, vBefore := x-h*v/2, 0. // the way is what the lag leaves of h·v
		k := 2 * h / 3
		for i := range n {
			if i > 0 {
				xHat, vHat := (4*x-xBefore)/3, (4*v-vBefore)/3
				next := (xHat + k*vHat) / (1 + omega*k*omega*k)
				x, xBefore, v, vBefore = next, x, (next-xHat)/k, v
			}
			take(t, s, 1, h)
			for j := range s.State.X {
				d := r3.Norm(r3.Sub(r3.Sub(s.State.X[j], s.Model.X0[j]), r3.Scale(x, amplitude)))
				if d > 1e-9*r3.Norm(amplitude) {
					t.Fatalf("h = 1/%d s, step %d: off by %.3g of the amplitude", n, i, d/r3.Norm(amplitude))
				}
			}
		}
		errs = append(errs, math.Abs(x-math.Cos(omega*end)))
	}
	if order := math.Log2(errs[1] / errs[2]); math.Abs(order-2) > .1 {
		t.Errorf("errors %.3g: order %.3f, expected 2", errs, order)
	}
}

// TestFallsFlatBDF2: a mat of felt that falls flat stays where it falls, whatever the step: it does not go up again
// faster than a fiftieth of its speed, and comes to rest; and its energy never rises. With BDF2 for the impact it
// bounces.
func TestFallsFlatBDF2(t *testing.T) {
	for _, steps := range []int{60, 97, 113, 120, 171, 240, 251} {
		h := 1 / float64(steps)
		p := grid(5, 4, .1, .1, vacuum(), true)
		for i := range p.X {
			p.X[i].Y = .1037
		}
		s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}, bdf2(5e-5))
		energy := func() (kinetic, all float64) {
			for i, m := range s.Model.Mass {
				kinetic += m / 2 * r3.Norm2(s.State.V[i])
				all += m * 9.81 * s.State.X[i].Y
			}
			return kinetic, all + kinetic
		}
		down, up, most, last := 0., 0., 0., math.Inf(1)
		for range steps / 2 {
			take(t, s, 1, h)
			for _, v := range s.State.V {
				down, up = max(down, -v.Y), max(up, v.Y)
			}
			kinetic, all := energy()
			most = max(most, kinetic)
			if all > last+1e-3*most {
				t.Errorf("h = 1/%d s, t = %.3g s: energy rose from %.6g to %.6g J", steps, s.State.Time, last, all)
			}
			last = all
		}
		kinetic, _ := energy()
		t.Logf("h = 1/%d s: down at %.4g m/s, up at %.3g of that; %.3g of the energy left",
			steps, down, up/down, kinetic/most)
		if up > down/50 || kinetic > 1e-6*most {
			t.Errorf("h = 1/%d s: up at %.3g of the speed, with %.3g of the energy at the end: expected rest",
				steps, up/down, kinetic/most)
		}
	}
}

// TestSecondSurfaceBDF2: vertices that slide along the ground stop where they hit a wall, without restitution, as
// they do with backward Euler: the ground, which they have been on for long, makes the wall no old contact. Cloth so
// soft that its vertices are points.
func TestSecondSurfaceBDF2(t *testing.T) {
	f := vacuum()
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Elastic, c.Friction, c.Damping = law.Scaled(c.Elastic, 1e-7), nil, nil
	}
	for _, steps := range []float64{60, 120, 240} {
		for _, speed := range []float64{.1, .3, 1, 3} {
			p := grid(5, 4, .04, .05, f, true)
			for i := range p.X {
				p.X[i] = r3.Add(p.X[i], r3.Vec{Y: .00395, Z: -.06})
			}
			set := bdf2(1e-7)
			set.SelfContact, set.MaxHalvings = false, 0 // steps of one length
			wall := step.Collider{Point: r3.Vec{Z: .01}, Normal: r3.Vec{Z: -1}}
			s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}}, wall}, set)
			take(t, s, 20, 1./120)
			for i := range s.State.V {
				s.State.V[i].Z = speed
			}
			back, up, far := 0., 0., 0.
			for range int(.15 / speed * steps) {
				take(t, s, 1, 1/steps)
				for i, v := range s.State.V {
					back, up, far = max(back, -v.Z/speed), max(up, v.Y/speed), max(far, s.State.X[i].Z)
				}
			}
			t.Logf("h = 1/%g s, %g m/s: back at %.3g, up at %.3g of that", steps, speed, back, up)
			if back > .02 || up > .005 || far < .0055 {
				t.Errorf("h = 1/%g s, %g m/s: back at %.3g, up at %.3g of that, after %.3g m: expected rest",
					steps, speed, back, up, far)
			}
		}
	}
}

// TestCollisionKeepsMomentumBDF2: two sheets that meet in free flight keep their momentum to rounding: those that
// touch take one integrator.
func TestCollisionKeepsMomentumBDF2(t *testing.T) {
	set := bdf2(5e-5)
	set.Gravity = r3.Vec{}
	a, b := grid(6, 6, .1, .1, vacuum(), true), grid(5, 5, .08, .08, vacuum(), false)
	for i, x := range b.X {
		b.X[i] = r3.Vec{X: x.X + .01, Y: .012 + .1*x.X, Z: x.Z + .007}
	}
	m, err := cloth.NewModel([]cloth.Part{a, b})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(m, nil, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range s.State.V {
		if s.State.V[i] = (r3.Vec{X: .1, Y: .5}); m.Part[i] == 1 {
			s.State.V[i] = r3.Vec{Y: -.7, Z: .2}
		}
	}
	p0, _ := momentum(s)
	size, touched := 0., false
	for i, mass := range m.Mass {
		size += mass * r3.Norm(s.State.V[i])
	}
	for range 24 {
		take(t, s, 1, 1./120)
		p, _ := momentum(s)
		if d := r3.Norm(r3.Sub(p, p0)); !(d < 1e-11*size) {
			t.Fatalf("t = %.3g s: momentum is off by %.3g of what there is", s.State.Time, d/size)
		}
		touched = touched || slices.Max(s.State.Before.Age) > 0
	}
	if !touched {
		t.Error("the sheets have not met")
	}
}

// TestResumesBDF2: what a simulation does from a state is what one that is given the state does, to the last bit,
// and the state has the step before.
func TestResumesBDF2(t *testing.T) {
	ground := []step.Collider{{Point: r3.Vec{Y: -.02}, Normal: r3.Vec{Y: 1}, Friction: .3}}
	s := newSim(t, grid(6, 6, .1, .1, vacuum(), true), ground, bdf2(5e-5))
	take(t, s, 9, 1./120)
	var ends [3]*cloth.State
	for k := range ends {
		from := s.State.Clone()
		if k == 2 {
			from.Before = cloth.Before{}
		}
		o, err := New(s.Model, from, ground, s.Settings)
		if err != nil {
			t.Fatal(err)
		}
		take(t, o, 4, 1./120)
		ends[k] = o.State.Clone()
		o.Close()
	}
	if !slices.Equal(ends[0].X, ends[1].X) || !slices.Equal(ends[0].Before.Gain, ends[1].Before.Gain) {
		t.Error("two simulations from one state differ")
	}
	if slices.Equal(ends[0].X, ends[2].X) {
		t.Error("the step before does not matter")
	}
}

// TestEnergyFallsInContactBDF2: a tilted, creased sheet that falls on the ground and folds over itself, at 1/120 s
// and the default tolerance, never gains energy: the sum of the kinetic energy, that of elements, and the weight's
// rises in no step by more than a hundredth of what it fell by in all.
func TestEnergyFallsInContactBDF2(t *testing.T) {
	for _, integrator := range []string{step.Euler, step.BDF2} {
		set := bdf2(step.DefaultSettings().Tolerance)
		set.Integrator = integrator
		turn := r3.NewRotation(.9, r3.Vec{X: 1, Z: .4})
		p := place(grid(12, 12, .25, .25, vacuum(), false), turn.Rotate)
		least := 0.
		for i, x := range p.X {
			p.X[i].Y += .004 * math.Sin(40*x.X) * math.Cos(30*x.Z)
			least = min(least, p.X[i].Y)
		}
		for i := range p.X {
			p.X[i].Y += .05 - least
		}
		s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .4}}, set)
		energy := func() float64 {
			e := mechanical(t, s)
			for i, m := range s.Model.Mass {
				e += m * 9.81 * s.State.X[i].Y
			}
			return e
		}
		first, last, most, sum, newton, cg, bad := 0., math.Inf(1), 0., 0., 0, 0, 0
		for n := range 120 {
			rep, err := s.Step(1. / 120)
			if err != nil {
				t.Fatal(err)
			}
			newton, cg = newton+rep.Newton, cg+rep.CG
			if rep.Outcome != step.Converged {
				bad++
			}
			e := energy()
			if n == 0 {
				first = e
			}
			if n > 1 {
				most = max(most, e-last)
				sum += max(0, e-last)
			}
			last = e
		}
		t.Logf("%s: energy from %.4g to %.4g mJ; rises by %.3g mJ in a step at most, %.3g in all; "+
			"%d Newton, %d CG, %d not converged", integrator, 1e3*first, 1e3*last, 1e3*most, 1e3*sum, newton, cg, bad)
		if most > .01*(first-last) {
			t.Errorf("%s: energy rose by %.3g mJ in a step, of %.3g that it lost in all",
				integrator, 1e3*most, 1e3*(first-last))
		}
	}
}

// TestSinksBDF2: a level sheet of cotton that sinks in still air errs by the square of the step against
// v_t·tanh(gt/v_t), in steps of two sizes as well.
func TestSinksBDF2(t *testing.T) {
	f := cotton()
	f.DragSkin = 0
	const g, end = 9.81, .3
	set := bdf2(1e-13)
	vt := math.Sqrt(2 * g * f.Density / (set.AirDensity * f.Drag))
	for _, longer := range []float64{1, 2} {
		var errs [2][]float64
		for _, n := range []int{60, 120, 240} {
			s := newSim(t, grid(6, 5, .1, .08, f, true), nil, set)
			h := end / float64(n)
			take(t, s, n/2, h)
			take(t, s, int(float64(n/2)/longer), longer*h)
			x, v := s.Model.X0[0].Y-s.State.X[0].Y, -s.State.V[0].Y
			errs[0] = append(errs[0], math.Abs(x-vt*vt/g*math.Log(math.Cosh(g*end/vt))))
			errs[1] = append(errs[1], math.Abs(v-vt*math.Tanh(g*end/vt)))
		}
		t.Logf("the second half in steps %g times as long: off by %.3g m and %.3g m/s", longer, errs[0], errs[1])
		for _, e := range errs {
			if order := math.Log2(e[1] / e[2]); math.Abs(order-2) > .15 {
				t.Errorf("errors %.3g: order %.3f, expected 2", e, order)
			}
		}
	}
}

// TestSwingOrderBDF2: a strip that is held at its upper edge and swings down from the horizontal, in vacuum and in
// gusty air, and without damping, errs by the square of the step: compared with far finer steps, four times less at
// half the step, and less than a quarter of what backward Euler errs by.
func TestSwingOrderBDF2(t *testing.T) {
	t.Run("vacuum", func(t *testing.T) { swingOrder(t, vacuum(), step.Wind{}) })
	t.Run("air", func(t *testing.T) {
		swingOrder(t, cotton(), step.Wind{Velocity: r3.Vec{X: 1, Y: .5, Z: 2}, Gust: .5, Frequency: 3})
	})
}

func swingOrder(t *testing.T, f cloth.Fabric, wind step.Wind) {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Friction, c.Damping = nil, nil
	}
	const end = .1
	swing := func(integrator string, steps int) []r3.Vec {
		set := bdf2(1e-9)
		set.Integrator, set.SelfContact, set.MaxNewton, set.Wind = integrator, false, 100, wind
		p := grid(2, 9, .02, .16, f, false)
		p.Pins = pinsAt(p.X, 0, 1)
		s := newSim(t, p, nil, set)
		take(t, s, steps, end/float64(steps))
		return s.State.X
	}
	exact := swing(step.BDF2, 12800)
	off := func(x []r3.Vec) (d float64) {
		for i := range x {
			d = max(d, r3.Norm(r3.Sub(x[i], exact[i])))
		}
		return d
	}
	var two, one []float64
	for _, n := range []int{100, 200, 400, 800, 1600} {
		two, one = append(two, off(swing(step.BDF2, n))), append(one, off(swing(step.Euler, n)))
	}
	t.Logf("errors %.3g, of backward Euler %.3g m", two, one)
	if order := math.Log2(two[3] / two[4]); math.Abs(order-2) > .2 {
		t.Errorf("errors %.3g: order %.3f, expected 2", two, order)
	}
	for k := range two {
		if two[k] > .25*one[k] {
			t.Errorf("errors %.3g, of backward Euler %.3g m: expected a quarter at most", two, one)
		}
	}
}
