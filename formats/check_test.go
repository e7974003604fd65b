package formats

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

// gridMesh is a flat n×n-cell grid of right triangles, edge 1 cm.
func gridMesh(n int) (x []r3.Vec, tri [][3]int32) {
	for j := range n + 1 {
		for i := range n + 1 {
			x = append(x, r3.Vec{X: .01 * float64(i), Y: 1, Z: .01 * float64(j)})
		}
	}
	for j := range n {
		for i := range n {
			a := int32(j*(n+1) + i)
			b, c, d := a+1, a+int32(n)+2, a+int32(n)+1
			tri = append(tri, [3]int32{a, c, b}, [3]int32{a, d, c})
		}
	}
	return x, tri
}

func TestCheckTriangles(t *testing.T) {
	// Two triangles of a square, each case with one thing wrong.
	square := []r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	two := [][3]int32{{0, 1, 2}, {0, 2, 3}}
	withPoint := func(v r3.Vec) []r3.Vec { return append(append([]r3.Vec(nil), square...), v) }
	for name, c := range map[string]struct {
		x    []r3.Vec
		tri  [][3]int32
		want []string
	}{
		"sound": {square, two, nil},
		"empty": {nil, nil, nil},
		"no vertices": {nil, [][3]int32{{0, 1, 2}}, []string{
			"error: index out of range: triangle 0, vertices 0, 1, 2: the mesh has no vertices"}},
		"index out of range": {square, [][3]int32{{0, 1, 2}, {0, 2, 3}, {3, 4, -1}}, []string{
			"error: index out of range: triangle 2, vertices 4, -1: expected 0..3"}},
		"repeated vertex": {square, [][3]int32{{0, 1, 2}, {0, 2, 3}, {3, 1, 3}}, []string{
			"error: repeated vertex: triangle 2, vertex 3: its vertices are 3, 1, 3"}},
		"zero area": {withPoint(r3.Vec{X: .5}), [][3]int32{{0, 1, 2}, {0, 2, 3}, {0, 4, 1}}, []string{
			"error: zero-area triangle: triangle 2, vertices 0, 4, 1: longest edge 1, height 0"}},
		"coincident vertices": {withPoint(r3.Vec{X: 1}), [][3]int32{{0, 1, 2}, {0, 2, 3}, {2, 1, 4}}, []string{
			"error: zero-area triangle: triangle 2, vertices 2, 1, 4: longest edge 1, height 0"}},
		"duplicate": {square, [][3]int32{{0, 1, 2}, {0, 2, 3}, {2, 0, 1}, {1, 0, 2}}, []string{
			"error: duplicate triangle: triangles 0, 2, vertices 0, 1, 2: same vertices, same orientation",
			"error: duplicate triangle: triangles 0, 3, vertices 0, 1, 2: same vertices, opposite orientation"}},
		"non-manifold": {withPoint(r3.Vec{Z: 1}), [][3]int32{{0, 1, 2}, {0, 2, 3}, {4, 2, 0}}, []string{
			"error: non-manifold edge: edge 0-2, triangles 0, 1, 2: 3 triangles share it: expected 1 or 2"}},
		"flipped": {square, [][3]int32{{0, 1, 2}, {0, 3, 2}}, []string{
			"error: inconsistent orientation: edge 0-2, triangles 0, 1: both run from 2 to 0, so one faces the other way"}},
		"unused": {withPoint(r3.Vec{Z: 1}), two, []string{
			"warning: unused vertex: vertex 4: no triangle uses it"}},
		"not finite": {withPoint(r3.Vec{Y: math.NaN(), Z: math.Inf(1)}), [][3]int32{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}},
			[]string{
				"error: non-finite coordinate: vertex 4: (0, NaN, +Inf)"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, p := range CheckTriangles(c.x, c.tri) {
				got = append(got, p.String())
			}
			if g, w := strings.Join(got, "\n"), strings.Join(c.want, "\n"); g != w {
				t.Errorf("got\n%s\nwant\n%s", g, w)
			}
		})
	}
}

// The verdict on area must not depend on the unit, and must find thin triangles
// but not small ones.
func TestCheckArea(t *testing.T) {
	for _, c := range []struct {
		height float64
		want   int
	}{{1e-3, 0}, {1e-6, 0}, {1e-7, 1}, {0, 1}} {
		for _, scale := range []float64{1e-300, 1e-3, 1, 1e3, 1e300} {
			x := []r3.Vec{{}, {X: scale}, {X: .5 * scale, Y: c.height * scale}}
			if got := CheckTriangles(x, [][3]int32{{0, 1, 2}}); len(got) != c.want {
				t.Errorf("height %g, scale %g: %v, want %d problems", c.height, scale, got, c.want)
			}
		}
	}
	x, tri := gridMesh(20)
	for i := range x { // 10 µm edges, a metre from the origin
		x[i].X, x[i].Z = 1e-3*x[i].X, 1e-3*x[i].Z
	}
	if got := CheckTriangles(x, tri); len(got) > 0 {
		t.Errorf("a fine mesh: %v", got[0])
	}
}

// Each way to break a sound mesh is found, and nothing else is.
func TestCheckBroken(t *testing.T) {
	x, tri := gridMesh(6)
	if got := CheckTriangles(x, tri); got != nil {
		t.Fatalf("the sound mesh: %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		x, tri := gridMesh(6)
		k := rapid.IntRange(0, len(tri)-1).Draw(t, "triangle")
		var kind ProblemKind
		switch rapid.IntRange(0, 5).Draw(t, "damage") {
		case 0:
			kind, tri[k] = InconsistentOrientation, [3]int32{tri[k][0], tri[k][2], tri[k][1]}
		case 1:
			kind, tri = DuplicateTriangle, append(tri, tri[k])
		case 2:
			kind, x = UnusedVertex, append(x, r3.Vec{})
		case 3:
			kind, tri[k][1] = IndexOutOfRange, int32(len(x))
		case 4:
			kind, tri[k][2] = RepeatedVertex, tri[k][0]
		case 5:
			kind, x[tri[k][0]].Y = NonFinite, math.Inf(-1)
		}
		found := false
		for _, p := range CheckTriangles(x, tri) {
			// Taking a triangle from a corner of the grid leaves its vertex unused.
			if p.Kind != kind && p.Kind != UnusedVertex {
				t.Fatalf("%s: found %v", kind, p)
			}
			if s := p.String(); strings.Contains(s, "\n") || !strings.Contains(s, string(p.Kind)) {
				t.Fatalf("not one line with the kind: %q", s)
			}
			found = found || p.Kind == kind
		}
		if !found {
			t.Fatalf("%s: not found", kind)
		}
	})
}

// Any indices and coordinates at all give problems, not panics.
func TestCheckAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), math.MaxFloat64}))
		x := make([]r3.Vec, rapid.IntRange(0, 6).Draw(t, "vertices"))
		for i := range x {
			x[i] = r3.Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), Z: number.Draw(t, "z")}
		}
		tri := make([][3]int32, rapid.IntRange(0, 30).Draw(t, "triangles"))
		for i := range tri {
			for k := range 3 {
				tri[i][k] = rapid.OneOf(rapid.Int32Range(0, 5), rapid.Int32()).Draw(t, "index")
			}
		}
		for _, p := range CheckTriangles(x, tri) {
			if p.String() == "" || p.Severity != Error && p.Severity != Warning {
				t.Fatalf("%#v", p)
			}
		}
	})
}
