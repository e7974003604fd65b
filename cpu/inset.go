package cpu

import "math"

// SetInset lets surfaces of colliders begin so far within themselves, at a level set of the distance: cloth that starts
// inside a body is pushed out little by little while this goes back to 0. From is how far they did in the step that led
// to the present positions; cloth that they come out through has not come through them, and steps are not halved for
// it. Both in m. Planes stay where they are.
func (s *Sim) SetInset(inset, from float64) {
	for _, o := range s.obstacles {
		if o.tree == nil {
			continue
		}
		for i := range o.clear {
			o.clear[i] += inset - o.inset
		}
		o.inset, o.inner = inset, max(from, inset)
	}
}

// Deepest is how far the deepest contact point is in the surface of a collider that it feels [m], 0 if none is in one.
func (s *Sim) Deepest() (deepest float64) {
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
				depth[i] = -o.tree.Closest(s.point(s.State.X, i), -1).Dist
			}
		})
		for _, d := range depth {
			deepest = math.Max(deepest, d)
		}
	}
	return deepest
}
