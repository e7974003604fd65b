package cpu

import (
	"hysteron/law"
)

// track notes on which side of ε_n each strain is at the trial positions.
func (w *World) track(e *elements) {
	for kind := range w.strains {
		side, eps, past := w.strains[kind].side, e.eps[kind], &w.State.Past[kind]
		w.pool.For(len(side), 3*elementGrain, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				side[i] = nextSide(side[i], eps[i]-past.Data[i*past.Width])
			}
		})
	}
}

// commit moves what is kept of all strains to the end of the accepted step, for the laws of the given roles.
func (w *World) commit(e *elements, roles []law.Role) {
	for kind := range w.strains {
		c, eps, past := &w.strains[kind], e.eps[kind], &w.State.Past[kind]
		w.pool.For(len(eps), 3*elementGrain, func(lo, hi int) {
			var s law.Strain // one for all: what is passed to a law lies on the heap
			for i := lo; i < hi; i++ {
				kept := past.At(i/c.per, i%c.per)
				set := &c.Laws[int(c.Of[i/c.per])*c.per+i%c.per]
				for _, r := range roles {
					if l, ok := set[r].(law.Keeper); ok {
						s = law.Strain{Eps: eps[i], EpsN: kept[0], H: w.H, Kept: kept[c.from[r]:]}
						l.Commit(&s)
					}
				}
				kept[0] = eps[i]
			}
		})
	}
}
