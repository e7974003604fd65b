package fit

import (
	"fmt"
	"math"
	"slices"

	"hysteron/fit/findings"
)

// From where on a first row is away from where cloth is undeformed, as shares of the curve's reach and height, in the
// steps that follow and in standard deviations of a force; fewer than some rows tell less of these.
const (
	awayReach  = 0.005
	awayHeight = 0.01
	awaySteps  = 3
	awayForce  = 6
	fewRows    = 10
)

// shown is a deformation as the instrument has it.
func (c *Curve) shown(q float64) string {
	switch c.Mode.Name {
	case "tensile":
		return fmt.Sprintf("%.3g %%", 100*q)
	case "shear":
		return fmt.Sprintf("%.3g°", q/degree)
	}
	return fmt.Sprintf("%.3g 1/cm", q/100)
}

// Aside reports whether a loop begins away from zero, in the middle of its two ends: Kawabata's testers of shear and
// bending go as far either way.
func (c *Curve) Aside() bool {
	lo, hi := slices.Min(c.Q), slices.Max(c.Q)
	reach, from := hi-lo, c.Q[0]
	return c.Mode.Name != "tensile" && lo < 0 && hi > 0 && math.Abs(from) > 0.01*reach &&
		math.Abs((lo+hi)/2-from) < 0.1*math.Abs(from)
}

// Zero says where a curve does not begin without deformation and force, where laws take cloth to be at rest; nil: it
// does, or errors and steps explain what it begins with.
func (c *Curve) Zero() *findings.Finding {
	q, f := c.Q, c.F
	reach, height := slices.Max(q)-slices.Min(q), slices.Max(f)-slices.Min(f)
	ends := ends(q)
	scatter := 0.
	for k := 1; k < len(ends); k++ {
		b := branchOf(q, f, ends[k-1], ends[k])
		scatter = max(scatter, findings.Scatter(b.q, b.f))
	}
	scatter *= 1 + fewRows/float64(len(q))
	pulled := math.Abs(f[0]) > max(awayHeight*height, awayForce*scatter)
	share := 100 * f[0] / slices.Max(f)
	warn := func(kind findings.Kind, values ...any) *findings.Finding {
		return findings.Warn(c.line(0), kind, values...)
	}
	switch away := math.Abs(q[0]) > awayReach*reach && c.late(ends[1], scatter); {
	case away && pulled:
		return warn(findings.BeginsPulled, c.shown(q[0]), share, c.Mode.Deformation)
	case away:
		return warn(findings.BeginsSlack, c.shown(q[0]), c.Mode.Deformation)
	case pulled && math.Abs(q[0]) < 0.001*reach:
		return warn(findings.BeginsLoaded, c.shown(q[0]), c.Mode.Force, share, c.Mode.Force)
	}
	return nil
}

// late reports whether the first way, which ends in a row, begins further from zero than its steps are wide: against
// its way, beyond some of them, or without force where the next row, a step on, has far more than cloth would have of
// none.
func (c *Curve) late(end int, scatter float64) bool {
	q, f := c.Q, c.F
	way := math.Copysign(1, q[end]-q[0])
	if way*q[0] < 0 {
		return true
	}
	step, next, n := 0., 0, 0
	for i := 1; i <= end && n < awaySteps; i++ {
		if d := way * (q[i] - q[i-1]); d > 0 {
			step, n = max(step, d), n+1
			if n == 1 {
				next = i
			}
		}
	}
	if way*q[0] > awaySteps*step {
		return true
	}
	return next > 0 && way*f[next] > 5*awayForce*scatter && way*f[0] < 0.1*q[0]/q[next]*way*f[next]
}
