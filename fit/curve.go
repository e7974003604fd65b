// Tells what cannot be in what Kawabata's instruments write: in their curves, and among the numbers of a sheet.

package fit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"hysteron/fit/findings"
)

// Curve is one that was measured, in SI, in the order of measurement.
type KESCurve struct {
	Mode, Deformation, Force string // tensile, shear or bending; what its columns are called
	Q, F                     []float64
	Line                     func(row int) int
}

// Fault is what is wrong, in a row; −1: in the whole.
type KESFault struct {
	Row  int
	Text string
}

// unit is that of its forces.
func (c *KESCurve) unit() string {
	if c.Mode == "bending" {
		return "N" // N·m per m
	}
	return "N/m"
}

// Check finds what cannot be in a curve, the first that tells most; nil: nothing.
func (c *KESCurve) Check() *KESFault {
	fail := func(row int, format string, args ...any) *KESFault {
		return &KESFault{row, fmt.Sprintf(format, args...)}
	}
	if rows := distinct(c.Q, c.F); len(rows) < len(c.Q) { // rows that stand twice hide where steps change
		once := KESCurve{c.Mode, c.Deformation, c.Force, pick(c.Q, rows), pick(c.F, rows), func(row int) int { return c.Line(rows[row]) }}
		fault := once.Check()
		if fault != nil && fault.Row >= 0 {
			fault.Row = rows[fault.Row]
		}
		return fault
	}
	q, f := c.Q, c.F
	turns, back, third := turns(q)
	little := findings.LittleData(back)
	most, force := 0., 0.
	for i := range q {
		most, force = max(most, math.Abs(q[i])), max(force, math.Abs(f[i]))
	}
	if len(q) < 10 {
		return fail(-1, "%d points: expected at least 10 of a curve of loading and unloading", len(q))
	}
	single, isSingle := findings.SingleJump(q, f)
	switch scaled := findings.JumpOfForces(q, f); {
	case scaled > 0 && !(isSingle && single.At+1 == scaled): // else the next is where it comes back to
		return fail(scaled, "%s of %.4g after %.4g (SI): expected no such jump where %s goes on; are units mixed?", c.Force, f[scaled], f[scaled-1], c.Deformation)
	case most == 0:
		return fail(-1, "%s is zero throughout: expected a deformation", c.Deformation)
	case force == 0:
		return fail(-1, "%s is zero throughout: expected a force", c.Force)
	case slices.Max(f) == slices.Min(f):
		return fail(0, "%s is %.4g (SI) here and in all other rows: expected it to grow with %s", c.Force, f[0], c.Deformation)
	case c.Mode == "tensile" && !slices.ContainsFunc(q, func(v float64) bool { return v > 0 }):
		return fail(-1, "strain is nowhere above zero: expected a sample that is pulled; are signs turned?")
	case c.falls():
		return fail(-1, "%s falls where %s grows: in cloth it rises; is a sign turned?", c.Force, c.Deformation)
	case little != "":
		return fail(len(q)-1, "the curve %s", little)
	case turns > len(q)/4:
		return fail(third, "%s changes direction %d times in %d points: expected them in the order of measurement", c.Deformation, turns, len(q))
	}
	if i := findings.JumpOfPaces(q); i >= 0 {
		return fail(i, "%s of %.4g after %.4g (SI), and steps of another size from there on: expected no such jump; does a unit change here?", c.Deformation, q[i], q[i-1])
	}
	if i := findings.JumpAway(q); i >= 0 {
		return fail(i, "%s of %.4g (SI) between %.4g and %.4g: expected one on the way from one to the other%s", c.Deformation, q[i], q[i-1], q[i+1],
			mistake(q[i], min(q[i-1], q[i+1]), max(q[i-1], q[i+1])))
	}
	if o := single; isSingle {
		return fail(o.At, "%s of %.4g (SI) jumps out of the curve and back: expected %.3g to %.3g beside its neighbours%s", c.Force, f[o.At], o.Lo, o.Hi, mistake(f[o.At], o.Lo, o.Hi))
	}
	if c.Aside() {
		return fail(0, "the curve begins at %s, in the middle between %s and %s: expected a loop of shear or bending to begin at 0; is the zero of the %s off?", c.shown(q[0]), c.shown(slices.Min(q)), c.shown(slices.Max(q)), c.Deformation)
	}
	if i, j := findings.JumpApart(q, f); j > 0 {
		return fail(j, "%s of %.4g %s at %s of %.4g%s, and %.4g at %.4g in line %d: expected about the same size there, either way; do units change on the way?",
			c.Force, f[j], c.unit(), map[string]string{"tensile": "a strain", "shear": "an angle", "bending": "a curvature"}[c.Mode], q[j], map[string]string{"shear": " rad", "bending": " 1/m"}[c.Mode], f[i], q[i], c.Line(i))
	}
	if i := findings.JumpOfDeformations(q); i >= 0 {
		return fail(i, "%s of %.4g after %.4g: expected no such jump; are units mixed?", c.Deformation, q[i], q[i-1])
	}
	if i, j, at := findings.JumpOfReaches(q, f); at > 0 {
		return fail(at, "from here on %s goes to %.4g against a %s of %.4g, and in line %d to %.4g against %.4g (SI): expected about as much against the same %s; does a unit change here?",
			c.Deformation, q[j], c.Force, f[j], c.Line(i), q[i], f[i], c.Force)
	}
	if i := KESGives(q, f); i >= 0 {
		return fail(i, "from here on, let go, the curve lies outside of the way that it came, so that the cloth would give out more work than it took: expected %s to be less on the way back; are the rows upside down, or two columns swapped?", c.Force)
	}
	switch {
	case stat.Covariance(q, f, nil) < 0:
		return fail(-1, "%s falls where %s grows: in cloth it rises; is a sign turned?", c.Force, c.Deformation)
	case c.Mode == "tensile" && most > 2:
		return fail(-1, "strain of %.4g %%: expected at most 200 %%; is the unit right?", 100*most)
	case c.Mode == "shear" && most >= math.Pi/2:
		return fail(-1, "shear of 90° and more: expected less; are the units right?")
	}
	return nil
}

// distinct are the rows that differ from the row before.
func distinct(q, f []float64) (rows []int) {
	for i := range q {
		if i == 0 || q[i] != q[i-1] || f[i] != f[i-1] {
			rows = append(rows, i)
		}
	}
	return rows
}

func pick(v []float64, rows []int) []float64 {
	to := make([]float64, len(rows))
	for i, r := range rows {
		to[i] = v[r]
	}
	return to
}

// turns is how often the direction changes, how many rows there are from where it does first, and where it does for the third time within four points, −1: nowhere.
func turns(q []float64) (n, back, third int) {
	third = -1
	var last [3]int
	way := 0.
	for i := 1; i < len(q); i++ {
		if q[i] == q[i-1] { // as where each row stands twice
			continue
		}
		turned := (q[i] - q[i-1]) * way
		if way = q[i] - q[i-1]; turned < 0 {
			if n++; n == 1 {
				back = len(q) - i
			}
			if last = [3]int{last[1], last[2], i}; third < 0 && n > 2 && last[2]-last[0] <= 3 {
				third = i
			}
		}
	}
	return n, back, third
}

// falls tells whether forces fall where deformations grow, in most steps and in all.
func (c *KESCurve) falls() bool {
	n := 0
	for i := 1; i < len(c.Q); i++ {
		switch d := (c.Q[i] - c.Q[i-1]) * (c.F[i] - c.F[i-1]); {
		case d > 0:
			n++
		case d < 0:
			n--
		}
	}
	return n < 0 && stat.Covariance(c.Q, c.F, nil) < 0
}

// mistake is what would bring a value to where it is expected.
func mistake(v, lo, hi float64) string {
	for _, q := range []struct {
		by   float64
		text string
	}{{-1, "is its sign turned?"}, {10, "is its decimal point a place off?"}, {.1, "is its decimal point a place off?"}, {100, "is its decimal point two places off?"}, {.01, "is its decimal point two places off?"}} {
		if w := v * q.by; w >= lo && w <= hi {
			return "; " + q.text
		}
	}
	return "; is a digit wrong?"
}

// Astray finds the one reading that a curve which fits all others is off by more than six times the scatter, and more than errors of a perfect instrument; rows where the
// direction turns, and next to these, by more than fifteen times, as laws of friction miss what cloth does there. off are the differences as shares of the curve's height.
// −1: none.
func KESOutlier(q, off []float64) (row int, times float64) {
	const least, far, farTurned, few = 0.002, 6, 15, 20
	if len(off) < few {
		return -1, 0
	}
	n := len(off)
	rest, sizes := make([]float64, n), make([]float64, n)
	for i := range off {
		var beside []float64
		for k := max(0, i-2); k < min(n, i+3); k++ {
			if k != i {
				beside = append(beside, off[k])
			}
		}
		slices.Sort(beside)
		m := len(beside)
		rest[i] = off[i] - (beside[(m-1)/2]+beside[m/2])/2
		sizes[i] = math.Abs(rest[i])
	}
	sorted := slices.Clone(sizes)
	slices.Sort(sorted)
	scatter := max(least, sorted[n/2]/0.6745)
	row = -1
	for i := range sizes {
		limit := far * scatter
		for k := max(1, i-1); k < min(n-1, i+2); k++ {
			if (q[k+1]-q[k])*(q[k]-q[k-1]) <= 0 {
				limit = farTurned * scatter
			}
		}
		if i < 2 {
			limit = farTurned * scatter
		}
		if t := sizes[i] / scatter; sizes[i] > limit && t > times {
			row, times = i, t
		}
	}
	return row, times
}

// What cloth for clothes asks of Kawabata's instruments at 8° and 2.5 1/cm, with room: of what ships but paper felt shears with 21 gf/cm and bends with 3.1 gf·cm/cm, stretch-denim with 19 and 1.8, cotton with 7.3 and .36.
// Forces that are 9.81 times too large leave the shape of a curve as it is; of cloth of middling stiffness they are beyond these.
const (
	mostShear = 40 * gfPerCm // [N/m]
	mostBend  = 3.3 * kesGf  // [N]
)

// Beyond says where a curve goes on where Kawabata's instruments end, by a tenth at least: 500 gf/cm, 8°, 2.5 1/cm; where it turns before a fifth of that, as no tester of shear and bending does; and where it takes more force than clothes do.
func KESBeyond(mode string, most, force float64) string {
	const room = 1.1
	switch {
	case mode == "tensile" && force > room*500*gfPerCm:
		return fmt.Sprintf("force of %.4g gf/cm: Kawabata's tensile tester turns at 500; is the unit right?", force/gfPerCm)
	case mode == "shear" && most > room*8*degree:
		return fmt.Sprintf("angle of %.4g°: Kawabata's shear tester turns at 8; is the unit right?", most/degree)
	case mode == "bending" && most > room*250:
		return fmt.Sprintf("curvature of %.4g 1/cm: Kawabata's bending tester turns at 2.5; is the unit right?", most/100)
	case mode == "shear" && most > 0 && most < 8*degree/5:
		return fmt.Sprintf("angle of %.4g° at most: Kawabata's shear tester turns at 8; is the unit right?", most/degree)
	case mode == "bending" && most > 0 && most < 250./5:
		return fmt.Sprintf("curvature of %.4g 1/cm at most: Kawabata's bending tester turns at 2.5; is the unit right?", most/100)
	case mode == "shear" && force > mostShear:
		return fmt.Sprintf("force of %.4g gf/cm: cloth for clothes takes %.3g at most when it shears by 8°; are the units right?", force/gfPerCm, mostShear/gfPerCm)
	case mode == "bending" && force > mostBend:
		return fmt.Sprintf("moment of %.4g gf·cm/cm: cloth for clothes takes %.3g at most when it bends to 2.5 1/cm; are the units right?", force/kesGf, mostBend/kesGf)
	}
	return ""
}
