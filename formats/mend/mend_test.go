package mend

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// grid is a sheet of n × n squares of two triangles, with texture coordinates that are its positions.
func grid(n int) (x []r3.Vec, tri [][3]int32, uv [][3]r2.Vec) {
	for i := range n + 1 {
		for j := range n + 1 {
			x = append(x, r3.Vec{X: float64(j), Z: float64(i)})
		}
	}
	for i := range n {
		for j := range n {
			a := int32(i*(n+1) + j)
			b := a + int32(n) + 1
			tri = append(tri, [3]int32{a, b, a + 1}, [3]int32{a + 1, b, b + 1})
		}
	}
	return x, tri, textures(x, tri)
}

func textures(x []r3.Vec, tri [][3]int32) (uv [][3]r2.Vec) {
	for _, t := range tri {
		var k [3]r2.Vec
		for c, v := range t {
			k[c] = r2.Vec{X: x[v].X, Y: x[v].Z}
		}
		uv = append(uv, k)
	}
	return uv
}

// same fails unless a mended mesh covers what a sound one does: its area, with its right side up, without an error, and
// with texture coordinates that are still its positions.
func same(t *testing.T, m *Mesh, uv [][3]r2.Vec, area float64) {
	t.Helper()
	for _, p := range formats.CheckTriangles(m.X, m.Tri) {
		t.Errorf("%s", p)
	}
	sum := 0.0
	for i, v := range m.Tri {
		up := r3.Cross(r3.Sub(m.X[v[1]], m.X[v[0]]), r3.Sub(m.X[v[2]], m.X[v[0]])).Y / 2
		if up <= 0 {
			t.Errorf("triangle %d looks down", i)
		}
		sum += up
		for c, k := range m.Corner[i] {
			if got := uv[k/3][k%3]; got != (r2.Vec{X: m.X[v[c]].X, Y: m.X[v[c]].Z}) {
				t.Errorf("corner %d of triangle %d at %v has the texture coordinates %v", c, i, m.X[v[c]], got)
			}
		}
	}
	if sum < area*(1-1e-12) || sum > area*(1+1e-12) {
		t.Errorf("area %g, want %g", sum, area)
	}
}

// A sound mesh stays as it is, to the last bit and number.
func TestSoundStays(t *testing.T) {
	x, tri, uv := grid(5)
	m := Cloth(x, tri, nil, uv)
	if !slices.Equal(m.Tri, tri) || !slices.Equal(m.X, x) || len(m.Turned)+len(m.Forked)+len(m.Twisted) > 0 {
		t.Errorf("%+v", m)
	}
	for v, k := range m.Vertex {
		if int(k) != v {
			t.Errorf("vertex %d is %d", v, k)
		}
	}
	same(t, m, uv, 25)
}

// Loose vertices, copies of faces, and faces turned in random places leave the sheet that they were put into.
func TestFaultsOfFaces(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		x, tri, _ := grid(5)
		x = append(x, r3.Vec{Y: 1}, r3.Vec{Y: 2})
		for range 10 {
			copied := tri[random.IntN(50)]
			if random.IntN(2) == 0 {
				copied[0], copied[1] = copied[1], copied[0]
			}
			tri = append(tri, copied)
		}
		turned := 0
		for _, k := range random.Perm(50)[:20] {
			tri[k][1], tri[k][2] = tri[k][2], tri[k][1]
			turned++
		}
		uv := textures(x, tri)
		m := Cloth(x, tri, nil, uv)
		same(t, m, uv, 25)
		if len(m.Turned) != turned || len(m.X) != 36 || m.Vertex[36] != -1 || m.Vertex[35] != 35 {
			t.Errorf("%d turned, want %d; %d vertices, numbers %v", len(m.Turned), turned, len(m.X), m.Vertex)
		}
		faults := [4]int{}
		for _, f := range m.Faults {
			faults[f]++
		}
		if faults[None] != 50 || faults[Doubled]+faults[TwoSided] != 10 || faults[Collapsed] != 0 {
			t.Errorf("faults %v", faults)
		}
	}
}

// A triangle without area goes with its edge that has no length, or its longest edge is flipped, so that the vertex
// on it is in the cloth on both sides. At the border it goes alone.
func TestCollapsed(t *testing.T) {
	x, tri, _ := grid(2)
	// A copy of vertex 4 in the middle, and a face between both and vertex 1.
	x = append(x, x[4])
	for i := range tri[:4] {
		for c := range 3 {
			if i >= 3 && tri[i][c] == 4 {
				tri[i][c] = 9
			}
		}
	}
	tri = append(tri, [3]int32{4, 9, 1})
	uv := textures(x, tri)
	m := Cloth(x, tri, nil, uv)
	same(t, m, uv, 4)
	if len(m.X) != 9 || len(m.Tri) != 8 || m.Vertex[9] != 4 {
		t.Errorf("%d vertices, %d triangles, numbers %v", len(m.X), len(m.Tri), m.Vertex)
	}
	// A vertex on the diagonal of a square, which the triangle on the other side does not have.
	x = []r3.Vec{{}, {X: 1}, {X: 1, Z: 1}, {Z: 1}, {X: .5, Z: .5}}
	tri = [][3]int32{{0, 2, 1}, {0, 3, 4}, {4, 3, 2}, {0, 4, 2}}
	uv = textures(x, tri)
	m = Cloth(x, tri, nil, uv)
	same(t, m, uv, 1)
	if len(m.Tri) != 4 || slices.Max(m.Faults) != None {
		t.Errorf("%d triangles, faults %v: want 4 without", len(m.Tri), m.Faults)
	}
	// Over a seam of the texture it cannot be flipped.
	for c := range 3 {
		uv[0][c].X += 3
	}
	if m = Cloth(x, tri, nil, uv); len(m.Tri) != 3 || m.Faults[3] != Collapsed {
		t.Errorf("%d triangles, faults %v: want the last left out", len(m.Tri), m.Faults)
	}
	x, tri, _ = grid(1)
	x = append(x, r3.Vec{X: .5})
	tri[0] = [3]int32{0, 2, 4}
	tri = append(tri, [3]int32{4, 2, 1}, [3]int32{0, 4, 1})
	uv = textures(x, tri)
	m = Cloth(x, tri, nil, uv)
	same(t, m, uv, 1)
	if len(m.Tri) != 3 {
		t.Errorf("%d triangles, want 3", len(m.Tri))
	}
}

// The inner side of a sheet, with vertices of its own, is joined with the outer one; a patch on a part of it stays.
func TestTwoSided(t *testing.T) {
	x, tri, _ := grid(3)
	n := int32(len(x))
	x = append(x, x...)
	for _, v := range tri[:18] {
		tri = append(tri, [3]int32{n + v[0], n + v[2], n + v[1]})
	}
	uv := textures(x, tri)
	m := Cloth(x, tri, nil, uv)
	same(t, m, uv, 9)
	if len(m.X) != 16 || m.Vertex[n+5] != 5 {
		t.Errorf("%d vertices, numbers %v", len(m.X), m.Vertex)
	}
	x = append(x, r3.Vec{X: 1, Y: 1, Z: 1})
	tri = append(tri, [3]int32{n + 5, n + 6, int32(len(x)) - 1}) // the inner side has more than the outer one
	if m = Cloth(x, tri, nil, nil); len(m.Tri) != 37 {
		t.Errorf("%d triangles, want 37: it is no copy of the sheet", len(m.Tri))
	}
}

// Quadrangles are the same whichever of their diagonals they are cut along.
func TestTwoSidedQuadrangles(t *testing.T) {
	x, tri, _ := grid(2)
	var face []int32
	for k := range tri {
		face = append(face, int32(k/2))
	}
	for k := range int32(4) { // the other diagonal, the other way round
		a, b, c, d := tri[2*k][0], tri[2*k][1], tri[2*k][2], tri[2*k+1][2]
		tri = append(tri, [3]int32{a, c, d}, [3]int32{a, d, b})
		face = append(face, 4+k, 4+k)
	}
	uv := textures(x, tri)
	m := Cloth(x, tri, face, uv)
	same(t, m, uv, 4)
	if m.Faults[8] != TwoSided || m.Faults[15] != TwoSided {
		t.Errorf("faults %v", m.Faults)
	}
	for k := range tri[8:] { // with vertices of its own, and not turned
		for c := range 3 {
			tri[8+k][c] += 9
		}
		tri[8+k][1], tri[8+k][2] = tri[8+k][2], tri[8+k][1]
	}
	x = append(x, x...)
	uv = textures(x, tri)
	m = Cloth(x, tri, face, uv)
	same(t, m, uv, 4)
	if m.Faults[8] != Doubled || m.Faults[15] != Doubled {
		t.Errorf("faults %v", m.Faults)
	}
}

// A fin on a sheet is a fork at each of its edges; a Möbius strip has one edge at which sides do not agree.
func TestForkedAndTwisted(t *testing.T) {
	x, tri, _ := grid(3)
	tri = append(tri, [3]int32{5, 6, int32(len(x))})
	x = append(x, r3.Vec{X: 1.5, Y: 1, Z: 1})
	m := Cloth(x, tri, nil, nil)
	if len(m.Forked) != 1 || len(m.Twisted) != 0 || len(m.Tri) != 19 {
		t.Errorf("%d forked, %d twisted, %d triangles; want 1, 0, 19", len(m.Forked), len(m.Twisted), len(m.Tri))
	}
	strip := [][3]int32{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 5}, {4, 5, 1}, {1, 5, 0}}
	x = []r3.Vec{{}, {Y: 1}, {X: 1}, {X: 1, Y: 1}, {X: .5, Z: 1}, {X: .5, Y: 1, Z: 1}}
	if m = Cloth(x, strip, nil, nil); len(m.Twisted) != 1 || len(m.Tri) != 6 {
		t.Errorf("%d twisted, %d triangles; want 1, 6", len(m.Twisted), len(m.Tri))
	}
}
