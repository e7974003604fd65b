package formats

import (
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	node = "# a comment\n4 3 1 0\n1 0 0 0 7\n2 1 0 0 7\n\n3 0 1 0 7 # behind\n4 0 0 1.5e0 7\n"
	ele  = "1 4 0\n1  1 2 3 4\n"
	vtk  = "# vtk DataFile Version 3.0\na title # with anything\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n" +
		"0 0 0 1 0 0\n0 1 0 0 0 1.5\nCELLS 2 9\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 2\n5\n10\nPOINT_DATA 4\n"
)

func TestTets(t *testing.T) {
	want := &Tets{X: []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1.5}}, Tets: [][4]int32{{0, 1, 2, 3}}}
	a, err := ReadTetGen(strings.NewReader(node), strings.NewReader(ele), "one")
	if err != nil || !reflect.DeepEqual(a, want) {
		t.Errorf("%+v, %v: expected %+v", a, err, want)
	}
	b, err := ReadLegacyVTK(strings.NewReader(vtk), "one.vtk")
	if err != nil || !reflect.DeepEqual(b, want) {
		t.Errorf("%+v, %v: expected %+v", b, err, want)
	}
}

// TestTetsRefuse: errors name the file and the line.
func TestTetsRefuse(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"4 3 1 0", "4 2 1 0", "one.node:2: dimension \"2\""},
		{"4 3 1 0", "400000 3 1 0", "one.node:2: number of vertices"},
		{"3 0 1 0 7", "5 0 1 0 7", "one.node:6: vertex 5: expected 3"},
		{"1.5e0", "NaN", "one.node:7: coordinate \"NaN\""},
		{"1  1 2 3 4", "1  1 2 3 5", "one.ele:2: vertex \"5\""},
		{"1  1 2 3 4", "1  1 2", "one.ele:3: vertex \"\""},
	} {
		_, err := ReadTetGen(strings.NewReader(strings.Replace(node, c.from, c.to, 1)),
			strings.NewReader(strings.Replace(ele, c.from, c.to, 1)), "one")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v: expected %s", c.to, err, c.want)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{"# vtk", "# vtu", "one.vtk:1: "},
		{"ASCII", "BINARY", "one.vtk:3: \"BINARY\""},
		{"UNSTRUCTURED_GRID", "POLYDATA", "one.vtk:4: "},
		{"4 0 1 2 3", "4 0 1 2 4", "one.vtk:10: point \"4\""},
		{"5\n10", "5\n", "one.vtk:14: type \"POINT_DATA\""},
		{"3 0 1 2\n4 0 1 2 3", "4 0 1 2 3\n3 0 1 2", "one.vtk:13: cell 1"},
	} {
		if _, err := ReadLegacyVTK(strings.NewReader(strings.Replace(vtk, c.from, c.to, 1)), "one.vtk"); err == nil ||
			!strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v: expected %s", c.to, err, c.want)
		}
	}
}

// FuzzTets: whatever a file holds, it is read or refused.
func FuzzTets(f *testing.F) {
	f.Add(node, ele)
	f.Add(vtk, "")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, read := range []func() (*Tets, error){
			func() (*Tets, error) { return ReadTetGen(strings.NewReader(a), strings.NewReader(b), "x") },
			func() (*Tets, error) { return ReadLegacyVTK(strings.NewReader(a), "x") },
		} {
			m, err := read()
			if err != nil {
				continue
			}
			for _, v := range m.Tets {
				for _, i := range v {
					if i < 0 || int(i) >= len(m.X) {
						t.Fatalf("vertex %d of %d", i, len(m.X))
					}
				}
			}
		}
	})
}
