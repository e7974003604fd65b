package gltf

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
)

// Many clips of one name get names of their own in a time that grows as their number: by trying all names that are
// taken these would take minutes.
func TestManyClipsOfOneName(t *testing.T) {
	const n = 40_000
	var b []byte
	for _, v := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1} { // three corners, two times
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	clip := `{"name":"walk","channels":[],"samplers":[]},`
	text := fmt.Sprintf(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],`+
		`"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}],"bufferViews":[{"buffer":0,"byteLength":36}],`+
		`"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"animations":[{"name":"walk-1"},%s]}`,
		len(b), base64.StdEncoding.EncodeToString(b), strings.TrimSuffix(strings.Repeat(clip, n), ","))
	g, err := Read(strings.NewReader(text), int64(len(text)), "many.gltf", nil)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, a := range g.Animations {
		names[a.Name] = true
	}
	if len(names) != n+1 || !names["walk"] || !names["walk-2"] || !names["walk-1"] {
		t.Errorf("%d names of %d clips", len(names), n+1)
	}
}
