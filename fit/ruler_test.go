package fit

import (
	"math"
	"strings"
	"testing"

	"hysteron/fit/findings"
)

// TestRulers: a coarse ruler's readings of a stiff cloth leave intervals that hold the truth, whatever the phase of its
// marks; a fine one changes nothing.
func TestRulers(t *testing.T) {
	p := []float64{2500, 0, 5, 0, .006}
	for _, phase := range []float64{0, .1e-3, .2e-3, .3e-3, .4e-3} {
		s := hung(p, .2, 0, 0)
		s.Length += phase
		s.predict(p, s.Read, nil)
		for i := range s.Read {
			s.Read[i] = math.Round(s.Read[i]/.5e-3) * .5e-3
		}
		e, err := FitStretch(s, Options{Starts: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range p {
			if want == 0 {
				continue
			}
			in := e.Intervals[k]
			t.Logf("phase %g: parameter %d: %.4g (%.4g to %.4g), truth %g", phase, k, e.P[k], in.Lo, in.Hi, want)
			if in.Lo > want || in.Hi < want {
				t.Errorf("parameter %d: %g to %g, truth %g", k, in.Lo, in.Hi, want)
			}
		}
		if !strings.Contains(findings.CoarseReadings(s.Read).String(), "read to 0.5 mm, so ") {
			t.Errorf("%v", findings.CoarseReadings(s.Read))
		}
	}
}

func TestRoundedTo(t *testing.T) {
	for _, q := range []struct {
		v    []float64
		step float64
	}{
		{[]float64{.1, .1005, .102}, .5e-3}, {[]float64{.1, .101, .102}, 1e-3}, {[]float64{.10013, .10146}, 1e-5},
		{[]float64{.1, .2, .4}, .1},
		{[]float64{.1, .1}, 0}, {[]float64{math.Sqrt(.01), math.Sqrt(.011)}, 0},
	} {
		if r := findings.FindMarks(q.v, 1e-3); math.Abs(r.Step-q.step) > 1e-12 {
			t.Errorf("%v: marks %g apart, expected %g", q.v, r.Step, q.step)
		}
	}
	if r := findings.FindMarks([]float64{.1, .1, .2, .1}, 1e-3); r.Alike != 10 {
		t.Errorf("Σm² = %g, expected 10", r.Alike)
	}
}
