package overhang

import (
	"math"

	"hysteron/fit"
	"hysteron/fit/strip"
)

// Ways is how strips were read: let down from level, let up from below, or both.
type Ways struct {
	Down, Up bool
	Alike    bool   // let up would explain the readings as well
	Says     string // what was assumed, where the table does not say it
}

// Ways are those of the column way, else what the readings look like: stiffnesses that no power of the overhang describes with angles
// off by readingError are of both ways, those that grow with it as where friction helps the weight are of strips that were let up.
func (c *Strips) Ways() (w Ways) {
	if c.Way != nil || c.standard {
		for i := range c.Overhang {
			up := c.Way != nil && c.Way[i] == 1
			w.Up, w.Down = w.Up || up, w.Down || !up
		}
		return w
	}
	const column = "; a column way, down or up, would say it"
	// ln B = p + q·ln(l/mean), q = 0 ± 1.
	sum, logs := [3]float64{0, 0, 1}, 0.0
	for _, l := range c.Overhang {
		logs += math.Log(l) / float64(len(c.Overhang))
	}
	var weights, mean, rhs float64
	each := func(do func(x, y, weight float64)) {
		for i, l := range c.Overhang {
			off := 2 / math.Sin(2*c.Angle[i]) * readingError // of ln B
			do(math.Log(l)-logs, math.Log(c.peirce(i)), 1/(off*off))
		}
	}
	each(func(x, y, k float64) {
		weights, mean = weights+k, mean+k*y
		sum[1], sum[2], rhs = sum[1]+k*x, sum[2]+k*x*x, rhs+k*x*y
	})
	det := weights*sum[2] - sum[1]*sum[1]
	p, q := (mean*sum[2]-rhs*sum[1])/det, (weights*rhs-sum[1]*mean)/det
	off := 0.0
	each(func(x, y, k float64) { off = max(off, math.Abs(y-p-q*x)*math.Sqrt(k)) })
	switch doubt := 2 * math.Sqrt(weights/det); {
	case off > 3:
		return Ways{Down: true, Up: true, Says: "angles scatter as those of strips that are let down and let up do, and both were taken alike often" + column}
	case q > 0.3+doubt:
		return Ways{Up: true, Says: "strips look stiffer the longer they are, as those that were let up from below do: taken as only let up" + column}
	case q < 0.3-doubt:
		return Ways{Down: true, Says: "taken as only let down: their angles are within errors of one way" + column}
	}
	return Ways{Down: true, Alike: true, Says: "strips that were only let down or only let up explain these readings alike: taken as let down" + column}
}

// readingError is how well a chord's angle is read by hand, with what the overhang's error adds. Assumed.
const readingError = 1.5 * deg

// Swapped tells whether strips that the table has as let up look stiffer, by a tenth, than those let down: friction makes them look softer.
func (c *Strips) Swapped() bool {
	var b, weights [2]float64
	for i := range c.Way {
		k := int(c.Way[i])
		b[k], weights[k] = b[k]+c.Angle[i]*c.peirce(i), weights[k]+c.Angle[i]
	}
	return weights[0] > 0 && weights[1] > 0 && b[1]/weights[1] > 1.1*b[0]/weights[0]
}

// fromVertical is the longest strip where longer strips, by a tenth, hang less steeply than shorter ones of the same way, each of them; −1 where any hangs as it should.
func (c *Strips) fromVertical() (longest int) {
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

// OneWay is Fit of strips that were only let down (or up), so that internal friction, a [N], b [N·m] and τ [1/m] of the
// bending strain 3κ (Dahl's law from straight; up: turned, a in full and b not at all), bears a part of their weight (adds to it): the stiffness [N·m] of the rest.
// It is less than nothing, and NaN, where friction alone holds a strip as high.
func OneWay(c *Strips, up bool, a, b, tau float64) fit.Mean {
	return c.mean(func(i int) float64 {
		weight, length := c.Density*gravity, c.Overhang[i]
		higher := func(stiffness float64) bool {
			return strip.Chord(weight, length, stiffness, a, b, tau, up) < c.Angle[i]
		}
		most := weight * length * length * length / strip.HeavyLoad(c.Angle[i])
		lo, hi := 1e-3*most, most
		if up {
			lo, hi = most, 20*most
		}
		if higher(lo) {
			return math.NaN()
		}
		return strip.Bisect(func(q float64) bool { return !higher(q) }, lo, hi)
	})
}
