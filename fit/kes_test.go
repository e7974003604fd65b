package fit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// tested is a cycle 0 → top → bottom → 0 of a mode on a known law.
func tested(mode *Mode, p []float64, top, bottom, noise float64, seed uint64) *Curve {
	c := &Curve{Mode: mode}
	const n = 40
	for i := range 4 * n {
		t := float64(i) / n
		switch {
		case t <= 1:
			c.Q = append(c.Q, top*t)
		case t <= 3:
			c.Q = append(c.Q, top+(bottom-top)*(t-1)/2)
		default:
			c.Q = append(c.Q, bottom*(4-t))
		}
	}
	c.F = make([]float64, len(c.Q))
	c.predict(p, c.F, nil)
	_, span := c.ranges()
	rng := rand.New(rand.NewPCG(seed, 2))
	for i := range c.F {
		c.F[i] += noise * span * rng.NormFloat64()
	}
	return c
}

var kesCases = []struct {
	name        string
	mode        int
	p           []float64
	top, bottom float64
}{
	{"cotton, tensile", 0, []float64{135.6, 64.03, 2.22, 3.16, .006}, 0.1, 0},
	{"cotton, shear", 1, []float64{45, 10, 0.8, 0.5, .01}, 8 * deg, -8 * deg},
	{"felt, bending", 2, []float64{145.3e-7, .15e-7, 5.12e-4, .15e-4, 29.9}, 250, -250},
	{"doublecloth, bending", 2, []float64{62.19e-7, .07e-7, 12.84e-4, .05e-4, 7.67}, 250, -250},
	{"paper, bending", 2, []float64{479.7e-7, .47e-7, .04e-4, .64e-4, 10.2}, 250, -250},
}

// TestKESRecovers: known laws come back from curves without noise, within 1 %, or are called undetermined.
func TestKESRecovers(t *testing.T) {
	for _, q := range kesCases {
		t.Run(q.name, func(t *testing.T) {
			c := tested(&Modes[q.mode], q.p, q.top, q.bottom, 0, 0)
			checkJacobian(t, c.problem(), q.p, 1e-5)
			e, err := FitCurve(c, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for k, want := range q.p {
				if math.Abs(e.P[k]/want-1) > 0.01 {
					t.Errorf("%s = %g, truth %g", Modes[q.mode].Keys[k], e.P[k], want)
				}
			}
		})
	}
}

// TestKESIntervals: with 2 % noise the truth is in the intervals in nine repeats of ten.
func TestKESIntervals(t *testing.T) {
	for _, q := range kesCases {
		t.Run(q.name, func(t *testing.T) {
			t.Parallel()
			var held [unknowns]int
			for seed := range uint64(repeats) {
				e, err := FitCurve(tested(&Modes[q.mode], q.p, q.top, q.bottom, 0.02, seed), Options{})
				if err != nil {
					t.Fatal(err)
				}
				for k, want := range q.p {
					if c := e.Intervals[k]; want >= c.Lo && want <= c.Hi {
						held[k]++
					}
				}
			}
			for k, n := range held {
				if n < holding {
					t.Errorf("%s: the truth is in %d of %d intervals", Modes[q.mode].Keys[k], n, repeats)
				}
			}
		})
	}
}

func TestKESTable(t *testing.T) {
	mode, err := ModeByName("bending")
	if err != nil {
		t.Fatal(err)
	}
	var good strings.Builder
	good.WriteString("curvature [1/cm], moment [gf.cm/cm]\n")
	for _, q := range []string{"0,0", "0.5,0.05", "1,0.1", "1.5,0.15", "2,0.2", "2.5,0.25", "2,0.15", "1.5,0.1", "1,0.05",
		"0.5,0", "0,-0.05"} {
		good.WriteString(q + "\n")
	}
	c, err := ReadCurve(mode, "x.csv", strings.NewReader(good.String()))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(c.Q[5]-250) > 1e-12 || math.Abs(c.F[5]-0.25*9.80665e-3) > 1e-12 {
		t.Errorf("2.5 1/cm and 0.25 gf·cm/cm read as %g and %g", c.Q[5], c.F[5])
	}
	if _, err := ReadCurve(mode, "x.csv",
		strings.NewReader(good.String()[:strings.Index(good.String(), "2,0.15")])); err == nil ||
		!strings.Contains(err.Error(), "expected at least 10") {
		t.Errorf("six points: %v", err)
	}
	if _, err := ReadCurve(mode, "x.csv", strings.NewReader(strings.NewReplacer("0.5,0\n", "3.5,1\n", "2,0.15", "2.6,.3",
		"1.5,0.1\n", "2.7,.3\n", "1,0.05", "2.8,.3", "0,-0.05", "4,1").Replace(good.String()))); err == nil ||
		!strings.Contains(err.Error(), "never unloads") {
		t.Errorf("loading alone: %v", err)
	}
}
