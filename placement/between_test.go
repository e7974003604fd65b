package placement

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Panels in front of a body and behind it, with sleeves that reach out: a belly and an arm are between them, hands
// below the sleeves and a head are not, though all are in the box around the panels.
func TestBetween(t *testing.T) {
	var x []r3.Vec
	var tri [][3]int32
	rectangle := func(x0, x1, y0, y1, z float64) {
		const n = 20
		for i := range n {
			for j := range n {
				at := int32(len(x))
				for _, d := range [][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
					x = append(x, r3.Vec{X: x0 + (x1-x0)*float64(i+d[0])/n, Y: y0 + (y1-y0)*float64(j+d[1])/n, Z: z})
				}
				tri = append(tri, [3]int32{at, at + 1, at + 2}, [3]int32{at, at + 2, at + 3})
			}
		}
	}
	for _, z := range []float64{-0.2, 0.2} {
		rectangle(-0.25, 0.25, 0.8, 1.4, z)
		rectangle(0.25, 0.5, 1.2, 1.4, z)
	}
	within := Between(x, tri)
	for _, c := range []struct {
		what string
		at   r3.Vec
		want bool
	}{
		{"belly", r3.Vec{Y: 1}, true},
		{"arm", r3.Vec{X: 0.4, Y: 1.3}, true},
		{"hand below a sleeve", r3.Vec{X: 0.4, Y: 0.9}, false},
		{"where no sleeve is", r3.Vec{X: -0.4, Y: 1.3}, false},
		{"head", r3.Vec{Y: 1.6}, false},
		{"far ahead", r3.Vec{Y: 1, Z: 0.5}, false},
	} {
		if got := within(c.at); got != c.want {
			t.Errorf("%s: %v, expected %v", c.what, got, c.want)
		}
	}
}
