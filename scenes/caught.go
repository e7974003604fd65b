package scenes

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bvh"
)

// submerged describes the vertices of a part that start inside a body.
type submerged struct {
	vertices []int32 // inside; the first maxListed
	count    int     // number of vertices inside
	deepest  float64 // [m]
	at       r3.Vec  // position of the deepest vertex [m]
	caught   string  // why contact cannot push it out; "" if it can
}

// submerge finds vertices of a part inside a body. Contact pushes each to the nearest point of the surface. That works
// at any depth if neighbours move the same way. It fails if two neighbours deeper than the layer move in opposite
// directions, as the body ends up between them. It also fails if a vertex inside has a neighbour outside with no
// surface between them: their distances from the surface then exceed together the length of their edge. Pinned vertices
// are exempt: they may be inside, as in a pole.
func submerge(p *cloth.Part, tree *bvh.Tree, layer float64) (s submerged) {
	dist, way := make([]float64, len(p.X)), make([]r3.Vec, len(p.X))
	for v, y := range p.X {
		h := tree.Closest(y, -1)
		if dist[v] = h.Dist; !(h.Dist < 0) {
			continue
		}
		a, b, c := tree.Corners(h.Tri)
		out := r3.Add(r3.Scale(h.Bary[0], a), r3.Add(r3.Scale(h.Bary[1], b), r3.Scale(h.Bary[2], c)))
		way[v] = r3.Sub(out, y)
		if s.count++; -h.Dist > s.deepest {
			s.deepest, s.at = -h.Dist, y
		}
		if len(s.vertices) < maxListed {
			s.vertices = append(s.vertices, int32(v))
		}
	}
	held := make([]bool, len(p.X))
	for _, q := range p.Pins {
		held[q.Vertex] = true
	}
	for _, t := range p.Tri {
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			if dist[a] > dist[b] {
				a, b = b, a
			}
			switch {
			case dist[a] >= -layer || held[a] || held[b]:
			case dist[b] < -layer && r3.Dot(way[a], way[b]) < 0:
				s.caught = "the nearest ways out of neighbours lead to opposite sides, so that it would be torn over the body"
			case dist[b] >= 0 && dist[b]-dist[a] > (1+1e-6)*r3.Norm(r3.Sub(p.X[a], p.X[b]))+layer:
				s.caught = "some of it is inside and the vertex next to it outside, with none of the surface between them: the " +
					"body is folded, nested or turned inside out there, and would hold it"
			}
			if s.caught != "" {
				return s
			}
		}
	}
	return s
}
