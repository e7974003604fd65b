package fit

import "fmt"

// missed is the share of the range of what was measured from which on a residual says that a law does not describe it. Laws that do leave a few per cent.
const missed = 0.1

// doubtful says what speaks against measurements y at x of which a fit has left a residual, all in the units of the texts: that y falls where x grows, and that
// the fit is far off.
func doubtful(x, y []float64, residual float64, falls func(slope float64) string, unit string) (doubts []string) {
	n := float64(len(x))
	var mx, my float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	var xx, xy float64
	lo, hi := y[0], y[0]
	for i := range x {
		xx, xy = xx+(x[i]-mx)*(x[i]-mx), xy+(x[i]-mx)*(y[i]-my)
		lo, hi = min(lo, y[i]), max(hi, y[i])
	}
	if xy < 0 {
		doubts = append(doubts, falls(xy/xx))
	}
	if residual > missed*(hi-lo) {
		doubts = append(doubts, fmt.Sprintf("the residual of %.3g %s is %.0f %% of the range that was measured, %.3g %s: what was found does not describe it", residual, unit, 100*residual/(hi-lo), hi-lo, unit))
	}
	return doubts
}

// Doubts says what speaks against the readings of a sample, and against a fit of them with a residual [m].
func (s *Stretch) Doubts(residual float64) []string {
	load, length := make([]float64, len(s.Weight)), make([]float64, len(s.Weight))
	for i := range load {
		load[i], length[i] = s.load(i), 1e3*s.Read[i]
	}
	return doubtful(load, length, 1e3*residual, func(slope float64) string {
		return fmt.Sprintf("the sample gets shorter under load, by %.3g mm per newton on average: cloth gets longer; are columns, signs or lines mixed up?", -slope)
	}, "mm")
}

// Doubts says what speaks against a curve, and against a fit that is off by a share of its height.
func (c *Curve) Doubts(residual float64) []string {
	_, height := c.ranges()
	unit := "N/m"
	if c.Mode.Name == "bending" {
		unit = "N" // N·m per m
	}
	return doubtful(c.Q, c.F, residual*height, func(float64) string {
		return fmt.Sprintf("the %s falls where the %s grows: in cloth it rises; is a sign turned?", c.Mode.Force, c.Mode.Deformation)
	}, unit)
}
