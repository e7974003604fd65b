package placement

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
)

// Two legs of 0.4 m with 8 cm between them, each turned inwards by 20° where they begin, would pass through each other,
// by 10°, too: 5° are left. Outwards they stay turned.
func TestUntwist(t *testing.T) {
	const n, rows, radius, long, apart = 12, 8, 0.05, 0.4, 0.08
	var s pattern.Surface
	p := piece{limbs: make([]limb, 2)}
	for k, side := range []float64{1, -1} {
		l := &p.limbs[k]
		*l = limb{side: side, joint: r3.Vec{X: side * (radius + apart/2)}, weight: make([]float64, 2*n*(rows+1))}
		first := int32(len(s.X))
		for j := range rows + 1 {
			for i := range n {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
				l.weight[len(s.X)] = math.Sqrt(float64(j) / rows)
				s.X = append(s.X, r3.Vec{X: l.joint.X + radius*cos, Y: -long * float64(j) / rows, Z: radius * sin})
			}
		}
		for j := range int32(rows) {
			for i := range int32(n) {
				a, b := first+j*n+i, first+j*n+(i+1)%n
				s.Tri = append(s.Tri, [3]int32{a, b, b + n}, [3]int32{a, b + n, a + n})
			}
		}
	}
	for range s.X {
		p.of = append(p.of, true)
	}
	const degrees = math.Pi / 180
	for turned, want := range map[float64]float64{-20: -5, 20: 20, 0: 0} {
		p.at = []float64{0.1, 0.2, 0.3, turned * degrees, 0, turned * degrees, 0}
		p.untwist(&s)
		for i, w := range []float64{0.1, 0.2, 0.3, want * degrees, 0, want * degrees, 0} {
			if math.Abs(p.at[i]-w) > 1e-12 {
				t.Errorf("turned by %g°: entry %d is %g, expected %g", turned, i, p.at[i], w)
			}
		}
	}
}
