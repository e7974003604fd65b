package scenes

import (
	"cmp"
	"fmt"

	"hysteron/formats"
	"hysteron/step"
)

// NeedleTriangles is triangles too thin for the single precision of devices.
const NeedleTriangles formats.ProblemKind = "needle triangles"

// needles finds triangles of a part so thin that rounding on a device exceeds their inertia.
func (c *inspection) needles(part int) []Problem {
	tris, _, detail := c.narrow(part)
	if len(tris) == 0 {
		return nil
	}
	q := note(c.Model.Parts[part].Name, NeedleTriangles, "%s: refused on a device; --backend auto takes the CPU", detail)
	q.Triangles = tris
	return []Problem{q}
}

// ErrDevice returns an error for what the GPU backend does not support, with a remedy; nil if it supports all.
func (s *Setup) ErrDevice() error { return cmp.Or(s.ErrKinds(), s.ErrNeedles()) }

// ErrNeedles returns an error for the first part with triangles too thin for devices, with the thinnest triangle and a
// remedy; nil if there is none.
func (s *Setup) ErrNeedles() error {
	for i := range s.Model.Parts {
		if tris, narrowest, detail := s.narrow(i); len(tris) > 0 {
			return fmt.Errorf("%s: triangle %d is the narrowest of those too narrow for the GPU: %s", s.Model.Parts[i].Name,
				narrowest, detail)
		}
	}
	return nil
}

// ErrKinds returns an error for what devices have no kernels for, with a remedy; nil if there is none.
func (s *Setup) ErrKinds() error {
	if len(s.Model.Air) > 0 {
		return fmt.Errorf("%s holds air, for which the GPU backend has no kernels: use --backend cpu", s.Scene.Air[0].Cloth)
	}
	return nil
}

// narrow returns the first triangles of a part below the least altitude, the thinnest of all, and a text. Triangle
// numbers are those of the part.
func (s *Setup) narrow(part int) (tris []int32, narrowest int, detail string) {
	p := &s.Model.Parts[part]
	least := step.LeastAltitude(&s.Parts[part].Fabric, s.Scene.StepSeconds())
	lowest := least
	for t := p.Tris.Lo; t < p.Tris.Hi; t++ {
		a := step.Altitude(s.Model, t)
		if a < lowest {
			lowest, narrowest = a, t-p.Tris.Lo
		}
		if a < least && len(tris) < maxListed {
			tris = append(tris, int32(t-p.Tris.Lo))
		}
	}
	detail = fmt.Sprintf("triangles down to %.2g mm high: %s in steps of %.3g ms is too stiff for single precision; "+
		"expected at least %.2g mm, shorter steps, or --backend cpu",
		1e3*lowest, s.Parts[part].Fabric.Name, 1e3*s.Scene.StepSeconds(), 1e3*least)
	return tris, narrowest, detail
}
