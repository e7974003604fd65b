package fit

import (
	"hysteron/fit/findings"

	"math"
	"strings"
	"testing"

	"hysteron/law"
)

// worsted is a suiting's warp as a sheet gives it, with a linearity below two thirds: stiffness through five points to
// 5.3 %, friction that grows.
var worsted = []float64{141, 1043, 2838, 5097, 7722, 0, 1035, 1.07e-3}

func hollowCurve(noise float64, seed uint64) *Curve {
	probe := tested(&Modes[0], make([]float64, unknowns), .052, 0, 0, 0)
	return sampled(&Modes[0], hollowOf(probe), worsted, .052, 0, noise, seed)
}

// TestHollow: cloth softer at its start than (k1 + k2ε)ε comes back as a curve, without and with noise.
func TestHollow(t *testing.T) {
	for _, noise := range []float64{0, .01} {
		c := hollowCurve(noise, 4)
		found, err := Identify(c, Options{Starts: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if found.Name != "curve" {
			t.Fatalf("%s chosen: %v", found.Name, found.Akaike)
		}
		for k, want := range worsted {
			got, in := found.P[k], found.Intervals[k]
			// one of eight may lie outside
			if noise == 0 && math.Abs(got-want) > .01*want || noise > 0 && !(in.Lo-(in.Hi-in.Lo)/2 <= want &&
				want <= in.Hi+(in.Hi-in.Lo)/2) {
				t.Errorf("noise %g: unknown %d = %g (%g to %g), truth %g", noise, k, got, in.Lo, in.Hi, want)
			}
		}
		if missed := findings.ShapeMissed(found.R, found.Distance); missed > findings.Legible {
			t.Errorf("noise %g: a law that is the truth's is off by %g", noise, missed)
		}
		plain, err := Identify(c, Options{Starts: 2, Seed: 1}, "elastic")
		if err != nil {
			t.Fatal(err)
		}
		if missed := findings.ShapeMissed(plain.R, plain.Distance); missed < 2*findings.Legible {
			t.Errorf("noise %g: (k1 + k2ε)ε is off by %g, and that is not said", noise, missed)
		}
	}
}

// TestSomeStiffness: of a sheet's poplin, soft at its start, with errors so large that fewer unknowns do, a stiffness
// is found that is more than none: a fabric needs one.
func TestSomeStiffness(t *testing.T) {
	poplin := []float64{509, 2028, 4047, 6063, 8076, 0, 2043, .93e-3}
	probe := tested(&Modes[0], make([]float64, unknowns), .0455, 0, 0, 0)
	plain := 0
	for seed := range uint64(3) {
		found, err := Identify(sampled(&Modes[0], hollowOf(probe), poplin, .0455, 0, .02, seed), Options{Starts: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !(law.Stiffness(found.Elastic) > 0) {
			t.Errorf("seed %d: %s, %+v", seed, found.Name, found.Elastic)
		}
		if found.Name == "growing" {
			plain++
		}
	}
	if plain == 0 {
		t.Error("no seed chooses fewer unknowns: expected errors large enough")
	}
}

// TestGrowingShear: friction that grows with shear, as that of most cloth (2HG5 above 2HG), comes back with its b.
func TestGrowingShear(t *testing.T) {
	truth := []float64{34.84, 0, .3, 6.7, 5e-3}
	for _, noise := range []float64{0, .01} {
		found, err := Identify(sampled(&Modes[1], &growing, truth, 8*deg, -8*deg, noise, 7), Options{Starts: 8, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if found.Name != "growing" {
			t.Fatalf("%s chosen: %v", found.Name, found.Akaike)
		}
		for k, want := range truth {
			got, in := found.P[k], found.Intervals[k]
			if noise == 0 && math.Abs(got-want) > 1e-3*math.Max(want, 1) || noise > 0 && !(in.Lo <= want && want <= in.Hi) {
				t.Errorf("noise %g: unknown %d = %g (%g to %g), truth %g", noise, k, got, in.Lo, in.Hi, want)
			}
		}
	}
}

// TestScatter: the noise that is put in is the residual that comes out, of both fits, and more than what is left at
// right angles.
func TestScatter(t *testing.T) {
	const noise = .01
	for i, q := range kesCases[1:3] {
		c := tested(&Modes[q.mode], q.p, q.top, q.bottom, noise, uint64(i))
		_, height := c.ranges()
		clean := tested(&Modes[q.mode], q.p, q.top, q.bottom, 0, 0)
		_, without := clean.ranges()
		want := noise * without / height
		e, err := FitCurve(c, Options{Starts: 8, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		single := c.Scatter(e)
		found, err := Identify(c, Options{Starts: 8, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []float64{single, found.Scatter} { // of 160 readings: known to 1/√320
			if math.Abs(got/want-1) > .15 {
				t.Errorf("%s: residual %g, noise %g", q.name, got, want)
			}
		}
		if !(found.Distance < found.Scatter && found.Distance > found.Scatter/3) {
			t.Errorf("%s: %g at right angles, %g along the force", q.name, found.Distance, found.Scatter)
		}
		// The weights are those of distances: beside reversals, √(Σ r²/n) is what is left at right angles.
		if across := math.Sqrt(e.RSS / float64(len(e.R))); math.Abs(across/found.Distance-1) > .3 {
			t.Errorf("%s: weighted residual %g, %g at right angles", q.name, across, found.Distance)
		}
	}
}

// TestAlike: two bends of which one has a peak get the same law, and the one that has none loses nothing.
func TestAlike(t *testing.T) {
	peak := sampled(&Modes[2], &secondOrder, madeUp[4].p, 250, -250, .01, 1)
	plain := sampled(&Modes[2], &firstOrder, []float64{2.61e-6, 2.6e-4, 22}, 250, -250, .01, 2)
	for i, pair := range [][2]*Curve{{peak, plain}, {plain, peak}} {
		found, err := IdentifyAlike(pair[0], pair[1], Options{Starts: 4, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k, f := range found {
			if _, ok := f.Friction.(law.Stribeck); !ok || f.Scatter > .012 {
				t.Errorf("pair %d, %d: %s, residual %g", i, k, f.Name, f.Scatter)
			}
		}
	}
	both, err := IdentifyAlike(plain, plain, Options{Starts: 2, Seed: 1})
	if err != nil || both[0].Name != "first order" || both[1].Name != "first order" {
		t.Errorf("%v, %v: expected the first order of two without peaks", both, err)
	}
	if _, err := Identify(peak, Options{}, "traction"); err == nil || !strings.Contains(err.Error(), "stribeck") {
		t.Errorf("bending by traction: %v", err)
	}
	if forced, err := Identify(peak, Options{Starts: 2, Seed: 1}, "dahl"); err != nil ||
		law.Of(forced.Friction).Name != "dahl" {
		t.Errorf("asked for dahl: %v, %v", forced, err)
	}
}
