package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
	"hysteron/step/steptest"
)

// TestResidualDrift: half of a strip has slipped by half a millimetre, and is pressed into the ground or not; the other
// half sticks. The drift of the first half is the Newton step that moves it as a rigid body: the residual along that
// motion, over how it changes.
func TestResidualDrift(t *testing.T) {
	slides, err := steptest.Slides()
	if err != nil {
		t.Fatal(err)
	}
	for _, half := range steptest.HalfDrifts {
		c := slides[half.Slide]
		s := newCloth(t, c.Parts, c.Colliders, c.Settings())
		op := operations{s}
		op.Begin(0, c.H)
		copy(s.x, s.State.X)
		op.DetectContacts(true)
		op.Evaluate(true)
		if d := op.Drift(); d != 0 {
			t.Errorf("%s: drifts by %g m where nothing slips", c.Name, d)
		}
		steptest.SlipHalf(c.Parts[0], s.x, half.Press)
		s.evaluated = false
		op.Evaluate(false)
		s.gatherMatrix()
		got := op.Drift()
		t.Logf("%s, pressed by %g m: drifts by %.5g mm", c.Name, half.Press, 1e3*got)
		if !(math.Abs(got/half.Drift-1) < .001) {
			t.Errorf("%s, pressed by %g m: drifts by %.5g mm, expected %.5g mm", c.Name, half.Press, 1e3*got,
				1e3*half.Drift)
		}
		at := append([]r3.Vec(nil), s.x...)
		work := func() (g float64) {
			f := &s.components.free[0]
			for i := range s.x {
				if s.slide[i]&sticks == 0 {
					g += r3.Dot(s.g[i], f.displacement(at[i]))
				}
			}
			return g
		}
		const eps = 1e-8
		f, before := &s.components.free[0], work()
		for i := range s.x {
			if s.slide[i]&sticks == 0 {
				s.x[i] = r3.Add(s.x[i], r3.Scale(eps, f.displacement(at[i])))
			}
		}
		s.evaluated = false
		op.Evaluate(false)
		newton := math.Sqrt(f.square/f.Mass) * -before * eps / (work() - before)
		if !(math.Abs(got/newton-1) < .03) {
			t.Errorf("%s: drifts by %.5g mm, expected a Newton step of %.5g mm", c.Name, 1e3*got, 1e3*newton)
		}
	}
}

// TestEndNorm: a strip that is pressed into the ground or into cloth is moved off as a rigid body, so that only contact
// and friction change. The norm of the gradient there is that of the matrix assembled there, and not that of the matrix
// before, which is half of it or less.
func TestEndNorm(t *testing.T) {
	slides, err := steptest.Slides()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range slides[:2] {
		s := newCloth(t, c.Parts, c.Colliders, c.Settings())
		op := operations{s}
		op.Begin(0, c.H)
		move := func(x, y float64) {
			copy(s.x, s.State.X)
			for i := range c.Parts[0].X {
				s.x[i] = r3.Add(s.x[i], r3.Vec{X: x, Y: y})
			}
			s.evaluated = false
			op.Evaluate(false)
		}
		copy(s.x, s.State.X)
		op.DetectContacts(true)
		move(0, -steptest.EndNormPress)
		op.Search(step.Linear{Tolerance: .1})
		op.RejectStep()
		move(steptest.EndNormSlip, steptest.EndNormPress)
		got, before := op.Reductions().Norm, s.gradientNorm()
		op.Search(step.Linear{Tolerance: .1})
		want := op.Reductions().Norm
		t.Logf("%s: %.6g, in the matrix there %.6g, in that before %.6g √J", c.Name, got, want, before)
		if !(math.Abs(got/want-1) < 1e-9 && before < want/2) {
			t.Errorf("%s: the norm is %.9g √J, expected %.9g, and more than twice %.3g", c.Name, got, want, before)
		}
	}
}
