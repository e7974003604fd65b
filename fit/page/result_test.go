package page

import (
	"math"
	"strings"
	"testing"

	"hysteron/fit"
	"hysteron/fit/instruments"
	"hysteron/scenes"
)

// TestSearches: one search of several that ended at the best reads as what it is.
func TestSearches(t *testing.T) {
	for _, c := range []struct {
		fit.Result
		want string
	}{
		{fit.Result{Searches: 1, Agreed: 1, RSS: 1}, "one search"},
		{fit.Result{Searches: 9, Agreed: 9, RSS: 1}, "all 9 searches from different starts ended here"},
		{fit.Result{Searches: 9, Agreed: 1, RSS: 1, Next: 4}, "the best of 9 searches from different starts (1 ended here, " +
			"the others where 2 times as much is left or more; --starts 40 looks further)"},
		{fit.Result{Searches: 9, Agreed: 3, RSS: 1, Next: 4}, "the best of 9 searches from different starts (3 ended here, " +
			"the others where 2 times as much is left or more)"},
		{fit.Result{Searches: 9, Agreed: 1, RSS: 1, Next: 1.001}, "the best of 9 searches from different starts (1 ended " +
			"here, others beside it where hardly more is left, which the intervals know of)"},
		{fit.Result{Searches: 9, Agreed: 1, RSS: 1, Next: 1.008}, "the best of 9 searches from different starts (1 ended " +
			"here, others beside it where hardly more is left, which the intervals know of)"},
		{fit.Result{Searches: 9, Agreed: 2, RSS: 1, Next: 1.02}, "the best of 9 searches from different starts (2 ended " +
			"here, the others where 1.01 times as much is left or more)"},
		{fit.Result{Searches: 9, Agreed: 2, RSS: 1}, "the best of 9 searches from different starts (2 ended here, the " +
			"others found no answer)"},
		{fit.Result{Searches: 9, Agreed: 2, Next: 1}, "the best of 9 searches from different starts (2 ended here, the " +
			"others where far more is left)"},
	} {
		if got := searches(&c.Result); got != c.want {
			t.Errorf("%d of %d: %q, expected %q", c.Agreed, c.Searches, got, c.want)
		}
	}
}

// TestAlone: a stiffness from one reading is an estimate without an interval, for people and in the file; from two it
// is not.
func TestAlone(t *testing.T) {
	r := &Result{Readings: 1, Numbers: []Number{{Key: "k1_nm", Value: 1e-5, Lo: math.Inf(-1), Hi: math.Inf(1)}}}
	for range 2 { // JSON has no infinity
		if source, notes := r.Source("cantilever", "x.csv", nil, false), r.Alone(); !strings.Contains(source,
			"readings: 1; k1_nm is "+OneReading) || len(notes) != 1 || !strings.Contains(notes[0], OneReading) {
			t.Errorf("%q, %q", source, notes)
		}
		r.Finite()
	}
	if r.Readings = 2; r.Alone() != nil { // of two, an interval that is missing is another fault
		t.Error(r.Alone())
	}
	r.Readings, r.Numbers[0].Lo = 1, 0
	if r.Alone() == nil {
		t.Error("without an upper end: expected to be said")
	}
	r.Readings, r.Numbers[0].Lo, r.Numbers[0].Hi = 2, 8e-6, 1.2e-5
	if source := r.Source("cantilever", "x.csv", nil, false); strings.Contains(source, OneReading) || r.Alone() != nil ||
		!strings.Contains(source, Within("k1_nm", 8e-6, 1.2e-5)) {
		t.Error(source)
	}
}

// TestWords: what was measured, by weights that people know: a litre of water weighs 1 kg, 9.81 N.
func TestWords(t *testing.T) {
	s := &fit.Stretch{Width: .1, Length: .1, Mass: 1.43e-3, Weight: []float64{0, 9.81, 0}, Read: []float64{.1, .1362,
		.102}}
	curve := &fit.Curve{Mode: &fit.Modes[0], Q: []float64{0, .045, .01}, F: []float64{0, 490.3325, 3}}
	bent := &fit.Curve{Mode: &fit.Modes[2], Q: []float64{0, 250, -250}, F: []float64{0, 0.00245, -0.0025}}
	for _, c := range [][2]string{
		{Weights(s), "heaviest weight 9.81 N, what 1 kg weigh; longest stretch 36.2 mm, 36.2 % of a sample of 100 mm that " +
			"is 100 mm wide and weighs 1.43 g"},
		{weight(6), "what 612 g weigh"},
		{Machine(curve), "the longest stretch 4.5 %, 4.5 mm of 10 cm; the largest force 490.3 N/m (500 gf/cm), what 5 kg " +
			"weigh on a strip 10 cm wide"},
		{Machine(bent), "the sharpest bend 2.5 1/cm, a circle of 4 mm radius; the largest moment 0.255 gf·cm/cm (0.0025 " +
			"N·m per metre of width)"},
		{Rolled(&fit.Spirals{Density: .208, Radius: []float64{.003, .05}, Curvature: []float64{100, 8}}),
			"cylinders of 3 to 50 mm radius (6 to 100 mm across); the most bent strip keeps 100 1/m, a circle of 10 mm " +
				"radius; 10 × 10 cm of this cloth weigh 2.08 g"},
		{Overhangs(&instruments.OverhangStrips{Density: .143, Overhang: []float64{.06},
			Angle: []float64{41.5 * math.Pi / 180}}), "an overhang of 60 mm, with tips 41.5° below the edge; 10 × 10 cm of " +
			"this cloth weigh 1.43 g"},
		{Overhangs(&instruments.OverhangStrips{Density: .143, Overhang: []float64{.08, .06}, Angle: []float64{.6, .3}}),
			"overhangs of 60 to 80 mm, with tips 17.2° to 34.4° below the edge; 10 × 10 cm of this cloth weigh 1.43 g"},
		{Loads([]float64{2, 1}), "loads from 1 N, what 102 g weigh, to 2 N, what 204 g weigh"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, expected %q", c[0], c[1])
		}
	}
}

// TestHeavy: 62 kg are more than hang from a strip, 20 N are not.
func TestHeavy(t *testing.T) {
	for most, said := range map[float64]bool{20: false, 150: false, 612: true} {
		if got := Heavy(&fit.Stretch{Weight: []float64{0, most, 1}}); (got != nil) != said || said &&
			!strings.HasPrefix(got[0].Located(), "the heaviest weight is 612 N, what 62.4 kg weigh") {
			t.Errorf("%g N: %q", most, got)
		}
	}
}

// TestForMass: nothing is said of any fabric that ships; of cloth that is softer for its weight than any, stiffer than
// its fibres, or bends over lengths that no cloth has, it is.
func TestForMass(t *testing.T) {
	all := []string{"warp", "weft", "bend_warp", "bend_weft"}
	for _, name := range scenes.Fabrics() {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		if notes := ForMass(f, all...); notes != nil {
			t.Errorf("%s: %q", name, notes)
		}
	}
	cotton, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		stretch, bend, mass float64 // times as much
		says                string
	}{
		{1. / 102, 1, 1, "half of what spandex jersey takes for its weight"},
		{1, 1, 100, "half of what spandex jersey takes for its weight"}, {1e4, 1, 1, "that of its fibres for their weight"},
		{1, 1e3, 1, "the bending length is 202 mm"}, {1, 1e-3, 1, "the bending length is 2.02 mm"},
		{1 / 9.81, 1, 1, ""}, {9.81, 1, 1, ""}, {1, 10, 1, ""}, // which other cloth has: what was hung is said in words
	} {
		f := cotton
		k, b := f.Warp.Spring(), f.BendWarp.Spring()
		k.K1, k.K2, b.K1 = k.K1*c.stretch, k.K2*c.stretch, b.K1*c.bend
		d := f.Warp.Dahl()
		d.A, d.B = d.A*c.stretch, d.B*c.stretch
		f.Warp.Elastic, f.Warp.Friction, f.BendWarp.Elastic, f.Density = k, d, b, f.Density*c.mass
		notes := ForMass(f, "warp")
		if c.bend != 1 {
			notes = ForMass(f, "bend_warp")
		}
		if (c.says == "") != (len(notes) == 0) || !strings.Contains(notes.String(), c.says) {
			t.Errorf("%+v: %q", c, notes)
		}
		if other := ForMass(f, "weft", "bend_weft"); c.mass == 1 && other != nil {
			t.Errorf("%+v: of what was not measured %q", c, other)
		}
	}
}

// TestJudgeOpen: what an interval over decades leaves open is not blamed on units, where any of it is cloth; what no
// part of it explains is.
func TestJudgeOpen(t *testing.T) {
	for _, c := range []struct {
		value, lo, hi float64
		doubted       bool
	}{{0.006, 0.006, 1817, false}, {0.006, 0.006, 0.2, true}, {0.006, 1e-5, 0.2, true}, {8e5, 10, 1e6, true},
		{200, 180, 220, false}} {
		doubts, err := Judge("x.csv", "warp", []Number{{Key: "k1_n_m", Value: c.value, Lo: c.lo, Hi: c.hi}})
		if err != nil || (len(doubts) > 0) != c.doubted {
			t.Errorf("%+v: %q, %v", c, doubts, err)
		}
	}
}
