package law

import (
	"math"
	"math/rand/v2"
	"testing"

	"hysteron/param"
)

// trials calls f with every law of the list, on a membrane and on bending, at strains and pasts of the sizes that
// these have. The law has the values at which tests must see it at work.
func trials(t *testing.T, f func(t *testing.T, k *Kind, l Law, s Strain)) {
	for i := range Kinds {
		k := &Kinds[i]
		for m, name := range map[Measure]string{Membrane: "membrane", Bending: "bending"} {
			t.Run(k.Name+"/"+name, func(t *testing.T) {
				rnd := rand.New(rand.NewPCG(uint64(i), uint64(m)))
				l := Beside(TestLaw(k, m), TestLaw(Named(Elasticity, "elastic"), m))
				size := .05 * measures[m].byStrain
				for range 200 {
					s := Strain{H: .005, History: make([]float64, len(k.History))}
					for range 3 {
						s.Eps = size * rnd.NormFloat64()
						if l, ok := l.(Keeper); ok {
							l.Commit(&s)
						}
						s.EpsN = s.Eps
					}
					s.Eps = size * rnd.NormFloat64()
					f(t, k, l, s)
				}
			})
		}
	}
}

func at(l Law, s Strain, eps float64) (r Response) {
	s.Eps = eps
	l.Respond(&s, &r)
	return r
}

// The stress is the derivative of the potential, and the slope that of the stress, but for the few strains that lie
// within the differences of a kink. Nothing that is kept changes.
func TestStressIsTheDerivativeOfThePotential(t *testing.T) {
	worst, odd := 0., map[string]int{}
	trials(t, func(t *testing.T, k *Kind, l Law, s Strain) {
		kept := append([]float64(nil), s.History...)
		r, d := at(l, s, s.Eps), 1e-5*math.Abs(s.Eps)
		slope := func(of func(Response) float64) float64 {
			f := func(e float64) float64 { return of(at(l, s, e)) }
			return (8*(f(s.Eps+d)-f(s.Eps-d)) - (f(s.Eps+2*d) - f(s.Eps-2*d))) / (12 * d)
		}
		sigma, tangent := slope(func(r Response) float64 { return r.Psi }), slope(func(r Response) float64 { return r.Sigma })
		size := math.Abs(r.Sigma) + math.Abs(r.Slope*s.Eps)
		e := max(math.Abs(sigma-r.Sigma)/size, math.Abs(tangent-r.Slope)/(math.Abs(r.Slope)+size/math.Abs(s.Eps)))
		if !(e < 1e-6) {
			if odd[t.Name()]++; odd[t.Name()] > 4 {
				t.Fatalf("ε %g, ε_n %g, kept %v: stress %g and slope %g, differences of potential and stress say %g and %g", s.Eps,
					s.EpsN, s.History, r.Sigma, r.Slope, sigma, tangent)
			}
		} else {
			worst = max(worst, e)
		}
		for i := range kept {
			if kept[i] != s.History[i] {
				t.Fatalf("Respond changed %s", k.History[i])
			}
		}
	})
	t.Logf("largest relative error %.1e", worst)
}

// A law whose parameters are all zero is none: that is what strains without a law have in the kernels.
func TestZeroLawDoesNothing(t *testing.T) {
	trials(t, func(t *testing.T, k *Kind, _ Law, s Strain) {
		if r := at(k.Zero, s, s.Eps); r != (Response{}) {
			t.Fatalf("ε %g, kept %v: %+v with all parameters zero: expected nothing", s.Eps, s.History, r)
		}
	})
}

// Every parameter of every law changes what it does, here or in what it keeps.
func TestParametersMatter(t *testing.T) {
	seen := map[string]bool{}
	trials(t, func(t *testing.T, k *Kind, l Law, s Strain) {
		for _, p := range Params(l) {
			if !p.Twin {
				continue // what is bound from it is tried
			}
			changed := Make(l, func(q *Param, v float64) float64 {
				if q.Name == p.Name {
					return 1.1 * v
				}
				return v
			})
			if r := at(l, s, s.Eps); r != at(changed, s, s.Eps) {
				seen[k.Name+"."+p.Name] = true
			}
		}
	})
	for i := range Kinds {
		for _, p := range Params(Kinds[i].Zero) {
			if p.Twin && !seen[Kinds[i].Name+"."+p.Name] {
				t.Errorf("parameter %s of law %s does nothing: expected it to change the response at the value of its tag try",
					p.Name, Kinds[i].Name)
			}
		}
	}
}

// What is kept is where the next step starts: at ε_n, before any time passes, the stress is that of the end of the step
// before, but for what goes by the rate.
func TestCommitGoesOn(t *testing.T) {
	trials(t, func(t *testing.T, k *Kind, l Law, s Strain) {
		keeper, ok := l.(Keeper)
		if !ok {
			return
		}
		before := at(l, s, s.Eps)
		keeper.Commit(&s)
		s.EpsN, s.H = s.Eps, 1e-18
		after := at(l, s, s.Eps)
		if math.Abs(after.Sigma-before.Sigma) > 1e-12*(math.Abs(before.Sigma)+math.Abs(before.Slope*s.Eps)) ||
			after.Psi != 0 && k.Role != Elasticity {
			t.Fatalf("ε %g: stress %g at the end of a step, %g at the start of the next", s.Eps, before.Sigma, after.Sigma)
		}
	})
}

// Every law is in the list once, and no two of a role have the same name.
func TestKinds(t *testing.T) {
	for i := range Kinds {
		k := &Kinds[i]
		if Of(k.Zero) != k || Named(k.Role, k.Name) != k {
			t.Errorf("%s: expected one row of its own", k.Name)
		}
		if _, keeps := k.Zero.(Keeper); keeps != (len(k.History) > 0) {
			t.Errorf("%s keeps %v: expected names where it has Commit, and none elsewhere", k.Name, k.History)
		}
	}
}

// Keys of files end with the unit, which depends on what the law is on.
func TestFileKeys(t *testing.T) {
	type row struct{ unit, membrane, bending, name string }
	for _, c := range []row{
		{"1", "x", "x", "1"}, {"time", "x_s", "x_s", "s"}, {"strain", "x", "x_1_m", "1/m"}, {"stress", "x_n_m", "x_n", "N"},
		{"stress/strain", "x_n_m", "x_nm", "N·m"}, {"stress/strain2", "x_n_m", "x_nm2", "N·m²"}, {"stress/strain3", "x_n_m",
			"x_nm3", "N·m³"},
	} {
		u, ok := parseUnit(c.unit)
		p := Param{Field: param.Field{Key: "x"}, Dim: u}
		if got := (row{c.unit, p.FileKey(Membrane), p.FileKey(Bending), p.UnitName(Bending)}); !ok || got != c {
			t.Errorf("%v: expected %v", got, c)
		}
	}
	for _, bad := range []string{"", "strain/stress", "N", "stress/strain1"} {
		if _, ok := parseUnit(bad); ok {
			t.Errorf("unit %q is taken", bad)
		}
	}
}
