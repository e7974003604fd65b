package bvh

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// For points outside a convex body the traversal ends at the closest point, without a check. It ends at a point c that
// is the closest one of every triangle that contains it: a face, the two at an edge, or all around a vertex. So (p −
// c)·(y − c) ≤ 0 for all y in these. The body lies in the cone from c that they span, if p is outside, so the
// inequality holds for all y of the body, and |p − y|² ≥ |p − c|² + |c − y|².
//
// For the same reason rounding cannot make a triangle without c nearer: its distance from c is at least the height of
// the triangles that contain c.

// convexity has the properties of the surface that certain needs.
type convexity struct {
	low  float64 // least height of a triangle [m]; 0: not convex
	size float64 // largest coordinate [m]
}

// minClearance is the least relative distance from c of other triangles. Its square is some 10⁶ times the rounding
// error of squared distances.
const minClearance = 1e-5

// surelyClosest reports whether the end of the traversal is the closest point without a search.
func (t *Tree) surelyClosest(p r3.Vec, d2 float64, best *Hit) bool {
	if t.convex.low == 0 {
		return false
	}
	off := 1.
	for _, b := range &best.Bary {
		if b != 0 && b < off {
			off = b
		}
	}
	off *= t.convex.low // triangles nearer to c contain it and were visited
	return off > minClearance*(t.convex.size+math.Sqrt(d2)) && r3.Dot(r3.Sub(p, best.Point), t.face[best.Tri]) > 0
}

// flatTolerance is the largest height, relative to size, of a neighbour's corner above the plane of a triangle by
// rounding. Accumulated over many triangles, the surface still bends far less than a point at off or farther from c
// needs to be nearer to p.
const flatTolerance = 1e-15

// findConvex determines whether the surface is that of a convex body: closed (New ensures it), connected, and locally
// convex, which only vertices can violate once edges are convex (van Heijenoort 1952, for surfaces that may
// self-intersect).
func (t *Tree) findConvex() (c convexity) {
	if !t.whole {
		return convexity{}
	}
	b := t.quads[0].around()
	c.size = max(-b.lo.X, -b.lo.Y, -b.lo.Z, b.hi.X, b.hi.Y, b.hi.Z)
	low2 := math.Inf(1)
	for i, a := range t.tri {
		longest := 0.
		for k := range 3 {
			from, to := a[k], a[(k+1)%3]
			o := &t.tri[t.next[i][k]]
			across := o[0] + o[1] + o[2] - from - to
			if !(r3.Dot(t.face[i], r3.Sub(t.x[across], t.x[from])) <= flatTolerance*c.size) {
				return convexity{}
			}
			longest = max(longest, r3.Norm2(r3.Sub(t.x[to], t.x[from])))
		}
		n := r3.Cross(r3.Sub(t.x[a[1]], t.x[a[0]]), r3.Sub(t.x[a[2]], t.x[a[0]]))
		low2 = min(low2, r3.Norm2(n)/longest)
	}
	for v := range t.ptr[1:] {
		if !t.windsOnce(int32(v)) {
			return convexity{}
		}
	}
	if c.low = math.Sqrt(low2); !(c.low > 0) {
		return convexity{}
	}
	return c
}

// windsOnce reports whether the triangles around a vertex all face along one direction and wind around it once; the
// surface is then convex at the vertex if its edges are. (It may be false at convex corners too.) Projected along that
// direction each triangle spans the same orientation, less than half a circle, and a line is crossed upwards once.
func (t *Tree) windsOnce(v int32) bool {
	ring := t.ring[t.ptr[v]:t.ptr[v+1]]
	if len(ring) == 0 {
		return true
	}
	var n r3.Vec
	for _, q := range ring {
		n = r3.Add(n, t.face[q/3])
	}
	up := r3.Cross(n, r3.Vec{X: 1})
	if math.Abs(n.X) > max(math.Abs(n.Y), math.Abs(n.Z)) {
		up = r3.Cross(n, r3.Vec{Y: 1})
	}
	rounds := 0
	for _, q := range ring {
		if !(r3.Dot(n, t.face[q/3]) > 0) {
			return false
		}
		a, c := &t.tri[q/3], q%3
		if r3.Dot(up, r3.Sub(t.x[a[(c+1)%3]], t.x[v])) < 0 && !(r3.Dot(up, r3.Sub(t.x[a[(c+2)%3]], t.x[v])) < 0) {
			rounds++
		}
	}
	return rounds == 1
}

// connected reports whether all triangles are connected over edges.
func (t *Tree) connected() bool {
	seen := make([]bool, len(t.tri))
	seen[0] = true
	todo := []int32{0}
	count := 0
	for ; len(todo) > 0; count++ {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, o := range t.next[i] {
			if !seen[o] {
				seen[o] = true
				todo = append(todo, o)
			}
		}
	}
	return count == len(t.tri)
}
