package instruments

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"hysteron/fit"
)

// dragged is a run with known numbers; noise is a share of the friction, and jerk makes errors that follow each other
// alike.
func dragged(load, rise, slides, sticks, fades, noise, jerk float64, seed uint64) SledRun {
	r := SledRun{Load: load}
	rng := rand.New(rand.NewPCG(seed, 7))
	p, g := []float64{0.3, rise, slides, sticks, fades}, make([]float64, 5)
	e := 0.
	for i := range 120 {
		t := float64(i) * 0.1
		e = jerk*e + math.Sqrt(1-jerk*jerk)*rng.NormFloat64()
		r.Time, r.Force = append(r.Time, t), append(r.Force, sledForce(p, t, g)+noise*slides*e)
	}
	return r
}

// The friction of runs with a peak and without comes back, and the peak shows only where it is.
func TestSledRecovers(t *testing.T) {
	for _, sticks := range []float64{0, 0.15} {
		run := dragged(1, 1.4, 0.6, sticks, 0.8, 0, 0, 0)
		checkJacobian(t, run.problem(true), []float64{0.33, 1.42, 0.6, 0.15, 0.8}, 1e-4)
		s := &Sled{Area: 0.01, Runs: []SledRun{dragged(2, 1.4, 1.2, 2*sticks, 0.8, 0.02, 0, 1), dragged(1, 1.4, 0.6, sticks,
			0.8, 0.02, 0, 2)}}
		list, err := FitSled(s, fit.Options{Starts: 4, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 2 || list[0].Load != 1 || list[1].Load != 2 {
			t.Fatalf("%+v: expected loads of 1 and 2 N", list)
		}
		for _, k := range list {
			if math.Abs(k.Friction.Value/(0.6*k.Load)-1) > 0.01 || k.Peak != (sticks > 0) ||
				math.Abs(k.Static/((0.6+sticks)*k.Load)-1) > 0.03 {
				t.Errorf("sticks %g: %+v", sticks, k)
			}
		}
	}
}

// checkJacobian compares the derivatives of a problem with differences.
func checkJacobian(t *testing.T, q *fit.Problem, p []float64, tol float64) {
	t.Helper()
	m := q.Residuals
	r, up, down, j := make([]float64, m), make([]float64, m), make([]float64, m), mat.NewDense(m, len(p), nil)
	q.Eval(p, r, j)
	for k := range p {
		h, x := 1e-6*max(math.Abs(p[k]), 1e-3), append([]float64(nil), p...)
		x[k] = p[k] + h
		q.Eval(x, up, nil)
		x[k] = p[k] - h
		q.Eval(x, down, nil)
		for i := range m {
			if d := (up[i] - down[i]) / (2 * h); !(math.Abs(d-j.At(i, k)) <= tol*mat.Norm(j.ColView(k), math.Inf(1))) {
				t.Errorf("∂r_%d/∂%s = %g, differences give %g", i, q.Parameters[k].Key, j.At(i, k), d)
			}
		}
	}
}

// The truth is in the intervals in nine repeats of ten, also of sleds that jerk.
func TestSledIntervals(t *testing.T) {
	for _, jerk := range []float64{0, 0.6} {
		held := 0
		for seed := range uint64(repeats) {
			list, err := FitSled(&Sled{Runs: []SledRun{dragged(1, 1.4, 0.6, 0.1, 0.8, 0.02, jerk, seed)}}, fit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if f := list[0].Friction; 0.6 >= f.Lo && 0.6 <= f.Hi {
				held++
			}
		}
		t.Logf("jerk %g: %d of %d", jerk, held, repeats)
		if held < holding {
			t.Errorf("jerk %g: the truth is in %d of %d intervals", jerk, held, repeats)
		}
	}
}

func TestSledTable(t *testing.T) {
	var good strings.Builder
	good.WriteString("# area = 100 cm2\ntime [s], load [g], force [mN]\n")
	for run := range 2 {
		for i := range 12 {
			fmt.Fprintf(&good, "%.1f, 100, %g\n", 0.1*float64(i), min(500, 100*float64(i+run)))
		}
	}
	s, err := ReadSled("x.csv", strings.NewReader(good.String()))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Runs) != 2 || math.Abs(s.Runs[0].Load-0.981) > 1e-12 || math.Abs(s.Area-0.01) > 1e-12 ||
		s.Runs[1].Force[3] != 0.4 {
		t.Errorf("read %+v", s)
	}
	list, err := FitSled(s, fit.Options{})
	if err != nil || math.Abs(list[0].Friction.Value-0.5) > 1e-6 || list[0].Runs != 2 {
		t.Errorf("%+v: %v", list, err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"# area = 100 cm2\n", "", "nothing says area"},
		{"0.3, 100, 300", "0.2, 100, 300", "x.csv:6: time 0.2 s again"},
		{"0.0, 100, 0\n", "0.0, -100, 0\n", "x.csv:3: load of"},
		{"force [mN]", "force [mm]", `x.csv:2: column "force": unit "mm"`},
		{"1.1, 100, 500\n", "1.1, 200, 500\n", "x.csv:14: the run under 1.962 N that begins here has 1 readings"},
	} {
		s, err := ReadSled("x.csv", strings.NewReader(strings.Replace(good.String(), c.from, c.to, 1)))
		if err == nil {
			_, err = FitSled(s, fit.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, expected %q", c.to, c.from, err, c.want)
		}
	}
	// A sled that never slides.
	stuck := SledRun{Load: 1}
	for i := range 40 {
		stuck.Time, stuck.Force = append(stuck.Time, float64(i)), append(stuck.Force, float64(i))
	}
	if _, err := FitSled(&Sled{file: "x.csv", Runs: []SledRun{stuck}}, fit.Options{}); err == nil ||
		!strings.Contains(err.Error(), "does not slide") {
		t.Errorf("a sled that never slides: %v", err)
	}
}

// TestNotes: one load, one run and a peak are said; loads that were repeated are not.
func TestNotes(t *testing.T) {
	if n := SledNotes([]Rubbing{{Load: 1, Runs: 1, Peak: true, Static: 0.7,
		Friction: fit.Mean{Value: 0.5}}}); len(n) != 3 {
		t.Errorf("%q", n)
	}
	if n := SledNotes([]Rubbing{{Load: 1, Runs: 2}, {Load: 2, Runs: 3}}); n != nil {
		t.Errorf("%q", n)
	}
}

// TestSledUnits: forces or loads whose unit changes from run to run, and forces with the sign turned, have one message
// with the line; friction that falls with the load as far as cloth's does is none of it.
func TestSledUnits(t *testing.T) {
	for _, c := range []struct {
		force, load float64 // of the second run, in its unit
		want        string
	}{{1, 1, ""}, {.2, 1, ""}, {3.5, 1, ""}, {9.81, 1, "x.csv:123: the run under 2 N from here on has a coefficient " +
		"of friction of 2.94, and that from line 3 on one of 0.3"}, {.1, 1, "do units change on the way?"},
		{102, 1, "x.csv:123: the run under 2 N from here on has a coefficient of friction of 30.6, and that " +
			"from line 3 on one of 0.3"}, {1, 102, "do units change on the way?"}, {-1, 1, "x.csv:123: no force of the run"},
		{0, 1, "x.csv:123: no force of the run"}} {
		var b strings.Builder
		b.WriteString("# area = 100 cm2\ntime [s], load [N], force [N]\n")
		for k, load := range []float64{1, 2} {
			r := dragged(load, 1, .3*load, 0, 1, 0, 0, 1)
			for i := range r.Time {
				f, l := r.Force[i], load
				if k == 1 {
					f, l = f*c.force, l*c.load
				}
				fmt.Fprintf(&b, "%g, %g, %g\n", r.Time[i], l, f)
			}
		}
		s, err := ReadSled("x.csv", strings.NewReader(b.String()))
		if err == nil {
			_, err = FitSled(s, fit.Options{})
		}
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("force × %g, load × %g: %v, expected %q", c.force, c.load, err, c.want)
		}
	}
}
