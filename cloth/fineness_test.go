package cloth

import (
	"math"
	"strings"
	"testing"

	"hysteron/law"
)

// TestCoarse: a mesh locks by stretch over bending where its edges are shorter than the bending length, too; the edges
// that the text names are fine, and the share grows with the fourth power of their length.
func TestCoarse(t *testing.T) {
	const b, weight = 1.8633e-6, .1043 // faille
	faille := func(stretch, bending float64) *Fabric {
		f := &Fabric{Density: weight}
		for c, k := range map[*Component]float64{&f.Warp: stretch, &f.Weft: stretch / 2, &f.BendWarp: 2 * bending / 3,
			&f.BendWeft: bending / 3} {
			c.Elastic = law.Elastic{K1: k}
		}
		return f
	}
	length := math.Cbrt(b / (weight * 9.81))
	for _, q := range []struct {
		stretch, edge float64
		want          string
	}{
		{12800, .0125, "edges of 12.5 mm lock: its stretch stiffness is 6.9e+03 times B/(1 mm)²"},
		{12800, .0125, "of 12.2 mm store 42 times the energy of bending"}, {12800, .0125, "at most 4.1 mm"},
		{12800, .00625, "store 2.6 times"}, {12800, .0041, ""}, {10, .0125, ""},
		{10, 1.26 * length, "edges of 15.4 mm are longer"},
		{10, 1.24 * length, ""},
	} {
		got := faille(q.stretch, b).Coarse(q.edge, 9.81)
		if !strings.Contains(got, q.want) || q.want == "" && got != "" {
			t.Errorf("stretch %g N/m, edges of %g m: %q, expected %q", q.stretch, q.edge, got, q.want)
		}
	}
	if got := faille(12800, b).Coarse(.0125, 0) + faille(12800, 0).Coarse(.0125, 9.81); got != "" {
		t.Error("without weight or bending: " + got)
	}
}
