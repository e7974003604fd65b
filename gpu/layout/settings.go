package layout

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// SettingsMember is a setting in kernels: a field of step.Settings with a tag gl that has its GLSL name.
type SettingsMember struct {
	Name   string
	vector bool
	Offset int // in the block [bytes]
	index  []int
}

// SettingsMembers lists the settings in std140 layout, vectors first, and returns the size of the block.
func SettingsMembers() (list []SettingsMember, size int) {
	var walk func(t reflect.Type, index []int)
	walk = func(t reflect.Type, index []int) {
		for i := range t.NumField() {
			f := t.Field(i)
			at := append(append([]int{}, index...), i)
			switch name := f.Tag.Get("gl"); {
			case name != "":
				list = append(list, SettingsMember{Name: name, vector: f.Type == reflect.TypeFor[r3.Vec](), index: at})
			case f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[r3.Vec]():
				walk(f.Type, at)
			}
		}
	}
	walk(reflect.TypeFor[step.Settings](), nil)
	sort.SliceStable(list, func(i, j int) bool { return list[i].vector && !list[j].vector })
	for i := range list {
		list[i].Offset = size
		if size += 4; list[i].vector {
			size += 12
		}
	}
	return list, (size + 15) / 16 * 16
}

// SettingsText declares the uniform block Settings.
func SettingsText() string {
	var b strings.Builder
	b.WriteString("// The settings that kernels know, made from the tags gl of step.Settings.\nlayout(std140) uniform " +
		"Settings {\n")
	list, _ := SettingsMembers()
	for _, m := range list {
		fmt.Fprintf(&b, "    %s %s;\n", map[bool]string{true: "vec4", false: "float"}[m.vector], m.Name)
	}
	b.WriteString("};\n")
	return b.String()
}

// PackSettings returns the data of the block.
func PackSettings(set *step.Settings) []byte {
	list, size := SettingsMembers()
	data, v := make([]byte, size), reflect.ValueOf(set).Elem()
	for _, m := range list {
		f := v.FieldByIndex(m.index)
		values := []float64{0}
		if m.vector {
			q := f.Interface().(r3.Vec)
			values = []float64{q.X, q.Y, q.Z}
		} else {
			values[0] = f.Float()
		}
		for i, x := range values {
			binary.NativeEndian.PutUint32(data[m.Offset+4*i:], math.Float32bits(float32(x)))
		}
	}
	return data
}
