package cloth

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// Rub is the friction anchor of a pair of cloth features: the elastic slip of the first along the second.
type Rub struct {
	V     [4]int32 // a vertex and the corners of a triangle, in the model's order; or the ends of two edges
	Edges bool
	Slip  r3.Vec // elastic slip e, at the time of the state [m]
}

// Ordered returns the same with edges in canonical order: the ends of each ascend, and the edge with the lower first
// end comes first.
func (r Rub) Ordered() Rub {
	if !r.Edges {
		return r
	}
	v := &r.V
	v[0], v[1], v[2], v[3] = min(v[0], v[1]), max(v[0], v[1]), min(v[2], v[3]), max(v[2], v[3])
	if v[2] < v[0] || v[2] == v[0] && v[3] < v[1] {
		v[0], v[1], v[2], v[3] = v[2], v[3], v[0], v[1]
		r.Slip = r3.Scale(-1, r.Slip)
	}
	return r
}

// checkAnchors returns an error for anchors that are no pairs of the model's features.
func (s *State) checkAnchors(m *Model) error {
	if len(s.Rubs) == 0 {
		return nil
	}
	edges, tris := map[[2]int32]bool{}, map[[3]int32]bool{}
	for _, t := range m.Tri {
		tris[t] = true
	}
	for _, e := range Edges(m.Tri, m.LineEnds(), nil) {
		edges[e] = true
	}
	for i := range s.Rubs {
		r := &s.Rubs[i]
		switch v := r.V; {
		case !FiniteVec(r.Slip):
			return fmt.Errorf("state: rub %d: slip %v: expected finite numbers", i, r.Slip)
		case r.Edges && (*r != r.Ordered() || !edges[[2]int32{v[0], v[1]}] || !edges[[2]int32{v[2], v[3]}]):
			return fmt.Errorf("state: rub %d of vertices %v: expected two edges of the model, in order", i, v)
		case !r.Edges && (v[0] < 0 || int(v[0]) >= len(m.X0) || !tris[[3]int32{v[1], v[2], v[3]}]):
			return fmt.Errorf("state: rub %d of vertices %v: expected a vertex and a triangle of the model", i, v)
		}
	}
	return nil
}
