package fit

import (
	"fmt"
	"slices"
)

// missed is the share of the range of what was measured from which on a residual says that a law does not describe it. Laws that do leave a few per cent.
const missed = 0.1

// doubtful says what speaks against measurements y at x of which a fit has left a residual, all in the units of the texts: that y falls where x grows, and that
// the fit is far off. falls may be nil.
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
	if xy < 0 && falls != nil {
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
	return append(doubtful(c.Q, c.F, residual*height, nil, unit), c.unusual()...)
}

// curveRanges are stiffnesses, in the units of Kawabata's instruments, several times beyond those of cloth for clothes, paper and felt: a wrong unit is often off
// by a hundred.
var curveRanges = map[string]struct {
	name, in     string
	unit, lo, hi float64
}{
	"tensile": {"a force over elongation", "gf/cm", gf / 1e-2, 5, 2e5}, // 500 gf/cm at 0.25 to 10,000 %
	"shear":   {"G", "gf/(cm·deg)", gf / 1e-2 / deg, 0.02, 50},
	"bending": {"B", "gf·cm²/cm", gf * 1e-2, 1e-3, 10},
}

// unusual says where the slope of the whole curve is one that no cloth has.
func (c *Curve) unusual() []string {
	q := curveRanges[c.Mode.Name]
	if v := c.slope() / q.unit; v < q.lo || v > q.hi {
		return []string{fmt.Sprintf("%s of about %.3g %s: cloth has %g to %g; are the units right?", q.name, v, q.in, q.lo, q.hi)}
	}
	return nil
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
	radii := make([]float64, len(s.Radius))
	for i, r := range s.Radius {
		radii[i] = 1e3 * r
	}
	return append(doubts, doubtful(radii, s.Curvature, residual, nil, "1/m")...)
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
