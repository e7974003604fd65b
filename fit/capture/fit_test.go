package capture

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

// truth is cloth of a model, of which each part has several points.
func truth(model string) []*Part {
	list := []*Part{{Name: "warp", High: .2, Points: []float64{250, 300, 420}},
		{Name: "weft", High: .3, Points: []float64{180, 260}}, {Name: "shear", Even: true, High: .25,
			Points: []float64{40, 60}}}
	if model == Springs {
		return append(list, &Part{Name: "second", Points: []float64{60}}, &Part{Name: "second_weft", Points: []float64{45}})
	}
	return append(list, &Part{Name: "bend_warp", Even: true, High: 300, Points: []float64{8e-6, 14e-6}},
		&Part{Name: "bend_weft", Points: []float64{5e-6}})
}

func measured(t *testing.T, f cloth.Fabric, rig Rig, kinds ...string) (tests []*Test) {
	t.Helper()
	for _, kind := range kinds {
		m, err := rig.Measure(context.Background(), f, kind)
		if err != nil {
			t.Fatal(err)
		}
		tests = append(tests, m)
	}
	return tests
}

// TestSlopes: what equilibria do as parameters change (eq. 4.9 with its sign), against differences of equilibria.
func TestSlopes(t *testing.T) {
	for _, model := range Models() {
		parts := truth(model)
		tests := measured(t, fabric(model, .2, parts), Rig{N: 5, Frames: 2}, "stretch-weft", "shear", "bend-warp")
		s := &fitter{ctx: context.Background(), model: model, density: .2, n: 5, side: .1, tests: tests, parts: parts,
			rest: map[*Frame][]r3.Vec{}}
		for _, test := range tests {
			one := []*Test{test}
			for _, p := range parts {
				rows := s.rows(one)
				r, up, down, j := make([]float64, rows), make([]float64, rows), make([]float64, rows),
					mat.NewDense(rows, len(p.Points), nil)
				if err := s.eval([]*Part{p}, one, r, j); err != nil {
					t.Fatal(err)
				}
				for k, keep := range p.Points {
					d := 1e-3 * p.Points[0]
					for side, to := range []*[]float64{&up, &down} {
						p.Points[k] = keep + float64(1-2*side)*d
						if err := s.eval([]*Part{p}, one, *to, nil); err != nil {
							t.Fatal(err)
						}
					}
					p.Points[k] = keep
					worst, most := 0., 0.
					for i := range rows {
						want := (up[i] - down[i]) / (2 * d)
						worst, most = max(worst, math.Abs(j.At(i, k)-want)), max(most, math.Abs(want))
					}
					if !(worst <= 2e-4*most+2e-8/d) {
						t.Errorf("%s, %s, %s.%d: slopes are off by %.3g of %.3g", model, test.Kind, p.Name, k+1, worst, most)
					}
				}
			}
		}
	}
}

// cameBack tells how far the stress of a part is off, over the stress, from a fifth of its range on.
func cameBack(model string, got, want *Part) (worst float64) {
	for i := 2; i <= 10; i++ {
		eps := got.High * float64(i) / 10
		if got.presses() {
			eps = -eps
		}
		var a, b law.Response
		got.Law(model).Respond(&law.Strain{Eps: eps, H: 1}, &a)
		want.Law(model).Respond(&law.Strain{Eps: eps, H: 1}, &b)
		worst = max(worst, math.Abs(a.Sigma/b.Sigma-1))
	}
	return worst
}

// sameKind: cloth of the same kind as the model comes back, and with it forces of tests that the fit has not seen.
func sameKind(t *testing.T, model string, rig Rig, kinds []string, most float64) {
	parts := truth(model)
	f, err := Fit(context.Background(), model, measured(t, fabric(model, .2, parts), rig, kinds...), func(s string) {
		t.Log(s)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range f.Results {
		t.Log(r)
		if !r.Bends && !(r.Force < .05) {
			t.Errorf("%s, %s: forces are off by %.2g %%", model, r.Kind, 100*r.Force)
		}
	}
	for i, p := range f.Parts {
		off := cameBack(model, p, parts[i])
		t.Logf("%s: off by %.2g %%; %.4g to %.3g, left %.3g", p.Name, 100*off, p.Points, p.High, p.Gains)
		if !(off < most) {
			t.Errorf("%s, %s: stress is off by %.2g %%: expected below %g %%", model, p.Name, 100*off, 100*most)
		}
		falls(t, p)
	}
}

// falls: more points never leave more.
func falls(t *testing.T, p *Part) {
	t.Helper()
	for k := 1; k < len(p.Gains); k++ {
		if !(p.Gains[k] < p.Gains[k-1]) {
			t.Errorf("%s: more is left with more points: %.4g", p.Name, p.Gains)
		}
	}
}

func TestSameKind(t *testing.T) {
	sameKind(t, StVK, Rig{N: 7, Frames: 5}, []string{"stretch-warp", "stretch-weft", "shear", "bend-warp", "bend-weft",
		"corners"}, .03)
}

// TestDoubt: forces that are not of their frames are doubted.
func TestDoubt(t *testing.T) {
	tests := measured(t, fabric(StVK, .2, truth(StVK)), Rig{N: 5, Frames: 3}, "stretch-warp")
	good, err := Predict(context.Background(), fabric(StVK, .2, truth(StVK)), tests[0])
	if err != nil {
		t.Fatal(err)
	}
	frames := tests[0].Frames
	frames[0].Force, frames[2].Force = frames[2].Force, frames[0].Force
	bad, err := Predict(context.Background(), fabric(StVK, .2, truth(StVK)), tests[0])
	if err != nil {
		t.Fatal(err)
	}
	if good.Doubt() != nil || !strings.Contains(bad.Doubt().Located(), "stretch-warp: forces are off by") {
		t.Errorf("doubts %q of the truth, %q of forces that were exchanged", good.Doubt(), bad.Doubt())
	}
}

// TestFineLattice: on cells of 5 mm springs over the next vertex, as the search for them begins, pull by more than this
// cloth does along its threads, which are found nevertheless.
func TestFineLattice(t *testing.T) {
	f := plain()
	f.Warp.Elastic, f.Weft.Elastic = law.Elastic{K1: 20}, law.Elastic{K1: 30}
	tests := measured(t, f, Rig{N: 9, Side: .04, Frames: 2, Force: .2}, fitted...)
	s := &fitter{ctx: context.Background(), model: Springs, density: .2, n: 9, side: .04, tests: tests,
		rest: map[*Frame][]r3.Vec{}, rooms: map[string]float64{}}
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	if k := s.part("second").first; !(4*k > 30) {
		t.Fatalf("springs over the next vertex begin with %g N/m: the test is of none that pull", k)
	}
	first, _ := stages(Springs)
	for _, g := range first[:2] {
		left, err := s.run(g)
		if err != nil {
			t.Fatal(err)
		}
		if by := left / s.size(s.of(g.tests)); !(by < .05) {
			t.Errorf("%s: %.2g %% is left", g.tests[0], 100*by)
		}
	}
	if err := s.scan(s.part("second"), s.of([]string{"bend-warp"})); err != nil {
		t.Fatal(err)
	}
	if k, room := s.part("second").Points[0], s.rooms["second"]; !(k > 0 && k <= room) {
		t.Errorf("springs over the next vertex are sought from %g N/m on, of %g that there is room for", k, room)
	}
}
