//go:build slow

package capture

import (
	"context"
	"math"
	"testing"

	"hysteron/law"
	"hysteron/scenes"
)

// TestSameKindAll: each model comes back to 3 % from all tests together, of ten frames: then curves may have five points, and lie beside those of the truth, whose points are at other strains
// and which goes on level behind its last. Of five frames curves have three, and are off by 4 % where the truth has a bend (8 % what holds second neighbours, which takes up what is missing of the others).
func TestSameKindAll(t *testing.T) {
	for _, model := range Models() {
		sameKind(t, model, Rig{N: 9, Frames: 10}, Kinds(), .03)
	}
}

// TestOrders: cloth that none of the models is, with Poisson's contraction, friction and bending by curvatures, as the thesis' cloth was none of them (tables A.1 to A.4, nonlinear and
// orthotropic). Springs are worst in shear, as there, and worst where cloth bends along the diagonal, for which the thesis has no fit. Not as there: in stretch they are not best, since the truth here
// is a membrane; and over the edges along warp and weft all are about as far off, since what is left there is friction.
func TestOrders(t *testing.T) {
	shear, diagonal := 0, 0
	for _, name := range []string{"worsted", "cotton-jersey", "cotton-twill"} {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		tests := measured(t, f, Rig{N: 9, Frames: 6}, Kinds()...)
		left := map[string]map[string]Result{}
		for _, model := range Models() {
			found, err := Fit(context.Background(), model, tests, nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, model, err)
			}
			left[model] = map[string]Result{}
			for _, r := range found.Results {
				t.Logf("%s, %s: %v", name, model, r)
				left[model][r.Kind] = r
			}
		}
		worst := func(kind string) bool {
			s := left[Springs][kind].RMS
			return s > left[StVK][kind].RMS && s > left[Soft][kind].RMS
		}
		if worst("shear") {
			shear++
		}
		if worst("bend-diagonal") {
			diagonal++
		}
	}
	if shear < 3 || diagonal < 3 {
		t.Errorf("springs are worst in shear %d times of 3, in bending along the diagonal %d: expected all", shear, diagonal)
	}
}

// TestNoise: with the errors of the thesis' rig stress comes back within 3 % in stretch, 2 % in bending; within 15 % in shear, whose forces are a few times what pulleys keep.
func TestNoise(t *testing.T) {
	parts := truth(StVK)
	for seed := range uint64(3) {
		tests := measured(t, fabric(StVK, .2, parts), Rig{N: 9, Frames: 6, Back: true}, "stretch-warp", "stretch-weft", "shear", "bend-warp", "bend-weft")
		for _, test := range tests {
			test.Disturb(0, seed)
		}
		f, err := Fit(context.Background(), StVK, tests, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range f.Parts {
			at, most := []float64{p.High / 2, p.High}, .03
			if p.hinge() {
				at, most = []float64{30, 90}, .02
			} else if p.Name == "shear" {
				most = .15
			}
			for _, eps := range at {
				var a, b law.Response
				p.Law(StVK).Respond(&law.Strain{Eps: eps, H: 1}, &a)
				parts[i].Law(StVK).Respond(&law.Strain{Eps: eps, H: 1}, &b)
				off := a.Sigma/b.Sigma - 1
				t.Logf("seed %d, %s at %.3g: off by %.2g %%", seed, p.Name, eps, 100*off)
				if !(math.Abs(off) < most) {
					t.Errorf("seed %d, %s at %.3g: off by %.2g %%", seed, p.Name, eps, 100*off)
				}
			}
		}
	}
}
