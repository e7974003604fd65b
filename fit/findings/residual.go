// Leave-one-out studentised residuals of a least-squares fit.

package findings

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// chance is how often a detector may speak against a table in which nothing is wrong.
const chance = 1e-4

// Deleted is the residual of one of N readings by the fit of all others.
type Deleted struct {
	Off     float64 // from that fit
	Scatter float64 // standard deviation of a reading, by the others or as it is known
	Misfit  float64 // how far the law may be off what was measured, one standard deviation
	Free    float64 // degrees of freedom of Scatter; +Inf where it is known
	N       int
}

// Size is the studentised residual.
func (d Deleted) Size() float64 { return math.Abs(d.Off) / math.Hypot(d.Scatter, d.Misfit) }

// Outlies reports whether chance makes as large a residual in less than 1e-4 of tables (Bonferroni; Cook and Weisberg
// 1982, §2.2.2).
func (d Deleted) Outlies() bool { return d.Size() > d.most() }

func (d Deleted) most() float64 {
	p := 1 - chance/2/float64(max(d.N, 1))
	if math.IsInf(d.Free, 1) {
		return distuv.UnitNormal.Quantile(p)
	}
	return distuv.StudentsT{Sigma: 1, Nu: max(d.Free, 1)}.Quantile(p)
}

// Regression is a linear least-squares fit, or a linearised one.
type Regression struct {
	Residual []float64 // readings less the fit
	Leverage []float64 // diagonal of the hat matrix
	RSS      float64   // sum of squares
	Known    float64   // standard deviation of a reading where it is known, which no luck of others makes less
	free     float64   // readings less the rank of the columns
	basis    [][]float64
}

// Regress fits columns to y. Columns that depend on earlier ones drop out.
func Regress(columns [][]float64, y []float64) *Regression {
	r := &Regression{Residual: slices.Clone(y), Leverage: make([]float64, len(y))}
	for _, c := range columns {
		v := slices.Clone(c)
		size := floats.Norm(v, 2)
		for range 2 { // Gram–Schmidt, twice against round-off
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

// RegressOn is a fit that has been found, linearised: residuals r with derivatives j.
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

// Without is the residual of reading i by the fit of all others, where the fit itself is off by misfit.
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

// Outlier is the reading with the largest studentised residual, divided by wide(i) where the fit is less good; −1 where
// it is no outlier.
func (r *Regression) Outlier(misfit float64, wide func(i int) float64) (row int) {
	row = -1
	most, free, limit := 1., math.NaN(), 0.
	for i := range r.Residual {
		d := r.Without(i, misfit)
		if d.Free != free { // quantiles are dear
			free, limit = d.Free, d.most()
		}
		if size := d.Size() / wide(i) / limit; 1-r.Leverage[i] > 1e-6 && size > most {
			row, most = i, size
		}
	}
	return row
}
