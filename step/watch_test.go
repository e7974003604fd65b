package step

import (
	"math"
	"testing"
)

// TestOffer: what pulls may move between the first half of the iterations that there may be, and the step ends where it
// has moved to, with as many iterations left as a step has; not within a backend that cannot take it.
func TestOffer(t *testing.T) {
	for _, steerable := range []bool{true, false} {
		at := 0. // where the bowl is deepest
		b := newBowl(3)
		b.f = func(x float64) float64 { return 1.5 * (x - at) * (x - at) }
		b.df = func(x float64) float64 { return 3 * (x - at) }
		b.k = func(float64) float64 { return 2.2 } // too far, so that it takes some iterations
		set := DefaultSettings()
		set.MaxNewton = 14
		d := Driver{Operations: b, Settings: &set, Steerable: steerable}
		var open []int
		last := 0
		d.SetWatch(func(m Moment) error {
			if m.Open && m.Stage != Between {
				t.Errorf("open while %s", m.Stage)
			}
			last = m.Newton
			if m.Open {
				open = append(open, m.Newton)
				at += 5
				d.Steered()
			}
			return nil
		})
		rep, err := d.Step(0, 1)
		if err != nil || rep.Outcome != Converged || math.Abs(b.x-at) > set.Tolerance {
			t.Errorf("steerable %v: %+v, %v, at %g: expected %g", steerable, rep, err, b.x, at)
		}
		if !steerable {
			if len(open) > 0 || at != 0 {
				t.Errorf("a machine that cannot be steered is open after iterations %v", open)
			}
			continue
		}
		if len(open) != set.MaxNewton/2 || open[0] != 1 || open[len(open)-1] != set.MaxNewton/2 || last <= set.MaxNewton {
			t.Errorf("open after iterations %v of %d: expected the first %d", open, last, set.MaxNewton/2)
		}
	}
}

// TestHurry: a hurried step ends once its error is below ten tolerances, as one that has not converged; the next one
// without hurry converges. It is closed to grabs in the second half of its iterations, and reports this.
func TestHurry(t *testing.T) {
	b := newBowl(3)
	b.k = func(float64) float64 { return 6 } // half of the error is left by each iteration
	set := DefaultSettings()
	set.MaxNewton = 20
	d := Driver{Operations: b, Settings: &set, Steerable: true}
	hurry, closed := true, 0
	d.SetWatch(func(m Moment) error {
		if m.Closed {
			if closed++; m.Open || m.Stage != Between || m.Newton <= set.MaxNewton/2 {
				t.Errorf("closed after %d iterations, %s, open %v", m.Newton, m.Stage, m.Open)
			}
			if hurry {
				d.Hurry()
			}
		}
		return nil
	})
	rep, err := d.Step(0, 1)
	if err != nil || rep.Outcome != Unconverged || rep.Newton != set.MaxNewton/2+1 ||
		math.Abs(b.x) > hurried*set.Tolerance || math.Abs(b.x) < set.Tolerance || closed != 1 {
		t.Errorf("hurried: %+v, %v, closed %d times, at %g", rep, err, closed, b.x)
	}
	hurry, b.x = false, 1
	if rep, err = d.Step(1, 1); err != nil || rep.Outcome != Converged || math.Abs(b.x) > 2*set.Tolerance || closed < 2 {
		t.Errorf("not hurried: %+v, %v, closed %d times, at %g", rep, err, closed, b.x)
	}
	// Far from its end it goes on.
	hurry, b.x = true, 1e6
	set.MaxNewton = 8
	if rep, err = d.Step(2, 1); err != nil || rep.Outcome != Unconverged || rep.Newton != set.MaxNewton ||
		rep.Limits.Newton != 1 {
		t.Errorf("hurried far from its end: %+v, %v", rep, err)
	}
}

// TestLed: who looks on sees where each iteration has led before contacts are looked up there or forces evaluated, and
// no trial is taken for that.
func TestLed(t *testing.T) {
	b := newBowl(3)
	b.k = func(float64) float64 { return 6 } // half of the error is left by each iteration
	set := DefaultSettings()
	d := Driver{Operations: b, Settings: &set, Steerable: true}
	first := map[int]Stage{}  // in which an iteration is seen to have led somewhere
	at := map[int][]float64{} // after so many iterations
	d.SetWatch(func(m Moment) error {
		if m.Accepted() {
			if _, ok := first[m.Newton]; !ok {
				first[m.Newton] = m.Stage
			}
			at[m.Newton] = append(at[m.Newton], b.x)
		}
		return nil
	})
	rep, err := d.Step(0, 1)
	if err != nil || rep.Newton < detections+3 {
		t.Fatalf("%+v, %v", rep, err)
	}
	for n := 1; n <= rep.Newton; n++ {
		if s := first[n]; s != Detecting && (s != Evaluating || n <= detections) {
			t.Errorf("where iteration %d has led is seen first while %q", n, s)
		}
		for _, x := range at[n] {
			if want := math.Pow(.5, float64(n)); math.Abs(x-want) > 1e-12 {
				t.Errorf("after iteration %d it is seen at %g: expected %g", n, x, want)
			}
		}
	}
}
