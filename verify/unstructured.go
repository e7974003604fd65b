package verify

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r2"
)

const (
	// disturbance of the lattice, in edges.
	disturbance = 0.25
	// smoothing rounds: each moves the free points to the mean of their neighbours and triangulates again
	smoothing = 2
	// clearance of free points from the border and from lines, in edges. Nearer points would make flat triangles, or
	// remove the line's edges from the mesh.
	clearance = 0.45
)

// unstructured makes the mesh. Points on the border and on lines of constant u are fixed. Inside, a triangular lattice
// is disturbed, with a fixed seed, and smoothed.
func (s *Sheet) unstructured(b SheetBox, nu, nv int, lines []float64) {
	a := s.Edge
	along := max(1, int(math.Round((b.U1-b.U0)/a)))
	lines = append([]float64{b.U0, b.U1}, lines...)
	for _, u := range lines {
		for j := range nv + 1 {
			s.UV = append(s.UV, r2.Vec{X: u, Y: lerp(b.V0, b.V1, j, nv)})
		}
	}
	for i := 1; i < along; i++ {
		u := lerp(b.U0, b.U1, i, along)
		if !near(u, lines, clearance*a) {
			s.UV = append(s.UV, r2.Vec{X: u, Y: b.V0}, r2.Vec{X: u, Y: b.V1})
		}
	}
	fixed := len(s.UV)
	free := func(q r2.Vec) bool {
		c := clearance * a
		return q.Y > b.V0+c && q.Y < b.V1-c && !near(q.X, lines, c)
	}
	rnd := rand.New(rand.NewPCG(uint64(nu), uint64(nv)))
	for i := 1; i < nu; i++ {
		for j := range nv + 1 {
			q := r2.Vec{X: lerp(b.U0, b.U1, i, nu), Y: lerp(b.V0, b.V1, j, nv)}
			if i%2 == 1 {
				q.Y += a / 2
			}
			q.X += disturbance * a * (2*rnd.Float64() - 1)
			q.Y += disturbance * a * (2*rnd.Float64() - 1)
			if free(q) {
				s.UV = append(s.UV, q)
			}
		}
	}
	s.relax(fixed, free)
}

// relax triangulates the points and smooths those from fixed on.
func (s *Sheet) relax(fixed int, free func(r2.Vec) bool) {
	s.Tri = delaunay(s.UV)
	for range smoothing {
		sum, count := make([]r2.Vec, len(s.UV)), make([]float64, len(s.UV))
		for _, t := range s.Tri {
			for c := range 3 {
				p, q := t[c], t[(c+1)%3]
				sum[p], sum[q] = r2.Add(sum[p], s.UV[q]), r2.Add(sum[q], s.UV[p])
				count[p]++
				count[q]++
			}
		}
		for i := fixed; i < len(s.UV); i++ {
			if to := r2.Scale(1/count[i], sum[i]); free(to) {
				s.UV[i] = to
			}
		}
		s.Tri = delaunay(s.UV)
	}
}

func near(u float64, lines []float64, within float64) bool {
	for _, l := range lines {
		if math.Abs(u-l) < within {
			return true
		}
	}
	return false
}

// DiscSheet returns a round sheet about the origin of near-equilateral triangles, with rings of vertices on the given
// radii; the largest is its border.
func DiscSheet(edge float64, radii ...float64) *Sheet { return discSheet(edge, 0, radii...) }

// discSheet returns one of several such sheets: draw is the number of the random free vertices.
func discSheet(edge float64, draw uint64, radii ...float64) *Sheet {
	s := &Sheet{Kind: Unstructured, Edge: edge}
	var border float64
	for _, r := range radii {
		border = max(border, r)
		n := int(math.Round(2 * math.Pi * r / edge))
		for k := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
			s.UV = append(s.UV, r2.Vec{X: r * cos, Y: r * sin})
		}
	}
	fixed := len(s.UV)
	free := func(q r2.Vec) bool { return r2.Norm(q) < border && !near(r2.Norm(q), radii, clearance*edge) }
	rnd := rand.New(rand.NewPCG(uint64(fixed), 1+draw))
	rows := int(border/(edge*math.Sqrt(3)/2)) + 1
	for i := -rows; i <= rows; i++ {
		for j := -rows; j <= rows; j++ {
			q := r2.Vec{X: edge * math.Sqrt(3) / 2 * float64(i), Y: edge * (float64(j) + .5*float64(i&1))}
			q.X += disturbance * edge * (2*rnd.Float64() - 1)
			q.Y += disturbance * edge * (2*rnd.Float64() - 1)
			if free(q) {
				s.UV = append(s.UV, q)
			}
		}
	}
	s.relax(fixed, free)
	return s
}
