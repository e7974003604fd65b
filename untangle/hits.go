package untangle

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
)

// hit is the intersection of an edge and a triangle.
type hit struct {
	edge, tri int32
	side      [2]int     // side of the triangle's plane of each end of the edge
	s         float64    // parameter on the edge, 0 to 1
	bary      [3]float64 // barycentric coordinates in the triangle
	at        r3.Vec
	normal    r3.Vec // unit normal of the triangle
}

// segment is a part of an intersection contour, where two triangles intersect: from one hit to another, or to a vertex
// that the triangles share.
type segment struct {
	hit    [2]int32 // second one −1: ends at vertex
	vertex int32
}

// tangle has all intersections of a state.
type tangle struct {
	pairs    []check.Pair
	cluster  []int32 // of each pair: the lowest triangle of its contour
	hits     []hit
	segments []segment
	flat     []int32 // coplanar pairs, without a hit
}

// find returns all intersections.
func (m *mesh) find(x []r3.Vec, checker check.Checker) (*tangle, error) {
	garments, bodies := m.meshes(x)
	self, with, more := checker.Intersections(garments, bodies)
	if more {
		return nil, fmt.Errorf("untangle: more than %d pairs of triangles intersect: expected cloth that is not crushed",
			max(len(self), len(with)))
	}
	g := &tangle{pairs: m.together(self, with)}
	if len(g.pairs) == 0 {
		return g, nil
	}
	sets := cloth.NewForest(len(m.tri))
	for _, p := range g.pairs {
		sets.Join(p[0], p[1])
	}
	known := map[[2]int32]int32{} // edge and triangle: hit, or -1
	for i, p := range g.pairs {
		g.cluster = append(g.cluster, sets.Find(p[0]))
		var ends []int32
		for side := range 2 {
			s, t := p[side], p[1-side]
			for k := range 3 {
				e := m.of[s][k]
				id, ok := known[[2]int32{e, t}]
				if !ok {
					id = -1
					if h, ok := m.hit(x, e, t); ok {
						id = int32(len(g.hits))
						g.hits = append(g.hits, h)
					}
					known[[2]int32{e, t}] = id
				}
				if id >= 0 {
					ends = append(ends, id)
				}
			}
		}
		shared := m.shared(p)
		switch {
		case len(ends) == 0:
			g.flat = append(g.flat, int32(i))
		case len(shared) == 1:
			g.segments = append(g.segments, segment{[2]int32{ends[0], -1}, shared[0]})
		case len(ends) >= 2:
			// Touching corners give more than two; the two farthest apart span the segment.
			a, b, far := ends[0], ends[1], -1.0
			for i, p := range ends {
				for _, q := range ends[:i] {
					if d := r3.Norm2(r3.Sub(g.hits[p].at, g.hits[q].at)); d > far {
						a, b, far = q, p, d
					}
				}
			}
			g.segments = append(g.segments, segment{[2]int32{a, b}, -1})
		}
	}
	return g, nil
}

// shared returns the vertices that two triangles have in common.
func (m *mesh) shared(p check.Pair) (v []int32) {
	for _, a := range m.tri[p[0]] {
		if slices.Contains(m.tri[p[1]][:], a) {
			v = append(v, a)
		}
	}
	return v
}

// hit computes the intersection of an edge and a triangle; ok is false if they do not intersect, share a vertex, or are
// coplanar.
func (m *mesh) hit(x []r3.Vec, e, t int32) (h hit, ok bool) {
	a, b := m.edges[e][0], m.edges[e][1]
	if v := m.tri[t]; slices.Contains(v[:], a) || slices.Contains(v[:], b) {
		return h, false
	}
	c := m.corners(x, t)
	sa, sb, meet := check.Crossing(x[a], x[b], c)
	if !meet || sa == sb {
		return h, false
	}
	n := r3.Cross(r3.Sub(c[1], c[0]), r3.Sub(c[2], c[0]))
	area := math.Sqrt(r3.Norm2(n))
	da, db := r3.Dot(n, r3.Sub(x[a], c[0])), r3.Dot(n, r3.Sub(x[b], c[0]))
	s := da / (da - db)
	if !(area > 0) || !(s >= 0 && s <= 1) {
		return h, false
	}
	h = hit{edge: e, tri: t, side: [2]int{sa, sb}, s: s, normal: r3.Scale(1/area, n)}
	h.at = r3.Add(x[a], r3.Scale(s, r3.Sub(x[b], x[a])))
	sum := 0.0
	for k := range 3 {
		q := r3.Cross(r3.Sub(c[(k+1)%3], h.at), r3.Sub(c[(k+2)%3], h.at))
		h.bary[k] = max(0, r3.Dot(q, h.normal))
		sum += h.bary[k]
	}
	if !(sum > 0) {
		return h, false
	}
	for k := range 3 {
		h.bary[k] /= sum
	}
	return h, true
}

// regions divides the vertices into those connected without crossing the cloth. It returns the representative of each
// vertex's region, and the number of vertices by representative.
func (m *mesh) regions(g *tangle) (region cloth.Forest, size []int32) {
	cut := make([]bool, len(m.edges))
	for i := range g.hits {
		cut[g.hits[i].edge] = true
	}
	region, size = cloth.NewForest(len(m.near)), make([]int32, len(m.near))
	for e, v := range m.edges {
		if !cut[e] {
			region.Join(v[0], v[1])
		}
	}
	for v := range size {
		size[region.Find(int32(v))]++
	}
	return region, size
}

// Cluster is a connected set of remaining intersections.
type Cluster struct {
	Pairs     int     // intersecting pairs of triangles of the cloth
	BodyPairs int     // intersecting pairs of a triangle of the cloth and one of a body
	Triangles []int32 // of the cloth, sorted
	At        r3.Vec  // centre of the intersections within the cloth; without any, of those with bodies [m]
}

// clusters returns the clusters, largest first.
func (m *mesh) clusters(x []r3.Vec, g *tangle) []Cluster {
	var list []Cluster
	var with []r3.Vec // sums of the positions with bodies
	at := map[int32]int{}
	for i, p := range g.pairs {
		k, ok := at[g.cluster[i]]
		if !ok {
			k = len(list)
			at[g.cluster[i]] = k
			list, with = append(list, Cluster{}), append(with, r3.Vec{})
		}
		c, place := &list[k], check.Mesh{X: x, Tri: m.tri}.Where(p)
		c.Triangles = append(c.Triangles, p[0])
		if m.body(p[1]) {
			c.BodyPairs++
			with[k] = r3.Add(with[k], place)
		} else {
			c.Pairs++
			c.Triangles = append(c.Triangles, p[1])
			c.At = r3.Add(c.At, place)
		}
	}
	for k := range list {
		c := &list[k]
		if c.Pairs > 0 {
			c.At = r3.Scale(1/float64(c.Pairs), c.At)
		} else {
			c.At = r3.Scale(1/float64(c.BodyPairs), with[k])
		}
		slices.Sort(c.Triangles)
		c.Triangles = slices.Compact(c.Triangles)
	}
	slices.SortStableFunc(list, func(a, b Cluster) int {
		return cmp.Or(cmp.Compare(b.Pairs, a.Pairs), cmp.Compare(b.BodyPairs, a.BodyPairs))
	})
	return list
}
