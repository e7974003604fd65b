package formats

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// mostMorphs is the largest number of frames of a glTF file: each is a morph target of its own.
const mostMorphs = 300

// WriteGLB writes a short sequence as binary glTF 2.0: a mesh per shape, a morph target with positions and normals per
// frame after the first, and an animation from each to the next. glTF is Y-up and in metres.
func WriteGLB(w io.Writer, s *Sequence) error {
	if err := s.check(); err != nil {
		return err
	}
	if s.Frames > mostMorphs {
		return fmt.Errorf("%d frames: expected at most %d, since each is a morph target in glTF; choose fewer by --first "+
			"and --last", s.Frames, mostMorphs)
	}
	if s.UpAxis != "y" {
		return fmt.Errorf("up axis %q: glTF is Y-up", s.UpAxis)
	}
	g := &glbWriter{seq: s}
	g.doc = map[string]any{"scene": 0}
	if err := g.plan(); err != nil {
		return err
	}
	return g.write(w)
}

// glbWriter plans the single buffer first, since its description comes before it, and then fills it.
type glbWriter struct {
	seq       *Sequence
	doc       map[string]any
	views     []map[string]any
	accessors []map[string]any
	images    []map[string]any
	textures  []map[string]any
	shown     map[*Image]int
	bytes     int
	fill      []func(b *bufio.Writer) error // in the order of the buffer
	data      [4]byte
}

// Component and buffer types of glTF.
const (
	glFloat, glUint       = 5126, 5125
	glVertices, glIndices = 34962, 34963
)

// accessor plans count elements of a type and returns its index; target 0: none.
func (g *glbWriter) accessor(kind string, component, count, words, target int, more map[string]any,
	fill func(b *bufio.Writer) error) int {
	view := map[string]any{"buffer": 0, "byteOffset": g.bytes, "byteLength": 4 * words * count}
	if target != 0 {
		view["target"] = target
	}
	a := map[string]any{"bufferView": len(g.views), "componentType": component, "count": count, "type": kind}
	for k, v := range more {
		a[k] = v
	}
	g.views, g.accessors = append(g.views, view), append(g.accessors, a)
	g.bytes += 4 * words * count
	g.fill = append(g.fill, fill)
	return len(g.accessors) - 1
}

func (g *glbWriter) plan() error {
	var nodes, meshes, materials, channels, samplers []map[string]any
	var roots []int
	times := g.times()
	for k, p := range g.seq.Shapes {
		mesh, err := g.mesh(p, len(materials))
		if err != nil {
			return err
		}
		meshes = append(meshes, mesh)
		for _, m := range p.looks() {
			pbr := map[string]any{"baseColorFactor": []float64{m.Colour[0], m.Colour[1], m.Colour[2], 1}, "metallicFactor": 0,
				"roughnessFactor": 0.8}
			if m.Image != nil {
				pbr["baseColorTexture"] = map[string]any{"index": g.texture(m.Image)}
			}
			materials = append(materials, map[string]any{"name": m.Name, "doubleSided": true, "pbrMetallicRoughness": pbr})
		}
		nodes, roots = append(nodes, map[string]any{"name": p.Name, "mesh": k}), append(roots, k)
		if g.seq.Frames > 1 {
			samplers = append(samplers, map[string]any{"input": times, "output": g.weights(), "interpolation": "LINEAR"})
			channels = append(channels, map[string]any{"sampler": k, "target": map[string]any{"node": k, "path": "weights"}})
		}
	}
	g.doc["scenes"] = []map[string]any{{"nodes": roots}}
	g.doc["nodes"], g.doc["meshes"], g.doc["materials"] = nodes, meshes, materials
	if channels != nil {
		g.doc["animations"] = []map[string]any{{"name": "run", "channels": channels, "samplers": samplers}}
	}
	if g.images != nil {
		g.doc["images"], g.doc["textures"] = g.images, g.textures
	}
	g.doc["accessors"], g.doc["bufferViews"] = g.accessors, g.views
	g.doc["buffers"] = []map[string]any{{"byteLength": g.bytes}}
	return nil
}

// times plans the times of the frames [s].
func (g *glbWriter) times() int {
	last := float64(float32(float64(g.seq.Frames-1) / g.seq.FPS))
	return g.accessor("SCALAR", glFloat, g.seq.Frames, 1, 0, map[string]any{"min": []float64{0}, "max": []float64{last}},
		func(b *bufio.Writer) error {
			for i := range g.seq.Frames {
				g.float(b, float64(i)/g.seq.FPS)
			}
			return nil
		})
}

// weights plans the weights of the targets at each frame: none at the first.
func (g *glbWriter) weights() int {
	n := g.seq.Frames
	return g.accessor("SCALAR", glFloat, n*(n-1), 1, 0, nil, func(b *bufio.Writer) error {
		for i := range n {
			for k := 1; k < n; k++ {
				if k == i {
					g.float(b, 1)
				} else {
					g.float(b, 0)
				}
			}
		}
		return nil
	})
}

// mesh plans a shape. Positions of targets are differences from the first frame, whose bounds must be known in advance,
// so that all frames are read twice.
func (g *glbWriter) mesh(p *Shape, material int) (map[string]any, error) {
	tri, from, uv := p.split()
	first := make([]r3.Vec, p.Points)
	bounds := make([][2][3]float64, g.seq.Frames)
	err := p.frames(g.seq.Frames, func(i int, x []r3.Vec) error {
		if i == 0 {
			copy(first, x)
		}
		bounds[i] = boundsOf(x, first, i)
		return nil
	})
	if err != nil {
		return nil, err
	}
	normals := make([]r3.Vec, p.Points)
	p.normals(first, normals)
	vectors := func(v []r3.Vec) func(b *bufio.Writer) error {
		return func(b *bufio.Writer) error {
			for _, k := range from {
				g.vector(b, v[k])
			}
			return nil
		}
	}
	limits := func(i int) map[string]any { return map[string]any{"min": bounds[i][0], "max": bounds[i][1]} }
	attributes := map[string]any{
		"POSITION": g.accessor("VEC3", glFloat, len(from), 3, glVertices, limits(0), vectors(first)),
		"NORMAL":   g.accessor("VEC3", glFloat, len(from), 3, glVertices, nil, vectors(normals)),
	}
	if p.UV != nil {
		attributes["TEXCOORD_0"] = g.accessor("VEC2", glFloat, len(from), 2, glVertices, nil, func(b *bufio.Writer) error {
			for _, t := range uv {
				g.float(b, t.X)
				g.float(b, 1-t.Y) // the origin is at the upper left
			}
			return nil
		})
	}
	var primitives []map[string]any // one per material
	for k := range p.looks() {
		of := tri
		if p.Material != nil {
			of = nil
			for i, t := range tri {
				if p.Material[i] == p.used()[k] {
					of = append(of, t)
				}
			}
		}
		indices := g.accessor("SCALAR", glUint, 3*len(of), 1, glIndices, nil, func(b *bufio.Writer) error {
			for _, t := range of {
				for _, v := range t {
					g.word(b, v)
				}
			}
			return nil
		})
		primitives = append(primitives, map[string]any{"attributes": attributes, "indices": indices, "material": material +
			k})
	}
	mesh := map[string]any{"name": p.Name, "primitives": primitives}
	if g.seq.Frames == 1 {
		return mesh, nil
	}
	var targets []map[string]any
	x, d := make([]r3.Vec, p.Points), make([]r3.Vec, p.Points)
	for i := 1; i < g.seq.Frames; i++ {
		position := g.accessor("VEC3", glFloat, len(from), 3, glVertices, limits(i), func(b *bufio.Writer) error {
			if err := p.Read(i, x); err != nil {
				return err
			}
			for k := range x {
				d[k] = r3.Sub(x[k], first[k])
			}
			return vectors(d)(b)
		})
		normal := g.accessor("VEC3", glFloat, len(from), 3, glVertices, nil, func(b *bufio.Writer) error {
			p.normals(x, d) // of the frame just read
			for k := range d {
				d[k] = r3.Sub(d[k], normals[k])
			}
			return vectors(d)(b)
		})
		targets = append(targets, map[string]any{"POSITION": position, "NORMAL": normal})
	}
	for _, primitive := range primitives {
		primitive["targets"] = targets
	}
	mesh["weights"] = make([]float64, len(targets))
	return mesh, nil
}

// texture plans an image, once, and returns the index of its texture.
func (g *glbWriter) texture(m *Image) int {
	if k, ok := g.shown[m]; ok {
		return k
	}
	kind := map[string]string{".png": "image/png", ".jpg": "image/jpeg"}[m.Kind()]
	size := (len(m.Data) + 3) &^ 3
	g.images = append(g.images, map[string]any{"bufferView": len(g.views), "mimeType": kind, "name": m.Name})
	g.textures = append(g.textures, map[string]any{"source": len(g.images) - 1})
	g.views = append(g.views, map[string]any{"buffer": 0, "byteOffset": g.bytes, "byteLength": len(m.Data)})
	g.bytes += size
	g.fill = append(g.fill, func(b *bufio.Writer) error {
		b.Write(m.Data)
		_, err := b.Write(make([]byte, size-len(m.Data)))
		return err
	})
	if g.shown == nil {
		g.shown = map[*Image]int{}
	}
	g.shown[m] = len(g.textures) - 1
	return g.shown[m]
}

// boundsOf returns the bounds of positions, of later frames of their differences from the first, in float32 as stored.
func boundsOf(x, first []r3.Vec, i int) (b [2][3]float64) {
	for a := range 3 {
		b[0][a], b[1][a] = math.Inf(1), math.Inf(-1)
	}
	for k, v := range x {
		if i > 0 {
			v = r3.Sub(v, first[k])
		}
		for a, c := range [3]float64{v.X, v.Y, v.Z} {
			c = float64(float32(c))
			b[0][a], b[1][a] = min(b[0][a], c), max(b[1][a], c)
		}
	}
	return b
}

func (g *glbWriter) vector(b *bufio.Writer, v r3.Vec) {
	g.float(b, v.X)
	g.float(b, v.Y)
	g.float(b, v.Z)
}

func (g *glbWriter) float(b *bufio.Writer, f float64) { g.word(b, math.Float32bits(float32(f))) }

func (g *glbWriter) word(b *bufio.Writer, v uint32) {
	binary.LittleEndian.PutUint32(g.data[:], v)
	b.Write(g.data[:])
}

// write writes header, description and buffer.
func (g *glbWriter) write(w io.Writer) error {
	text, err := json.Marshal(g.doc)
	if err != nil {
		return err
	}
	text = append([]byte(glbAsset), text[1:]...)
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	total := 12 + 8 + len(text) + 8 + g.bytes
	if total > math.MaxUint32 {
		return fmt.Errorf("a glTF file of %d bytes: expected at most 4 GiB; choose fewer frames by --first and --last", total)
	}
	b := bufio.NewWriterSize(w, 1<<16)
	for _, v := range []uint32{0x46546C67, 2, uint32(total), uint32(len(text)), 0x4E4F534A} {
		g.word(b, v)
	}
	b.Write(text)
	g.word(b, uint32(g.bytes))
	g.word(b, 0x004E4942)
	for _, fill := range g.fill {
		if err := fill(b); err != nil {
			return err
		}
	}
	return b.Flush()
}
