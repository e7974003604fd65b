// Tables of a fabric file: the laws of each strain and their parameters.

package scenes

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
)

// table is [warp] or the like: the source of the numbers of a strain, and its laws. Laws are chosen by name, and their
// parameters are keys of the table.
type table struct {
	Source string
	Laws   cloth.Component
}

// ThreadTable is [warp] or [weft].
type ThreadTable struct{ table }

// ShearTable is [shear].
type ShearTable struct{ table }

// SecondTable is [second], [second_weft] or [second_diagonal].
type SecondTable struct{ table }

// BendTable is [bend_warp], [bend_weft] or [bend_diagonal]; the strain is three times the curvature.
type BendTable struct{ table }

var (
	_ param.Valuer = (*ThreadTable)(nil)
	_ param.Valuer = (*ShearTable)(nil)
	_ param.Valuer = (*BendTable)(nil)
	_ param.Valuer = (*SecondTable)(nil)
)

// DecodeValue implements param.Valuer.
func (t *ThreadTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.decode(law.Threads, path, value, fail)
}

// DecodeValue implements param.Valuer.
func (t *ShearTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.decode(law.Shears, path, value, fail)
}

// DecodeValue implements param.Valuer.
func (t *BendTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.decode(law.Bends, path, value, fail)
}

// DecodeValue implements param.Valuer.
func (t *SecondTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.decode(law.Segments, path, value, fail)
}

// EncodeValue implements param.Valuer.
func (t *SecondTable) EncodeValue() any { return t.encode(law.Membrane) }

// EncodeValue implements param.Valuer.
func (t *ThreadTable) EncodeValue() any { return t.encode(law.Membrane) }

// EncodeValue implements param.Valuer.
func (t *ShearTable) EncodeValue() any { return t.encode(law.Membrane) }

// EncodeValue implements param.Valuer.
func (t *BendTable) EncodeValue() any { return t.encode(law.Bending) }

// Expected implements param.Valuer.
func (*table) Expected() string { return "a table" }

// Table implements param.Tabler.
func (*ThreadTable) Table() reflect.Type { return strainKeys(law.Threads) }

// Table implements param.Tabler.
func (*SecondTable) Table() reflect.Type { return strainKeys(law.Segments) }

// Table implements param.Tabler.
func (*ShearTable) Table() reflect.Type { return strainKeys(law.Shears) }

// Table implements param.Tabler.
func (*BendTable) Table() reflect.Type { return strainKeys(law.Bends) }

// lawKeys are the keys that choose laws, by role.
var lawKeys = [law.Roles]string{law.Elasticity: "law", law.Yarns: "law", law.Viscosity: "damping_law",
	law.Relaxation: "law"}

// lawField declares a key of lawKeys.
func lawField(role law.Role, on law.StrainMask) reflect.StructField {
	names := law.NamesOn(role, on)
	doc := [law.Roles]string{"of the elastic stress", "of the friction", "of the damping",
		"of the stress that relaxes"}[role]
	return reflect.StructField{Name: fmt.Sprintf("Law%d", role), Type: reflect.TypeFor[string](),
		Tag: reflect.StructTag(
			fmt.Sprintf("key:%q default:%q check:%q doc:%q", lawKeys[role], names[0], "one="+strings.Join(names, "|"),
				doc))}
}

var (
	sourceField = reflect.StructField{Name: "Source", Type: reflect.TypeFor[string](),
		Tag: `key:"source" check:"required" doc:"begins with measured: or assumed:"`}
	frictionField = reflect.StructField{Name: "Friction", Type: reflect.TypeFor[param.Tree](),
		Tag: `key:"friction" doc:"internal friction between the yarns; without it none"`}
	relaxationField = reflect.StructField{Name: "Relaxation", Type: reflect.TypeFor[param.Tree](),
		Tag: `key:"relaxation" doc:"stress that relaxes while the strain is held; without it none"`}
)

// chosen returns the law that a table chooses for a role; the default for unknown names, which decoding reports.
func chosen(role law.Role, table map[string]any) *law.Kind {
	name, _ := table[lawKeys[role]].(string)
	if k := law.Named(role, name); k != nil {
		return k
	}
	return law.Named(role, law.Names(role)[0])
}

// read decodes a table into a new struct of type t.
func read(t reflect.Type, path string, table map[string]any, fail func(path, format string,
	args ...any)) (v reflect.Value, ok bool) {
	p := reflect.New(t)
	found := param.Decode(table, p.Interface())
	for _, q := range found {
		at := path
		if q.Path != "" {
			at = param.Join(path, q.Path)
		}
		fail(at, "%s", q.Text)
	}
	return p.Elem(), len(found) == 0
}

func (t *table) decode(on law.StrainMask, path string, value any, fail func(path, format string, args ...any)) {
	table, isTable := value.(map[string]any)
	if !isTable {
		fail(path, "expected a table")
		return
	}
	m := on.Measure()
	elastic, damping := chosen(law.Elasticity, table).Zero, chosen(law.Viscosity, table).Zero
	v, ok := read(law.File(m, []law.Law{elastic, damping}, sourceField, lawField(law.Elasticity, on),
		lawField(law.Viscosity, on), frictionField, relaxationField), path, table, fail)
	if !ok {
		return
	}
	t.sourced(path, v, fail)
	t.Laws.Elastic, t.Laws.Damping = law.FromFile(elastic, v), law.FromFile(damping, v)
	// Not required of bending, nor of springs over the next vertex, which resist bending.
	if m == law.Membrane && on != law.Segments && !(law.Stiffness(t.Laws.Elastic) > 0) {
		fail(path, "no stiffness at zero strain: expected some")
	}
	checkLaw(m, path, t.Laws.Elastic, fail)
	if friction, there := table["friction"].(map[string]any); there {
		t.Laws.Friction = readFriction(on, param.Join(path, "friction"), friction, t.Laws.Elastic, fail)
	}
	if relaxation, there := table["relaxation"].(map[string]any); there {
		t.Laws.Relaxing = readLaw(law.Relaxation, on, param.Join(path, "relaxation"), relaxation, fail)
	}
}

// sourced sets the source from the decoded table.
func (t *table) sourced(path string, v reflect.Value, fail func(path, format string, args ...any)) {
	if t.Source = v.FieldByName("Source").String(); !Sourced(t.Source) {
		fail(param.Join(path, "source"), SourceWanted, t.Source)
	}
}

// readFriction reads [warp.friction] or the like. Dahl's law may be given by persistent strains instead of its
// parameters.
func readFriction(on law.StrainMask, path string, table map[string]any, elastic law.Law, fail func(path, format string,
	args ...any)) law.Law {
	m := on.Measure()
	if _, isDahl := chosen(law.Yarns, table).Zero.(law.Dahl); !isDahl {
		return readLaw(law.Yarns, on, path, table, fail)
	}
	v, ok := read(dahlKeys(on), path, table, fail)
	if !ok {
		return nil
	}
	number := func(name string) *float64 { return v.FieldByName(name).Interface().(*float64) }
	d := dahlTable{number("A"), number("B"), number("Tau"), number("EpsPer"), number("EpsSat")}
	f, key, err := d.friction(m, elastic)
	if err != nil {
		if key != "" {
			path = param.Join(path, key)
		}
		fail(path, "%v", err)
		return nil
	}
	checkLaw(m, path, f, fail)
	return f
}

// readLaw reads a law of a role from a table of its own.
func readLaw(role law.Role, on law.StrainMask, path string, table map[string]any, fail func(path, format string,
	args ...any)) law.Law {
	m, like := on.Measure(), chosen(role, table).Zero
	v, ok := read(law.File(m, []law.Law{like}, lawField(role, on)), path, table, fail)
	if !ok {
		return nil
	}
	l := law.FromFile(like, v)
	checkLaw(m, path, l, fail)
	return l
}

// checkLaw reports parameters of a law that are inconsistent.
func checkLaw(m law.Measure, path string, l law.Law, fail func(path, format string, args ...any)) {
	key, err := law.Check(l)
	if err == nil {
		return
	}
	for _, p := range law.Params(l) {
		if p.Key == key {
			path = param.Join(path, p.FileKey(m))
			break
		}
	}
	fail(path, "%v", err)
}

// dahlKeys returns the type of a table of Dahl's law, in which all keys are optional.
func dahlKeys(on law.StrainMask) reflect.Type {
	m := on.Measure()
	t := law.File(m, []law.Law{law.Dahl{}}, lawField(law.Yarns, on))
	var fields []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type.Kind() == reflect.Float64 {
			f.Type = reflect.TypeFor[*float64]()
			f.Tag = reflect.StructTag(strings.NewReplacer(`check:"required `, `check:"`, ` default:"0"`,
				"").Replace(string(f.Tag)))
		}
		fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
	}
	asked := reflect.TypeFor[membraneKeys]()
	if m == law.Bending {
		asked = reflect.TypeFor[bendingKeys]()
	}
	for i := range asked.NumField() {
		f := asked.Field(i)
		fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
	}
	return reflect.StructOf(fields)
}

func (t *table) encode(m law.Measure) any {
	table := map[string]any{"source": t.Source}
	putLaw(table, m, law.Elasticity, t.Laws.Elastic)
	putLaw(table, m, law.Viscosity, t.Laws.Damping)
	if t.Laws.Friction != nil {
		friction := map[string]any{}
		putLaw(friction, m, law.Yarns, t.Laws.Friction)
		table["friction"] = friction
	}
	if t.Laws.Relaxing != nil {
		relaxation := map[string]any{}
		putLaw(relaxation, m, law.Relaxation, t.Laws.Relaxing)
		table["relaxation"] = relaxation
	}
	return table
}

// putLaw adds a law's name and parameters to a table.
func putLaw(into map[string]any, m law.Measure, role law.Role, l law.Law) {
	into[lawKeys[role]] = law.Of(l).Name
	law.Make(l, func(p *law.Param, v float64) float64 {
		if p.Key != "" {
			into[p.FileKey(m)] = v
		}
		return v
	})
}

// strainKeys returns the type of a table with the keys of all laws, for the page of keys.
func strainKeys(on law.StrainMask) reflect.Type {
	inner := func(f reflect.StructField, role law.Role) reflect.StructField {
		f.Type = reflect.PointerTo(keysOf(on, []reflect.StructField{lawField(role, on)}, role))
		return f
	}
	return keysOf(on, []reflect.StructField{sourceField, lawField(law.Elasticity, on), lawField(law.Viscosity, on),
		inner(frictionField, law.Yarns), inner(relaxationField, law.Relaxation)}, law.Elasticity, law.Viscosity)
}

// keysOf returns a type with the fields and the keys of all laws of some roles. If a role has several laws, its keys
// name their law.
func keysOf(on law.StrainMask, fields []reflect.StructField, roles ...law.Role) reflect.Type {
	for _, role := range roles {
		names := law.NamesOn(role, on)
		for _, name := range names {
			t := law.File(on.Measure(), []law.Law{law.Named(role, name).Zero})
			_, isDahl := law.Named(role, name).Zero.(law.Dahl)
			if isDahl && on&(law.Ropes|law.RopeBends) == 0 { // the elastic law of ropes is in another table
				t = dahlKeys(on)
			}
			for i := range t.NumField() {
				f := t.Field(i)
				if slices.ContainsFunc(fields, func(g reflect.StructField) bool { return g.Name == f.Name }) {
					continue // key that chooses the law
				}
				if len(names) > 1 {
					f.Name += "Of" + strings.ToUpper(name[:1]) + name[1:]
					f.Tag += reflect.StructTag(fmt.Sprintf(" only:%q", name))
				}
				fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
			}
		}
	}
	return reflect.StructOf(fields)
}
