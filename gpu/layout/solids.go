package layout

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/law"
)

// solidsOf returns the laws of the deformation gradient in a model, and the texels of their parameters, which follow
// the law's number.
func solidsOf(m *cloth.Model) (used []*law.SolidKind, texels int) {
	for i := range law.SolidKinds {
		k := &law.SolidKinds[i]
		if slices.ContainsFunc(m.Strains[:], func(s cloth.Strains) bool {
			return slices.ContainsFunc(s.Solids, func(l law.Solid) bool { return reflect.TypeOf(l) == reflect.TypeOf(k.Zero) })
		}) {
			used, texels = append(used, k), max(texels, (reflect.TypeOf(k.Zero).NumField()+4)/4)
		}
	}
	return used, texels
}

// packSolids returns the parameter rows of laws.
func packSolids(laws []law.Solid, used []*law.SolidKind, texels int) (rows [][4]float32) {
	for _, l := range laws {
		row, v := make([][4]float32, texels), reflect.ValueOf(l)
		row[0][0] = float32(slices.IndexFunc(used, func(k *law.SolidKind) bool { return reflect.TypeOf(k.Zero) == v.Type() }))
		for i := range v.NumField() {
			row[(i+1)/4][(i+1)%4] = float32(v.Field(i).Float())
		}
		rows = append(rows, row...)
	}
	return rows
}

// solidText returns the GLSL text of the laws of a model's solids: structs of parameters, the twins, and functions that
// select among them by the number in the row.
func solidText(m *cloth.Model) string {
	used, texels := solidsOf(m)
	var structs, respond, change strings.Builder
	for i, k := range used {
		t := reflect.TypeOf(k.Zero)
		fields, values := "", []string{}
		for j := range t.NumField() {
			fields += fmt.Sprintf(" float %s;", LowerFirst(t.Field(j).Name))
			values = append(values, fmt.Sprintf("row[%d].%c", (j+1)/4, "xyzw"[(j+1)%4]))
		}
		fmt.Fprintf(&structs, "struct %s {%s };\n#include \"solid/%s.glsl\"\n", t.Name(), fields, k.Name)
		when := ""
		if len(used) > 1 {
			when = fmt.Sprintf("if (row[0].x == %d.0) ", i)
		}
		of := fmt.Sprintf("%s(%s)", t.Name(), strings.Join(values, ", "))
		fmt.Fprintf(&respond, "    %srespond(%s, f, r);\n", when, of)
		fmt.Fprintf(&change, "    %sreturn change(%s, f);\n", when, of)
	}
	load := ""
	if texels > 0 {
		load = fmt.Sprintf("    vec4 row[%d];\n    for (int i = 0; i < %[1]d; i++) row[i] = LOAD4(lawRows, at + i);\n",
			texels)
	}
	return fmt.Sprintf("// The laws of this model's solids, made from law.SolidKinds.\n%svoid respondSolid(int at, "+
		"Stretched f, inout Stretches r) {\n%s%s}\nfloat changeSolid(int at, Moved f) {\n%[2]s%[4]s    return 0.0;\n}\n",
		&structs, load, &respond, &change)
}
