package cpu

import "hysteron/law"

// track records on which side of ε_n each strain is at the trial positions.
func (w *World) track(e *elements) {
	for kind := range w.strains {
		c := &w.strains[kind]
		for k, side := range c.side {
			eps, epsN := e.eps[kind][k], c.epsN[k]
			w.pool.For(len(side), 3*elementGrain, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					side[i] = side[i].Next(eps[i] - epsN[i])
				}
			})
		}
	}
}

// commit advances the internal variables of all strains to the end of the accepted step, for the laws of the given
// roles.
func (w *World) commit(e *elements, roles []law.Role) {
	for kind := range w.strains {
		c, past := &w.strains[kind], &w.State.Past[kind]
		w.pool.For(len(c.Of), elementGrain, func(lo, hi int) {
			var s law.Strains
			for end := lo; lo < hi; lo = end {
				end = c.run(lo, hi)
				for k := range c.per {
					c.commit(&s, k, lo, end, e.eps[kind][k], w.H, roles)
				}
				c.end(past, lo, end)
			}
		})
	}
}
