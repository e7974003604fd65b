package body

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// block is the number of cubes along the edge of a coarse block.
const block = 4

// polygonise returns a triangle mesh of the zero set of field inside the box by marching tetrahedra. Each cube of edge
// h is divided into six tetrahedra around its main diagonal (Kuhn), so that neighbouring cubes match and the surface is
// a manifold. Triangles face towards increasing field. The surface has a boundary where it leaves the box. The field
// must be a distance up to a factor of two, as coarse blocks far from the surface are skipped by its value.
func polygonise(field func(r3.Vec) float64, lo, hi r3.Vec, h float64) ([]r3.Vec, [][3]int32) {
	dims := [3]int{}
	for i, e := range [3]float64{hi.X - lo.X, hi.Y - lo.Y, hi.Z - lo.Z} {
		dims[i] = block * int(math.Ceil(e/(h*block)))
	}
	l := lattice{field: field, lo: lo, h: h, nx: dims[0] + 1, ny: dims[1] + 1, onEdge: map[[2]int]int32{}}
	l.values = make([]float64, l.nx*l.ny*(dims[2]+1))
	for i := range l.values {
		l.values[i] = math.NaN()
	}
	half := float64(block) / 2 * h
	diagonal := float64(block) * h * math.Sqrt(3) / 2
	for K := 0; K < dims[2]; K += block {
		for J := 0; J < dims[1]; J += block {
			for I := 0; I < dims[0]; I += block {
				centre := r3.Add(l.at(point{I, J, K}), r3.Vec{X: half, Y: half, Z: half})
				if math.Abs(field(centre)) > 2*diagonal {
					continue
				}
				for k := K; k < K+block; k++ {
					for j := J; j < J+block; j++ {
						for i := I; i < I+block; i++ {
							l.cube(point{i, j, k})
						}
					}
				}
			}
		}
	}
	return l.pos, l.tris
}

// point is a lattice point, by its indices along x, y and z.
type point [3]int

// lattice is a field at the corners of cubes of edge h [m], and its zero set.
type lattice struct {
	field  func(r3.Vec) float64
	lo     r3.Vec
	h      float64
	nx, ny int       // points along x and y
	values []float64 // NaN: not yet evaluated

	pos    []r3.Vec
	tris   [][3]int32
	onEdge map[[2]int]int32 // vertices, by the ends of their lattice edges
}

func (l *lattice) at(p point) r3.Vec {
	return r3.Vec{X: l.lo.X + float64(p[0])*l.h, Y: l.lo.Y + float64(p[1])*l.h, Z: l.lo.Z + float64(p[2])*l.h}
}

func (l *lattice) id(p point) int { return (p[2]*l.ny+p[1])*l.nx + p[0] }

func (l *lattice) value(p point) float64 {
	v := &l.values[l.id(p)]
	if math.IsNaN(*v) {
		*v = l.field(l.at(p))
	}
	return *v
}

// cut returns the vertex where the surface crosses the edge between two points.
func (l *lattice) cut(a, b point) int32 {
	ia, ib := l.id(a), l.id(b)
	if ia > ib {
		a, b, ia, ib = b, a, ib, ia
	}
	if v, ok := l.onEdge[[2]int{ia, ib}]; ok {
		return v
	}
	fa, fb := l.values[ia], l.values[ib]
	// Kept away from the lattice points, so that no triangle has zero area.
	u := min(0.97, max(0.03, fa/(fa-fb)))
	pa, pb := l.at(a), l.at(b)
	v := int32(len(l.pos))
	l.pos = append(l.pos, r3.Add(pa, r3.Scale(u, r3.Sub(pb, pa))))
	l.onEdge[[2]int{ia, ib}] = v
	return v
}

// cube processes the six tetrahedra of the cube whose lowest corner is p.
func (l *lattice) cube(p point) {
	for _, axes := range [6][2]int{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}} { // first two axes of the path
		c := [4]point{p, p, p, {p[0] + 1, p[1] + 1, p[2] + 1}}
		c[1][axes[0]]++
		c[2] = c[1]
		c[2][axes[1]]++
		l.tetrahedron(c)
	}
}

// tetrahedron adds the surface in a tetrahedron: none, one or two triangles.
func (l *lattice) tetrahedron(c [4]point) {
	var in, out []point
	for _, p := range c {
		if l.value(p) < 0 {
			in = append(in, p)
		} else {
			out = append(out, p)
		}
	}
	var poly []int32
	switch len(in) {
	case 1:
		poly = []int32{l.cut(in[0], out[0]), l.cut(in[0], out[1]), l.cut(in[0], out[2])}
	case 2:
		poly = []int32{l.cut(in[0], out[0]), l.cut(in[0], out[1]), l.cut(in[1], out[1]), l.cut(in[1], out[0])}
	case 3:
		poly = []int32{l.cut(in[0], out[0]), l.cut(in[1], out[0]), l.cut(in[2], out[0])}
	default:
		return
	}
	// The plane through the cuts separates in[0] from out[0]: face the latter.
	a, b, d := l.pos[poly[0]], l.pos[poly[1]], l.pos[poly[2]]
	n := r3.Cross(r3.Sub(b, a), r3.Sub(d, a))
	flip := r3.Dot(n, r3.Sub(l.at(out[0]), a)) < 0
	for t := 2; t < len(poly); t++ {
		tri := [3]int32{poly[0], poly[t-1], poly[t]}
		if flip {
			tri[1], tri[2] = tri[2], tri[1]
		}
		l.tris = append(l.tris, tri)
	}
}
