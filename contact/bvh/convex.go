package bvh

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Around a convex body there is nothing to check: where the traversal ends is the closest point. It ends at a point c
// that is the closest one of each triangle it lies in, a face, the two at an edge or all around a vertex. So (p − c)·(y
// − c) ≤ 0 for all y in these, and the body lies in the cone from c that they span, as they are its boundary there, if
// p is not inside: in the face's half-space, or in what sums of the ways into those triangles lead to. So it holds for
// all y of the body, and |p − y|² ≥ |p − c|² + |c − y|².
//
// The latter is also why no triangle that c is not in can come out nearer by rounding: it is as far from c as the edges
// of those that c is in.

// convexity is what certain has to know of the surface as it is.
type convexity struct {
	low  float64 // least height of a triangle [m]; 0: the surface is not convex
	size float64 // farthest that it goes along an axis from the origin [m]
}

// clearly is how far off everything else has to be, compared with how far from the origin points are: its square is
// some 10⁶ times what rounding makes of squared distances.
const clearly = 1e-5

// certain reports whether the point where the traversal ended is the closest one, so that nothing needs to be looked
// for.
func (t *Tree) certain(p r3.Vec, d2 float64, best *Hit) bool {
	if t.convex.low == 0 {
		return false
	}
	off := 1.
	for _, b := range &best.Bary {
		if b != 0 && b < off {
			off = b
		}
	}
	off *= t.convex.low // what is no farther from c is in triangles that have been looked at
	return off > clearly*(t.convex.size+math.Sqrt(d2)) && r3.Dot(r3.Sub(p, best.Point), t.face[best.Tri]) > 0
}

// flat is how far above the plane of a triangle a corner of its neighbour may come out by rounding, compared with size.
// Where that is tilts of many in a row, the surface still bends far less than what is as near to c as off, or farther,
// would have to be nearer to p.
const flat = 1e-15

// findConvex finds out whether the surface is that of a convex body. It is if it is closed, which New sees to, of one
// piece, and convex around each of its points, of which those at vertices are the last ones to tell (van Heijenoort
// 1952, for surfaces that may pass through themselves).
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
			if !(r3.Dot(t.face[i], r3.Sub(t.x[across], t.x[from])) <= flat*c.size) {
				return convexity{}
			}
			longest = max(longest, r3.Norm2(r3.Sub(t.x[to], t.x[from])))
		}
		n := r3.Cross(r3.Sub(t.x[a[1]], t.x[a[0]]), r3.Sub(t.x[a[2]], t.x[a[0]]))
		low2 = min(low2, r3.Norm2(n)/longest)
	}
	for v := range t.ptr[1:] {
		if !t.once(int32(v)) {
			return convexity{}
		}
	}
	if c.low = math.Sqrt(low2); !(c.low > 0) {
		return convexity{}
	}
	return c
}

// once reports whether the triangles around a vertex all face along one direction and go around it once, so that edges
// that are convex make the surface convex there (corners for which that is not so are not known for convex): seen along
// that direction each takes the same turn, of less than half a circle, and once in a circle goes upwards past a line.
func (t *Tree) once(v int32) bool {
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

// connected reports whether one comes from each triangle to all others over edges.
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
