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

// Regression is a linear least-squares fit, or a linearised one.
type Regression struct {
	Residual []float64 // readings less the fit
	Leverage []float64 // diagonal of the hat matrix
	RSS      float64   // sum of squares
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

// Without is the difference of reading i from the fit of all others, and its standard deviation where the fit itself
// is off by misfit.
func (r *Regression) Without(i int, misfit float64) (off, sd float64) {
	left := max(1-r.Leverage[i], 1e-9)
	off = r.Residual[i] / left
	variance := max(r.RSS-r.Residual[i]*off, 0) / max(r.free-1, 1)
	return off, math.Sqrt((variance + misfit*misfit) / left)
}

// Outlier is the reading with the largest studentised residual, divided by wide(i) where the fit is less good. It is
// −1 where chance makes as large a one in more than 1e-4 of tables (Bonferroni; Cook and Weisberg 1982, §2.2.2).
func (r *Regression) Outlier(misfit float64, wide func(i int) float64) (row int) {
	row = -1
	most := distuv.StudentsT{Sigma: 1, Nu: max(r.free-1, 1)}.Quantile(1 - chance/2/float64(len(r.Residual)))
	for i := range r.Residual {
		if off, sd := r.Without(i, misfit); 1-r.Leverage[i] > 1e-6 && math.Abs(off) > most*sd*wide(i) {
			row, most = i, math.Abs(off)/sd/wide(i)
		}
	}
	return row
}
