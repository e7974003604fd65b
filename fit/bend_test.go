package fit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

var bendable = map[string]struct {
	p                  []float64
	density, thickness float64
}{
	"felt":        {[]float64{145.3e-7, .15e-7, 5.12e-4, .15e-4, 29.9}, .208, .0015},
	"doublecloth": {[]float64{62.19e-7, .07e-7, 12.84e-4, .05e-4, 7.67}, .255, .0008},
	"paper":       {[]float64{479.7e-7, .47e-7, .04e-4, .64e-4, 10.2}, .075, .0001},
}

// rolled are samples of strips that were rolled on the paper's twelve radii, five of each of three strips, with
// levers as hanging spirals have them, about a radius; curvatures scatter by a share of the anchor's.
func rolled(p []float64, density, thickness, noise float64, seed uint64) *Spirals {
	s := &Spirals{Density: density, Thickness: thickness}
	rng := rand.New(rand.NewPCG(seed, 4))
	for _, mm := range []float64{3, 4, 5, 6, 7, 7.5, 10, 16, 23, 27.5, 31.5, 50} {
		for range 3 {
			for k := range 5 {
				i, radius := len(s.Radius), mm*1e-3
				length := 0.02 * float64(5-k)
				s.Radius, s.Length = append(s.Radius, radius), append(s.Length, length)
				s.Turn = append(s.Turn, math.Floor(length/(2*math.Pi*radius)))
				s.Lever = append(s.Lever, min(length/2, radius)*(0.2+0.8*rng.Float64()))
				c := PathPoint{}
				c.To(p, s.anchor(i))
				if !c.Under(p, func(float64) (float64, float64) { return -s.moment(i), 0 }) {
					panic("no equilibrium")
				}
				s.Curvature = append(s.Curvature, c.Eps/3+noise*s.anchor(i)/3*rng.NormFloat64())
			}
		}
	}
	return s
}

// standing are strips that stand on an edge, with readings that are off by a share of the anchor's curvature.
func standing(p []float64, density, thickness, off float64) *Spirals {
	s := &Spirals{Density: density, Thickness: thickness}
	for i, mm := range []float64{3, 4, 5, 6, 7, 7.5, 10, 16, 23, 27.5, 31.5, 50} {
		s.Radius, s.Length, s.Lever, s.Turn, s.lines = append(s.Radius, mm*1e-3), append(s.Length, 0), append(s.Lever, 0),
			append(s.Turn, 0), append(s.lines, i+4)
		c := PathPoint{}
		c.To(p, s.anchor(i))
		c.Under(p, func(float64) (float64, float64) { return 0, 0 })
		s.Curvature = append(s.Curvature, c.Eps/3+off*s.anchor(i)/3*math.Sin(float64(7*i)))
	}
	return s
}

// TestBendGrowing: stiffness that grows along with the curvature, which a cantilever does not show, moves τ along with
// it, and the intervals know of it; where the base has such a stiffness they are of it alone.
func TestBendGrowing(t *testing.T) {
	f := bendable["felt"]
	s, opt := standing(f.p, f.density, f.thickness, 0.001), Options{Starts: 1, Seed: 1}
	truth := f.p[iTau]
	alone, err := FitBend(s, f.p[iK1], 0, opt)
	if err != nil {
		t.Fatal(err)
	}
	e, err := FitBendGrowing(s, f.p[iK1], 0, 0, opt)
	if err != nil {
		t.Fatal(err)
	}
	given, err := FitBendGrowing(s, f.p[iK1], f.p[iK2], 0, opt)
	if err != nil {
		t.Fatal(err)
	}
	if c := alone.Intervals[2]; c.Hi > truth {
		t.Errorf("tau = %g is within %+v without growth: expected this test to need it", truth, c)
	}
	if c := e.Intervals[2]; c.Lo > truth || c.Hi < truth || c.Lo > alone.Intervals[2].Lo || e.P[2] != alone.P[2] {
		t.Errorf("tau = %g is not within %+v, or that is not around %+v", truth, c, alone.Intervals[2])
	}
	if c := given.Intervals[2]; c.Lo > truth || c.Hi < truth || c.Hi-c.Lo > 0.5*(e.Intervals[2].Hi-e.Intervals[2].Lo) {
		t.Errorf("with the k2 that it has tau = %g is not within %+v, or that is no narrower than %+v", truth, c,
			e.Intervals[2])
	}
}

// TestBendSound: strips with the errors of instruments, of which some keep little, raise no doubt about units.
func TestBendSound(t *testing.T) {
	for name, f := range bendable {
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, 5))
			s := standing(f.p, f.density, f.thickness, 0)
			for i := range s.Curvature {
				s.Curvature[i] = max(0, s.Curvature[i]+1.8*rng.NormFloat64())
			}
			if i, j := s.uneven(); i != j {
				t.Errorf("%s: %v", name, s.Doubts(0, 0, nil))
			}
		}
	}
}

// TestBendBad: what cannot be of rolled strips has one message with its line, or a warning with it.
func TestBendBad(t *testing.T) {
	const head = "# density = 208 g/m2\n# thickness = 1.5 mm\nradius [mm], curvature [1/m]\n"
	good := []string{"3, 89.7", "5, 89.6", "7.5, 85", "10, 68.5", "16, 41.3", "23, 26.5", "50, 9.3"}
	table := func(change func(rows []string) string) string { return change(append([]string(nil), good...)) }
	for text, want := range map[string]string{
		table(func(r []string) string {
			r[2] = "-7.5, 85"
			return head + strings.Join(r, "\n")
		}): "b.csv:6: radius -0.0075 m",
		table(func(r []string) string {
			r[2] = "0.075, 85"
			return head + strings.Join(r, "\n")
		}): "b.csv:6: radius of a cylinder of 0.075 mm: expected 0.5 to 1000 mm",
		table(func(r []string) string {
			return strings.Replace(head, "1.5 mm", "1.5 m", 1) + strings.Join(r, "\n")
		}): "b.csv:2: thickness of 1.5 m: no cloth is beyond",
		table(func(r []string) string {
			return strings.Replace(head, "1.5 mm", "-1.5 mm", 1) + strings.Join(r, "\n")
		}): "b.csv:2: thickness of -0.0015 m: no cloth is beyond",
		table(func(r []string) string {
			return head + strings.ReplaceAll(strings.Join(r, "\n"), ", ", ", -")
		}): "b.csv:4: no strip keeps a curvature",
		table(func(r []string) string {
			return head + strings.Join([]string{"3, 0", "5, 0", "7, 0", "9, 0"}, "\n")
		}): "b.csv:4: no strip keeps a curvature",
		table(func(r []string) string {
			r[3], r[4], r[5] = "10, .685", "16, .413", "23, .265"
			return head + strings.Join(r, "\n")
		}): "line 7: residual curvature on 10 mm is 0.685 1/m, and on 5 mm in line 5 89.6 1/m",
		table(func(r []string) string {
			r[0], r[1] = "3, .897", "5, .896"
			return head + strings.Join(r, "\n")
		}): "do units change on the way?",
		table(func(r []string) string { return head + strings.Join(r, "\n") }): "",
	} {
		s, err := ReadSpirals("b.csv", strings.NewReader(text))
		if err == nil {
			if d := s.Doubts(0, 0, nil); want == "" && d != nil || want != "" && !strings.Contains(d.String(), want) {
				t.Errorf("%q: %q, expected %q", text, d, want)
			}
		} else if want == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// TestBendWithin: a stiffness that is off by its standard error moves a and b along with it, and the intervals know of
// it: they hold the truth where those of a stiffness that is taken as exact do not. A stiffness that is known well
// changes nothing.
func TestBendWithin(t *testing.T) {
	f := bendable["felt"]
	s := standing(f.p, f.density, f.thickness, 0.005)
	q, err := s.problem(f.p[iK1], f.p[iK2], 0.1*f.p[iK1])
	if err != nil {
		t.Fatal(err)
	}
	checkJacobian(t, q, append(f.p[iA:unknowns:unknowns], 1.05*f.p[iK1]), 1e-4)
	opt, k1 := Options{Starts: 2, Seed: 1}, 0.8*f.p[iK1]
	exact, err := FitBend(s, k1, f.p[iK2], opt)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := FitBendWithin(s, k1, f.p[iK2], 0.2*k1, opt)
	if err != nil {
		t.Fatal(err)
	}
	near, err := FitBendWithin(s, k1, f.p[iK2], 1e-4*k1, opt)
	if err != nil {
		t.Fatal(err)
	}
	holds := func(e *Estimate, k int) bool { c := e.Intervals[k]; return c.Lo <= f.p[iA+k] && f.p[iA+k] <= c.Hi }
	for k, key := range []string{"a", "b"} {
		if !holds(wide, k) {
			t.Errorf("%s = %g is not within %+v", key, f.p[iA+k], wide.Intervals[k])
		}
		if a, b := near.Intervals[k], exact.Intervals[k]; math.Abs((a.Hi-a.Lo)/(b.Hi-b.Lo)-1) > 0.1 {
			t.Errorf("%s: %+v with a stiffness known to a ten-thousandth, %+v where it is exact", key, a, b)
		}
	}
	if holds(exact, 1) {
		t.Errorf("b = %g is within %+v of a stiffness that is 20 %% off", f.p[iB], exact.Intervals[1])
	}
}

// TestBendRecovers: felt, doublecloth and paper come back within 1 %, or the report says what is not determined.
func TestBendRecovers(t *testing.T) {
	for name, f := range bendable {
		t.Run(name, func(t *testing.T) {
			s := rolled(f.p, f.density, f.thickness, 0, 0)
			q, err := s.problem(f.p[iK1], f.p[iK2], 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d of %d samples", q.Residuals, len(s.Radius))
			checkJacobian(t, q, f.p[iA:], 1e-4)
			e, err := FitBend(s, f.p[iK1], f.p[iK2], Options{Starts: 4, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			for k, want := range f.p[iA:] {
				if !e.Determined() {
					t.Logf("%v", e.Undetermined)
				}
				if math.Abs(e.P[k]/want-1) > 0.01 {
					t.Errorf("%s = %g, truth %g; interval %+v; %v", q.Parameters[k].Key, e.P[k], want, e.Intervals[k], e.Undetermined)
				}
			}
		})
	}
}

// TestLowerMinimum: strips of paper on the tester without errors (hysteron measure bend --fabric paper) lead the best
// of nine searches to friction that does not grow, which leaves 1.3 1/m; the profile comes upon the paper's own, of
// which nothing is left.
func TestLowerMinimum(t *testing.T) {
	f := bendable["paper"]
	s, err := ReadSpirals("paper.csv", strings.NewReader("# density = 75 g/m2\n# thickness = 0.1 mm\nradius [mm], "+
		"curvature [1/m]\n3, 126.01014\n4, 126.01019\n5, 126.01004\n6, 125.9998\n7, 122.64388\n7.5, 116.76634\n10, "+
		"88.701252\n16, 53.899827\n23, 35.8874\n27.5, 29.139957\n31.5, 24.770032\n50, 13.776479\n"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := FitBend(s, f.p[iK1], f.p[iK2], Options{Starts: 8, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range f.p[iA:] {
		if math.Abs(e.P[k]/want-1) > 0.01 {
			t.Errorf("%s = %g, truth %g", BendKeys[iA+k], e.P[k], want)
		}
	}
	if e.Sigma > 1e-4 {
		t.Errorf("scatter %g 1/m: expected less than a ten-thousandth", e.Sigma)
	}
	if e.Searches != 10 || e.Agreed != 1 || !(e.Next > e.RSS) {
		t.Errorf("%d of %d searches, the next leaves %g of %g", e.Agreed, e.Searches, e.Next, e.RSS)
	}
}

func TestSpiralsTable(t *testing.T) {
	good := "# density = 208 g/m2\n# thickness = 1.5 mm\nradius [mm], curvature [1/cm], length [mm], lever [mm]\n4, " +
		"1.2, 80, 10\n"
	s, err := ReadSpirals("x.csv", strings.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	if s.Curvature[0] != 120 || math.Abs(s.anchor(0)-3/0.00475) > 1e-9 {
		t.Errorf("read %+v, anchor %g", s, s.anchor(0))
	}
	if _, err := FitBend(s, 1e-5, 0, Options{}); err == nil || !strings.Contains(err.Error(), "1 samples where gravity") {
		t.Errorf("one sample: %v", err)
	}
	if _, err := ReadSpirals("x.csv", strings.NewReader(strings.Replace(good, "80, 10", "80, 100", 1))); err == nil ||
		!strings.Contains(err.Error(), "x.csv:4: ") {
		t.Errorf("a lever longer than the strip: %v", err)
	}
}

// TestBendIntervals: with 2 % noise the truth lies in the 95 % intervals in nine of ten repeats, or the report says
// that the data do not determine the number.
func TestBendIntervals(t *testing.T) {
	for name, f := range bendable {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if repeats < 100 && name != "felt" {
				t.Skip("SKIPPED: with -tags slow")
			}
			var held [3]int
			open := 0
			for seed := range uint64(repeats) {
				e, err := FitBend(rolled(f.p, f.density, f.thickness, 0.02, seed), f.p[iK1], f.p[iK2], Options{Starts: 2, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				if !e.Determined() {
					open++
				}
				for k, want := range f.p[iA:] {
					if c := e.Intervals[k]; want >= c.Lo && want <= c.Hi {
						held[k]++
					}
				}
			}
			t.Logf("truth in the interval %v of %d times; %d times not all determined", held, repeats, open)
			for k, n := range held {
				if n < holding {
					t.Errorf("%s: the truth is in %d of %d intervals", BendKeys[iA+k], n, repeats)
				}
			}
		})
	}
}

// TestBendEmpty: a table of a header alone is named.
func TestBendEmpty(t *testing.T) {
	if _, err := ReadSpirals("b.csv",
		strings.NewReader("# density = 200 g/m2\nradius [mm], curvature [1/m]\n")); err == nil ||
		!strings.Contains(err.Error(), "b.csv: no readings below the header") {
		t.Error(err)
	}
}
