package scenes

import (
	"fmt"
	"reflect"

	"hysteron/param"
	"hysteron/pattern/sewing"
)

// otherFiles are kinds of files that may be mistaken for scenes, with their use. Kinds whose type belongs to other
// packages are identified by a key.
var otherFiles = []struct {
	what, use string
	is        reflect.Type
	key       string
}{
	{"a fabric", "[[sheet]] or [[garment]] has fabric = %q", reflect.TypeFor[fabricFile](), ""},
	{"measured friction", "[[friction_pair]] has curves = %q", reflect.TypeFor[frictionFile](), ""},
	{"a sewing file", "[[garment]] has a drawing as its pattern and sewing = %q (hysteron new --pattern DRAWING writes " +
		"such a scene)", reflect.TypeFor[sewing.File](), ""},
	{"a sweep", "[[sheet]] or [[garment]] is simulated; hysteron sweep plan %q makes the scenes of a sweep", nil, "axis"},
}

// inScenes are tables that occur only in scenes. A file with one of them is a scene, whatever its faults.
var inScenes = []string{"sheet", "garment", "tube", "mesh", "solid", "rigid", "rope", "body"}

// otherFile returns an error if a file is of another kind than a scene: more of its top-level keys are known in that
// kind. It returns nil for scenes with faults.
func otherFile(d *param.Document) error {
	for _, key := range inScenes {
		if _, ok := d.Root[key]; ok {
			return nil
		}
	}
	known := func(t reflect.Type) (n int) {
		for _, f := range param.Of(t) {
			if _, ok := d.Root[f.Key]; ok {
				n++
			}
		}
		return n
	}
	most, use, what := known(reflect.TypeFor[Scene]()), "", ""
	for _, k := range otherFiles {
		n := 0
		if tables(d.Root[k.key]) {
			n = len(d.Root)
		}
		if k.is != nil {
			n = known(k.is)
		}
		if n > most {
			most, use, what = n, k.use, k.what
		}
	}
	if what == "" {
		return nil
	}
	return &param.InputError{File: d.File, Text: fmt.Sprintf("%s, not a scene: expected a scene, in which a "+use, what,
		d.File)}
}

// tables reports whether a value is a list of tables. A scene with `axis = "y"` is a misspelt up_axis.
func tables(v any) bool {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return false
	}
	_, ok = list[0].(map[string]any)
	return ok
}
