package clothtest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

// BalloonRadius is the rest radius of a Balloon [m]; BalloonLambda and BalloonMu are the moduli of its sheet [N/m].
const (
	BalloonRadius = .1
	BalloonLambda = 20.
	BalloonMu     = 30.
)

// Balloon returns a sphere of an isotropic sheet without bending stiffness, with an individual rest shape of each
// triangle: an octahedron refined times times.
func Balloon(times int) cloth.Part {
	x, tri := octahedron(times)
	k := law.Elastic{K1: BalloonLambda + 2*BalloonMu}
	p := cloth.Part{Name: "balloon", X: make([]r3.Vec, len(x)), Tri: tri, Fabric: cloth.Fabric{
		Name: "rubber", Density: .1, Warp: cloth.Component{Elastic: k}, Weft: cloth.Component{Elastic: k},
		Shear: cloth.Component{Elastic: law.Elastic{K1: BalloonMu}}, Coupling: BalloonLambda / k.K1,
	}}
	for i, x := range x {
		p.X[i] = r3.Scale(BalloonRadius, x)
	}
	for _, v := range p.Tri {
		p.UV = append(p.UV, Flat(p.X[v[0]], p.X[v[1]], p.X[v[2]]))
	}
	return p
}

// Flat returns the corners of a triangle in its plane.
func Flat(a, b, c r3.Vec) [3]r2.Vec {
	ab, ac := r3.Sub(b, a), r3.Sub(c, a)
	l := r3.Norm(ab)
	along := r3.Dot(ac, ab) / l
	return [3]r2.Vec{{}, {X: l}, {X: along, Y: math.Sqrt(r3.Norm2(ac) - along*along)}}
}

// BalloonPressure returns the excess pressure in a Balloon of l times its rest radius [Pa]: 2S/(lR) with the stress S =
// 2(λ+μ)E of the sheet, E = (l²−1)/2.
func BalloonPressure(l float64) float64 {
	return 4 * (BalloonLambda + BalloonMu) * (l*l - 1) / 2 / (BalloonRadius * l)
}
