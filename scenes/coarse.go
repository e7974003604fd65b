package scenes

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/placement"
	"hysteron/step"
)

// CoarseCloth is cloth whose edges are too long for sharp edges of a body.
const CoarseCloth formats.ProblemKind = "coarse cloth"

// coarse finds bodies too sharp for the edges of a part: they may penetrate between its contact points by more than the
// thickness of the layer. Runs search for the deepest point of each triangle there (docs/contact.md); finer cloth
// follows the body better. For garments only the places where they are worn are checked, so that hands beside a skirt
// do not count. It is a note: no action is required.
func (c *inspection) coarse(part int) (problems []Problem) {
	p := &c.Model.Parts[part]
	var l float64
	for t := p.Tris.Lo; t < p.Tris.Hi; t++ {
		l = max(l, step.LongestEdge(c.Model, t))
	}
	delta := c.Settings.Thickness + p.Gap
	for i, b := range c.Bodies {
		x := make([]r3.Vec, b.NumVertices())
		when, counts := 0.0, func(r3.Vec) bool { return true }
		if c.Pieces[part].Garment {
			when, counts = -body.LeadOf(b), placement.Between(c.Parts[part].X, c.Parts[part].Tri)
		}
		b.Positions(x, when)
		if worst := step.Sharpest(b.Triangles(), x, l, delta, counts); worst.Sag > delta {
			at := worst.At
			problems = append(problems, note(p.Name, CoarseCloth,
				"edges of up to %.3g mm over %s are too long for its curvature: near (%.3f, %.3f, %.3f) m it may "+
					"show through by up to %.2g mm between contact points %.2g mm apart (contact layer %.2g mm); "+
					"take edges of at most %.2g mm or a thicker contact.thickness_m",
				1e3*l, c.Scene.Bodies[i].Name, at.X, at.Y, at.Z, 1e3*worst.Sag, 2e3*step.Unguarded*l, 1e3*delta, 1e3*worst.Edge))
		}
	}
	return problems
}
