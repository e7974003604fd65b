package serve

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// strainNames are the names of the strains of a kind of element as fields.
func strainNames(k cloth.Kind) []string {
	if k == cloth.Curves {
		return []string{"curvature_warp", "curvature_weft", "twist"}
	}
	return k.Row().Strains
}

// measured has the units of strains and stresses, and the prefix of their names.
var measured = map[law.Measure][3]string{law.Membrane: {"1", "N/m", "Green strain of "}, law.Bending: {"1/m", "N", ""},
	law.RopeStretch: {"1", "N", "strain of ropes: "}, law.RopeBending: {"1/m", "N·m", "of ropes: "},
	law.Volume: {"1", "Pa", "Green strain of solids: "}}

// listFields returns the arrays of a simulation.
func (s *simulation) listFields() []field {
	m := s.setup.Model
	n, t := len(m.X0), len(m.Tri)
	list := []field{
		{Name: "positions", Unit: "m", Of: "vertex", Shape: []int{n, 3}, About: "where vertices are",
			floats: func(s *cloth.State) []float64 { return flat(s.X) }},
		{Name: "velocities", Unit: "m/s", Of: "vertex", Shape: []int{n, 3}, About: "velocities of vertices",
			floats: func(s *cloth.State) []float64 { return flat(s.V) }},
		{Name: "forces", Unit: "N", Of: "vertex", Shape: []int{n, 3}, About: "forces of the client",
			floats: func(*cloth.State) []float64 {
				if s.Forces == nil {
					return make([]float64, 3*n)
				}
				return flat(s.Forces)
			}},
		{Name: "masses", Unit: "kg", Of: "vertex", Shape: []int{n}, About: "lumped masses",
			floats: func(*cloth.State) []float64 { return m.Mass }},
		{Name: "areas", Unit: "m^2", Of: "triangle", Shape: []int{t}, About: "areas at rest",
			floats: func(*cloth.State) []float64 { return each(t, func(i int) float64 { return m.Rest[i].Area }) }},
		{Name: "uv", Unit: "m", Of: "triangle", Shape: []int{t, 3, 2},
			About: "material coordinates of corners: along the warp, along the weft",
			floats: func(*cloth.State) []float64 {
				return each(6*t, func(i int) float64 {
					c := m.UV[i/6][i/2%3]
					return [2]float64{c.X, c.Y}[i%2]
				})
			}},
		{Name: "triangles", Of: "triangle", Shape: []int{t, 3}, About: "vertices, counter-clockwise from the right side",
			ints: func() []int32 { return corners(m.Tri) }},
		{Name: "hinges", Of: "hinge", Shape: []int{len(m.Hinges), 4},
			About: "vertices of inner edges: both ends, and those opposite in the two triangles",
			ints: func() []int32 {
				return each(4*len(m.Hinges), func(i int) int32 { return m.Hinges[i/4].V[i%4] })
			}},
		{Name: "curves", Of: "curve", Shape: []int{len(m.Curves)}, About: "triangles whose curvatures bend",
			ints: func() []int32 {
				return each(len(m.Curves), func(i int) int32 { return int32(m.Curves[i].Tri) })
			}},
		{Name: "segments", Of: "segment", Shape: []int{len(m.Segments), 2}, About: "vertices at the ends of springs",
			ints: func() []int32 {
				return each(2*len(m.Segments), func(i int) int32 { return m.Segments[i/2].V[i%2] })
			}},
	}
	for k := range cloth.Kinds {
		if len(m.Strains[k].Of) == 0 {
			continue
		}
		if row := k.Row(); row.Rest != nil {
			per := row.Corners
			list = append(list, field{Name: row.Name + "s", Of: row.Name, Shape: []int{len(m.Elements[k]), per},
				About: "vertices of each " + row.Name, ints: func() []int32 {
					return each(per*len(m.Elements[k]), func(i int) int32 { return m.Elements[k][i/per].V[i%per] })
				}})
		}
		list = append(list, strainFields(m, k)...)
	}
	for i, b := range s.setup.Bodies {
		name := "body." + strconv.Itoa(i)
		list = append(list, field{Name: name + ".positions", Unit: "m", Of: "body vertex", Shape: []int{b.NumVertices(), 3},
			About: "where vertices of a body are", floats: func(*cloth.State) []float64 {
				x := make([]r3.Vec, b.NumVertices())
				s.setup.Colliders[i].Surface.Positions(x, s.Time)
				return flat(x)
			}}, field{Name: name + ".triangles", Of: "body triangle", Shape: []int{len(b.Triangles()), 3},
			About: "vertices, counter-clockwise from outside", ints: func() []int32 { return corners(b.Triangles()) }})
	}
	for i := range list {
		if list[i].Type = float64s; list[i].ints != nil {
			list[i].Type = int32s
		}
	}
	return list
}

// keptNames has the internal variables of laws, and whether their unit is that of the strain or of a stress.
var keptNames = map[string]struct {
	strain bool
	about  string
}{
	"top":     {true, "largest strain so far"},
	"plastic": {true, "plastic strain"},
	"sigma":   {false, "friction stress, as the law keeps it"},
	"fast":    {false, "friction stress of the fast part"},
	"slow":    {false, "friction stress of the slow part"},
	"q1":      {false, "stress of branch 1, which relaxes"},
	"q2":      {false, "stress of branch 2"},
	"q3":      {false, "stress of branch 3"},
}

// strainFields returns the strains of an element kind, their friction stresses, and the internal variables of their
// laws.
func strainFields(m *cloth.Model, k cloth.Kind) (list []field) {
	on := &m.Strains[k]
	n := len(on.Of)
	of := measured[k.Measure()]
	unit, stress, what := of[0], of[1], of[2]
	if k == cloth.Segments {
		stress, what = "N", "strain of springs: "
	}
	laws := 0
	for _, used := range on.Used {
		laws += len(used)
	}
	for strain, name := range strainNames(k) {
		list = append(list, field{Name: "strain." + name, Unit: unit, Of: k.String(), Shape: []int{n}, About: what + name,
			floats: func(s *cloth.State) []float64 {
				return each(n, func(i int) float64 { return s.Past[k].Eps(i, strain) })
			}})
		if laws == 0 { // for example hinges that only provide angles
			continue
		}
		list = append(list, field{Name: "friction." + name, Unit: stress, Of: k.String(), Shape: []int{n},
			About: "stress of internal friction: " + name,
			floats: func(s *cloth.State) []float64 {
				return each(n, func(i int) float64 { return s.FrictionStress(m, k, i, strain) })
			}})
		for role, used := range on.Used {
			for _, l := range used {
				for at, kept := range l.History {
					q, from := keptNames[kept], on.From(law.Role(role))+at
					f := field{Name: "internal." + name + "." + l.Name + "." + kept, Unit: stress, Of: k.String(),
						Shape: []int{n}, About: q.about + "; 0 where another law is"}
					if q.strain {
						f.Unit = unit
					}
					f.floats = func(s *cloth.State) []float64 {
						return each(n, func(i int) float64 {
							own := on.Laws[int(on.Of[i])*k.Per()+strain][role]
							if own == nil || law.Of(own).Name != l.Name {
								return 0
							}
							return s.Past[k].At(i, strain)[from]
						})
					}
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// get returns arrays.
func get(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	for _, a := range r.Arrays {
		i := slices.IndexFunc(s.fields, func(f field) bool { return f.Name == a.Name })
		if i < 0 {
			return nil, wrongf("get: no array %q: expected one of %s", a.Name, strings.Join(each(len(s.fields),
				func(i int) string { return s.fields[i].Name }), ", "))
		}
		f := &s.fields[i]
		var put func([]byte)
		if f.ints != nil {
			list := f.ints()
			put = func(b []byte) {
				for i, v := range list {
					binary.LittleEndian.PutUint32(b[4*i:], uint32(v))
				}
			}
		} else {
			state, err := s.engine.State()
			if err != nil {
				return nil, err
			}
			list := f.floats(state)
			put = func(b []byte) {
				for i, v := range list {
					binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(v))
				}
			}
		}
		if err := r.give(a.Name, f.Type, a.At, f.Shape, put); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// set replaces positions, velocities or both. Internal variables are kept: the friction of the next step follows the
// path of the strains to its end.
func set(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	old, err := s.engine.State()
	if err != nil {
		return nil, err
	}
	state := old.Clone()
	for _, a := range r.Arrays {
		to := map[string]*[]r3.Vec{"positions": &state.X, "velocities": &state.V}[a.Name]
		if to == nil {
			return nil, wrongf("set: array %q: expected positions or velocities", a.Name)
		}
		if *to, err = r.vectors(a.Name, len(state.X), nil); err != nil {
			return nil, err
		}
	}
	if !slices.Equal(old.X, state.X) || !slices.Equal(old.V, state.V) {
		state.Before = cloth.Before{}
	}
	if !slices.Equal(old.X, state.X) {
		dropContacts(s.setup.Model, state, func(v int32) bool { return state.X[v] != old.X[v] })
		if c := s.contact(state.X); len(c.Self) > 0 || c.Penetrations() > 0 {
			r.event("warning", "positions: "+strconv.Itoa(len(c.Self))+" pairs of triangles of the cloth intersect, and "+
				strconv.Itoa(c.Penetrations())+" vertices or triangles are in bodies: contact keeps apart what is apart", 0)
		}
	}
	return nil, s.engine.SetState(state)
}

// dropContacts removes the friction anchors of vertices that a client has moved.
func dropContacts(m *cloth.Model, state *cloth.State, moved func(int32) bool) {
	state.Touches = slices.DeleteFunc(state.Touches, func(t cloth.Touch) bool {
		if n := int32(len(m.X0)); t.Point >= n { // the centroid of a triangle
			return slices.ContainsFunc(m.Tri[t.Point-n][:], moved)
		}
		return moved(t.Point)
	})
	state.Rubs = slices.DeleteFunc(state.Rubs, func(b cloth.Rub) bool { return slices.ContainsFunc(b.V[:], moved) })
}

// contact checks positions for intersections with the independent checker.
func (s *simulation) contact(x []r3.Vec) check.Report {
	var bodies []check.Mesh
	var planes []check.Plane
	for i := range s.setup.Colliders {
		c := &s.setup.Colliders[i]
		if c.Surface == nil {
			planes = append(planes, check.Plane{Point: c.Point, Normal: c.Normal})
			continue
		}
		m := check.Mesh{X: make([]r3.Vec, c.Surface.NumVertices()), Tri: c.Surface.Triangles()}
		c.Surface.Positions(m.X, s.Time)
		bodies = append(bodies, m)
	}
	return check.Check(check.Mesh{X: x, Tri: s.setup.Model.Tri}, bodies, planes)
}

// checked is the result of a check of the present positions.
type checked struct {
	Self       int      `json:"self_intersections"`
	Bodies     int      `json:"body_penetrations"`
	Gap        *float64 `json:"min_gap_m"` // null: no bodies
	MaxStretch float64  `json:"max_stretch"`
}

func checkContact(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	state, err := s.engine.State()
	if err != nil {
		return nil, err
	}
	c := s.contact(state.X)
	q := checked{Self: len(c.Self), Bodies: c.Penetrations(),
		MaxStretch: step.MostStretched(s.setup.Model, state.X).Stretch}
	if !math.IsInf(c.Gap, 0) {
		q.Gap = &c.Gap
	}
	return q, nil
}
