package verify

import (
	"math"

	"hysteron/cloth"
)

// strained computes the energies stored and dissipated by the strains of a sheet under the curvature law [J], from the
// closed forms of the laws along the strains of a backend's states. It uses no positions, gradients or terms. Friction
// starts at zero stress.
type strained struct {
	m                 *cloth.Model
	stress            [cloth.Kinds][]float64 // of friction, per strain
	friction, damping float64                // dissipated so far
}

func newStrained(m *cloth.Model) *strained {
	s := &strained{m: m}
	for k := range cloth.Kinds {
		s.stress[k] = make([]float64, len(m.Strains[k].Of)*k.Per())
	}
	return s
}

// each visits all strains: the element, the strain's index in it, its law and its area.
func (s *strained) each(visit func(kind cloth.Kind, i, strain int, c *cloth.Component, area float64)) {
	of := func(kind cloth.Kind, i int, area float64, list ...cloth.Component) {
		for k := range list {
			visit(kind, i, k, &list[k], area)
		}
	}
	for t := range s.m.Tri {
		f := &s.m.Parts[s.m.Rest[t].Part].Fabric
		of(cloth.Triangles, t, s.m.Rest[t].Area, f.Warp, f.Weft, f.Shear)
	}
	for i := range s.m.Curves {
		r := &s.m.Rest[s.m.Curves[i].Tri]
		f := &s.m.Parts[r.Part].Fabric
		// the strain of a bent sheet is three times its curvature
		of(cloth.Curves, i, r.Area/3, f.BendWarp, f.BendWeft, f.BendTwist())
	}
}

// add adds the step of h from a to b.
func (s *strained) add(a, b *cloth.State, h float64) {
	s.each(func(kind cloth.Kind, i, strain int, c *cloth.Component, area float64) {
		from, to := a.Past[kind].Eps(i, strain), b.Past[kind].Eps(i, strain)
		s.damping += area * c.Viscosity() / h * (to - from) * (to - from)
		if !c.Dahl().Active() {
			return
		}
		at := i*kind.Per() + strain
		d, sigma := dahl(c), s.stress[kind][at]
		s.friction += area * d.Work(from, sigma, to)
		s.stress[kind][at] = d.To(from, sigma, to)
	})
}

// elastic returns the energy stored in a state.
func (s *strained) elastic(st *cloth.State) (sum float64) {
	s.each(func(kind cloth.Kind, i, strain int, c *cloth.Component, area float64) {
		eps, k := st.Past[kind].Eps(i, strain), c.Spring()
		sum += area * (k.K1/2 + k.K2/3*math.Abs(eps)) * eps * eps
		if strain == 0 {
			on := &s.m.Strains[kind]
			sum += area * on.Couple[on.Of[i]] * eps * st.Past[kind].Eps(i, 1)
		}
	})
	return sum
}
