package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// object is JSON being written.
type object = map[string]any

// gltfWriter puts a file together: each call adds an accessor with a view of its own.
type gltfWriter struct {
	bin       bytes.Buffer
	views     []any
	accessors []any
}

func (w *gltfWriter) view(data any) int {
	for w.bin.Len()%4 != 0 {
		w.bin.WriteByte(0)
	}
	at := w.bin.Len()
	if err := binary.Write(&w.bin, binary.LittleEndian, data); err != nil {
		panic(err)
	}
	w.views = append(w.views, object{"buffer": 0, "byteOffset": at, "byteLength": w.bin.Len() - at})
	return len(w.views) - 1
}

// add adds an accessor of a type over data; more are further keys.
func (w *gltfWriter) add(kind string, data any, more object) int {
	count := binary.Size(data)
	a := object{"bufferView": w.view(data), "type": kind}
	switch data.(type) {
	case []int8:
		a["componentType"] = 5120
	case []uint8:
		a["componentType"] = 5121
	case []int16:
		a["componentType"], count = 5122, count/2
	case []uint16:
		a["componentType"], count = 5123, count/2
	case []uint32:
		a["componentType"], count = 5125, count/4
	case []float32:
		a["componentType"], count = 5126, count/4
	}
	a["count"] = count / gltfWidths[kind]
	for k, v := range more {
		a[k] = v
	}
	w.accessors = append(w.accessors, a)
	return len(w.accessors) - 1
}

// files writes the JSON with its buffer in the three ways that there are; beside holds the third's.
func (w *gltfWriter) files(doc object) (glb, embedded, text, beside []byte) {
	doc["asset"] = object{"version": "2.0"}
	doc["bufferViews"], doc["accessors"] = w.views, w.accessors
	encode := func(buffer object) []byte {
		buffer["byteLength"] = w.bin.Len()
		doc["buffers"] = []any{buffer}
		b, err := json.Marshal(doc)
		if err != nil {
			panic(err)
		}
		return b
	}
	embedded = encode(object{"uri": "data:application/octet-stream;base64," +
		base64.StdEncoding.EncodeToString(w.bin.Bytes())})
	text = encode(object{"uri": "a%20buffer.bin"})
	js, bin := encode(object{}), bytes.Clone(w.bin.Bytes())
	for len(js)%4 != 0 {
		js = append(js, ' ')
	}
	for len(bin)%4 != 0 {
		bin = append(bin, 0)
	}
	for _, v := range []any{uint32(glbMagic), uint32(2), uint32(28 + len(js) + len(bin)), uint32(len(js)),
		uint32(glbJSON)} {
		glb, _ = binary.Append(glb, binary.LittleEndian, v)
	}
	glb = append(glb, js...)
	glb, _ = binary.Append(glb, binary.LittleEndian, []uint32{uint32(len(bin)), glbBin})
	return append(glb, bin...), embedded, text, w.bin.Bytes()
}

func readBytes(b, beside []byte) (*File, error) {
	return Read(bytes.NewReader(b), int64(len(b)), "x.gltf", func(name string) (io.ReaderAt, int64, error) {
		if name != "a buffer.bin" || beside == nil {
			return nil, 0, fmt.Errorf("%s: no such file", name)
		}
		return bytes.NewReader(beside), int64(len(beside)), nil
	})
}

// strip is a strip of two quads on two joints that stand above one another, with all that is read of a file.
func strip() (*gltfWriter, object) {
	w := &gltfWriter{}
	x := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0}
	prim := object{
		"attributes": object{
			"POSITION": w.add("VEC3", x, object{"min": []any{0, 0, 0}, "max": []any{1, 2, 0}}),
			"TEXCOORD_0": w.add("VEC2", []uint16{0, 0, 65535, 0, 0, 32767, 65535, 32767, 0, 65535, 65535, 65535},
				object{"normalized": true}),
			"JOINTS_0": w.add("VEC4", []uint8{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, nil),
			"WEIGHTS_0": w.add("VEC4", []uint8{255, 0, 0, 0, 255, 0, 0, 0, 51, 204, 0, 0, 51, 204, 0, 0, 255, 0, 0, 0, 255, 0, 0,
				0},
				object{"normalized": true}),
		},
		"indices":  w.add("SCALAR", []uint8{0, 1, 2, 3, 4, 5}, nil),
		"mode":     5,
		"material": 0,
		// The second vertex moves by (0, 0, 3), and the last one by (1, 0, 0).
		"targets": []any{object{"POSITION": w.sparse(6, []uint16{1, 5}, []float32{0, 0, 3, 1, 0, 0})}},
	}
	bind := []float32{
		1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
		1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,
	}
	times := func(t ...float32) int {
		return w.add("SCALAR", t, object{"min": []any{t[0]}, "max": []any{t[len(t)-1]}})
	}
	s := float32(math.Sqrt(.5))
	doc := object{
		"scene":  0,
		"scenes": []any{object{"nodes": []any{2, 0}}},
		"nodes": []any{
			object{"name": "low", "children": []any{1}},
			object{"name": "high", "translation": []any{0, 1, 0}, "rotation": []any{0, 0, 1, 0}, "scale": []any{1, 2, 1}},
			object{"mesh": 0, "skin": 0, "weights": []any{.25}},
			object{"name": "not in the scene"},
		},
		"materials": []any{object{"name": "silk"}},
		"meshes":    []any{object{"name": "strip", "primitives": []any{prim}, "weights": []any{.5}}},
		"skins":     []any{object{"joints": []any{0, 1}, "inverseBindMatrices": w.add("MAT4", bind, nil)}},
		"animations": []any{
			object{"name": "wave", "samplers": []any{
				object{"input": times(0, 1), "output": w.add("VEC4", []int16{0, 0, 0, 32767, 0, 0, 32767, 0},
					object{"normalized": true})},
				object{"input": times(0, 2), "interpolation": "STEP", "output": w.add("VEC3", []float32{0, 1, 0, 0, 3, 0}, nil)},
				object{"input": times(.5, 1.5), "interpolation": "CUBICSPLINE", "output": w.add("SCALAR",
					[]float32{0, 1, 2, 3, 4, 0}, nil)},
			}, "channels": []any{
				object{"sampler": 0, "target": object{"node": 1, "path": "rotation"}},
				object{"sampler": 1, "target": object{"node": 0, "path": "translation"}},
				object{"sampler": 2, "target": object{"node": 2, "path": "weights"}},
				object{"sampler": 1, "target": object{"node": 3, "path": "scale"}},
				object{"sampler": 1, "target": object{"path": "scale"}},
			}},
			object{"samplers": []any{object{"input": times(0), "output": w.add("VEC4", []float32{0, 0, s, s}, nil)}},
				"channels": []any{object{"sampler": 0, "target": object{"node": 0, "path": "rotation"}}}},
		},
	}
	return w, doc
}

// sparse adds an accessor of n vectors that are zero but for a few.
func (w *gltfWriter) sparse(n int, at []uint16, with []float32) int {
	lo, hi := []any{0, 0, 0}, []any{1, 0, 3}
	w.accessors = append(w.accessors, object{
		"type": "VEC3", "componentType": 5126, "count": n, "min": lo, "max": hi,
		"sparse": object{"count": len(at), "indices": object{"bufferView": w.view(at), "componentType": 5123},
			"values": object{"bufferView": w.view(with)}},
	})
	return len(w.accessors) - 1
}

// The same file reads the same with its buffer in the binary file, in the text and beside it, and is
// what was written.
func TestRead(t *testing.T) {
	w, doc := strip()
	glb, embedded, text, beside := w.files(doc)
	if dir := os.Getenv("HYSTERON_WRITE_GLTF"); dir != "" { // for a validator
		for name, b := range map[string][]byte{"strip.glb": glb, "strip.gltf": embedded, "beside.gltf": text,
			"a buffer.bin": beside} {
			if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	one := r3.Vec{X: 1, Y: 1, Z: 1}
	id := [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
	node := func(n Node) Node {
		n.HasTRS, n.Local = true, gltfMatrix(n.T, n.R, n.S)
		return n
	}
	down := id
	down[13] = -1
	s := float64(float32(math.Sqrt(.5)))
	w51, w204, half := 51./255, 204./255, 32767./65535
	want := &File{
		Nodes: []Node{
			node(Node{Name: "node-2", Parent: -1, Mesh: 0, Skin: 0, Weights: []float64{.25}, R: quat.Number{Real: 1}, S: one}),
			node(Node{Name: "low", Parent: -1, Mesh: -1, Skin: -1, R: quat.Number{Real: 1}, S: one}),
			node(Node{Name: "high", Parent: 1, Mesh: -1, Skin: -1, T: r3.Vec{Y: 1}, R: quat.Number{Kmag: 1},
				S: r3.Vec{X: 1, Y: 2, Z: 1}}),
		},
		Meshes: []Mesh{{Name: "strip", Weights: []float64{.5}, Primitives: []Primitive{{
			Material:   "silk",
			X:          []r3.Vec{{}, {X: 1}, {Y: 1}, {X: 1, Y: 1}, {Y: 2}, {X: 1, Y: 2}},
			UV:         []r2.Vec{{}, {X: 1}, {Y: half}, {X: 1, Y: half}, {Y: 1}, {X: 1, Y: 1}},
			Targets:    [][]r3.Vec{{{}, {Z: 3}, {}, {}, {}, {X: 1}}},
			Influences: 4,
			Joint:      []int32{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
			Weight:     []float64{1, 0, 0, 0, 1, 0, 0, 0, w51, w204, 0, 0, w51, w204, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
			Tri:        [][3]int32{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 5, 4}},
		}}}},
		Skins: []Skin{{Joints: []int{1, 2}, InverseBind: [][16]float64{id, down}}},
		Animations: []Animation{
			{Name: "wave", Channels: []Channel{
				{Node: 2, Path: Rotation, Times: []float64{0, 1}, Values: []float64{0, 0, 0, 1, 0, 0, 1, 0}, Width: 4},
				{Node: 1, Path: Translation, Interpolation: Step, Times: []float64{0, 2}, Values: []float64{0, 1, 0, 0, 3, 0},
					Width: 3},
				{Node: 0, Path: Weights, Interpolation: Cubic, Times: []float64{.5, 1.5}, Values: []float64{0, 1, 2, 3, 4, 0},
					Width: 1},
			}},
			{Name: "animation-1", Channels: []Channel{{Node: 1, Path: Rotation, Times: []float64{0}, Values: []float64{0, 0, s,
				s}, Width: 4}}},
		},
	}
	for name, b := range map[string][]byte{"glb": glb, "embedded": embedded, "beside": text} {
		g, err := readBytes(b, beside)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(want, g); d != "" {
			t.Errorf("%s (-want +got)\n%s", name, d)
		}
	}
}

// Every component type gives the numbers that the format says, also with other data in between.
func TestComponents(t *testing.T) {
	for _, c := range []struct {
		data       any
		normalized bool
		want       []float64
	}{
		{[]int8{-128, -127, 64}, true, []float64{-1, -1, 64. / 127}},
		{[]int8{-128, 5, 64}, false, []float64{-128, 5, 64}},
		{[]uint8{0, 51, 255}, true, []float64{0, .2, 1}},
		{[]int16{-32768, 32767, 1}, true, []float64{-1, 1, 1. / 32767}},
		{[]uint16{0, 13107, 65535}, true, []float64{0, .2, 1}},
		{[]uint16{0, 13107, 65535}, false, []float64{0, 13107, 65535}},
		{[]uint32{0, 7, 4294967295}, false, []float64{0, 7, 4294967295}},
		{[]float32{-1.5, 0, 2.25}, false, []float64{-1.5, 0, 2.25}},
	} {
		w := &gltfWriter{}
		w.add("SCALAR", c.data, object{"normalized": c.normalized})
		_, embedded, _, _ := w.files(object{})
		p := &gltfReader{numbers: 100}
		if err := p.open(bytes.NewReader(embedded), int64(len(embedded))); err != nil {
			t.Fatal(err)
		}
		got, _, err := p.accessor(0, "numbers", "SCALAR")
		if d := cmp.Diff(c.want, got); err != nil || d != "" {
			t.Errorf("%T, normalised %v: %v\n%s", c.data, c.normalized, err, d)
		}
	}
	// Two interleaved streams of 1, 2, 3 and 10, 20, 30; matrices whose columns are padded to 4 bytes.
	w := &gltfWriter{}
	w.view([]uint16{1, 10, 2, 20, 3, 30})
	w.views[0].(object)["byteStride"] = 4
	w.accessors = append(w.accessors, object{"bufferView": 0, "byteOffset": 2, "componentType": 5123, "count": 3,
		"type": "SCALAR"})
	w.add("MAT3", []uint8{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0}, object{"count": 1})
	_, embedded, _, _ := w.files(object{})
	p := &gltfReader{numbers: 100}
	if err := p.open(bytes.NewReader(embedded), int64(len(embedded))); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float64{{10, 20, 30}, {1, 2, 3, 4, 5, 6, 7, 8, 9}} {
		if got, _, err := p.accessor(i, "numbers", "SCALAR", "MAT3"); err != nil || !cmp.Equal(got, want) {
			t.Errorf("accessor %d is %v, expected %v: %v", i, got, want, err)
		}
	}
}

// Wrong files are refused with an error that says what and where.
func TestErrors(t *testing.T) {
	change := func(edit func(w *gltfWriter, doc object)) []byte {
		w, doc := strip()
		edit(w, doc)
		glb, _, _, _ := w.files(doc)
		return glb
	}
	list := func(doc object, key string, i int) object { return doc[key].([]any)[i].(object) }
	prim := func(doc object) object { return list(list(doc, "meshes", 0), "primitives", 0) }
	whole := change(func(*gltfWriter, object) {})
	version := bytes.Clone(whole)
	version[4] = 1
	for _, c := range []struct {
		name string
		data []byte
		word string
	}{
		{"empty", nil, "expected a glTF 2.0 file"},
		{"other text", []byte("solid\n"), "expected a glTF 2.0 file"},
		{"cut header", whole[:10], "byte 10: file ends"},
		{"cut", whole[:len(whole)-4], "file ends: expected"},
		{"version 1", version, "GLB version is 1"},
		{"JSON syntax", []byte(`{"asset":{"version":"2.0"},]`), "byte 28"},
		{"JSON type", []byte(`{"asset":{"version":"2.0"},"nodes":[{"mesh":"body"}]}`), "nodes.mesh is a string: expected int"},
		{"asset version", []byte(`{"asset":{"version":"1.0"}}`), `asset.version is "1.0"`},
		{"compressed", []byte(`{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"]}`), "KHR_draco_mesh_compression"},
		{"two parents", change(func(_ *gltfWriter, d object) {
			list(d, "nodes", 3)["children"] = []any{1}
		}), "nodes[3]: child 1"},
		{"cycle", change(func(_ *gltfWriter, d object) {
			list(d, "nodes", 1)["children"] = []any{0}
		}), "scenes[0]: node 0: expected a root"},
		{"no scene", change(func(_ *gltfWriter, d object) { d["scene"] = 3 }), "scene 3, the file has 1"},
		{"no mesh", change(func(_ *gltfWriter, d object) {
			list(d, "nodes", 0)["mesh"] = 9
		}), "nodes[0]: mesh 9, the file has 1"},
		{"zero rotation", change(func(_ *gltfWriter, d object) {
			list(d, "nodes", 1)["rotation"] = []any{0, 0, 0, 0}
		}), "nodes[1]: rotation (0, 0, 0, 0)"},
		{"short matrix", change(func(_ *gltfWriter, d object) {
			list(d, "nodes", 0)["matrix"] = []any{1}
		}), "matrix has 1 numbers: expected 16"},
		{"accessor", change(func(_ *gltfWriter, d object) {
			prim(d)["indices"] = 99
		}), "meshes[0].primitives[0]: indices: accessor 99: out of range"},
		{"index", change(func(w *gltfWriter, _ object) {
			w.bin.Bytes()[w.views[4].(object)["byteOffset"].(int)] = 6
		}), "index 0 is 6: expected 0..5"},
		{"joint", change(func(_ *gltfWriter, d object) {
			list(d, "skins", 0)["joints"] = []any{0}
		}), "vertex 2 has joint 1, the skin has 1"},
		{"no position", change(func(_ *gltfWriter, d object) {
			delete(prim(d)["attributes"].(object), "POSITION")
		}), "no POSITION"},
		{"weights without joints", change(func(_ *gltfWriter, d object) {
			delete(prim(d)["attributes"].(object), "JOINTS_0")
		}), "only one of JOINTS and WEIGHTS"},
		{"bad count", change(func(w *gltfWriter, _ object) {
			w.accessors[0].(object)["count"] = 7
		}), "POSITION: accessor 0: 7 elements"},
		{"huge count", change(func(w *gltfWriter, _ object) {
			w.accessors[0].(object)["count"] = int64(1) << 60
		}), "elements: expected at most"},
		{"negative count", change(func(w *gltfWriter, _ object) { w.accessors[0].(object)["count"] = -7 }), "-7 elements"},
		{"component", change(func(w *gltfWriter, _ object) {
			w.accessors[0].(object)["componentType"] = 5124
		}), "component type is 5124"},
		{"view", change(func(w *gltfWriter, _ object) {
			w.views[0].(object)["byteOffset"] = 1 << 30
		}), "buffer view 0 ends at byte"},
		{"far", change(func(w *gltfWriter, _ object) {
			copy(w.bin.Bytes(), []byte{0, 0, 0, 0x7f})
		}), "element 0 has 1.7014118346046923e+38: expected at most 1e+12"},
		{"NaN", change(func(w *gltfWriter, _ object) { copy(w.bin.Bytes(), []byte{0, 0, 0xc0, 0x7f}) }), "element 0 is NaN"},
		{"times", change(func(w *gltfWriter, d object) {
			list(list(d, "animations", 0), "samplers", 0)["input"] = w.add("SCALAR", []float32{1, 1}, nil)
		}), "animations[0].channels[0]: time 1 is 1 s"},
		{"keys", change(func(w *gltfWriter, d object) {
			list(list(d, "animations", 0), "samplers", 0)["interpolation"] = "CUBICSPLINE"
		}), "8 numbers for 2 keys: expected 24"},
		{"interpolation", change(func(w *gltfWriter, d object) {
			list(list(d, "animations", 0), "samplers", 0)["interpolation"] = "BEZIER"
		}), `"BEZIER"`},
	} {
		g, err := readBytes(c.data, nil)
		if err == nil || !strings.Contains(err.Error(), c.word) || !strings.HasPrefix(err.Error(), "x.gltf: ") {
			t.Errorf("%s: %v, %v; expected an error with %q", c.name, g != nil, err, c.word)
		}
	}
	w, doc := strip()
	_, _, text, beside := w.files(doc)
	for name, c := range map[string][2]any{
		"missing": {text, "a buffer.bin: no such file"},
		"outside": {bytes.Replace(text, []byte("a%20buffer.bin"), []byte("..%2fsecret"), 1), "same folder or below"},
		"remote":  {bytes.Replace(text, []byte("a%20buffer.bin"), []byte("/etc/passwd"), 1), "same folder or below"},
	} {
		if _, err := readBytes(c[0].([]byte), nil); err == nil || !strings.Contains(err.Error(), c[1].(string)) {
			t.Errorf("%s: %v; expected %q", name, err, c[1])
		}
	}
	if _, err := readBytes(text, beside[:len(beside)-1]); err == nil || !strings.Contains(err.Error(), "expected "+
		fmt.Sprint(len(beside))) {
		t.Errorf("short buffer: %v", err)
	}
}

// A small file cannot make the reader take much memory by using large data many times over.
func TestAmplified(t *testing.T) {
	w := &gltfWriter{}
	at := w.sparse(formats.MaxVertices, []uint16{1}, []float32{1, 2, 3})
	prims := []any{}
	for range 100 {
		prims = append(prims, object{"attributes": object{"POSITION": at}})
	}
	_, embedded, _, _ := w.files(object{"nodes": []any{object{"mesh": 0}}, "meshes": []any{object{"primitives": prims}}})
	defer func(n int64) { budget = n }(budget)
	budget = 4 * formats.MaxVertices // three for what is decoded, and one too few for the first copy
	if _, err := readBytes(embedded, nil); err == nil || !strings.Contains(err.Error(), "numbers in the file") {
		t.Errorf("%v; expected a bound", err)
	}
}

func FuzzRead(f *testing.F) {
	w, doc := strip()
	glb, embedded, text, beside := w.files(doc)
	for _, b := range [][]byte{glb, embedded, text, glb[:len(glb)/2], []byte(`{"asset":{"version":"2.0"}}`)} {
		f.Add(b)
	}
	defer func(n int64) { budget = n }(budget)
	budget = 1 << 22
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := readBytes(b, beside)
		if err != nil {
			return
		}
		for i, n := range g.Nodes {
			if n.Parent >= i || n.Mesh >= len(g.Meshes) || n.Skin >= len(g.Skins) {
				t.Fatalf("node %d: %+v", i, n)
			}
		}
		for _, m := range g.Meshes {
			for _, p := range m.Primitives {
				for _, tri := range p.Tri {
					for _, v := range tri {
						if v < 0 || int(v) >= len(p.X) {
							t.Fatalf("corner %d of %d vertices", v, len(p.X))
						}
					}
				}
			}
		}
		for _, a := range g.Animations {
			for _, c := range a.Channels {
				if c.Node < 0 || c.Node >= len(g.Nodes) || len(c.Times) == 0 || len(c.Values)%(len(c.Times)*c.Width) != 0 {
					t.Fatalf("channel %+v", c)
				}
			}
		}
	})
}

// Files from elsewhere read completely.
func TestOutside(t *testing.T) {
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED: HYSTERON_DATA is not set: characters from other programs are not tested")
	}
	for _, c := range []struct {
		file                                  string
		nodes, vertices, tri, joints, numClip int
		clip                                  string
	}{
		{"bodies/makehuman/mh_neutral_fit_walk.glb", 32, 13380, 26756, 31, 1, "walk_in_place"},
		{"characters/RiggedFigure.glb", 22, 370, 256, 19, 1, "animation-0"},
		{"characters/robot.glb", 58, 7218, 3238, 43, 14, "Robot_Dance"},
		{"characters/SimpleSkin.gltf", 3, 10, 8, 2, 1, "animation-0"},
	} {
		g, err := Open(filepath.Join(data, c.file))
		if err != nil {
			t.Error(err)
			continue
		}
		vertices, tri := 0, 0
		for _, m := range g.Meshes {
			for _, p := range m.Primitives {
				vertices, tri = vertices+len(p.X), tri+len(p.Tri)
			}
		}
		if len(g.Nodes) != c.nodes || vertices != c.vertices || tri != c.tri || len(g.Skins[0].Joints) != c.joints ||
			len(g.Animations) != c.numClip || g.Animations[0].Name != c.clip {
			t.Errorf("%s: %d nodes, %d vertices, %d triangles, %d joints, %d clips, the first %q; want %+v", c.file,
				len(g.Nodes), vertices, tri, len(g.Skins[0].Joints), len(g.Animations), g.Animations[0].Name, c)
		}
	}
}

// Files with a few wrong, missing and doubled bytes are read or refused, and nothing else.
func TestCorrupt(t *testing.T) {
	w, doc := strip()
	glb, embedded, text, beside := w.files(doc)
	defer func(n int64) { budget = n }(budget)
	budget = 1 << 20
	rng := rand.New(rand.NewPCG(1, 1))
	refused := 0
	const rounds = 3000
	for i := range rounds {
		b := bytes.Clone([][]byte{glb, embedded, text}[i%3])
		for range 1 + rng.IntN(4) {
			b[rng.IntN(len(b))] = byte(rng.IntN(256))
			if k := rng.IntN(len(b)); rng.IntN(3) == 0 {
				b = append(b[:k], b[min(len(b), max(0, k-4+rng.IntN(9))):]...)
			}
		}
		if _, err := readBytes(b, beside); err != nil {
			refused++
		}
	}
	if refused < rounds/2 || refused == rounds {
		t.Errorf("%d of %d were refused", refused, rounds)
	}
}

// Characters of VRM are glTF, by another ending.
func TestIs(t *testing.T) {
	for name, want := range map[string]bool{"a.glb": true, "b.GLTF": true, "c.vrm": true, "d.obj": false} {
		if Is(name) != want {
			t.Errorf("%s: %v, want %v", name, Is(name), want)
		}
	}
}
