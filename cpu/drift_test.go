package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
	"hysteron/step/steptest"
)

// TestResidualDrift: half of a strip has slipped by half a millimetre, the other half sticks. The drift of the first
// half on a plane is the Newton step that moves it as a whole: its residual over how that changes.
func TestResidualDrift(t *testing.T) {
	slides, err := steptest.Slides()
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range steptest.HalfDrifts {
		c := slides[k]
		s := newCloth(t, c.Parts, c.Colliders, c.Settings())
		op := operations{s}
		op.Begin(0, c.H)
		copy(s.x, s.State.X)
		op.DetectContacts(true)
		op.Evaluate(true)
		if d := op.Drift(); d != 0 {
			t.Errorf("%s: drifts by %g m where nothing slips", c.Name, d)
		}
		slipped := steptest.SlipHalf(c.Parts[0], s.x)
		s.evaluated = false
		op.Evaluate(false)
		op.Search(step.Linear{Tolerance: .1})
		got := op.Drift()
		t.Logf("%s: drifts by %.5g mm", c.Name, 1e3*got)
		if !(math.Abs(got/want-1) < .001) {
			t.Errorf("%s: drifts by %.5g mm, expected %.5g mm", c.Name, 1e3*got, 1e3*want)
		}
		if k > 0 { // the layers press on each other, and the residual is along that
			continue
		}

		residual := func() (f r3.Vec) {
			for _, i := range slipped {
				f = r3.Add(f, s.g[i])
			}
			return f
		}
		const eps = 1e-8
		before := residual()
		along := r3.Unit(before)
		for _, i := range slipped {
			s.x[i] = r3.Add(s.x[i], r3.Scale(eps, along))
		}
		s.evaluated = false
		op.Evaluate(false)
		newton := r3.Norm(before) * eps / r3.Dot(r3.Sub(residual(), before), along)
		if !(math.Abs(got/newton-1) < .03) {
			t.Errorf("%s: drifts by %.5g mm, expected a Newton step of %.5g mm", c.Name, 1e3*got, 1e3*newton)
		}
	}
}
