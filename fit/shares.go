package fit

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"hysteron/law"
)

// within returns p clamped to the bounds.
func (q *Problem) within(p []float64) []float64 {
	for k := range p {
		p[k] = max(q.Parameters[k].Lo, min(q.Parameters[k].Hi, p[k]))
	}
	return p
}

// byShares returns the problem in the transformed unknowns of a form.
func (m *form) byShares(q *Problem) *Problem {
	n := len(q.Parameters)
	by := &Problem{Parameters: m.shares(q.Parameters), Residuals: q.Residuals}
	jac := mat.NewDense(q.Residuals, n, nil)
	by.Eval = func(p, r []float64, j *mat.Dense) {
		if j == nil {
			q.Eval(m.whole(p), r, nil)
			return
		}
		q.Eval(m.whole(p), r, jac)
		for k := range p { // chain rule; the transformation is quadratic, so differences are exact
			x, h := append([]float64(nil), p...), 0.5*max(math.Abs(p[k]), 1e-9)
			x[k] = p[k] + h
			up := m.whole(x)
			x[k] = p[k] - h
			down := m.whole(x)
			for i := range r {
				d := 0.
				for a := range n {
					if up[a] != down[a] {
						d += jac.At(i, a) * (up[a] - down[a]) / (2 * h)
					}
				}
				j.Set(i, k, d)
			}
		}
	}
	return by
}

// solve searches in the transformed unknowns first, if a form has them, since the sum of squares of the numbers has
// long flat valleys.
func (m *form) solve(q *Problem, opt Options) (*Result, error) {
	if m.shares == nil {
		return Solve(q, opt)
	}
	by := m.byShares(q)
	r, err := Solve(by, opt)
	if err != nil {
		return nil, err
	}
	for k, v := range q.within(m.whole(r.P)) {
		q.Parameters[k].Start = v
	}
	fine, err := Solve(q, Options{})
	if err != nil {
		return nil, err
	}
	_, friction := m.laws(fine.P)
	if _, err := law.Check(friction); err != nil { // outside: clamp
		copy(fine.P, m.whole(r.P))
		q.Eval(fine.P, fine.R, fine.J)
		fine.RSS = r.RSS
	}
	fine.Ends = fine.Ends[:0]
	for _, end := range r.Ends {
		fine.Ends = append(fine.Ends, q.within(m.whole(end)))
	}
	fine.Agreed, fine.Searches, fine.Next, fine.Converged = r.Agreed, r.Searches, r.Next, r.Converged
	// others are those of the numbers
	fine.outer, fine.Held = true, slices.DeleteFunc(by.Bounds(r.P), func(b Bound) bool {
		return b.At == 0 || !strings.Contains(b.Key, "/")
	})
	return fine, nil
}

// smallest reduces friction of two parts that nearly cancel, and whose first part has no upper end, to the smallest
// first part whose residual is within one standard deviation. Larger ones fit as well, but show unmeasured stress along
// other paths than the curve's.
func (m *form) smallest(q *Problem, e *Estimate) {
	const first, steps = 1, 40
	if m.shares == nil || !e.Intervals[first].OpenHi {
		return
	}
	by := m.byShares(q)
	held := make([]bool, len(e.P))
	held[first] = true
	limit := e.RSS * (1 + 1/float64(max(len(e.R)-len(e.P), 1)))
	from := max(e.Intervals[first].Lo, 1e-3*e.P[first])
	for i := range steps {
		f := from * math.Pow(e.P[first]/from, float64(i)/steps)
		var best *Result
		for _, end := range append([][]float64{e.P}, e.Ends...) {
			p := by.within(m.parts(end))
			p[first] = f
			if r := by.search(p, held, Options{Iterations: 100}); r != nil && (best == nil || r.RSS < best.RSS) {
				best = r
			}
		}
		if best == nil || best.RSS > limit {
			continue
		}
		copy(e.P, q.within(m.whole(best.P)))
		q.Eval(e.P, e.R, e.J)
		e.RSS, e.Bounds = best.RSS, q.Bounds(e.P)
		e.Undetermined = append(e.Undetermined, "larger pairs of f_1 and f_2 fit as well: the smallest that does is taken")
		return
	}
}
