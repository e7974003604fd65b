package scenes

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bvh"
)

// submerged is how a part starts inside a body.
type submerged struct {
	vertices []int32 // inside, the first maxListed
	count    int     // of all of these
	deepest  float64 // [m]
	at       r3.Vec  // where [m]
	caught   string  // why contact cannot lead it out; "" where it can
}

// submerge looks for vertices of a part in a body. Contact leads each out to the nearest point of the surface. That
// ends well where neighbours go the same way, however deep they are; it does not where two that are deeper than the
// layer go opposite ways, and the body comes to stand between them, nor where a vertex inside has a neighbour outside
// with no surface between: each is nearer to that than to the other. Pins hold cloth where they are, as in a pole.
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
