//go:build slow

package capture

import (
	"context"
	"math"
	"strings"
	"testing"

	"hysteron/law"
	"hysteron/scenes"
)

// TestSameKindAll: each model comes back to 3 % from all tests together, of ten frames: then curves may have five
// points, and lie beside those of the truth, whose points are at other strains and which goes on level behind its last.
func TestSameKindAll(t *testing.T) {
	for _, model := range Models() {
		sameKind(t, model, Rig{N: 9, Frames: 10}, Kinds(), .03)
	}
}

// fabrics that are measured: the paper's numbers, what is made of them, and Kawabata's curves.
var fabrics = []string{"cotton", "cotton-jersey", "cotton-twill", "worsted"}

// TestHeldBack: forces of two tests that no fit has seen, corners that are pulled and edges that are pulled along
// themselves, are told within 5 % of the largest. Both are read on the way there, as what the fit goes by: on the way
// back friction bears a share of its own, which no elasticity tells.
func TestHeldBack(t *testing.T) {
	for _, name := range fabrics {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		rig := Rig{N: 9, Frames: 6}
		found, err := Fit(context.Background(), StVK, measured(t, f, rig, append([]string{"corners", "complex"},
			fitted...)...), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range found.Results {
			if r.Fitted {
				continue
			}
			t.Logf("%s: %v", name, r)
			if !(r.Force < .05) || r.Lost > 0 {
				t.Errorf("%s: %v", name, r)
			}
		}
	}
}

// TestOrders: cloth that none of the models is, with Poisson's contraction, friction and bending by curvatures, pulled
// and let go as the thesis' was, and what the models leave of it beside tables A.1 to A.4, nonlinear and orthotropic:
// of four fabrics, two directions each, springs are best or equal in stretch 7 of 8 times there, worst in bending 8 of
// 8 and in shear 3 of 4. Jersey, whose bending length is but 12 mm, is measured on the thesis' own lattice of 25 points
// (docs/fit.md). With -v it prints the table of that page; -run TestOrders/NAME is of one fabric.
func TestOrders(t *testing.T) {
	var directions, best, bending, shear int
	for _, name := range fabrics {
		t.Run(name, func(t *testing.T) {
			rig := Rig{N: 13, Frames: 6, Back: true}
			if name == "cotton-jersey" {
				rig.N = 25
			}
			o := ordersOf(t, name, rig, Models())
			directions, best, bending, shear = directions+2, best+o.best, bending+o.bending, shear+o.shear
		})
	}
	t.Logf("springs are best or equal in stretch %d of %d, worst in bending %d of %d and in shear %d of %d", best,
		directions, bending, directions, shear, directions/2)
	if best < directions-1 || bending < directions-1 || shear < directions/2-1 {
		t.Error("expected them best or equal in stretch, and worst in bending and in shear, in all but one")
	}
}

// TestNoise: with the errors of the thesis' rig stress comes back within 3 % in stretch, 2 % in bending; within 15 % in
// shear, whose forces are a few times what pulleys keep.
func TestNoise(t *testing.T) {
	parts := truth(StVK)
	for seed := range uint64(3) {
		tests := measured(t, fabric(StVK, .2, parts), Rig{N: 9, Frames: 6, Back: true}, "stretch-warp", "stretch-weft",
			"shear", "bend-warp", "bend-weft")
		for _, test := range tests {
			test.Disturb(0, seed, 2)
		}
		f, err := Fit(context.Background(), StVK, tests, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range f.Parts {
			at, most := []float64{p.High / 2, p.High}, .03
			if strings.HasPrefix(p.Name, "bend_") {
				most = .02
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
