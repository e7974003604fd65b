package fit

import (
	"fmt"
	"math"
	"slices"

	"hysteron/fit/findings"
)

// Limits of a first row that is not undeformed: shares of the curve's range and height, steps that follow, and standard
// deviations of a force. Fewer than some rows determine these less well.
const (
	awayReach  = 0.005
	awayHeight = 0.01
	awaySteps  = 3
	awayForce  = 6
	fewRows    = 10
)

// shown formats a deformation in the unit of the instrument.
func (c *Curve) shown(q float64) string {
	switch c.Mode.Name {
	case "tensile":
		return fmt.Sprintf("%.3g %%", 100*q)
	case "shear":
		return fmt.Sprintf("%.3g°", q/degree)
	}
	return fmt.Sprintf("%.3g 1/cm", q/100)
}

// Aside reports whether a loop starts away from zero, in the middle of its two ends: Kawabata's testers of shear and
// bending go equally far in both directions.
func (c *Curve) Aside() bool {
	lo, hi := slices.Min(c.Q), slices.Max(c.Q)
	reach, from := hi-lo, c.Q[0]
	return c.Mode.Name != "tensile" && lo < 0 && hi > 0 && math.Abs(from) > 0.01*reach &&
		math.Abs((lo+hi)/2-from) < 0.1*math.Abs(from)
}

// Zero returns a finding if a curve does not start at zero deformation and force, where laws assume rest, and neither
// errors nor steps explain it.
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
		return findings.NewWarning(c.line(0), kind, values...)
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

// late reports whether the first branch, which ends at row end, starts farther from zero than its steps are wide:
// against its direction, by more than some steps, or without force where the next row has far more than unstressed
// cloth would have.
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
