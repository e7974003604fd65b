package capture

import (
	"context"
	"math"
	"strings"
	"testing"

	"hysteron/law"
	"hysteron/scenes"
)

// TestDiagonal: cotton is the same along both threads, and so it comes back where its fold along the diagonal is read as well, whose friction no hinges tell. What hinges find is what elasticity and
// friction bear together on the way from rest, in the middle of the range and at its end, and that they bear it twice is told by so much.
func TestDiagonal(t *testing.T) {
	f, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	tests := measured(t, f, Rig{N: 9, Frames: 6}, append([]string{"bend-diagonal"}, fitted...)...)
	found, err := Fit(context.Background(), StVK, tests, func(s string) { t.Log(s) })
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range found.Results {
		t.Log(r)
	}
	t.Log(found.Doubts)
	moment := func(p *Part, eps float64) float64 {
		var r law.Response
		p.Law(StVK).Respond(&law.Strain{Eps: eps, H: 1}, &r)
		return r.Sigma
	}
	warp, weft := found.Parts[3], found.Parts[4]
	for _, by := range []float64{.5, 1} {
		eps := by * warp.High
		a, b := moment(warp, eps), moment(weft, eps)
		bears := drawn(f.BendWarp.Friction, eps)
		truth := f.BendWarp.Spring().K1*eps + bears
		t.Logf("3κ = %.4g 1/m: %.4g and %.4g mN, elasticity and friction %.4g mN, of which friction %.4g", eps, 1e3*a, 1e3*b, 1e3*truth, 1e3*bears)
		if !(math.Abs(a/b-1) < .05) {
			t.Errorf("3κ = %.4g 1/m: moments %.4g and %.4g N: expected the same along both threads", eps, a, b)
		}
		if by := a / truth; !(by > .75 && by < 1.1) {
			t.Errorf("3κ = %.4g 1/m: moment %.4g N: expected that of elasticity and friction, %.4g", eps, a, truth)
		}
	}
	if note := found.Twice(f, tests); !strings.Contains(note, "bend_warp ") {
		t.Errorf("note %q", note)
	} else {
		t.Log(note)
	}
}

// TestDisagree: a test that would be told better all at once is named, with those that would then be told worse.
func TestDisagree(t *testing.T) {
	tests := []*Test{{Kind: "bend-warp"}, {Kind: "bend-weft"}, {Kind: "bend-diagonal"}}
	if d := disagree(tests, []float64{.1, .1, .1}, []float64{.1, .104, .07}); len(d) != 1 || d[0] != "bend-diagonal asks for another stiffness than bend-weft, which stand: all at once would leave 0.7 times as much of it, and 1.04 times of bend-weft" {
		t.Errorf("%q", d)
	}
	if d := disagree(tests, []float64{.1, .1, .1}, []float64{.1, .104, .095}); d != nil {
		t.Errorf("%q where nothing is gained", d)
	}
	if d := disagree(tests, []float64{.1, .1, .004}, []float64{.1, .104, .001}); d != nil {
		t.Errorf("%q of a test that is told", d)
	}
}
