package fit

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"hysteron/fit/runs"
)

// roughly is where a first search ends by lengths alone, without reading but, which it leaves off by so much [m]; −1: with all. nil where the law has no answer.
func (s *Stretch) roughly(but int) (r *Result, off float64) {
	lengths := *s
	lengths.ReadWidth = nil
	q := lengths.problem()
	all := q.Eval
	q.Eval = func(p, r []float64, j *mat.Dense) {
		if all(p, r, j); but >= 0 {
			off, r[but] = r[but], 0
			for k := range p {
				if j != nil {
					j.Set(but, k, 0)
				}
			}
		}
	}
	if r = q.search(q.inTurn(stretchStages), nil, Options{Iterations: 100}); r != nil {
		q.Eval(r.P, r.R, nil)
	}
	return r, off
}

// lawful tells whether the law describes the readings, far better than it does those whose unit changes on the way: friction of stiff cloth (denim, suitings) keeps most of the elongation, and
// one length then belongs to loads that are far apart. Beside such pairs, of 20 cloths with errors of the instruments the law leaves up to 0.03 of the longest elongation that is alike from reading to
// reading; where units change it leaves 0.045 and more, of one reading in another unit 0.27 in all (TestFrictionHolds, and Taken of package lab).
func (s *Stretch) lawful() bool {
	most := s.longest() - s.Length
	r, _ := s.roughly(-1)
	if r == nil {
		return false
	}
	rms := math.Sqrt(r.RSS / float64(len(r.R)))
	return rms < 0.2*most && runs.Missed(r.R, rms) < 0.04*most
}

// astray refuses the reading that the law leaves farthest, where the law that fits all others is off by more than six times what it leaves of these, and by more than any law that cloth goes by is.
func (s *Stretch) astray() error {
	const far, least, few = 6, 0.03, 12 // scatters; of the longest elongation; readings
	r, _ := s.roughly(-1)
	if r == nil || len(s.Read) < few {
		return nil
	}
	at := 0
	for i, off := range r.R {
		if math.Abs(off) > math.Abs(r.R[at]) {
			at = i
		}
	}
	r, off := s.roughly(at)
	if r == nil {
		return nil
	}
	scatter := math.Sqrt(r.RSS / float64(len(r.R)-1-len(r.P)))
	if size := math.Abs(off); size > far*scatter && size > least*(s.longest()-s.Length) {
		return s.fail(at, "length of %.5g mm under %.4g N is off the law that fits all others by %.0f times what it leaves of them: expected about %.4g mm; is a digit wrong?",
			1e3*s.Read[at], s.Weight[at], size/max(scatter, 1e-3*size), 1e3*(s.Read[at]+off))
	}
	return nil
}
