package bvh

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Grid is a uniform grid of cells that list the triangles whose boxes they meet: what Chen et al.
// 2013, §4.1 search in, here to compare with and to test against.
type Grid struct {
	*Tree
	cell  float64
	lo    r3.Vec
	n     [3]int
	first []int32 // per cell, into tri
	list  []int32
	seen  []int32 // per triangle: the last query that met it
	query int32

	Tested int // triangles whose distance was computed, in all queries
}

// NewGrid fills a grid with the triangles of a tree where they are now.
func NewGrid(t *Tree, cell float64) *Grid {
	all := t.quads[0].around()
	g := &Grid{Tree: t, cell: cell, lo: all.lo, seen: make([]int32, len(t.tri))}
	size := r3.Sub(all.hi, g.lo)
	for c, l := range [3]float64{size.X, size.Y, size.Z} {
		g.n[c] = int(l/cell) + 1
	}
	g.first = make([]int32, g.n[0]*g.n[1]*g.n[2]+1)
	each := func(f func(cell int, tri int32)) {
		for q, a := range t.tri {
			b := empty
			for _, v := range a {
				b = box{minVec(b.lo, t.x[v]), maxVec(b.hi, t.x[v])}
			}
			g.cells(b.lo, b.hi, func(c int) { f(c, int32(q)) })
		}
	}
	each(func(c int, _ int32) { g.first[c+1]++ })
	for c := range len(g.first) - 1 {
		g.first[c+1] += g.first[c]
	}
	fill := append([]int32(nil), g.first...)
	g.list = make([]int32, g.first[len(g.first)-1])
	each(func(c int, q int32) {
		g.list[fill[c]] = q
		fill[c]++
	})
	return g
}

func (g *Grid) cells(lo, hi r3.Vec, f func(cell int)) {
	at := func(v, lo float64, n int) int { return max(0, min(n-1, int(math.Floor((v-lo)/g.cell)))) }
	x0, x1 := at(lo.X, g.lo.X, g.n[0]), at(hi.X, g.lo.X, g.n[0])
	y0, y1 := at(lo.Y, g.lo.Y, g.n[1]), at(hi.Y, g.lo.Y, g.n[1])
	z0, z1 := at(lo.Z, g.lo.Z, g.n[2]), at(hi.Z, g.lo.Z, g.n[2])
	for x := x0; x <= x1; x++ {
		for y := y0; y <= y1; y++ {
			for z := z0; z <= z1; z++ {
				f((x*g.n[1]+y)*g.n[2] + z)
			}
		}
	}
}

// inReach calls f for each triangle whose box is within reach of p, until it returns false: the set S.
func (g *Grid) inReach(p r3.Vec, reach float64, f func(q int32) bool) {
	g.query++
	r := r3.Vec{X: reach, Y: reach, Z: reach}
	going := true
	g.cells(r3.Sub(p, r), r3.Add(p, r), func(c int) {
		for _, q := range g.list[g.first[c]:g.first[c+1]] {
			if !going || g.seen[q] == g.query {
				continue
			}
			g.seen[q] = g.query
			a := g.tri[q]
			n := box{minVec(g.x[a[0]], minVec(g.x[a[1]], g.x[a[2]])), maxVec(g.x[a[0]], maxVec(g.x[a[1]], g.x[a[2]]))}
			if boxDist2(&n, p) <= reach*reach {
				going = f(q)
			}
		}
	})
}

// Exhaustive looks at every triangle in reach; Tri is −1 if there is none.
func (g *Grid) Exhaustive(p r3.Vec, reach float64) Hit {
	best, d2 := Hit{Tri: -1}, math.Inf(1)
	g.inReach(p, reach, func(q int32) bool {
		g.Tested++
		d2 = g.improve(p, q, d2, &best)
		return true
	})
	if best.Tri >= 0 {
		g.sign(p, math.Sqrt(d2), &best)
	}
	return best
}

// Chen is the paper's own search, algorithms 1 and 2: traversal, then those triangles in reach on
// whose other side p lies than the sign says. It makes sure of the sign, not of the distance.
func (g *Grid) Chen(p r3.Vec, hint int32, reach float64) Hit {
	var best Hit
	g.Tested++
	d2 := g.traverse(p, hint, &best)
	g.sign(p, math.Sqrt(d2), &best)
	for again := true; again; {
		again = false
		g.inReach(p, reach, func(q int32) bool {
			outside := r3.Dot(r3.Sub(p, g.x[g.tri[q][0]]), g.face[q]) >= 0
			if outside == (best.Dist >= 0) {
				return true
			}
			g.Tested++
			next := best
			if n2 := g.improve(p, q, d2, &next); n2 < d2 {
				d2 = n2
				g.sign(p, math.Sqrt(d2), &next)
				again = (next.Dist < 0) != (best.Dist < 0)
				best = next
			}
			return !again
		})
	}
	return best
}

// Unseeded searches the tree alone, Seeded after the triangle of the last answer without walking on.
func (t *Tree) Unseeded(p r3.Vec) Hit { return t.Closest(p, -1) }

// Seeded see Unseeded.
func (t *Tree) Seeded(p r3.Vec, hint int32) Hit {
	var best Hit
	d2 := t.check(p, t.improve(p, hint, math.Inf(1), &best), &best)
	t.sign(p, math.Sqrt(d2), &best)
	return best
}

// TestGridAgrees: within reach, the search through all triangles of the grid's cells, seeded
// searches and the traversal with its check find the same distance; the paper's own check at least
// the same sign, from the triangle that was closest before the point slid along the surface.
func TestGridAgrees(t *testing.T) {
	eachMesh(t, func(t *testing.T, rnd *rand.Rand, tri [][3]int32, x []r3.Vec, tree *Tree) {
		const reach = .05
		g := NewGrid(tree, .04)
		near := 0
		for _, p := range probes(rnd, tri, x, 1000) {
			hint := tree.Closest(r3.Add(p, randomVec(rnd, .02)), -1).Tri
			want := tree.Closest(p, hint)
			if s := tree.Seeded(p, hint); math.Abs(s.Dist-want.Dist) > 1e-13 {
				t.Fatalf("p = %v: %.17g, seeded %.17g", p, want.Dist, s.Dist)
			}
			if math.Abs(want.Dist) > reach {
				continue
			}
			near++
			if e := g.Exhaustive(p, reach); math.Abs(e.Dist-want.Dist) > 1e-13 {
				t.Fatalf("p = %v: %.17g, all in reach %.17g", p, want.Dist, e.Dist)
			}
			if c := g.Chen(p, hint, reach); (c.Dist < 0) != (want.Dist < 0) && math.Abs(want.Dist) > 1e-12 {
				t.Fatalf("p = %v: distance %g, by the paper's check %g", p, want.Dist, c.Dist)
			}
		}
		if near < 100 {
			t.Fatalf("%d points in reach: the test would prove little", near)
		}
	})
}
