package shaders

import (
	"maps"
	"testing"
)

// TestAccesses: what kernels declare, by macros and by blocks, and nothing of the macros' own definitions.
func TestAccesses(t *testing.T) {
	src, _, err := SourceWith(made, "multilevel_restrict.comp", nil)
	if err != nil {
		t.Fatal(err)
	}
	in, out, both := Access{Reads: true}, Access{Writes: true}, Access{true, true}
	want := map[string]Access{"memberStart": in, "member": in, "residual": in, "coarseVector": both,
		"coarseResidual": out}
	if got := Accesses(src); !maps.Equal(got, want) {
		t.Errorf("multilevel_restrict: %v, expected %v", got, want)
	}
	for name, status := range map[string]Access{"commit_vertices": in, "apply_projection": both} {
		src, _, err := SourceWith(made, name+".comp", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := Accesses(src)["status"]; got != status {
			t.Errorf("%s: status %v, expected %v", name, got, status)
		}
	}
	src = "TEXI4(faces)\nINOUTI1(Flag, flag) // x\nOUT4(Slot, slot)\nlayout(std430) readonly restrict buffer Status {\n" +
		"layout(std430) restrict buffer PairState { int pairState[]; };\n    OUT4(Not, not)\n"
	want = map[string]Access{"faces": in, "flag": both, "slot": out, "status": in, "pairState": both}
	if got := Accesses(src); !maps.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
}
