package cloth

import (
	"cmp"
	"fmt"
	"math"

	"hysteron/law"
)

// limitFrom is the default of Fabric.LimitFrom. Chosen: a barrier over the last fifth of a limit.
const limitFrom = 0.8

// limited reports whether the fabric has a hard limit.
func (f *Fabric) limited() bool { return f.LimitStretch > 0 || f.LimitShear > 0 || f.LimitEnergy > 0 }

// Limits returns the hard limits of a triangle of the fabric. Barriers of strains have the larger stiffness of warp and
// weft at rest; that of the energy is a multiple of the elastic response.
func (f *Fabric) Limits() (l law.StrainLimits) {
	if !f.limited() {
		return l
	}
	barrier := func(most, k float64) law.Barrier {
		from := cmp.Or(f.LimitFrom, limitFrom) * most
		if k == 0 {
			k = 1 / (most - from)
		}
		return law.Barrier{Max: most, From: from, K: k}
	}
	k := max(law.Stiffness(f.Warp.Elastic), law.Stiffness(f.Weft.Elastic))
	if f.LimitStretch > 0 {
		l.Stretch = barrier((f.LimitStretch*f.LimitStretch-1)/2, k)
	}
	if f.LimitShear > 0 {
		l.Shear = barrier(math.Sin(f.LimitShear*math.Pi/180), k)
	}
	if f.LimitEnergy > 0 {
		l.Energy = barrier(f.LimitEnergy, 0)
	}
	l.Elastic = law.ElasticSheet{Each: [3]law.Law{f.Warp.Rest(), f.Weft.Rest(), f.Shear.Rest()}, Couple: f.C12(),
		Coupled: f.coupled()}
	return l
}

// checkLimits returns an error if the limits do not suit the other laws of the fabric.
func (f *Fabric) checkLimits() error {
	k := max(law.Stiffness(f.Warp.Elastic), law.Stiffness(f.Weft.Elastic))
	if (f.LimitStretch > 0 || f.LimitShear > 0) && !(k > 0) {
		return fmt.Errorf("limit_stretch, limit_shear_deg: expected an elastic law of warp or weft beside, whose stiffness " +
			"they have")
	}
	if f.LimitEnergy == 0 {
		return nil
	}
	if f.Stretch == SpringStretch {
		return fmt.Errorf("limit_energy_j_m2 = %g: expected none beside stretch = %q, where triangles have no energy",
			f.LimitEnergy, stretchWords[SpringStretch])
	}
	for i, c := range []Component{f.Warp, f.Weft, f.Shear} {
		if l := c.Elastic; l != nil && len(law.Of(l).History) > 0 {
			return fmt.Errorf("limit_energy_j_m2 = %g: law %q of %s has no energy of the strain alone: expected a law without "+
				"history", f.LimitEnergy, law.Of(l).Name, [...]string{"warp", "weft", "shear"}[i])
		}
	}
	return nil
}
