package bench

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// fineMesh is a mesh whose triangles are each divided into r² equal ones.
type fineMesh struct {
	tri    [][3]int32
	uv     [][3]r2.Vec
	from   [][3]int32   // of each fine vertex: corners of a coarse triangle
	weight [][3]float64 // barycentric coordinates in it
	edge   map[[2]int32]int
}

// divide divides the triangles of a part into r² each. Both sides of a coarse edge share its vertices. Material
// coordinates belong to the triangles, so seams are kept.
func divide(p *cloth.Part, r int) *fineMesh {
	f := &fineMesh{edge: map[[2]int32]int{}}
	for i := range p.X {
		f.from, f.weight = append(f.from, [3]int32{int32(i), int32(i), int32(i)}), append(f.weight, [3]float64{1, 0, 0})
	}
	// first has, for each coarse edge, the first of its r−1 inner vertices, from its lower end.
	first := map[[2]int32]int32{}
	inner := func(a, b int32, k int) int32 { // the k-th of r steps from a to b
		lo, hi := min(a, b), max(a, b)
		at, ok := first[[2]int32{lo, hi}]
		if !ok {
			at = int32(len(f.from))
			first[[2]int32{lo, hi}] = at
			for j := 1; j < r; j++ {
				w := float64(j) / float64(r)
				f.from, f.weight = append(f.from, [3]int32{lo, hi, hi}), append(f.weight, [3]float64{1 - w, w, 0})
			}
		}
		if a > b {
			k = r - k
		}
		return at + int32(k) - 1
	}
	for t, c := range p.Tri {
		for k := range 3 {
			f.edge[[2]int32{min(c[k], c[(k+1)%3]), max(c[k], c[(k+1)%3])}]++
		}
		// point (i, j) is i steps along corner 0 → 1 and j steps along 0 → 2
		rows := make([][]int32, r+1)
		for j := range rows {
			rows[j] = make([]int32, r+1-j)
			for i := range rows[j] {
				switch {
				case i == 0 && j == 0:
					rows[j][i] = c[0]
				case i == r:
					rows[j][i] = c[1]
				case j == r:
					rows[j][i] = c[2]
				case j == 0:
					rows[j][i] = inner(c[0], c[1], i)
				case i == 0:
					rows[j][i] = inner(c[0], c[2], j)
				case i+j == r:
					rows[j][i] = inner(c[1], c[2], j)
				default:
					rows[j][i] = int32(len(f.from))
					u, v := float64(i)/float64(r), float64(j)/float64(r)
					f.from, f.weight = append(f.from, c), append(f.weight, [3]float64{1 - u - v, u, v})
				}
			}
		}
		uv := func(i, j int) r2.Vec {
			u, v := float64(i)/float64(r), float64(j)/float64(r)
			q := &p.UV[t]
			return r2.Add(r2.Scale(1-u-v, q[0]), r2.Add(r2.Scale(u, q[1]), r2.Scale(v, q[2])))
		}
		for j := range r {
			for i := range r - j {
				f.tri = append(f.tri, [3]int32{rows[j][i], rows[j][i+1], rows[j+1][i]})
				f.uv = append(f.uv, [3]r2.Vec{uv(i, j), uv(i+1, j), uv(i, j+1)})
				if i+j < r-1 {
					f.tri = append(f.tri, [3]int32{rows[j][i+1], rows[j+1][i+1], rows[j+1][i]})
					f.uv = append(f.uv, [3]r2.Vec{uv(i+1, j), uv(i+1, j+1), uv(i, j+1)})
				}
			}
		}
	}
	return f
}

// mix returns the interpolated values of a quantity of the coarse vertices.
func (f *fineMesh) mix(coarse []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(f.from))
	for i, c := range f.from {
		for k, w := range f.weight[i] {
			out[i] = r3.Add(out[i], r3.Scale(w, coarse[c[k]]))
		}
	}
	return out
}

// rounding is the weight α of Phong tessellation that its authors propose.
const rounding = 0.75

// round returns positions on a rounded surface instead of flat triangles, by Phong tessellation (Boubekeur and Alexa,
// ACM Trans. Graph. 27(5), 2008): x → (1−α)x + α Σ wₖπₖ(x), with πₖ the projection on the tangent plane at corner k. It
// makes creases along the coarse edges shallow. Without it they would be sharper the finer the mesh.
func (f *fineMesh) round(p *cloth.Part) []r3.Vec {
	normal := make([]r3.Vec, len(p.X))
	for _, c := range p.Tri {
		n := r3.Cross(r3.Sub(p.X[c[1]], p.X[c[0]]), r3.Sub(p.X[c[2]], p.X[c[0]])) // weighted by area
		for _, v := range c {
			normal[v] = r3.Add(normal[v], n)
		}
	}
	for i, n := range normal {
		if l := r3.Norm(n); l > 0 {
			normal[i] = r3.Scale(1/l, n)
		}
	}
	out := f.mix(p.X)
	for i, x := range out {
		for k, c := range f.from[i] {
			n := normal[c]
			out[i] = r3.Sub(out[i], r3.Scale(rounding*f.weight[i][k]*r3.Dot(n, r3.Sub(x, p.X[c])), n))
		}
	}
	return out
}

// along returns the fine vertices on chosen coarse vertices, and on border edges between two such.
func (f *fineMesh) along(chosen func(coarse int32) bool) (vertices []int32) {
	for i, c := range f.from {
		a, b := c[0], c[1]
		if !chosen(a) || !chosen(b) || !chosen(c[2]) {
			continue
		}
		if a == b || c[1] == c[2] && f.edge[[2]int32{min(a, b), max(a, b)}] == 1 {
			vertices = append(vertices, int32(i))
		}
	}
	return vertices
}
