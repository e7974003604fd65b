package cpu

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// plain adds what acts at y to motions from the first on, as the formulas say it: motion by motion, by the forces that
// each makes.
func plain(b *RigidBody, y, gradient r3.Vec, h *Sym3, first int) {
	hx, hy, hz := r3.Vec{X: h[0], Y: h[5], Z: h[4]}, r3.Vec{X: h[5], Y: h[1], Z: h[3]}, r3.Vec{X: h[4], Y: h[3], Z: h[2]}
	forces := [6]r3.Vec{hx, hy, hz, // per unit of each motion
		r3.Add(r3.Scale(-y.Z, hy), r3.Scale(y.Y, hz)), r3.Add(r3.Scale(y.Z, hx), r3.Scale(-y.X, hz)),
		r3.Add(r3.Scale(-y.Y, hx), r3.Scale(y.X, hy))}
	work := func(force r3.Vec) [6]float64 {
		turn := r3.Cross(y, force)
		return [6]float64{force.X, force.Y, force.Z, turn.X, turn.Y, turn.Z}
	}
	f := work(gradient)
	for i := first; i < len(f); i++ {
		b.f[i] += f[i]
		b.size[i] += math.Abs(f[i])
		k := work(forces[i])
		for j := first; j <= i; j++ {
			b.k[i][j] += k[j]
		}
	}
	yy, gg, yg := [3]float64{y.X, y.Y, y.Z}, [3]float64{gradient.X, gradient.Y, gradient.Z}, r3.Dot(y, gradient)
	for i := range 3 {
		b.k[3+i][3+i] -= yg
		for j := range i + 1 {
			b.k[3+i][3+j] += (yy[i]*gg[j] + yy[j]*gg[i]) / 2
		}
	}
}

// TestPlain: what is written out has the bits of the formulas, where products and sums are not fused.
func TestPlain(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("bits are those of amd64")
	}
	rng := rand.New(rand.NewPCG(5, 6))
	number := func() float64 { return float64(rng.IntN(4)) * rng.NormFloat64() } // one in four is zero, of either sign
	vec := func() r3.Vec { return r3.Vec{X: number(), Y: number(), Z: number()} }
	start := RigidBody{Centre: vec()}
	out, want := start, start
	for range 1000 {
		x, g, h := vec(), vec(), Sym3{number(), number(), number(), number(), number(), number()}
		out.Add(x, g, &h)
		want.far = max(want.far, r3.Norm2(r3.Sub(x, start.Centre)))
		plain(&want, r3.Sub(x, start.Centre), g, &h, 0)
		out.Twist(x, g, &h)
		plain(&want, x, g, &h, 3)
		if out != want {
			t.Fatalf("%+v, expected %+v", out, want)
		}
	}
}
