package body

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
)

// still is a body that stands, open or not.
func still(t *testing.T, x []r3.Vec, tri [][3]int32) *Track {
	t.Helper()
	b, err := NewClip(tri, x, Frames{}, TrackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sealed closes a surface, and checks that it is closed.
func sealed(t *testing.T, x []r3.Vec, tri [][3]int32) (b Body, notes string) {
	t.Helper()
	b, list, err := Seal(still(t, x, tri), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckClosed(b.Triangles(), b.NumVertices()); err != nil {
		t.Fatal(err)
	}
	return b, strings.Join(list, "\n")
}

// distance is the signed distance of a point from a body.
func distance(t *testing.T, b Body, p r3.Vec) float64 {
	t.Helper()
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, 0)
	tree, err := bvh.New(b.Triangles(), x)
	if err != nil {
		t.Fatal(err)
	}
	return tree.Closest(p, -1).Dist
}

func unitCube() ([]r3.Vec, [][3]int32) { return cuboid(r3.Vec{}, r3.Vec{X: 1, Y: 1, Z: 1}) }

func TestSealLeavesClosed(t *testing.T) {
	x, tri := unitCube()
	k := still(t, x, tri)
	if b, notes, err := Seal(k, 0); b != Body(k) || notes != nil || err != nil {
		t.Errorf("%v, %v, %v; want the same body", b, notes, err)
	}
}

// A hole gets a lid, which is not shown, and inside and outside are told apart again.
func TestSealHole(t *testing.T) {
	x, tri := unitCube()
	b, notes := sealed(t, x, tri[2:]) // without z = 0
	if want := "open along 4 edges, 1.4 m across, around (0.500, 0.500, 0.000): closed with a lid"; notes != want {
		t.Errorf("%q, want %q", notes, want)
	}
	if n, shown := len(b.Triangles()), len(Shown(b)); n != 12 || shown != 10 {
		t.Errorf("%d triangles, %d shown; want 12, 10", n, shown)
	}
	for _, c := range []struct {
		at   r3.Vec
		want float64
	}{{r3.Vec{X: .5, Y: .5, Z: .25}, -.25}, {r3.Vec{X: .5, Y: .5, Z: -.1}, .1}, {r3.Vec{X: .5, Y: .5, Z: 1.2}, .2}} {
		if d := distance(t, b, c.at); d < c.want-1e-12 || d > c.want+1e-12 {
			t.Errorf("distance of %v is %g, want %g", c.at, d, c.want)
		}
	}
	// Two faces of a tetrahedron: of the two lids that fit the hole, one has an edge that is there already.
	x, tri = []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, [][3]int32{{0, 2, 1}, {0, 1, 3}}
	if b, _ := sealed(t, x, tri); len(b.Triangles()) != 4 {
		t.Errorf("%d triangles, want 4", len(b.Triangles()))
	}
}

// Triangles that are turned the wrong way, one or all, are turned.
func TestSealTurns(t *testing.T) {
	x, tri := unitCube()
	tri[3][1], tri[3][2] = tri[3][2], tri[3][1]
	b, notes := sealed(t, x, tri)
	if d := distance(t, b, r3.Vec{X: .5, Y: .5, Z: .75}); d != -.25 || notes != "1 triangles against their neighbours: "+
		"turned" {
		t.Errorf("distance %g, %q", d, notes)
	}
	for i := range tri {
		if i != 3 {
			tri[i][1], tri[i][2] = tri[i][2], tri[i][1]
		}
	}
	b, notes = sealed(t, x, tri)
	if d := distance(t, b, r3.Vec{X: .5, Y: .5, Z: .75}); d != -.25 ||
		!strings.HasPrefix(notes, "inside out: 12 triangles") {
		t.Errorf("distance %g, %q", d, notes)
	}
}

// Two cubes with a common edge are parted there, and stay without lids; so is a fin from a cube.
func TestSealForked(t *testing.T) {
	x, tri := unitCube()
	y, more := cuboid(r3.Vec{X: 1, Y: 1}, r3.Vec{X: 2, Y: 2, Z: 1})
	for _, m := range more {
		for c := range m {
			m[c] += 8
		}
		tri = append(tri, m)
	}
	b, notes := sealed(t, append(x, y...), tri)
	if len(b.Triangles()) != 24 || b.NumVertices() != 16 || notes != "1 edges with more than two triangles, the first "+
		"at (1.000, 1.000, 0.000): parted there" {
		t.Errorf("%d triangles, %d vertices, %q", len(b.Triangles()), b.NumVertices(), notes)
	}
	x, tri = unitCube()
	x = append(x, r3.Vec{X: 2, Y: 2, Z: .5})
	b, notes = sealed(t, x, append(tri, [3]int32{3, 7, 8}))
	if d := distance(t, b, r3.Vec{X: .5, Y: .5, Z: .75}); d != -.25 || len(Shown(b)) != 13 ||
		!strings.Contains(notes, "a sheet of 1 triangles") {
		t.Errorf("distance %g, %d shown, %q", d, len(Shown(b)), notes)
	}
}

// A sheet has its front where it was and a back behind, also while it moves.
func TestSealSheet(t *testing.T) {
	x := []r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	up := []r3.Vec{{Y: 5}, {X: 1, Y: 5}, {X: 1, Y: 5, Z: -1}, {Y: 5, Z: -1}} // lies level, its front up
	k, err := NewClip([][3]int32{{0, 1, 2}, {0, 2, 3}}, x, Frames{Times: []float64{0, 1},
		Read: func(i int, dst []r3.Vec) error {
			copy(dst, [][]r3.Vec{x, up}[i])
			return nil
		}}, TrackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b, notes, err := Seal(k, 0)
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "a sheet of 2 triangles, 1.4 m across, around "+
		"(0.500, 0.500, 0.000), open along 4 edges") {
		t.Fatal(notes, err)
	}
	if err := CheckClosed(b.Triangles(), b.NumVertices()); err != nil || len(Shown(b)) != 2 {
		t.Errorf("%d shown, %v", len(Shown(b)), err)
	}
	at := make([]r3.Vec, b.NumVertices())
	for i, pose := range [][]r3.Vec{x, up} {
		back := r3.Vec{Z: -sheetThickness}
		if i == 1 {
			back = r3.Vec{Y: -sheetThickness}
		}
		want := append([]r3.Vec(nil), pose...)
		for _, v := range []int{0, 1, 2, 3} { // in the order of the triangles
			want = append(want, r3.Add(pose[v], back))
		}
		b.Positions(at, float64(i))
		expectNear(t, "sheet", at, want, 1e-12)
	}
	for z, want := range map[float64]float64{.002: .002, -.002: -.002, -.012: .002} {
		if d := distance(t, b, r3.Vec{X: .5, Y: .5, Z: z}); d < want-1e-12 || d > want+1e-12 {
			t.Errorf("distance at z = %g is %g, want %g", z, d, want)
		}
	}
}

// Whatever triangles there are, the result is closed.
func TestSealAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 3000 {
		n := 3 + rng.IntN(8)
		x := make([]r3.Vec, n)
		for i := range x {
			x[i] = r3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3)), Z: float64(rng.IntN(3))}
		}
		tri := make([][3]int32, 1+rng.IntN(14))
		for i := range tri {
			tri[i] = [3]int32{int32(rng.IntN(n)), int32(rng.IntN(n)), int32(rng.IntN(n))}
		}
		b, _, err := Seal(still(t, x, tri), 0)
		if err != nil {
			if !strings.Contains(err.Error(), "no triangles") {
				t.Fatalf("round %d: %v of %v", round, err, tri)
			}
			continue
		}
		if err := CheckClosed(b.Triangles(), b.NumVertices()); err != nil {
			t.Fatalf("round %d: %v of %v", round, err, tri)
		}
	}
}

// A Möbius strip has no front: it is cut.
func TestSealTwisted(t *testing.T) {
	x, tri := []r3.Vec{{X: 1}, {X: 2}, {Y: 1}, {Y: 2}, {X: -1}, {X: -2, Z: 1}}, [][3]int32{{0, 1, 2}, {1, 3, 2}, {2, 3, 4},
		{3, 5, 4}, {4, 5, 1}, {5, 0, 1}}
	_, notes := sealed(t, x, tri)
	if !strings.Contains(notes, "1 edges over which no orientation of triangles makes sides agree: cut there") {
		t.Error(notes)
	}
}

func TestSealErrors(t *testing.T) {
	x, _ := unitCube()
	for word, tri := range map[string][][3]int32{
		"no triangles":                      {{1, 1, 2}},
		"triangle 0: vertex index 8":        {{0, 1, 8}},
		"triangle 1: vertex index -1: expe": {{0, 1, 2}, {0, 1, -1}},
	} {
		if _, _, err := Seal(still(t, x, tri), 0); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%v; expected %q", err, word)
		}
	}
}

// A card that is folded onto itself, with its fold within a ball, is two sheets: what is far from both is outside.
func TestSealFoldedCard(t *testing.T) {
	x := []r3.Vec{{X: .03}, {X: -.03}, {X: .2, Y: -.12}, {X: .2, Y: -.07}}
	b, notes := sealed(t, x, [][3]int32{{0, 1, 2}, {0, 1, 3}})
	if !strings.Contains(notes, "folded onto itself along 1 edges: parted there") {
		t.Errorf("%q", notes)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		p := r3.Vec{X: random.Float64()*.8 - .4, Y: random.Float64()*.8 - .4, Z: random.Float64()*.8 - .4}
		if p.Z > -.02 && p.Z < .02 {
			continue // the sheets are 10 mm thick
		}
		if d := distance(t, b, p); d <= 0 {
			t.Fatalf("%v is %g m inside", p, -d)
		}
	}
}

// TestSealFlips: a triangle without area along an edge, as exporters leave them, is joined to the faces beside it: the
// surface is closed, has the same volume, and all its triangles have area.
func TestSealFlips(t *testing.T) {
	x := []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}, {X: .5}, {X: .25}} // the last two on an edge
	tri := [][3]int32{{0, 2, 1}, {1, 2, 3}, {0, 3, 2}, {0, 5, 3}, {5, 4, 3}, {4, 1, 3}, {0, 1, 4}, {0, 4, 5}}
	b, notes := sealed(t, x, tri)
	if !strings.Contains(notes, "2 triangles without area") {
		t.Errorf("notes %q", notes)
	}
	y := make([]r3.Vec, b.NumVertices())
	b.Positions(y, 0)
	volume := 0.0
	for _, v := range b.Triangles() {
		a, b, c := y[v[0]], y[v[1]], y[v[2]]
		volume += r3.Dot(a, r3.Cross(b, c)) / 6
		if area := r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) / 2; area < .01 {
			t.Errorf("triangle %v has an area of %g", v, area)
		}
	}
	if err := CheckClosed(b.Triangles(), len(y)); err != nil || math.Abs(volume-1./6) > 1e-12 {
		t.Errorf("%v, a volume of %g: expected 1/6", err, volume)
	}
}
