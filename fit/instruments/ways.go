package instruments

import (
	"math"
	"slices"

	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/law"
)

// OverhangWays is the direction of the strips: let down from level, let up from below, or both.
type OverhangWays struct {
	Down, Up bool
	Alike    bool   // the other direction explains the readings as well
	Says     string // the assumption, if the table does not state the direction
}

// Ways returns the directions in the column way, otherwise those that the readings suggest. Stiffnesses that no power
// of the overhang describes within readingError are of both directions; those that grow with the overhang, where
// friction helps the weight, are of strips let up.
func (c *OverhangStrips) Ways() (w OverhangWays) {
	if c.Way != nil || c.standard {
		for i := range c.Overhang {
			up := c.Way != nil && c.Way[i] == 1
			w.Up, w.Down = w.Up || up, w.Down || !up
		}
		return w
	}
	const column = "; a column way, down or up, would say it"
	rows := make([]int, len(c.Overhang))
	for i := range rows {
		rows[i] = i
	}
	q, doubt, describes := c.power(rows)
	off := 0.0
	for i := range rows {
		off = max(off, math.Abs(c.off(i, describes(i))))
	}
	switch {
	case off > 3:
		return OverhangWays{Down: true, Up: true,
			Says: "angles scatter as those of strips that are let down and let up " +
				"do, and both were taken alike often" + column}
	case q > 0.3+doubt:
		return OverhangWays{Up: true,
			Says: "strips look stiffer the longer they are, as those that were let up from below " +
				"do: taken as only let up" + column}
	case q < 0.3-doubt:
		return OverhangWays{Down: true,
			Says: "taken as only let down: their angles are within errors of one way" + column}
	}
	return OverhangWays{Down: true, Alike: true, Says: "strips that were only let down or only let up explain these " +
		"readings alike: taken as let down" + column}
}

// power describes the apparent stiffnesses of rows by a power q = 0 ± 1 of the overhang. It returns q with twice its
// standard error, and a function for ln B of any row.
func (c *OverhangStrips) power(rows []int) (q, doubt float64, describes func(row int) float64) {
	// ln B = p + q·ln(l/mean)
	sum, logs := [3]float64{0, 0, 1}, 0.0
	for _, i := range rows {
		logs += math.Log(c.Overhang[i]) / float64(len(rows))
	}
	var weights, mean, rhs float64
	for _, i := range rows {
		off := 2 / math.Sin(2*c.Angle[i]) * readingError // of ln B
		x, y, k := math.Log(c.Overhang[i])-logs, math.Log(c.peirce(i)), 1/(off*off)
		weights, mean = weights+k, mean+k*y
		sum[1], sum[2], rhs = sum[1]+k*x, sum[2]+k*x*x, rhs+k*x*y
	}
	det := weights*sum[2] - sum[1]*sum[1]
	p, q := (mean*sum[2]-rhs*sum[1])/det, (weights*rhs-sum[1]*mean)/det
	return q, 2 * math.Sqrt(weights/det), func(i int) float64 { return p + q*(math.Log(c.Overhang[i])-logs) }
}

// off returns the difference of ln B of a reading from another value, in standard errors of its angle.
func (c *OverhangStrips) off(i int, ln float64) float64 {
	return (math.Log(c.peirce(i)) - ln) * math.Sin(2*c.Angle[i]) / 2 / readingError
}

// Outlier returns the reading that is an outlier of the power of the overhang (q = 0 ± 1) that describes all others of
// its direction with errors readingError, and the expected angle [rad]; −1 if there is none.
func (c *OverhangStrips) Outlier() (row int, angle float64) {
	const few = 5
	row = -1
	if w := c.Ways(); c.Way == nil && w.Down == w.Up {
		return row, 0
	}
	most := 0.
	for way := range 2 {
		var rows []int
		columns, y := [][]float64{{0}, {1}}, []float64{0} // of q alone
		for i, l := range c.Overhang {
			if c.Way == nil && way == 0 || c.Way != nil && c.Way[i] == float64(way) {
				rows = append(rows, i)
				by := c.off(i, math.Log(c.peirce(i))-1) // of ln B, in errors of reading
				columns[0], columns[1] = append(columns[0], by), append(columns[1], by*math.Log(l/c.Overhang[rows[0]]))
				y = append(y, by*math.Log(c.peirce(i)))
			}
		}
		if len(rows) < few {
			continue
		}
		r := findings.Regress(columns, y)
		r.Known = 1
		k := r.Outlier(0, func(k int) float64 { return map[bool]float64{true: math.Inf(1), false: 1}[k == 0] })
		if k < 0 || r.Without(k, 0).Size() < most {
			continue
		}
		d := r.Without(k, 0)
		most, row = d.Size(), rows[k-1]
		o, want := *c, (y[k]-d.Off)/columns[0][k]
		o.Angle = slices.Clone(c.Angle)
		angle = fit.Bisect(func(a float64) bool { // the steeper it hangs, the softer it appears
			o.Angle[row] = a
			return math.Log(o.peirce(row)) > want
		}, deg, 85*deg)
	}
	return row, angle
}

// readingError is the standard error of a chord's angle read by hand, with the effect of the overhang's error. Assumed.
const readingError = 1.5 * deg

// Swapped reports whether strips marked as let up appear stiffer by a tenth than those let down, although friction
// makes them appear softer.
func (c *OverhangStrips) Swapped() bool {
	var b, weights [2]float64
	for i := range c.Way {
		k := int(c.Way[i])
		b[k], weights[k] = b[k]+c.Angle[i]*c.peirce(i), weights[k]+c.Angle[i]
	}
	return weights[0] > 0 && weights[1] > 0 && b[1]/weights[1] > 1.1*b[0]/weights[0]
}

// fromVertical returns the longest strip if each strip longer by a tenth hangs less steeply than shorter ones of its
// direction; −1 if any does not.
func (c *OverhangStrips) fromVertical() (longest int) {
	const longer, few = 1.1, 3
	pairs := 0
	for i, l := range c.Overhang {
		if l > c.Overhang[longest] {
			longest = i
		}
		for j, short := range c.Overhang {
			if l < longer*short || c.Way != nil && c.Way[i] != c.Way[j] {
				continue
			}
			if pairs++; c.Angle[i] >= c.Angle[j] {
				return -1
			}
		}
	}
	if pairs < few {
		return -1
	}
	return longest
}

// Friction returns internal friction of bending for a stiffness [N·m] of 3κ over κ, from straight.
type Friction func(stiffness float64) law.Dahl

// As returns a constant friction.
func As(d law.Dahl) Friction { return func(float64) law.Dahl { return d } }

// InRatio returns friction proportional to the stiffness, in the ratio of a base's to its k1 [N·m].
func InRatio(d law.Dahl, k1 float64) Friction {
	return func(stiffness float64) law.Dahl {
		scale := stiffness / (3 * k1)
		return law.Dahl{A: scale * d.A, B: scale * d.B, Tau: d.Tau}
	}
}

// OverhangOneWay is FitOverhang for strips that were only let down (or up). Internal friction then bears a part of
// their weight (up: adds to it, with a in full and b not at all); the result is the stiffness [N·m] of the rest. It is
// negative, and NaN, if friction alone holds a strip as high.
func OverhangOneWay(c *OverhangStrips, up bool, friction Friction) fit.Mean {
	return c.mean(func(i int) float64 {
		weight, length := c.Density*gravity, c.Overhang[i]
		higher := func(stiffness float64) bool {
			d := friction(stiffness)
			return fit.Chord(weight, length, stiffness, d.A, d.B, d.Tau, up) < c.Angle[i]
		}
		most := weight * length * length * length / fit.HeavyLoad(c.Angle[i])
		lo, hi := 1e-3*most, most
		if up {
			lo, hi = most, 20*most
		}
		if higher(lo) {
			return math.NaN()
		}
		return fit.Bisect(func(q float64) bool { return !higher(q) }, lo, hi)
	})
}

// OverhangInRatio is FitOverhang for strips in both directions, whose friction and growing stiffness keep their ratios
// to the stiffness k1 of a law [k1, k2, a, b, τ], as from rolled strips. Each reading then determines one stiffness on
// its exact path.
func OverhangInRatio(c *OverhangStrips, law []float64) fit.Mean {
	return c.mean(func(i int) float64 {
		up := c.Way[i] == 1
		softer := func(ln float64) bool {
			scaled := slices.Clone(law)
			for k := range scaled[:fit.PathTau] {
				scaled[k] *= math.Exp(ln)
			}
			down, then := fit.NewOverhung(scaled, c.Density*gravity, c.Overhang[i]).Chords(up)
			return up && then > c.Angle[i] || !up && down > c.Angle[i]
		}
		middle := math.Log(c.peirce(i) / (3 * law[fit.PathK1]))
		lo, hi := middle-math.Ln10, middle+math.Ln10
		for range 24 { // to a millionth
			if m := (lo + hi) / 2; softer(m) {
				lo = m
			} else {
				hi = m
			}
		}
		return 3 * law[fit.PathK1] * math.Exp(hi)
	})
}

// Standard reports whether the table has no angles, so that they are those of ASTM D1388.
func (c *OverhangStrips) Standard() bool { return c.standard }

// Doubts returns findings about unused columns and an outlier.
func (c *OverhangStrips) Doubts() findings.List {
	list := slices.Clip(c.unused)
	if i, angle := c.Outlier(); i >= 0 {
		list.Add(findings.NewWarning(c.lines[i], findings.OverhangOffFit, 1e3*c.Overhang[i], c.Angle[i]/deg, angle/deg))
	}
	return list
}
