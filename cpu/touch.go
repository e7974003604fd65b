package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/contact/pairs"
	"hysteron/step"
)

// begun loads the anchors of contact points with obstacle number k from a state, in which they are sorted.
func (o *obstacle) begun(k int32, all []cloth.Touch) {
	clear(o.first)
	o.kept = all
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Collider == k {
			o.first[all[i].Point] = int32(i + 1)
		}
	}
}

// touches returns the anchors of contact point i.
func (o *obstacle) touches(i int) []cloth.Touch {
	a := int(o.first[i])
	if a == 0 {
		return nil
	}
	b := a
	for b < len(o.kept) && o.kept[b].Collider == o.kept[a-1].Collider && o.kept[b].Point == int32(i) {
		b++
	}
	return o.kept[a-1 : b]
}

// turned rotates a vector with a triangle of the surface over the step, or back.
func (o *obstacle) turned(tri int32, v r3.Vec, back bool) r3.Vec {
	if o.tree == nil || o.far == 0 {
		return v
	}
	a := o.Surface.Triangles()[tri]
	u0, v0, n0 := cloth.Frame(o.y0[a[0]], o.y0[a[1]], o.y0[a[2]])
	u1, v1, n1 := cloth.Frame(o.y1[a[0]], o.y1[a[1]], o.y1[a[2]])
	if (n0 == r3.Vec{} || n1 == r3.Vec{}) {
		return v
	}
	if back {
		u0, v0, n0, u1, v1, n1 = u1, v1, n1, u0, v0, n0
	}
	return r3.Add(r3.Scale(r3.Dot(u0, v), u1), r3.Add(r3.Scale(r3.Dot(v0, v), v1), r3.Scale(r3.Dot(n0, v), n1)))
}

// anchor returns the elastic slip in a plane of normal n at the start of the step, carried along by the surface: that
// of the matching wall, if any.
func (o *obstacle) anchor(kept []cloth.Touch, n r3.Vec) (e r3.Vec) {
	most := step.Crease
	for k := range kept {
		t := &kept[k]
		was := o.turned(t.Tri, t.Normal, false)
		if like := r3.Dot(was, n); like >= most {
			most = like
			e = pairs.Tilted(o.turned(t.Tri, t.Slip, false), was, n)
		}
	}
	return e
}

// facing returns the plane through the closest point of a position.
func (o *obstacle) facing(h *bvh.Hit, at r3.Vec, kept []cloth.Touch) plane {
	// A contact at rest on a rotating surface moves as if fixed to it, at its distance.
	disp := r3.Add(o.displacement(h.Tri, h.Bary), r3.Scale(h.Dist, r3.Sub(h.Normal, o.turned(h.Tri, h.Normal, true))))
	return plane{
		tri: h.Tri, bary: h.Bary, normal: h.Normal, offset: r3.Dot(h.Normal, at) - h.Dist,
		disp: disp, anchor: o.anchor(kept, h.Normal), hard: o.isSharp(h.Tri),
	}
}

// second returns the other wall of a crease, in addition to that with the closest point h: of the walls of the last
// contact detection, or of the last step for the first of a step, the one that turns away from it. It is found by
// traversal of the surface from its old triangle to the next local minimum of the distance.
func (o *obstacle) second(q *nearby, at r3.Vec, far float64, h *bvh.Hit, kept []cloth.Touch, first bool) (other bvh.Hit,
	found bool) {
	try := func(tri int32, n r3.Vec) bool {
		if r3.Dot(n, h.Normal) >= step.Crease {
			return false
		}
		other = o.tree.Walk(at, tri)
		other.Dist += o.inset
		return r3.Dot(other.Normal, h.Normal) < step.Crease && (!first || other.Dist < far)
	}
	if first {
		for k := range kept {
			if try(kept[k].Tri, kept[k].Normal) {
				return other, true
			}
		}
		return other, false
	}
	for k := range q.planes[:q.count] {
		if try(q.planes[k].tri, q.planes[k].normal) {
			return other, true
		}
	}
	return other, false
}

// touched appends the anchors of contact point i, which the step has displaced by u [m] to at.
func (o *obstacle) touched(k int32, i int, u r3.Vec, slip float64, list []cloth.Touch) []cloth.Touch {
	q := &o.near[i]
	for c := range q.planes[:q.count] {
		pl := &q.planes[c]
		if pl.cone.Limit == 0 && q.count == 1 {
			continue
		}
		t := cloth.Touch{Collider: k, Point: int32(i), Tri: pl.tri, Bary: pl.bary, Normal: pl.normal}
		if pl.cone.Limit > 0 {
			t.Slip = pl.cone.Held(r3.Add(pl.anchor, r3.Sub(u, pl.disp)), pl.normal, slip)
		}
		list = append(list, t)
	}
	return list
}
