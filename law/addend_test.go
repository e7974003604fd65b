package law

import (
	"math"
	"math/rand/v2"
	"testing"
)

// several is what energies of several strains say at one state.
func several(s Coupled, eps [3]float64) (psi float64, sigma [3]float64, h [3][3]float64) {
	m := Mixer{H: 1, Exact: true}
	var e [3][]float64
	r := Tensor{Psi: make([]float64, 1)}
	for k := range e {
		e[k] = []float64{eps[k]}
		r.Sigma[k], r.Slope[k], r.Cross[k] = make([]float64, 1), make([]float64, 1), make([]float64, 1)
	}
	s.Add(&m, &e, &r)
	for k := range h {
		sigma[k], h[k][k] = r.Sigma[k][0], r.Slope[k][0]
		i, j := (k+1)%3, (k+2)%3
		h[i][j], h[j][i] = r.Cross[k][0], r.Cross[k][0]
	}
	return r.Psi[0], sigma, h
}

var (
	growing = Curve{High: .2, K1: 20, K2: 25, K3: 60, K4: 200, K5: -1}
	falling = Curve{High: .2, K1: 200, K2: 20, K3: 10, K4: -1, K5: -1}
)

// each calls f with energies of every kind, at random strains.
func each(t *testing.T, f func(t *testing.T, s Coupled, eps [3]float64)) {
	for name, s := range map[string]Coupled{
		"area": {Area: growing}, "diagonal": {Diagonal: growing}, "principal": {Principal: growing},
		"principal, elastic": {Principal: Elastic{K1: 50, K2: 90}},
		"around": {Around: []Around{{At: [3]float64{.08, .1}, Along: [3]float64{1, 1},
			Law: Radial{Width: .05, K: 90}}}},
		"around shear": {Around: []Around{{At: [3]float64{0, .1, .06}, Along: [3]float64{0, 1, 1},
			Law: Radial{Width: .03, K: 90}}}},
		"around, curve": {Around: []Around{{At: [3]float64{.02, .03, .01}, Along: [3]float64{1, 1, 1}, Law: growing}}},
		"around rest":   {Around: []Around{{Along: [3]float64{1, 1, 0}, Law: Radial{Width: .05, K: 90}}}},
	} {
		t.Run(name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(3, uint64(len(name))))
			for range 300 {
				f(t, s, [3]float64{.1 * rnd.NormFloat64(), .1 * rnd.NormFloat64(), .1 * rnd.NormFloat64()})
			}
		})
	}
}

// Stresses are the derivatives of the energy, and second derivatives those of stresses.
func TestSeveralDerivatives(t *testing.T) {
	each(t, func(t *testing.T, s Coupled, eps [3]float64) {
		_, sigma, h := several(s, eps)
		const d = 1e-6
		for k := range eps {
			up, down := eps, eps
			up[k] += d
			down[k] -= d
			psiUp, sigmaUp, _ := several(s, up)
			psiDown, sigmaDown, _ := several(s, down)
			if got := (psiUp - psiDown) / (2 * d); math.Abs(got-sigma[k]) > 1e-6 {
				t.Fatalf("%v: stress %d is %g, differences say %g", eps, k, sigma[k], got)
			}
			for j := range eps {
				if got := (sigmaUp[j] - sigmaDown[j]) / (2 * d); math.Abs(got-h[j][k]) > 2e-3*(1+math.Abs(h[j][k])) {
					t.Fatalf("%v: second derivative %d %d is %g, differences say %g", eps, j, k, h[j][k], got)
				}
			}
		}
	})
}

// Energies of several strains are convex: no second derivative along any direction is negative; and at rest they have
// no stress. That of a law which is not convex is not.
func TestSeveralAreConvex(t *testing.T) {
	curved := func(s Coupled, eps [3]float64, rnd *rand.Rand) float64 {
		_, _, h := several(s, eps)
		least := math.Inf(1)
		for range 20 {
			v := [3]float64{rnd.NormFloat64(), rnd.NormFloat64(), rnd.NormFloat64()}
			sum := 0.
			for i := range v {
				for j := range v {
					sum += v[i] * h[i][j] * v[j]
				}
			}
			least = min(least, sum/(v[0]*v[0]+v[1]*v[1]+v[2]*v[2]))
		}
		return least
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	each(t, func(t *testing.T, s Coupled, eps [3]float64) {
		if c := curved(s, eps, rnd); c < -1e-10 {
			t.Fatalf("%v: curved by %g: expected nothing below zero", eps, c)
		}
		if psi, sigma, _ := several(s, [3]float64{}); math.Abs(psi) > 1e-15 || math.Abs(sigma[0])+math.Abs(sigma[1])+
			math.Abs(sigma[2]) > 1e-14 {
			t.Fatalf("energy %g and stress %v at rest", psi, sigma)
		}
	})
	worst := 0.
	for range 300 {
		worst = min(worst, curved(Coupled{Principal: falling}, [3]float64{.1 * rnd.Float64(), .1 * rnd.Float64(), 0}, rnd))
	}
	if _, ok := falling.Convex(); ok || worst > -1 {
		t.Errorf("a law whose stress falls: convex %v, curved by %g: expected it to be found out", ok, worst)
	}
}

// Round a closed path, one after another, each piece integrated on its own, no work is left (the thesis' fig. 4.1 has
// some where moduli go by the strain: here .017 of .26 of the turn's exchange).
func TestSeveralDoNoWorkOnClosedPaths(t *testing.T) {
	each(t, func(t *testing.T, s Coupled, eps [3]float64) {
		if eps[0] < 0 {
			return // some are enough
		}
		const n = 400
		work, size := 0., 0.
		at := func(i int) [3]float64 {
			a := 2 * math.Pi * float64(i%n) / n
			return [3]float64{eps[0] + .05*math.Cos(a), eps[1] + .05*math.Sin(a), eps[2] + .03*math.Sin(2*a+1)}
		}
		for i := range n {
			from, to := at(i), at(i+1)
			for j, g := range [3]float64{-.774596669241483377, 0, .774596669241483377} { // three points of Gauss
				var e [3]float64
				for k := range e {
					e[k] = (from[k]+to[k])/2 + g*(to[k]-from[k])/2
				}
				_, sigma, _ := several(s, e)
				for k := range e {
					part := [3]float64{5. / 18, 8. / 18, 5. / 18}[j] * sigma[k] * (to[k] - from[k])
					work, size = work+part, size+math.Abs(part)
				}
			}
		}
		if math.Abs(work) > 1e-7*size {
			t.Fatalf("%v: %g J/m² of work is left of %g", eps, work, size)
		}
	})
}

// Known answers: 2μ of the principal strains and λ of the area are the isotropic sheet; cloth that is pulled along one
// thread resists shear by half of the stiffness that it has there, σ(ε)/(2ε); and the multiquadric by hand.
func TestSeveralKnownAnswers(t *testing.T) {
	near := func(what string, got, want float64) {
		if !(math.Abs(got-want) <= 1e-12*(1+math.Abs(want))) {
			t.Errorf("%s: %.15g, expected %.15g", what, got, want)
		}
	}
	const lambda, mu = 40., 70.
	eps := [3]float64{.11, -.04, .09}
	psi, sigma, h := several(Coupled{Area: Elastic{K1: lambda}, Principal: Elastic{K1: 2 * mu}}, eps)
	sum := eps[0] + eps[1]
	near("energy", psi, lambda/2*sum*sum+mu*(eps[0]*eps[0]+eps[1]*eps[1]+eps[2]*eps[2]/2))
	near("warp", sigma[0], lambda*sum+2*mu*eps[0])
	near("weft", sigma[1], lambda*sum+2*mu*eps[1])
	near("shear", sigma[2], mu*eps[2])
	near("C11", h[0][0], lambda+2*mu)
	near("C12", h[0][1], lambda)
	near("C33", h[2][2], mu)

	for _, e := range []float64{.03, .1, .3} {
		var r Response
		growing.Respond(&Strain{Eps: e}, &r)
		_, _, h := several(Coupled{Principal: growing}, [3]float64{e, 0, 0})
		near("shear of what is pulled", h[2][2], r.Sigma/(2*e))
		near("along the pull", h[0][0], r.Slope)
	}

	// At the place itself the stiffness is k in every direction, and the stress is that with which rest was made free of
	// it.
	const k, w = 80., .1
	place := Around{At: [3]float64{.3, .4}, Along: [3]float64{1, 1}, Law: Radial{Width: w, K: k}}
	_, sigma, h = several(Coupled{Around: []Around{place}}, place.At)
	pull := k * .5 / math.Sqrt(26) // r₀ = .5 is five widths
	near("warp at the place", sigma[0], pull*.6)
	near("weft at the place", sigma[1], pull*.8)
	near("stiffness along the warp", h[0][0], k)
	near("across", h[0][1], 0)
	near("none in shear", h[2][2], 0)
	_, _, h = several(Coupled{Around: []Around{place}}, [3]float64{})
	slope, across := k/math.Pow(26, 1.5), k/math.Sqrt(26)
	near("stiffness at rest along the warp", h[0][0], across+(slope-across)*.36)
	near("at rest across", h[0][1], (slope-across)*.48)
}
