package capture

import (
	"bytes"
	"strings"
	"testing"

	"hysteron/law"
)

// TestNotes: tests that were read on the way there alone count friction as stiffness; of those with the way back, as
// tables tell them, it cancels.
func TestNotes(t *testing.T) {
	f := fabric(StVK, .2, truth(StVK))
	there := measured(t, f, Rig{N: 5, Frames: 3}, "stretch-warp", "bend-warp")
	back := measured(t, f, Rig{N: 5, Frames: 3, Back: true}, "stretch-weft")
	var all []*Test
	for _, q := range append(there, back...) {
		var b bytes.Buffer
		if err := q.Write(&b); err != nil {
			t.Fatal(err)
		}
		r, err := ReadTest("x", b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	base := f
	base.Warp.Friction, base.Thickness = law.Dahl{A: 2, B: 3, Tau: .006}, 3e-4
	parts := []*Part{{Name: "warp", High: (1.02*1.02 - 1) / 2, Points: []float64{100}}, {Name: "bend_warp", High: 150,
		Points: []float64{1e-6}}, {Name: "shear", High: .5, Points: []float64{50}}}
	n := (&Fitted{Model: StVK, Parts: parts}).Notes(base, "lender", all)
	for _, says := range []string{"warp stretched by 2 %, bend_warp bent to 50 1/m, shear sheared by 30°; beyond",
		"not measured, but lender's: friction (warp a_n_m = 2, b_n_m = 3, tau = 0.006), damping, thickness of 0.3 mm"} {
		if !strings.Contains(n[0]+n[1], says) {
			t.Errorf("%q: expected %q", n[:2], says)
		}
	}
	n = n[2:]
	if len(n) < 2 || !strings.Contains(n[0], "counts as stiffness") ||
		!strings.Contains(n[0], "intervals are of the stiffness with friction") ||
		!strings.Contains(n[0], "stretch-warp, bend-warp;") || !strings.HasSuffix(n[1], ": stretch-weft") {
		t.Errorf("%q", n)
	}
}

// TestBack: clips tell the way, not points: a soft cloth that sags at first is pulled flat on the way there.
func TestBack(t *testing.T) {
	f := plain()
	f.Density, f.Warp.Elastic, f.Weft.Elastic, f.Shear.Elastic = .4, law.Elastic{K1: 3000}, law.Elastic{K1: 3000},
		law.Elastic{K1: 10}
	there := measured(t, f, Rig{N: 9, Frames: 4}, "stretch-warp", "stretch-weft", "corners")
	back := measured(t, f, Rig{N: 9, Frames: 4, Back: true}, "stretch-warp", "stretch-weft", "corners")
	sags := 0
	for i, q := range there {
		if last := len(q.Frames) - 1; slump(&q.Frames[last]) < slump(&q.Frames[0])/2 {
			sags++
		}
		for seed := range uint64(4) {
			if q.back() {
				t.Errorf("%s there alone, seed %d: a way back", q.Kind, seed)
			}
			if !back[i].back() {
				t.Errorf("%s there and back, seed %d: no way back", q.Kind, seed)
			}
			q.Disturb(0, seed, 2)
			back[i].Disturb(0, seed, 2)
		}
	}
	if sags == 0 {
		t.Error("nothing sags that is pulled flat: this shows nothing")
	}
}

// slump is how far the lowest point hangs.
func slump(f *Frame) (most float64) {
	for _, x := range f.X {
		most = max(most, -x.Y)
	}
	return most
}
