package fit

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// PredictFigure returns a figure g of a model, in the unit of the residuals, with the 95 % interval of a reading of it:
// the
// profile of the figure within the limit of Judge, combined with the scatter of the readings as independent.
func (e *Estimate) PredictFigure(q *Problem, g func(p []float64) float64) Mean {
	m := len(e.R)
	v := g(e.P)
	if m == len(e.P) {
		return Mean{Value: v, Lo: math.Inf(-1), Hi: math.Inf(1), N: m}
	}
	df := float64(m - len(e.P))
	rise := e.RSS * distuv.F{D1: 1, D2: df}.Quantile(Confidence) / df
	scatter := distuv.StudentsT{Sigma: 1, Nu: df}.Quantile((1+Confidence)/2) * e.Sigma
	if !(rise > 0) {
		return Mean{Value: v, Lo: v, Hi: v, N: m}
	}
	side := func(sign float64) float64 {
		// Targets reached within the limit, and the first one outside.
		aim, in, out, from := 0., 0., math.Inf(1), e.P
		for range 14 {
			d := 2 * max(aim, scatter)
			if !math.IsInf(out, 1) {
				d = (aim + out) / 2
			}
			p := q.toward(g, v+sign*d, scatter, from)
			if p == nil {
				out = d
				continue
			}
			r := make([]float64, m)
			q.Eval(p, r, nil)
			reached, off := sign*(g(p)-v), floats.Dot(r, r)-e.RSS-rise
			switch {
			case math.Abs(off) < 0.1*rise:
				return reached
			case off > 0:
				out = d
			case reached < in+1e-3*scatter: // the figure has reached its bound
				return max(reached, in)
			default:
				aim, in, from = d, reached, p
			}
		}
		return in
	}
	return Mean{Value: v, Lo: v - math.Hypot(side(-1), scatter), Hi: v + math.Hypot(side(1), scatter), N: m}
}

// toward returns the parameters with the smallest sum of squares for a figure g between its best value and a target;
// nil if there are none. They minimise the sum of squares plus the squared distance of the figure from the target.
func (q *Problem) toward(g func(p []float64) float64, at, scatter float64, from []float64) []float64 {
	weight := 3 * math.Sqrt(float64(q.Residuals)) / scatter
	held := *q
	held.Residuals++
	last := q.Residuals
	held.Eval = func(p, r []float64, j *mat.Dense) {
		if r[last] = weight * (g(p) - at); j == nil {
			q.Eval(p, r[:last], nil)
			return
		}
		q.Eval(p, r[:last], j.Slice(0, last, 0, len(p)).(*mat.Dense))
		x := append([]float64(nil), p...)
		for k, b := range q.Parameters {
			h := 1e-6 * max(math.Abs(p[k]), 1e-4*(b.Hi-b.Lo))
			x[k] = min(p[k]+h, b.Hi)
			up, to := g(x), x[k]
			x[k] = max(p[k]-h, b.Lo)
			j.Set(last, k, weight*(up-g(x))/(to-x[k]))
			x[k] = p[k]
		}
	}
	if r := held.search(from, nil, Options{Iterations: 100, Gain: 1e-6}); r != nil {
		return r.P
	}
	return nil
}
