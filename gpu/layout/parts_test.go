package layout

import (
	"slices"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
)

const src = `#version 430 core
INI1(There, there)
OUT4(Slot, slot)
INOUTI1(Side, side)
layout(std430) restrict buffer Inverse { float inverse[]; };
UPDATE4(Old, old, new_)
void main() { STORE4(old, new_, 2 * i, LOAD4(old, 2 * i)); slot[there] = slot[LOADI1(there, 3)]; inverse[2 * i + 1] = 0.0; if (HAS(inverse, i)) side[0] = 1; }
`

// TestAdapt: what is large and read is fetched, what is large and written has a window, if there is a rule for it, and
// else there is an error with names and sizes.
func TestAdapt(t *testing.T) {
	size := map[string]int{"there": 2000, "slot": 3000, "inverse": 5000, "side": 100, "old": 100}
	b := Blocks{1000, func(name string) int { return size[name] }}
	text, plan, err := AdaptKernel(src, b, Strides{"slot": 16, "inverse": 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"#version 430 core\n#define WINDOW slotWindow\nuniform ivec4 slotWindow;\nuniform ivec4 " +
			"inverseWindow;\nTEXI1(there)\n",
		"slot[-slotWindow.x + there] = slot[-slotWindow.x + FETCHI1(there, 3)]; inverse[-inverseWindow.x + 2 * i + 1]",
		"if (WITHIN(inverseWindow, i)) side[0] = 1", "{ float inverse[]; }",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if names := plan.Uniforms(); !slices.Equal(names, []string{"slotWindow", "inverseWindow"}) {
		t.Errorf("uniforms %q", names)
	}
	v := plan.Values(BlockPart{BlockRange{3, 9}, []BlockRange{{256, 512}, {1024, 2048}}})
	if v[0] != [4]int32{16, 32, 3, 9} || v[1] != [4]int32{256, 512, 3, 9} {
		t.Errorf("values %v", v)
	}
	if _, _, err := AdaptKernel(src, b, Strides{"slot": 16}, nil); err == nil ||
		err.Error() != "inverse needs a storage buffer of 5000 bytes, the most is 1000" {
		t.Errorf("no rule for the inverse: %v", err)
	}
	size["old"] = 1001
	text, _, err = AdaptKernel(src, b, Strides{"slot": 16, "inverse": 0, "old": 16}, nil)
	if want := "STORE4(new_, new_, -oldWindow.x + 2 * i, FETCH4(old, 2 * i))"; err != nil ||
		!strings.Contains(text, want) || !strings.Contains(text, "TEX4(old)\nlayout(std430) writeonly restrict buffer Old "+
		"{ vec4 new_[]; };") {
		t.Errorf("%v, or no %q in\n%s", err, want, text)
	}
	if _, _, err := AdaptKernel(src, b, Strides{"slot": 16, "inverse": 0}, nil); err == nil ||
		!strings.HasPrefix(err.Error(), "old needs") {
		t.Errorf("no rule for what is updated: %v", err)
	}
	size = nil
	if text, plan, err := AdaptKernel(src, b, Strides{"slot": 16}, nil); err != nil || plan != nil || text != src {
		t.Errorf("all fits: %v, %v\n%s", plan, err, text)
	}
}

// TestOwn: parts have each item once, in whole groups, and its own places.
func TestOwn(t *testing.T) {
	const n, before, most = 1000, 37, 20_000
	size := map[string]int{"slot": 64 * n, "inverse": 24 * (before + n)}
	_, plan, err := AdaptKernel(src, Blocks{most, func(name string) int {
		return size[name]
	}}, Strides{"slot": 0, "inverse": 24}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Shared evenly by the items, with nothing before; and by a stride, behind others.
	for i, stride := range []int{64, 24} {
		next := 0
		for _, p := range plan.Parts(n, []int{0, before}[i], 128) {
			w := p.Windows[i]
			first := []int{0, before}[i]
			if p.Items.From != next || p.Items.To < n && p.Items.To%128 != 0 || w.From%align != 0 || w.To-w.From > most ||
				w.From != stride*(first+p.Items.From)/align*align || w.To != stride*(first+p.Items.To) {
				t.Errorf("part %+v after %d items", p, next)
			}
			next = p.Items.To
		}
		if next != n {
			t.Errorf("parts end at item %d of %d", next, n)
		}
	}
}

// TestCuts: the parts of what is not written item by item have all places, each those of the items that write there.
func TestCuts(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{clothtest.Grid(40, 30, .4, .3, clothtest.Cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewModel(m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewPairs(m, p)
	if err != nil {
		t.Fatal(err)
	}
	k := NewMultilevel(m, p)
	const most = 80_000
	large := Blocks{most, func(name string) int { return map[string]int{"matrix": most + 1, "sweepEven": most + 1}[name] }}
	cuts, err := KernelCuts(p, k, f, large)
	if err != nil {
		t.Fatal(err)
	}
	for kernel, bytes := range map[string]int{"gather_matrix": 16 * SliceRows * len(p.PlaneSlice),
		"multilevel_fill": 16 * k.Inverse, "multilevel_sweep": 16 * k.Inverse} {
		end := 0
		for _, c := range cuts[kernel] {
			w := c.Windows[0]
			if w.From > end || w.From%align != 0 || w.To <= end || w.To-w.From > most || kernel == "gather_matrix" &&
				w.From != end {
				t.Errorf("%s: window %+v after %d bytes", kernel, w, end)
			}
			end = w.To
		}
		if end != bytes || len(cuts[kernel]) < 3 {
			t.Errorf("%s: %d parts end at byte %d of %d", kernel, len(cuts[kernel]), end, bytes)
		}
	}
	within := func(c BlockPart, at int) bool { return at >= c.Windows[0].From && at < c.Windows[0].To }
	items := 0
	for _, c := range cuts["gather_matrix"] {
		items += c.Items.To - c.Items.From
		for i := range p.BlockPlace {
			if within(c, 16*int(p.BlockPlace[i]>>1)) && (i/2 < c.Items.From || i/2 >= c.Items.To) {
				t.Fatalf("block %d has a place in %+v", i/2, c)
			}
		}
	}
	if n := len(p.BlockPlace) / 2; items > 2*n {
		t.Errorf("parts go over %d blocks, of %d", items, n)
	}
	next := 0
	for _, c := range cuts["multilevel_fill"] {
		if c.Items.From != next || c.Windows[1] != c.Windows[0] {
			t.Errorf("part %+v after %d rows", c, next)
		}
		next = c.Items.To
		for q := c.Items.From / 4; q < c.Items.To/4; q++ {
			d := k.Quad[q]
			side := int(d[1]+3) &^ 3
			if from := 16 * int(d[2]); !within(c, from) || !within(c, from+16*side*side*9/4-1) {
				t.Fatalf("the inverse of rows from %d does not lie in %+v", d[0], c)
			}
		}
	}
	if next != k.Rows() {
		t.Errorf("parts end at row %d of %d", next, k.Rows())
	}
	all := Blocks{1000, func(string) int { return 1001 }}
	if _, err := KernelCuts(p, k, f, all); err == nil || !strings.Contains(err.Error(), "gather_matrix: ") {
		t.Errorf("a slice that does not fit: %v", err)
	}
}
