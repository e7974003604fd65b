package check

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// WrinkleBox is a closed box with edges along the axes [m].
type WrinkleBox struct{ Min, Max r3.Vec }

// Contains reports whether p lies in the box. A nil box contains everything.
func (b *WrinkleBox) Contains(p r3.Vec) bool {
	return b == nil || p.X >= b.Min.X && p.X <= b.Max.X && p.Y >= b.Min.Y && p.Y <= b.Max.Y && p.Z >= b.Min.Z &&
		p.Z <= b.Max.Z
}

// edge runs from v[0] to v[1]; v[2] is opposite in the triangle on its left, v[3] in the other.
type edge struct {
	v     [4]int32
	angle float64 // at the reference [rad]; NaN where a triangle has no normal
}

// WrinkleMesh is a mesh, or its part in a box, at the reference positions of a measurement.
type WrinkleMesh struct {
	x     []r3.Vec // reference [m]
	edges []edge
	moved []int32 // vertices that are measured
}

// WrinkleFigures are the measurement of one frame against the reference.
type WrinkleFigures struct {
	Angle  float64 // root mean square change of the dihedral angles [rad]
	Moved  float64 // root mean square displacement of the vertices [m]
	NoFold int     // edges left out of Angle, since a triangle at them has no area in one of the frames
}

// NewWrinkleMesh returns the mesh of triangles with the reference positions x of the first frame [m], which are copied.
// With a box, only the edges with their middle in it at the first frame, and the vertices in it, are measured.
//
// Errors: an index that is no vertex or occurs twice in a triangle, a position that is not finite, an edge of more than
// two triangles or of two with the same direction along it.
func NewWrinkleMesh(tri [][3]int32, x []r3.Vec, box *WrinkleBox) (*WrinkleMesh, error) {
	m := &WrinkleMesh{x: append([]r3.Vec(nil), x...)}
	if err := wrinklesCheck(x); err != nil {
		return nil, err
	}
	for i, p := range x {
		if box.Contains(p) {
			m.moved = append(m.moved, int32(i))
		}
	}
	type half struct {
		opposite int32
		joined   bool
	}
	rim := map[[2]int32]*half{} // edges in the direction of their first triangle
	for t, v := range tri {
		for _, i := range v {
			if i < 0 || int(i) >= len(x) {
				return nil, fmt.Errorf("triangle %d: vertex index %d: expected 0..%d", t, i, len(x)-1)
			}
		}
		if v[0] == v[1] || v[1] == v[2] || v[2] == v[0] {
			return nil, fmt.Errorf("triangle %d: corners %v: expected three different vertices", t, v)
		}
		for a := range 3 {
			i, j, o := v[a], v[(a+1)%3], v[(a+2)%3]
			if rim[[2]int32{i, j}] != nil {
				return nil, fmt.Errorf("triangle %d: edge (%d, %d): expected at most two triangles over an edge, one in each "+
					"direction", t, i, j)
			}
			other := rim[[2]int32{j, i}]
			switch {
			case other == nil:
				rim[[2]int32{i, j}] = &half{opposite: o}
			case other.joined:
				return nil, fmt.Errorf("triangle %d: edge (%d, %d): expected at most two triangles over an edge", t, i, j)
			default:
				other.joined = true
				if box.Contains(r3.Scale(0.5, r3.Add(x[i], x[j]))) {
					e := edge{v: [4]int32{j, i, other.opposite, o}}
					e.angle = dihedral(e.v, x)
					m.edges = append(m.edges, e)
				}
			}
		}
	}
	return m, nil
}

// Edges returns the number of inner edges that are measured.
func (m *WrinkleMesh) Edges() int { return len(m.edges) }

// Vertices returns the number of vertices that are measured.
func (m *WrinkleMesh) Vertices() int { return len(m.moved) }

// Refer makes the positions x of another frame [m] the reference. Errors are those of Compare.
func (m *WrinkleMesh) Refer(x []r3.Vec) error {
	if err := m.fits(x); err != nil {
		return err
	}
	copy(m.x, x)
	for i := range m.edges {
		m.edges[i].angle = dihedral(m.edges[i].v, x)
	}
	return nil
}

// fits checks the positions of a frame.
func (m *WrinkleMesh) fits(x []r3.Vec) error {
	if len(x) != len(m.x) {
		return fmt.Errorf("%d vertices: expected %d as in the first frame", len(x), len(m.x))
	}
	return wrinklesCheck(x)
}

// Compare returns the measurement of the positions x of a frame [m]. Figures without edges or vertices are zero.
// Errors: another number of vertices, a position that is not finite.
func (m *WrinkleMesh) Compare(x []r3.Vec) (WrinkleFigures, error) {
	var f WrinkleFigures
	if err := m.fits(x); err != nil {
		return f, err
	}
	var sum float64
	for i := range m.edges {
		e := &m.edges[i]
		d := dihedral(e.v, x) - e.angle
		if math.IsNaN(d) {
			f.NoFold++
			continue
		}
		d -= 2 * math.Pi * math.Round(d/(2*math.Pi)) // angles count modulo 2π
		sum += d * d
	}
	if n := len(m.edges) - f.NoFold; n > 0 {
		f.Angle = math.Sqrt(sum / float64(n))
	}
	sum = 0
	for _, i := range m.moved {
		sum += r3.Norm2(r3.Sub(x[i], m.x[i]))
	}
	if n := len(m.moved); n > 0 {
		f.Moved = math.Sqrt(sum / float64(n))
	}
	return f, nil
}

// wrinklesCheck returns an error with the first position that is not finite.
func wrinklesCheck(x []r3.Vec) error {
	for i, p := range x {
		if !cloth.FiniteVec(p) {
			return fmt.Errorf("vertex %d at (%g, %g, %g): expected finite numbers", i, p.X, p.Y, p.Z)
		}
	}
	return nil
}

// dihedral returns the angle between the two triangles of an edge [rad]: 0 where the surface is flat, positive where it
// folds towards the side of its normals. NaN if a triangle has no area.
func dihedral(v [4]int32, x []r3.Vec) float64 {
	e := r3.Sub(x[v[1]], x[v[0]])
	left := r3.Cross(e, r3.Sub(x[v[2]], x[v[0]]))
	right := r3.Cross(r3.Sub(x[v[3]], x[v[0]]), e)
	if left == (r3.Vec{}) || right == (r3.Vec{}) {
		return math.NaN()
	}
	return math.Atan2(r3.Dot(r3.Cross(right, left), e)/r3.Norm(e), r3.Dot(left, right))
}
