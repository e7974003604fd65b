package fit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// checkJacobian compares a problem's derivatives with central differences.
func checkJacobian(t *testing.T, q *Problem, p []float64, tol float64) {
	t.Helper()
	n, m := len(p), q.Residuals
	r, j := make([]float64, m), mat.NewDense(m, n, nil)
	q.Eval(p, r, j)
	up, down := make([]float64, m), make([]float64, m)
	for k := range n {
		h := 1e-6 * max(math.Abs(p[k]), 1e-3*(q.Parameters[k].Hi-q.Parameters[k].Lo))
		x := append([]float64(nil), p...)
		x[k] = p[k] + h
		q.Eval(x, up, nil)
		x[k] = p[k] - h
		q.Eval(x, down, nil)
		scale := mat.Norm(j.ColView(k), math.Inf(1))
		for i := range m {
			if d := (up[i] - down[i]) / (2 * h); !(math.Abs(d-j.At(i, k)) <= tol*max(scale, math.Abs(d))) {
				t.Errorf("∂r_%d/∂%s = %g, differences give %g", i, q.Parameters[k].Key, j.At(i, k), d)
			}
		}
	}
}

// misra1a is a problem of the NIST statistical reference data sets: b1(1 − e^{−b2·x}).
func misra1a() *Problem {
	y := []float64{10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78}
	x := []float64{77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0}
	return &Problem{
		Parameters: []Parameter{{Key: "b1", Lo: 0, Hi: 1e5, Start: 500}, {Key: "b2", Lo: 0, Hi: 1, Start: 1e-4}},
		Residuals:  len(x),
		Eval: func(p, r []float64, j *mat.Dense) {
			for i := range x {
				e := math.Exp(-p[1] * x[i])
				r[i] = p[0]*(1-e) - y[i]
				if j != nil {
					j.Set(i, 0, 1-e)
					j.Set(i, 1, p[0]*x[i]*e)
				}
			}
		},
	}
}

// TestCertifiedValues compares with the values that NIST certifies for Misra1a.
func TestCertifiedValues(t *testing.T) {
	q := misra1a()
	checkJacobian(t, q, []float64{240, 5e-4}, 1e-6)
	r, err := Solve(q, Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Judge(q, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"b1", e.P[0], 2.3894212918e2}, {"b2", e.P[1], 5.5015643181e-4},
		{"error of b1", e.Error[0], 2.7070075241}, {"error of b2", e.Error[1], 7.2668688436e-6},
		{"residual standard deviation", e.Sigma, 1.0187876330e-1},
	} {
		if math.Abs(c.got/c.want-1) > 1e-6 {
			t.Errorf("%s: %.10g, certified %.10g", c.name, c.got, c.want)
		}
	}
	if !e.Converged || !e.Determined() {
		t.Errorf("converged %v, undetermined %q: expected a clear answer", e.Converged, e.Undetermined)
	}
}

// TestBounds: the minimum of Rosenbrock's function under x ≤ 0.5 is (0.5, 0.25), and its slope there is not zero.
func TestBounds(t *testing.T) {
	q := &Problem{
		Parameters: []Parameter{{Key: "x", Lo: -2, Hi: 0.5, Start: -1.2}, {Key: "y", Lo: -2, Hi: 2, Start: 1}},
		Residuals:  2,
		Eval: func(p, r []float64, j *mat.Dense) {
			r[0], r[1] = 10*(p[1]-p[0]*p[0]), 1-p[0]
			if j != nil {
				j.SetRow(0, []float64{-20 * p[0], 10})
				j.SetRow(1, []float64{-1, 0})
			}
		},
	}
	r, err := Solve(q, Options{Starts: 8, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.P[0]-0.5) > 1e-12 || math.Abs(r.P[1]-0.25) > 1e-9 || r.Agreed != r.Searches {
		t.Errorf("minimum at %v, found by %d of %d searches: expected (0.5, 0.25) by all", r.P, r.Agreed, r.Searches)
	}
}

// TestManyStarts: a sum of squares with a false minimum, where one search stays.
func TestManyStarts(t *testing.T) {
	q := &Problem{
		Parameters: []Parameter{{Key: "x", Lo: -10, Hi: 10, Start: -4}},
		Residuals:  2,
		Eval: func(p, r []float64, j *mat.Dense) {
			x := p[0]
			r[0], r[1] = (x-4)*(x+4)/8, 0.2*(x-4)
			if j != nil {
				j.Set(0, 0, x/4)
				j.Set(1, 0, 0.2)
			}
		},
	}
	one, err := Solve(q, Options{})
	if err != nil {
		t.Fatal(err)
	}
	many, err := Solve(q, Options{Starts: 10, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if one.P[0] > 0 || math.Abs(many.P[0]-4) > 1e-6 {
		t.Errorf("one search ends at %g, many at %g: expected the false minimum near −4, and 4", one.P[0], many.P[0])
	}
}

// TestUndetermined: only the product of two parameters matters.
func TestUndetermined(t *testing.T) {
	q := &Problem{
		Parameters: []Parameter{{Key: "gain", Lo: 0.1, Hi: 10, Start: 1}, {Key: "length", Lo: 0.1, Hi: 10, Start: 1}},
		Residuals:  5,
		Eval: func(p, r []float64, j *mat.Dense) {
			for i := range r {
				x := float64(i)
				r[i] = p[0]*p[1]*x - 2*x + 0.01*math.Sin(7*x)
				if j != nil {
					j.SetRow(i, []float64{p[1] * x, p[0] * x})
				}
			}
		},
	}
	r, err := Solve(q, Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Judge(q, r)
	if err != nil {
		t.Fatal(err)
	}
	if e.Determined() || !strings.Contains(strings.Join(e.Undetermined, "; "), "gain from length: readings stay as they "+
		"are where one changes for another, so none of them is a measurement; more of them, over a wider range") ||
		!math.IsInf(e.Error[0], 1) {
		t.Errorf("undetermined %q, errors %g: expected a word about gain and length", e.Undetermined, e.Error)
	}
	if _, err := Solve(&Problem{Parameters: q.Parameters, Residuals: 1, Eval: q.Eval}, Options{}); err == nil {
		t.Error("one measurement for two unknowns: expected an error")
	}
}

// TestCoverage: of many repeats with noise, 95 % intervals hold the truth about 95 times in a hundred. 400
// repeats of two parameters scatter by 1.1 %.
func TestCoverage(t *testing.T) {
	truth := []float64{3, 0.7}
	held, repeats := [2]int{}, 400
	for seed := range repeats {
		rng := rand.New(rand.NewPCG(uint64(seed), 5))
		var x, y [12]float64
		for i := range x {
			x[i] = 0.5 * float64(i)
			y[i] = truth[0]*math.Exp(-truth[1]*x[i]) + 0.15*rng.NormFloat64()
		}
		q := &Problem{
			Parameters: []Parameter{{Key: "a", Lo: 0, Hi: 100, Start: 1}, {Key: "b", Lo: 0.01, Hi: 50, Start: 1}},
			Residuals:  len(x),
			Eval: func(p, r []float64, j *mat.Dense) {
				for i := range x {
					e := math.Exp(-p[1] * x[i])
					r[i] = p[0]*e - y[i]
					if j != nil {
						j.SetRow(i, []float64{e, -p[0] * x[i] * e})
					}
				}
			},
		}
		r, err := Solve(q, Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Judge(q, r)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range truth {
			if c := e.Intervals[k]; want >= c.Lo && want <= c.Hi {
				held[k]++
			}
		}
	}
	for k, n := range held {
		if share := float64(n) / float64(repeats); share < 0.915 || share > 0.985 {
			t.Errorf("parameter %d: %.1f %% of the intervals hold the truth, expected 95 %%", k, 100*share)
		}
	}
}

// TestIntervalOverValleys: where the other parameters have two valleys, an interval reaches as far as the farther one,
// also where the estimate lies in the other.
func TestIntervalOverValleys(t *testing.T) {
	const n = 20
	q := &Problem{Residuals: n + 3, Parameters: []Parameter{{Key: "p", Lo: -100, Hi: 100, Start: 0.1},
		{Key: "q", Lo: -3, Hi: 3, Start: 0.9}}}
	// q = 1 and p = 0, or q = −1 and p = 3, which is worse by 1 of n.
	plain := ByDifferences(q.Parameters, q.Residuals, func(p, r []float64) {
		for i := range n {
			r[i] = 1
		}
		r[n], r[n+1], r[n+2] = 4*(p[1]*p[1]-1), p[0]-1.5*(1-p[1]), (p[1]-1)/2
	})
	r, err := Solve(plain, Options{Starts: 8, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Judge(plain, r)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(e.P[0]) > 1e-3 || len(r.Ends) != r.Searches {
		t.Fatalf("p = %g of %d searches, %d ends", e.P[0], r.Searches, len(r.Ends))
	}
	df := float64(n + 1)
	rise := float64(n) / df * distuv.F{D1: 1, D2: df}.Quantile(Confidence)
	// In the far valley RSS = n + 1 + (p − 3)²/(1 + …): q gives way a little.
	if far := 3 + math.Sqrt(rise-1); math.Abs(e.Intervals[0].Hi/far-1) > 0.05 {
		t.Errorf("p to %g, expected about %g", e.Intervals[0].Hi, far)
	}
	if near := -math.Sqrt(rise); math.Abs(e.Intervals[0].Lo/near-1) > 0.05 {
		t.Errorf("p from %g, expected about %g", e.Intervals[0].Lo, near)
	}
}
