package cpu

import (
	"fmt"
	"math"
	"testing"

	"hysteron/step/steptest"
)

// TestSlides: cloth slides as far at the default tolerance as it does exactly. The elastic slip of friction, 4 µm, is
// shorter than the tolerance: an end test by the length of Newton's steps holds the strip at 1/24 s within 16 µm of
// where it began, instead of 3.3 mm.
func TestSlides(t *testing.T) {
	slides, err := steptest.Slides()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range slides {
		t.Run(fmt.Sprintf("%s in 1/%.0f s", c.Name, 1/c.H), func(t *testing.T) {
			s := newCloth(t, c.Parts, c.Colliders, c.Settings())
			rep := take(t, s, c.Steps, c.H)
			got := c.Gone(s.State.X)
			off := got/c.Way - 1
			t.Logf("%.4f mm, expected %.4f mm (%+.2f %%); %d Newton, %d conjugate gradient iterations",
				1e3*got, 1e3*c.Way, 100*off, rep.Newton, rep.CG)
			if !(math.Abs(off) < c.Within) {
				t.Errorf("slid %.4f mm, expected %.4f mm to %g %%", 1e3*got, 1e3*c.Way, 100*c.Within)
			}
		})
	}
}

// TestShakenPlate: a sheet on a plate that is shaken sticks and slips as a point mass does, to .3 % of the plate's
// speed.
func TestShakenPlate(t *testing.T) {
	for _, h := range []float64{1. / 60, 1. / 120, 1. / 240, 1. / 1000} {
		c, err := steptest.Shaken(h)
		if err != nil {
			t.Fatal(err)
		}
		s, point := newCloth(t, c.Parts, c.Colliders, c.Settings()), steptest.ShakenPoint()
		worst := 0.
		for n := range c.Steps {
			at := float64(n) * h
			take(t, s, 1, h)
			point.Step(h, 0, steptest.Amplitude*(math.Sin(steptest.Omega*(at+h))-math.Sin(steptest.Omega*at)))
			v := 0.
			for i := range s.State.V {
				v += s.Model.Mass[i] * s.State.V[i].X / s.Model.TotalMass()
			}
			worst = max(worst, math.Abs(v-point.V)/(steptest.Amplitude*steptest.Omega))
		}
		t.Logf("1/%.0f s: off by %.3f %% of the plate's speed", 1/h, 100*worst)
		if !(worst < .003) {
			t.Errorf("1/%.0f s: off by %.3f %% of the plate's speed, expected .3 %% at most", 1/h, 100*worst)
		}
	}
}
