package bvh

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Closest returns the closest point to p. hint is a triangle that is likely to be near (such as that of the last query
// for the same vertex) or −1; it only speeds up the search. For a non-finite point the distance is NaN.
//
// The method is that of Chen et al. 2013, §4.1: the surface is traversed from the hint (algorithm 1), then the
// triangles in reach that could improve the result are checked (algorithm 2). Here, triangles are in reach if the tree
// finds them nearer than the traversal ended, which needs no bound on speeds, and the search does not stop when only
// the sign is certain. Outside a convex surface no triangle is in reach, see certain.
func (t *Tree) Closest(p r3.Vec, hint int32) Hit {
	if hint < 0 || int(hint) >= len(t.tri) {
		hint = t.nearbyTriangle(p)
	}
	best := Hit{Tri: -1}
	d2 := t.traverse(p, hint, &best)
	if best.Tri < 0 { // p is not finite, or squares overflow
		return Hit{Bary: [3]float64{1, 0, 0}, Dist: math.NaN()}
	}
	if !t.surelyClosest(p, d2, &best) {
		d2 = t.check(p, d2, &best)
	}
	t.sign(p, math.Sqrt(d2), &best)
	return best
}

// ClosestAmong returns the closest point to p on the given triangles, by exhaustive search; nil is the whole surface.
func (t *Tree) ClosestAmong(p r3.Vec, tris []int32) Hit {
	if tris == nil {
		return t.Closest(p, -1)
	}
	best, d2 := Hit{Tri: -1}, math.Inf(1)
	for _, q := range tris {
		d2 = t.improve(p, q, d2, &best)
	}
	if best.Tri < 0 {
		return Hit{Bary: [3]float64{1, 0, 0}, Dist: math.NaN()}
	}
	t.sign(p, math.Sqrt(d2), &best)
	return best
}

// Walk returns the local minimum of the distance from p that a traversal of the surface from a triangle ends at.
func (t *Tree) Walk(p r3.Vec, from int32) Hit {
	best := Hit{Tri: -1}
	d2 := t.traverse(p, from, &best)
	if best.Tri < 0 {
		return Hit{Bary: [3]float64{1, 0, 0}, Dist: math.NaN()}
	}
	t.sign(p, math.Sqrt(d2), &best)
	return best
}

// Corners returns the positions of a triangle's corners.
func (t *Tree) Corners(tri int32) (a, b, c r3.Vec) {
	v := t.tri[tri]
	return t.x[v[0]], t.x[v[1]], t.x[v[2]]
}

// traverse traverses the surface from a triangle while the distance to p decreases, and returns the squared distance at
// the local minimum where it ends. (In Chen et al. 2013, §4.1 a point slides towards the projections of p; here it
// jumps to the closest point of each triangle, and over the edge or vertex on which that lies to the next.)
func (t *Tree) traverse(p r3.Vec, tri int32, best *Hit) float64 {
	d2 := t.improve(p, tri, math.Inf(1), best)
	for {
		at, last := best.Tri, d2
		switch zeros, where := zeros(&best.Bary); zeros {
		case 1:
			d2 = t.improve(p, t.next[at][(where+1)%3], d2, best)
		case 2:
			v := t.tri[at][3-where]
			for _, q := range t.ring[t.ptr[v]:t.ptr[v+1]] {
				if q/3 != at {
					d2 = t.improve(p, q/3, d2, best)
				}
			}
		}
		if d2 == last {
			return d2
		}
	}
}

// check searches for a point nearer than √d2.
func (t *Tree) check(p r3.Vec, d2 float64, best *Hit) float64 {
	var room [64]int32
	tris, all := t.candidates(p, d2, &room)
	if !all {
		return t.search(p, 0, d2, best)
	}
	for _, q := range tris {
		d2 = t.improveBy(p, q, d2, best)
	}
	return d2
}

// improveBy is improve with early rejection of triangle q: beyond the plane through the best point that faces p, or not
// nearer than √d2 by its own plane.
func (t *Tree) improveBy(p r3.Vec, q int32, d2 float64, best *Hit) float64 {
	if q == best.Tri {
		return d2
	}
	a := &t.tri[q]
	x := &t.x[a[0]]
	if best.Tri >= 0 {
		c := best.Point
		to := r3.Sub(p, c)
		if r3.Dot(to, r3.Sub(*x, c)) <= 0 && r3.Dot(to, r3.Sub(t.x[a[1]], c)) <= 0 && r3.Dot(to, r3.Sub(t.x[a[2]],
			c)) <= 0 {
			return d2
		}
	}
	if h := r3.Dot(r3.Sub(p, *x), t.face[q]); h*h*nearer >= d2 {
		return d2
	}
	return t.improve(p, q, d2, best)
}

// boxDist2 returns the squared distance of p from a box.
func boxDist2(b *box, p r3.Vec) float64 {
	x := max(b.lo.X-p.X, 0, p.X-b.hi.X)
	y := max(b.lo.Y-p.Y, 0, p.Y-b.hi.Y)
	z := max(b.lo.Z-p.Z, 0, p.Z-b.hi.Z)
	return x*x + y*y + z*z
}

// improve replaces best by the closest point on triangle q if that is nearer than √d2, and returns the new squared
// distance.
func (t *Tree) improve(p r3.Vec, q int32, d2 float64, best *Hit) float64 {
	a := t.tri[q]
	bary := closestBary(p, t.x[a[0]], t.x[a[1]], t.x[a[2]])
	c := r3.Add(r3.Scale(bary[0], t.x[a[0]]), r3.Add(r3.Scale(bary[1], t.x[a[1]]), r3.Scale(bary[2], t.x[a[2]])))
	d := r3.Norm2(r3.Sub(p, c))
	if d < d2 {
		best.Tri, best.Bary, best.Point = q, bary, c
		return d
	}
	return d2
}

// closestBary returns the barycentric coordinates of the point of triangle abc closest to p (Ericson, Real-Time
// Collision Detection, §5.1.5). Coordinates of corners that are not involved are exactly zero.
func closestBary(p, a, b, c r3.Vec) [3]float64 {
	ab, ac, ap := r3.Sub(b, a), r3.Sub(c, a), r3.Sub(p, a)
	d1, d2 := r3.Dot(ab, ap), r3.Dot(ac, ap)
	if d1 <= 0 && d2 <= 0 {
		return [3]float64{1, 0, 0}
	}
	bp := r3.Sub(p, b)
	d3, d4 := r3.Dot(ab, bp), r3.Dot(ac, bp)
	if d3 >= 0 && d4 <= d3 {
		return [3]float64{0, 1, 0}
	}
	if vc := d1*d4 - d3*d2; vc <= 0 && d1 >= 0 && d3 <= 0 {
		v := d1 / (d1 - d3)
		return [3]float64{1 - v, v, 0}
	}
	cp := r3.Sub(p, c)
	d5, d6 := r3.Dot(ab, cp), r3.Dot(ac, cp)
	if d6 >= 0 && d5 <= d6 {
		return [3]float64{0, 0, 1}
	}
	if vb := d5*d2 - d1*d6; vb <= 0 && d2 >= 0 && d6 <= 0 {
		w := d2 / (d2 - d6)
		return [3]float64{1 - w, 0, w}
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4 >= d3 && d5 >= d6 {
		w := (d4 - d3) / ((d4 - d3) + (d5 - d6))
		return [3]float64{0, 1 - w, w}
	}
	vb, vc := d5*d2-d1*d6, d1*d4-d3*d2
	sum := va + vb + vc
	return [3]float64{va / sum, vb / sum, vc / sum}
}

// sign determines inside or outside from the pseudonormal of the closest feature, and sets the distance and the outward
// normal.
func (t *Tree) sign(p r3.Vec, dist float64, h *Hit) {
	away := r3.Sub(p, h.Point)
	inside := false
	var pseudo r3.Vec
	if side := t.side(h, away, dist); side != 0 {
		inside = side < 0
	} else {
		pseudo = t.pseudonormal(h)
		inside = r3.Dot(away, pseudo) < 0
	}
	h.Dist = dist
	if inside {
		h.Dist, away = -dist, r3.Scale(-1, away)
	}
	// On the surface the direction is lost in round-off, and the pseudonormal replaces it.
	if dist > onSurface {
		h.Normal = r3.Scale(1/dist, away)
	} else if l := r3.Norm(pseudo); l > 0 {
		h.Normal = r3.Scale(1/l, pseudo)
	}
}

// onSurface is the distance below which a point is on the surface [m].
const onSurface = 1e-12

// side returns 1 or −1 if the closest feature is a vertex whose triangles all face to or away from the point, so that
// any weighted mean does too; otherwise 0.
func (t *Tree) side(h *Hit, away r3.Vec, dist float64) (side int) {
	count, where := zeros(&h.Bary)
	if count != 2 || !(dist > onSurface) {
		return 0
	}
	least := 1e-9 * dist // far above the rounding error of the mean
	v := t.tri[h.Tri][3-where]
	for _, q := range t.ring[t.ptr[v]:t.ptr[v+1]] {
		d, now := r3.Dot(away, t.face[q/3]), 0
		switch {
		case d > least:
			now = 1
		case d < -least:
			now = -1
		}
		if now == 0 || side != 0 && now != side {
			return 0
		}
		side = now
	}
	return side
}

// zeros returns the number of zero barycentric coordinates and the sum of their indices.
func zeros(bary *[3]float64) (count, where int) {
	for c, b := range bary {
		if b == 0 {
			count++
			where += c
		}
	}
	return count, where
}

func (t *Tree) pseudonormal(h *Hit) r3.Vec {
	switch count, where := zeros(&h.Bary); count {
	case 1: // edge opposite corner `where`: from where+1 to where+2
		return r3.Add(t.face[h.Tri], t.face[t.next[h.Tri][(where+1)%3]])
	case 2: // the two zero corners sum to `where`, the third is the vertex
		return t.atVertex(t.tri[h.Tri][3-where])
	}
	return t.face[h.Tri]
}

// atVertex returns the mean of the normals of the triangles around a vertex, weighted by their angles there, not
// normalised.
func (t *Tree) atVertex(v int32) (n r3.Vec) {
	for _, q := range t.ring[t.ptr[v]:t.ptr[v+1]] {
		a, c := t.tri[q/3], q%3
		e, f := r3.Sub(t.x[a[(c+1)%3]], t.x[a[c]]), r3.Sub(t.x[a[(c+2)%3]], t.x[a[c]])
		angle := math.Atan2(r3.Norm(r3.Cross(e, f)), r3.Dot(e, f))
		n = r3.Add(n, r3.Scale(angle, t.face[q/3]))
	}
	return n
}
