package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestBodyIsDerivative: forces and torques, and how they change, of a spring that holds a point and of another between
// two points are derivatives of their energies along the motions of the piece.
func TestBodyIsDerivative(t *testing.T) {
	a, b, centre := r3.Vec{X: .2, Y: -.1, Z: .4}, r3.Vec{X: -.3, Y: .5, Z: .1}, r3.Vec{X: .05, Y: .1, Z: -.2}
	from, pull := r3.Vec{X: .1, Y: .3, Z: .2}, r3.Vec{X: .7, Y: -.4, Z: .2}
	stiff := Sym3{3, 2, 5, -1, 0, 1}
	gradient := func(x r3.Vec) r3.Vec { return r3.Add(pull, stiff.Mul(r3.Sub(x, from))) }
	energy := func(x r3.Vec) float64 { return r3.Dot(pull, x) + r3.Dot(r3.Sub(x, from), stiff.Mul(r3.Sub(x, from)))/2 }
	for _, c := range []struct {
		name string
		add  func(b *RigidBody)
		of   func(p func(x r3.Vec) r3.Vec) float64
	}{
		{"point", func(d *RigidBody) { d.Add(a, gradient(a), &stiff) },
			func(p func(x r3.Vec) r3.Vec) float64 { return energy(p(a)) }},
		{"between", func(d *RigidBody) {
			r := r3.Sub(b, a)
			d.Twist(r, gradient(r), &stiff)
		}, func(p func(x r3.Vec) r3.Vec) float64 { return energy(r3.Sub(p(b), p(a))) }},
	} {
		d := RigidBody{Centre: centre}
		c.add(&d)
		along := func(way [6]float64) float64 {
			move := RigidBody{Centre: centre, step: way}
			m := move.Motion()
			return c.of(m.Move)
		}
		const h = 1e-4
		for i := range 6 {
			for j := range i + 1 {
				var way [4][6]float64
				for k, sign := range [4][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
					way[k][i] += sign[0] * h
					way[k][j] += sign[1] * h
				}
				want := (along(way[0]) - along(way[1]) - along(way[2]) + along(way[3])) / (4 * h * h)
				if math.Abs(d.k[i][j]-want) > 1e-5 {
					t.Errorf("%s: motions %d and %d: second derivative %.7g, differences %.7g", c.name, i, j, d.k[i][j], want)
				}
			}
			var to, back [6]float64
			to[i], back[i] = h, -h
			if want := (along(to) - along(back)) / (2 * h); math.Abs(d.f[i]-want) > 1e-6 {
				t.Errorf("%s: motion %d: gradient %.8g, differences %.8g", c.name, i, d.f[i], want)
			}
		}
	}
}
