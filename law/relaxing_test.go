package law

import (
	"fmt"
	"math"
	"testing"
)

// held is a strain under a relaxing law with one branch.
type held struct {
	l Relaxing
	s Strain
}

func hold(k, tau float64) *held {
	return &held{Relaxing{Share1: 1, Time1: tau, Time2: 1, Time3: 1, K: k}, Strain{History: make([]float64, 3)}}
}

// to moves the strain on over a step of h.
func (q *held) to(eps, h float64) {
	q.s.Eps, q.s.H = eps, h
	q.l.Commit(&q.s)
	q.s.EpsN = eps
}

// balance moves it to where it is in balance with an elastic stress kε and a stress, over a step of h.
func (q *held) balance(k, stress, h float64) {
	q.s.H = h
	var r Response
	at := q.s
	at.Eps = q.s.EpsN
	q.l.Respond(&at, &r)
	q.to(q.s.EpsN+(stress-r.Sigma-k*q.s.EpsN)/(k+r.Slope), h)
}

func close9(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("%s: %.12g, expected %.12g", what, got, want)
	}
}

// TestRelaxation: the stress of a strain that is held falls as e^{−t/τ}, in steps of any sizes.
func TestRelaxation(t *testing.T) {
	const k, tau, eps = 3, 100., .2
	for _, steps := range [][]float64{{300}, {1, 299}, {.001, 7, 200, 92.999}} {
		q := hold(k, tau)
		q.to(eps, 1e-12)
		for _, h := range steps {
			q.to(eps, h)
		}
		close9(t, fmt.Sprint(steps), q.s.History[0], k*eps*math.Exp(-300/tau))
	}
}

// TestRamp: on a strain that grows at a rate r the stress comes to krτ(1 − e^{−t/τ}), in steps of any sizes.
func TestRamp(t *testing.T) {
	const k, tau, rate, end = 3., 100., .002, 250.
	for _, n := range []int{1, 10, 1000} {
		q := hold(k, tau)
		for i := range n {
			q.to(rate*end*float64(i+1)/float64(n), end/float64(n))
		}
		close9(t, fmt.Sprint(n), q.s.History[0], -k*rate*tau*math.Expm1(-end/tau))
	}
}

// TestSet: a strain that is held for T and let go, beside a stiffness k∞ and with friction of stress S, keeps at once
// ε = (k(1 − e^{−T/τ})ε₀ + S)/(k∞ + k), and recovers as S/k∞ + (ε − S/k∞)e^{−t/τ_r}, τ_r = τ(k∞ + k)/k∞. Recovery is
// no straight path of the strain, so its error falls with the square of the step.
func TestSet(t *testing.T) {
	const rest, k, tau, friction, eps0, length = 1., 3., 100., .05, .2, 300.
	after := func(n int) (err float64) {
		q := hold(k, tau)
		q.to(eps0, 1e-12)
		q.to(eps0, length)
		q.balance(rest, friction, 1e-12)
		set := (-k*math.Expm1(-length/tau)*eps0 + friction) / (rest + k)
		close9(t, "let go", q.s.EpsN, set)
		for i, want := range []struct{ t, printed float64 }{{100, .13180}, {500, .08009}, {2000, .05071}} {
			from := [3]float64{0, 100, 500}[i]
			for range n {
				q.balance(rest, friction, (want.t-from)/float64(n))
			}
			exact := friction/rest + (set-friction/rest)*math.Exp(-want.t/(tau*(rest+k)/rest))
			if math.Abs(exact-want.printed) > 5e-6 {
				t.Errorf("after %g s: %g, expected %g", want.t, exact, want.printed)
			}
			err = max(err, math.Abs(q.s.EpsN-exact))
		}
		return err
	}
	coarse, fine := after(50), after(100)
	if order := math.Log2(coarse / fine); !(order > 1.9 && order < 2.1) || !(fine < 2e-5) {
		t.Errorf("errors %g and %g in half the steps: order %.2f, expected 2", coarse, fine, order)
	}
}

// TestConstantStress: under a constant stress the strain of the three branches beside k∞ grows from σ/(k∞ + Σk) towards
// σ/k∞, never back and never beyond.
func TestConstantStress(t *testing.T) {
	l := Relaxing{Share1: .3, Time1: 1, Share2: .3, Time2: 10, Share3: .25, Time3: 100, K: 10}
	q := held{l, Strain{History: make([]float64, 3)}}
	rest := 10 * (1 - l.Relaxes())
	q.balance(rest, 1, 1e-12)
	close9(t, "at once", q.s.EpsN, 1./10)
	for h := .01; h < 1e5; h *= 2 {
		before := q.s.EpsN
		if q.balance(rest, 1, h); !(q.s.EpsN > before && q.s.EpsN <= 1/rest*(1+1e-12)) {
			t.Fatalf("step of %g s: %g after %g, expected more, at most %g", h, q.s.EpsN, before, 1/rest)
		}
	}
	if !(q.s.EpsN > .999/rest) {
		t.Errorf("at the end %g, expected %g", q.s.EpsN, 1/rest)
	}
}

// TestRelaxingLoses: in no step is more stored, Σ q²/(2k), than the stress did work: the rest is lost. The work along
// the straight path is summed up in a thousand parts.
func TestRelaxingLoses(t *testing.T) {
	const k, tau, parts = 3., .7, 1000
	q := hold(k, tau)
	lost := 0.
	for i := range 200 {
		from, to, h := q.s.EpsN, .1*math.Sin(1.3*float64(i)), .01*math.Exp(4*math.Sin(float64(i)))
		work, before := 0., q.s.History[0]
		for j := range parts {
			start := q.s.History[0]
			q.to(from+(to-from)*float64(j+1)/parts, h/parts)
			work += (start + q.s.History[0]) / 2 * (to - from) / parts
		}
		now := q.s.History[0]
		loss := work - (now*now-before*before)/(2*k)
		if lost += loss; !(loss > -1e-9) {
			t.Fatalf("step %d: %g gained", i, -loss)
		}
	}
	if !(lost > .1) {
		t.Errorf("%g lost: expected more", lost)
	}
}
