//go:build slow

package instruments

import (
	"testing"

	"hysteron/fit"
	"hysteron/law"
)

// Where forces ask for a concave energy, planes cut that off.
func TestEnergyConvex(t *testing.T) {
	top := 0.3
	high := top + top*top/2
	soft := [3]law.Curve{
		{High: high, K1: 200, K2: 110, K3: 50, K4: -1, K5: -1}, {High: high, K1: 200, K2: 110, K3: 50, K4: -1, K5: -1},
		{K1: 5, K2: -1, K3: -1, K4: -1, K5: -1},
	}
	f := &energies{high: [3]float64{high, high, 2 * high}}
	if lo, _ := f.worst(&soft); lo >= 0 {
		t.Fatalf("least eigenvalue %g: the truth is to be concave somewhere", lo)
	}
	e, err := FitEnergy(biaxial(soft, top, 0.002), fit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("points %v, residuals %.3g N/m, least eigenvalue over the largest %.3g, cut %v", e.Points, e.Gains, e.Convex,
		e.Bounded)
	if e.Convex < 0 || !e.Bounded {
		t.Errorf("least eigenvalue %g, cut %v: expected cuts, and none below zero", e.Convex, e.Bounded)
	}
}
