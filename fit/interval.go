package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a confidence interval of a parameter.
type Interval struct {
	Lo, Hi   float64
	OpenLo   bool // the data exclude nothing down to the parameter's lower bound, which is Lo
	OpenHi   bool // the data exclude nothing up to the upper bound
	Profiled bool // from the profile of the sum of squares; else from its quadratic
}

// Estimate is a Result with the uncertainty of each parameter.
type Estimate struct {
	*Result
	Sigma     float64    // standard deviation of the residuals, √(RSS/(m − n))
	Error     []float64  // standard errors; infinite if the data do not determine a parameter
	Intervals []Interval // 95 %
	// Undetermined has a sentence for each combination of parameters that the data do not determine.
	Undetermined []string
	Bounds       []Bound // that parameters are at

	root   *mat.Dense // of the covariance over Sigma², which is root·rootᵀ; nil where there is none
	uneven []float64  // ratio of variances to those for residuals of equal scatter, see covariance
}

// Bound is a bound that a parameter's best value is at.
type Bound struct {
	Key   string
	At    float64
	Lower bool
}

// Bounds returns the bounds that p is at.
func (q *Problem) Bounds(p []float64) (list []Bound) {
	for k, b := range q.Parameters {
		near := 1e-9 * (b.Hi - b.Lo)
		if !b.Inner && p[k] <= b.Lo+near {
			list = append(list, Bound{b.Key, b.Lo, true})
		} else if !b.Inner && p[k] >= b.Hi-near {
			list = append(list, Bound{b.Key, b.Hi, false})
		}
	}
	return list
}

// Confidence is the level of all intervals.
const Confidence = 0.95

// singular is the singular value of the scaled derivatives, relative to the largest, below which a combination of
// parameters is undetermined: it changes residuals by less than their round-off.
const singular = 1e-9

// Decades is the ratio of the ends of an interval of an undetermined number for which the upper end has no meaning.
const Decades = 100

// deeper is the ratio of sums of squares below which a minimum counts as another one.
const deeper = 0.99

// Judge computes standard errors from the covariance s²(JᵀJ)⁻¹, and intervals in which the sum of squares, minimised
// over all other parameters, stays below RSS·(1 + F/(m − n)) (Bates and Watts 1988, §6.1.2). With Problem.Uneven, both
// are widened according to the scatter of the residuals. If the profile finds a lower minimum, it becomes the estimate.
// Numbers without an upper end are valleys along which other numbers follow the errors; F then counts them as
// additional parameters.
func Judge(q *Problem, r *Result) (*Estimate, error) {
	n, m := len(r.P), len(r.R)
	e := &Estimate{Result: r, Error: make([]float64, n), Intervals: make([]Interval, n), Bounds: append(q.Bounds(r.P),
		r.Held...)}
	if m == n {
		e.Undetermined = []string{fmt.Sprintf("%d measurements for %d unknowns leave no scatter to judge by", m, n)}
	}
	df := float64(max(m-n, 1))
	e.Sigma = math.Sqrt(r.RSS / df)
	e.uneven = make([]float64, n)
	e.covariance(q)
	reach := make([][2]float64, n)
	t := distuv.StudentsT{Sigma: 1, Nu: df}.Quantile((1 + Confidence) / 2)
	for k := range n {
		reach[k] = [2]float64{t * e.Error[k], t * e.Error[k]}
	}
	e.profile(q, 1, reach)
	if r.below != nil && !r.outer { // a profile found a lower minimum than the searches
		if b := q.search(r.below.P, nil, Options{Iterations: 200}); b != nil && b.RSS < deeper*r.RSS {
			b.Agreed, b.Searches, b.Next, b.Ends = 1, r.Searches+1, r.RSS, append([][]float64{b.P}, r.Ends...)
			return Judge(q, b)
		}
	}
	open := 0
	for _, c := range e.Intervals {
		if c.OpenHi {
			open++
		}
	}
	if open > 0 && open < n {
		for k, c := range e.Intervals {
			reach[k] = [2]float64{r.P[k] - c.Lo, c.Hi - r.P[k]}
		}
		e.profile(q, 1+open, reach)
	}
	for k, c := range e.Intervals {
		if p := &q.Parameters[k]; p.Inner {
			continue
		} else if c.OpenLo && c.OpenHi {
			e.Undetermined = append(e.Undetermined, fmt.Sprintf("the data do not determine %s: any value from %.4g to %.4g fits",
				p.Key, p.Lo, p.Hi))
		} else if p.Lo > 0 && p.Far && c.Hi > Decades*c.Lo {
			e.Undetermined = append(e.Undetermined, fmt.Sprintf("the data do not determine %s: anything from %.4g to %.4g fits",
				p.Key, c.Lo, c.Hi))
		} else if c.OpenHi {
			e.Undetermined = append(e.Undetermined, fmt.Sprintf("the data give no upper end of %s: all from %.4g to its bound "+
				"%.4g fits", p.Key, c.Lo, p.Hi))
		}
	}
	return e, nil
}

// profile computes the intervals for a number of simultaneous parameters, starting from the expected ends.
func (e *Estimate) profile(q *Problem, at int, reach [][2]float64) {
	m := len(e.R)
	df := float64(max(m-len(e.P), 1))
	quantile := float64(at) * distuv.F{D1: float64(at), D2: df}.Quantile(Confidence)
	for k := range e.P {
		limit := max(e.RSS*(1+e.uneven[k]*quantile/df), q.Rounded.Most(m))
		lo, openLo, profLo := q.end(e.Result, k, -1, reach[k][0], limit)
		hi, openHi, profHi := q.end(e.Result, k, 1, reach[k][1], limit)
		e.Intervals[k] = Interval{Lo: lo, Hi: hi, OpenLo: openLo, OpenHi: openHi, Profiled: profLo || profHi}
	}
}

// Determined reports whether the data determine all parameters.
func (e *Estimate) Determined() bool { return len(e.Undetermined) == 0 }

// covariance computes standard errors, and lists undetermined combinations of parameters. With unequal scatter the
// covariance is J⁺·diag(r²/(1 − h)²)·J⁺ᵀ with leverages h (MacKinnon and White 1985, HC3).
func (e *Estimate) covariance(q *Problem) {
	m, n := e.J.Dims()
	scale := make([]float64, n)
	a := mat.NewDense(m, n, nil)
	for k := range n {
		scale[k] = mat.Norm(e.J.ColView(k), 2)
		for i := range m {
			if scale[k] > 0 {
				a.Set(i, k, e.J.At(i, k)/scale[k])
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		for k := range e.Error {
			e.Error[k] = math.Inf(1)
		}
		return
	}
	values := svd.Values(nil)
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	inverse := mat.NewDense(n, m, nil) // of the derivatives
	e.root = mat.NewDense(n, n, nil)
	for c, s := range values {
		if s <= singular*values[0] {
			var keys []string
			for k := range n {
				if math.Abs(v.At(k, c)) > 0.1 {
					keys = append(keys, q.Parameters[k].Key)
					e.Error[k] = math.Inf(1)
				}
			}
			how := map[bool]string{true: ": readings stay as they are where it changes", false: ": readings stay as they are " +
				"where one changes for another, so none of them is a measurement"}[len(keys) == 1]
			if says := "the data do not tell " + strings.Join(keys, " from ") + how + "; more of them, over a wider range and " +
				"there and back, tell more"; !slices.Contains(e.Undetermined, says) {
				e.Undetermined = append(e.Undetermined, says)
			}
			continue
		}
		for k := range n {
			if scale[k] > 0 {
				f := v.At(k, c) / (s * scale[k])
				e.root.Set(k, c, f)
				e.Error[k] = math.Hypot(e.Error[k], e.Sigma*f)
				for i := range m {
					inverse.Set(k, i, inverse.At(k, i)+f*u.At(i, c))
				}
			}
		}
	}
	for k := range n {
		e.uneven[k] = 1
		if scale[k] == 0 {
			e.Error[k] = math.Inf(1)
		}
		if !q.Uneven || !isFinite(e.Error[k]) || e.Error[k] == 0 {
			continue
		}
		own := 0.0
		for i := range m {
			row := u.RawRowView(i)
			left := 1 - floats.Dot(row, row) // share of a residual that the fit does not follow
			off := e.R[i] / max(left, 1e-6)
			if i >= m-q.Known { // prior knowledge: the fit follows nearly all of it, and its scatter is given
				off = e.Sigma
			}
			own += math.Pow(inverse.At(k, i)*off, 2)
		}
		e.uneven[k] = max(1, own/(e.Error[k]*e.Error[k])) // the ratio is an estimate with a scatter of a tenth
		e.Error[k] *= math.Sqrt(e.uneven[k])
	}
}

// end returns one end of parameter k's interval. The quadratic approximation has it at a distance of reach.
func (q *Problem) end(r *Result, k int, side float64, reach, limit float64) (at float64, open, profiled bool) {
	p := &q.Parameters[k]
	bound := p.Lo
	if side > 0 {
		bound = p.Hi
	}
	room := math.Abs(bound - r.P[k])
	if room == 0 {
		return bound, side > 0 && p.Far, false // at the bound; nothing was searched beyond
	}
	if r.RSS == 0 {
		return r.P[k], false, false
	}
	held := make([]bool, len(r.P))
	held[k] = true
	// The sum of squares minimised over the others has several valleys. A value is outside only if no search comes
	// below the limit: from the farthest point of the profile below it, from the estimate, and from the ends of its
	// searches.
	rise := limit - r.RSS
	inside, ends := r.P, q.valleys(r, limit)
	excess := func(d float64, ends [][]float64) float64 {
		least := math.Inf(1)
		for i := -1; i < len(ends) && !(least < limit-0.1*rise); i++ {
			at := slices.Clone(inside)
			if i >= 0 {
				at = slices.Clone(ends[i])
			}
			at[k] = r.P[k] + side*d
			if s := q.search(at, held, Options{Iterations: 100}); s != nil && s.RSS < least {
				if least = s.RSS; least < limit {
					inside = s.P
				}
				if least < deeper*r.RSS && (r.below == nil || least < r.below.RSS) {
					r.below = s
				}
			}
		}
		return least - limit
	}
	d := min(reach, room)
	if !isFinite(reach) {
		d = min(room, 0.1*math.Abs(r.P[k])+1e-3*room)
	}
	f := excess(d, ends)
	if d < room && math.Abs(f) <= 0.1*rise {
		return r.P[k] + side*d, false, false // the quadratic approximation
	}
	// Along the bottom of the valley: a step that ends above the limit may have left the valley, so it is halved from
	// the last point below. Other valleys are searched on the way out and near the end.
	const short = 3e-3 // share of the distance, and of the rise, at which the end is found
	in, step, over := 0., d, false
	for range 100 {
		switch {
		case f <= short*rise && d == room:
			return bound, true, true
		case math.Abs(f) <= short*rise || over && step <= short*d:
			if at := min(room, 1.01*d); f > -short*rise && excess(at, ends) < -short*rise {
				d, f, step, over = at, -rise, max(step, 0.1*d), false
				continue
			}
			return r.P[k] + side*d, false, true
		case f > 0:
			step, over = step/2, true
		case over:
			in, step = d, 1.5*step
		default:
			in, step = d, d
		}
		d = min(room, in+step)
		if over {
			f = excess(d, nil)
		} else {
			f = excess(d, ends)
		}
	}
	return r.P[k] + side*d, false, true
}

// valleys returns the estimate and the other ends of its searches that may lead below the limit, without those far
// above it and without duplicates.
func (q *Problem) valleys(r *Result, limit float64) (list [][]float64) {
	const far, alike = 1.5, 0.01
	res := make([]float64, q.Residuals)
	for _, p := range append([][]float64{r.P}, r.Ends...) {
		same := func(other []float64) bool {
			for k := range p {
				if math.Abs(p[k]-other[k]) > alike*(math.Abs(p[k])+math.Abs(other[k])) {
					return false
				}
			}
			return true
		}
		if q.Eval(p, res, nil); floats.Dot(res, res) < far*limit && !slices.ContainsFunc(list, same) {
			list = append(list, p)
		}
	}
	return list
}

// Mean is a number with its 95 % interval.
type Mean struct {
	Value, Lo, Hi float64
	N             int
}

// Boundless reports whether an interval has no end, as for a single reading.
func Boundless(lo, hi float64) bool {
	return math.Abs(lo) >= math.MaxFloat64 || math.Abs(hi) >= math.MaxFloat64
}

// Freedom is the number of degrees of freedom of the scatter that intervals are from.
func (e *Estimate) Freedom() float64 { return float64(max(len(e.R)-len(e.P), 1)) }

// Correlation is that of the errors of what is made of the parameters, row by row, to first order from the covariance
// (JᵀJ)⁻¹; 0 beside what does not follow from them.
func (e *Estimate) Correlation(of ...func(p []float64) float64) []float64 {
	n := len(of)
	c := make([]float64, n*n)
	rows := make([][]float64, n)
	for i, value := range of {
		rows[i] = make([]float64, len(e.P))
		for k, p := range e.P {
			h := 1e-6 * math.Abs(p)
			if h == 0 && k < len(e.Error) && isFinite(e.Error[k]) {
				h = 1e-6 * e.Error[k]
			}
			if h == 0 || e.root == nil {
				continue
			}
			at := slices.Clone(e.P)
			at[k] = p + h
			up := value(at)
			at[k] = p - h
			floats.AddScaled(rows[i], (up-value(at))/(2*h), e.root.RawRowView(k))
		}
		if norm := floats.Norm(rows[i], 2); norm > 0 {
			floats.Scale(1/norm, rows[i])
		}
	}
	for i := range n {
		for j := range n {
			c[i*n+j] = max(-1, min(1, floats.Dot(rows[i], rows[j])))
		}
		c[i*n+i] = 1
	}
	return c
}
