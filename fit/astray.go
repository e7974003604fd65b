package fit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"hysteron/fit/findings"
)

// roughly is where a first search ends by lengths alone, without readings that are left out, and what it leaves of all
// [m]. nil where the law has no answer.
func (s *Stretch) roughly(without ...int) (r *Result, left []float64) {
	lengths := *s
	lengths.ReadWidth = nil
	q := lengths.problem()
	all := q.Eval
	left = make([]float64, len(s.Read))
	q.Eval = func(p, r []float64, j *mat.Dense) {
		all(p, r, j)
		copy(left, r)
		for _, i := range without {
			r[i] = 0
			for k := range p {
				if j != nil {
					j.Set(i, k, 0)
				}
			}
		}
	}
	if r = q.search(q.inTurn(stretchStages), nil, Options{Iterations: 100}); r != nil {
		q.Eval(r.P, r.R, nil)
	}
	return r, left
}

// half is the share of what the law leaves of readings that it must leave had some been left out, to be believed.
const half = 0.5

// emptied is what the law would leave of the readings, RMS [m], had the sample been unloaded before some of them.
func (s *Stretch) emptied(before func(i int) bool) float64 {
	full := *s
	full.Weight, full.Read, full.Sample = nil, nil, nil
	var added []int
	for i, w := range s.Weight {
		if !s.fresh(i) && before(i) {
			added = append(added, len(full.Read))
			full.Weight, full.Read, full.Sample = append(full.Weight, 0), append(full.Read, s.Length),
				append(full.Sample, s.Sample[i])
		}
		full.Weight, full.Read, full.Sample = append(full.Weight, w), append(full.Read, s.Read[i]),
			append(full.Sample, s.Sample[i])
	}
	return full.leaves(added...)
}

// leaves is what the law leaves, RMS [m], of readings but some; infinite where it has no answer.
func (s *Stretch) leaves(without ...int) float64 {
	r, _ := s.roughly(without...)
	if r == nil {
		return math.Inf(1)
	}
	return math.Sqrt(r.RSS / float64(len(s.Read)-len(without)))
}

// loadings refuses a table of loads that are put on, again and again, and whose ways down were not read: the law leaves
// far less had the sample been unloaded wherever a weight falls; or not far more, where weights fall to that alone from
// which they grow.
func (s *Stretch) loadings() error {
	own, share := s.leaves(), half
	if findings.WeightsAgain(s.Weight, s.fresh) {
		share = 1 / half
	} else if own < findings.Legible*(s.longest()-s.Length) { // the law misses nothing
		return nil
	}
	full := s.emptied(func(i int) bool { return s.Weight[i] > 0 && s.Weight[i] < s.Weight[i-1] })
	if !(full < share*own) {
		return nil
	}
	return s.fail(max(0, len(s.lines)-1), findings.LoadingsAlone, 1e3*full, 1e3*own, findings.Elsewhere)
}

// rests reports whether a reading is without a weight.
func (s *Stretch) rests() bool { return slices.Min(s.Weight) < 1e-3*slices.Max(s.Weight) }

// unread warns of readings without a weight that were left out: of a table that has none, where the law leaves far less
// of the readings if the sample was unloaded before a weight that stands twice in a row, or before each. What is found
// of such a table is wrong, and its intervals do not know.
func (s *Stretch) unread() *findings.Finding {
	if s.rests() {
		return nil
	}
	own := s.leaves()
	least, where := half*own, ""
	for _, of := range []struct {
		where string
		at    func(i int) bool
	}{
		{"wherever a weight stands twice in a row", func(i int) bool { return s.Weight[i] == s.Weight[i-1] }},
		{"between all of them", func(int) bool { return true }},
	} {
		if left := s.emptied(of.at); left < least {
			least, where = left, of.where
		}
	}
	if where == "" {
		return nil
	}
	return findings.Warn(0, findings.UnreadZeros, where, 1e3*least, 1e3*own)
}

// lawful reports whether the law describes the readings, far better than it does those whose unit changes on the way:
// friction of stiff cloth (denim, suitings) keeps most of the elongation, and one length then belongs to loads that are
// far apart. Beside such pairs, of 20 cloths with errors of the instruments the law leaves up to 0.03 of the longest
// elongation that is alike from reading to reading; where units change it leaves 0.045 and more, of one reading in
// another unit 0.27 in all (TestFrictionHolds, and Taken of package lab).
func (s *Stretch) lawful() bool {
	most := s.longest() - s.Length
	r, _ := s.roughly()
	if r == nil {
		return false
	}
	rms := math.Sqrt(r.RSS / float64(len(r.R)))
	return rms < 0.2*most && findings.ShapeMissed(r.R, rms) < 0.04*most
}

// lawOff is how far the exact law may be off the lengths of sound strips, of the longest elongation. Assumed: outliers
// of less than some .03 of it are not told.
const lawOff = 0.005

// outlier refuses the reading that the law leaves farthest, where it is an outlier of the law that fits all others.
func (s *Stretch) outlier() error {
	r, _ := s.roughly()
	if r == nil {
		return nil
	}
	at := farthest(r.R)
	r, left := s.roughly(at)
	if r == nil {
		return nil
	}
	free := float64(len(r.R) - 1 - len(r.P))
	d := findings.Deleted{Off: left[at], Scatter: math.Sqrt(r.RSS / max(free, 1)), Free: free,
		Misfit: lawOff * (s.longest() - s.Length), N: len(r.R)}
	if !d.Outlies() {
		return nil
	}
	return s.fail(at, findings.LengthOffFit, 1e3*s.Read[at], s.Weight[at], d.Size(), 1e3*(s.Read[at]+d.Off),
		s.skipped(r.P, at, 6*d.Scatter))
}

// farthest is the largest residual.
func farthest(r []float64) (at int) {
	for i, off := range r {
		if math.Abs(off) > math.Abs(r[at]) {
			at = i
		}
	}
	return at
}

// skipped asks whether a digit of a reading that is off is wrong; where a weight of the table before it would explain
// it within so much [m], by the law with parameters p, whether readings before it are missing as well.
func (s *Stretch) skipped(p []float64, at int, within float64) string {
	const why = "is a digit wrong?"
	full := *s
	full.ReadWidth = nil
	full.Read, full.Sample = slices.Insert(slices.Clone(s.Read), at, s.Length), slices.Insert(slices.Clone(s.Sample), at,
		s.Sample[at])
	length := make([]float64, len(full.Read))
	least, best := math.Inf(1), 0.
	levels := slices.Compact(slices.Sorted(slices.Values(s.Weight)))
	if n := len(levels); n > 1 { // the heaviest may stand nowhere
		levels = append(levels, 2*levels[n-1]-levels[n-2])
	}
	for _, w := range levels {
		full.Weight = slices.Insert(slices.Clone(s.Weight), at, w)
		full.predict(p, length, nil)
		if off := math.Abs(length[at+1] - s.Read[at]); off < least {
			least, best = off, w
		}
	}
	if least > max(within, 0.01*(s.longest()-s.Length)) {
		return why
	}
	return fmt.Sprintf("are readings before it missing (from %.4g N it would be right), or %s", best, why)
}

// begins warns of a sample that is of another length than its table says, before any weight was hung on it, by more
// than what the law leaves of the readings, which is less if it was as long as it was read.
func (s *Stretch) begins() *findings.Finding {
	const far, least = 4, 0.002 // scatters of readings; of the length
	r, left := s.roughly()
	if r == nil {
		return nil
	}
	first, n, off := -1, 0., 0.
	for i, w := range s.Weight {
		if w == 0 && s.fresh(i) {
			if first < 0 {
				first = i
			}
			n, off = n+1, off-left[i]
		}
	}
	if n == 0 || math.Abs(off) < least*s.Length*n {
		return nil
	}
	off /= n
	other := *s
	other.Length += off
	now := math.Sqrt(r.RSS / float64(len(s.Read)))
	then := other.leaves()
	if now < then || math.Abs(off)*math.Sqrt(n) < far*then {
		return nil
	}
	return findings.Warn(s.line(first), findings.BeginsLonger, 1e3*s.Read[first], 1e3*s.Length, 1e3*other.Length, 1e3*then,
		1e3*now)
}
