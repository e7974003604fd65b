package fit

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestForetell: of a straight line through points the interval of a further reading is that of linear regression,
// t·s·√(1 + 1/n + (x − x̄)²/Σ(x_i − x̄)²).
func TestForetell(t *testing.T) {
	x := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	off := []float64{.3, -.2, .1, .5, -.6, .2, -.1, -.4, .3, -.1}
	q := &Problem{Residuals: 10, Parameters: []Parameter{{Key: "a", Lo: -100, Hi: 100}, {Key: "b", Lo: -100, Hi: 100}},
		Eval: func(p, r []float64, j *mat.Dense) {
			for i := range r {
				if r[i] = p[0] + p[1]*x[i] - (2 + .5*x[i] + off[i]); j != nil {
					j.SetRow(i, []float64{1, x[i]})
				}
			}
		}}
	found, err := Solve(q, Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Judge(q, found)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []float64{4.5, 12, 40} {
		m := e.PredictFigure(q, func(p []float64) float64 { return p[0] + p[1]*at })
		want := 2.306 * e.Sigma * math.Sqrt(1+.1+(at-4.5)*(at-4.5)/82.5)
		for _, half := range []float64{m.Hi - m.Value, m.Value - m.Lo} {
			if math.Abs(half/want-1) > .06 {
				t.Errorf("at %g within %.4g, by regression %.4g", at, half, want)
			}
		}
	}
}
