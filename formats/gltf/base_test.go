package gltf

import (
	"bytes"
	"encoding/json"
	"testing"
)

// A primitive has the base colour of its material without anything else being read, within 0 and 1, unless an image or
// nothing gives it.
func TestBaseColour(t *testing.T) {
	for pbr, want := range map[string]*[3]float64{
		`{"baseColorFactor": [0.5, 0.25, 0, 1]}`: {.5, .25, 0},
		`{"baseColorFactor": [2, -1, 0.125, 0]}`: {1, 0, .125},
		`{"baseColorFactor": [0.5, 0.25]}`:       nil,
		`{}`:                                     nil,
		`{"baseColorFactor": [0.5, 0.25, 0, 1], "baseColorTexture": {"index": 999}}`: nil,
	} {
		w, doc := strip()
		doc["materials"] = []any{object{"name": "silk", "pbrMetallicRoughness": json.RawMessage(pbr)}}
		glb, _, _, _ := w.files(doc)
		g, err := Read(bytes.NewReader(glb), int64(len(glb)), "x.glb", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Meshes[0].Primitives[0].Base; (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("%s: base colour %v, expected %v", pbr, got, want)
		}
	}
}
