package findings

import (
	"math"
	"math/rand/v2"
	"testing"
)

// cycle is a Kawabata cycle of bending with friction that turns around within 20 1/m, with errors of a share of its
// height.
func cycle(noise float64) (q, f []float64) {
	const n = 40
	rng := rand.New(rand.NewPCG(1, 1))
	top, at, friction := 250., 0., 0.
	for i := range 5 * n {
		t := float64(i) / n
		to := top * t
		switch {
		case t > 3:
			to = top * (t - 4)
		case t > 1:
			to = top * (2 - t)
		}
		d := to - at
		friction += math.Copysign(1, d)*(1-math.Exp(-math.Abs(d)/20))*3e-4 - friction*(1-math.Exp(-math.Abs(d)/20))
		at = to
		q, f = append(q, to), append(f, 1e-5*to+friction+noise*5e-3*rng.NormFloat64())
	}
	return q, f
}

// TestUnitsOnTheWay: a unit of moments that changes anywhere within a cycle, to one ten or a hundred times as large
// or as small, is found within five rows, as forces near zero are alike in any unit. On the first part of the first
// way out tenfold is not told from friction. Nothing is found where none changes.
func TestUnitsOnTheWay(t *testing.T) {
	for _, noise := range []float64{0, .02} {
		q, f := cycle(noise)
		if w, ok := WrongLoop(q, f); ok {
			t.Errorf("errors of %g: %+v", noise, w)
		}
		for _, by := range []float64{1 / 101.97, 101.97, 10, 0.1} {
			first := 6
			if by > .01 && by < 100 {
				first = 24
			}
			for from := first; from < len(q)-2; from++ {
				g := append([]float64(nil), f...)
				for i := from; i < len(g); i++ {
					g[i] *= by
				}
				if w, ok := WrongLoop(q, g); !ok || w.Deformation || w.One || math.Abs(float64(w.Row-from)) > 5 ||
					math.Abs(math.Log(w.By/by)) > .35 {
					t.Errorf("errors of %g: from row %d (%g 1/m) on %g times as large: %+v", noise, from, q[from], by, w)
				}
			}
		}
	}
}

// TestRegress: the residual of a reading by the fit of all others is that of a fit without it, and one of several
// columns that say the same drops out.
func TestRegress(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	const n = 12
	columns, y := make([][]float64, 4), make([]float64, n)
	for i := range y {
		x := float64(i)
		for k, v := range []float64{1, x, x*x + 1, 3 - 2*x} {
			columns[k] = append(columns[k], v)
		}
		y[i] = 2 + x + rng.NormFloat64()
	}
	fit := Regress(columns, y)
	if len(fit.basis) != 3 {
		t.Fatalf("%d columns, expected 3", len(fit.basis))
	}
	for i := range y {
		// A column that is one in row i alone takes its reading out.
		only := make([]float64, n)
		only[i] = 1
		d := fit.Without(i, 0)
		off, sd := d.Off, d.Scatter
		with := Regress(append([][]float64{only}, columns[:3]...), y)
		if want := math.Sqrt(with.RSS / with.free / (1 - fit.Leverage[i])); math.Abs(sd-want) > 1e-9 ||
			math.Abs(fit.RSS-with.RSS-off*fit.Residual[i]) > 1e-9 {
			t.Errorf("row %d: off %g ± %g, expected ± %g", i, off, sd, want)
		}
	}
}

// TestOutlierChance: of tables with normal errors one in 10,000 has an outlier.
func TestOutlierChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	told := 0
	for range 20_000 {
		y, one, x := make([]float64, 15), make([]float64, 15), make([]float64, 15)
		for i := range y {
			y[i], one[i], x[i] = rng.NormFloat64(), 1, float64(i)
		}
		if Regress([][]float64{one, x}, y).Outlier(0, func(int) float64 { return 1 }) >= 0 {
			told++
		}
	}
	if told > 8 { // of two that are expected: once in 10,000
		t.Errorf("%d of 20,000", told)
	}
}
