package main

import (
	"math"
	"path/filepath"
)

// Frame has the counts of one frame.
type Frame struct {
	Self   int // pairs of triangles of the cloth with a common point other than a common vertex or edge
	Body   int // pairs of a triangle of the cloth and one of a body with a common point
	Inside int // vertices of the cloth inside a body
}

// mesh has all meshes of one kind in one frame.
type mesh struct {
	points []point
	faces  [][3]int
}

// join returns the meshes of a frame as one.
func join(list []cache, frame int) (m mesh) {
	for _, c := range list {
		first := len(m.points)
		for _, x := range c.frames[frame] {
			m.points = append(m.points, newPoint(x))
		}
		for _, f := range c.faces {
			m.faces = append(m.faces, [3]int{first + f[0], first + f[1], first + f[2]})
		}
	}
	return m
}

func (m *mesh) corners(face int) (t [3]*point) {
	for k, v := range m.faces[face] {
		t[k] = &m.points[v]
	}
	return t
}

// Count returns the counts of the caches of a run, frame by frame.
func Count(dir string) ([]Frame, error) {
	cloth, err := readAll(filepath.Join(dir, "cache"))
	if err != nil {
		return nil, err
	}
	bodies, err := readAll(filepath.Join(dir, "body"))
	if err != nil {
		return nil, err
	}
	n := math.MaxInt
	for _, c := range append(append([]cache{}, cloth...), bodies...) {
		n = min(n, len(c.frames))
	}
	if len(cloth) == 0 {
		n = 0
	}
	frames := make([]Frame, n)
	for i := range frames {
		f, m, b := &frames[i], join(cloth, i), join(bodies, i)
		for _, p := range near(&m, &m) {
			if p[0] < p[1] && crossed(&m, p[0], p[1]) {
				f.Self++
			}
		}
		for _, p := range near(&m, &b) {
			if intersect(m.corners(p[0]), b.corners(p[1])) {
				f.Body++
			}
		}
		for k := range bodies {
			one := join(bodies[k:k+1], i)
			for v := range m.points {
				if inside(&m.points[v], &one) {
					f.Inside++
				}
			}
		}
	}
	return frames, nil
}

// crossed reports whether two triangles of a mesh have a common point besides common vertices. Triangles with a common
// edge count if they are in one plane, on the same side of it.
func crossed(m *mesh, i, j int) bool {
	a, b := m.corners(i), m.corners(j)
	common := 0
	for k := range 3 { // moves common vertices to the front, in the same order
		for l := common; l < 3 && k >= common; l++ {
			if a[k] == b[l] {
				a[k], a[common] = a[common], a[k]
				b[l], b[common] = b[common], b[l]
				common++
			}
		}
	}
	switch common {
	case 0:
		return intersect(a, b)
	case 1:
		return pierces(a[1], a[2], b) || pierces(b[1], b[2], a)
	case 2:
		if side(a[0], a[1], a[2], b[2]) != 0 {
			return false
		}
		for axis := range 3 {
			if s := turn(axis, a[0], a[1], a[2]); s != 0 {
				return s == turn(axis, b[0], b[1], b[2])
			}
		}
	}
	return false
}

// near returns the pairs of triangles whose boxes touch. It tests all pairs: simple code is seen to be right.
func near(a, b *mesh) (pairs [][2]int) {
	boxes := func(m *mesh) (list [][2][3]float64) {
		for i := range m.faces {
			lo, hi := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
			for _, p := range m.corners(i) {
				for k := range 3 {
					lo[k], hi[k] = min(lo[k], p.near[k]), max(hi[k], p.near[k])
				}
			}
			list = append(list, [2][3]float64{lo, hi})
		}
		return list
	}
	p, q := boxes(a), boxes(b)
	for i, x := range p {
		for j, y := range q {
			apart := false
			for k := range 3 {
				apart = apart || x[1][k] < y[0][k] || y[1][k] < x[0][k]
			}
			if !apart {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

// inside reports whether a point is inside a closed mesh: a segment to a point outside crosses the mesh an odd number
// of times. If the segment meets an edge or a vertex, another one is taken.
func inside(p *point, m *mesh) bool {
	far := float32(0)
	for i := range m.points {
		for k := range 3 {
			far = max(far, float32(math.Abs(m.points[i].near[k])))
		}
	}
	for try := 1; try < 100; try++ {
		t := float64(try)
		end := newPoint([3]float32{3 * far, float32(p.near[1] + 0.01*math.Sin(t)), float32(p.near[2] + 0.01*math.Sin(2.3*t))})
		count, clean := 0, true
		for i := range m.faces {
			c := m.corners(i)
			if !pierces(p, &end, c) {
				continue
			}
			count++
			for k := range 3 {
				clean = clean && side(p, &end, c[k], c[(k+1)%3]) != 0
			}
		}
		if clean {
			return count%2 == 1
		}
	}
	return false
}
