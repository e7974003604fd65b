package scenes

import (
	"fmt"
	"math"

	"hysteron/law"
)

// saturated is c of Miguel 2013 §3.1: the share of its maximum at which friction counts as saturated.
const saturated = 0.95

// dahlTable is the friction of one strain in a fabric file: either a and τ of the law, or the persistent strain and the
// strain from which on it persists.
type dahlTable struct{ a, b, tau, epsPer, epsSat *float64 }

// Keys of persistent strains. Their units differ between membrane and bending.
type (
	membraneKeys struct {
		EpsPer *float64 `key:"eps_per" check:"above=0 max=1e3" doc:"instead of the law's own numbers: the strain that persists after a large one, at most"`
		EpsSat *float64 `key:"eps_sat" check:"above=0 max=1e3" doc:"the strain from which on it does"`
	}
	bendingKeys struct {
		EpsPer *float64 `key:"eps_per_1_m" unit:"1/m" check:"above=0 max=1e6" doc:"instead of the law's own numbers: the strain that persists after a large one, at most"`
		EpsSat *float64 `key:"eps_sat_1_m" unit:"1/m" check:"above=0 max=1e6" doc:"the strain from which on it does"`
	}
)

// friction returns the law of the table, beside an elastic law. Errors have the key at fault.
func (t *dahlTable) friction(m law.Measure, elastic law.Law) (f law.Dahl, key string, err error) {
	k := [...]struct{ a, tau, epsPer, epsSat string }{
		law.Membrane: {"a_n_m", "tau", "eps_per", "eps_sat"}, law.Bending: {"a_n", "tau_1_m", "eps_per_1_m",
			"eps_sat_1_m"},
	}[m]
	if t.b != nil {
		f.B = *t.b
	}
	law, effect := t.a != nil || t.tau != nil, t.epsPer != nil || t.epsSat != nil
	switch {
	case law && effect:
		key := k.epsPer
		if t.epsPer == nil {
			key = k.epsSat
		}
		return f, key, fmt.Errorf("expected either %s and %s, or %s and %s", k.a, k.tau, k.epsPer, k.epsSat)
	case effect:
		for _, q := range []struct {
			key   string
			value *float64
		}{{k.epsPer, t.epsPer}, {k.epsSat, t.epsSat}} {
			if q.value == nil {
				return f, "", fmt.Errorf("key %q is missing: expected both %s and %s", q.key, k.epsPer, k.epsSat)
			}
		}
		if *t.epsSat <= *t.epsPer {
			return f, k.epsSat, fmt.Errorf("%g: expected more than %s, %g", *t.epsSat, k.epsPer, *t.epsPer)
		}
		f, err := persistent(elastic, f.B, *t.epsPer, *t.epsSat)
		return f, k.epsPer, err
	}
	for _, q := range []struct {
		key   string
		value *float64
	}{{k.a, t.a}, {k.tau, t.tau}} {
		if q.value == nil {
			return f, "", fmt.Errorf("key %q is missing: expected %s and %s, or %s and %s", q.key, k.a, k.tau, k.epsPer,
				k.epsSat)
		}
	}
	f.A, f.Tau = *t.a, *t.tau
	return f, "", nil
}

// persistent solves for a and τ of a given persistent strain (Miguel 2013 §3.1, on the exact path of the law dσ/dε = (a
// + b|ε| − sσ)/τ). After unloading from a large strain, eps_per persists; there the saturated friction balances the
// elastic stress F:
//
//	a + b·eps_per + bτ = F = (k1 + k2·eps_per)·eps_per
//
// After unloading from eps_sat, where friction was saturated as well, friction at eps_per has reached the share c of
// that value. The distance from the saturated branch decays with e^{−ε/τ}:
//
//	2·(a + b·eps_sat)·e^{−(eps_sat − eps_per)/τ} = (1 − c)·F
//
// For b = 0 this is the paper's τ = (eps_sat − eps_per)/ln(2/(1−c)).
func persistent(elastic law.Law, b, per, sat float64) (law.Dahl, error) {
	var r law.Response
	elastic.Respond(&law.Strain{Eps: per, H: 1, History: make([]float64, len(law.Of(elastic).History))}, &r)
	force, delta := r.Sigma, sat-per
	if !(force > 0) {
		return law.Dahl{}, fmt.Errorf("no strain persists against no stiffness: expected k1 above 0")
	}
	// The left side minus the right one. It increases with τ up to delta, where it is positive: 2/e > 1 − c.
	rest := func(tau float64) float64 {
		return 2*(force-b*tau+b*delta)*math.Exp(-delta/tau) - (1-saturated)*force
	}
	most := delta
	if b > 0 {
		most = min(most, force/b-per) // a = 0
	}
	if !(most > 0) || !(rest(most) > 0) {
		return law.Dahl{}, fmt.Errorf("b = %g makes more friction than that: expected at most about %.3g", b,
			force/(per+delta/math.Log(2/(1-saturated))))
	}
	lo, hi := 0.0, most
	for range 200 {
		if mid := (lo + hi) / 2; rest(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return law.Dahl{A: max(0, force-b*per-b*hi), B: b, Tau: hi}, nil
}
