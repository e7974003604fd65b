package plausible

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
		{"density_kg_m2", 0.2, false, false, false}, {"density_kg_m2", 2, false, true, false}, {"density_kg_m2", 200, false, false, true},
		{"thickness_m", 0.5e-3, false, false, false}, {"thickness_m", 0.02, false, true, false}, {"thickness_m", 0.5, false, false, true},
		{"bend_warp.k1_nm", 4e-6, false, false, false}, {"bend_warp.k1_nm", 4e-4, false, true, false}, {"bend_weft.k1_nm", 6.5e-3, false, false, true},
		{"bend_weft.k1_nm", 4.5e-9, false, false, true}, {"bend_weft.k1_nm", 4.5e-9, true, true, false}, {"bend_warp.k1_nm", 6.5e-3, true, false, true},
		{"warp.k1_n_m", 0.001, true, true, false}, {"weft.k_1_n_m", 1e10, true, false, true}, {"shear.k1_n_m", 0.025, false, false, true},
		{"shear.k1_n_m", 0, false, false, false}, {"warp.friction.a_n_m", 1e12, false, false, false}, {"warp.k1_n_m", math.NaN(), false, false, true},
	} {
		doubt, err := Judge(c.path, "", c.v, c.searched)
		if (doubt != "") != c.doubt || (err != nil) != c.refuse {
			t.Errorf("%s of %g: %q, %v", c.path, c.v, doubt, err)
		}
	}
	b := Bending.In("gf·cm²/cm", 9.80665e-5/3)
	if d := b.Doubt("B", 12); !strings.Contains(d, "B of 12 gf·cm²/cm: cloth has 0.00092 to 6.1 gf·cm²/cm") {
		t.Error(d)
	}
	if d := b.Doubt("B", 0.12); d != "" {
		t.Error(d)
	}
	if err := Rubbing.Check("friction", 0.002); err == nil || !strings.Contains(err.Error(), "beyond 0.01 to 20; are") {
		t.Error(err)
	}
}
