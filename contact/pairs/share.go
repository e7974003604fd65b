package pairs

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// Surroundings are the parts of the cloth beside the features of pairs. They determine the share of a pair, such that
// layers on each other push along their normal, and each point of either counts once:
//
//   - a pair of edges counts with sin² of the largest angle between their triangles: zero in level layers; a line, an
//     edge without triangles, has its surface in all directions, and its pairs count in full;
//   - a vertex over or beside the rim counts with the plane of the triangle, or with the direction to the rim;
//   - of the triangles that share a closest point, one counts, see Covered.
type Surroundings struct {
	first []int32 // per vertex: where the edges begin of which it is the lower end
	edges []edge
	rim   []bool // per vertex
}

// edge is one of triangles.
type edge struct {
	to     int32    // its higher end
	beside [2]int32 // see step.Beside
}

// NewSurroundings returns the surroundings in triangles over n vertices.
func NewSurroundings(tri [][3]int32, n int) *Surroundings {
	beside := step.Beside(tri)
	s := &Surroundings{make([]int32, n+1), make([]edge, len(beside)), make([]bool, n)}
	for e, c := range beside {
		s.first[e[0]+1]++
		if onRim(c) {
			s.rim[e[0]], s.rim[e[1]] = true, true
		}
	}
	for i := range n {
		s.first[i+1] += s.first[i]
	}
	at := slices.Clone(s.first)
	for e, c := range beside {
		s.edges[at[e[0]]] = edge{e[1], c}
		at[e[0]]++
	}
	return s
}

// onRim reports whether an edge with these opposite corners has one triangle.
func onRim(c [2]int32) bool { return c[0] >= 0 && c[1] < 0 }

// lineSide replaces both opposite corners of a line.
const lineSide = -2

// Beside returns the corners opposite to an edge in its triangles, see step.Beside, or lineSide for a line.
func (s *Surroundings) Beside(i, j int32) [2]int32 {
	from, to := min(i, j), max(i, j)
	for _, e := range s.edges[s.first[from]:s.first[from+1]] {
		if e.to == to {
			return e.beside
		}
	}
	return [2]int32{lineSide, lineSide}
}

// leastWeight is the smallest weight of a vertex in a closest point, a hundred times the rounding error of float32.
// Below it, the point lies on the rest of the feature.
const leastWeight = 1e-5

// leastShare is the smallest share of a pair. Edges in level cloth have smaller ones by rounding.
const leastShare = 1e-6

// Support returns, as bits, the vertices with a weight in the closest points.
func Support(w *[4]float64) (bits uint8) {
	for k, v := range w {
		if math.Abs(v) > leastWeight {
			bits |= 1 << k
		}
	}
	return bits
}

// Covered reports whether the closest point of a vertex–triangle pair v, with its support, also belongs to another
// triangle, that of the pair o of the same vertex, which is nearer to the vertex. At equal distance the triangle with
// the lower corners counts.
func Covered(v *[4]int32, support uint8, o *[4]int32, other uint8) bool {
	return within(v, support, o) && (!within(o, other, v) || First(o, v))
}

// within reports whether the closest point of pair v belongs to the triangle of pair o.
func within(v *[4]int32, support uint8, o *[4]int32) bool {
	for k := 1; k < 4; k++ {
		if support>>k&1 != 0 && v[k] != o[1] && v[k] != o[2] && v[k] != o[3] {
			return false
		}
	}
	return true
}

// First reports whether the corners of the triangle of pair o precede those of pair v, in lexicographic order.
func First(o, v *[4]int32) bool {
	a, b := [3]int32(o[1:]), [3]int32(v[1:])
	slices.Sort(a[:])
	slices.Sort(b[:])
	return slices.Compare(a[:], b[:]) < 0
}

// Share returns the share of a pair with vertices v at positions x, closest points with weights w and the unit vector n
// between them. at returns the position of a vertex at the end of the path. Over a rim, w and n become those of the
// plane of the triangle. A pair that hits counts in full, if it counts at all; raised reports that its share is less.
func (s *Surroundings) Share(
	kind Kind, v *[4]int32, w *[4]float64, n *r3.Vec, x *[4]r3.Vec, at func(int32) r3.Vec, hit bool,
) (share float64, raised bool) {
	support := Support(w)
	switch {
	case kind == EdgeEdge:
		hit = hit && (support == 15 || s.own(v, support))
		share = s.bent(v, at)
	case !s.TouchesRim(v, support):
		return 1, false
	default:
		share = overRim(w, n, x)
	}
	switch {
	case hit:
		return 1, share < 1
	case share < leastShare:
		return 0, false
	}
	return share, false
}

// bent returns the share of a pair of edges: sin² of the largest angle between their triangles.
func (s *Surroundings) bent(v *[4]int32, at func(int32) r3.Vec) float64 {
	var normals [4]r3.Vec
	n, least := 0, 1.
	for k := 0; k < 4; k += 2 {
		from := at(v[k])
		edge := r3.Sub(at(v[k+1]), from)
		for _, c := range s.Beside(v[k], v[k+1]) {
			if c == lineSide {
				return 1
			}
			if c < 0 {
				continue
			}
			normals[n] = r3.Unit(r3.Cross(edge, r3.Sub(at(c), from)))
			for _, m := range normals[:n] {
				c := r3.Dot(m, normals[n])
				least = min(least, c*c)
			}
			n++
		}
	}
	return 1 - least
}

// own reports whether a vertex in the support of a pair of edges is opposite to the other edge in a triangle.
func (s *Surroundings) own(v *[4]int32, support uint8) bool {
	beside := [2][2]int32{s.Beside(v[2], v[3]), s.Beside(v[0], v[1])}
	for k, i := range v {
		if c := beside[k/2]; support>>k&1 != 0 && (i == c[0] || i == c[1]) {
			return true
		}
	}
	return false
}

// TouchesRim reports whether the corners of a triangle in the support are a corner on the rim, or the ends of an edge
// of it.
func (s *Surroundings) TouchesRim(v *[4]int32, support uint8) bool {
	switch support >> 1 {
	case 0b001:
		return s.rim[v[1]]
	case 0b010:
		return s.rim[v[2]]
	case 0b100:
		return s.rim[v[3]]
	case 0b011:
		return onRim(s.Beside(v[1], v[2]))
	case 0b101:
		return onRim(s.Beside(v[1], v[3]))
	case 0b110:
		return onRim(s.Beside(v[2], v[3]))
	}
	return false
}

// overRim returns the share of a vertex at height h over the plane of a triangle and by b beyond its rim: (1 − b²/h²)²
// with the plane for b < h, and (1 − h²/b²)² with the direction to the rim for b > h.
func overRim(w *[4]float64, n *r3.Vec, x *[4]r3.Vec) (share float64) {
	ab, ac, ap := r3.Sub(x[2], x[1]), r3.Sub(x[3], x[1]), r3.Sub(x[0], x[1])
	m := r3.Cross(ab, ac)
	m2 := r3.Norm2(m)
	up := r3.Dot(m, ap)
	h2 := up * up / m2
	b2 := r3.Norm2(Between(w, x)) - h2
	if !(b2 < h2) {
		share = 1 - h2/b2
		return share * share
	}
	v, u := r3.Dot(r3.Cross(ap, ac), m)/m2, r3.Dot(r3.Cross(ab, ap), m)/m2
	*w = [4]float64{1, v + u - 1, -v, -u}
	*n = r3.Scale(math.Copysign(1/math.Sqrt(m2), up), m)
	share = 1 - b2/h2
	return share * share
}
