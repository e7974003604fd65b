package capture

import (
	"bytes"
	"strings"
	"testing"
)

// TestNotes: tests that were read on the way there alone count friction as stiffness; of those with the way back, as tables tell them, it cancels.
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
	n := (&Fitted{}).Notes(f, all)
	if len(n) != 2 || !strings.Contains(n[0], "counts as stiffness") || !strings.Contains(n[0], "stretch-warp, bend-warp;") || !strings.HasSuffix(n[1], ": stretch-weft") {
		t.Errorf("%q", n)
	}
}
