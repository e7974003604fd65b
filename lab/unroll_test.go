package lab

import (
	"math"
	"testing"

	"hysteron/fit"
)

// TestUnrolled: paper that was rolled on 6 mm, half a thickness off, and let go slowly comes to rest where the exact
// law does, to a thousandth of 1/m at each row. As it creeps its end hardly moves while it still turns by 0.03 1/m, and
// with errors of positions of 1e-8 m it ends 0.002 1/m off.
func TestUnrolled(t *testing.T) {
	f := fabric(t, "paper")
	const radius = 6.05e-3
	u, err := Unroll(t.Context(), f, radius, 20, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	b, d := f.BendWarp.Spring(), f.BendWarp.Dahl()
	law, c := []float64{b.K1, b.K2, d.A, d.B, d.Tau}, fit.PathPoint{}
	c.To(law, 3/radius)
	if !c.Under(law, func(float64) (float64, float64) { return 0, 0 }) {
		t.Fatal("the law has no rest")
	}
	for i, k := range u.Curvature[1:] { // the first row is held
		if !(math.Abs(k-c.Eps/3) < 1e-3) {
			t.Errorf("row %d: %.7g 1/m, law %.7g", i+2, k, c.Eps/3)
		}
	}
}
