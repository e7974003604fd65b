package gpu

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

// settingsMember is a setting that kernels know: a field of step.Settings with a tag gl, its name there.
type settingsMember struct {
	name   string
	vector bool
	offset int // in the block [bytes]
	index  []int
}

// settingsMembers lists them, vectors first, as the layout std140 has them, and the size of the block.
func settingsMembers() (list []settingsMember, size int) {
	var walk func(t reflect.Type, index []int)
	walk = func(t reflect.Type, index []int) {
		for i := range t.NumField() {
			f := t.Field(i)
			at := append(append([]int{}, index...), i)
			switch name := f.Tag.Get("gl"); {
			case name != "":
				list = append(list, settingsMember{name: name, vector: f.Type == reflect.TypeFor[r3.Vec](), index: at})
			case f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[r3.Vec]():
				walk(f.Type, at)
			}
		}
	}
	walk(reflect.TypeFor[step.Settings](), nil)
	sort.SliceStable(list, func(i, j int) bool { return list[i].vector && !list[j].vector })
	for i := range list {
		list[i].offset = size
		if size += 4; list[i].vector {
			size += 12
		}
	}
	return list, (size + 15) / 16 * 16
}

// settingsText declares the block.
func settingsText() string {
	var b strings.Builder
	b.WriteString("// The settings that kernels know, made from the tags gl of step.Settings.\nlayout(std140) uniform Settings {\n")
	list, _ := settingsMembers()
	for _, m := range list {
		fmt.Fprintf(&b, "    %s %s;\n", map[bool]string{true: "vec4", false: "float"}[m.vector], m.name)
	}
	b.WriteString("};\n")
	return b.String()
}

// packSettings is the block's data.
func packSettings(set *step.Settings) []byte {
	list, size := settingsMembers()
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
			binary.NativeEndian.PutUint32(data[m.offset+4*i:], math.Float32bits(float32(x)))
		}
	}
	return data
}
