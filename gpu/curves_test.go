//go:build cgo

package gpu

import (
	"math"
	"testing"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// TestCurvatureBending: a sheet with the curvature law of bending and much internal friction, and one
// with the hinge law beside it, swing down on both backends; positions and the history of curves stay
// together, and the history survives the way to the device and back.
func TestCurvatureBending(t *testing.T) {
	ctx := open(t, true)
	f := cotton()
	f.BendWarp.Elastic, f.BendWeft.Elastic, f.BendCoupling = law.Elastic{K1: 4e-5, K2: 1e-8},
		law.Elastic{K1: 2e-5, K2: 1e-8}, .2
	f.BendWarp.Friction, f.BendWeft.Friction = law.Dahl{A: 4e-4, B: 1e-6, Tau: 10}, law.Dahl{A: 3e-4, B: 1e-6, Tau: 10}
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
	for i := range w.cpu.Model.Curves {
		for k := range 3 {
			a, b := got.Past[cloth.Curves].At(i, k), want.Past[cloth.Curves].At(i, k)
			strain, stress = max(strain, math.Abs(b[0])), max(stress, math.Abs(b[1]))
			apartE, apartS = max(apartE, math.Abs(a[0]-b[0])), max(apartS, math.Abs(a[1]-b[1]))
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
	for i, v := range got.Past[cloth.Curves].Data {
		if u := back.Past[cloth.Curves].Data[i]; u != v {
			t.Fatalf("number %d that curves keep, %v, came back as %v", i, v, u)
		}
	}
	if err := w.gpu.ResetHistory(); err != nil {
		t.Fatal(err)
	}
	back = gpuState(t, w.gpu)
	for i := range w.cpu.Model.Curves {
		for k := range 3 {
			if a, b := back.Past[cloth.Curves].At(i, k), got.Past[cloth.Curves].At(i, k); a[1] != 0 ||
				math.Abs(a[0]-b[0]) > 1e-3*strain {
				t.Fatalf("curve %d: history %v wiped to %v: expected the same strain without stress", i, b, a)
			}
		}
	}
}
