package scenes

import (
	"hysteron/formats"
	"hysteron/step"
)

// NeedleTriangles are triangles too narrow for the numbers of a device.
const NeedleTriangles formats.ProblemKind = "needle triangles"

// needles finds triangles of a part that are so narrow that rounding on a device outweighs their inertia.
func (s *Setup) needles(part int) []Problem {
	p := &s.Model.Parts[part]
	least := step.LeastAltitude(&s.Parts[part].Fabric, s.Scene.StepSeconds())
	narrowest := least
	var tris []int32
	for t := p.Tris.Lo; t < p.Tris.Hi; t++ {
		if a := step.Altitude(s.Model, t); a < least {
			narrowest = min(narrowest, a)
			if len(tris) < maxListed {
				tris = append(tris, int32(t-p.Tris.Lo))
			}
		}
	}
	if len(tris) == 0 {
		return nil
	}
	q := warn(p.Name, NeedleTriangles, "triangles down to %.2g mm high, where %s in steps of %.3g ms is stiffer than the numbers of a device resolve beside its inertia: expected at least %.2g mm, shorter steps, or --backend cpu",
		1e3*narrowest, s.Parts[part].Fabric.Name, 1e3*s.Scene.StepSeconds(), 1e3*least)
	q.Triangles = tris
	return []Problem{q}
}
