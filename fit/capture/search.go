package capture

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/fit"
)

// errNowhere is the error of a search without a rest at its start.
var errNowhere = errors.New("no rest with the stiffness that a search begins with")

// solve fits the points of parts. It returns the residual, RMS.
func (s *fitter) solve(parts []*Part, tests []*Test) (float64, error) {
	q, rows := &fit.Problem{}, s.rows(tests)
	q.Residuals = rows
	found, err := s.search(q, parts, tests, false, func([]float64, *mat.Dense) {})
	if err != nil {
		return 0, err
	}
	if s.progress != nil {
		for _, p := range parts {
			s.progress(fmt.Sprintf("%s of %s: %.4g, %.3g left after %d iterations", p.Name, kinds(tests), p.Points,
				math.Sqrt(found.RSS/float64(rows)), found.Iterations))
		}
	}
	return math.Sqrt(found.RSS / float64(rows)), nil
}

// search completes a problem with a number of residuals, and fits the points of parts. Free: springs over the next
// vertex have no bound. weigh, if not nil, is called with residuals and derivatives.
func (s *fitter) search(q *fit.Problem, parts []*Part, tests []*Test, free bool,
	weigh func(r []float64, j *mat.Dense)) (*fit.Result, error) {
	for _, p := range parts {
		for i, k := range p.raises() {
			size := max(p.size(), 1e-3*p.first)
			lo, hi := 0., 1e3*size
			if len(p.Points) == 1 {
				lo = 1e-3 * size
			}
			if p.presses() && !free {
				hi = max(s.rooms[p.Name], lo)
			}
			key := fmt.Sprintf("point %d of the curve of %s", i+1, p.Name)
			if i > 0 && p.hinges() {
				key = "rise of the moment to " + key
			}
			q.Parameters = append(q.Parameters, fit.Parameter{Key: key, Lo: lo, Hi: hi, Start: min(max(k, lo), hi)})
		}
	}
	var broken error
	best := math.Inf(1)
	q.Eval = func(at, r []float64, j *mat.Dense) {
		if broken != nil {
			r[0] = math.NaN()
			return
		}
		put(parts, at)
		kept := s.rest
		s.rest = map[*Frame][]r3.Vec{}
		for f, x := range kept {
			s.rest[f] = x
		}
		broken = s.eval(parts, tests, r, j)
		if j != nil {
			byRaises(parts, j)
		}
		weigh(r, j)
		if rss := floats.Dot(r, r); rss < best {
			best = rss
		} else {
			s.rest = kept
		}
	}
	found, err := fit.Solve(q, fit.Options{Iterations: 30, Gain: 1e-5})
	if broken == nil && err != nil && math.IsInf(best, 1) {
		err = errNowhere
	}
	if err = errors.Join(broken, err); err != nil {
		return nil, fmt.Errorf("%s: %w", tests[0].Kind, err)
	}
	put(parts, found.P)
	byPoints(parts, found.J) // covariance of the points
	at := 0
	errors := standardErrors(found)
	for _, p := range parts {
		n := len(p.Points)
		part := fit.Problem{Parameters: q.Parameters[at : at+n]}
		p.Error, p.Bounds = errors[at:at+n], part.Bounds(found.P[at:at+n])
		at += n
	}
	return found, nil
}

// overNext names the springs over the next vertex that pull along with others, which bound them. A sheet has the
// stiffness k_u + k_d + 4k_b + 4k_e along its threads and k_d + 4k_e in shear (cloth.Segment); if k_b takes more than
// k_u provides, or k_e than k_d, it no longer stretches or shears as measured. They may take half of it at a time.
// Bending alone would demand more: flat springs resist it by the third power of the curvature only, at any k_b.
var overNext = map[string]string{"warp": "second", "weft": "second_weft", "shear": "second_diagonal"}

// put sets the points of parts from the unknowns of a search.
func put(parts []*Part, p []float64) {
	for _, q := range parts {
		q.raise(p[:len(q.Points)])
		p = p[len(q.Points):]
	}
}

// standardErrors returns the standard errors of the unknowns from the residuals.
func standardErrors(r *fit.Result) []float64 {
	m, n := r.J.Dims()
	out := make([]float64, n)
	var a, inverse mat.Dense
	a.Mul(r.J.T(), r.J)
	err := inverse.Inverse(&a)
	for k := range out {
		out[k] = math.Sqrt(math.Abs(inverse.At(k, k)) * r.RSS / float64(max(m-n, 1)))
		if _, ill := err.(mat.Condition); err != nil && !ill {
			out[k] = math.Inf(1)
		}
	}
	return out
}
