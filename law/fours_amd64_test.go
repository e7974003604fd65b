package law

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What answers for four strains at a time says the same, bit for bit, as what answers for one: strains at and around
// ε_n, on either side of zero, through it, far away and no numbers, among others, in lists of any length.
func TestFours(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: there is nothing to tie to Go")
	}
	defer func() { useAVX2 = true }()
	rng := rand.New(rand.NewPCG(1, 2))
	normal := func() float64 { return rng.NormFloat64() }
	laws := []Wide{
		Dahl{A: 2.22, B: 3.16, Tau: .006}, Dahl{A: .981, Tau: .006}, Dahl{B: 200, Tau: .01},
		Elastic{K1: 135.6, K2: 64.03}, Elastic{K1: 1}, Damping{Ratio: .001, K: .13},
	}
	oddities := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 1e300, 1e-300}
	kinds := map[string]int{}
	for turn := range 4000 {
		n, apart := rng.IntN(40), 1+rng.IntN(3)
		s := Strains{Eps: make([]float64, n), EpsN: make([]float64, n), History: make([]float64, n*apart), Stride: apart,
			H: 1. / 120}
		if turn%3 > 0 {
			s.Side = make([]Side, n)
		}
		odd := turn%4 == 0
		for i := range n {
			s.EpsN[i] = .02 * normal()
			s.Eps[i] = s.EpsN[i] + .01*math.Pow(10, -6*rng.Float64()+1.5)*normal()
			s.History[i*apart] = 3 * normal()
			if s.Side != nil {
				s.Side[i] = Side(rng.IntN(4) - 1)
			}
			if rng.IntN(8) == 0 {
				s.Eps[i] = s.EpsN[i]
			}
			if odd && rng.IntN(8) == 0 {
				list := []*float64{&s.Eps[i], &s.EpsN[i], &s.History[i*apart]}
				*list[rng.IntN(3)] = oddities[rng.IntN(len(oddities))]
			}
			switch d, e := math.Abs(s.Eps[i]-s.EpsN[i]), s.Eps[i]*s.EpsN[i]; {
			case d == 0:
				kinds["still"]++
			case !(d < .2):
				kinds["far"]++
			case e < 0:
				kinds["through zero"]++
			case d < .0001:
				kinds["series"]++
			case d < .0025:
				kinds["k = 0 or −1"]++
			default:
				kinds["exponential"]++
			}
		}
		for _, l := range laws {
			answer := func(wide bool) Responses {
				useAVX2 = wide
				r := Responses{make([]float64, n), make([]float64, n), make([]float64, n)}
				for i := range n {
					r.Psi[i], r.Sigma[i], r.Slope[i] = float64(i), 1, .5
				}
				l.RespondAll(&s, &r)
				return r
			}
			want, got := answer(false), answer(true)
			for i := range n {
				w, g := [3]float64{want.Psi[i], want.Sigma[i], want.Slope[i]}, [3]float64{got.Psi[i], got.Sigma[i], got.Slope[i]}
				for k := range w {
					if w[k] != g[k] && !(math.IsNaN(w[k]) && math.IsNaN(g[k])) {
						t.Fatalf("%#v at ε %v from %v, σ %v: %v, in fours %v", l, s.Eps[i], s.EpsN[i], s.History[i*apart], w, g)
					}
				}
			}
		}
	}
	for _, kind := range []string{"still", "far", "through zero", "series", "k = 0 or −1", "exponential"} {
		if kinds[kind] < 500 {
			t.Errorf("%s: %d strains, want 500", kind, kinds[kind])
		}
	}
}
