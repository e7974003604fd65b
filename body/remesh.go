package body

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// remesher turns a rough surface mesh into a well-shaped one by incremental isotropic
// remeshing (Botsch & Kobbelt 2004): split long edges, collapse short ones, flip towards
// Delaunay, move vertices to the centroid of their ring and back onto the field. The
// mesh is the half x ≥ 0 of a symmetric surface; vertices with x = 0 form its boundary
// and stay there. Everything runs in index order, so results are repeatable.
type remesher struct {
	field    func(r3.Vec) float64
	gradient func(r3.Vec) r3.Vec

	pos  []r3.Vec
	tris [][3]int32 // removed ones have [0] = −1
	ring [][]int32  // triangles at each vertex; nil for removed vertices
	size []float64  // target edge length at each vertex [m]

	most         int  // largest number of triangles, including removed ones: a multiple of the rough mesh
	longestFirst bool // splits only the longest edge of a triangle: slower, but it always ends
}

func newRemesher(pos []r3.Vec, tris [][3]int32) *remesher {
	m := &remesher{pos: pos, tris: tris, ring: make([][]int32, len(pos)), most: 4 * len(tris)}
	for i, t := range tris {
		for _, v := range t {
			m.ring[v] = append(m.ring[v], int32(i))
		}
	}
	return m
}

func (m *remesher) boundary(v int32) bool { return m.pos[v].X == 0 }

// project moves a point onto the zero set by damped Newton steps along the gradient.
func (m *remesher) project(p r3.Vec, steps int) r3.Vec {
	fixed := p.X == 0
	for ; steps > 0; steps-- {
		f := m.field(p)
		g := m.gradient(p)
		if fixed {
			g.X = 0
		}
		n2 := r3.Norm2(g)
		if n2 < 0.01 || math.Abs(f) < 1e-9 {
			break
		}
		step := min(0.01, max(-0.01, f/n2))
		p = r3.Sub(p, r3.Scale(step, g))
	}
	return p
}

func (m *remesher) normal(t [3]int32) r3.Vec {
	return r3.Cross(r3.Sub(m.pos[t[1]], m.pos[t[0]]), r3.Sub(m.pos[t[2]], m.pos[t[0]]))
}

// sizing sets the target edge length: a fraction of the curvature radius, within limits. The curvature is estimated
// from the change of the field's normals along edges.
func (m *remesher) sizing(fraction, smallest, largest float64) {
	n := len(m.pos)
	normals := make([]r3.Vec, n)
	for v := range m.pos {
		if m.ring[v] != nil {
			g := m.gradient(m.pos[v])
			normals[v] = r3.Scale(1/max(r3.Norm(g), 1e-9), g)
		}
	}
	m.size = make([]float64, n)
	for v := range m.pos {
		curvature, count := 0.0, 0.0
		for _, ti := range m.ring[v] {
			for _, w := range m.tris[ti] {
				if int(w) != v {
					d := max(m.length(int32(v), w), 1e-5) // projected vertices may coincide
					curvature += implicitSq(r3.Norm(r3.Sub(normals[w], normals[v])) / d)
					count++
				}
			}
		}
		curvature = math.Sqrt(curvature / max(1, count))
		m.size[v] = min(largest, max(smallest, fraction/max(curvature, 1e-3)))
	}
	// Grading: the size increases by at most a third of the distance.
	for changed := true; changed; {
		changed = false
		for _, t := range m.tris {
			for i, v := range t {
				if v < 0 {
					break
				}
				w := t[(i+1)%3]
				step := m.length(v, w) / 3
				if s := m.size[w] + step; m.size[v] > s+1e-6 {
					m.size[v], changed = s, true
				}
				if s := m.size[v] + step; m.size[w] > s+1e-6 {
					m.size[w], changed = s, true
				}
			}
		}
	}
}

func (m *remesher) length(a, b int32) float64 { return r3.Norm(r3.Sub(m.pos[a], m.pos[b])) }
func (m *remesher) wish(a, b int32) float64   { return (m.size[a] + m.size[b]) / 2 }

// across returns the triangles that contain both vertices.
func (m *remesher) across(a, b int32) []int32 {
	var out []int32
	for _, ti := range m.ring[a] {
		if t := m.tris[ti]; t[0] == b || t[1] == b || t[2] == b {
			out = append(out, ti)
		}
	}
	return out
}

func opposite(t [3]int32, a, b int32) int32 {
	for _, v := range t {
		if v != a && v != b {
			return v
		}
	}
	return -1
}

func (m *remesher) detach(v, ti int32) {
	r := m.ring[v]
	for i, x := range r {
		if x == ti {
			m.ring[v] = append(r[:i], r[i+1:]...)
			return
		}
	}
}

func replace(t [3]int32, from, to int32) [3]int32 {
	for i := range t {
		if t[i] == from {
			t[i] = to
		}
	}
	return t
}

// splitLong splits edges that are too long. It returns false if their number exceeds the limit: slivers beside an edge
// that cannot be split may need further splits without end, unless the longest edge of each triangle is split first.
func (m *remesher) splitLong() bool {
	for i := 0; i < len(m.tris); i++ {
		for k := 0; k < 3; k++ {
			t := m.tris[i]
			if t[0] < 0 {
				break
			}
			a, b := t[k], t[(k+1)%3]
			if m.length(a, b) <= 4.0/3*m.wish(a, b) {
				continue
			}
			if c := t[(k+2)%3]; m.longestFirst && (m.length(a, b) < m.length(b, c) || m.length(a, b) < m.length(c, a)) {
				continue
			}
			if len(m.tris) > m.most {
				return false
			}
			v := int32(len(m.pos))
			p := r3.Scale(0.5, r3.Add(m.pos[a], m.pos[b]))
			sides := m.across(a, b)
			if len(sides) == 0 || len(sides) > 2 || len(sides) == 1 && !(m.boundary(a) && m.boundary(b)) {
				continue // not a surface there, or one with a hole: reported by CheckClosed
			}
			if len(sides) == 1 {
				p.X = 0
			}
			m.pos = append(m.pos, p)
			m.size = append(m.size, m.wish(a, b))
			m.ring = append(m.ring, nil)
			for _, ti := range sides {
				old := m.tris[ti]
				c := opposite(old, a, b)
				ni := int32(len(m.tris))
				m.tris[ti] = replace(old, b, v)
				m.tris = append(m.tris, replace(old, a, v))
				m.detach(b, ti)
				m.ring[b] = append(m.ring[b], ni)
				m.ring[c] = append(m.ring[c], ni)
				m.ring[v] = append(m.ring[v], ti, ni)
			}
			// The halves are shorter than the whole, so that splitting ends.
			if q := m.project(p, 2); r3.Norm(r3.Sub(q, p)) < m.length(a, b)/4 {
				m.pos[v] = q
			}
			k = -1
		}
	}
	return true
}

func (m *remesher) neighbours(v int32) []int32 {
	var out []int32
	for _, ti := range m.ring[v] {
	next:
		for _, w := range m.tris[ti] {
			if w == v {
				continue
			}
			for _, x := range out {
				if x == w {
					continue next
				}
			}
			out = append(out, w)
		}
	}
	return out
}

func (m *remesher) collapseShort() {
	for i := range m.tris {
		for k := 0; k < 3; k++ {
			t := m.tris[i]
			if t[0] < 0 {
				break
			}
			a, b := t[k], t[(k+1)%3]
			if m.length(a, b) < 4.0/5*m.wish(a, b) && m.collapse(a, b) {
				break
			}
		}
	}
}

// collapse merges b into a (or a into b if only b is on the boundary), unless that would change the topology, make
// edges too long, or flip triangles. It reports whether it did.
func (m *remesher) collapse(a, b int32) bool {
	sides := m.across(a, b)
	ba, bb := m.boundary(a), m.boundary(b)
	if ba && bb && len(sides) != 1 {
		return false
	}
	if bb && !ba {
		a, b, ba, bb = b, a, bb, ba
	}
	common := 0
	na := m.neighbours(a)
	for _, w := range m.neighbours(b) {
		for _, x := range na {
			if x == w {
				common++
			}
		}
	}
	if common != len(sides) {
		return false // link condition
	}
	for _, ti := range sides {
		if c := opposite(m.tris[ti], a, b); len(m.ring[c]) < 4 && !m.boundary(c) {
			return false // two of its triangles would coincide
		}
	}
	p := m.pos[a]
	if ba == bb {
		p = r3.Scale(0.5, r3.Add(p, m.pos[b]))
	}
	for _, v := range [2]int32{a, b} {
		for _, ti := range m.ring[v] {
			t := m.tris[ti]
			if contains(t, a) && contains(t, b) {
				continue
			}
			before := m.normal(t)
			var q [3]r3.Vec
			for j, w := range t {
				q[j] = m.pos[w]
				if w == v {
					q[j] = p
				} else if r3.Norm(r3.Sub(m.pos[w], p)) > 4.0/3*m.wish(w, a) {
					return false
				}
			}
			after := r3.Cross(r3.Sub(q[1], q[0]), r3.Sub(q[2], q[0]))
			if r3.Dot(before, after) < 0.5*r3.Norm(before)*r3.Norm(after) && r3.Norm(before) > 1e-7 {
				return false
			}
		}
	}
	for _, ti := range sides {
		t := m.tris[ti]
		for _, v := range t {
			m.detach(v, ti)
		}
		m.tris[ti] = [3]int32{-1, -1, -1}
	}
	for _, ti := range m.ring[b] {
		m.tris[ti] = replace(m.tris[ti], b, a)
		m.ring[a] = append(m.ring[a], ti)
	}
	m.ring[b] = nil
	m.pos[a] = m.project(p, 1)
	return true
}

func contains(t [3]int32, v int32) bool { return t[0] == v || t[1] == v || t[2] == v }

// flip flips inner edges whose opposite angles have a sum above π (not Delaunay).
func (m *remesher) flip() {
	for i := range m.tris {
		for k := 0; k < 3; k++ {
			t := m.tris[i]
			if t[0] < 0 {
				break
			}
			a, b, c := t[k], t[(k+1)%3], t[(k+2)%3]
			sides := m.across(a, b)
			if len(sides) != 2 {
				continue
			}
			other := sides[0]
			if int(other) == i {
				other = sides[1]
			}
			d := opposite(m.tris[other], a, b)
			if d == c || len(m.ring[a]) < 4 || len(m.ring[b]) < 4 || len(m.across(c, d)) > 0 {
				continue
			}
			if m.boundary(c) && m.boundary(d) {
				continue
			}
			if cotangent(m.pos[a], m.pos[c], m.pos[b])+cotangent(m.pos[a], m.pos[d], m.pos[b]) > -1e-6 {
				continue
			}
			old := r3.Add(r3.Unit(m.normal(t)), r3.Unit(m.normal(m.tris[other])))
			t1, t2 := [3]int32{a, d, c}, [3]int32{d, b, c}
			if r3.Dot(m.normal(t1), old) <= 0 || r3.Dot(m.normal(t2), old) <= 0 {
				continue
			}
			m.tris[i], m.tris[other] = t1, t2
			m.detach(b, int32(i))
			m.detach(a, other)
			m.ring[c] = append(m.ring[c], other)
			m.ring[d] = append(m.ring[d], int32(i))
			k = 2
		}
	}
}

// cotangent returns that of the angle at p between the directions to a and b.
func cotangent(a, p, b r3.Vec) float64 {
	u, v := r3.Sub(a, p), r3.Sub(b, p)
	return r3.Dot(u, v) / max(r3.Norm(r3.Cross(u, v)), 1e-15)
}

// smooth moves each vertex towards the centroid of its triangles, weighted by area over target area, within the tangent
// plane, and projects it back.
func (m *remesher) smooth(newton int) {
	for v := range m.pos {
		if m.ring[v] == nil {
			continue
		}
		var c r3.Vec
		var weight float64
		b := m.boundary(int32(v))
		for _, ti := range m.ring[v] {
			t := m.tris[ti]
			if b {
				// On the symmetry plane: midpoint of the two boundary neighbours.
				for _, w := range t {
					if int(w) != v && m.boundary(w) && len(m.across(int32(v), w)) == 1 {
						c = r3.Add(c, r3.Scale(1/m.size[w], m.pos[w]))
						weight += 1 / m.size[w]
					}
				}
				continue
			}
			s := (m.size[t[0]] + m.size[t[1]] + m.size[t[2]]) / 3
			a := r3.Norm(m.normal(t)) / (s * s)
			g := r3.Scale(1.0/3, r3.Add(m.pos[t[0]], r3.Add(m.pos[t[1]], m.pos[t[2]])))
			c = r3.Add(c, r3.Scale(a, g))
			weight += a
		}
		if weight == 0 {
			continue
		}
		p := m.pos[v]
		move := r3.Sub(r3.Scale(1/weight, c), p)
		g := m.gradient(p)
		if b {
			g.X = 0
			move.X = 0
		}
		n2 := r3.Norm2(g)
		if n2 < 1e-12 {
			continue
		}
		move = r3.Sub(move, r3.Scale(r3.Dot(move, g)/n2, g))
		q := r3.Add(p, r3.Scale(0.8, move))
		if b {
			q.X = 0
		} else if q.X <= 1e-4 {
			q.X = max(p.X/2, 1e-4)
		}
		q = m.project(q, newton)
		if !b && q.X <= 1e-5 {
			continue
		}
		m.pos[v] = q
	}
}

// compact removes unused vertices and triangles.
func (m *remesher) compact() ([]r3.Vec, [][3]int32) {
	index := make([]int32, len(m.pos))
	var pos []r3.Vec
	for v := range m.pos {
		if m.ring[v] != nil {
			index[v] = int32(len(pos))
			pos = append(pos, m.pos[v])
		}
	}
	var tris [][3]int32
	for _, t := range m.tris {
		if t[0] >= 0 {
			tris = append(tris, [3]int32{index[t[0]], index[t[1]], index[t[2]]})
		}
	}
	return pos, tris
}

func implicitSq(v float64) float64 { return v * v }
