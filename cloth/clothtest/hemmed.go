package clothtest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Hemmed is a strip that hangs along +X from its pinned end, under gravity g along +X [m/s²], with a hem over its last
// third, and how far its free edge comes down [m]: the integral of the strain s with K·(1+s)(s+s²/2) = load per width,
// where load and stiffness are those of the hem on its part.
func Hemmed(g float64) (p cloth.Part, down float64) {
	const density, stiffness, length, width, from = .2, 60., .3, .1, .2
	hem := cloth.Layers{Mass: 3, Stretch: 5, Bend: 2}
	p = Grid(13, 5, length, width, cloth.Isotropic(density, 0, stiffness/2, 1e-6), true)
	p.Layers = make([]cloth.Layers, len(p.Tri))
	for i, uv := range p.UV {
		if p.Layers[i] = (cloth.Layers{Mass: 1, Stretch: 1, Bend: 1}); (uv[0].X+uv[1].X+uv[2].X)/3 > from {
			p.Layers[i] = hem
		}
	}
	for v, x := range p.X {
		if x.X == 0 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(v), Point: x})
		}
	}
	const n = 3000
	for k := range n {
		x := (float64(k) + .5) / n * length
		over, at := 1., stiffness // what is above the hem
		below := (from-x)*1 + (length-from)*hem.Mass
		if x > from {
			over, at = hem.Mass, stiffness*hem.Stretch
			below = (length - x) * over
		}
		load, s := density*g*below/at, 0.
		for range 30 { // Newton
			s -= ((1+s)*(s+s*s/2) - load) / (1 + 3*s + 1.5*s*s)
		}
		down += s * length / n
	}
	return p, down
}

// FreeEdge is the mean of how far the free edge of Hemmed has come down, and how much it varies along the edge [m].
func FreeEdge(p *cloth.Part, x []r3.Vec) (down, varies float64) {
	n, lo, hi := 0., math.Inf(1), math.Inf(-1)
	for v, at := range p.X {
		if at.X > .3-1e-9 {
			d := x[v].X - at.X
			down, n = down+d, n+1
			lo, hi = min(lo, d), max(hi, d)
		}
	}
	return down / n, hi - lo
}
