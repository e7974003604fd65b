package cpu

import "math"

// SetInset offsets the surfaces of colliders inwards, to a level set of the distance: cloth that starts inside a body
// is pushed out gradually while inset decreases to 0. from is the inset of the step that led to the present positions;
// penetration by the decrease does not count as tunnelling, and does not halve steps. Both in m. Planes are not offset.
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

// Deepest returns the largest penetration of a contact point into the surface of a collider that acts on it [m], at
// least 0.
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
