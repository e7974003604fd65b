package clothtest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

// Of the strip of Recovering.
const (
	stripEdge   = 0.005 // [m]
	stripAlong  = 30    // edges
	stripAcross = 2
	stripRadius = 0.04 // of the cylinder [m]
)

// HoldTime is the end of the hold [s], and LetGo a time after which the strip is free.
const (
	HoldTime = 300.
	LetGo    = 2.
)

// Recovering is a strip that is flat at first, pinned to a cylinder until time 1, and from then on by its first two
// rows alone. Beside its stiffness at rest k∞ it has a branch of 3k∞ that relaxes in 100 s, and friction of the stress
// S = k∞·ε₀/4 with ε₀ the strain on the cylinder.
func Recovering() cloth.Part {
	const rest = 4e-6 // k∞ [N·m]
	bend := cloth.Component{Elastic: law.Elastic{K1: 4 * rest},
		Friction: law.Dahl{A: .25 * rest * 3 / stripRadius, Tau: .5},
		Relaxing: law.Relaxing{Share1: .75, Time1: 100, Time2: 1, Time3: 1}}
	p := cloth.Part{Name: "strip", Fabric: cloth.Fabric{
		Density: .2, Warp: cloth.Component{Elastic: law.Elastic{K1: 40}}, Weft: cloth.Component{Elastic: law.Elastic{K1: 40}},
		Shear: cloth.Component{Elastic: law.Elastic{K1: 20}}, BendWarp: bend, BendWeft: bend, Bending: cloth.CurvatureBending,
	}}
	var uv []r2.Vec
	for j := range stripAcross + 1 {
		for i := range stripAlong + 1 {
			at := r2.Vec{X: float64(i) * stripEdge, Y: -float64(j) * stripEdge}
			uv = append(uv, at)
			p.X = append(p.X, r3.Vec{X: at.X, Y: 1, Z: at.Y})
			sin, cos := math.Sincos(at.X / stripRadius)
			pin := cloth.Pin{Vertex: int32(len(uv) - 1),
				Point: r3.Vec{X: stripRadius * sin, Y: 1 + stripRadius*(cos-1), Z: at.Y}}
			if i > 1 {
				pin.Release = 1
			}
			p.Pins = append(p.Pins, pin)
		}
	}
	add := func(c ...int32) {
		p.Tri = append(p.Tri, [3]int32(c))
		p.UV = append(p.UV, [3]r2.Vec{uv[c[0]], uv[c[1]], uv[c[2]]})
	}
	for j := range int32(stripAcross) {
		for i := range int32(stripAlong) {
			a := j*(stripAlong+1) + i
			b := a + stripAlong + 1
			if (i+j)%2 == 0 {
				add(a, b, b+1)
				add(a, b+1, a+1)
			} else {
				add(a, b, a+1)
				add(a+1, b, b+1)
			}
		}
	}
	return p
}

// RecoveringCurvature is the mean curvature in the middle of the strip over that on the cylinder.
func RecoveringCurvature(x []r3.Vec) (mean float64) {
	const ends = 4 // edges near a clamp and a free end that are left out
	row := x[stripAlong+1 : 2*stripAlong+2]
	for i := ends + 1; i < stripAlong-ends+1; i++ {
		a, b := r3.Sub(row[i], row[i-1]), r3.Sub(row[i+1], row[i])
		mean += math.Atan2(r3.Norm(r3.Cross(a, b)), r3.Dot(a, b)) / stripEdge * stripRadius / (stripAlong - 2*ends)
	}
	return mean
}

// RecoveringLeft is that curvature by the closed form, a time t after the strip was let go [s]: with ε over ε₀, at once
// (3(1 − e^{−T/τ}) + 1/4)/4, and from there to 1/4 as e^{−t/4τ}.
func RecoveringLeft(t float64) float64 {
	const s, tau = .25, 100.
	set := (3*(1-math.Exp(-HoldTime/tau)) + s) / 4
	return s + (set-s)*math.Exp(-t/(4*tau))
}
