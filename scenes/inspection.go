package scenes

import (
	"slices"

	"hysteron/formats"
	"hysteron/placement"
)

// inspection is a setup with data shared by several checks.
type inspection struct {
	*Setup
	figures []*placement.Figure // see Setup.figures
	around  []string            // of each part, see Setup.NotAround
}

// inspected returns the inspection of a setup.
func (s *Setup) inspected() *inspection {
	c := &inspection{Setup: s, figures: s.figures()}
	for i := range s.Parts {
		c.around = append(c.around, s.notAround(i, c.figures))
	}
	return c
}

// meshed reports whether a part has triangles.
func meshed(c *inspection, i int) bool { return len(c.Parts[i].Tri) > 0 }

// inShape reports whether a part starts in its shape, other than panels, which dressing draws together.
func inShape(c *inspection, i int) bool { return meshed(c, i) && !c.Pieces[i].Garment }

// woven reports whether a part is cloth.
func woven(c *inspection, i int) bool { return meshed(c, i) && !c.Pieces[i].Solid }

// dressed reports whether a part must be on a body and its seams are correct. Otherwise its position has no meaning.
func dressed(c *inspection, i int) bool {
	return meshed(c, i) && !c.missewn(c.Parts[i].Name) && c.verified(i) && len(c.figures) > 0
}

// onBody reports whether a part that must be on a body is around one.
func onBody(c *inspection, i int) bool { return dressed(c, i) && c.around[i] == "" }

// onOne reports whether a part is onBody and there is only one body.
func onOne(c *inspection, i int) bool { return onBody(c, i) && len(c.figures) == 1 }

// panelsOnOne reports whether a part is onOne and starts as panels.
func panelsOnOne(c *inspection, i int) bool {
	return onOne(c, i) && c.Pieces[i].Garment && !c.Pieces[i].Sewn
}

// panelsOnFigure reports whether a part is panelsOnOne and the body is not a sheet.
func panelsOnFigure(c *inspection, i int) bool {
	return panelsOnOne(c, i) && c.figures[0] != nil && c.figures[0].Unwearable() == ""
}

// missewn reports whether seams of a part have errors.
func (s *Setup) missewn(part string) bool {
	return slices.ContainsFunc(s.warnings, func(p Problem) bool {
		return p.Part == part && p.Kind == TwistedSeam && p.Severity == formats.Error
	})
}
