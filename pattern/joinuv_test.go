package pattern

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// A grid whose texture coordinates differ by rounding from triangle to triangle is one island; a seam stays.
func TestJoinUV(t *testing.T) {
	const n = 12
	grid := func(noise, seam float64) *Surface {
		s := &Surface{}
		for j := range n {
			for i := range n {
				s.X = append(s.X, r3.Vec{X: float64(i), Z: float64(j)})
			}
		}
		for j := range n - 1 {
			for i := range n - 1 {
				a := int32(j*n + i)
				for _, q := range [][3]int32{{a, a + 1, a + n}, {a + 1, a + n + 1, a + n}} {
					var uv [3]r2.Vec
					for c, v := range q {
						uv[c] = r2.Vec{X: float64(v%n)/n + noise*float64(len(s.Tri)%3), Y: float64(v/n)/n - noise*float64(len(s.Tri)%2)}
						if i >= n/2 {
							uv[c].X += seam
						}
					}
					s.Tri, s.UV = append(s.Tri, q), append(s.UV, uv)
				}
			}
		}
		return s
	}
	for _, c := range []struct {
		noise, seam  float64
		before, want int
	}{{0, 0, 1, 1}, {1e-8, 0, 100, 1}, {1e-8, 0.1, 100, 2}, {1e-3, 0, 100, 100}} {
		s := grid(c.noise, c.seam)
		_, before := s.islands()
		s.JoinUV()
		if _, got := s.islands(); c.want == 100 && got < 100 || c.want < 100 && got != c.want || c.before == 100 &&
			before < 100 {
			t.Errorf("noise %g, seam %g: %d islands, before %d: expected %d", c.noise, c.seam, got, before, c.want)
		}
		if s.JoinUV() != 0 {
			t.Error("a second time changes something")
		}
	}
}
