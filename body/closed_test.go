package body

import (
	"strings"
	"testing"
)

var solidTetrahedron = [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}

func TestCheckClosed(t *testing.T) {
	if err := CheckClosed(solidTetrahedron, 4); err != nil {
		t.Errorf("tetrahedron: %v", err)
	}
	flipped := append([][3]int32(nil), solidTetrahedron...)
	flipped[3] = [3]int32{0, 2, 3}
	// Two tetrahedra that share only vertex 0.
	pinched := append([][3]int32(nil), solidTetrahedron...)
	for _, f := range solidTetrahedron {
		g := f
		for i := range g {
			if g[i] > 0 {
				g[i] += 3
			}
		}
		pinched = append(pinched, g)
	}
	for _, c := range []struct {
		name string
		tris [][3]int32
		n    int
		want string
	}{
		{"empty", nil, 0, "no triangles"},
		{"open", solidTetrahedron[:3], 4, "open"},
		{"flipped", flipped, 4, "same direction"},
		{"range", [][3]int32{{0, 1, 4}}, 4, "triangle 0: vertex index 4"},
		{"negative", [][3]int32{{0, -1, 2}}, 4, "vertex index -1"},
		{"repeated", [][3]int32{{0, 1, 1}}, 4, "repeats"},
		{"pinched", pinched, 7, "vertex 0 joins 6 triangles"},
		{"unused", solidTetrahedron, 5, "vertex 4 is used by no triangle"},
	} {
		err := CheckClosed(c.tris, c.n)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v; expected an error with %q", c.name, err, c.want)
		}
	}
}
