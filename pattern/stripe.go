package pattern

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
)

// stripe is the cloth within a distance from edges of triangles, in the pattern's plane, panel by panel.
type stripe struct {
	length  float64   // of the edges [m]
	covered []float64 // covered share of each triangle
	mesh    *Mesh
	uv      [][3]r2.Vec
}

// newStripe returns the stripe along the selected parts of outlines. h is the edge length of the mesh.
func newStripe(mesh *Mesh, uv [][3]r2.Vec, width, h float64, along func(r *Run) bool) *stripe {
	s := &stripe{covered: make([]float64, len(mesh.Tri)), mesh: mesh, uv: uv}
	cell := max(width, h)
	type place struct {
		panel int32
		x, y  int
	}
	at := func(p r2.Vec) (x, y int) { return int(math.Floor(p.X / cell)), int(math.Floor(p.Y / cell)) }
	// Edges by the cells of their boxes.
	grid := map[place][][2]r2.Vec{}
	reach := func(p int32, lo, hi r2.Vec, visit func(k place)) {
		x0, y0 := at(lo)
		x1, y1 := at(hi)
		for x := x0; x <= x1; x++ {
			for y := y0; y <= y1; y++ {
				visit(place{p, x, y})
			}
		}
	}
	for _, side := range mesh.Sides {
		if !along(&mesh.Runs[side.Run]) {
			continue
		}
		p, q := uv[side.Tri][side.Corner], uv[side.Tri][(side.Corner+1)%3]
		s.length += r2.Norm(r2.Sub(q, p))
		lo, hi := r2.Vec{X: min(p.X, q.X) - width, Y: min(p.Y, q.Y) - width}, r2.Vec{X: max(p.X, q.X) + width,
			Y: max(p.Y, q.Y) + width}
		reach(mesh.Panel[side.Tri], lo, hi, func(k place) { grid[k] = append(grid[k], [2]r2.Vec{p, q}) })
	}
	for t := range mesh.Tri {
		s.covered[t] = s.part(t, width, func(p r2.Vec) [][2]r2.Vec {
			x, y := at(p)
			return grid[place{mesh.Panel[t], x, y}]
		})
	}
	return s
}

// part returns the share of triangle t within the width of the edges near it; near returns candidates at a point.
func (s *stripe) part(t int, width float64, near func(p r2.Vec) [][2]r2.Vec) float64 {
	uv := s.uv[t]
	off := func(p r2.Vec) float64 {
		d := math.Inf(1)
		for _, e := range near(p) {
			d = min(d, toSegment(p, e[0], e[1]))
		}
		return d
	}
	far := 0.0 // of its corners, from the edges
	for _, p := range uv {
		far = max(far, off(p))
	}
	if far <= width {
		return 1
	}
	// The midpoints of the small triangles into which it is divided.
	const n = 24
	in := 0
	for i := range n {
		for j := range 2*(n-i) - 1 {
			a, c := float64(i)+1./3, float64(j/2)+1./3
			if j%2 == 1 {
				a, c = a+1./3, c+1./3
			}
			a, c = a/n, c/n
			if off(r2.Add(r2.Scale(a, uv[1]), r2.Add(r2.Scale(c, uv[2]), r2.Scale(1-a-c, uv[0])))) <= width {
				in++
			}
		}
	}
	return float64(in) / (n * n)
}

// area returns the area of the covered cloth [m²].
func (s *stripe) area() (sum float64) {
	for t, c := range s.covered {
		uv := s.uv[t]
		sum += c * math.Abs(r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0]))) / 2
	}
	return sum
}

// lay adds the stripe to the layers over the triangles; contributions add up.
func (s *stripe) lay(out []cloth.Layers, f cloth.Layers) {
	for t, c := range s.covered {
		out[t].Mass += c * (f.Mass - 1)
		out[t].Stretch += c * (f.Stretch - 1)
		out[t].Bend += c * (f.Bend - 1)
	}
}

// toSegment returns the distance of p from the segment ab.
func toSegment(p, a, b r2.Vec) float64 {
	d := r2.Sub(b, a)
	s := 0.0
	if l := r2.Norm2(d); l > 0 {
		s = min(1, max(0, r2.Dot(r2.Sub(p, a), d)/l))
	}
	return r2.Norm(r2.Sub(p, r2.Add(a, r2.Scale(s, d))))
}
