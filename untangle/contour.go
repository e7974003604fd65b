package untangle

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// contour shortens the intersection contours with a wanted hit: a displacement along the gradient of the length L of
// each, weighted with the inverse masses, by L/|∇L|², at which L vanishes to first order. The gradient is that of
// Volino and Magnenat-Thalmann 2006, "Resolving Surface Collisions through Intersection Contour Minimization", section
// 3: a hit of an edge E on a triangle with normal N, at the end of a segment with direction u, contributes u −
// (u·E)/(N·E) N at the edge and (u·E)/(N·E) N at the triangle.
func (m *mesh) contour(x []r3.Vec, g *tangle, f *field, wanted []bool) {
	type slope struct {
		length   float64
		vertices []int32
		gradient []r3.Vec
	}
	line := cloth.NewForest(len(g.hits)) // hits joined by segments are on one contour
	for _, s := range g.segments {
		if s.hit[1] >= 0 {
			line.Join(s.hit[0], s.hit[1])
		}
	}
	shorten := make([]bool, len(g.hits))
	for i, w := range wanted {
		if w {
			shorten[line.Find(int32(i))] = true
		}
	}
	var order []int32
	slopes := map[int32]*slope{}
	index := map[[2]int32]int{}
	for _, s := range g.segments {
		id := line.Find(s.hit[0])
		if !shorten[id] {
			continue
		}
		c, ok := slopes[id]
		if !ok {
			c = &slope{}
			slopes[id] = c
			order = append(order, id)
		}
		add := func(v int32, d r3.Vec) {
			k, ok := index[[2]int32{id, v}]
			if !ok {
				k = len(c.vertices)
				index[[2]int32{id, v}] = k
				c.vertices, c.gradient = append(c.vertices, v), append(c.gradient, r3.Vec{})
			}
			c.gradient[k] = r3.Add(c.gradient[k], d)
		}
		p := g.hits[s.hit[0]].at
		var q r3.Vec
		if s.hit[1] >= 0 {
			q = g.hits[s.hit[1]].at
		} else {
			q = x[s.vertex]
		}
		u := r3.Sub(p, q)
		l := math.Sqrt(r3.Norm2(u))
		if !(l > 0) {
			continue
		}
		c.length += l
		u = r3.Scale(1/l, u)
		m.slopeOf(x, &g.hits[s.hit[0]], u, add)
		if s.hit[1] >= 0 {
			m.slopeOf(x, &g.hits[s.hit[1]], r3.Scale(-1, u), add)
		} else {
			add(s.vertex, r3.Scale(-1, u))
		}
	}
	for _, id := range order {
		c := slopes[id]
		sum := 0.0
		for k, v := range c.vertices {
			sum += m.inv[v] * r3.Norm2(c.gradient[k])
		}
		if !(sum > 0) {
			continue
		}
		for k, v := range c.vertices {
			f.add(v, r3.Scale(-c.length*m.inv[v]/sum, c.gradient[k]))
		}
	}
}

// slopeOf adds the gradient of u·P with respect to the vertices of the hit P.
func (m *mesh) slopeOf(x []r3.Vec, h *hit, u r3.Vec, add func(int32, r3.Vec)) {
	a, b := m.edges[h.edge][0], m.edges[h.edge][1]
	e := r3.Sub(x[b], x[a])
	// The hit of an edge almost in the plane moves very far: bounded.
	const least = 0.1
	across, length := r3.Dot(h.normal, e), math.Sqrt(r3.Norm2(e))
	if math.Abs(across) < least*length {
		across = math.Copysign(least*length, across)
	}
	n := r3.Scale(r3.Dot(u, e)/across, h.normal)
	d := r3.Sub(u, n)
	add(a, r3.Scale(1-h.s, d))
	add(b, r3.Scale(h.s, d))
	for k, v := range m.tri[h.tri] {
		add(v, r3.Scale(h.bary[k], n))
	}
}
