package cloth

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// limited tells whether the fabric has a hard limit.
func (f *Fabric) limited() bool { return f.LimitStretch > 0 || f.LimitShear > 0 || f.LimitEnergy > 0 }

// Limits are the hard limits of a triangle of the fabric. Barriers of strains are as stiff as the stiffer threads at
// rest; that of the energy is a multiple of the elastic response.
func (f *Fabric) Limits() (l law.StrainLimits) {
	if !f.limited() {
		return l
	}
	barrier := func(most, k float64) law.Barrier {
		from := f.LimitFrom * most
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

// checkLimits tells whether a fabric can have the limits that it has.
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

// Limits are the hard limits of triangle t, nil without one.
func (m *Model) Limits(t int) *law.StrainLimits {
	s := &m.Strains[Triangles]
	if s.Limits == nil || !s.Limits[s.Of[t]].Any() {
		return nil
	}
	return &s.Limits[s.Of[t]]
}

// HasLimits tells whether any triangle has a hard limit.
func (m *Model) HasLimits() bool { return m.Strains[Triangles].Limits != nil }

// GreenStrain is that of triangle t at positions x: E_uu, E_vv, 2E_uv.
func (m *Model) GreenStrain(t int, x []r3.Vec) [3]float64 {
	u, v := m.columns(t, x)
	return [3]float64{(r3.Norm2(u) - 1) / 2, (r3.Norm2(v) - 1) / 2, r3.Dot(u, v)}
}

// AboveLimit lists the triangles at or above a limit at positions x.
func (m *Model) AboveLimit(x []r3.Vec) (list []int32) {
	if !m.HasLimits() {
		return nil
	}
	mixer := law.Mixer{H: 1}
	for t := range m.Tri {
		if l := m.Limits(t); l != nil && l.Above(l.Numbers(&mixer, m.GreenStrain(t, x))) {
			list = append(list, int32(t))
		}
	}
	return list
}
