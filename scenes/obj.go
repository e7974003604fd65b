package scenes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/formats/gltf"
	"hysteron/garment"
	"hysteron/scenes/fitting"
)

// mesh adds cloth from a file with triangles.
func (b *builder) mesh(path string, m *Mesh) error {
	fabric, err := b.fabric(path, &m.Cloth)
	if err != nil {
		return err
	}
	o, err := b.readSurface(path, m.File)
	if err != nil {
		return err
	}
	if err := b.fits(path+".file", float64(len(o.X))); err != nil {
		return err
	}
	surface := garment.Surface{X: placed(o.X, m.UpAxis, m.Scale, m.Offset), Tri: slices.Clone(o.Tri)}
	uv, err := o.TextureUV()
	if err == nil {
		surface.UV = uv
	} else if m.Rest == "uv" {
		return b.blame(path+".file", fmt.Errorf("%s: %w", m.File, err))
	}
	note := func(format string, args ...any) {
		b.setup.warnings = append(b.setup.warnings, warn(m.Name, PatternWarning, format, args...))
	}
	number := make([]int32, len(surface.X)) // of each vertex of the file
	for v := range number {
		number[v] = int32(v)
	}
	if m.Weld {
		var joined int
		if joined, number = surface.Weld(); joined > 0 {
			note("%d pairs of edges that lie on one another were joined: weld = false keeps them apart", joined)
		}
	}
	dressed := m.Dress || m.Fit
	if m.Fit {
		if len(b.setup.Bodies) == 0 {
			return b.doc.ErrorAt(path+".fit", "no body to put it on: expected a [[body]] in the scene")
		}
		figure, err := fitting.New(b.setup.Bodies[0])
		if err != nil {
			return b.blame(path+".fit", err)
		}
		shift := r3.Add(figure.Place(surface.X), m.Offset)
		note("placed on body %q: moved by (%.3f, %.3f, %.3f) m", b.Bodies[0].Name, shift.X, shift.Y, shift.Z)
		for v := range surface.X {
			surface.X[v] = r3.Add(surface.X[v], shift)
		}
	}
	piece := Piece{Layer: m.Layer, Garment: dressed, Sewn: dressed, Labels: groups(o, number)}
	rest := surface.ShapeUV()
	notes, err := []string(nil), errors.New("no texture")
	if surface.UV != nil {
		notes, err = surface.ScaleUV(m.UVScale)
	}
	switch {
	case m.Rest == "shape" && err != nil:
		piece.Texture = make([][3]r2.Vec, len(rest))
	case m.Rest == "shape":
		piece.Texture = surface.UV
	case err != nil:
		return b.doc.ErrorAt(path+".file", "%s: %v, or uv_scale", m.File, err)
	default:
		rest = surface.UV
		for _, n := range notes {
			note("%s", n)
		}
	}
	var rims []string
	for k, r := range surface.Rims() {
		name := garment.RimName(k)
		piece.Labels[name] = r.Vertices
		rims = append(rims, fmt.Sprintf("%s %.2f m round at %.2f m", name, r.Length, r.Height))
	}
	if dressed {
		note("open edges: %s", strings.Join(rims, ", "))
	}
	part := cloth.Part{Name: m.Name, Fabric: fabric, X: surface.X, Tri: surface.Tri, UV: rest, Gap: b.gap(&m.Cloth)}
	if dressed {
		part.Gap += chordGap(meanEdge(&surface))
	}
	renumbered := func(key string, list []int32) ([]int32, error) {
		out := make([]int32, len(list))
		for i, v := range list {
			if int(v) >= len(number) || number[v] < 0 {
				return nil, b.doc.ErrorAt(key, "entry %d is vertex %d: expected 0..%d", i, v, len(number)-1)
			}
			out[i] = number[v]
		}
		return out, nil
	}
	pins, err := renumbered(path+".pins", m.Pins)
	if err != nil {
		return err
	}
	part.Pins = fixed(pins, part.X, m.Release)
	for i, label := range m.Hold {
		switch {
		case len(piece.Labels[label]) == 0:
			return b.doc.ErrorAt(path+".hold", "entry %d, %q, is no group or open edge: expected %s", i, label, labelList(piece.Labels))
		case len(b.Bodies) == 0 || !dressed:
			return b.doc.ErrorAt(path+".hold", "%q follows a body: expected a [[body]] in the scene, and dress or fit", label)
		}
		piece.Holds = append(piece.Holds, Hold{Vertices: piece.Labels[label], Motion: -1})
	}
	list := slices.Clone(m.Pin)
	for i := range list {
		if list[i].Vertices, err = renumbered(at(path+".pin", i)+".vertices", list[i].Vertices); err != nil {
			return err
		}
	}
	if err := b.pin(path, list, &part, &piece); err != nil {
		return err
	}
	if err := b.frictionMap(path, m.FrictionMap, &part); err != nil {
		return err
	}
	return b.add(path, part, piece, m.Colour)
}

// meanEdge is the mean length of the edges of triangles [m].
func meanEdge(s *garment.Surface) float64 {
	sum := 0.0
	for _, t := range s.Tri {
		for c := range 3 {
			sum += r3.Norm(r3.Sub(s.X[t[(c+1)%3]], s.X[t[c]]))
		}
	}
	return sum / float64(3*len(s.Tri))
}

// groups are the vertices of a file's groups, by name.
func groups(o *formats.OBJ, number []int32) map[string][]int32 {
	out := map[string][]int32{}
	for t, g := range o.Group {
		if name := o.Groups[g]; name != "" {
			for _, v := range o.Tri[t] {
				out[name] = append(out[name], number[v])
			}
		}
	}
	for name, list := range out {
		slices.Sort(list)
		out[name] = slices.Compact(list)
	}
	return out
}

// readSurface reads a file of triangles that the scene names.
func (b *builder) readSurface(path, name string) (*formats.OBJ, error) {
	if !gltf.Is(name) {
		return b.readOBJ(path, name)
	}
	g, err := b.openGLTF(path, name)
	if err != nil {
		return nil, err
	}
	o := body.Geometry(g)
	if len(o.Tri) == 0 {
		return nil, b.doc.ErrorAt(path+".file", "%s: no triangles: expected a mesh", name)
	}
	return o, nil
}
