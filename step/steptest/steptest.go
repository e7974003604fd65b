// Package steptest provides the test data of both backends for each term and each law of the lists, so that a new one
// is tested without new test code.
package steptest

import (
	"math/rand/v2"
	"reflect"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
	"hysteron/step"
)

// Subject is the object of a test: a term, and for one of a role one of the laws of that role.
type Subject struct {
	step.Term
	Law *law.Kind // nil: the term has none
}

// String returns the name of the subject.
func (s Subject) String() string {
	if s.Law == nil {
		return s.Name
	}
	return s.Name + "/" + s.Law.Name
}

// Subjects returns all subjects.
func Subjects() (list []Subject) {
	for _, t := range step.Terms {
		if t.On != step.Strains || t.Role == law.Limits {
			list = append(list, Subject{Term: t})
			continue
		}
		for i := range law.Kinds {
			if k := &law.Kinds[i]; k.Role == t.Role && (t.Name != "bending" || k.On(law.Bends)) && (t.Name != "springs" ||
				k.On(law.Segments)) {
				list = append(list, Subject{t, k})
			}
		}
	}
	return list
}

// Settings returns settings for tests: the defaults, or the tag try where the default has no effect.
func Settings() step.Settings {
	set := step.DefaultSettings()
	param.SetTestValues(&set)
	return set
}

// Setting is a setting of the kernels: a number or a vector.
type Setting struct {
	Name  string // in the kernels
	value reflect.Value
}

// Known returns all settings of the kernels.
func Known(set *step.Settings) (list []Setting) {
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			if name := v.Type().Field(i).Tag.Get("gl"); name != "" {
				list = append(list, Setting{name, v.Field(i)})
			} else if v.Field(i).Kind() == reflect.Struct {
				walk(v.Field(i))
			}
		}
	}
	walk(reflect.ValueOf(set).Elem())
	return list
}

// Scale multiplies the setting.
func (s Setting) Scale(by float64) {
	switch v := s.value.Addr().Interface().(type) {
	case *float64:
		*v *= by
	case *r3.Vec:
		*v = r3.Scale(by, *v)
	}
}

// Steering returns that of the settings, with grabs of every third vertex of a state towards random targets, every
// other one with a leash that is too short by a third.
func Steering(set *step.Settings, x []r3.Vec, seed uint64) step.Steering {
	by, rnd := set.Steering(), rand.New(rand.NewPCG(seed, 13))
	length := .02
	for i := 0; i < len(x); i += 3 {
		d := r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
		by.Grabs = append(by.Grabs, step.Grab{Vertex: int32(i), Stiffness: 5 + 10*rnd.Float64(),
			Target: r3.Add(x[i], r3.Scale(.01, d))})
		if i%2 == 0 {
			by.Grabs[i/3].Leash = step.Leash{Centre: r3.Sub(x[i], r3.Scale(4./3*length, r3.Unit(d))), Length: length,
				Force: .001}
		}
	}
	return by
}

// Springs reports whether the term is that of segments.
func (s Subject) Springs() bool { return s.Name == "springs" }

// Sprung returns a fabric of springs with the laws of another, where these are laws of springs.
func Sprung(f cloth.Fabric) cloth.Fabric {
	s := f
	s.Stretch, s.Coupling, s.Area, s.Diagonal = cloth.SpringStretch, 0, nil, nil
	s.Second, s.SecondWeft, s.SecondDiagonal = f.Shear, f.Warp, f.Weft
	s.LimitEnergy = 0
	s.Principal, s.Radial = nil, [cloth.MostRadial]law.Around{}
	if s.Check() != nil {
		return f
	}
	return s
}

// Dress gives the law to all components of a fabric for which it is a law, with values at which it has an effect.
// Components that fabrics have anyway stay.
func (s Subject) Dress(f *cloth.Fabric) {
	if s.Springs() {
		f.Stretch, f.Coupling = cloth.SpringStretch, 0
		f.Second, f.SecondWeft, f.SecondDiagonal = f.Shear, f.Warp, f.Weft
	}
	if s.Role == law.Limits && s.On == step.Strains { // from almost rest on; onset 0 is the default
		f.LimitStretch, f.LimitShear, f.LimitEnergy, f.LimitFrom = 1.2, 88, 200, 1e-3
	}
	if s.Law == nil {
		return
	}
	if l := *f.Warp.Of(s.Law.Role); l != nil && law.Of(l) == s.Law {
		return
	}
	s.DressIn(f, func(m law.Measure) law.Law { return law.TestLaw(s.Law, m) })
}

// DressIn gives them the law that laws returns for membranes and for bending.
func (s Subject) DressIn(f *cloth.Fabric, laws func(m law.Measure) law.Law) {
	if s.Law.Role == law.Elasticity && s.Name == "membrane" {
		s.dressSeveral(f, laws(law.Membrane))
	}
	for _, c := range f.Components() {
		if c.On == law.Segments && f.Stretch != cloth.SpringStretch || !s.Law.On(c.On) {
			continue
		}
		if c.Component == &f.BendDiagonal { // of hinges alone, which have it mixed with that of warp and weft
			continue
		}
		*c.Of(s.Law.Role) = laws(c.On.Measure())
	}
}

// dressSeveral gives a fabric the law on several strains at once, if it is one. Each place has its own stiffness, so
// that none can be mistaken for another, or for the threads'.
func (s Subject) dressSeveral(f *cloth.Fabric, trial law.Law) {
	for _, place := range []struct {
		on law.StrainMask
		to *law.Law
		by float64
	}{{law.Areas, &f.Area, .7}, {law.Diagonals, &f.Diagonal, 1.4}, {law.Principals, &f.Principal, .6}} {
		if s.Law.On(place.on) {
			*place.to = law.Scaled(trial, place.by)
		}
	}
	if s.Law.On(law.Radii) {
		f.Radial[0] = law.Around{At: [3]float64{.04, .06}, Along: [3]float64{1, 1}, Law: trial}
		f.Radial[1] = law.Around{At: [3]float64{0, .03, .05}, Along: [3]float64{0, 1, 1}, Law: trial}
		f.Radial[2] = law.Around{Along: [3]float64{1, 0, 1}, Law: trial}
	}
}

// Remember gives all strains of a state a history: each has followed a random path to its value. mirrored: the path of
// the mirror image, in which bending has the other sign. Numbers are representable in single precision.
func Remember(m *cloth.Model, state *cloth.State, seed uint64, mirrored bool) {
	for kind := range cloth.Kinds {
		rnd := rand.New(rand.NewPCG(seed, uint64(kind)))
		on, past := &m.Strains[kind], &state.Past[kind]
		far := 0.05
		if m := kind.Measure(); m == law.Bending || m == law.RopeBending {
			if far = 75; mirrored && m == law.Bending { // [1/m]; the curvature of a rope has no sign
				far = -75
			}
		}
		for i := range past.Len() {
			for k := range past.Per {
				kept := past.At(i, k)
				end := float64(float32(kept[0]))
				clear(kept)
				s := law.Strain{H: 1. / 200}
				path := []float64{end + far*rnd.NormFloat64(), end + far*rnd.NormFloat64(), end}
				for _, s.Eps = range path {
					for r, l := range on.Laws[int(on.Of[i])*past.Per+k] {
						if l, ok := l.(law.Keeper); ok {
							s.History = kept[on.From(law.Role(r)):]
							l.Commit(&s)
						}
					}
					s.EpsN = s.Eps
				}
				kept[0] = end
				for j := range kept {
					kept[j] = float64(float32(kept[j]))
				}
			}
		}
	}
}

// Slip gives frictional contacts of a state an elastic slip of up to most [m], in numbers that are representable in
// single precision.
func Slip(state *cloth.State, seed uint64, most float64) {
	rnd := rand.New(rand.NewPCG(seed, 19))
	single := func(v float64) float64 { return float64(float32(v)) }
	for i := range state.Touches {
		t := &state.Touches[i]
		e := r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
		e = r3.Scale(most/2, r3.Sub(e, r3.Scale(r3.Dot(e, t.Normal), t.Normal)))
		t.Slip = r3.Vec{X: single(e.X), Y: single(e.Y), Z: single(e.Z)}
	}
	for i := range state.Rubs {
		e := r3.Scale(most/2, r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()})
		state.Rubs[i].Slip = r3.Vec{X: single(e.X), Y: single(e.Y), Z: single(e.Z)}
	}
}
