package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestClampStress: of a stress with the principal values a and b along directions that are turned by φ what pulls is
// left as it is, and what presses is zero. Whoever leaves out all of it has a matrix that knows nothing of tension, and
// Newton's method takes many times as long.
func TestClampStress(t *testing.T) {
	turned := func(a, b, phi float64) Strain {
		sin, cos := math.Sincos(phi)
		return Strain{a*cos*cos + b*sin*sin, a*sin*sin + b*cos*cos, (a - b) * sin * cos}
	}
	for _, q := range [][2]float64{{2, 1}, {2, -1}, {-1, 2}, {1, -3}, {-1, -2}, {1.5, 0}, {0, -1}} {
		for _, phi := range []float64{0, .3, 1.2, -.7} {
			got, want := clampStress(turned(q[0], q[1], phi)), turned(max(0, q[0]), max(0, q[1]), phi)
			for k := range got {
				if math.Abs(got[k]-want[k]) > 1e-14 {
					t.Errorf("principal stresses %v turned by %g: %v is left, expected %v", q, phi, got, want)
					break
				}
			}
		}
	}
}

// TestHeldFeelNothing: held vertices have no share in the gradient, whatever pulls at them, and their neighbours have
// all of theirs.
func TestHeldFeelNothing(t *testing.T) {
	p := grid(4, 4, .03, .03, cotton(), true)
	p.Pins = []cloth.Pin{{Vertex: 5, Point: p.X[5]}, {Vertex: 0, Point: p.X[0]}}
	s := newSim(t, p, nil, step.DefaultSettings())
	s.begin(1. / 60)
	s.guess()
	for i, x := range s.x {
		s.x[i] = r3.Vec{X: 1.02 * x.X, Y: .001 * float64(i%3), Z: .97 * x.Z}
	}
	s.energyAt(s.x)
	s.gatherGradient()
	for i, g := range s.g {
		if held := i == 0 || i == 5; held != (g == r3.Vec{}) {
			t.Errorf("vertex %d: gradient %v", i, g)
		}
	}
}
