package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// contracted is a sample whose widths were read, with errors of lengths and widths [m].
func contracted(p []float64, density, coupling, off float64, seed uint64) *Stretch {
	s := hung(p, density, 0, 0)
	n := len(s.Weight) / 3 // one time 0 … n … 0 N is enough
	s.Weight, s.Read, s.Sample = s.Weight[:n], s.Read[:n], s.Sample[:n]
	s.Coupling, s.ReadWidth = coupling, make([]float64, len(s.Weight))
	both := make([]float64, 2*len(s.Weight))
	s.predict(p, both, nil)
	rng := rand.New(rand.NewPCG(seed, 10))
	for i := range s.Weight {
		s.Read[i], s.ReadWidth[i] = both[i]+off*rng.NormFloat64(), both[len(s.Weight)+i]+off*rng.NormFloat64()
	}
	return s
}

// TestFitLent: a coupling that widths tell is found and is the sample's; where they do not tell it from none, or give
// it no end, that which was lent stays, lengths alone are fitted, and it is said.
func TestFitLent(t *testing.T) {
	const lent = 0.17
	soft, stiff := published["cotton"], []float64{2500, 0, 2.2, 3.2, .006}
	for name, c := range map[string]struct {
		s    *Stretch
		says string
	}{
		"cotton":           {contracted(soft.p, soft.density, .1, 75e-6, 1), ""},
		"stiff, the same":  {contracted(stiff, soft.density, .1, 300e-6, 1), "and all from none to "},
		"held by friction": {contracted([]float64{.01, 7.7e4, 0, 1200, 1e-3}, .215, .9, 150e-6, 3), "to its bound 0.95 fits"},
	} {
		c.s.Coupling = lent
		e, untold, err := FitLent(c.s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if c.says == "" {
			if untold != "" || len(e.P) <= PathCoupling || c.s.Coupling != e.P[PathCoupling] ||
				math.Abs(c.s.Coupling/.1-1) > .2 {
				t.Errorf("%s: %q, %v, the sample has %g", name, untold, e.P, c.s.Coupling)
			}
			continue
		}
		notes := strings.Join(c.s.Notes(e, "lender"), "\n")
		if !strings.Contains(untold, c.says) || len(e.P) != unknowns || c.s.Coupling != lent ||
			!strings.Contains(notes, "0.17, which is assumed, as of lender") ||
			!strings.Contains(notes, "the widths do not tell it") {
			t.Errorf("%s: %q, %v, the sample has %g: %s", name, untold, e.P, c.s.Coupling, notes)
		}
	}
}

// TestLentNumbers: a number that the data leave open on an end of the search is the base's, or the nearest that fits,
// is said to be no measurement, and stands on no bound; what is told stays.
func TestLentNumbers(t *testing.T) {
	s := contracted([]float64{.01, 7.7e4, 0, 1200, 1e-3}, .215, .9, 150e-6, 3)
	s.Coupling = .1
	found, _, err := FitLent(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	interval := found.Intervals[iK1]
	if !(interval.Hi > Decades*interval.Lo) || !slices.ContainsFunc(found.Bounds, func(b Bound) bool {
		return b.Key == StretchKeys[iK1]
	}) {
		t.Fatalf("%+v, bounds %+v: expected a stiffness that is left open", interval, found.Bounds)
	}
	for _, c := range []struct {
		base, at float64
		says     string
	}{
		{5, 5, "k1_n_m is not determined by the data: it is set to 5, as of lender"},
		{1e4, interval.Hi, "as near as fits to lender's 1e+04"},
		{0, math.Sqrt(interval.Lo * interval.Hi), "as lender has none"},
	} {
		r := *found.Result
		e := *found
		e.Result = &r
		says := s.Lent(&e, []float64{c.base, 0, 0, 0, .006}, "lender")
		if len(says) != 1 || !strings.Contains(says[0], c.says) || math.Abs(e.P[iK1]/c.at-1) > 1e-9 ||
			len(e.Bounds) >= len(found.Bounds) || e.RSS > 1.2*found.RSS {
			t.Errorf("base %g: %q, %v, bounds %+v, leaves %g of %g", c.base, says, e.P, e.Bounds, e.RSS, found.RSS)
		}
	}
	f := published["cotton"]
	s = contracted(f.p, f.density, .1, 75e-6, 1)
	e, _, err := FitLent(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := slices.Clone(e.P)
	if says := s.Lent(e, []float64{1, 1, 1, 1, 1}, "lender"); says != nil || !slices.Equal(before, e.P) {
		t.Errorf("cotton: %q, %v for %v", says, e.P, before)
	}
}

// TestOneWidth: one width that is off by a few millimetres is refused with its line and what was expected; errors of
// reading are not, whatever contracts.
func TestOneWidth(t *testing.T) {
	for _, c := range []float64{.1, .4} {
		for seed := range uint64(3) {
			s := contracted(published["cotton"].p, published["cotton"].density, c, 75e-6, seed)
			for i := range s.Weight {
				s.lines = append(s.lines, i+5)
			}
			if _, err := FitStretch(s, Options{}); err != nil {
				t.Errorf("sound: %v", err)
			}
			at := int(seed) % len(s.Weight)
			was := s.ReadWidth[at]
			s.ReadWidth[at] -= 5e-3
			_, err := FitStretch(s, Options{})
			if want := fmt.Sprintf(":%d: width of %.5g mm under", at+5, 1e3*(was-5e-3)); err == nil ||
				!strings.Contains(err.Error(), want) {
				t.Errorf("%v, expected %q", err, want)
				continue
			}
			var expected float64
			if _, text, _ := strings.Cut(err.Error(), "expected about "); true {
				fmt.Sscanf(text, "%f", &expected)
			}
			if math.Abs(expected-1e3*was) > 0.5 {
				t.Errorf("expected %g mm where %g was read", expected, 1e3*was)
			}
		}
	}
}
