package law

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Friction parameters of Miguel 2013, table 2 (stretch) and the paper of table 3 (bending).
var (
	cottonFriction  = Dahl{A: 2.22, B: 3.16, Tau: .006}
	spandexFriction = Dahl{A: .40, B: 4.84, Tau: .088}
	paperFriction   = Dahl{A: .04e-4, B: .64e-4, Tau: 10.2}
)

// memory is where a strain was at the start of a step, and its friction.
type memory struct{ Eps, Sigma float64 }

// respond is the response on the way from m to ε.
func respond(f *Dahl, m memory, eps float64) (psi, sigma, slope float64) {
	var r Response
	f.Respond(&Strain{Eps: eps, EpsN: m.Eps, History: []float64{m.Sigma}}, &r)
	return r.Psi, r.Sigma, r.Slope
}

// commit moves m to ε.
func commit(f *Dahl, m *memory, eps float64) {
	s := Strain{Eps: eps, EpsN: m.Eps, History: []float64{m.Sigma}}
	f.Commit(&s)
	m.Eps, m.Sigma = eps, s.History[0]
}

// walk moves a history along the strains of a path, from a virgin start at the first one, by
// steps of equal size, at most step long. It returns the end and the work that friction took [J/m²].
func walk(f *Dahl, from memory, path []float64, step float64) (m memory, work float64) {
	m = from
	for _, to := range path {
		n := int(math.Ceil(math.Abs(to-m.Eps) / step))
		start := m.Eps
		for i := 1; i <= n; i++ {
			eps := start + (to-start)*float64(i)/float64(n)
			psi, _, _ := respond(f, m, eps)
			work += psi
			commit(f, &m, eps)
		}
	}
	return m, work
}

// exactDahl solves dσ/dε = (a + b|ε| − sσ)/τ from (ε0, σ0) to ε without a change of direction,
// by the closed solution on each side of ε = 0: with w = sign ε·b,
// σ = s(a + wε) − wτ + C·e^{−s(ε−ε0)/τ}.
func exactDahl(f *Dahl, m memory, eps float64) float64 {
	if m.Eps*eps < 0 {
		m = memory{Eps: 0, Sigma: exactDahl(f, m, 0)}
	}
	s := math.Copysign(1, eps-m.Eps)
	w := math.Copysign(f.B, m.Eps+eps)
	part := func(e float64) float64 { return s*(f.A+w*e) - w*f.Tau }
	return part(eps) + (m.Sigma-part(m.Eps))*math.Exp(-s*(eps-m.Eps)/f.Tau)
}

// TestExactDahlSolvesTheLaw: the closed solution used below satisfies the differential
// equation, on both sides of zero and in both directions.
func TestExactDahlSolvesTheLaw(t *testing.T) {
	f := spandexFriction
	for _, c := range []struct{ from, to float64 }{{.01, .2}, {.2, .01}, {-.01, -.2}, {-.2, -.01}, {-.1, .15},
		{.15, -.1}} {
		m := memory{Eps: c.from, Sigma: .1}
		s := math.Copysign(1, c.to-c.from)
		for i := 1; i < 10; i++ {
			eps, d := c.from+(c.to-c.from)*float64(i)/10+1e-3, 1e-5
			slope := (exactDahl(&f, m, eps+d) - exactDahl(&f, m, eps-d)) / (2 * d)
			want := (f.A + f.B*math.Abs(eps) - s*exactDahl(&f, m, eps)) / f.Tau
			if math.Abs(slope-want) > 1e-5*(math.Abs(want)+f.A/f.Tau) {
				t.Errorf("%g → %g at %g: slope %g, law %g", c.from, c.to, eps, slope, want)
			}
		}
	}
}

// TestDahlExact: the steps follow the exact path of the law to round-off, whatever their size,
// through reversals, saturation and zero strain.
func TestDahlExact(t *testing.T) {
	for name, f := range map[string]Dahl{
		"cotton": cottonFriction, "spandex": spandexFriction, "paper": paperFriction, "without b": {A: 2.22, Tau: .006},
	} {
		for _, path := range [][]float64{{3, 2, 3.5, 3}, {-2, -1.4, -2.5}, {.4, -.3, .5, -.8, -1.5}, {20, 5, 10, -10, -2}} {
			var want memory
			scaled := make([]float64, len(path))
			for i, p := range path {
				scaled[i] = p * f.Tau
				want = memory{Eps: scaled[i], Sigma: exactDahl(&f, want, scaled[i])}
			}
			for _, step := range []float64{100, 1, .1, .01} {
				m, _ := walk(&f, memory{}, scaled, step*f.Tau)
				if math.Abs(m.Sigma-want.Sigma) > 1e-11*(f.A+f.B*math.Abs(want.Eps)) {
					t.Errorf("%s, path %v by steps of %g τ: σ = %.15g, expected %.15g", name, path, step, m.Sigma, want.Sigma)
				}
			}
		}
	}
}

// TestDahlLoop: the work of a steady loop ε1 ↔ ε2 is D = [S(ε1)+S(ε2)]·[Δ − 2τ tanh(Δ/2τ)]
// (both strains of one sign), to round-off for any step.
func TestDahlLoop(t *testing.T) {
	for _, c := range []struct {
		name        string
		f           Dahl
		e1, e2      float64
		step, limit float64
	}{
		{"cotton without b", Dahl{A: 2.22, Tau: .006}, .02, .05, 1, 1e-11},
		{"cotton", cottonFriction, .02, .05, 1, 1e-11},
		{"cotton, small steps", cottonFriction, .02, .05, 1e-5, 1e-9},
		{"spandex", spandexFriction, .2, .3, 1, 1e-11},
		{"spandex, saturated", spandexFriction, .2, 2, 1, 1e-11},
		{"spandex, negative", spandexFriction, -.3, -.2, 1, 1e-11},
		{"paper", paperFriction, 22, 30, 100, 1e-11},
		{"paper, saturated", paperFriction, 22, 300, 100, 1e-11},
	} {
		m := memory{Eps: c.e1}
		for range 40 { // into the steady loop
			m, _ = walk(&c.f, m, []float64{c.e2, c.e1}, c.step)
		}
		_, got := walk(&c.f, m, []float64{c.e2, c.e1}, c.step)
		d := c.e2 - c.e1
		want := (2*c.f.A + c.f.B*(math.Abs(c.e1)+math.Abs(c.e2))) * (d - 2*c.f.Tau*math.Tanh(d/(2*c.f.Tau)))
		if math.Abs(got/want-1) > c.limit {
			t.Errorf("%s: loop takes %.9g J/m², expected %.9g (%.2g off)", c.name, got, want, got/want-1)
		}
	}
}

// TestDahlPersistentStrain: stretched far and let go quasi-statically, an elastic (k1 + k2ε)ε
// fabric stops where saturated friction balances it, at ε with (k1+k2ε)ε = a + bε + bτ: on the
// way back the stress lags above S by bτ.
func TestDahlPersistentStrain(t *testing.T) {
	f := Dahl{A: 2.22, B: 3.16, Tau: .0006}
	k1, k2 := 135.6, 64.03
	elastic := func(e float64) float64 { return (k1 + k2*e) * e }
	m := memory{}
	m, _ = walk(&f, m, []float64{.1}, 1e-6)
	for elastic(m.Eps)+m.Sigma > 0 {
		commit(&f, &m, m.Eps-1e-7)
	}
	// Root of k2 e² + (k1−b) e − (a+bτ) = 0.
	p := k1 - f.B
	want := (-p + math.Sqrt(p*p+4*k2*(f.A+f.B*f.Tau))) / (2 * k2)
	if math.Abs(m.Eps-want) > 3e-7 {
		t.Errorf("persistent strain %.8f, expected %.8f", m.Eps, want)
	}
	t.Logf("persistent strain %.6f, expected %.6f", m.Eps, want)
}

// TestDahlPassive: over random closed strain paths from a virgin start friction never gives
// back more than it took, and |σ| ≤ S + bτ at every step; also repeated cycles, negative
// strains, and parameters (spandex, paper) for which the paper's a + bε turns negative, with
// steps of any size.
func TestDahlPassive(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for name, f := range map[string]Dahl{"cotton": cottonFriction, "spandex": spandexFriction, "paper": paperFriction} {
		least := math.Inf(1)
		for trial := range 400 {
			size := f.Tau * math.Pow(10, 2.5*rnd.Float64()-1)
			centre := 2 * size * rnd.NormFloat64()
			path := make([]float64, 2+rnd.IntN(8))
			for i := range path {
				path[i] = centre + size*rnd.NormFloat64()
			}
			path[len(path)-1] = centre
			step := size * math.Pow(10, -3*rnd.Float64())
			m := memory{Eps: centre}
			for cycle := range 3 {
				var work float64
				start := m
				m, work = walk(&f, m, path, step)
				if s := f.A + f.B*(math.Abs(m.Eps)+f.Tau); math.Abs(m.Sigma) > s {
					t.Fatalf("%s, path %d: |σ| = %g above S + bτ = %g", name, trial, math.Abs(m.Sigma), s)
				}
				if cycle == 0 && work <= 0 {
					t.Errorf("%s, path %d (step %.2g): a closed path from a virgin state took %g J/m²: expected > 0", name, trial,
						step, work)
				}
				if cycle == 2 && start.Sigma != 0 {
					least = min(least, work/(f.A*size))
					if work <= 0 {
						t.Errorf("%s, path %d (step %.2g): a steady cycle took %g J/m²: expected > 0", name, trial, step, work)
					}
				}
			}
		}
		t.Logf("%s: least work of a repeated cycle %.3g·a·size", name, least)
	}
}

// TestDahlSmallSteps compares potential, stress and slope with 200-bit arithmetic over thirty
// decades of |Δ|/τ: to 1e-14 of their size where σ_n = 0, and of the sum of their parts' sizes
// elsewhere. Below about 1e-8 the textbook formula for ψ is all round-off.
func TestDahlSmallSteps(t *testing.T) {
	f := Dahl{A: 2.22, Tau: .006}
	for exp := -30.; exp <= 2; exp += .25 {
		for _, sign := range []float64{1, -1} {
			for _, start := range []float64{0, 1.3, -2.22} {
				d := sign * f.Tau * math.Pow(10, exp)
				m := memory{Sigma: start}
				psi, sigma, slope := respond(&f, m, d)
				wantPsi, wantSigma, wantSlope, sizePsi, sizeSigma := bigDahl(&f, m, d)
				if math.Abs(psi-wantPsi) > 1e-14*sizePsi {
					t.Errorf("Δ = %.3g, σ_n = %g: ψ = %.17g, expected %.17g", d, start, psi, wantPsi)
				}
				if math.Abs(sigma-wantSigma) > 1e-14*sizeSigma {
					t.Errorf("Δ = %.3g, σ_n = %g: σ = %.17g, expected %.17g", d, start, sigma, wantSigma)
				}
				if math.Abs(slope-wantSlope) > 1e-14*2*f.A/f.Tau {
					t.Errorf("Δ = %.3g, σ_n = %g: slope = %.17g, expected %.17g", d, start, slope, wantSlope)
				}
			}
		}
	}
}

// bigDahl evaluates the formulas of Respond with 200 bits; the sizes are those of their parts:
// S(|Δ| − τq) and |σ_n|τq of ψ, |σ_n| and |sS − σ_n|q of σ.
func bigDahl(f *Dahl, m memory, d float64) (psi, sigma, slope, sizePsi, sizeSigma float64) {
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	op := func() *big.Float { return new(big.Float).SetPrec(200) }
	s, tau, sn, abs, sgn := num(f.A), num(f.Tau), num(m.Sigma), num(math.Abs(d)), num(math.Copysign(1, d))
	u := op().Quo(abs, tau)
	e := bigExpNeg(u)
	q := op().Sub(num(1), e)
	first := op().Mul(s, op().Sub(abs, op().Mul(tau, q)))
	second := op().Mul(op().Mul(sgn, sn), op().Mul(tau, q))
	psi, _ = op().Add(first, second).Float64()
	gap := op().Sub(op().Mul(sgn, s), sn)
	sigma, _ = op().Add(sn, op().Mul(gap, q)).Float64()
	slope, _ = op().Quo(op().Mul(op().Sub(s, op().Mul(sgn, sn)), e), tau).Float64()
	a, _ := first.Float64()
	b, _ := second.Float64()
	c, _ := op().Mul(gap, q).Float64()
	return psi, sigma, slope, math.Abs(a) + math.Abs(b), math.Abs(m.Sigma) + math.Abs(c)
}

// bigExpNeg is e^{−u} by the series of e^{u/2^k}, squared k times and inverted.
func bigExpNeg(u *big.Float) *big.Float {
	const halvings = 16
	op := func() *big.Float { return new(big.Float).SetPrec(400) }
	v := op().SetMantExp(u, -halvings)
	sum, term := op().SetInt64(1), op().SetInt64(1)
	for i := int64(1); i < 60; i++ {
		term = op().Quo(op().Mul(term, v), op().SetInt64(i))
		sum = op().Add(sum, term)
	}
	for range halvings {
		sum = op().Mul(sum, sum)
	}
	return op().Quo(op().SetInt64(1), sum)
}

func TestDahlActive(t *testing.T) {
	for _, c := range []struct {
		f    Dahl
		want bool
	}{{Dahl{}, false}, {Dahl{Tau: 1}, false}, {Dahl{A: 1e-9}, true}, {Dahl{B: 1e-9}, true}} {
		if c.f.Active() != c.want {
			t.Errorf("%+v: Active = %v", c.f, !c.want)
		}
	}
}

// Many strains keep what each of them keeps by itself, also in the last of several blocks.
func TestCommitAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, l := range []Dahl{{A: 2.22, B: 3.16, Tau: .006}, {A: .981, Tau: .006}, {}} {
		for _, n := range []int{0, 1, 7, 64, 131} {
			s := Strains{Eps: make([]float64, n), EpsN: make([]float64, n), Side: make([]Side, n), History: make([]float64, 3*n),
				Stride: 3, H: 1. / 120}
			for i := range n {
				s.EpsN[i] = .02 * rng.NormFloat64()
				s.Eps[i] = s.EpsN[i] + .02*rng.NormFloat64()
				s.History[3*i], s.History[3*i+1], s.Side[i] = 3*rng.NormFloat64(), float64(i), Side(rng.IntN(4)-1)
				if i%5 == 0 {
					s.Eps[i] = s.EpsN[i]
				}
			}
			want := slices.Clone(s.History)
			var one Strain
			for i := range n {
				s.at(i, &one)
				one.History = want[3*i:]
				l.Commit(&one)
			}
			if CommitAll(l, &s); !slices.Equal(s.History, want) {
				t.Errorf("%+v, %d strains: %v, one by one %v", l, n, s.History, want)
			}
		}
	}
}
