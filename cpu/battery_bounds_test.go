package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
	"hysteron/step"
	"hysteron/step/steptest"
)

// setNumber sets number i of a struct of parameters.
func setNumber(of any, i int, to float64) {
	at := 0
	param.Numbers(of, func(_ *param.Field, v *float64) {
		if at == i {
			*v = to
		}
		at++
	})
}

// ends are the numbers of a struct of parameters and the ends of what each is declared to take.
func ends(of any) (keys []string, list [][]float64) {
	param.Numbers(of, func(f *param.Field, _ *float64) {
		keys, list = append(keys, f.Key), append(list, f.Bounds.Ends())
	})
	return keys, list
}

// boundsHold checks energy, forces and matrix of a crumpled patch: finite, and the forces the gradient of the energy.
func boundsHold(t *testing.T, what string, s *Sim) {
	t.Helper()
	x := append([]r3.Vec(nil), s.x...)
	energy := s.energyAt(x)
	s.gatherGradient()
	s.gatherMatrix()
	g := append([]r3.Vec(nil), s.g...)
	norm2 := 0.
	for i := range g {
		norm2 += r3.Norm2(g[i])
	}
	for _, row := range dense(s) {
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s: a number of the matrix is %g", what, v)
				return
			}
		}
	}
	if v := norm2 + energy; math.IsNaN(v) || math.IsInf(v, 0) {
		t.Errorf("%s: energy %g, forces of %g N", what, energy, math.Sqrt(norm2))
		return
	}
	rnd := rand.New(rand.NewPCG(1, 11))
	dir, want := make([]r3.Vec, len(x)), 0.
	for i := range dir {
		dir[i] = r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
		want += r3.Dot(dir[i], g[i])
	}
	best := math.Inf(1)
	for h := 1e-4; h > 1e-9; h /= 4 {
		got := fourth(func(a float64) float64 {
			y := make([]r3.Vec, len(x))
			for i := range x {
				y[i] = r3.Add(x[i], r3.Scale(a, dir[i]))
			}
			return s.energyAt(y)
		}, h)
		best = min(best, max(0, math.Abs(got-want)-1e-15*math.Abs(energy)/h))
	}
	if scale := math.Sqrt(norm2); best > 1e-5*scale {
		t.Errorf("%s: forces are off the gradient of the energy by %.3g of %.3g N", what, best, scale)
	}
}

// TestBounds: with settings, numbers of the fabric and laws at the ends of what they are declared to take, each term
// has a finite energy, finite forces that are its gradient, and a finite matrix.
func TestBounds(t *testing.T) {
	set := steptest.Settings()
	settings, settingEnds := ends(&set)
	f := cotton()
	numbers, numberEnds := ends(&f)
	first := map[string]bool{}
	for _, of := range steptest.Subjects() {
		alone := !first[of.Name] // other laws change nothing of these
		first[of.Name] = true
		t.Run(of.String(), func(t *testing.T) {
			if alone && of.On != step.Strains { // these know no settings
				for i, key := range settings {
					for _, v := range settingEnds[i] {
						s := crumpled(t, 1, of, func(set *step.Settings) { setNumber(set, i, v) })
						boundsHold(t, fmt.Sprintf("%s = %g", key, v), s)
					}
				}
			}
			for seed := range uint64(2) { // hinges, then curvature
				for i, key := range numbers {
					for _, v := range numberEnds[i] {
						change := func(f *cloth.Fabric) { setNumber(f, i, v) }
						f := cotton()
						of.Dress(&f)
						if change(&f); !alone || f.Check() != nil { // files that have such a number are refused
							continue
						}
						boundsHold(t, fmt.Sprintf("%s = %g of the fabric", key, v), crumpledOf(t, seed, of, change))
					}
				}
				if of.Law == nil {
					continue
				}
				for end := range 2 {
					at := func(m law.Measure) law.Law {
						l := law.Make(of.Law.Zero, func(p *law.Param, _ float64) float64 {
							if p.Key == "" {
								return 0
							}
							list := p.Bounds.Ends()
							return list[end*(len(list)-1)]
						})
						if _, err := law.Check(l); err != nil {
							return law.TestLaw(of.Law, m)
						}
						return l
					}
					s := crumpledOf(t, seed, of, func(f *cloth.Fabric) { of.DressIn(f, at) })
					boundsHold(t, fmt.Sprintf("%+v", at(law.Membrane)), s)
				}
			}
		})
	}
}
