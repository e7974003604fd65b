package bvh

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// convexBodies are a ball, one drawn out and turned, one far from the origin, a box with faces of several triangles in
// one plane and one tapered.
func convexBodies() map[string]func() ([][3]int32, []r3.Vec) {
	changed := func(f func(v r3.Vec) r3.Vec) func() ([][3]int32, []r3.Vec) {
		return func() ([][3]int32, []r3.Vec) {
			tri, x := ball(4, func(int, r3.Vec) float64 { return .25 })
			for i, v := range x {
				x[i] = f(v)
			}
			return tri, x
		}
	}
	turn := r3.NewRotation(1.2, r3.Vec{X: 1, Y: 2, Z: -1})
	return map[string]func() ([][3]int32, []r3.Vec){
		"ball":      changed(func(v r3.Vec) r3.Vec { return v }),
		"drawn out": changed(func(v r3.Vec) r3.Vec { return turn.Rotate(r3.Vec{X: 2 * v.X, Y: .7 * v.Y, Z: v.Z}) }),
		"far":       changed(func(v r3.Vec) r3.Vec { return r3.Add(v, r3.Vec{X: 3, Y: -2, Z: 5}) }),
		"box":       func() ([][3]int32, []r3.Vec) { return boxOf(8, r3.Vec{X: .3, Y: .25, Z: .5}, 0) },
		"turned": func() ([][3]int32, []r3.Vec) {
			tri, x := boxOf(8, r3.Vec{X: .3, Y: .25, Z: .5}, 0)
			for i, v := range x {
				x[i] = turn.Rotate(v)
			}
			return tri, x
		},
		"tapered": func() ([][3]int32, []r3.Vec) { return boxOf(8, r3.Vec{X: .3, Y: .25, Z: .5}, .8) },
	}
}

// boxOf is a box around the origin with faces of n × n pairs of triangles, taper narrower at its top.
func boxOf(n int, size r3.Vec, taper float64) (tri [][3]int32, x []r3.Vec) {
	at := map[[3]int]int32{}
	vertex := func(k [3]int) int32 {
		i, ok := at[k]
		if !ok {
			i = int32(len(x))
			at[k] = i
			f := func(c int) float64 { return float64(k[c])/float64(n) - .5 }
			x = append(x, r3.Vec{X: size.X * f(0) * (1 - taper*(f(1)+.5)), Y: size.Y * f(1), Z: size.Z * f(2)})
		}
		return i
	}
	for axis := range 3 {
		for _, end := range []int{0, n} {
			for i := range n {
				for j := range n {
					corner := func(di, dj int) int32 {
						var k [3]int
						k[axis], k[(axis+1)%3], k[(axis+2)%3] = end, i+di, j+dj
						return vertex(k)
					}
					a, b, c, d := corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
					if end == 0 {
						b, d = d, b
					}
					tri = append(tri, [3]int32{a, b, c}, [3]int32{a, c, d})
				}
			}
		}
	}
	return tri, x
}

// beside are points outside and inside above faces, edges and vertices, and as near beside what divides these as
// rounding has its way there.
func beside(rnd *rand.Rand, t *Tree, n int) (list []r3.Vec) {
	for i := range n {
		q := rnd.Int32N(int32(len(t.tri)))
		a := t.tri[q]
		h := Hit{Tri: q, Bary: [3]float64{1, 0, 0}, Point: t.x[a[0]]}
		switch i % 3 {
		case 0: // in a cone of an edge
			u := rnd.Float64()
			h.Bary = [3]float64{1 - u, u, 0}
			h.Point = r3.Add(r3.Scale(1-u, t.x[a[0]]), r3.Scale(u, t.x[a[1]]))
		case 1:
			u, v := rnd.Float64(), math.Pow(10, -18*rnd.Float64())
			h.Bary = [3]float64{(1 - u) * (1 - v), u * (1 - v), v}
			h.Point = r3.Add(r3.Scale(h.Bary[0], t.x[a[0]]), r3.Add(r3.Scale(h.Bary[1], t.x[a[1]]),
				r3.Scale(h.Bary[2], t.x[a[2]])))
		}
		along := r3.Unit(t.pseudonormal(&h))
		if i%2 == 0 { // anywhere between those of two triangles
			u := rnd.Float64()
			along = r3.Unit(r3.Add(r3.Scale(u, t.face[q]), r3.Scale(1-u, t.face[t.next[q][0]])))
		}
		far := math.Pow(10, -7+7.5*rnd.Float64())
		if i%5 == 0 {
			far = -far
		}
		list = append(list, r3.Add(h.Point, r3.Scale(far, along)))
	}
	return list
}

// TestConvex: outside convex bodies the traversal ends where a check of all in reach would, to the same bits, from
// wherever it begins; and it is believed nearly always.
func TestConvex(t *testing.T) {
	for name, mesh := range convexBodies() {
		t.Run(name, func(t *testing.T) {
			tri, x := mesh()
			tree, err := New(tri, x)
			if err != nil {
				t.Fatal(err)
			}
			if tree.convex.low == 0 {
				t.Fatal("not convex")
			}
			low := math.Inf(1)
			for _, a := range tri {
				for c := range 3 {
					from, way := x[a[c]], r3.Unit(r3.Sub(x[a[(c+1)%3]], x[a[c]]))
					to := r3.Sub(x[a[(c+2)%3]], from)
					low = min(low, r3.Norm(r3.Sub(to, r3.Scale(r3.Dot(to, way), way))))
				}
			}
			if got := tree.convex.low; math.Abs(got-low) > 1e-12*low {
				t.Fatalf("least height of a triangle %g, expected %g", got, low)
			}
			checked := *tree
			checked.convex = convexity{}
			rnd := rand.New(rand.NewPCG(7, 8))
			list := append(probes(rnd, tri, x, 5000), beside(rnd, tree, 20000)...)
			outside, believed, inside := 0, 0, 0
			for _, p := range list {
				h := checked.Closest(p, -1)
				for _, hint := range []int32{-1, h.Tri, tree.next[h.Tri][rnd.IntN(3)], rnd.Int32N(int32(len(tri)))} {
					want := checked.Closest(p, hint)
					if got := tree.Closest(p, hint); got != want {
						t.Fatalf("p = %v, hint %d: %+v, checked %+v", p, hint, got, want)
					}
				}
				if h.Dist < 0 {
					inside++
					continue
				}
				outside++
				if tree.surelyClosest(p, h.Dist*h.Dist, &h) {
					believed++
				}
			}
			t.Logf("%d outside, %d believed, %d inside", outside, believed, inside)
			if inside < 1000 || believed < outside/2 {
				t.Errorf("%d outside, %d believed, %d inside: the test would prove little", outside, believed, inside)
			}
		})
	}
}

// TestNotConvex: bodies with a dent, of two pieces, that turn twice around an axis, or with no inside are none, nor
// after moving; what becomes convex again is.
func TestNotConvex(t *testing.T) {
	round := func(int, r3.Vec) float64 { return .25 }
	tri, x := ball(3, round)
	twice := append([][3]int32(nil), tri...)
	pair := append([]r3.Vec(nil), x...)
	for _, a := range tri {
		for c := range a {
			a[c] += int32(len(x))
		}
		twice = append(twice, a)
	}
	for _, v := range x {
		pair = append(pair, r3.Add(v, r3.Vec{X: 1}))
	}
	// Over a star of five points: each edge is convex, and around the poles it goes twice.
	var star [][3]int32
	points := []r3.Vec{{Y: 1}, {Y: -1}}
	for k := range int32(5) {
		a := 2 * math.Pi * float64(k) / 5
		points = append(points, r3.Vec{X: math.Sin(a), Z: math.Cos(a)})
		star = append(star, [3]int32{0, 2 + k, 2 + (k+2)%5}, [3]int32{1, 2 + (k+2)%5, 2 + k})
	}
	bad, at := bumpy(1)
	for name, m := range map[string]struct {
		tri [][3]int32
		x   []r3.Vec
	}{
		"two": {twice, pair}, "star": {star, points}, "bumpy": {bad, at},
		"flat": {[][3]int32{{0, 1, 2}, {0, 2, 1}}, []r3.Vec{{}, {X: 1}, {Y: 1}}},
		"reversed": {func() (r [][3]int32) {
			for _, a := range tri {
				r = append(r, [3]int32{a[0], a[2], a[1]})
			}
			return r
		}(), x},
	} {
		tree, err := New(m.tri, m.x)
		if err != nil {
			t.Fatal(name, err)
		}
		if tree.convex.low != 0 {
			t.Errorf("%s: taken for convex", name)
		}
	}
	for k := range 16 { // a sheet of two sides, whichever way it lies: three triangles at a corner go to and fro
		turn := r3.NewRotation(float64(k)*math.Pi/8, r3.Vec{Z: 1})
		square := []r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
		for i, v := range square {
			square[i] = turn.Rotate(v)
		}
		tree, err := New([][3]int32{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}, square)
		if err != nil {
			t.Fatal(err)
		}
		if tree.windsOnce(0) || tree.convex.low != 0 {
			t.Errorf("sheet %d: taken for convex", k)
		}
	}
	tree, err := New(tri, x)
	if err != nil {
		t.Fatal(err)
	}
	was := tree.convex
	for v := range x {
		dent := append([]r3.Vec(nil), x...)
		dent[v] = r3.Scale(.9, dent[v])
		if tree.Refit(nil, dent); tree.convex.low != 0 {
			t.Fatalf("dent at vertex %d: taken for convex", v)
		}
	}
	if tree.Refit(nil, x); tree.convex != was {
		t.Errorf("after the dents: %v, before %v", tree.convex, was)
	}
}
