package scenes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/step"
)

// CoarseCloth is cloth whose edges are too long for the edges of a body.
const CoarseCloth formats.ProblemKind = "coarse cloth"

// coarse finds bodies that are sharper than the cloth of a part can follow: that come through between its contact points by
// more than the layer around bodies. Runs look for the deepest point of each triangle there, see docs/contact.md; what is
// finer follows the body better.
func (s *Setup) coarse(part int) (problems []Problem) {
	p := &s.Model.Parts[part]
	var l float64
	for t := p.Tris.Lo; t < p.Tris.Hi; t++ {
		l = max(l, step.LongestEdge(s.Model, t))
	}
	delta := s.Settings.Thickness + p.Gap
	for i, b := range s.Bodies {
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, 0)
		if _, worst := step.SharpNear(b.Triangles(), x, l, delta); worst.Sag > delta {
			problems = append(problems, warn(p.Name, CoarseCloth,
				"edges of up to %.3g mm over %s, which turns by %.0f° within %.3g mm (radius %.3g mm): it may come through between contact points by %.2g mm, more than the layer of %.2g mm; expected edges of at most %.2g mm, or a wider contact.thickness_m",
				1e3*l, s.Scene.Bodies[i].Name, worst.Angle*180/math.Pi, 1e3*worst.Width, 1e3*worst.Radius(), 1e3*worst.Sag, 1e3*delta, 1e3*fine(b.Triangles(), x, l, delta)))
		}
	}
	return problems
}

// fine is how long edges may be that follow a surface within the layer delta, below l [m].
func fine(tri [][3]int32, x []r3.Vec, l, delta float64) float64 {
	lo, hi := 0., l
	for range 12 {
		mid := (lo + hi) / 2
		if _, worst := step.SharpNear(tri, x, mid, delta); worst.Sag > delta {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}
