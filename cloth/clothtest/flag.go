package clothtest

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

// Flag is an upright flag of soft polyester, 30 × 20 cm in the plane z = 0, pinned to its pole along x = 0. In FlagWind
// it crumples and flogs, and layers pass each other at some metres per second.
func Flag() cloth.Part {
	f := Cotton()
	f.Density, f.DragSkin, f.ClothFriction = .121, .01, .3
	f.Warp.Elastic, f.Warp.Friction = law.Elastic{K1: 26.6, K2: 3.6}, law.Dahl{A: 2.1, B: 5.4, Tau: .031}
	f.Weft = f.Warp
	f.Shear.Elastic, f.Shear.Friction = law.Elastic{K1: 22.5}, law.Dahl{A: .294, Tau: .01}
	f.BendWarp.Elastic, f.BendWarp.Friction = law.Elastic{K1: 6.2e-7}, law.Dahl{A: 3.4e-5, Tau: 15}
	f.BendWeft = f.BendWarp
	p := Grid(16, 11, .3, .2, f, true)
	for v, x := range p.X {
		p.X[v] = r3.Vec{X: x.X, Y: -x.Z}
		if x.X == 0 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(v), Point: p.X[v]})
		}
	}
	return p
}

// FlagWind is a storm along Flag, 2° from its plane [m/s].
var FlagWind = r3.Vec{X: 30, Z: 1}
