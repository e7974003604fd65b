// Package lawtest has laws at the bounds of their parameters, and strains for tests of both backends.
package lawtest

import (
	"math"

	"hysteron/law"
)

// Extreme strains of cloth. No cloth stretches to four times its length, with Green's strain (4² − 1)/2; none is
// shorter than a point, at −½; shear 2E_uv is at most the product of both stretches. A hinge folded by π over 0.1 mm
// has 3π/h.
const (
	mostStretched = 7.5
	mostSheared   = 16.
	mostFolded    = 3 * math.Pi / 1e-4 // [1/m]
)

// Strains returns the extreme strains, ordinary ones, and some near the resolution of single precision, ascending.
func Strains(m law.Measure) []float64 {
	if m == law.Bending {
		return []float64{-mostFolded, -70, -1e-6, 0, 1e-6, 13, mostFolded}
	}
	return []float64{-mostSheared, -.5, -.062, -1e-9, 0, 1e-9, .013, .3, mostStretched, mostSheared}
}

// Edges returns strains at which a law may change its form: its strain parameters and their neighbours, also as
// elongations.
func Edges(l law.Law) (list []float64) {
	values := law.Values(l)
	for i, p := range law.Params(l) {
		if v := values[i]; p.Dim == (law.Unit{Strain: 1}) {
			for _, e := range []float64{v, -v, v + v*v/2} {
				list = append(list, math.Nextafter(e, -1), e, math.Nextafter(e, 1))
			}
		}
	}
	return list
}

// Corners returns laws of a kind with parameters at their bounds: each alone, in pairs, and all, with the others at
// their test values. Laws that law.Check rejects are left out, as files with them are rejected.
func Corners(k *law.Kind, m law.Measure) (list []law.Law) {
	trial := law.TestLaw(k, m)
	var params []law.Param
	for _, p := range law.Params(trial) {
		if p.Key != "" {
			params = append(params, p)
		}
	}
	add := func(values map[string]float64) {
		l := law.Make(trial, func(p *law.Param, v float64) float64 {
			if to, ok := values[p.Name]; ok {
				return to
			}
			return v
		})
		if _, err := law.Check(l); err == nil {
			list = append(list, l)
		}
	}
	for i := range params {
		p := &params[i]
		for _, v := range p.Bounds.Ends() {
			add(map[string]float64{p.Name: v})
			for j := range i {
				q := &params[j]
				for _, w := range q.Bounds.Ends() {
					add(map[string]float64{p.Name: v, q.Name: w})
				}
			}
		}
		// Pairs of one unit, of which one may have to exceed the other, next to each other.
		for j := range params {
			if q := &params[j]; i != j && p.Dim == q.Dim {
				add(map[string]float64{q.Name: math.Nextafter(p.TestValue(m), math.Inf(1))})
			}
		}
	}
	for corner := range 1 << len(params) {
		values := map[string]float64{}
		for i := range params {
			at := params[i].Bounds.Ends()
			values[params[i].Name] = at[(corner>>i&1)*(len(at)-1)]
		}
		add(values)
	}
	if _, ok := trial.(law.Traction); ok { // its force fits few of these
		list = append(list, fitting()...)
	}
	return list
}

// fitting returns traction laws with three parameters at their bounds, and the force at the ends of the range that
// Check allows.
func fitting() (list []law.Law) {
	at := map[string][]float64{}
	for _, p := range law.Params(law.Traction{}) {
		at[p.Name] = append(p.Bounds.Ends(), p.TestValue(law.Membrane))
	}
	for _, k := range at["K"] {
		for _, eps := range at["Eps1"] {
			for _, primed := range append(at["Eps1P"], eps, 2*eps) {
				for _, f := range []float64{k * primed / 2, k * eps} {
					l := law.Traction{K: k, F1: f, Eps1: eps, Eps1P: primed}
					if _, err := law.Check(l); err == nil {
						list = append(list, l)
					}
				}
			}
		}
	}
	return list
}

// Bounded calls f with every law of a kind at the bounds of its parameters, with histories from extreme and ordinary
// strains, at all of these strains. A law that depends on the elastic stiffness gets an ordinary and the largest one.
func Bounded(k *law.Kind, m law.Measure, f func(l law.Law, s law.Strain)) {
	strains := Strains(m)
	first, last := strains[0], strains[len(strains)-1]
	beside := []law.Law{law.TestLaw(law.Named(law.Elasticity, "elastic"), m)}
	if _, ok := k.Zero.(law.Binder); ok {
		beside = append(beside, law.Make(law.Elastic{}, func(p *law.Param, _ float64) float64 { return p.Bounds.High }))
	}
	for _, l := range Corners(k, m) {
		for _, elastic := range beside {
			bound := law.Beside(l, elastic)
			for _, h := range []float64{1e-5, 1. / 24} {
				for _, way := range [][]float64{{}, {first}, {last}, {first, strains[3]}} {
					s := law.Strain{H: h, History: make([]float64, len(k.History))}
					for _, s.Eps = range way {
						if l, ok := bound.(law.Keeper); ok {
							l.Commit(&s)
						}
						s.EpsN = s.Eps
					}
					for _, s.Eps = range strains {
						for _, s.Crossed = range []bool{false, k.Follows} {
							f(bound, s)
						}
					}
				}
			}
		}
	}
}
