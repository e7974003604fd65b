package law

import (
	"math"
	"math/rand/v2"
	"testing"
)

var sticking = Stribeck{F1: 3, Eps1: .004, F2: 1.8, Eps2: .02}

func same(x float64) float64 { return x }

// From rest the friction has its peak where both parts are equally steep, and ends on the plateau.
func TestStribeckPeak(t *testing.T) {
	l := sticking
	eta := l.Eps1 / l.Eps2
	at := l.Eps1 / (1 - eta) * math.Log(l.F1/(eta*l.F2))
	stress := func(eps float64) float64 {
		var r Response
		l.Respond(&Strain{Eps: eps, History: []float64{0, 0}}, &r)
		return r.Sigma
	}
	var r Response
	l.Respond(&Strain{Eps: at, History: []float64{0, 0}}, &r)
	if math.Abs(r.Slope) > 1e-10*l.F1/l.Eps1 || !(stress(.99*at) < stress(at)) || !(stress(1.01*at) < stress(at)) {
		t.Errorf("slope %g at %g, stress %g between %g and %g: expected the peak", r.Slope, at, stress(at), stress(.99*at),
			stress(1.01*at))
	}
	if want := l.F1*(1-math.Exp(-at/l.Eps1)) - l.F2*(1-math.Exp(-at/l.Eps2)); math.Abs(stress(at)-want) > 1e-12*want ||
		want < 1.2*(l.F1-l.F2) {
		t.Errorf("peak %g, expected %g, well above the plateau", stress(at), want)
	}
	if got, want := stress(40*l.Eps2), l.F1-l.F2; math.Abs(got-want) > 1e-12*want {
		t.Errorf("plateau %g, expected %g", got, want)
	}
}

// A steady loop takes the difference of those of both parts, 2f·[Δ − 2τ·tanh(Δ/2τ)], whatever the size of the steps.
func TestStribeckLoop(t *testing.T) {
	l := sticking
	part := func(f, tau, d float64) float64 { return 2 * f * (d - 2*tau*math.Tanh(d/(2*tau))) }
	for _, d := range []float64{.003, .02, .1, 1} {
		for _, n := range []int{1, 10} {
			kept := []float64{0, 0}
			cycle(l, kept, 0, []float64{d}, n, same)
			for range 200 {
				cycle(l, kept, d, []float64{0, d}, n, same)
			}
			got, want := cycle(l, kept, d, []float64{0, d}, n, same), part(l.F1, l.Eps1, d)-part(l.F2, l.Eps2, d)
			if math.Abs(got/want-1) > 1e-9 {
				t.Errorf("Δ %g by %d steps: the loop takes %.9g, expected %.9g", d, n, got, want)
			}
		}
	}
}

// work of a random closed path, gone again and again until it closes in the stresses, too; for parts that may not be
// passive.
func steadyWork(l Stribeck, rnd *rand.Rand) float64 {
	path := []float64{}
	for range 2 + rnd.IntN(5) {
		path = append(path, 3*l.Eps1*rnd.NormFloat64())
	}
	path = append(path, 0)
	kept := []float64{0, 0}
	for range 400 {
		cycle(l, kept, 0, path, 1, same)
	}
	return cycle(l, kept, 0, path, 1, same)
}

// No closed cycle of the state makes energy, up to the limits of what is allowed; beyond them some do.
func TestStribeckIsPassive(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 8))
	for range 100 {
		l := Stribeck{F1: 1 + rnd.Float64(), Eps1: .001 + .01*rnd.Float64()}
		l.F2, l.Eps2 = l.F1*rnd.Float64(), l.Eps1*(1+3*rnd.Float64())
		if key, err := Check(l); err != nil {
			t.Fatal(key, err)
		}
		if got := steadyWork(l, rnd); got < -1e-12*l.F1*l.Eps1 {
			t.Fatalf("%+v: a cycle gave %g", l, -got)
		}
	}
	for key, l := range map[string]Stribeck{"f_2": {F1: 1, Eps1: .01, F2: 1.5, Eps2: .011}, "eps_2": {F1: 1, Eps1: .01,
		F2: .9, Eps2: .004}} {
		if got, _ := Check(l); got != key {
			t.Errorf("%+v: blamed %q, expected %q", l, got, key)
		}
		least := 0.
		for range 50 {
			least = min(least, steadyWork(l, rnd))
		}
		if least >= 0 {
			t.Errorf("%+v makes no energy: expected some, as it is not allowed", l)
		}
	}
}

// Without the slow part it is Dahl's law, to the bit.
func TestStribeckWithoutPeakIsDahl(t *testing.T) {
	l, d := Stribeck{F1: 2.2, Eps1: .006}, Dahl{A: 2.2, Tau: .006}
	rnd := rand.New(rand.NewPCG(1, 9))
	for range 200 {
		s := Strain{EpsN: .02 * rnd.NormFloat64(), Crossed: rnd.IntN(2) == 0, H: .01,
			History: []float64{2 * rnd.NormFloat64(),
				0}}
		s.Eps = s.EpsN + .01*rnd.NormFloat64()
		if p, q := at(l, s, s.Eps), at(d, s, s.Eps); p != q {
			t.Fatalf("%+v: %+v, Dahl has %+v", s, p, q)
		}
		u := s
		u.History = []float64{s.History[0]}
		l.Commit(&s)
		d.Commit(&u)
		if s.History[0] != u.History[0] || s.History[1] != 0 {
			t.Fatalf("keeps %v, Dahl %v", s.History, u.History)
		}
	}
}
