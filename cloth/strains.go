package cloth

import (
	"cmp"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// Strains has the laws of the strains of one element kind. Elements with the same laws share them.
type Strains struct {
	Of          []int32                // per element: index of its laws
	Laws        []law.Set              // Kind.Per each, one per strain
	Coupled     []law.Coupled          // of coupled strains, one each; nil if no element has any
	HasCoupled  [3]bool                // whether any has one of the area, of diagonals, of principal strains
	Radials     int                    // largest number of radial laws
	Limits      []law.StrainLimits     // hard limits, one each; nil if no element has any
	Solids      []law.Solid            // of the deformation gradient, one each; nil if no element has any
	Couple      []float64              // constant modulus between the first two strains, one each [N/m; bending: N·m]
	Used        [law.Roles][]*law.Kind // laws that occur, in the order of law.Kinds
	HistorySize [law.Roles]int         // largest number of internal variables of the laws of each role
}

// Width returns the number of internal variables of a strain: ε_n and those of its laws.
func (s *Strains) Width() int {
	w := 1
	for _, n := range s.HistorySize {
		w += n
	}
	return w
}

// From returns the offset of those of a role.
func (s *Strains) From(r law.Role) int {
	w := 1
	for _, n := range s.HistorySize[:r] {
		w += n
	}
	return w
}

// NeedsCrossings reports whether a law depends on which strains crossed ε_n within the step.
func (s *Strains) NeedsCrossings() bool {
	for _, used := range s.Used {
		for _, k := range used {
			if k.Follows {
				return true
			}
		}
	}
	return false
}

// lawKey is what determines the laws of a triangle, or of its curvature element.
type lawKey struct {
	part             int32
	friction, layers float64
}

func bindTriangles(m *Model) Strains {
	return bind(len(m.Tri), func(t int) any {
		r := &m.Rest[t]
		return lawKey{r.Part, r.FrictionScale, r.Layers.Stretch}
	}, func(t int) elementLaws {
		r := &m.Rest[t]
		f := &m.Parts[r.Part].Fabric
		n := r.Layers.Stretch
		if f.Stretch == SpringStretch {
			return elementLaws{each: make([]Component, 3), friction: 1, limits: f.Limits().Scaled(n)}
		}
		return elementLaws{each: []Component{f.Warp.times(n), f.Weft.times(n), f.Shear.times(n)},
			friction: r.FrictionScale, couple: n * f.C12(), coupled: f.coupled().Scaled(n),
			limits: f.Limits().Scaled(n)}
	})
}

func bindHinges(m *Model) Strains {
	return bind(len(m.Hinges), func(i int) any { return m.Hinges[i].Bend }, func(i int) elementLaws {
		return elementLaws{each: []Component{m.Hinges[i].Bend}, friction: 1}
	})
}

func bindCurves(m *Model) Strains {
	return bind(len(m.Curves), func(i int) any {
		r := &m.Rest[m.Curves[i].Tri]
		return lawKey{r.Part, r.FrictionScale, r.Layers.Bend}
	}, func(i int) elementLaws {
		r := &m.Rest[m.Curves[i].Tri]
		f := &m.Parts[r.Part].Fabric
		n := r.Layers.Bend
		return elementLaws{each: []Component{f.BendWarp.times(n), f.BendWeft.times(n), f.BendTwist().times(n)},
			friction: r.FrictionScale, couple: n * f.D12()}
	})
}

func bindSegments(m *Model) Strains {
	type spring struct {
		part              int32
		family            Family
		friction, stretch float64
	}
	return bind(len(m.Segments), func(i int) any {
		s := &m.Segments[i]
		return spring{s.Part, s.Family, s.FrictionScale, s.Stretch}
	}, func(i int) elementLaws {
		s := &m.Segments[i]
		return elementLaws{each: []Component{s.Family.component(&m.Parts[s.Part].Fabric).times(s.Stretch)},
			friction: s.FrictionScale}
	})
}

// elementLaws are the laws of an element's strains.
type elementLaws struct {
	each             []Component
	friction, couple float64
	coupled          law.Coupled
	limits           law.StrainLimits
	solid            law.Solid
}

// laws returns the laws of strain k. Laws relative to the elastic stiffness also refer to that of the deformation
// gradient: 2μ for normal and μ for shear strains, which together are isotropic.
func (l *elementLaws) laws(k int) law.Set {
	set := l.each[k].Laws(l.friction)
	if l.solid == nil {
		return set
	}
	stiffness := law.Stiffness(l.each[k].Elastic) + law.SolidShear(l.solid)
	if k < 3 {
		stiffness += law.SolidShear(l.solid)
	}
	for _, r := range []law.Role{law.Viscosity, law.Relaxation} {
		if b, ok := (*l.each[k].Of(r)).(law.Binder); ok {
			set[r] = b.Bind(stiffness)
		}
	}
	return set
}

// bind assigns the laws of n elements; those with the same key share them.
func bind(n int, key func(i int) any, laws func(i int) elementLaws) Strains {
	s := Strains{Of: make([]int32, n)}
	known, adds, limited := map[any]int32{}, false, false
	var used [law.Roles][]bool // per row of law.Kinds
	for r := range used {
		used[r] = make([]bool, len(law.Kinds))
	}
	for i := range n {
		k := key(i)
		at, ok := known[k]
		if !ok {
			at = int32(len(s.Couple))
			known[k] = at
			of := laws(i)
			for k := range of.each {
				set := of.laws(k)
				for r, l := range set {
					if l != nil {
						used[r][law.Row(l)] = true
					}
				}
				s.Laws = append(s.Laws, set)
			}
			if s.Couple = append(s.Couple, of.couple); of.solid != nil {
				s.Solids = append(s.Solids, of.solid)
			}
			s.Coupled, s.Limits = append(s.Coupled, of.coupled), append(s.Limits, of.limits)
			limited = limited || of.limits.Any()
			for _, l := range of.coupled.Laws() {
				used[law.Elasticity][law.Row(l)], adds = true, true
			}
			for k, l := range []law.Law{of.coupled.Area, of.coupled.Diagonal, of.coupled.Principal} {
				s.HasCoupled[k] = s.HasCoupled[k] || l != nil
			}
			s.Radials = max(s.Radials, len(of.coupled.Around))
		}
		s.Of[i] = at
	}
	if !adds {
		s.Coupled = nil
	}
	if !limited {
		s.Limits = nil
	}
	for r, rows := range used {
		for row, is := range rows {
			if !is {
				continue
			}
			k := &law.Kinds[row]
			s.Used[r] = append(s.Used[r], k)
			s.HistorySize[r] = max(s.HistorySize[r], len(k.History))
		}
	}
	return s
}

// History has the internal variables of one element kind: ε_n of each strain, then those of its laws, role by role, see
// Strains.From.
type History struct {
	Per, Width int       // strains per element; numbers per strain
	Data       []float64 // by element, then strain
}

func newHistory(k Kind, s *Strains) History {
	return History{k.Per(), s.Width(), make([]float64, len(s.Of)*k.Per()*s.Width())}
}

// Len returns the number of elements.
func (h *History) Len() int { return len(h.Data) / max(1, h.Per*h.Width) }

// At returns the internal variables of a strain of element i, as a slice of the history.
func (h *History) At(i, strain int) []float64 {
	at := (i*h.Per + strain) * h.Width
	return h.Data[at : at+h.Width : at+h.Width]
}

// Eps returns ε_n of a strain of element i.
func (h *History) Eps(i, strain int) float64 { return h.Data[(i*h.Per+strain)*h.Width] }

// Restart resets the internal variables, with ε_n set to eps.
func (h *History) Restart(i, strain int, eps float64) {
	kept := h.At(i, strain)
	clear(kept)
	kept[0] = eps
}

// Check returns an error unless a state belongs to a model, with finite numbers.
func (s *State) Check(m *Model) error {
	if len(s.X) != len(m.X0) || len(s.V) != len(m.X0) {
		return fmt.Errorf("state of %d vertices and %d velocities: expected %d, as in the model", len(s.X), len(s.V),
			len(m.X0))
	}
	if s.Halvings < 0 || s.Halvings > 62 {
		return fmt.Errorf("state: the next step halved %d times: expected 0 to 62", s.Halvings)
	}
	if !Finite(s.Time) {
		return fmt.Errorf("state: time %g s: expected a finite number", s.Time)
	}
	for i, x := range s.X {
		if v := s.V[i]; !Finite(x.X, x.Y, x.Z, v.X, v.Y, v.Z) {
			return fmt.Errorf("state: vertex %d: position %v, velocity %v: expected finite numbers", i, x, v)
		}
	}
	if err := cmp.Or(s.Before.check(len(m.X0)), s.checkAir(m)); err != nil {
		return err
	}
	for k := range Kinds {
		got, want := &s.Past[k], newHistory(k, &m.Strains[k])
		if got.Per != want.Per || got.Width != want.Width || len(got.Data) != len(want.Data) {
			return fmt.Errorf("state: history of %d %ss, %d strains with %d numbers each: expected %d, %d and %d, as the laws "+
				"of the model ask for",
				got.Len(), k, got.Per, got.Width, want.Len(), want.Per, want.Width)
		}
		for i, v := range got.Data {
			if !Finite(v) {
				return fmt.Errorf("state: %s %d: history %v: expected finite numbers", k, i/(got.Per*got.Width),
					got.At(i/(got.Per*got.Width), i/got.Width%got.Per))
			}
		}
	}
	if err := s.checkTouches(m); err != nil {
		return err
	}
	return s.checkAnchors(m)
}

// FrictionStress returns the stress of internal friction on a strain of element i [N/m; bending: N].
func (s *State) FrictionStress(m *Model, kind Kind, i, strain int) float64 {
	on, kept := &m.Strains[kind], s.Past[kind].At(i, strain)
	l := on.Laws[int(on.Of[i])*kind.Per()+strain][law.Yarns]
	if l == nil {
		return 0
	}
	var r law.Response
	l.Respond(&law.Strain{Eps: kept[0], EpsN: kept[0], H: 1, History: kept[on.From(law.Yarns):]}, &r)
	return r.Sigma
}

// Limits are the hard limits of triangle t, nil without one.
func (m *Model) Limits(t int) *law.StrainLimits {
	s := &m.Strains[Triangles]
	if s.Limits == nil || !s.Limits[s.Of[t]].Any() {
		return nil
	}
	return &s.Limits[s.Of[t]]
}

// HasLimits reports whether any triangle has a hard limit.
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
