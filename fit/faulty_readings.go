package fit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"hysteron/fit/findings"
)

// roughly returns where a first search over lengths alone ends, without some readings, and its residuals for all
// readings [m]. It returns nil if the law has no solution.
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

// half is the largest ratio of residuals, without and with a suspected fault, that confirms the fault.
const half = 0.5

// emptied returns the residual [m], RMS, that the law would have if the sample had been unloaded before some readings.
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

// leaves returns the residual of the law [m], RMS, without some readings; infinite if it has no solution.
func (s *Stretch) leaves(without ...int) float64 {
	r, _ := s.roughly(without...)
	if r == nil {
		return math.Inf(1)
	}
	return math.Sqrt(r.RSS / float64(len(s.Read)-len(without)))
}

// loadings refuses a table of repeated loadings whose unloading was not read: the residual of the law is far smaller if
// the sample was unloaded wherever a weight falls, or not far larger if weights always fall to the one from which they
// grow.
func (s *Stretch) loadings() error {
	own, share := s.leaves(), half
	if findings.WeightsAgain(s.Weight, s.fresh) {
		share = 1 / half
	} else if own < findings.Legible*(s.longest()-s.Length) { // the law describes the readings
		return nil
	}
	full := s.emptied(func(i int) bool { return s.Weight[i] > 0 && s.Weight[i] < s.Weight[i-1] })
	if !(full < share*own) {
		return nil
	}
	return s.fail(max(0, len(s.lines)-1), findings.LoadingsAlone, 1e3*full, 1e3*own, findings.Elsewhere)
}

// rests reports whether there is a reading without a weight.
func (s *Stretch) rests() bool { return slices.Min(s.Weight) < 1e-3*slices.Max(s.Weight) }

// unread warns of missing readings without a weight, in a table that has none: the residual of the law is far smaller
// if the sample was unloaded before a weight that is repeated, or before each weight. The fit of such a table is wrong,
// and its intervals do not include the error.
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
	return findings.NewWarning(0, findings.UnreadZeros, where, 1e3*least, 1e3*own)
}

// lawful reports whether the law describes the readings far better than readings with a change of unit. Friction of
// stiff cloth (denim, suitings) keeps most of the elongation, so that loads far apart may have one length. In 20 cloths
// with such pairs and errors of the instruments, the correlated residual is at most 0.03 of the longest elongation;
// with a change of unit it is at least 0.045, and 0.27 in all for one reading in another unit (TestFrictionHolds, and
// Taken of package lab).
func (s *Stretch) lawful() bool {
	most := s.longest() - s.Length
	r, _ := s.roughly()
	if r == nil {
		return false
	}
	rms := math.Sqrt(r.RSS / float64(len(r.R)))
	return rms < 0.2*most && findings.ShapeMissed(r.R, rms) < 0.04*most
}

// lawOff is the error of the exact law in sound strips, relative to the longest elongation. Assumed: outliers below
// about 0.03 of it are not reported.
const lawOff = 0.005

// outlier refuses the reading with the largest residual, if it is an outlier of the fit of all others.
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

// farthest returns the index of the largest residual.
func farthest(r []float64) (at int) {
	for i, off := range r {
		if math.Abs(off) > math.Abs(r[at]) {
			at = i
		}
	}
	return at
}

// skipped returns a question about a reading that is off: whether a digit is wrong or, if an earlier weight of the
// table would explain it within a tolerance [m] by the law with parameters p, whether readings before it are missing.
func (s *Stretch) skipped(p []float64, at int, within float64) string {
	const why = "is a digit wrong?"
	full := *s
	full.ReadWidth = nil
	full.Read, full.Sample = slices.Insert(slices.Clone(s.Read), at, s.Length), slices.Insert(slices.Clone(s.Sample),
		at,
		s.Sample[at])
	length := make([]float64, len(full.Read))
	least, best := math.Inf(1), 0.
	levels := slices.Compact(slices.Sorted(slices.Values(s.Weight)))
	if n := len(levels); n > 1 { // the heaviest weight may be missing
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

// begins warns of a sample whose first reading differs from the length in its table by more than the residuals of the
// law, if these are smaller with the length as read.
func (s *Stretch) begins() *findings.Finding {
	const far, least = 4, 0.002 // scatters of readings; share of the length
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
	return findings.NewWarning(s.line(first), findings.BeginsLonger, 1e3*s.Read[first], 1e3*s.Length, 1e3*other.Length,
		1e3*then,
		1e3*now)
}
