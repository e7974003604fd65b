package claim

import (
	"math"
	"slices"
	"testing"

	"hysteron/cloth"
)

// A claim is shown by five runs whose mean ± spread lies on its side, and by nothing less.
func TestShown(t *testing.T) {
	above := &Claim{Measure: Above, Expected: 1, Noisy: true}
	below := &Claim{Measure: Below, Expected: 1, Noisy: true}
	for _, c := range []struct {
		what         string
		runs         []float64
		above, below bool
	}{
		{"all alike, beyond", []float64{2, 2, 2, 2, 2}, true, false},
		{"a little noise, beyond", []float64{2, 2.2, 1.9, 2.1, 2}, true, false},
		{"on both sides", []float64{2, 2.2, 0.4, 0.3, 2}, false, false},
		{"one run on the other side, which does not decide", []float64{2, 2.2, 0.9, 2.1, 2}, true, false},
		{"all beyond, but so wide apart that the limit is within reach", []float64{1.01, 5, 1.1, 1.05, 1.02}, false, false},
		{"at the limit", []float64{1, 1, 1, 1, 1}, false, false},
		{"four runs", []float64{2, 2, 2, 2}, false, false},
		{"no number", []float64{2, 2, math.NaN(), 2, 2}, false, false},
		{"infinite", []float64{2, 2, math.Inf(1), 2, 2}, false, false},
		{"below", []float64{0.5, 0.52, 0.49, 0.5, 0.51}, false, true},
		{"below on the mean, far apart", []float64{0.5, 1.8, 0.49, 1.2, 0.51}, false, false},
		{"none", nil, false, false},
	} {
		above.Measured(c.runs...)
		below.Measured(c.runs...)
		if got := above.Verdict() == Holds; got != c.above {
			t.Errorf("%s: above the limit %v, expected %v", c.what, got, c.above)
		}
		if got := below.Verdict() == Holds; got != c.below {
			t.Errorf("%s: below the limit %v, expected %v", c.what, got, c.below)
		}
	}
	// Mean and spread by hand: deviations −2 … 2, variance 10/4.
	c := &Claim{}
	if c.Measured(1, 2, 3, 4, 5); c.Mean != 3 || math.Abs(c.Spread-2*math.Sqrt(2.5/5)) > 1e-15 {
		t.Errorf("mean %g, spread %g", c.Mean, c.Spread)
	}
}

// What was kept comes back in the same bits, and only to the same program and print.
func TestStore(t *testing.T) {
	s := Store{Dir: t.TempDir(), Program: "a"}
	made := 0
	make := func() (map[string][]float64, error) {
		made++
		return map[string][]float64{"x": {0.1, math.Pi, float64(made)}}, nil
	}
	first, err := Once(s, "run", []byte("print"), make)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Once(s, "run", []byte("print"), make)
	if err != nil || made != 1 || !slices.Equal(again["x"], first["x"]) {
		t.Errorf("%v after %d runs: %v, kept %v", err, made, again, first)
	}
	for i, other := range []Store{{s.Dir, "b"}, s} {
		if _, err := Once(other, "run", []byte([]string{"print", "another"}[i]), make); err != nil || made != 2+i {
			t.Errorf("%v after %d runs: expected another for another program or print", err, made)
		}
	}
}

// TestExact: an exact claim holds within its tolerance on the sides that its measure counts; a value that is not finite
// fails, also where no verdict is asked for.
func TestExact(t *testing.T) {
	for _, q := range []struct {
		measure  Measure
		expected float64
		value    float64
		verdict  Verdict
	}{
		{Relative, 2, 2.01, Holds}, {Relative, 2, 2.03, Fails}, {Relative, -2, -1.97, Fails}, {Relative, 0, 0, Fails},
		{Absolute, 0, -.01, Holds}, {Absolute, 0, -.02, Fails},
		{AtLeast, 1, .99, Holds}, {AtLeast, 1, .98, Fails}, {AtLeast, 1, 9, Holds},
		{AtMost, 1, 1.01, Holds}, {AtMost, 1, 1.02, Fails}, {AtMost, 1, -9, Holds},
		{Above, 1, 1, Fails}, {Above, 1, 1.001, Holds}, {Below, 1, 1, Fails}, {Below, 1, .999, Holds},
		{Above, 1, math.Inf(1), Fails}, {Below, 1, math.Inf(-1), Fails}, {AtMost, 1, math.NaN(), Fails},
		{Shown, 0, 7, None}, {Shown, 0, math.NaN(), Fails},
	} {
		c := Claim{Measure: q.measure, Expected: q.expected, Tolerance: .01 + 1e-12}
		if c.Verdict() != None {
			t.Errorf("%+v: a verdict of nothing", q)
		}
		c.Measured(q.value)
		if got := c.Verdict(); got != q.verdict {
			t.Errorf("%+v: %q", q, got)
		}
		if c.Free = true; c.Verdict().Failed() == cloth.Finite(c.Error()) {
			t.Errorf("%+v, as a comparison: %q", q, c.Verdict())
		}
	}
}

// TestRead: the verdict of a record that is read back is that of the runs.
func TestRead(t *testing.T) {
	for _, runs := range [][]float64{{.5, .52, .49, .5, .51}, {.5, 1.8, .49, 1.2, .51}, {.5}} {
		c := Claim{Key: "a", Measure: Below, Expected: 1, Noisy: true}
		again := c
		c.Measured(runs...)
		r := c.Record()
		again.Read(&r)
		if again.Verdict() != c.Verdict() || again.MeasuredText() != c.MeasuredText() {
			t.Errorf("%v: %s %q, read %s %q", runs, c.MeasuredText(), c.Verdict(), again.MeasuredText(), again.Verdict())
		}
	}
}
