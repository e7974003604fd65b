package cpu

import (
	"fmt"
	"math"
	"testing"

	"hysteron/cloth"
	"hysteron/step"
)

// TestNeedlesFall: a strip of 20 cm by 2 mm, cut lengthwise into needle triangles and held at one corner, falls as it
// does with a tolerance a thousand times less, whatever the step. Its triangles resist being deformed so much that
// their weight is a thousandth of the residuals: without a proof it falls by a tenth of that, and every step counts as
// converged.
func TestNeedlesFall(t *testing.T) {
	for _, across := range []int{1, 20} {
		for _, h := range []float64{1. / 240, 1. / 1000} {
			t.Run(fmt.Sprintf("%d across, %g s", across, h), func(t *testing.T) {
				fall := func(tolerance float64) (mean float64, rep step.Report) {
					f := cotton()
					p := grid(2, across+1, .2, .002, f, false)
					p.Pins = append(p.Pins, cloth.Pin{Vertex: 0, Point: p.X[0]})
					set := step.DefaultSettings()
					set.Tolerance, set.MaxNewton, set.MaxCG, set.AirDensity = tolerance, 200, 10000, 0
					s := newSim(t, p, nil, set)
					rep = take(t, s, int(math.Round(1/h/48)), h)
					for i, x := range s.State.X {
						mean += (p.X[i].Y - x.Y) / float64(len(s.State.X))
					}
					return mean, rep
				}
				got, rep := fall(5e-5)
				want, exact := fall(5e-8)
				if rep.Outcome != step.Converged || exact.Outcome != step.Converged {
					t.Fatalf("%v, exactly %v: expected both to converge", rep.Outcome, exact.Outcome)
				}
				if !(math.Abs(got-want) < .05*want) {
					t.Errorf("it falls %.3f mm, expected %.3f", 1e3*got, 1e3*want)
				}
				t.Logf("%.3f of %.3f mm; %d and %d Newton, %d and %d CG iterations", 1e3*got, 1e3*want, rep.Newton, exact.Newton,
					rep.CG, exact.CG)
			})
		}
	}
}

// TestNeedleThatTurns: in a step of 1/24 s Newton's method follows a needle around its pin with hundreds of short
// steps; where it may not, and the step may not be halved, it does not say that it has converged.
func TestNeedleThatTurns(t *testing.T) {
	p := grid(2, 2, .2, .002, cotton(), false)
	p.Pins = append(p.Pins, cloth.Pin{Vertex: 0, Point: p.X[0]})
	set := step.DefaultSettings()
	set.MaxHalvings = 0
	s := newSim(t, p, nil, set)
	if rep := take(t, s, 1, 1./24); rep.Outcome != step.Unconverged {
		t.Errorf("%v after %d iterations", rep.Outcome, rep.Newton)
	}
}

// TestWeighedResidual: systems are solved until Σ w|r|² is below the requested bound. The sum is measured correctly and
// bounds the error.
func TestWeighedResidual(t *testing.T) {
	p := grid(2, 8, .2, .002, cotton(), false)
	p.Pins = append(p.Pins, cloth.Pin{Vertex: 0, Point: p.X[0]})
	s := newSim(t, p, nil, step.DefaultSettings())
	const h = 1. / 240
	m := operations{s}
	s.State.Time = 0
	m.Begin(0, h)
	m.DetectContacts(true)
	m.Evaluate(true)
	solution := func(most float64) (x []float64, residual float64) {
		m.Search(step.Linear{Tolerance: .1, MaxResidual: most})
		m.RejectStep()
		for _, v := range s.p {
			x = append(x, v.X, v.Y, v.Z)
		}
		return x, m.Reductions().LinearResidual
	}
	exact, _ := solution(1e-12)
	loose, most := solution(0)
	for _, ask := range []float64{most / 10, most / 1000, 0} {
		x, left := solution(ask)
		if ask > 0 && !(left <= ask) {
			t.Errorf("%g m are unsolved, expected at most %g", left, ask)
		}
		var sum, mass float64
		for i := range s.x {
			w := s.Model.Mass[i]
			for c := range 3 {
				d := x[3*i+c] - exact[3*i+c]
				sum += w * d * d
			}
			mass += w
		}
		if err := math.Sqrt(sum / mass); !(err <= left*(1+1e-6)+1e-12) {
			t.Errorf("the error is %g m, the bound %g", err, left)
		}
	}
	if len(loose) == 0 || !(most > 1e-6) {
		t.Errorf("%g m are unsolved where nothing is asked for: the test would prove nothing", most)
	}
}
