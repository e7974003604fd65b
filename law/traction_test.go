package law

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

var acrylic = Traction{K: 5000, F1: 190, Eps1: .06, Eps1P: .072}

// strainOf is the inverse of elongation.
func strainOf(eps float64) float64 { return eps + eps*eps/2 }

// cycle leads a law from elongation to elongation, in n steps each, and returns the work that it takes. kept is moved
// on.
func cycle(l Keeper, kept []float64, at float64, path []float64, n int, to func(float64) float64) (work float64) {
	e := to(at)
	for _, next := range path {
		for i := 1; i <= n; i++ {
			s := Strain{Eps: to(at + (next-at)*float64(i)/float64(n)), EpsN: e, H: .01, History: kept}
			before, after := Response{}, Response{}
			l.Respond(&s, &after)
			s.Eps = e
			l.Respond(&s, &before)
			work += after.Psi - before.Psi
			s.Eps = to(at + (next-at)*float64(i)/float64(n))
			l.Commit(&s)
			e = s.Eps
		}
		at = next
	}
	return work
}

// In the priming zone the force is the printed one, its bracket over the bracket's value at ε_c; value and slope join
// there.
func TestTractionIsTheEquation(t *testing.T) {
	l := acrylic
	for i := 1; i <= 20; i++ {
		eps := l.Eps1 * float64(i) / 20
		bracket := func(e float64) float64 { return (1-l.F1/(l.K*l.Eps1))*e + 2*l.F1/l.K - l.Eps1 }
		want := bracket(eps) / bracket(l.Eps1) * l.F1 * eps / l.Eps1
		if _, got, _ := l.pull(eps, 0); math.Abs(got-want) > 1e-12*l.F1 {
			t.Errorf("ε %g: force %g, expected %g", eps, got, want)
		}
	}
	for _, top := range []float64{0, .09, 1} {
		zone := l.zone(top)
		for _, d := range []float64{1e-7, 1e-8} {
			_, low, slow := l.settled(zone*(1-d), zone)
			_, high, shigh := l.settled(zone*(1+d), zone)
			if math.Abs(high-low) > 3*l.K*zone*d || math.Abs(shigh-slow) > 3*l.K*d {
				t.Errorf("top %g: the zones do not join at %g: force %g and %g, slope %g and %g", top, zone, low, high, slow, shigh)
			}
		}
	}
	if z := [3]float64{l.zone(0), l.zone((l.Eps1 + 2*l.Eps1P) / 2), l.zone(3)}; z[0] != l.Eps1 ||
		math.Abs(z[1]-(l.Eps1+l.Eps1P)/2) > 1e-15 || math.Abs(z[2]-l.Eps1P) > 1e-15 {
		t.Errorf("zone %v: expected from %g to %g", z, l.Eps1, l.Eps1P)
	}
	var r Response
	l.Respond(&Strain{Eps: strainOf(.1), History: []float64{0}}, &r)
	if _, want, _ := l.pull(.1, 0); math.Abs(r.Sigma*1.1-want) > 1e-12*want {
		t.Errorf("nominal force %g, expected %g", 1.1*r.Sigma, want)
	}
}

// The first pull to 2ε₁′ and back takes what lies between two polygons and parabolas, whatever the size of the steps;
// what comes after it takes nothing.
func TestTractionSettlesOnce(t *testing.T) {
	l := acrylic
	primed := func(zone float64) float64 { return 2*l.F1*zone/3 - l.K*zone*zone/6 }
	top := 2 * l.Eps1P
	end := l.F1 + l.K*(top-l.Eps1P)
	want := primed(l.Eps1) + (l.F1+end)/2*(top-l.Eps1) - primed(l.Eps1P) - (l.F1+end)/2*(top-l.Eps1P)
	for _, n := range []int{1, 7, 500} {
		kept := []float64{0}
		if got := cycle(l, kept, 0, []float64{top, 0}, n, strainOf); math.Abs(got-want) > 1e-12*want*float64(n) {
			t.Errorf("by %d steps: %.12g J/m², expected %.12g", n, got, want)
		}
		if got := cycle(l, kept, 0, []float64{top, -.01, top / 2, 0}, n, strainOf); math.Abs(got) > 1e-12*want*float64(n) {
			t.Errorf("by %d steps: a second cycle takes %g J/m²: expected nothing", n, got)
		}
	}
}

func TestTractionNeverMakesEnergy(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 5))
	for range 300 {
		e1 := .02 + .1*rnd.Float64()
		l := Traction{K: 100 + 1e4*rnd.Float64(), Eps1: e1, Eps1P: e1 * (1 + rnd.Float64())}
		l.F1 = l.K * (l.Eps1P/2 + (l.Eps1-l.Eps1P/2)*rnd.Float64())
		if key, err := Check(l); err != nil {
			t.Fatal(key, err)
		}
		path := []float64{}
		for range 6 {
			path = append(path, .4*rnd.Float64()-.05)
		}
		if got := cycle(l, []float64{0}, 0, append(path, 0), 9, strainOf); got < -1e-12*l.K {
			t.Fatalf("%+v on %v: a closed path gave %g J/m²", l, path, -got)
		}
	}
}

func TestTractionConstraint(t *testing.T) {
	for _, c := range []struct {
		l         Traction
		key, text string
	}{
		{Traction{K: 100, F1: 4, Eps1: .1, Eps1P: .1}, "f_1", "from k_t·eps_1_primed/2 = 5"},
		{Traction{K: 100, F1: 11, Eps1: .1, Eps1P: .1}, "f_1", "k_t·eps_1 = 10"},
		{Traction{K: 100, F1: 8, Eps1: .1, Eps1P: .05}, "eps_1_primed", "at least eps_1"},
		{Traction{K: 100, F1: 5, Eps1: .1, Eps1P: .1}, "", ""},
		{Traction{K: 100, F1: 10, Eps1: .1, Eps1P: .2}, "", ""},
	} {
		if key, err := Check(c.l); key != c.key || c.key != "" && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%+v: %s %v: expected one about %q with %q", c.l, key, err, c.key, c.text)
		}
	}
}

// Fibres follow their differential equation, through all of the priming zone, whatever the size of the steps.
func TestFibresSolveTheLaw(t *testing.T) {
	l := Fibres{FC: 20, EpsFr: .01, W0: .3, EpsC: .05}
	eps, force, path := 0., 0., []float64{.03, -.02, .12, .01, .07, -.05, -.01}
	kept, coarse := []float64{0}, []float64{0}
	for _, to := range path {
		const n = 4000
		d := (to - eps) / n
		s := math.Copysign(1, d)
		f := func(e, f float64) float64 { return (l.limit(e) - s*f) / l.EpsFr }
		e := eps
		for range n { // Runge and Kutta
			a := f(e, force)
			b := f(e+d/2, force+d/2*a)
			c := f(e+d/2, force+d/2*b)
			force += d / 6 * (a + 2*b + 2*c + f(e+d, force+d*c))
			e += d
		}
		cycle(l, kept, eps, []float64{to}, 100, strainOf)
		cycle(l, coarse, eps, []float64{to}, 1, strainOf)
		for _, k := range [][]float64{kept, coarse} {
			if math.Abs(k[0]-force) > 1e-5*l.FC { // a step of Runge and Kutta may cross a kink of S
				t.Errorf("at %g: friction %.9g, expected %.9g", to, k[0], force)
			}
		}
		if math.Abs(kept[0]-coarse[0]) > 1e-12*l.FC {
			t.Errorf("at %g: friction %.15g by short steps, %.15g by one", to, kept[0], coarse[0])
		}
		eps = to
	}
}

// Without a priming zone it is Dahl's law on the elongation.
func TestFibresAreDahlOnElongation(t *testing.T) {
	l, d := Fibres{FC: 20, EpsFr: .01, W0: 1}, Dahl{A: 20, Tau: .01}
	rnd := rand.New(rand.NewPCG(1, 6))
	for range 100 {
		a, b := .1*rnd.Float64(), .1*rnd.Float64()
		var p, q Response
		l.Respond(&Strain{EpsN: strainOf(a), Eps: strainOf(b), History: []float64{7}}, &p)
		d.Respond(&Strain{EpsN: a, Eps: b, History: []float64{7}}, &q)
		if math.Abs(p.Psi-q.Psi) > 1e-12*d.A*d.Tau || math.Abs(p.Sigma*(1+b)-q.Sigma) > 1e-11*d.A {
			t.Errorf("from %g to %g: %+v, Dahl on the elongation has %+v", a, b, p, q)
		}
	}
}

func TestFibresNeverMakeEnergy(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 7))
	for range 300 {
		l := Fibres{FC: 20, EpsFr: .002 + .05*rnd.Float64(), W0: rnd.Float64(), EpsC: .01 + .1*rnd.Float64()}
		path := []float64{}
		for range 5 {
			path = append(path, .3*rnd.Float64()-.1)
		}
		path = append(path, 0)
		kept := []float64{0}
		for range 3 {
			if got := cycle(l, kept, 0, path, 3, strainOf); got <= 0 {
				t.Fatalf("%+v on %v: a closed path gave %g J/m²", l, path, -got)
			}
		}
	}
}
