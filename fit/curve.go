// Impossible readings in curves of Kawabata's instruments.

package fit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"hysteron/fit/findings"
)

// Ranges of Kawabata's and other testers; at 90° of shear cloth has no area.
var (
	strainRange = findings.Expected("%", 0, 200)
	shearRange  = findings.Expected("°", 0, 89.9)
)

// Check returns the most severe finding about a curve, or nil.
func (c *Curve) Check() *findings.Finding {
	fail := func(row int, kind findings.Kind, values ...any) *findings.Finding {
		return findings.NewRefusal(c.line(row), kind, values...)
	}
	if rows := distinct(c.Q, c.F); len(rows) < len(c.Q) { // repeated rows hide where steps change
		once := *c
		once.Q, once.F = findings.PickRows(c.Q, rows), findings.PickRows(c.F, rows)
		once.lines = findings.PickRows(c.lines, rows)
		return once.Check()
	}
	q, f := c.Q, c.F
	turns, back, third := turns(q)
	little := findings.LittleData(back)
	most, force := 0., 0.
	for i := range q {
		most, force = max(most, math.Abs(q[i])), max(force, math.Abs(f[i]))
	}
	switch {
	case len(q) < 10:
		return fail(-1, findings.FewPoints, len(q))
	case most == 0:
		return fail(-1, findings.ZeroThroughout, c.Mode.Deformation, "deformation")
	case force == 0:
		return fail(-1, findings.ZeroThroughout, c.Mode.Force, "force")
	case slices.Max(f) == slices.Min(f):
		return fail(0, findings.Constant, c.Mode.Force, f[0], c.Mode.Deformation)
	case c.Mode.Name == "tensile" && !slices.ContainsFunc(q, func(v float64) bool { return v > 0 }):
		return fail(-1, findings.NotPulled)
	case c.falls():
		return fail(-1, findings.Falls, c.Mode.Force, c.Mode.Deformation)
	case little != "":
		return fail(len(q)-1, findings.NeverUnloads, little)
	case turns > len(q)/4:
		return fail(third, findings.Shuffled, c.Mode.Deformation, turns, len(q))
	}
	if i := findings.AwayOfPath(q); i >= 0 {
		return fail(i, findings.DeformationAway, c.Mode.Deformation, q[i], q[i-1], q[i+1], mistake(q[i], min(q[i-1],
			q[i+1]),
			max(q[i-1], q[i+1])))
	}
	switch w, ok := findings.WrongLoop(q, f); {
	case !ok:
	case w.One:
		return fail(w.Row, findings.ForceAway, c.Mode.Force, f[w.Row], w.Lo, w.Hi, mistake(f[w.Row], w.Lo, w.Hi))
	case w.Deformation:
		return fail(w.Row, findings.DeformationUnit, c.until(w), c.Mode.Deformation, w.By, q[w.Row], q[w.Row-1])
	default:
		at := map[string][2]string{"tensile": {"a strain"}, "shear": {"an angle", " rad"}, "bending": {"a curvature",
			" 1/m"}}[c.Mode.Name]
		return fail(w.Row, findings.ForceUnit, c.until(w), c.Mode.Force, w.By, f[w.Row], c.unit(), at[0], q[w.Row],
			at[1])
	}
	if c.Aside() {
		return fail(0, findings.LoopAside, c.shown(q[0]), c.shown(slices.Min(q)), c.shown(slices.Max(q)),
			c.Mode.Deformation)
	}
	if i := KESGives(q, f); i >= 0 {
		return fail(i, findings.GivesWork, c.Mode.Force)
	}
	if share, row := c.resilience(); row >= 0 {
		if lo, hi := findings.Resilience.Possible(); 100*share < lo {
			return fail(row, findings.LoopEmpty, 100*share, lo, hi)
		}
	}
	switch {
	case stat.Covariance(q, f, nil) < 0:
		return fail(-1, findings.Falls, c.Mode.Force, c.Mode.Deformation)
	case c.Mode.Name == "tensile":
		return strainRange.Impossible(0, c.Mode.Deformation, 100*most)
	case c.Mode.Name == "shear":
		return shearRange.Impossible(0, c.Mode.Deformation, most/degree)
	}
	return nil
}

// resilience returns the share of the work of loading that unloading returns (RT of a sheet), and the first row of
// unloading; −1 if the curve is not of stretch, or does not unload by half.
func (c *Curve) resilience() (share float64, row int) {
	ends := ends(c.Q)
	if c.Mode.Name != "tensile" || len(ends) < 3 || c.Q[ends[2]] > c.Q[ends[1]]/2 {
		return 0, -1
	}
	f := slices.Clone(c.F)
	for i, v := range f {
		f[i] = max(v, 0) // the sample on the instrument goes slack
	}
	out, back := branchOf(c.Q, f, ends[0], ends[1]), branchOf(c.Q, f, ends[1]+1, ends[2])
	lo, hi := max(out.q[0], back.q[0]), min(out.q[len(out.q)-1], back.q[len(back.q)-1])
	return back.area(lo, hi) / out.area(lo, hi), ends[1] + 1
}

// until returns a text about the last row in another unit.
func (c *Curve) until(w findings.Wrong) string {
	if w.To < len(c.Q) {
		return fmt.Sprintf("from here to line %d", c.line(w.To-1))
	}
	return "from here on"
}

// distinct returns the rows that differ from the row before.
func distinct(q, f []float64) (rows []int) {
	for i := range q {
		if i == 0 || q[i] != q[i-1] || f[i] != f[i-1] {
			rows = append(rows, i)
		}
	}
	return rows
}

// turns returns the number of reversals, the first row after the first one, and the row of a third one within four
// points; −1 if there is none.
func turns(q []float64) (n, back, third int) {
	third = -1
	var last [3]int
	way := 0.
	for i := 1; i < len(q); i++ {
		if q[i] == q[i-1] { // repeated rows
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

// falls reports whether forces fall where deformations grow, in most steps and in total.
func (c *Curve) falls() bool {
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

// mistake returns the factor or sign that would bring a value into the expected range, as text.
func mistake(v, lo, hi float64) string {
	for _, q := range []struct {
		by   float64
		text string
	}{{-1, "is its sign turned?"}, {10, "is its decimal point a place off?"}, {.1, "is its decimal point a place off?"},
		{100, "is its decimal point two places off?"}, {.01, "is its decimal point two places off?"}} {
		if w := v * q.by; w >= lo && w <= hi {
			return q.text
		}
	}
	return "is a digit wrong?"
}
