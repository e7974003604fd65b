package shaders

import (
	"slices"
	"strings"
	"testing"
)

func TestFetched(t *testing.T) {
	const text = `#version 430 core
IN4(Here, here)
INI1(There, there) // where
OUT4(Out, out_)
TEX4(far)
layout(std430) coherent restrict buffer Gate { uint arrived; };
void main() { out_[0] = LOAD4(here, LOADI1(there, 1)) + LOAD4(hereafter, 2); }
`
	for count, want := range []string{"", "TEX4(here)", "TEX4(here)\nTEXI1(there) // where"} {
		got := Fetched(text, First(count))
		if !strings.Contains(got, want) || Blocks(got) != 4-count || len(Accesses(got)) != len(Accesses(text)) {
			t.Errorf("%d fetched, %d storage blocks:\n%s", count, Blocks(got), got)
		}
	}
	if got, most := Fetched(text, First(9)), Fetched(text, First(2)); got != most ||
		!strings.Contains(got, "FETCH4(here, FETCHI1(there, 1)) + LOAD4(hereafter, 2)") {
		t.Errorf("all fetched:\n%s", got)
	}
	var counts []int // load.glsl has macros whose names begin so
	for _, defines := range []map[string]string{nil, {"FETCH": ""}} {
		src, _, err := SourceWith(made, "body_faces.comp", defines)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, Blocks(src))
	}
	if !slices.Equal(counts, []int{3, 1}) {
		t.Errorf("body_faces has %v storage blocks without and with FETCH, expected 3 and 1", counts)
	}
	if n := Blocks(strings.Replace(text, "\n", "\n#define FETCH\n", 1)); n != 2 {
		t.Errorf("%d storage blocks where all inputs are fetched, expected 2", n)
	}
}
