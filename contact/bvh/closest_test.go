package bvh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// icosphere-like closed meshes: an octahedron refined n times, every vertex scaled along its
// ray by shape, so that the surface is star-shaped and without self-intersection.
func ball(n int, shape func(i int, dir r3.Vec) float64) (tri [][3]int32, x []r3.Vec) {
	x = []r3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}
	tri = [][3]int32{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}
	for range n {
		mid := map[[2]int32]int32{}
		half := func(a, b int32) int32 {
			k := [2]int32{min(a, b), max(a, b)}
			m, ok := mid[k]
			if !ok {
				m = int32(len(x))
				x, mid[k] = append(x, r3.Unit(r3.Add(x[a], x[b]))), m
			}
			return m
		}
		var next [][3]int32
		for _, t := range tri {
			a, b, c := half(t[0], t[1]), half(t[1], t[2]), half(t[2], t[0])
			next = append(next, [3]int32{t[0], a, c}, [3]int32{a, t[1], b}, [3]int32{c, b, t[2]}, [3]int32{a, b, c})
		}
		tri = next
	}
	for i := range x {
		x[i] = r3.Scale(shape(i, x[i]), x[i])
	}
	return tri, x
}

// bumpy and spiky are random closed meshes; spiky has needles with sharp edges and tips, where
// the closest feature is an edge or a vertex for most points.
func bumpy(seed uint64) ([][3]int32, []r3.Vec) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	return ball(3, func(int, r3.Vec) float64 { return .2 + .03*rnd.Float64() })
}

func spiky(seed uint64) ([][3]int32, []r3.Vec) {
	rnd := rand.New(rand.NewPCG(seed, 2))
	return ball(2, func(int, r3.Vec) float64 {
		if rnd.IntN(4) == 0 {
			return .4 + .3*rnd.Float64()
		}
		return .08 + .02*rnd.Float64()
	})
}

// segmentDist2 and bruteForce are an independent search: the plane's foot point if it lies
// inside by same-side tests, and the three edges as segments.
func segmentDist2(p, a, b r3.Vec) float64 {
	d := r3.Sub(b, a)
	t := max(0, min(1, r3.Dot(r3.Sub(p, a), d)/r3.Norm2(d)))
	return r3.Norm2(r3.Sub(p, r3.Add(a, r3.Scale(t, d))))
}

func bruteForce(tri [][3]int32, x []r3.Vec, p r3.Vec) float64 {
	best := math.Inf(1)
	for _, t := range tri {
		a, b, c := x[t[0]], x[t[1]], x[t[2]]
		best = min(best, segmentDist2(p, a, b), segmentDist2(p, b, c), segmentDist2(p, c, a))
		n := r3.Unit(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))
		h := r3.Dot(r3.Sub(p, a), n)
		q := r3.Sub(p, r3.Scale(h, n))
		side := func(u, v r3.Vec) bool { return r3.Dot(r3.Cross(r3.Sub(v, u), r3.Sub(q, u)), n) >= 0 }
		if side(a, b) && side(b, c) && side(c, a) {
			best = min(best, h*h)
		}
	}
	return math.Sqrt(best)
}

// windingNumber around p (van Oosterom & Strackee 1983): 1 inside, 0 outside.
func windingNumber(tri [][3]int32, x []r3.Vec, p r3.Vec) float64 {
	var sum float64
	for _, t := range tri {
		a, b, c := r3.Sub(x[t[0]], p), r3.Sub(x[t[1]], p), r3.Sub(x[t[2]], p)
		la, lb, lc := r3.Norm(a), r3.Norm(b), r3.Norm(c)
		sum += math.Atan2(r3.Dot(a, r3.Cross(b, c)), la*lb*lc+r3.Dot(a, b)*lc+r3.Dot(b, c)*la+r3.Dot(c, a)*lb)
	}
	return sum / (2 * math.Pi)
}

func randomVec(rnd *rand.Rand, a float64) r3.Vec {
	return r3.Vec{X: a * rnd.NormFloat64(), Y: a * rnd.NormFloat64(), Z: a * rnd.NormFloat64()}
}

// probes are points all over the place, and points close to faces, edges and vertices, on
// either side.
func probes(rnd *rand.Rand, tri [][3]int32, x []r3.Vec, n int) (p []r3.Vec) {
	for i := range n {
		t := tri[rnd.IntN(len(tri))]
		a, b, c := x[t[0]], x[t[1]], x[t[2]]
		near := math.Pow(10, -1-5*rnd.Float64())
		u, v := rnd.Float64(), rnd.Float64()
		switch i % 4 {
		case 0:
			p = append(p, randomVec(rnd, .3))
		case 1:
			if u+v > 1 {
				u, v = 1-u, 1-v
			}
			p = append(p, r3.Add(r3.Add(a, r3.Add(r3.Scale(u, r3.Sub(b, a)), r3.Scale(v, r3.Sub(c, a)))), randomVec(rnd, near)))
		case 2:
			p = append(p, r3.Add(r3.Add(a, r3.Scale(u, r3.Sub(b, a))), randomVec(rnd, near)))
		case 3:
			p = append(p, r3.Add(a, randomVec(rnd, near)))
		}
	}
	return p
}

func eachMesh(t *testing.T, f func(t *testing.T, rnd *rand.Rand, tri [][3]int32, x []r3.Vec, tree *Tree)) {
	for name, mesh := range map[string]func(uint64) ([][3]int32, []r3.Vec){"bumpy": bumpy, "spiky": spiky} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				tri, x := mesh(seed)
				tree, err := New(tri, x)
				if err != nil {
					t.Fatal(err)
				}
				f(t, rand.New(rand.NewPCG(seed, 3)), tri, x, tree)
			})
		}
	}
}

// checkHit checks that a hit is consistent in itself: the point has the barycentric
// coordinates said, lies at the distance said, and the normal points from it through p.
func checkHit(t *testing.T, tri [][3]int32, x []r3.Vec, p r3.Vec, h Hit) {
	t.Helper()
	a := tri[h.Tri]
	var q r3.Vec
	var sum float64
	for c, b := range h.Bary {
		if b < 0 || b > 1 {
			t.Fatalf("barycentric coordinates %v: expected them between 0 and 1", h.Bary)
		}
		sum += b
		q = r3.Add(q, r3.Scale(b, x[a[c]]))
	}
	if math.Abs(sum-1) > 1e-12 || r3.Norm(r3.Sub(q, h.Point)) > 1e-12 {
		t.Fatalf("point %v is not that of %v in triangle %d", h.Point, h.Bary, h.Tri)
	}
	if math.Abs(r3.Norm(h.Normal)-1) > 1e-9 {
		t.Fatalf("normal %v of length %g", h.Normal, r3.Norm(h.Normal))
	}
	if d := r3.Norm(r3.Sub(r3.Add(h.Point, r3.Scale(h.Dist, h.Normal)), p)); d > 1e-9 {
		t.Fatalf("point + dist·normal misses the query by %g", d)
	}
}

// TestAgainstBruteForce: distances agree with a search through all triangles to round-off, and
// the sign with the winding number, near faces, edges and vertices too. A wrong sign at one
// spike lets cloth into the body there.
func TestAgainstBruteForce(t *testing.T) {
	eachMesh(t, func(t *testing.T, rnd *rand.Rand, tri [][3]int32, x []r3.Vec, tree *Tree) {
		var features [3]int
		inside := 0
		for _, p := range probes(rnd, tri, x, 2000) {
			h := tree.Closest(p, -1)
			checkHit(t, tri, x, p, h)
			if want := bruteForce(tri, x, p); math.Abs(math.Abs(h.Dist)-want) > 1e-13+1e-11*want {
				t.Fatalf("p = %v: distance %.17g, brute force %.17g", p, math.Abs(h.Dist), want)
			}
			zeros := 0
			for _, b := range h.Bary {
				if b == 0 {
					zeros++
				}
			}
			features[zeros]++
			w := windingNumber(tri, x, p)
			if h.Dist < 0 {
				inside++
			}
			if (h.Dist < 0) != (w > .5) {
				t.Fatalf("p = %v: signed distance %g, winding number %g (%d coordinates zero)", p, h.Dist, w, zeros)
			}
		}
		if features[0] < 100 || features[1] < 100 || features[2] < 50 || inside < 100 {
			t.Fatalf("%d faces, %d edges, %d vertices hit, %d points inside: the test would prove little", features[0],
				features[1], features[2], inside)
		}
	})
}

// TestSidesOfVertices: where all triangles around a vertex tell the side of a point, it is that of their weighted mean;
// where they do not all tell, that does.
func TestSidesOfVertices(t *testing.T) {
	eachMesh(t, func(t *testing.T, rnd *rand.Rand, tri [][3]int32, x []r3.Vec, tree *Tree) {
		told, open := 0, 0
		for _, p := range probes(rnd, tri, x, 4000) {
			h := tree.Closest(p, -1)
			if count, _ := zeros(&h.Bary); count != 2 {
				continue
			}
			away := r3.Sub(p, h.Point)
			side := tree.side(&h, away, math.Abs(h.Dist))
			if side == 0 {
				open++
				continue
			}
			told++
			if mean := r3.Dot(away, tree.pseudonormal(&h)); (side < 0) != (mean < 0) || (h.Dist < 0) != (mean < 0) {
				t.Fatalf("p = %v: side %d, distance %g, along the mean normal %g", p, side, h.Dist, mean)
			}
		}
		if told < 10 || told+open < 100 {
			t.Fatalf("%d told, %d not: the test would prove little", told, open)
		}
	})
}

// TestClosestAmong: some triangles alone against an independent search, all of them against the tree.
func TestClosestAmong(t *testing.T) {
	tri, x := bumpy(5)
	tree, err := New(tri, x)
	if err != nil {
		t.Fatal(err)
	}
	var some []int32
	var part [][3]int32
	for i := 0; i < len(tri); i += 7 {
		some, part = append(some, int32(i)), append(part, tri[i])
	}
	rnd := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		p := r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
		h := tree.ClosestAmong(p, some)
		if want := bruteForce(part, x, p); h.Tri%7 != 0 || math.Abs(math.Abs(h.Dist)-want) > 1e-12 {
			t.Fatalf("%v: triangle %d at %g, expected one of every seventh at %g", p, h.Tri, h.Dist, want)
		}
		if all := tree.ClosestAmong(p, nil); all != tree.Closest(p, -1) {
			t.Fatalf("among all: %+v", all)
		}
	}
}

// TestHintOnlySpeedsUp: whatever the hint, the distance is the same to round-off.
func TestHintOnlySpeedsUp(t *testing.T) {
	eachMesh(t, func(t *testing.T, rnd *rand.Rand, tri [][3]int32, x []r3.Vec, tree *Tree) {
		for _, p := range probes(rnd, tri, x, 500) {
			want := tree.Closest(p, -1)
			for _, hint := range []int32{0, int32(len(tri) - 1), rnd.Int32N(int32(len(tri))), want.Tri, int32(len(tri)), -7} {
				got := tree.Closest(p, hint)
				checkHit(t, tri, x, p, got)
				if math.Abs(got.Dist-want.Dist) > 1e-15+1e-13*math.Abs(want.Dist) {
					t.Fatalf("p = %v, hint %d: distance %.17g, without hint %.17g", p, hint, got.Dist, want.Dist)
				}
			}
		}
	})
}

// TestRefit: a tree refitted to other positions answers as one built for them, with a pool of
// any size to the same bits, and after refitting back as in the beginning.
func TestRefit(t *testing.T) {
	eachMesh(t, func(t *testing.T, rnd *rand.Rand, tri [][3]int32, x []r3.Vec, tree *Tree) {
		moved := make([]r3.Vec, len(x))
		turn := r3.NewRotation(1.2, r3.Vec{X: 1, Y: 2, Z: -1})
		for i, v := range x {
			w := turn.Rotate(v)
			moved[i] = r3.Vec{X: 1.5*w.X + .1, Y: .7 * w.Y, Z: w.Z + .3*w.Y}
		}
		rebuilt, err := New(tri, moved)
		if err != nil {
			t.Fatal(err)
		}
		points := probes(rnd, tri, moved, 500)
		var first []Hit
		for _, workers := range []int{0, 1, 3} {
			var pool *linalg.Pool
			if workers > 0 {
				pool = linalg.New(workers)
				defer pool.Close()
			}
			tree.Refit(pool, x)
			tree.Refit(pool, moved)
			for i, p := range points {
				h := tree.Closest(p, -1)
				checkHit(t, tri, moved, p, h)
				if want := rebuilt.Closest(p, -1); math.Abs(h.Dist-want.Dist) > 1e-15+1e-13*math.Abs(want.Dist) {
					t.Fatalf("p = %v: distance %.17g after refitting, %.17g rebuilt", p, h.Dist, want.Dist)
				}
				if workers == 0 {
					first = append(first, h)
				} else if h != first[i] {
					t.Fatalf("p = %v, %d workers: %+v, expected %+v", p, workers, h, first[i])
				}
			}
		}
	})
}

// TestRejectsOpenSurfaces: surfaces without an inside are refused by name of the edge.
func TestRejectsOpenSurfaces(t *testing.T) {
	tri, x := bumpy(0)
	flipped := append([][3]int32(nil), tri...)
	flipped[5][0], flipped[5][1] = flipped[5][1], flipped[5][0]
	outOfRange := append([][3]int32(nil), tri...)
	outOfRange[7][2] = int32(len(x))
	for name, bad := range map[string][][3]int32{
		"empty": nil, "a hole": tri[1:], "a flipped triangle": flipped,
		"a triangle twice": append(append([][3]int32(nil), tri...), tri[3]), "a vertex out of range": outOfRange,
		"a triangle that is a point": append(append([][3]int32(nil), tri...), [3]int32{1, 1, 1}),
	} {
		if _, err := New(bad, x); err == nil {
			t.Errorf("surface with %s: expected an error", name)
		} else {
			t.Log(err)
		}
	}
}

// BenchmarkClosest looks up points a few millimetres off the surface, as a drape does.
func BenchmarkClosest(b *testing.B) {
	tri, x := ball(5, func(int, r3.Vec) float64 { return .3 })
	tree, err := New(tri, x)
	if err != nil {
		b.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 4))
	points, hints := make([]r3.Vec, 4096), make([]int32, 4096)
	for i := range points {
		points[i] = r3.Scale(.303+.004*rnd.Float64(), r3.Unit(randomVec(rnd, 1)))
		hints[i] = tree.Closest(points[i], -1).Tri
	}
	for name, hinted := range map[string]bool{"hinted": true, "cold": false} {
		b.Run(fmt.Sprintf("%s/%d", name, len(tri)), func(b *testing.B) {
			for i := range b.N {
				hint := int32(-1)
				if hinted {
					hint = hints[i%4096]
				}
				tree.Closest(points[i%4096], hint)
			}
		})
	}
}

// TestSearch: where a quad leads to more than there is room for, the nearest boxes are gone into one after the other,
// with the same answer.
func TestSearch(t *testing.T) {
	eachMesh(t, func(t *testing.T, rnd *rand.Rand, tri [][3]int32, x []r3.Vec, tree *Tree) {
		for _, p := range probes(rnd, tri, x, 2000) {
			best := Hit{Tri: -1}
			got, want := math.Sqrt(tree.search(p, 0, math.Inf(1), &best)), math.Abs(tree.Closest(p, -1).Dist)
			if math.Abs(got-want) > 1e-12 || math.Abs(r3.Norm(r3.Sub(p, best.Point))-want) > 1e-12 {
				t.Fatalf("%v: %g, expected %g", p, got, want)
			}
		}
	})
}
