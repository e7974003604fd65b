package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

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
					g += r3.Dot(s.g[i], f.moves(at[i]))
				}
			}
			return g
		}
		const eps = 1e-8
		f, before := &s.components.free[0], work()
		for i := range s.x {
			if s.slide[i]&sticks == 0 {
				s.x[i] = r3.Add(s.x[i], r3.Scale(eps, f.moves(at[i])))
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
