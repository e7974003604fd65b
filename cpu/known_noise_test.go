package cpu

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestRounding: a triangle alone, 100 m away from the origin, converges to a tolerance of seven times the distance of
// numbers there: what the rounding of its positions leaves of forces is no reason to go on.
func TestRounding(t *testing.T) {
	const at, h, n = 100, 1. / 60, 24
	rnd := rand.New(rand.NewPCG(1, 0))
	left := 0
	for range 20 {
		p := cloth.Part{Fabric: vacuum(), Tri: [][3]int32{{0, 1, 2}}, UV: [][3]r2.Vec{{{}, {X: .02}, {Y: .02}}}}
		for _, uv := range p.UV[0] {
			p.X = append(p.X, r3.Vec{X: at + (.5+rnd.Float64())*uv.X, Y: -at, Z: at - (.5+rnd.Float64())*uv.Y})
		}
		p.Pins = append(p.Pins, cloth.Pin{Vertex: 0, Point: p.X[0]})
		set := step.DefaultSettings()
		set.MaxHalvings, set.Tolerance, set.MaxNewton = 0, 1e-13, 60
		s := newSim(t, p, nil, set)
		for range n {
			if take(t, s, 1, h).Outcome != step.Converged {
				left++
			}
		}
	}
	if left > 0 {
		t.Errorf("%d of %d steps have not converged", left, 20*n)
	}
}
