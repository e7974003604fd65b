package instruments

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// begun are three runs whose pull began so long before their first readings [s], with a balance that is off [N], by
// steps of time that many a second, with scatter [N].
func begun(before [3]float64, off, perSecond, scatter float64, seed uint64) *Sled {
	rng := rand.New(rand.NewPCG(seed, 3))
	s := &Sled{Area: 0.01, file: "s.csv"}
	for k, load := range []float64{.5, 1, 2} {
		r := SledRun{Load: load}
		for i := range int(8 * perSecond) {
			t := float64(i) / perSecond
			pull := min(.5*max(0, t+before[k]), .8*load)
			r.Time, r.Force, r.lines = append(r.Time, t), append(r.Force, pull+off+scatter*rng.NormFloat64()),
				append(r.lines, 3+i+k*int(8*perSecond))
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

// TestZeroOff: a balance that reads something while the cord is slack is asked about, as is one with which runs under
// all loads begin alike; one that reads nothing, and cords that are pulled from the first reading on, however tight,
// are not.
func TestZeroOff(t *testing.T) {
	const slack, alike = "s.csv: line 3: the run begins at 0.1 N with the cord slack: is the balance's zero off?",
		"s.csv: line 3: the run begins at 0.1 N, and so do those under other loads"
	for _, c := range []struct {
		before    [3]float64
		off, rate float64
		want      string
	}{
		{[3]float64{-1, -1, -1}, 0, 10, ""}, {[3]float64{-1, -1.5, -.7}, .1, 10, slack}, {[3]float64{-1, -1.5, -.7}, -.05, 10,
			"begins at -0.05 N with the cord slack"}, {[3]float64{-1, -1, -1}, .1, 100, slack},
		{[3]float64{}, 0, 10, ""}, {[3]float64{}, .1, 10, alike}, {[3]float64{}, .1, 100, alike}, {[3]float64{.02, .05, .09},
			0, 10, ""}, {[3]float64{.09, .09, .09}, 0, 10, ""},
		{[3]float64{.2, .4, .1}, 0, 10, ""}, {[3]float64{.2, .4, .1}, 0, 100, ""}, {[3]float64{.4, .8, 1.6}, 0, 10, ""},
		{[3]float64{5, 5, 5}, 0, 10, ""}, {[3]float64{5, 5, 5}, .1, 10, ""},
	} {
		for seed := range uint64(20) {
			said := begun(c.before, c.off, c.rate, .0001, seed).Doubts().String()
			if (said == "") != (c.want == "") || !strings.Contains(said, c.want) {
				t.Fatalf("%+v: %q", c, said)
			}
			if said := begun(c.before, c.off, c.rate, .004, seed).Doubts(); len(said) > 0 != (c.want != "") {
				t.Fatalf("%+v with errors of 1 %%: %q", c, said)
			}
			if said := begun(c.before, c.off, c.rate, .02, seed).Doubts(); said != nil && c.want == "" {
				t.Fatalf("%+v with errors of 5 %%: %q", c, said)
			}
		}
	}
}

// TestOneLoad: runs under one load that begin alike may be pulled alike, which says nothing of the balance.
func TestOneLoad(t *testing.T) {
	s := begun([3]float64{.2, .2, .2}, 0, 10, .001, 1)
	s.Runs[0], s.Runs[2] = s.Runs[1], s.Runs[1]
	if said := s.Doubts(); said != nil {
		t.Errorf("%q", said)
	}
}

// TestStray: one reading that is ten times as large or as small as those beside it is named; a peak of one reading,
// jerks and slips are not.
func TestStray(t *testing.T) {
	for _, by := range []float64{10, .1, 3} {
		for _, at := range []int{0, 6, 12, 40, 79} {
			s := begun([3]float64{.5, .5, .5}, 0, 10, .004, 1)
			s.Runs[1].Force[at] *= by
			want := ""
			if r := &s.Runs[1]; at >= 12 || by == 10 && at > 0 {
				want = fmt.Sprintf("s.csv: line %d: force of %.4g N", r.lines[at], r.Force[at])
			}
			if said := s.Doubts().String(); want != "" && (!strings.HasPrefix(said, want) ||
				strings.Contains(said, "; ")) {
				t.Errorf("× %g in %d: %q, expected %q", by, at, said, want)
			}
		}
	}
	for seed := range uint64(20) {
		s := begun([3]float64{-.5, 0, 0}, 0, 10, .004, seed)
		rng := rand.New(rand.NewPCG(seed, 8))
		for i := range s.Runs {
			r := &s.Runs[i]
			if top := slices.Index(r.Force, slices.Max(r.Force[:30])); i < 2 {
				r.Force[top] *= 1.4
			} else {
				for k := 40; k < len(r.Force); k += 3 + rng.IntN(8) {
					r.Force[k] *= .3 + .3*rng.Float64()
				}
			}
		}
		if said := s.Doubts(); said != nil {
			t.Errorf("%q", said)
		}
		jerks := &Sled{Runs: []SledRun{dragged(1, 1.4, .6, .15, .8, .1, .8, seed), dragged(2, .05, 1.2, .6, .2, .05, 0,
			seed)}}
		if said := jerks.Doubts(); said != nil {
			t.Errorf("%q", said)
		}
	}
}
