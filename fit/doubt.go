package fit

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"hysteron/fit/kes"
)

// missed is the share of the range of what was measured from which on a residual says that a law does not describe it. Laws that do leave a few per cent.
const missed = 0.1

// doubtful says where a fit has left a residual that is large beside the range of the measurements y, in the unit of the texts.
func doubtful(y []float64, residual float64, unit string) (doubts []string) {
	if span := slices.Max(y) - slices.Min(y); residual > missed*span {
		doubts = append(doubts, fmt.Sprintf("the residual of %.3g %s is %.0f %% of the range that was measured, %.3g %s: what was found does not describe it", residual, unit, 100*residual/span, span, unit))
	}
	return doubts
}

// Doubts says what speaks against the readings of a sample, and against a fit of them with a residual [m].
func (s *Stretch) Doubts(residual float64) []string {
	return append(doubtful(floats.ScaleTo(make([]float64, len(s.Read)), 1e3, s.Read), 1e3*residual, "mm"), append(s.unread(), s.begins()...)...)
}

// Doubts says what speaks against a curve, and against a fit that is off by a share of its height.
func (c *Curve) Doubts(residual float64) []string {
	_, height := c.ranges()
	unit := "N/m"
	if c.Mode.Name == "bending" {
		unit = "N" // N·m per m
	}
	doubts := doubtful(c.F, residual*height, unit)
	most, force := max(slices.Max(c.Q), -slices.Min(c.Q)), max(slices.Max(c.F), -slices.Min(c.F))
	doubt, _ := c.unusual()
	if doubt = cmp.Or(doubt, kes.Beyond(c.Mode.Name, most, force)); doubt != "" {
		doubts = append(doubts, doubt)
	}
	return doubts
}

// unusual says where the slope of the whole curve is one that cloth has not, and is an error where no cloth can have it.
func (c *Curve) unusual() (doubt string, err error) {
	return kes.Slope(c.Mode.Name, c.slope())
}

// Doubts says what speaks against samples of rolled strips, and against a fit of them with a residual [1/m], and which of them a fit leaves out.
func (s *Spirals) Doubts(residual float64) (doubts []string) {
	for i := range s.Radius {
		if s.Curvature[i] < 0 {
			doubts = append(doubts, fmt.Sprintf("line %d: curvature of %.4g 1/m, against the way it was rolled: expected what is left of %.4g 1/m; is the sign turned?", s.lines[i], s.Curvature[i], s.anchor(i)/3))
		}
		if 3*s.Curvature[i] > s.anchor(i) {
			doubts = append(doubts, fmt.Sprintf("line %d is left out: a curvature of %.4g 1/m is more than that of the cylinder, %.4g 1/m; are the units right?", s.lines[i], s.Curvature[i], s.anchor(i)/3))
		} else if s.Lever[i] < 0 {
			doubts = append(doubts, fmt.Sprintf("line %d is left out: its weight helps to roll it up", s.lines[i]))
		}
	}
	if i, j := s.uneven(); i != j {
		doubts = append(doubts, fmt.Sprintf("line %d: on %.4g mm %.4g 1/m are left, and on %.4g mm in line %d %.4g 1/m: expected what is left to change with the cylinder as no more than its third power; do units change on the way?",
			s.lines[i], 1e3*s.Radius[i], s.Curvature[i], 1e3*s.Radius[j], s.lines[j], s.Curvature[j]))
	}
	return append(doubts, doubtful(s.Curvature, residual, "1/m")...)
}

// uneven finds, of strips that no weight bends, one that keeps far less than another for the radius that it was rolled on. What is left grows with the curvature as its
// third power at most: where friction is far from its limit, which grows.
func (s *Spirals) uneven() (i, j int) {
	const clear, far = 0.3, 6. // of the largest, so that errors are nothing beside it; times
	most := slices.Max(s.Curvature)
	for i := range s.Radius {
		for j := range s.Radius {
			k := max(1, s.anchor(j)/s.anchor(i))
			if s.Lever[i] == 0 && s.Lever[j] == 0 && s.Curvature[i] >= 0 && s.Curvature[j] > clear*most && s.Curvature[j] > far*k*k*k*s.Curvature[i] {
				return i, j
			}
		}
	}
	return 0, 0
}
