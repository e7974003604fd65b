package implicit

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// polygonise makes a triangle mesh of the zero set of field inside the box by marching
// tetrahedra: each cube of edge h is cut into six tetrahedra around its main diagonal
// (Kuhn), so neighbouring cubes agree and the surface is a manifold. Triangles face
// towards growing field. Where the surface leaves the box it ends in a boundary there.
// The field must be a distance up to a factor of two: coarse blocks far from the
// surface are skipped on its word.
func polygonise(field func(r3.Vec) float64, lo, hi r3.Vec, h float64) ([]r3.Vec, [][3]int32) {
	const block = 4 // cubes per coarse block edge
	dims := [3]int{}
	for i, e := range [3]float64{hi.X - lo.X, hi.Y - lo.Y, hi.Z - lo.Z} {
		dims[i] = block * int(math.Ceil(e/(h*block)))
	}
	nx, ny := dims[0]+1, dims[1]+1
	at := func(i, j, k int) r3.Vec {
		return r3.Vec{X: lo.X + float64(i)*h, Y: lo.Y + float64(j)*h, Z: lo.Z + float64(k)*h}
	}
	id := func(i, j, k int) int { return (k*ny+j)*nx + i }
	values := make([]float64, nx*ny*(dims[2]+1))
	for i := range values {
		values[i] = math.NaN()
	}
	value := func(i, j, k int) float64 {
		v := &values[id(i, j, k)]
		if math.IsNaN(*v) {
			*v = field(at(i, j, k))
		}
		return *v
	}
	var pos []r3.Vec
	var tris [][3]int32
	onEdge := map[[2]int]int32{}
	cut := func(a, b [3]int) int32 {
		ia, ib := id(a[0], a[1], a[2]), id(b[0], b[1], b[2])
		if ia > ib {
			a, b, ia, ib = b, a, ib, ia
		}
		if v, ok := onEdge[[2]int{ia, ib}]; ok {
			return v
		}
		fa, fb := values[ia], values[ib]
		// Kept off the lattice points, so that no triangle has zero area.
		u := math.Min(0.97, math.Max(0.03, fa/(fa-fb)))
		pa, pb := at(a[0], a[1], a[2]), at(b[0], b[1], b[2])
		v := int32(len(pos))
		pos = append(pos, r3.Add(pa, r3.Scale(u, r3.Sub(pb, pa))))
		onEdge[[2]int{ia, ib}] = v
		return v
	}
	steps := [6][2]int{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}} // order of the axes walked first
	cube := func(i, j, k int) {
		for _, st := range steps {
			var c [4][3]int
			c[0] = [3]int{i, j, k}
			c[1] = c[0]
			c[1][st[0]]++
			c[2] = c[1]
			c[2][st[1]]++
			c[3] = [3]int{i + 1, j + 1, k + 1}
			var in, out [][3]int
			for _, p := range c {
				if value(p[0], p[1], p[2]) < 0 {
					in = append(in, p)
				} else {
					out = append(out, p)
				}
			}
			var poly []int32
			switch {
			case len(in) == 1:
				poly = []int32{cut(in[0], out[0]), cut(in[0], out[1]), cut(in[0], out[2])}
			case len(in) == 3:
				poly = []int32{cut(in[0], out[0]), cut(in[1], out[0]), cut(in[2], out[0])}
			case len(in) == 2:
				poly = []int32{cut(in[0], out[0]), cut(in[0], out[1]), cut(in[1], out[1]), cut(in[1], out[0])}
			default:
				continue
			}
			// The plane through the cuts separates in[0] from out[0]: face the latter.
			a, b, d := pos[poly[0]], pos[poly[1]], pos[poly[2]]
			n := r3.Cross(r3.Sub(b, a), r3.Sub(d, a))
			flip := r3.Dot(n, r3.Sub(at(out[0][0], out[0][1], out[0][2]), a)) < 0
			for t := 2; t < len(poly); t++ {
				tri := [3]int32{poly[0], poly[t-1], poly[t]}
				if flip {
					tri[1], tri[2] = tri[2], tri[1]
				}
				tris = append(tris, tri)
			}
		}
	}
	diagonal := float64(block) * h * math.Sqrt(3) / 2
	for K := 0; K < dims[2]; K += block {
		for J := 0; J < dims[1]; J += block {
			for I := 0; I < dims[0]; I += block {
				half := float64(block) / 2 * h
				centre := r3.Add(at(I, J, K), r3.Vec{X: half, Y: half, Z: half})
				if math.Abs(field(centre)) > 2*diagonal {
					continue
				}
				for k := K; k < K+block; k++ {
					for j := J; j < J+block; j++ {
						for i := I; i < I+block; i++ {
							cube(i, j, k)
						}
					}
				}
			}
		}
	}
	return pos, tris
}
