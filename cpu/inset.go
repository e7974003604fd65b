package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// SetInset lets surfaces of colliders begin so far within themselves [m], at a level set of the distance: cloth that starts
// inside a body is pushed out little by little while this goes back to 0. Planes stay where they are.
func (s *Sim) SetInset(inset float64) {
	for _, o := range s.obstacles {
		if o.tree == nil {
			continue
		}
		for i := range o.near {
			o.near[i].clear += inset - o.inset
		}
		o.inset = inset
	}
}

// Deepest is how far the deepest contact point is in the surface of a collider that it feels [m], 0 if none is in one.
func (s *Sim) Deepest() (deepest float64) {
	n := len(s.State.X)
	for _, o := range s.obstacles {
		if o.tree == nil {
			continue
		}
		depth := make([]float64, len(o.near))
		s.pool.For(len(depth), 64, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				if o.Skip != nil && o.Skip[i] {
					continue
				}
				var at r3.Vec
				if i < n {
					at = s.State.X[i]
				} else {
					at = mean3(s.State.X, s.Model.Tri[i-n])
				}
				depth[i] = -o.tree.Closest(at, -1).Dist
			}
		})
		for _, d := range depth {
			deepest = math.Max(deepest, d)
		}
	}
	return deepest
}
