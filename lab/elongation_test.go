package lab

import (
	"context"
	"math"
	"testing"

	"hysteron/scenes"
)

// Cloth is as much longer under a force as (k₁ + k₂E)E and friction that is saturated ask for, times the stretch; and where the virtual tester turns.
func TestElongation(t *testing.T) {
	f, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	for _, force := range []float64{60, TensileTop} {
		e, ok := Elongation(f.Warp, force)
		s, d, green := f.Warp.Spring(), f.Warp.Dahl(), e+e*e/2
		// Friction lags behind a + b·E by bτ.
		if got := ((s.K1+s.K2*green)*green + d.A + d.B*(green-d.Tau)) * (1 + e); !ok || math.Abs(got/force-1) > 1e-3 {
			t.Errorf("longer by %g under %g N/m, where the law says %g N/m", e, force, got)
		}
	}
	if _, ok := Elongation(f.Warp, 1e4); ok {
		t.Error("10 kN/m: expected more than twice its length")
	}
	if f, err = scenes.LoadFabric("worsted"); err != nil {
		t.Fatal(err)
	}
	n, err := InstrumentFor("tensile")
	if err != nil {
		t.Fatal(err)
	}
	table, err := n.Measure(context.Background(), f, "warp", Options{})
	if err != nil {
		t.Fatal(err)
	}
	most := 0.
	for _, e := range table.Columns[0].V {
		most = max(most, e)
	}
	if e, ok := Elongation(f.Warp, TensileTop); !ok || math.Abs(e/most-1) > 5e-3 {
		t.Errorf("worsted is longer by %g, on the tester by %g", e, most)
	}
}
