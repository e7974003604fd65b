package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bodies"

	"hysteron/step"
)

// detect computes the contact planes of all contact points at the trial positions. Points certainly farther than reach
// times their thickness are skipped.
//
// In a crease (between the thighs, under the arm) the closest point jumps between walls, and an iteration with one wall
// at a time would not converge. So the wall of the previous detection is kept as a second plane if the new one turns
// away from it, also between steps: see second.
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
				continue // most cloth is far from the ground: avoids a cache miss
			}
			q := &o.near[i]
			acts := o.live[i] && q.acts()
			if first {
				q.by = 0
			}
			if first || !o.live[i] || f != nil && o.sharp != nil || r3.Norm2(r3.Sub(at, q.at)) > sq(step.NearlySame*delta) {
				o.live[i] = o.detectPoint(i, at, w.clearAt[i], f, delta, first)
			}
			if !o.live[i] {
				w.changed[i] = w.changed[i] || acts
				continue
			}
			q.giveWay()
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

// detectPoint computes the planes of a contact point at position at: that of its closest point, or of the deepest point
// of a guarded triangle instead, and in addition that of the deepest point over a sharp edge, or of the other wall of a
// crease. from is the reference position of clearances; f is the triangle of a centroid, if it is guarded. It reports
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
		if o.known[i] { // false for most distant points: avoids a cache miss
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
