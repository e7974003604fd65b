package capture

import (
	"context"
	"math"
	"strings"
	"testing"

	"hysteron/fit"
	"hysteron/law"
	"hysteron/scenes"
)

// TestDiagonal: cotton is the same along both threads, and so it comes back where its fold along the diagonal is read
// as well, whose friction no hinges tell. What hinges find is what elasticity and friction bear together on the way
// from rest, in the middle of the range and at its end, and that they bear it twice is told by so much.
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
	left := map[string]float64{}
	for _, r := range found.Results {
		t.Log(r)
		left[r.Kind] = r.RMS
	}
	if !(left["bend-diagonal"] < left["bend-warp"]) { // hinges of two components leave more of it
		t.Errorf("left %.3g mm of the fold along the diagonal, %.3g mm of that along the warp: expected less",
			1e3*left["bend-diagonal"], 1e3*left["bend-warp"])
	}
	t.Log(found.Doubts())
	moment := func(p *Part, eps float64) float64 {
		var r law.Response
		p.Law(StVK).Respond(&law.Strain{Eps: eps, H: 1}, &r)
		return r.Sigma
	}
	warp, weft := found.Parts[3], found.Parts[4]
	for _, by := range []float64{.5, 1} {
		eps := by * warp.High
		a, b := moment(warp, eps), moment(weft, eps)
		bears := fit.Drawn(f.BendWarp.Friction, eps)
		truth := f.BendWarp.Spring().K1*eps + bears
		t.Logf("3κ = %.4g 1/m: %.4g and %.4g mN, elasticity and friction %.4g mN, of which friction %.4g", eps, 1e3*a, 1e3*b,
			1e3*truth, 1e3*bears)
		if !(math.Abs(a/b-1) < .05) {
			t.Errorf("3κ = %.4g 1/m: moments %.4g and %.4g N: expected the same along both threads", eps, a, b)
		}
		if by := a / truth; !(by > .85 && by < 1.1) {
			t.Errorf("3κ = %.4g 1/m: moment %.4g N: expected that of elasticity and friction, %.4g", eps, a, truth)
		}
	}
	if note := found.twice(f, tests); !strings.Contains(note, "bend_warp ") {
		t.Errorf("note %q", note)
	} else {
		t.Log(note)
	}
}

// TestDisagree: a test that is told better all at once is named, with those that are then told worse, and what was made
// of it; that what was found all at once is not kept is said wherever that is another cloth, and nothing where little
// is at stake.
func TestDisagree(t *testing.T) {
	tests := []*Test{{Kind: "bend-warp"}, {Kind: "bend-weft"}, {Kind: "bend-diagonal"}}
	for _, c := range []struct {
		together [3]float64
		before   float64 // of the last; of the others .1
		heard    bool
		want     string
	}{
		{[3]float64{.1, .13, .07}, .1, false, "bend-diagonal asks for another stiffness than bend-weft, which stay as each " +
			"asks alone; all at once would leave 1.3 times as much of bend-weft, 0.7 times as much of bend-diagonal"},
		{[3]float64{.1, .12, .07}, .1, true, "bend-diagonal asks for another stiffness than bend-weft, which are met " +
			"half-way; all at once leave 1.2 times as much of bend-weft, 0.7 times as much of bend-diagonal"},
		{[3]float64{.1, .104, .07}, .1, true, ""},
		{[3]float64{.1, .13, .095}, .1, false, "what was found of bend-warp, bend-weft, bend-diagonal all at once is not " +
			"kept: it would leave 1 times as much of bend-warp, 1.3 times as much of bend-weft, 0.95 times as much of " +
			"bend-diagonal"},
		// it is told
		{[3]float64{.1, .13, .001}, .004, false, "what was found of bend-warp, bend-weft, bend-diagonal all at once is not " +
			"kept: it would leave 1 times as much of bend-warp, 1.3 times as much of bend-weft, 0.25 times as much of " +
			"bend-diagonal"},
		{[3]float64{.1, .1002, .1}, .1, false, ""}, // the same cloth
		{[3]float64{.1, .13, .001}, .004, true, ""},
	} {
		if d := disagree(tests, []float64{.1, .1, c.before}, c.together[:], c.heard).String(); d != c.want {
			t.Errorf("%q: expected %q", d, c.want)
		}
	}
}
