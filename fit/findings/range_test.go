package findings

import (
	"math"
	"strings"
	"testing"
)

// Each number of a fabric is sound, doubted or refused by one table, whatever unit it is told in.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		path          string
		v             float64
		searched      bool
		doubt, refuse bool
	}{
		{"density_kg_m2", 0.2, false, false, false}, {"density_kg_m2", 1.6, false, true, false},
		{"density_kg_m2", 1.98, false, false, true}, {"bend_warp.k1_nm", 2.48e-3, true, false, true},
		{"bend_warp.friction.a_n", 6e-3, true, true, false}, {"bend_warp.friction.a_n", 0.05, true, false, true},
		{"shear.friction.a_n_m", 80, true, false, true}, {"density_kg_m2", 200, false, false, true},
		{"body_friction", .03, false, false, false}, {"body_friction", 3, false, true, false}, {"body_friction", 30, false,
			false, true},
		{"thickness_m", 0.5e-3, false, false, false}, {"thickness_m", 0.02, false, true, false}, {"thickness_m", 0.5, false,
			false, true},
		{"bend_warp.k1_nm", 4e-6, false, false, false}, {"bend_warp.k1_nm", 4e-4, false, true, false},
		{"bend_weft.k1_nm", 6.5e-3, false, false, true},
		{"bend_weft.k1_nm", 4.5e-9, false, false, true}, {"bend_weft.k1_nm", 4.5e-9, true, true, false},
		{"bend_warp.k1_nm", 6.5e-3, true, false, true},
		{"warp.k1_n_m", 0.001, true, true, false}, {"weft.k_1_n_m", 1e10, true, false, true}, {"shear.k1_n_m", 0.025, false,
			false, true},
		{"shear.k1_n_m", 0, false, false, false}, {"warp.friction.a_n_m", 1e12, false, false, false},
		{"warp.k1_n_m", math.NaN(), false, false, true},
	} {
		f := Number{Path: c.path, Value: c.v, Searched: c.searched}.Find()
		if (f != nil) != (c.doubt || c.refuse) || f != nil && (f.Severity == Refusal) != c.refuse {
			t.Errorf("%s of %g: %+v", c.path, c.v, f)
		}
	}
	// curvatures in 1/cm under 1/m
	if d := KeptBend.Find(0, "friction", .55).String(); !strings.HasSuffix(d,
		"With 10 to 100 times as much it would be cloth") {
		t.Error(d)
	}
	b := Bending.In("gf·cm²/cm", 9.80665e-5/3)
	if d := b.Find(0, "B", 12).String(); !strings.Contains(d, "B of 12 gf·cm²/cm: cloth for clothes has 0.000918 to 6.12 "+
		"gf·cm²/cm") {
		t.Error(d)
	}
	if d := b.Find(0, "B", 0.12); d != nil {
		t.Error(d)
	}
	if d := Rubbing.Impossible(3, "friction", 0.002); d == nil || d.Severity != Refusal ||
		!strings.Contains(d.Located(), "line 3: friction of 0.002: no cloth is beyond 0.01 to 20; are") {
		t.Error(d)
	}
	if d := Rubbing.Impossible(3, "friction", 3); d != nil {
		t.Error(d)
	}
	if d := Resilience.Find(0, "RT", .65).String(); !strings.HasSuffix(d, "the unit of a share is [1]") {
		t.Error(d)
	}
}

// TestTogether: numbers that each may be are refused where they are not of one cloth, and what would make cloth of
// one is said.
func TestTogether(t *testing.T) {
	number := func(path string, v float64) Number { return Number{Path: path, Value: v, Searched: true} }
	for _, c := range []struct {
		of             []Number
		doubts         int
		refused, hints string
	}{
		{[]Number{number("bend_warp.k1_nm", 4e-6), number("bend_warp.friction.a_n", 3e-4)}, 0, "", ""},
		// a suiting with its thickness ten times; fleece
		{[]Number{number("density_kg_m2", .115), number("thickness_m", 2.4e-3)}, 1, "", ""},
		{[]Number{number("density_kg_m2", .25), number("thickness_m", 3.5e-3)}, 0, "", ""},
		{[]Number{number("bend_warp.k1_nm", 4e-6), number("bend_warp.friction.a_n", 1.5e-3)}, 1, "", ""},
		{[]Number{number("bend_warp.k1_nm", 4e-6), number("bend_warp.friction.a_n", 3e-3)}, 0, "keeps when it is let go",
			"With 0.1 times as much it would be cloth"},
		{[]Number{number("bend_warp.k1_nm", 4e-6), number("bend_warp.friction.a_n", 4e-6)}, 1, "", ""}, // .33 1/m
		{[]Number{number("bend_warp.k1_nm", 4e-6), number("bend_warp.friction.a_n", 4e-6), number("bend_warp.friction.b_nm",
			1e-6)}, 0, "", ""},
		{[]Number{number("bend_warp.k1_nm", 4e-6), number("bend_warp.friction.a_n", 0)}, 0, "", ""},
		{[]Number{number("thickness_m", .62)}, 0, "thickness_m of 0.62 m", "With 0.001 times"},
		{[]Number{number("bend_warp.k1_nm", .01442)}, 0, "k1_nm of 0.01442", "With 0.001 to 1e-05 times"},
		{[]Number{number("shear.k1_n_m", 45), number("shear.friction.a_n_m", 8)}, 0, "no cloth is beyond 0 to 0.1",
			"With 0.1 times"},
		// spandex with errors: k2 lets it back, too
		{[]Number{number("shear.k1_n_m", 1.25), number("shear.k2_n_m", 13), number("shear.friction.a_n_m", .14)}, 0, "", ""},
		{[]Number{number("shear.k1_n_m", .3), number("shear.k2_n_m", 213), number("shear.friction.a_n_m", 1)}, 1, "", ""},
		{[]Number{number("shear.k1_n_m", .3), number("shear.friction.a_n_m", 1)}, 0, "keeps when it is let go", ""},
		{[]Number{number("density_kg_m2", 0.8), number("thickness_m", 3e-4)}, 0, "density over thickness of 2667", ""},
		{[]Number{number("density_kg_m2", 1.98)}, 0, "density_kg_m2 of 1.98 kg/m²: no cloth is beyond 0.003 to 1.8",
			"With 0.1 times"},
	} {
		list := Judge(c.of)
		if refused := list.Refusal(); (refused != nil) != (c.refused != "") || refused == nil && len(list) != c.doubts ||
			!strings.Contains(refused.String(), c.refused) || !strings.Contains(refused.String(), c.hints) {
			t.Errorf("%v: %v", c.of, list)
		}
	}
}
