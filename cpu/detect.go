package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bodies"

	"hysteron/step"
)

// detect looks up the contact planes of all contact points for the trial positions.
// Points that are certainly farther than reach times their thickness are skipped.
//
// In a crease (between the thighs, under the arm) the closest point jumps from wall to wall,
// and an iteration that knows one wall at a time would never come to rest. So the wall of the last
// look-up is kept as a second one if the new one turns away from it, over steps too: see second.
func (o *obstacle) detect(w *now, first bool) {
	n, offset := len(w.x), r3.Dot(o.Normal, o.Point)
	w.pool.For(len(o.near), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if o.Skip != nil && o.Skip[i] {
				continue // never active
			}
			var at r3.Vec
			var f *bodies.Face
			delta, k := w.contactLaw(i)
			if i < n {
				at = w.x[i]
			} else {
				at = mean3(w.x, w.Model.Tri[i-n])
				f = o.guarded(w, i-n)
			}
			if o.tree == nil && !o.live[i] && !(r3.Dot(o.Normal, at)-offset < step.Reach*delta) {
				continue // most of the cloth is far from the ground: what is kept of it need not be fetched
			}
			q := &o.near[i]
			acts := o.live[i] && q.acts()
			if first || !o.live[i] || f != nil && o.sharp != nil || r3.Norm2(r3.Sub(at, q.at)) > sq(step.NearlySame*delta) {
				o.live[i] = o.detectPoint(i, at, w.clearAt[i], f, delta, first)
			}
			if !o.live[i] {
				w.changed[i] = w.changed[i] || acts
				continue
			}
			for c := range q.planes[:q.count] {
				pl := &q.planes[c]
				pl.cone = FrictionCone{}
				d := pl.distance(at)
				if p := delta - d; p > 0 {
					acts = true
					lambda := step.ContactForce(k, p, delta)
					if pl.hard {
						_, hard, _ := step.HardenedBy(k, d-pl.spare, delta)
						lambda += hard
					}
					pl.cone = w.coneOn(&o.Collider, i, pl.normal, lambda)
				}
			}
			w.changed[i] = w.changed[i] || acts
		}
	})
}

// detectPoint finds the planes for a contact point at position at: that of its closest point, or of what guards its
// triangle in its place, and beside it that of what guards a triangle over a sharp edge, or the other wall of a crease;
// from is the position that clearances are counted from; f is the triangle of a centroid, if it is guarded. It tells
// whether the point is within reach.
func (o *obstacle) detectPoint(i int, at, from r3.Vec, f *bodies.Face, delta float64, first bool) bool {
	q, far := &o.near[i], step.Reach*delta
	if o.tree == nil {
		q.planes[0] = plane{tri: -1, normal: o.Normal, offset: r3.Dot(o.Normal, o.Point), anchor: o.anchor(o.touches(i),
			o.Normal)}
		q.count = 1
		return q.planes[0].distance(at) < far
	}
	away := math.Sqrt(r3.Norm2(r3.Sub(at, from)))
	if o.clear[i]-away > f.Sight(at, delta) {
		if o.known[i] { // of most that are far nothing is, and need not be fetched
			q.count, o.known[i] = 0, false
		}
		return false
	}
	h := o.tree.Closest(at, q.tri)
	h.Dist += o.inset
	q.at = at
	q.tri, o.clear[i], o.known[i] = h.Tri, h.Dist-away, true
	guard := h
	spare := o.deepen(&guard, at, f, delta)
	beside := spare > 0 && o.isSharp(h.Tri)
	if !beside {
		h = guard
	}
	kept := o.touches(i)
	other, two := o.second(q, at, far, &h, kept, first)
	q.planes[0], q.count = o.facing(&h, at, kept), 1
	if !beside {
		q.planes[0].spare = spare
	}
	switch {
	case beside:
		q.planes[1], q.count = o.facing(&guard, at, kept), 2
		q.planes[1].spare = spare
	case two:
		q.planes[1], q.count = o.facing(&other, at, kept), 2
	}
	return h.Dist < far || q.count == 2
}
