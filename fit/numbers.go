package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"hysteron/law"
)

// Number is a number of a law with its interval.
type Number struct {
	Key, Unit     string // as in a fabric file
	Value, Lo, Hi float64
	Error         float64 `json:"-"` // standard error; infinite if the data do not determine it
}

// numbers returns the numbers of the fabric file. Intervals of unknowns are from the profile, others from the
// covariance.
func (m *form) numbers(mode *Mode, q *Problem, e *Estimate) (list []Number, correlation []float64) {
	measure := law.Membrane
	if mode.Name == "bending" {
		measure = law.Bending
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(len(e.R) - len(e.P))}.Quantile((1 + Confidence) / 2)
	at := 0
	var values []func(p []float64) float64
	for part := range 2 {
		of := func(p []float64) law.Law {
			a, b := m.laws(p)
			return [2]law.Law{a, b}[part]
		}
		l := of(e.P)
		for k, par := range law.Params(l) {
			if par.Key == "" {
				continue
			}
			value := func(p []float64) float64 { return law.Values(of(p))[k] }
			v := value(e.P)
			lo, hi, off := v, v, 0. // given by the form
			if u := slices.Index(m.places, at); u >= 0 {
				lo, hi, off = e.Intervals[u].Lo, e.Intervals[u].Hi, e.Error[u]
			} else if slices.Contains(m.places, derived) {
				off = e.spread(q, value)
				half := t * off
				lo, hi = max(0, v-half), v+half    // numbers of laws are not negative
				for u, open := range e.Intervals { // undetermined as the unknowns are
					at := slices.Clone(e.P)
					for _, end := range []struct {
						open bool
						at   float64
					}{{open.OpenLo, open.Lo}, {open.OpenHi, open.Hi}} {
						if at[u] = end.at; end.open {
							lo, hi = min(lo, value(at)), max(hi, value(at))
						}
					}
				}
			}
			at++
			key := [2]string{"", "friction."}[part] + par.FileKey(measure)
			unit := par.UnitName(measure)
			if unit == "1" {
				unit = ""
			}
			list, values = append(list, Number{key, unit, v, lo, hi, off}), append(values, value)
		}
	}
	return list, e.Correlation(values...)
}

// spread returns the standard error of a function of the unknowns, to first order, without those at a bound.
func (e *Estimate) spread(q *Problem, value func(p []float64) float64) float64 {
	var free []int
	for k := range e.P {
		if e.P[k] > q.Parameters[k].Lo && e.P[k] < q.Parameters[k].Hi && mat.Norm(e.J.ColView(k), 2) > 0 {
			free = append(free, k)
		}
	}
	if len(free) == 0 {
		return 0
	}
	m := len(e.R)
	j, g := mat.NewDense(m, len(free), nil), mat.NewVecDense(len(free), nil)
	x := append([]float64(nil), e.P...)
	for c, k := range free {
		h := 1e-6 * max(math.Abs(e.P[k]), 1e-6*(q.Parameters[k].Hi-q.Parameters[k].Lo))
		x[k] = e.P[k] + h
		up := value(x)
		x[k] = e.P[k] - h
		scale := mat.Norm(e.J.ColView(k), 2)
		g.SetVec(c, (up-value(x))/(2*h)/scale)
		x[k] = e.P[k]
		for i := range m {
			j.Set(i, c, e.J.At(i, k)/scale)
		}
	}
	// y = J⁺ᵀg: the effect of each residual on the value.
	var qr mat.QR
	qr.Factorize(j)
	var r mat.Dense
	qr.RTo(&r)
	square := mat.NewTriDense(len(free), mat.Upper, nil)
	for a := range len(free) {
		for b := a; b < len(free); b++ {
			square.SetTri(a, b, r.At(a, b))
		}
	}
	var z mat.VecDense
	if err := z.SolveVec(square.TTri(), g); err != nil {
		return math.Inf(1)
	}
	if !q.Uneven {
		return e.Sigma * mat.Norm(&z, 2)
	}
	var w mat.Dense
	qr.QTo(&w)
	sum := 0.
	for i := range m {
		y, leverage := 0., 0.
		for c := range len(free) {
			y += w.At(i, c) * z.AtVec(c)
			leverage += w.At(i, c) * w.At(i, c)
		}
		y *= e.R[i] / max(1-leverage, 1e-6)
		sum += y * y
	}
	return math.Sqrt(sum)
}
