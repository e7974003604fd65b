//go:build cgo

package gpu

import (
	"math"
	"testing"

	"hysteron/cloth"
	"hysteron/step"
)

// TestCurvatureBending: a sheet with the curvature law of bending and much internal friction, and one
// with the hinge law beside it, swing down on both backends; positions and the history of curves stay
// together, and the history survives the way to the device and back.
func TestCurvatureBending(t *testing.T) {
	ctx := open(t, true)
	f := cotton()
	f.BendWarp.K1, f.BendWeft.K1, f.BendCoupling = 4e-5, 2e-5, .2
	f.BendWarp.Friction.A, f.BendWeft.Friction.A = 4e-4, 3e-4
	one, two := hung(11, 8, .2, .14, f), hung(8, 7, .14, .12, f)
	one.Fabric.Bending = cloth.CurvatureBending
	for i := range two.X {
		two.X[i].Z += .3
	}
	for i := range two.Pins {
		two.Pins[i].Point.Z += .3
	}
	set := step.DefaultSettings()
	set.Tolerance = 1e-6
	w := newTwins(t, ctx, model(t, one, two), nil, nil, set)
	const steps, h = 25, 1. / 120
	w.both(t, steps, h)
	got := gpuState(t, w.gpu)
	want := w.cpu.State
	near := farthest(got.X, want.X)
	t.Logf("after %d steps %.3g of the size apart", steps, near/.2)
	if err := w.compare(1e-3 * .2); err != nil {
		t.Error(err)
	}
	var strain, stress, apartE, apartS float64
	for i := range want.Curve {
		for k := range 3 {
			a, b := got.Curve[i][k], want.Curve[i][k]
			strain, stress = max(strain, math.Abs(b.Eps)), max(stress, math.Abs(b.Sigma))
			apartE, apartS = max(apartE, math.Abs(a.Eps-b.Eps)), max(apartS, math.Abs(a.Sigma-b.Sigma))
		}
	}
	t.Logf("history of curves: %.2g of %.3g 1/m and %.2g of %.3g N apart", apartE, strain, apartS, stress)
	if !(strain > 1) || !(stress > 1e-4) || apartE > .03*strain || apartS > .03*stress {
		t.Errorf("history of curves: %g of %g 1/m and %g of %g N apart", apartE, strain, apartS, stress)
	}
	if err := w.gpu.SetState(got); err != nil {
		t.Fatal(err)
	}
	back := gpuState(t, w.gpu)
	for i := range got.Curve {
		if got.Curve[i] != back.Curve[i] {
			t.Fatalf("curve %d: history %v came back as %v", i, got.Curve[i], back.Curve[i])
		}
	}
	if err := w.gpu.ResetMemory(); err != nil {
		t.Fatal(err)
	}
	back = gpuState(t, w.gpu)
	for i := range got.Curve {
		for k := range 3 {
			if a, b := back.Curve[i][k], got.Curve[i][k]; a.Sigma != 0 || math.Abs(a.Eps-b.Eps) > 1e-3*strain {
				t.Fatalf("curve %d: history %v wiped to %v: expected the same strain without stress", i, b, a)
			}
		}
	}
}
