// Wrong readings and changes of unit in hysteresis loops.

package findings

import (
	"iter"
	"math"
	"slices"
)

// maxMisfit is the largest deviation of the regression of a loop of n readings from sound curves, relative to its
// height: up to 1 % (RMS) for the laws of TestSoundCurves without errors, and up to 2 % if few readings allow few
// columns.
func maxMisfit(n int) float64 { return 0.01 + 0.15/float64(n) }

// loop is the regression of forces f on deformations q in the order of measurement: powers of the deformation, and
// friction that reverses within several shares of the range (Dahl 1968). Columns are in the order of what they explain;
// few readings get the first of them.
func loop(q, f []float64) *Regression {
	reach := 0.
	for _, v := range q {
		reach = max(reach, math.Abs(v))
	}
	turns := []float64{.05, .2, .01, .5}
	columns := make([][]float64, 12)
	var d [4]float64
	last := 0.
	for _, v := range q {
		x := v / reach
		if way := math.Copysign(1, x-last); x != last {
			for k, t := range turns {
				d[k] = way + (d[k]-way)*math.Exp(-math.Abs(x-last)/t)
			}
		}
		last = x
		a := math.Abs(x)
		for k, c := range []float64{
			x, d[0], x * a * a, d[1], x * a, d[2], a * d[0], 1, x * x, x * math.Pow(a, 5), d[3], a * d[2],
		} {
			columns[k] = append(columns[k], c)
		}
	}
	return Regress(columns[:min(len(columns), max(2, len(q)/3))], f)
}

// minLikelihoodRatio is the log-likelihood ratio above which a unit has changed. The largest of 9,240 sound curves with
// errors of up to 2 % and up to a sixth power is 11.4 (TestSoundCurves refuses none of them).
const minLikelihoodRatio = 13.

// Wrong is the correction of a loop.
type Wrong struct {
	Row int
	// One: a single reading is wrong, the others predict Lo to Hi.
	One    bool
	Lo, Hi float64
	// Otherwise forces, or deformations, are too large by the factor By from the row on, until before row To.
	To          int
	By          float64
	Deformation bool
}

// factors are the ratios of units that are confused.
var factors = func() (list []float64) {
	for k := 4.; k <= 12; k++ { // 10 to 1,000, the nearest within a third
		list = append(list, math.Pow(10, k/4), math.Pow(10, -k/4))
	}
	return list
}()

// WrongLoop returns the change that makes a loop most likely: one reading left out, or forces or deformations in
// another unit from a row on. ok is false if chance explains the table as it is. Errors of readings are normal, of one
// size in their own unit.
func WrongLoop(q, f []float64) (w Wrong, ok bool) {
	n := len(f)
	r, height := loop(q, f), slices.Max(f)-slices.Min(f)
	own := likelihood(n, r.RSS, maxMisfit(n)*height)
	most := minLikelihoodRatio
	if i := r.Outlier(maxMisfit(n)*height, func(int) float64 { return 1 }); i >= 0 {
		d := r.Without(i, maxMisfit(n)*height)
		off, sd := d.Off, d.Off/d.Size()
		w, ok = Wrong{Row: i, One: true, Lo: f[i] - off - 2*math.Abs(sd), Hi: f[i] - off + 2*math.Abs(sd)}, true
		rest := slices.Delete(slices.Clone(f), i, i+1)
		most = max(minLikelihoodRatio, likelihood(n, r.RSS-r.Residual[i]*off,
			maxMisfit(n)*(slices.Max(rest)-slices.Min(rest)))-own)
	}
	scaled := r.scaling(f)
	for i := 2; i < n-1; i++ {
		for _, by := range factors {
			if gain := scaled(i, by) - own; gain > most {
				w, ok, most = Wrong{Row: i, To: n, By: by}, true, gain
			}
		}
	}
	v, rows := moves(q)
	steps := pace(v)
	rows = append(rows, n)
	for k := 2; k < len(v)-1; k++ {
		for to := range blocks(k, len(v)) {
			least := 2. // below it steps alone are no evidence
			if to < len(v) {
				least = minLikelihoodRatio
			}
			if may, _ := steps(k, to, 1); may < least {
				continue
			}
			for _, by := range factors {
				_, gain := steps(k, to, by)
				if gain < least {
					continue
				}
				i, j := rows[k], rows[to]
				other := likelihood(n, loop(divided(q, i, j, by), f).RSS, maxMisfit(n)*height) - own
				if gain += other; other > -5 && gain > most {
					w, ok, most = Wrong{Row: i, To: j, By: by, Deformation: true}, true, gain
				}
			}
		}
	}
	return w, ok
}

// blocks yields the rows before which a block that starts at row i of n may end: short blocks of at least two rows, and
// the rest of the table. The start of a longer block is found as if it had no end.
func blocks(i, n int) iter.Seq[int] {
	const short = 4
	return func(yield func(int) bool) {
		for to := i + 2; to <= i+short && to < n-1; to++ {
			if !yield(to) {
				return
			}
		}
		yield(n)
	}
}

// likelihood returns the log-likelihood of n readings with a residual sum of squares, and errors of at least floor.
func likelihood(n int, rss, floor float64) float64 {
	return -float64(n) / 2 * math.Log(max(rss, 0)/float64(n)+floor*floor)
}

// divided returns the values with those of rows i to to−1 divided by a factor.
func divided(v []float64, i, to int, by float64) []float64 {
	v = slices.Clone(v)
	for k := i; k < to; k++ {
		v[k] /= by
	}
	return v
}

// scaling returns the log-likelihood of forces f, of which those from row i on, and their errors, are too large by a
// factor.
func (r *Regression) scaling(f []float64) func(i int, by float64) float64 {
	type part struct {
		square, lo, hi float64
		along          []float64
	}
	grown := func(p part, i int) part {
		p.square, p.lo, p.hi, p.along = p.square+f[i]*f[i], min(p.lo, f[i]), max(p.hi, f[i]), slices.Clone(p.along)
		for k, b := range r.basis {
			p.along[k] += b[i] * f[i]
		}
		return p
	}
	n := len(f)
	before, after := make([]part, n+1), make([]part, n+1)
	before[0].along, after[n].along = make([]float64, len(r.basis)), make([]float64, len(r.basis))
	for i := range f {
		before[i+1] = grown(before[i], i)
		after[n-1-i] = grown(after[n-i], n-1-i)
	}
	return func(i int, by float64) float64 {
		a, b := &before[i], &after[i]
		rss := a.square + b.square/(by*by)
		for k, v := range a.along {
			rss -= (v + b.along[k]/by) * (v + b.along[k]/by)
		}
		height := max(a.hi, b.hi/by) - min(a.lo, b.lo/by)
		// Errors are constant in their own unit, or a share of the height: small forces of one unit may be exact.
		own, share := -float64(n-i)*math.Log(by), float64(n)*math.Log(height/(before[n].hi-before[n].lo))
		return likelihood(n, rss, maxMisfit(n)*height) + min(own, share)
	}
}

// moves returns the deformations without repeated ones, and their rows.
func moves(q []float64) (v []float64, rows []int) {
	for i, x := range q {
		if len(v) == 0 || x != v[len(v)-1] {
			v, rows = append(v, x), append(rows, i)
		}
	}
	return v, rows
}

// pace returns the gain of log-likelihood of deformations v if those of rows i to to−1 are too large by a factor. The
// logarithm of a step changes from row to row by normal errors, with the standard deviation of the other rows, at least
// 0.3. most is an upper bound of the gain for any factor.
func pace(v []float64) func(i, to int, by float64) (most, gain float64) {
	const least = 0.3
	step := func(k, i, to int, by float64) float64 {
		at := func(k int) float64 {
			if k >= i && k < to {
				return v[k] / by
			}
			return v[k]
		}
		return math.Log(max(math.Abs(at(k)-at(k-1)), 1e-12))
	}
	change := make([]float64, len(v))
	all := 0.
	for k := 2; k < len(v); k++ {
		change[k] = step(k, 0, 0, 1) - step(k-1, 0, 0, 1)
		all += change[k] * change[k]
	}
	return func(i, to int, by float64) (most, gain float64) {
		elsewhere, last, changed := all, 0, 0.
		for _, k := range [...]int{i, i + 1, to, to + 1} { // the ratio of other steps does not change
			if k <= last || k < 2 || k >= len(v) {
				continue
			}
			last = k
			elsewhere -= change[k] * change[k]
			if by != 1 {
				now := step(k, i, to, by) - step(k-1, i, to, by)
				changed += now * now
			}
		}
		size := 2 * (least*least + max(elsewhere, 0)/max(float64(len(v)-4), 1))
		return (all - elsewhere) / size, (all - elsewhere - changed) / size
	}
}

// AwayOfPath returns a deformation that jumps back and forth by more than twice the steps beside it; −1 if there is
// none.
func AwayOfPath(q []float64) int {
	v, rows := moves(q)
	reach := slices.Max(q) - slices.Min(q)
	for i := 2; i < len(v)-2; i++ {
		in, out, before, after := v[i]-v[i-1], v[i+1]-v[i], v[i-1]-v[i-2], v[i+2]-v[i+1]
		far := max(0.03*reach, 2.5*max(math.Abs(before), math.Abs(after), math.Abs(v[i+1]-v[i-1])/2))
		if in*out < 0 && min(math.Abs(in), math.Abs(out)) > far && (in*before < 0 || out*after < 0) {
			return rows[i]
		}
	}
	return -1
}
