package lab

import (
	"fmt"

	"hysteron/cloth"
	"hysteron/law"
)

// Elongation returns the relative elongation of cloth along the warp, or along the weft, under a force per width [N/m],
// pulled once from rest with constant width. ok is false beyond twice its length.
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
			kept[r] = make([]float64, len(law.Of(l).History))
		}
	}
	for e := step; e <= 1; e += step {
		eps, sum := e+e*e/2, law.Response{}
		for r, l := range set {
			if l == nil {
				continue
			}
			s := &law.Strain{Eps: eps, EpsN: last, H: 1, History: kept[r]}
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

// Lengthens describes the elongation of a fabric under TensileTop, and whether it is outside the range of its kind of
// cloth.
func Lengthens(f *cloth.Fabric) string {
	if f.Stretch != cloth.MembraneStretch {
		return "It is of springs, which no such sheet compares with."
	}
	beyond, low, high, kind := false, 0.02, 0.15, "woven cloth"
	switch f.Weave {
	case "jersey":
		low, high, kind = 0.2, 0.8, "a knit"
	case "felt", "none":
		low, high, kind = 0, 0.15, "felt or paper"
	}
	say := func(weft bool) string {
		e, ok := Elongation(f, weft, TensileTop)
		if beyond = beyond || !ok || e < low/1.2 || e > high*1.2; ok {
			return fmt.Sprintf("%.2g %%", 100*e)
		}
		return "more than 100 %"
	}
	text := fmt.Sprintf("Under 500 gf/cm it is longer by %s along the warp, by %s along the weft.", say(false), say(true))
	if beyond {
		return text + fmt.Sprintf(" That is unlike %s for clothes, which is longer by some %.0f to %.0f %% there (assumed: "+
			"the usual range of such sheets); the table says which of these numbers are measured, to 6 N on 10 cm, an eighth "+
			"of that force, where they are.", kind, 100*low, 100*high)
	}
	return text
}
