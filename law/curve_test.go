package law

import (
	"math"
	"math/rand/v2"
	"testing"

	"hysteron/verify/exact"
)

// The stiffness goes through its points, stays between neighbours, and stays as it is outside; the energy is the
// integral of kε.
func TestCurveThroughPoints(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 12))
	for range 100 {
		l := Curve{Low: -.1 * rnd.Float64(), High: .01 + .2*rnd.Float64(), K1: 100 * rnd.Float64(), K2: -1, K3: -1, K4: -1,
			K5: -1}
		for _, k := range []*float64{&l.K2, &l.K3, &l.K4, &l.K5}[:rnd.IntN(5)] {
			*k = 300 * rnd.Float64()
		}
		if key, err := Check(l); err != nil {
			t.Fatal(key, err)
		}
		c := l.curve()
		var sum float64
		const n = 2000
		for i := range n + 1 {
			eps := l.Low - .02 + (l.High-l.Low+.04)*float64(i)/n
			k, _ := c.at(eps)
			at := max(0, min(float64(c.n-1), (eps-l.Low)/max(c.width, 1e-300)))
			a := int(min(at, max(0, float64(c.n-2))))
			b := min(a+1, c.n-1)
			if k < min(c.k[a], c.k[b])-1e-12 || k > max(c.k[a], c.k[b])+1e-12 {
				t.Fatalf("%+v: k = %g at %g, between points with %g and %g", l, k, eps, c.k[a], c.k[b])
			}
		}
		for i := range c.n {
			if k, _ := c.at(l.Low + float64(i)*c.width); math.Abs(k-c.k[i]) > 1e-9*(1+c.k[i]) {
				t.Errorf("%+v: k = %g at point %d", l, k, i+1)
			}
		}
		for i := range n { // midpoints
			e := .15 * (float64(i) + .5) / n
			k, _ := c.at(e)
			sum += k * e * .15 / n
		}
		if psi := c.energy(.15); math.Abs(psi-sum) > 1e-5*(sum+1e-9) {
			t.Errorf("%+v: energy %g, the sum over short strains %g", l, psi, sum)
		}
	}
}

// One point is a constant stiffness, bit for bit.
func TestOnePointIsElastic(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 13))
	l, e := Curve{K1: 130, K2: -1, K3: -1, K4: -1, K5: -1}, Elastic{K1: 130}
	for range 200 {
		s := Strain{Eps: .2 * rnd.NormFloat64()}
		if p, q := at(l, s, s.Eps), at(e, s, s.Eps); p != q {
			t.Fatalf("ε %g: %+v, elastic has %+v", s.Eps, p, q)
		}
	}
}

func TestCurveCheck(t *testing.T) {
	for key, l := range map[string]Curve{
		"k_4":  {High: 1, K2: 1, K3: -1, K4: 2, K5: -1},
		"k_2":  {High: 1, K2: -.5, K3: -1, K4: -1, K5: -1},
		"high": {Low: .1, High: .1, K2: 1, K3: -1, K4: -1, K5: -1},
		"k_1":  {K1: -1, K2: -1, K3: -1, K4: -1, K5: -1},
	} {
		if got, err := Check(l); got != key {
			t.Errorf("%+v: %s %v: expected %s blamed", l, got, err, key)
		}
	}
}

// Coupled to the least stiffness, no law of the list is without a minimum: what Least says is no more than any slope at
// stretches of up to 20 %.
func TestLeast(t *testing.T) {
	trials(t, func(t *testing.T, k *Kind, l Law, s Strain) {
		if k.Role != Elasticity || !k.On(Threads) {
			return
		}
		if s.Eps > .2 || s.Eps < -.2 {
			return
		}
		if r := at(l, s, s.Eps); r.Slope < .99*Least(l) {
			t.Fatalf("ε %g: slope %g below the least, %g", s.Eps, r.Slope, Least(l))
		}
	})
}

// The stiffness between the points is Hermite's, written out anew.
func TestCurveIsHermites(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 14))
	for range 200 {
		l := Curve{Low: -.1, High: .2, K1: 100 * rnd.Float64(), K2: 100 * rnd.Float64(), K3: 200 * rnd.Float64(),
			K4: 300 * rnd.Float64(), K5: 400 * rnd.Float64()}
		c, want := l.curve(), exact.StiffnessCurve{Low: l.Low, High: l.High, K: []float64{l.K1, l.K2, l.K3, l.K4, l.K5}}
		for i := range 41 {
			eps := -.12 + .34*float64(i)/40
			if k, _ := c.at(eps); math.Abs(k-want.At(eps)) > 1e-9*400 {
				t.Fatalf("%+v: k = %g at %g, expected %g", l, k, eps, want.At(eps))
			}
		}
	}
}

// TestTwistOfCurves: the twist of a constant stiffness is that of an elastic law. Of a law that is the same along
// warp and weft, the twist 2ε costs as much as the saddle of ε and −ε, at the strains of its points; of one that is
// measured at few points, and that bends otherwise to either side, too.
func TestTwistOfCurves(t *testing.T) {
	one, k := Curve{K1: 4e-6, K2: -1, K3: -1, K4: -1, K5: -1}, Elastic{K1: 4e-6}
	for _, eps := range []float64{-300, -1, 40} {
		var s Strain
		if p, q := at(Twist(one, one, .2), s, eps), at(Twist(k, k, .2), s, eps); math.Abs(p.Sigma/q.Sigma-1) > 1e-12 {
			t.Errorf("ε %g: stress %g of a curve of one point, %g of an elastic law", eps, p.Sigma, q.Sigma)
		}
	}
	for _, l := range []Curve{
		{Low: -75, High: 120, K1: 5e-6, K2: 3e-6, K3: 9e-6, K4: -1, K5: -1},
		{Low: 10, High: 80, K1: 5e-6, K2: 3e-6, K3: 3.3e-6, K4: 5e-6, K5: 1.3e-5},
		{Low: -200, High: 200, K1: 9e-6, K2: 5e-6, K3: 4e-6, K4: 5e-6, K5: 9e-6},
	} {
		w := Twist(l, l, 0)
		if key, err := Check(w); err != nil {
			t.Fatalf("%+v: %s: %v", w, key, err)
		}
		far := max(-l.Low, l.High)
		for i := range 9 {
			eps := far * (float64(i)/2 - 2) // at its points, beyond them, and, where their curve is another, between
			if i%2 == 1 && far != 200 {
				continue
			}
			var s Strain
			twist, up, down := at(w, s, 2*eps), at(l, s, eps), at(l, s, -eps)
			if got, want := twist.Sigma, (up.Sigma-down.Sigma)/2; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("%+v: stress %g of a twist of %g, expected %g", l, got, 2*eps, want)
			}
		}
	}
}

// TestMixOfCurves: curves through other points mix in their stiffness, and keep to the points that they have.
func TestMixOfCurves(t *testing.T) {
	a := Curve{Low: -75, High: 120, K1: 5e-6, K2: 3e-6, K3: 9e-6, K4: -1, K5: -1}
	b := Curve{Low: -75, High: 120, K1: 1e-6, K2: 2e-6, K3: 4e-6, K4: 5e-6, K5: 6e-6}
	one := Curve{K1: 4e-6, K2: -1, K3: -1, K4: -1, K5: -1}
	stiffer, softer := Scaled(a, 3).(Curve), Scaled(one, .5).(Curve)
	for _, pair := range [][2]Curve{{a, b}, {a, one}, {one, b}, {a, stiffer}, {one, softer}} {
		if key, err := Check(pair[1]); err != nil {
			t.Fatalf("%+v: %s: %v", pair[1], key, err)
		}
		for _, w := range []float64{0, .3, 1} {
			m := Mix(pair[0], pair[1], w)
			if key, err := Check(m); err != nil {
				t.Fatalf("%+v: %s: %v", m, key, err)
			}
			exact := []float64{-200, -75, 22.5, 120, 500} // the points of all
			if one := pair[0].curve().n == 1 || pair[1].curve().n == 1; one {
				exact = append(exact, -31, 7, 60, 111)
			}
			for _, eps := range exact {
				var s Strain
				got, want := at(m, s, eps).Sigma, (1-w)*at(pair[0], s, eps).Sigma+w*at(pair[1], s, eps).Sigma
				if math.Abs(got-want) > 1e-9*math.Abs(want) {
					t.Errorf("%+v and %+v, %g: stress %g at %g, expected %g", pair[0], pair[1], w, got, eps, want)
				}
			}
		}
	}
}
