package cpu

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bodies"
	"hysteron/contact/bvh"
	"hysteron/step"
)

// deepen searches for a point of a triangle that is nearer to the surface than its centroid at, over a sharp surface,
// see bodies.Face.
func (o *obstacle) deepen(h *bvh.Hit, at r3.Vec, f *bodies.Face, delta float64) (spare float64) {
	switch {
	case f == nil || h.Tri < 0 || f.Edge < o.edgeLimit[h.Tri]:
		return 0
	case o.isSharp(h.Tri):
		return f.Deepest(o.tree, h, at, delta)
	}
	return f.Deepen(o.tree, h, at, delta)
}

// guard finds where a surface is sharper than cloth of the model can follow.
func (o *obstacle) guard(w *now) {
	o.leastEdgeLimit = math.Inf(1)
	if o.tree == nil || o.Blunt {
		return
	}
	l, delta := step.Coarse(w.Model, w.Settings.Thickness)
	if o.edgeLimit, o.sharp, _ = step.SharpNear(o.Surface.Triangles(), o.y1, l, delta,
		w.Settings.Thickness); o.edgeLimit != nil {
		o.leastEdgeLimit = slices.Min(o.edgeLimit)
	}
}

// isSharp reports whether the surface is sharp near a triangle of it.
func (o *obstacle) isSharp(tri int32) bool { return o.sharp != nil && tri >= 0 && o.sharp[tri] }

// guarded returns triangle t of the cloth at the trial positions, if it is coarse enough for the obstacle to enter
// between its contact points.
func (o *obstacle) guarded(w *now, t int) *bodies.Face {
	if o.edgeLimit == nil || w.cloth.Edge[t] < o.leastEdgeLimit {
		return nil
	}
	f := &bodies.Face{Edge: w.cloth.Edge[t]}
	for c, v := range w.Model.Tri[t] {
		f.Corner[c] = w.x[v]
	}
	return f
}

// HasSharp reports whether an obstacle has a sharp edge.
func (s operations) HasSharp() bool {
	return slices.ContainsFunc(s.obstacles, func(o *obstacle) bool { return o.sharp != nil })
}

// SharpCrossings returns the number of triangles that sharp obstacles enter between contact points.
func (s operations) SharpCrossings() (count int) {
	n := len(s.x)
	for _, o := range s.obstacles {
		if o.sharp == nil {
			continue
		}
		o.detect(&s.now, false)
		s.points = false
		for t, v := range s.Model.Tri {
			if q := &o.near[n+t]; o.live[n+t] && q.guarded() && q.planes[1].distance(mean3(s.x, v)) < q.planes[1].spare {
				count++
			}
		}
	}
	return count
}
