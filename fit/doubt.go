package fit

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// missed is the share of the range of what was measured from which on a residual says that a law does not describe it.
// Laws that do leave a few per cent.
const missed = 0.1

// doubtful says where a fit has left a residual that is large beside the range of the measurements y, in the unit of
// the texts.
func doubtful(y []float64, residual float64, unit string) (doubts []string) {
	if span := slices.Max(y) - slices.Min(y); residual > missed*span {
		doubts = append(doubts, fmt.Sprintf("the residual of %.3g %s is %.0f %% of the range that was measured, %.3g %s: "+
			"what was found does not describe it", residual, unit, 100*residual/span, span, unit))
	}
	return doubts
}

// Doubts says what speaks against the readings of a sample, and against a fit of them with a residual [m].
func (s *Stretch) Doubts(residual float64) []string {
	return slices.Concat(s.unused, doubtful(floats.ScaleTo(make([]float64, len(s.Read)), 1e3, s.Read), 1e3*residual, "mm"),
		s.unread(), s.begins())
}

// Doubts says what speaks against a curve, and against a fit that is off by a share of its height.
func (c *Curve) Doubts(residual float64) []string {
	_, height := c.ranges()
	unit := "N/m"
	if c.Mode.Name == "bending" {
		unit = "N" // N·m per m
	}
	doubts := append(slices.Clip(c.unused), doubtful(c.F, residual*height, unit)...)
	most, force := max(slices.Max(c.Q), -slices.Min(c.Q)), max(slices.Max(c.F), -slices.Min(c.F))
	doubt, _ := c.unusual()
	if doubt = cmp.Or(doubt, KESBeyond(c.Mode.Name, most, force).String()); doubt != "" {
		doubts = append(doubts, doubt)
	}
	if zero := c.plain().Zero(); zero != nil {
		doubts = append(doubts, zero.Located())
	}
	return doubts
}

// Beside says where curves of warp and weft are farther apart than those of one cloth; of is the part of each.
func Beside(of []string, curves []*Curve) (doubts []string) {
	for _, pair := range [][2]string{{"warp", "weft"}, {"bend_warp", "bend_weft"}} {
		a, b := slices.Index(of, pair[0]), slices.Index(of, pair[1])
		if a < 0 || b < 0 {
			continue
		}
		if d := KESBeside(curves[a].Mode.Name, curves[a].slope(), curves[b].slope()); d != "" {
			doubts = append(doubts, d)
		}
	}
	return doubts
}

// unusual says where the slope of the whole curve is one that cloth has not, and is an error where no cloth can have
// it.
func (c *Curve) unusual() (doubt string, err error) {
	return KESSlope(c.Mode.Name, c.slope())
}
