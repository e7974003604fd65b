package fit

import (
	"cmp"
	"slices"

	"hysteron/fit/findings"
)

// missedShare is the residual, relative to the range of the measurement, above which a law does not describe it.
// Suitable laws have a few per cent.
const missedShare = 0.1

// largeResidual returns a finding for a residual that is large relative to the range, in the unit of the texts.
func largeResidual(span, residual float64, unit string) *findings.Finding {
	if !(residual > missedShare*span) {
		return nil
	}
	return findings.NewWarning(0, findings.LargeResidual, residual, unit, 100*residual/span, span, unit)
}

// Doubts returns findings about the readings of a sample, and about a fit with a residual [m].
func (s *Stretch) Doubts(residual float64) findings.List {
	list := slices.Clip(s.unused)
	list.Add(largeResidual(1e3*(s.longest()-slices.Min(s.Read)), 1e3*residual, "mm"), s.unread(), s.begins())
	return list
}

// Doubts returns findings about a curve, and about a fit with an error relative to its height.
func (c *Curve) Doubts(residual float64) findings.List {
	_, height := c.ranges()
	most, force := max(slices.Max(c.Q), -slices.Min(c.Q)), max(slices.Max(c.F), -slices.Min(c.F))
	list := slices.Clip(c.unused)
	list.Add(largeResidual(height, residual*height, c.unit()), cmp.Or(KESSlope(c.Mode.Name, c.slope()),
		KESBeyond(c.Mode.Name, most, force)), c.Zero())
	return list
}

// Beside returns findings about curves of warp and weft that differ by more than those of one cloth. of is the part of
// each.
func Beside(of []string, curves []*Curve) (list findings.List) {
	for _, pair := range [][2]string{{"warp", "weft"}, {"bend_warp", "bend_weft"}} {
		a, b := slices.Index(of, pair[0]), slices.Index(of, pair[1])
		if a < 0 || b < 0 {
			continue
		}
		list.Add(KESBeside(curves[a].Mode.Name, curves[a].slope(), curves[b].slope()))
	}
	return list
}
