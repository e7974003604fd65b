package fit

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"hysteron/fit/findings"
)

// Parameter is an unknown of a Problem.
type Parameter struct {
	Key    string  // name in files and reports
	Unit   string  // for reports; empty: dimensionless
	Lo, Hi float64 // bounds, Lo < Hi, finite
	Start  float64 // start of the first search, within the bounds
	Inner  bool    // internal to the model: not reported if undetermined
	Far    bool    // Hi only ends searches: a value there has no upper end
}

// Problem is a sum of squares to be minimised over a box.
type Problem struct {
	Parameters []Parameter
	Residuals  int  // number of residuals, at least that of parameters
	Uneven     bool // residuals do not have equal scatter
	Known      int  // number of last residuals that are prior knowledge, not readings
	Rounded    findings.Marks
	// Eval writes the residuals at p into r, in units of their standard deviations if these differ, and their
	// derivatives ∂r_i/∂p_k into j unless it is nil. NaN means that there is no solution at p.
	Eval func(p, r []float64, j *mat.Dense)
}

// ByDifferences returns a problem whose derivatives are central differences over a millionth of each parameter.
func ByDifferences(parameters []Parameter, residuals int, eval func(p, r []float64)) *Problem {
	q := &Problem{Parameters: parameters, Residuals: residuals}
	up, down := make([]float64, residuals), make([]float64, residuals)
	q.Eval = func(p, r []float64, j *mat.Dense) {
		if j != nil {
			x := append([]float64(nil), p...)
			for k := range p {
				h := 1e-6 * max(math.Abs(p[k]), 1e-4*(parameters[k].Hi-parameters[k].Lo))
				x[k] = min(p[k]+h, parameters[k].Hi)
				eval(x, up)
				to := x[k]
				x[k] = max(p[k]-h, parameters[k].Lo)
				eval(x, down)
				for i := range r {
					j.Set(i, k, (up[i]-down[i])/(to-x[k]))
				}
				x[k] = p[k]
			}
		}
		eval(p, r)
	}
	return q
}

// Options are the options of Solve. The zero value is one search from the start values.
type Options struct {
	Starts     int    // additional searches from seeded points in the box
	Seed       uint64 // of these points
	Iterations int    // limit of each search; 0: 200

	Gain float64 // relative decrease of the sum of squares below which a search ends; 0: none
}

// Result is the best minimum.
type Result struct {
	P          []float64  // parameters
	RSS        float64    // sum of squares
	R          []float64  // residuals
	J          *mat.Dense // their derivatives
	Iterations int        // of the search that found it
	Converged  bool       // false: that search reached its iteration limit
	Agreed     int        // number of searches that ended at this minimum, to 1e-6 of its sum of squares
	Searches   int
	Next       float64     // smallest sum of squares of the others; 0: none
	Held       []Bound     // bounds of transformed unknowns
	Ends       [][]float64 // ends of searches, the best first

	below *Result // a search with a held parameter found a lower minimum, see Judge
	outer bool    // points outside the parameters' own bounds are invalid for the law
}

// Check returns an error if the problem is invalid.
func (q *Problem) Check() error {
	if len(q.Parameters) == 0 {
		return fmt.Errorf("no parameters: expected at least one")
	}
	if q.Residuals < len(q.Parameters) {
		return fmt.Errorf("%d measurements for %d unknowns: expected at least as many", q.Residuals, len(q.Parameters))
	}
	for _, p := range q.Parameters {
		if !(p.Lo < p.Hi) || math.IsInf(p.Lo, 0) || math.IsInf(p.Hi, 0) || !(p.Start >= p.Lo && p.Start <= p.Hi) {
			return fmt.Errorf("%s: start %g in bounds %g to %g: expected finite bounds in order around it", p.Key, p.Start, p.Lo,
				p.Hi)
		}
	}
	return nil
}

// Solve minimises the sum of squares by the Levenberg–Marquardt method over the parameters that are not held at a bound
// (Moré 1978 for the scaling; Kanzow, Yamashita and Fukushima 2004 for the projection on bounds).
func Solve(q *Problem, opt Options) (*Result, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	if opt.Starts < 0 {
		return nil, fmt.Errorf("%d further starts: expected none or more", opt.Starts)
	}
	if opt.Iterations == 0 {
		opt.Iterations = 200
	}
	start := make([]float64, len(q.Parameters))
	for k, p := range q.Parameters {
		start[k] = p.Start
	}
	var found []*Result
	if r := q.search(start, nil, opt); r != nil {
		found = append(found, r)
	}
	for _, p := range q.scatter(opt.Starts, opt.Seed) {
		if r := q.search(p, nil, opt); r != nil {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("the model has no answer at any of the start values")
	}
	best := found[0]
	for _, r := range found {
		if r.RSS < best.RSS {
			best = r
		}
	}
	best.Searches = 1 + opt.Starts
	slices.SortStableFunc(found, func(a, b *Result) int { return cmp.Compare(a.RSS, b.RSS) })
	for _, r := range found {
		best.Ends = append(best.Ends, r.P)
		if r.RSS <= best.RSS*(1+1e-6)+1e-300 {
			best.Agreed++
		} else if best.Next == 0 {
			best.Next = r.RSS
		}
	}
	return best, nil
}

// scatter returns n points of a Latin hypercube in the box, in logarithms where bounds are positive and far apart.
func (q *Problem) scatter(n int, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 0x666974))
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, len(q.Parameters))
	}
	for k, p := range q.Parameters {
		for i, place := range rng.Perm(n) {
			t := (float64(place) + rng.Float64()) / float64(n)
			if p.Lo > 0 && p.Hi > 100*p.Lo {
				out[i][k] = p.Lo * math.Pow(p.Hi/p.Lo, t)
			} else {
				out[i][k] = p.Lo + t*(p.Hi-p.Lo)
			}
		}
	}
	return out
}

// search runs from p with held parameters fixed. It returns nil if the model has no solution at p.
func (q *Problem) search(p []float64, held []bool, opt Options) *Result {
	n, m := len(p), q.Residuals
	s := &searcher{q: q, held: held, scale: make([]float64, n)}
	now := &Result{P: append([]float64(nil), p...), R: make([]float64, m), J: mat.NewDense(m, n, nil)}
	q.Eval(now.P, now.R, now.J)
	now.RSS = floats.Dot(now.R, now.R)
	if !isFinite(now.RSS) {
		return nil
	}
	lambda, grow := 1e-3, 2.0
	next := &Result{P: make([]float64, n), R: make([]float64, m), J: mat.NewDense(m, n, nil)}
	for now.Iterations = 0; now.Iterations < opt.Iterations; now.Iterations++ {
		s.rescale(now)
		if s.stationary(now) {
			now.Converged = true
			break
		}
		d, promised := s.step(now, lambda)
		floats.AddTo(next.P, now.P, d)
		s.clamp(next.P)
		if promised <= 1e-30*now.RSS || s.small(d, now.P) {
			now.Converged = true
			break
		}
		q.Eval(next.P, next.R, next.J)
		next.RSS = floats.Dot(next.R, next.R)
		ratio := (now.RSS - next.RSS) / promised
		if !isFinite(next.RSS) || !(ratio > 0) {
			lambda *= grow
			grow *= 2
			if lambda > 1e18 {
				now.Converged = true // no descent to within round-off
				break
			}
			continue
		}
		next.Iterations = now.Iterations
		now, next = next, now
		if next.RSS-now.RSS < opt.Gain*next.RSS {
			now.Converged = true
			break
		}
		// Nielsen 1999: more damping if the decrease is far below the predicted one, less if it is near.
		lambda *= max(1./3, 1-math.Pow(2*ratio-1, 3))
		lambda = max(lambda, 1e-15)
		grow = 2
	}
	return now
}

// searcher is the state of a search between iterations.
type searcher struct {
	q     *Problem
	held  []bool
	scale []float64 // largest norms of the columns of J so far
}

func (s *searcher) rescale(r *Result) {
	for k := range s.scale {
		s.scale[k] = max(s.scale[k], mat.Norm(r.J.ColView(k), 2))
	}
}

// free reports whether parameter k can move downhill.
func (s *searcher) free(r *Result, k int, slope float64) bool {
	p := &s.q.Parameters[k]
	switch {
	case s.held != nil && s.held[k], s.scale[k] == 0:
		return false
	case r.P[k] <= p.Lo:
		return slope < 0
	case r.P[k] >= p.Hi:
		return slope > 0
	}
	return true
}

// stationary reports whether the residuals are orthogonal to the derivatives by the free parameters.
func (s *searcher) stationary(r *Result) bool {
	size := math.Sqrt(r.RSS)
	if size == 0 {
		return true
	}
	for k := range r.P {
		column := r.J.ColView(k)
		slope := mat.Dot(column, mat.NewVecDense(len(r.R), r.R))
		if s.free(r, k, slope) && math.Abs(slope) > 1e-12*mat.Norm(column, 2)*size {
			return false
		}
	}
	return true
}

// small reports whether a step is below the round-off of the parameters.
func (s *searcher) small(d, p []float64) bool {
	for k := range d {
		if math.Abs(d[k]) > 1e-14*(math.Abs(p[k])+1e-8*(s.q.Parameters[k].Hi-s.q.Parameters[k].Lo)) {
			return false
		}
	}
	return true
}

func (s *searcher) clamp(p []float64) {
	for k := range p {
		p[k] = max(s.q.Parameters[k].Lo, min(s.q.Parameters[k].Hi, p[k]))
	}
}

// step minimises |r + J d|² + λ|D d|² within the box: parameters that would cross a bound stop there, and the others
// are solved for again. promised is the decrease of the sum of squares in the linear model.
func (s *searcher) step(r *Result, lambda float64) (d []float64, promised float64) {
	n, m := len(r.P), len(r.R)
	d = make([]float64, n)
	var free []int
	for k := range n {
		if s.free(r, k, mat.Dot(r.J.ColView(k), mat.NewVecDense(m, r.R))) {
			free = append(free, k)
		}
	}
	rest := append([]float64(nil), r.R...) // r + J d of the stopped parameters
	for len(free) > 0 {
		a, b := mat.NewDense(m+len(free), len(free), nil), mat.NewVecDense(m+len(free), nil)
		for i := range m {
			for c, k := range free {
				a.Set(i, c, r.J.At(i, k)/s.scale[k])
			}
			b.SetVec(i, -rest[i])
		}
		for c := range free {
			a.Set(m+c, c, math.Sqrt(lambda))
		}
		var qr mat.QR
		qr.Factorize(a)
		var y mat.VecDense
		if err := qr.SolveVecTo(&y, false, b); err != nil {
			if _, ill := err.(mat.Condition); !ill {
				break
			}
		}
		var left []int
		for c, k := range free {
			p := &s.q.Parameters[k]
			d[k] = y.AtVec(c) / s.scale[k]
			if to := r.P[k] + d[k]; to < p.Lo || to > p.Hi {
				d[k] = max(p.Lo, min(p.Hi, to)) - r.P[k]
				floats.AddScaled(rest, d[k], mat.Col(nil, k, r.J))
			} else {
				left = append(left, k)
			}
		}
		if len(left) == len(free) {
			break
		}
		free = left
	}
	model := mat.NewVecDense(m, nil)
	model.MulVec(r.J, mat.NewVecDense(n, d))
	model.AddVec(model, mat.NewVecDense(m, r.R))
	return d, r.RSS - mat.Dot(model, model)
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
