// Leave-one-out studentised residuals of a least-squares fit.

package findings

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// chance is the rate of false reports of a detector.
const chance = 1e-4

// Deleted is the residual of one of N readings from the fit of all others.
type Deleted struct {
	Off     float64 // from that fit
	Scatter float64 // standard deviation of a reading, known or estimated from the others
	Misfit  float64 // standard deviation of the error of the law
	Free    float64 // degrees of freedom of Scatter; +Inf if it is known
	N       int
}

// Size returns the studentised residual.
func (d Deleted) Size() float64 { return math.Abs(d.Off) / math.Hypot(d.Scatter, d.Misfit) }

// Outlies reports whether the probability of such a residual is below 1e-4 per table (Bonferroni; Cook and Weisberg
// 1982, §2.2.2).
func (d Deleted) Outlies() bool { return d.Size() > d.most() }

func (d Deleted) most() float64 {
	p := 1 - chance/2/float64(max(d.N, 1))
	if math.IsInf(d.Free, 1) {
		return distuv.UnitNormal.Quantile(p)
	}
	return distuv.StudentsT{Sigma: 1, Nu: max(d.Free, 1)}.Quantile(p)
}

// Regression is a linear, or linearised, least-squares fit.
type Regression struct {
	Residual []float64 // readings minus the fit
	Leverage []float64 // diagonal of the hat matrix
	RSS      float64   // sum of squares
	Known    float64   // known standard deviation of a reading, a lower bound of the estimate
	free     float64   // readings minus the rank of the columns
	basis    [][]float64
}

// Regress fits columns to y. Columns that depend on earlier ones are dropped.
func Regress(columns [][]float64, y []float64) *Regression {
	r := &Regression{Residual: slices.Clone(y), Leverage: make([]float64, len(y))}
	for _, c := range columns {
		v := slices.Clone(c)
		size := floats.Norm(v, 2)
		for range 2 { // Gram–Schmidt, repeated against round-off
			for _, b := range r.basis {
				floats.AddScaled(v, -floats.Dot(v, b), b)
			}
		}
		left := floats.Norm(v, 2)
		if !(left > 1e-6*size) {
			continue
		}
		floats.Scale(1/left, v)
		r.basis = append(r.basis, v)
		floats.AddScaled(r.Residual, -floats.Dot(r.Residual, v), v)
		for i, x := range v {
			r.Leverage[i] += x * x
		}
	}
	r.RSS = floats.Dot(r.Residual, r.Residual)
	r.free = float64(len(y) - len(r.basis))
	return r
}

// RegressOn linearises a fit with residuals r and derivatives j.
func RegressOn(j *mat.Dense, r []float64) *Regression {
	_, p := j.Dims()
	columns := make([][]float64, p)
	for k := range p {
		columns[k] = mat.Col(nil, k, j)
	}
	fit := Regress(columns, r)
	fit.Residual, fit.RSS = slices.Clone(r), floats.Dot(r, r)
	return fit
}

// Without returns the residual of reading i from the fit of all others, for a law with a standard error of misfit.
func (r *Regression) Without(i int, misfit float64) Deleted {
	left := max(1-r.Leverage[i], 1e-9)
	off := r.Residual[i] / left
	free := max(r.free-1, 1)
	sd := math.Sqrt(max(r.RSS-r.Residual[i]*off, 0) / free)
	if sd < r.Known {
		sd, free = r.Known, math.Inf(1)
	}
	return Deleted{off, sd / math.Sqrt(left), misfit / math.Sqrt(left), free, len(r.Residual)}
}

// Outlier returns the reading with the largest studentised residual, −1 if it is not an outlier. Residuals are divided
// by wide(i), which is larger where the fit is less good.
func (r *Regression) Outlier(misfit float64, wide func(i int) float64) (row int) {
	row = -1
	most, free, limit := 1., math.NaN(), 0.
	for i := range r.Residual {
		d := r.Without(i, misfit)
		if d.Free != free { // quantiles are expensive
			free, limit = d.Free, d.most()
		}
		if size := d.Size() / wide(i) / limit; 1-r.Leverage[i] > 1e-6 && size > most {
			row, most = i, size
		}
	}
	return row
}
