package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"hysteron/fit/findings"
)

// waistError is the relative error of the contraction in the middle by the model of clamps, which ignores shear:
// couplings of six fabrics come back 1 to 7 % too low without errors of reading.
const waistError = 0.1

// withWidths adds widths, read with the same marks as lengths, and two unknowns: the coupling, and a factor of all
// contractions, which is 1 within waistError.
func (s *Stretch) withWidths(q *Problem) *Problem {
	n := len(s.Weight)
	q.Residuals, q.Uneven, q.Known = 2*n+1, true, 1 // the model of clamps has larger errors than the readings
	q.Parameters = append(q.Parameters, Parameter{Key: "coupling", Lo: 0, Hi: 0.95, Start: 0.1},
		Parameter{Key: "contraction in the middle", Lo: 0.5, Hi: 1.5, Start: 1, Inner: true})
	const iWaist = PathCoupling + 1
	weight := make([]float64, n)
	for i, w := range s.ReadWidth {
		off := waistError * (s.Width - w)
		weight[i] = s.scatter / math.Hypot(s.scatter, off)
	}
	q.Eval = func(p, r []float64, j *mat.Dense) {
		s.predict(p, r, j)
		for i := range n {
			r[i] -= s.Read[i]
			row, w := n+i, weight[i]
			narrow := r[row] - s.Width
			r[row] = w * (s.Width + p[iWaist]*narrow - s.ReadWidth[i])
			if j != nil {
				for k := range iWaist {
					j.Set(row, k, w*p[iWaist]*j.At(row, k))
				}
				j.Set(i, iWaist, 0)
				j.Set(row, iWaist, w*narrow)
			}
		}
		r[2*n] = s.scatter * (p[iWaist] - 1) / waistError
		if j != nil {
			for k := range p {
				j.Set(2*n, k, 0)
			}
			j.Set(2*n, iWaist, s.scatter/waistError)
		}
	}
	q.Rounded = findings.FindMarks(slices.Concat(s.Read, s.ReadWidth), 1e-3)
	return q
}

// fitWidths also fits the coupling, which becomes the sample's. It starts with the lengths' estimate and the
// contraction of cloth without friction; the scatter of marks is that of lengths.
func (s *Stretch) fitWidths(opt Options) (*Estimate, error) {
	var both, square float64
	for i, w := range s.ReadWidth {
		l := s.strainOf(s.Read[i])
		w /= s.Width
		both, square = both-l*(w*w-1)/2, square+l*l
	}
	lengths := *s
	lengths.ReadWidth, lengths.Coupling = nil, max(0.01, min(0.9, both/square))
	first, err := FitStretch(&lengths, Options{})
	if err != nil {
		return nil, err
	}
	s.scatter = max(first.Sigma, 1e-6)
	q := s.problem()
	for k, v := range first.P {
		q.Parameters[k].Start = v
	}
	q.Parameters[PathCoupling].Start = lengths.Coupling
	r, err := Solve(q, opt)
	if err != nil {
		return nil, err
	}
	e, err := Judge(q, r)
	if err != nil {
		return nil, err
	}
	if err := s.narrow(e.P); err != nil {
		return nil, err
	}
	// The error of the model of clamps is not in the scatter of readings; beyond the bounds nothing was searched.
	i, c, b := &e.Intervals[PathCoupling], e.P[PathCoupling], q.Parameters[PathCoupling]
	i.Lo, i.Hi = max(b.Lo, c-math.Hypot(c-i.Lo, 2*waistError*c)), min(b.Hi, c+math.Hypot(i.Hi-c, 2*waistError*c))
	if i.Hi == b.Hi && !i.OpenHi {
		i.OpenHi, e.Undetermined = true, append(e.Undetermined,
			fmt.Sprintf("the widths give no upper end of coupling: all "+
				"from %.3g to its bound %.3g fits", i.Lo, b.Hi))
	}
	s.Coupling = c
	return e, nil
}

// narrow refuses the width with the largest residual of the law with parameters p, if it is an outlier beyond the
// errors of reading and of the model of clamps.
func (s *Stretch) narrow(p []float64) error {
	n := len(s.Weight)
	r := make([]float64, 2*n)
	s.predict(p, r, nil)
	off := r[n:]
	for i := range off {
		off[i] += (p[PathCoupling+1]-1)*(off[i]-s.Width) - s.ReadWidth[i]
	}
	at := farthest(off)
	want, free := s.ReadWidth[at]+off[at], max(float64(n-2), 1)
	others := math.Sqrt(max(floats.Dot(off, off)-off[at]*off[at], 0) / free)
	if d := (findings.Deleted{Off: off[at], Scatter: max(others, s.scatter), Misfit: waistError * (s.Width - want),
		Free: free, N: n}); d.Outlies() {
		return s.fail(at, findings.WidthOffFit, 1e3*s.ReadWidth[at], s.Weight[at], d.Size(), 1e3*want)
	}
	return nil
}

// FitLent is FitStretch for a sample that keeps a lent coupling if its widths do not determine one, such as cloth that
// contracts by less than the errors of reading. untold is the reason; then only lengths are fitted.
func FitLent(s *Stretch, opt Options) (e *Estimate, untold string, err error) {
	lent := s.Coupling
	if e, err = FitStretch(s, opt); err != nil || s.ReadWidth == nil {
		return e, "", err
	}
	switch i, most := e.Intervals[PathCoupling], 1e3*(s.Width-slices.Min(s.ReadWidth)); {
	case i.OpenHi:
		untold = fmt.Sprintf("all from %.3g to its bound %.3g fits", i.Lo, i.Hi)
	case i.Lo <= 0:
		untold = fmt.Sprintf("the sample gets narrower by %.2g mm at most, and all from none to %.3g fits", most, i.Hi)
	default:
		return e, "", nil
	}
	s.Coupling, s.ReadWidth, s.widthsUndetermined = lent, nil, true
	e, err = FitStretch(s, opt)
	return e,
		"the widths do not tell the coupling of warp and weft, " + untold + ": it is not written, and numbers are " +
			"found from lengths alone", err
}

// Lend takes values that the sample's table lacks from a base; paper selects the paper's law.
func (s *Stretch) Lend(coupling float64, paper bool) {
	if s.Anchored = paper; paper {
		s.ReadWidth, coupling = nil, 0
	}
	s.Coupling = coupling
}

// Notes returns remarks about the numbers of a fit. lender names the source of the coupling.
func (s *Stretch) Notes(e *Estimate, lender string) []string {
	var list findings.List
	list.Add(findings.CoarseReadings(s.Read))
	if off, most := s.missed(e.P), s.longest()-s.Length; off > findings.Legible*most {
		list.Add(findings.NewNote(findings.StripShape, 1e3*off, 100*off/most))
	}
	if !s.rests() {
		list.Add(findings.NewNote(findings.NeverWithout))
	}
	return append(list.Lines(), s.sides(e, lender), "the intervals are of the readings' scatter: a wrong length "+
		"without load moves all readings the same way")
}

// missed returns by how much the law with parameters p misses the shape of the readings [m]: between consecutive
// readings, or between repeated readings under a weight in the same direction.
func (s *Stretch) missed(p []float64) float64 {
	r := make([]float64, len(s.Read)+len(s.ReadWidth))
	s.predict(p, r, nil)
	r = r[:len(s.Read)]
	floats.Sub(r, s.Read)
	size := floats.Norm(r, 2) / math.Sqrt(float64(len(r)))
	at := make([]int, len(r))
	for i := range at {
		at[i] = i
	}
	way := func(i int) int { // from the weight before
		if s.fresh(i) {
			return 1
		}
		return cmp.Compare(s.Weight[i], s.Weight[i-1])
	}
	slices.SortStableFunc(at, func(i, j int) int {
		return cmp.Or(cmp.Compare(s.Weight[i], s.Weight[j]), cmp.Compare(way(i), way(j)))
	})
	return max(findings.ShapeMissed(r, size), findings.ShapeMissed(findings.PickRows(r, at), size))
}

// sides returns a remark about the contraction that a fit assumed, and about the effect of other assumptions. lender
// names the source of the coupling if widths were not read.
func (s *Stretch) sides(e *Estimate, lender string) string {
	switch {
	case s.Anchored:
		return "sides that contract are unknown to the paper's law: it takes a strip for one strain"
	case s.ReadWidth != nil:
		i := e.Intervals[PathCoupling]
		return fmt.Sprintf("coupling of warp and weft %.3g (95 %%: %.3g to %.3g) by the widths, of cloth that is across as "+
			"it is along", s.Coupling, i.Lo, i.Hi)
	}
	const other = 0.3
	says := fmt.Sprintf("sides contract by a coupling of %.3g, which is assumed, as of %s; the intervals do not "+
		"include its error", s.Coupling, lender)
	for _, c := range []float64{0, other} {
		if math.Abs(c-s.Coupling) > 0.05 {
			q := *s
			q.Coupling = c
			if o, err := FitStretch(&q, Options{}); err == nil {
				says += fmt.Sprintf("; with %g k1_n_m would be %+.1f %%", c, 100*(o.P[iK1]/e.P[iK1]-1))
			}
		}
	}
	if s.widthsUndetermined {
		return says + "; the widths do not tell it"
	}
	return says + "; a column width, read in the middle, would find it"
}
