package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
)

// loadAnchors loads the anchors of pairs from a state.
func (c *selfContact) loadAnchors(anchors []cloth.Rub) {
	clear(c.anchors)
	clear(c.slipping)
	for i := range anchors {
		r := &anchors[i]
		kind := pairs.VertexTriangle
		if r.Edges {
			kind = pairs.EdgeEdge
		}
		c.anchors[pairName{kind, r.V}] = r.Slip
		if !r.Edges {
			c.slipping[r.V[0]] = append(c.slipping[r.V[0]], r.V)
		}
	}
}

// anchor returns the elastic slip of a pair at the start of the step. The slip of a vertex is carried over between
// adjacent triangles.
func (c *selfContact) anchor(name *pairName) r3.Vec {
	if len(c.anchors) == 0 {
		return r3.Vec{}
	}
	if name.kind == pairs.VertexTriangle {
		if slip, same := c.anchors[*name]; same {
			return slip
		}
		for _, v := range c.slipping[name.v[0]] {
			for _, corner := range v[1:] {
				if corner == name.v[1] || corner == name.v[2] || corner == name.v[3] {
					return c.anchors[pairName{name.kind, v}]
				}
			}
		}
		return r3.Vec{}
	}
	r := cloth.Rub{V: name.v, Edges: true, Slip: r3.Vec{X: 1}}.Ordered()
	return r3.Scale(r.Slip.X, c.anchors[pairName{name.kind, r.V}])
}

// commitAnchors stores the elastic slip, at the end of the step, of the pairs with friction at the last contact
// detection.
func (s *Sim) commitAnchors() {
	c := s.self
	list := s.spareAnchors[:0]
	if c != nil {
		for i := range c.rubbing {
			p := &c.rubbing[i]
			if p.cone.Limit == 0 {
				continue
			}
			at := points(s.x, &p.v)
			q := r3.Add(p.anchor, r3.Sub(pairs.Between(&p.w, &at), p.start))
			list = append(list, cloth.Rub{V: p.v, Edges: p.kind == pairs.EdgeEdge, Slip: p.cone.Held(q, p.normal,
				s.Settings.FrictionSlip)}.Ordered())
		}
	}
	s.spareAnchors, s.State.Rubs = s.State.Rubs, list
}
