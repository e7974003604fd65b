package pairs

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// fan is a closed fan of n triangles around vertex 1, whose outer vertices are at the height h of each; vertex 0 is for
// pairs.
func fan(rnd *rand.Rand, n int, h func(k int) float64) (x []r3.Vec, tri [][3]int32) {
	x = []r3.Vec{{}, {}}
	for k := range n {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + .3*rnd.Float64()) / float64(n))
		x = append(x, r3.Vec{X: cos, Y: h(k), Z: sin})
		tri = append(tri, [3]int32{1, int32(2 + k), int32(2 + (k+1)%n)})
	}
	return x, tri
}

// counted lists the triangles with which vertex 0 counts.
func counted(x []r3.Vec, tri [][3]int32) (list []int) {
	names, supports := make([][4]int32, len(tri)), make([]uint8, len(tri))
	for t, c := range tri {
		names[t] = [4]int32{0, c[0], c[1], c[2]}
		w := Closest(VertexTriangle, &[4]r3.Vec{x[0], x[c[0]], x[c[1]], x[c[2]]})
		supports[t] = Support(&w)
	}
next:
	for t := range tri {
		for o := range tri {
			if o != t && Covered(&names[t], supports[t], &names[o], supports[o]) {
				continue next
			}
		}
		list = append(list, t)
	}
	return list
}

// TestCoveredOnce: a vertex above flat or convex triangles counts with one of them, the nearest, also over their edges
// and corners, and between walls of a valley with both.
func TestCoveredOnce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name string
		h    func(k int) float64
	}{
		{"flat", func(int) float64 { return 0 }},
		{"convex", func(int) float64 { return -.3 * (1 + .01*rnd.Float64()) }},
	} {
		for n := 4; n < 9; n++ {
			for range 300 {
				x, tri := fan(rnd, n, c.h)
				at, k := r3.Vec{X: .3 * rnd.NormFloat64(), Z: .3 * rnd.NormFloat64()}, 2+rnd.IntN(n)
				switch rnd.IntN(4) {
				case 0: // over the corner
					at = r3.Vec{}
				case 1: // over an edge
					at = r3.Scale(rnd.Float64(), x[k])
				case 2: // by rounding beside it
					at = r3.Add(r3.Scale(.5, x[k]), r3.Vec{X: 1e-16 * rnd.NormFloat64(), Z: 1e-16 * rnd.NormFloat64()})
				}
				x[0] = r3.Add(at, r3.Vec{Y: .1})
				list := counted(x, tri)
				if len(list) != 1 {
					t.Fatalf("%s, %d triangles, vertex at %v: counts with %v, expected one", c.name, n, x[0], list)
				}
				least := math.Inf(1)
				for _, c := range tri {
					least = min(least, Distance(VertexTriangle, &[4]r3.Vec{x[0], x[c[0]], x[c[1]], x[c[2]]}))
				}
				q := tri[list[0]]
				if d := Distance(VertexTriangle, &[4]r3.Vec{x[0], x[q[0]], x[q[1]], x[q[2]]}); d > least+1e-12 {
					t.Fatalf("%s: counts at the distance %g, the least is %g", c.name, d, least)
				}
			}
		}
	}
	x, tri := []r3.Vec{{Y: .2}, {Z: -1}, {Z: 1}, {X: 1, Y: 1}, {X: -1, Y: 1}}, [][3]int32{{1, 2, 3}, {1, 2, 4}}
	if list := counted(x, tri); len(list) != 2 {
		t.Errorf("in a valley: counts with %v, expected both", list)
	}
}

// TestEdgeShare: edges count with sin² of the largest angle between the triangles beside them, and in full where they
// hit, which raises a share below one; those of level layers do not count, nor those of a closed fold.
func TestEdgeShare(t *testing.T) {
	// The triangles beside the edges are turned about them.
	share := func(turn [4]float64, s, u float64, hit bool) (float64, bool) {
		x := []r3.Vec{{X: -s}, {X: 1 - s}, {Z: -u, Y: -.05}, {Z: 1 - u, Y: -.05}}
		for k, a := range turn {
			sin, cos := math.Sincos(a)
			side := 1 - 2*float64(k%2)
			if k < 2 {
				x = append(x, r3.Vec{X: .5 - s, Y: sin, Z: side * cos})
			} else {
				x = append(x, r3.Vec{X: side * cos, Y: -.05 + sin, Z: .5 - u})
			}
		}
		around := NewSurroundings([][3]int32{{0, 1, 4}, {1, 0, 5}, {2, 3, 6}, {3, 2, 7}}, len(x))
		v, y := [4]int32{0, 1, 2, 3}, [4]r3.Vec(x[:4])
		w := Closest(EdgeEdge, &y)
		n := r3.Unit(Between(&w, &y))
		return around.Share(EdgeEdge, &v, &w, &n, &y, func(i int32) r3.Vec { return x[i] }, hit)
	}
	for _, c := range []struct {
		turn [4]float64
		s, t float64
		hit  bool
		want float64
	}{
		{[4]float64{}, .5, .5, false, 0},
		{[4]float64{}, .5, .5, true, 1},
		{[4]float64{}, 0, .5, true, 0}, // the end has a pair with a triangle
		{[4]float64{.3, .3}, .5, .5, false, math.Pow(math.Sin(.6), 2)},
		{[4]float64{0, 0, .3, .2}, .5, .5, false, math.Pow(math.Sin(.5), 2)},
		{[4]float64{.2, 0, 0, 0}, .5, .5, false, math.Pow(math.Sin(.2), 2)},
		{[4]float64{math.Pi / 2, 0, 0, 0}, 0, .5, false, 1},
		{[4]float64{math.Pi, 0, 0, 0}, .5, .5, false, 0},
	} {
		got, raised := share(c.turn, c.s, c.t, c.hit)
		if math.Abs(got-c.want) > 1e-12 || raised != (c.hit && c.want == 1) {
			t.Errorf("%+v: share %g, raised: %v", c, got, raised)
		}
	}
	// The end of an edge is beside the other edge: it has no pair with that triangle, which is its own.
	x := [4]r3.Vec{{Y: .01, X: .5}, {X: .5, Y: 1, Z: 1}, {}, {X: 1}}
	around := NewSurroundings([][3]int32{{0, 1, 2}, {2, 3, 0}}, 4)
	for _, hit := range []bool{false, true} {
		v, w := [4]int32{0, 1, 2, 3}, Closest(EdgeEdge, &x)
		n := r3.Unit(Between(&w, &x))
		got, raised := around.Share(EdgeEdge, &v, &w, &n, &x, func(i int32) r3.Vec { return x[i] }, hit)
		if (got == 1) != hit || raised != hit {
			t.Errorf("own triangle, hit %v: share %g", hit, got)
		}
	}
}

// TestRimShare: a vertex at the height h that is b beyond the rim pushes along the normal of the triangle with (1 −
// b²/h²)² up to b = h, and along the way to the rim with (1 − h²/b²)² from there.
func TestRimShare(t *testing.T) {
	around := NewSurroundings([][3]int32{{1, 2, 3}}, 4)
	for _, c := range []struct{ h, b, share float64 }{
		{.1, 0, 1}, {.1, .05, .5625}, {-.1, .05, .5625}, {.1, .1, 0}, {.1, .2, .5625}, {0, .1, 1}, {.01, .1, .9801},
		{.1, -.1, 1},
	} {
		x := [4]r3.Vec{{X: c.b, Y: c.h, Z: .1}, {Z: -1}, {Z: 1}, {X: -1}}
		v, w := [4]int32{0, 1, 2, 3}, Closest(VertexTriangle, &x)
		n := r3.Unit(Between(&w, &x))
		way := n
		w2, n2 := w, n
		if full, raised := around.Share(VertexTriangle, &v, &w2, &n2, &x, nil, true); full != 1 || raised != (c.share < 1) {
			t.Errorf("%+v, hits: share %g, raised: %v", c, full, raised)
		}
		share, raised := around.Share(VertexTriangle, &v, &w, &n, &x, nil, false)
		if math.Abs(share-c.share) > 1e-12 || raised {
			t.Errorf("%+v: share %g, raised: %v", c, share, raised)
		}
		if c.b < math.Abs(c.h) {
			way = r3.Vec{Y: math.Copysign(1, c.h)}
		}
		r := Between(&w, &x)
		if d := r3.Norm(r3.Sub(n, way)); d > 1e-12 || r3.Norm(r3.Cross(r, n)) > 1e-12 {
			t.Errorf("%+v: normal %v, expected %v, along %v", c, n, way, r)
		}
	}
}
