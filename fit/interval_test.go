package fit

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// winding is a problem with the profile x² of its first unknown, whose other must follow 5·sin 3x along a valley; away
// from it a plateau that does not lead back.
func winding() *Problem {
	return &Problem{Residuals: 3, Parameters: []Parameter{{Key: "x", Lo: -10, Hi: 10}, {Key: "y", Lo: -50, Hi: 50}},
		Eval: func(p, r []float64, j *mat.Dense) {
			s, c := math.Sincos(3 * p[0])
			d := p[1] - 5*s
			e := math.Exp(-4 * d * d)
			r[0], r[1], r[2] = p[0], 30*(1-e), 1
			if j != nil {
				j.SetRow(0, []float64{1, 0})
				j.SetRow(1, []float64{240 * d * e * -15 * c, 240 * d * e})
				j.SetRow(2, []float64{0, 0})
			}
		}}
}

// TestEndAlongValley: the end of an interval is found along the floor of a valley that long steps leave, as where the
// sum of squares is 1 + x² = 5.
func TestEndAlongValley(t *testing.T) {
	q := winding()
	checkJacobian(t, q, []float64{0.3, 4}, 1e-5)
	r := &Result{P: []float64{0, 0}, R: []float64{0, 0, 1}, RSS: 1}
	for _, side := range []float64{-1, 1} {
		if at, open, _ := q.end(r, 0, side, 1, 5); open || math.Abs(at-2*side) > 0.02 {
			t.Errorf("the end is at %g, open: %v; expected %g", at, open, 2*side)
		}
	}
}

// TestOpenBeside: where one number has no upper end, the intervals of the others are those of two numbers together;
// where all have ends, of each alone.
func TestOpenBeside(t *testing.T) {
	for _, open := range []bool{false, true} {
		n := 12
		q := &Problem{Residuals: n, Parameters: []Parameter{{Key: "x", Lo: -10, Hi: 10}, {Key: "y", Lo: 0, Hi: 10, Start: 1}},
			Eval: func(p, r []float64, j *mat.Dense) {
				for i := range r {
					r[i] = p[0] + math.Pow(-1, float64(i))
					if i == 0 && !open {
						r[i] += 100 * (p[1] - 1)
					}
					if j != nil {
						j.Set(i, 0, 1)
						j.Set(i, 1, map[bool]float64{true: 100, false: 0}[i == 0 && !open])
					}
				}
			}}
		r, err := Solve(q, Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Judge(q, r)
		if err != nil {
			t.Fatal(err)
		}
		got := (e.Intervals[0].Hi - e.P[0]) / (e.Sigma / math.Sqrt(float64(n)))
		// √F₀.₉₅(1, 10), and √(2·F₀.₉₅(2, 10)); one reading less where it is y's.
		if want := map[bool]float64{false: 2.228, true: 2.865}[open]; math.Abs(got/want-1) > 0.06 || open == e.Determined() {
			t.Errorf("open %v: the interval reaches %.3f standard errors, expected %.3f; %q", open, got, want, e.Undetermined)
		}
		q.Parameters[1].Inner = true
		if e, err = Judge(q, r); err != nil || slices.ContainsFunc(e.Undetermined, func(s string) bool {
			return strings.Contains(s, "end of y") || strings.Contains(s, "determine y")
		}) {
			t.Errorf("open %v: told of a number of the model alone: %q, %v", open, e.Undetermined, err)
		}
	}
}

// TestKnownBeside: what is known of a number beforehand, as by a cantilever, is no reading that scatters by what is
// left of it: where it alone determines the number, the interval is that of its own error.
func TestKnownBeside(t *testing.T) {
	const n = 40
	for _, known := range []int{0, 1} {
		q := &Problem{Residuals: n + 1, Uneven: true, Known: known, Parameters: []Parameter{{Key: "x", Lo: -100, Hi: 100},
			{Key: "y", Lo: -100, Hi: 100}}, Eval: func(p, r []float64, j *mat.Dense) {
			for i := range n {
				// y is known from the last residual, and hardly pulled off it by the others.
				r[i] = p[0] + 1e-3*float64(i%3)*(p[1]-30) + math.Pow(-1, float64(i))
				if j != nil {
					j.SetRow(i, []float64{1, 1e-3 * float64(i%3)})
				}
			}
			r[n] = p[1]
			if j != nil {
				j.SetRow(n, []float64{0, 1})
			}
		}}
		r, err := Solve(q, Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Judge(q, r)
		if err != nil {
			t.Fatal(err)
		}
		wide := e.Intervals[1].Hi - e.Intervals[1].Lo
		if want := 2 * 2.02 * e.Sigma; known == 1 && math.Abs(wide/want-1) > 0.1 {
			t.Errorf("the interval of what is known is %.3g wide, expected %.3g", wide, want)
		} else if known == 0 && wide < 2*want {
			t.Errorf("%.3g wide: expected that this case shows what a residual does that is followed by its own number", wide)
		}
	}
}

// TestStandsAtBound: a number that stands where searches end has no upper end; that it stands there is told either way.
func TestStandsAtBound(t *testing.T) {
	const n = 12
	for _, far := range []bool{false, true} {
		q := &Problem{Residuals: n, Parameters: []Parameter{{Key: "x", Lo: 0, Hi: 10, Start: 1, Far: far}},
			Eval: func(p, r []float64, j *mat.Dense) {
				for i := range r {
					r[i] = p[0] - 20 + math.Pow(-1, float64(i))
					if j != nil {
						j.Set(i, 0, 1)
					}
				}
			}}
		r, err := Solve(q, Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Judge(q, r)
		if err != nil {
			t.Fatal(err)
		}
		if e.P[0] != 10 || e.Intervals[0].OpenHi != far || !slices.Equal(e.Bounds, []Bound{{"x", 10, false}}) {
			t.Errorf("far %v: %g, %+v, %+v", far, e.P[0], e.Intervals[0], e.Bounds)
		}
	}
}
