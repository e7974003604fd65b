package scenes

import (
	"reflect"

	"hysteron/law"
	"hysteron/param"
)

// Area is [area], Diagonal is [diagonal], and Principal is [principal]. Each has an elastic law only.
type (
	AreaTable      struct{ table }
	DiagonalTable  struct{ table }
	PrincipalTable struct{ table }
)

// RadialTable is one of [[radial]]: an elastic law of the distance from a point in the space of strains.
type RadialTable struct {
	table
	Place law.Around // without the law
}

var (
	_ param.Valuer = (*AreaTable)(nil)
	_ param.Valuer = (*DiagonalTable)(nil)
	_ param.Valuer = (*PrincipalTable)(nil)
	_ param.Valuer = (*RadialTable)(nil)
)

// targetKeys declares the keys of the point of [[radial]].
type targetKeys struct {
	Warp  *float64 `key:"warp" check:"min=-1 max=10" doc:"strain along the warp around which there is stiffness; without it that along the warp does not count"`
	Weft  *float64 `key:"weft" check:"min=-1 max=10" doc:"the same along the weft"`
	Shear *float64 `key:"shear" check:"min=-10 max=10" doc:"the same of shear, of either sign"`
}

// Around returns the point with its law.
func (t *RadialTable) Around() law.Around {
	a := t.Place
	a.Law = t.Laws.Elastic
	return a
}

func targetFields() (fields []reflect.StructField) {
	return reflect.VisibleFields(reflect.TypeFor[targetKeys]())
}

// DecodeValue implements param.Valuer.
func (t *RadialTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	v, ok := t.decodeElastic(law.Radii, path, value, fail, targetFields()...)
	if !ok {
		return
	}
	for k, name := range [3]string{"Warp", "Weft", "Shear"} {
		if at := v.FieldByName(name).Interface().(*float64); at != nil {
			t.Place.At[k], t.Place.Along[k] = *at, 1
		}
	}
	if t.Place.Along == [3]float64{} {
		fail(path, "expected a place: a strain of one of warp, weft and shear at least")
	}
}

// EncodeValue implements param.Valuer.
func (t *RadialTable) EncodeValue() any {
	table := t.encodeElastic()
	for k, key := range [3]string{"warp", "weft", "shear"} {
		if t.Place.Along[k] != 0 {
			table[key] = t.Place.At[k]
		}
	}
	return table
}

// Table implements param.Tabler.
func (*RadialTable) Table() reflect.Type { return elasticKeys(law.Radii, targetFields()...) }

// DecodeValue implements param.Valuer.
func (t *PrincipalTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.decodeElastic(law.Principals, path, value, fail)
}

// EncodeValue implements param.Valuer.
func (t *PrincipalTable) EncodeValue() any { return t.encodeElastic() }

// Table implements param.Tabler.
func (*PrincipalTable) Table() reflect.Type { return elasticKeys(law.Principals) }

// DecodeValue implements param.Valuer.
func (t *AreaTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.decodeElastic(law.Areas, path, value, fail)
}

// DecodeValue implements param.Valuer.
func (t *DiagonalTable) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	t.decodeElastic(law.Diagonals, path, value, fail)
}

func (t *table) decodeElastic(on law.StrainMask, path string, value any, fail func(path, format string, args ...any),
	more ...reflect.StructField) (v reflect.Value, ok bool) {
	table, isTable := value.(map[string]any)
	if !isTable {
		fail(path, "expected a table")
		return v, false
	}
	elastic := chosen(law.Elasticity, table).Zero
	if v, ok = read(law.File(law.Membrane, []law.Law{elastic},
		append([]reflect.StructField{sourceField, lawField(law.Elasticity, on)}, more...)...), path, table, fail); ok {
		t.sourced(path, v, fail)
		t.Laws.Elastic = law.FromFile(elastic, v)
		checkLaw(law.Membrane, path, t.Laws.Elastic, fail)
	}
	return v, ok
}

// EncodeValue implements param.Valuer.
func (t *AreaTable) EncodeValue() any { return t.encodeElastic() }

// EncodeValue implements param.Valuer.
func (t *DiagonalTable) EncodeValue() any { return t.encodeElastic() }

func (t *table) encodeElastic() map[string]any {
	table := map[string]any{"source": t.Source}
	putLaw(table, law.Membrane, law.Elasticity, t.Laws.Elastic)
	return table
}

// Table implements param.Tabler.
func (*AreaTable) Table() reflect.Type { return elasticKeys(law.Areas) }

// Table implements param.Tabler.
func (*DiagonalTable) Table() reflect.Type { return elasticKeys(law.Diagonals) }

func elasticKeys(on law.StrainMask, more ...reflect.StructField) reflect.Type {
	return keysOf(on, append([]reflect.StructField{sourceField, lawField(law.Elasticity, on)}, more...), law.Elasticity)
}
