package lab

import (
	"hysteron/cloth"
	"hysteron/law"
)

// Elongation is how much longer cloth is along the warp under a force per width [N/m], or along the weft, its sides held as wide as they are,
// pulled once from rest. ok is false beyond twice its length.
func Elongation(f *cloth.Fabric, weft bool, force float64) (elongation float64, ok bool) {
	const step = 2e-4
	c, along := f.Warp, 0
	if weft {
		c, along = f.Weft, 1
	}
	set, kept, last := c.Laws(1), [law.Roles][]float64{}, 0.
	set[law.Viscosity] = nil
	for r, l := range set {
		if l != nil {
			kept[r] = make([]float64, len(law.Of(l).Keeps))
		}
	}
	for e := step; e <= 1; e += step {
		eps, sum := e+e*e/2, law.Response{}
		for r, l := range set {
			if l == nil {
				continue
			}
			s := &law.Strain{Eps: eps, EpsN: last, H: 1, Kept: kept[r]}
			l.Respond(s, &sum)
			if k, keeps := l.(law.Keeper); keeps {
				k.Commit(s)
			}
		}
		var strain [3]float64
		strain[along] = eps
		if (sum.Sigma+f.Added(strain)[along])*(1+e) >= force {
			return e, true
		}
		last = eps
	}
	return 0, false
}
