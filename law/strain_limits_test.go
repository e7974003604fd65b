package law

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestStrainLimitsAreDerivatives: stresses of hard limits are the derivatives of their potential by central
// differences, and so are the second derivatives, where both principal strains, the shear or the energy is above its
// onset.
func TestStrainLimitsAreDerivatives(t *testing.T) {
	stretch := StrainLimits{Stretch: Barrier{Max: .3, From: .02, K: 7}}
	shear := StrainLimits{Shear: Barrier{Max: .5, From: .05, K: 5}}
	energy := StrainLimits{Energy: Barrier{Max: 2, From: .01, K: .3}, Elastic: ElasticSheet{Each: [3]Law{Elastic{K1: 40},
		Elastic{K1: 30, K2: 50}, Elastic{K1: 12}}, Couple: 9}}
	m := &Mixer{H: 1e-2, Exact: true}
	at := func(l *StrainLimits, e [3]float64) *Tensor {
		r := &newAlone().Tensor
		l.Add(m, 0, e, r)
		return r
	}
	random := rand.New(rand.NewPCG(1, 2))
	for name, l := range map[string]*StrainLimits{"stretch": &stretch, "shear": &shear, "energy": &energy} {
		both := 0
		for range 200 {
			e := [3]float64{.03 + .2*random.Float64(), .03 + .2*random.Float64(), .4 * (random.Float64() - .5)}
			if q := (e[0]+e[1])/2 - math.Hypot((e[0]-e[1])/2, e[2]/2); q > l.Stretch.From {
				both++
			}
			const d = 1e-6
			r := at(l, e)
			for k := range 3 {
				low, high := e, e
				low[k] -= d
				high[k] += d
				a, b := at(l, low), at(l, high)
				near := func(what string, got, want, size float64) {
					if math.Abs(got-want) > 1e-5*(size+1) {
						t.Errorf("%s at %v: %s %g, by differences %g", name, e, what, got, want)
					}
				}
				near("stress", r.Sigma[k][0], (b.Psi[0]-a.Psi[0])/(2*d), math.Abs(r.Sigma[k][0]))
				near("slope", r.Slope[k][0], (b.Sigma[k][0]-a.Sigma[k][0])/(2*d), math.Abs(r.Slope[k][0]))
				near("cross", r.Cross[(k+2)%3][0], (b.Sigma[(k+1)%3][0]-a.Sigma[(k+1)%3][0])/(2*d), math.Abs(r.Slope[k][0]))
			}
		}
		if name == "stretch" && both < 50 {
			t.Errorf("both principal strains are above the onset %d times of 200", both)
		}
	}
}
