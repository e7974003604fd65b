package law

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"sync"

	"hysteron/param"
)

// Fields of a law with a key are its parameters, declared as in package param for reading, writing, checks, packing and
// tests. Laws have additional tags:
//
//	key    without the unit, which depends on the strain, see FileKey
//	unit   in terms of the law's stress and strain, see unitText
//	try    a test value with a visible effect, for a membrane
//	twist  "coupled": reduced by the coupling of warp and weft in the twist of a curvature, see Twist
//	twin   "-": not a parameter of the twin
//
// Fields without a key depend on the elastic law, see Binder.

// Param is a parameter of a law.
type Param struct {
	param.Field        // empty without a key
	Name        string // of the field
	Dim         Unit
	testValue   float64
	Coupled     bool
	Twin        bool
	field       int
}

// Unit is a product of powers.
type Unit struct{ Stress, Strain, Time int }

// unitText matches units in tags: 1, time, strain, stress, or stress over a power of the strain.
var unitText = regexp.MustCompile(`^(?:1|time|strain|stress(/strain([2-9])?)?)$`)

// parseUnit parses a unit; false if it is invalid.
func parseUnit(text string) (u Unit, ok bool) {
	m := unitText.FindStringSubmatch(text)
	switch {
	case m == nil:
		return u, false
	case text == "time":
		u.Time = 1
	case text == "strain":
		u.Strain = 1
	case text != "1":
		u.Stress = 1
		if m[1] != "" {
			u.Strain = -1
		}
		if m[2] != "" {
			u.Strain = -int(m[2][0] - '0')
		}
	}
	return u, true
}

// Measure is the kind of strain of a law.
type Measure int

// Units of strain and stress. Membrane: none, and force per width. Bending: per length, and moment per width over
// length. Stretch of a rope: none, and force. Curvature of a rope: per length, and moment. Solid: none, and force per
// area.
const (
	Membrane Measure = iota
	Bending
	RopeStretch
	RopeBending
	Volume
)

// measures has the units, in powers of the metre, and the typical ratio of strain and stress to those of a membrane (of
// cotton, for tests).
var measures = [...]struct {
	stress             int // beside a force
	strain             int
	byStrain, byStress float64
}{Membrane: {-1, 0, 1, 1}, Bending: {0, -1, 1500, 5e-5}, RopeStretch: {0, 0, 1, 1}, RopeBending: {1, -1, 1500, 5e-7},
	Volume: {-2, 0, 1, 10}}

// FileKey returns the key in a fabric file, with the unit.
func (p *Param) FileKey(m Measure) string {
	suffix, _ := p.names(m)
	return p.Key + suffix
}

// UnitName returns the unit for display.
func (p *Param) UnitName(m Measure) string {
	_, name := p.names(m)
	return name
}

// names returns the unit as the suffix of a key, and for display.
func (p *Param) names(m Measure) (suffix, name string) {
	u, of := p.Dim, &measures[m]
	metres := u.Stress*of.stress + u.Strain*of.strain
	switch {
	case u.Time == 1:
		return "_s", "s"
	case u.Stress == 0 && metres == 0:
		return "", "1"
	case u.Stress == 0:
		return "_1_m", "1/m"
	case metres == -2:
		return "_pa", "Pa"
	case metres == -1:
		return "_n_m", "N/m"
	case metres == 0:
		return "_n", "N"
	case metres == 1:
		return "_nm", "N·m"
	default:
		return fmt.Sprintf("_nm%d", metres), "N·m" + string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[metres])
	}
}

// TestValue returns the value for tests.
func (p *Param) TestValue(m Measure) float64 {
	of := &measures[m]
	return p.testValue * math.Pow(of.byStress, float64(p.Dim.Stress)) * math.Pow(of.byStrain, float64(p.Dim.Strain))
}

// Params lists the parameters of a law's type, in the order of its fields. It panics for an invalid tag.
func Params(l Law) []Param {
	t := reflect.TypeOf(l)
	if known, ok := paramsOf.Load(t); ok {
		return known.([]Param)
	}
	declared := param.Of(t)
	out := make([]Param, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		p := Param{Name: f.Name, Coupled: f.Tag.Get("twist") == "coupled", Twin: f.Tag.Get("twin") != "-", field: i}
		if f.Tag.Get("key") != "" {
			p.Field, declared = declared[0], declared[1:]
			var ok bool
			if p.Dim, ok = parseUnit(p.Unit); !ok || f.Type.Kind() != reflect.Float64 {
				panic(fmt.Sprintf("law: %s.%s is a %s of unit %q: expected a float64 of unit 1, time, strain, stress, "+
					"stress/strain or stress/strain2 to 9", t, f.Name, f.Type, p.Unit))
			}
			var err error
			if p.testValue, err = strconv.ParseFloat(f.Tag.Get("try"), 64); err != nil {
				panic(fmt.Sprintf("law: %s.%s: try: %v", t, f.Name, err))
			}
		}
		out = append(out, p)
	}
	paramsOf.Store(t, out)
	return out
}

var paramsOf sync.Map // reflect.Type → []Param

// Row returns the index of a law in Kinds.
func Row(l Law) int {
	t := reflect.TypeOf(l)
	for i := range Kinds {
		if reflect.TypeOf(Kinds[i].Zero) == t {
			return i
		}
	}
	panic(fmt.Sprintf("law: %s is not in the list of laws", t))
}

// Of returns the row of a law.
func Of(l Law) *Kind { return &Kinds[Row(l)] }

// Named returns the law of a role by its name, or nil.
func Named(role Role, name string) *Kind {
	for i := range Kinds {
		if k := &Kinds[i]; k.Role == role && k.Name == name {
			return k
		}
	}
	return nil
}

// Names returns the laws of a role; the first is the default.
func Names(role Role) (names []string) {
	for i := range Kinds {
		if Kinds[i].Role == role {
			names = append(names, Kinds[i].Name)
		}
	}
	return names
}

// Make returns a law with the values that value returns for each parameter. Fields without a key are those of like.
func Make(like Law, value func(p *Param, now float64) float64) Law {
	v := reflect.New(reflect.TypeOf(like)).Elem()
	v.Set(reflect.ValueOf(like))
	for _, p := range Params(like) {
		f := v.Field(p.field)
		f.SetFloat(value(&p, f.Float()))
	}
	return v.Interface().(Law)
}

// TestLaw returns a law with the test values of its parameters.
func TestLaw(k *Kind, m Measure) Law {
	return Make(k.Zero, func(p *Param, _ float64) float64 { return p.TestValue(m) })
}

// Values returns the values of the parameters, in the order of Params.
func Values(l Law) []float64 {
	v := reflect.ValueOf(l)
	out := make([]float64, v.NumField())
	for i := range out {
		out[i] = v.Field(i).Float()
	}
	return out
}

// Scaled multiplies all stresses by a factor; nil stays nil, and so does a curve point that does not exist.
func Scaled(l Law, by float64) Law {
	if l == nil || by == 1 {
		return l
	}
	return Make(l, func(p *Param, v float64) float64 {
		if p.Dim.Stress > 0 && v > 0 {
			return by * v
		}
		return v
	})
}

// Combiner is a law whose parameters are points and values, which cannot be combined one by one.
type Combiner interface {
	Law
	Mix(other Law, w float64) Law          // see Mix
	Twist(other Law, coupling float64) Law // see Twist
}

// Mix interpolates all parameters linearly: (1−w)·a + w·b. Both have the same type; nil means zero parameters.
func Mix(a, b Law, w float64) Law {
	a, b = zeroForNil(a, b)
	if a == nil {
		return nil
	}
	if c, ok := a.(Combiner); ok {
		return c.Mix(b, w)
	}
	other := Values(b)
	return Make(a, func(p *Param, v float64) float64 { return (1-w)*v + w*other[p.field] })
}

// Twist returns the law of the twist of a curvature from those along warp and weft, with geometric means: its strain is
// twice that of a saddle. coupling is that of warp and weft.
func Twist(a, b Law, coupling float64) Law {
	a, b = zeroForNil(a, b)
	if a == nil {
		return nil
	}
	if c, ok := a.(Combiner); ok {
		return c.Twist(b, coupling)
	}
	other := Values(b)
	return Make(a, func(p *Param, v float64) float64 {
		m := math.Sqrt(v*other[p.field]) * math.Pow(2, float64(p.Dim.Strain))
		if p.Coupled {
			m *= 1 - coupling
		}
		return m
	})
}

// zeroForNil replaces a nil law by one with zero parameters.
func zeroForNil(a, b Law) (Law, Law) {
	if a == nil && b != nil {
		a = Of(b).Zero
	}
	if b == nil && a != nil {
		b = Of(a).Zero
	}
	return a, b
}

// Stiffness returns the slope of a law at zero strain, at rest.
func Stiffness(l Law) float64 {
	if l == nil {
		return 0
	}
	var r Response
	l.Respond(&Strain{H: 1, History: make([]float64, len(Of(l).History))}, &r)
	return r.Slope
}

// Beside returns l bound to an elastic law.
func Beside(l, elastic Law) Law {
	if b, ok := l.(Binder); ok {
		return b.Bind(Stiffness(elastic))
	}
	return l
}

// Check returns an error for the first invalid parameter, with its key without unit. Upper bounds are checked by files.
func Check(l Law) (key string, err error) {
	values := Values(l)
	for _, p := range Params(l) {
		v, low := values[p.field], p.Bounds.Low
		if p.Key != "" && (!(v >= low) || p.Bounds.Open && v == low || math.IsInf(v, 0)) {
			return p.Key, fmt.Errorf("%g: expected a finite number %s", v, param.Bounds{Low: low, High: math.Inf(1),
				Open: p.Bounds.Open})
		}
	}
	if c, ok := l.(Checker); ok {
		return c.Check()
	}
	return "", nil
}

// File returns the type of the table from which a fabric file reads laws of a strain: parameters with units in the
// keys, and further fields.
func File(m Measure, laws []Law, more ...reflect.StructField) reflect.Type {
	fields := more
	for _, l := range laws {
		for _, p := range Params(l) {
			if p.Key == "" {
				continue
			}
			f := reflect.TypeOf(l).Field(p.field)
			unit := p.UnitName(m)
			if unit == "1" {
				unit = ""
			}
			tag := fmt.Sprintf("key:%q unit:%q check:%q doc:%q", p.FileKey(m), unit, f.Tag.Get("check"), p.Doc)
			if d, ok := f.Tag.Lookup("default"); ok {
				tag += fmt.Sprintf(" default:%q", d)
			}
			fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: reflect.StructTag(tag)})
		}
	}
	return reflect.StructOf(fields)
}

// FromFile returns the law in such a table.
func FromFile(like Law, table reflect.Value) Law {
	return Make(like, func(p *Param, v float64) float64 {
		if p.Key == "" {
			return v
		}
		return table.FieldByName(p.Name).Float()
	})
}
