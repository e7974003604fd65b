package gltf

import (
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"hysteron/formats"
)

// materials reads colours and images of materials. Errors of images are in Missing: geometry does not need them. Unless
// painted it keeps none of them, and reads only the first bytes of the images.
func (p *gltfReader) materials(g *File, painted bool) {
	images := map[int]*formats.Image{}
	tried := map[int]bool{}
	for i, m := range p.json.Materials {
		out := formats.Material{Name: m.Name, Colour: m.PBR.base()}
		if out.Name == "" {
			out.Name = "material-" + strconv.Itoa(i)
		}
		if t := m.PBR.Texture; t != nil && t.Set == 0 && t.Index >= 0 && t.Index < len(p.json.Textures) &&
			p.json.Textures[t.Index].Source != nil {
			k := *p.json.Textures[t.Index].Source
			if !tried[k] {
				tried[k] = true
				image, err := p.image(k, painted)
				if err != nil {
					g.Missing = append(g.Missing, fmt.Sprintf("image %d of material %q: %v", k, out.Name, err))
				}
				images[k] = image
			}
			out.Image = images[k]
		}
		if painted {
			g.Materials = append(g.Materials, out)
		}
	}
}

// colours adds undefined colours to Missing: of materials with invalid ones, and of triangles with a missing material,
// once for each number.
func (p *gltfReader) colours(g *File) {
	for i, m := range p.json.Materials {
		if n := len(m.PBR.Colour); m.PBR.Colour != nil && n != 4 {
			g.Missing = append(g.Missing, fmt.Sprintf("materials[%d].pbrMetallicRoughness.baseColorFactor has %d numbers: "+
				"expected 4", i, n))
		}
	}
	told := map[int]bool{}
	for i, mesh := range p.json.Meshes {
		for k, in := range mesh.Primitives {
			if m := in.Material; m != nil && (*m < 0 || *m >= len(p.json.Materials)) && !told[*m] {
				told[*m] = true
				g.Missing = append(g.Missing, fmt.Sprintf("meshes[%d].primitives[%d]: material %d: expected one of the file's "+
					"%d, counted from 0", i, k, *m, len(p.json.Materials)))
			}
		}
	}
}

// base returns its colour, white if there is none.
func (m *gltfJSONPBR) base() [3]float64 {
	c := [3]float64{1, 1, 1}
	if len(m.Colour) == 4 {
		for k := range c {
			c[k] = min(1, max(0, m.Colour[k]))
		}
	}
	return c
}

// image reads the bytes of an image or, unless whole, the first of them; nil with an error.
func (p *gltfReader) image(i int, whole bool) (*formats.Image, error) {
	if i < 0 || i >= len(p.json.Images) {
		return nil, fmt.Errorf("the file has %d", len(p.json.Images))
	}
	in := &p.json.Images[i]
	out := &formats.Image{Name: in.Name}
	var r io.ReaderAt
	var size int64
	switch {
	case in.BufferView != nil:
		k := *in.BufferView
		if k < 0 || k >= len(p.json.BufferViews) {
			return nil, fmt.Errorf("bufferView %d, the file has %d", k, len(p.json.BufferViews))
		}
		view := &p.json.BufferViews[k]
		b, err := p.buffer(view.Buffer)
		if err != nil {
			return nil, err
		}
		all := p.json.Buffers[view.Buffer].ByteLength
		if view.ByteOffset < 0 || view.ByteLength < 0 || view.ByteOffset > all || view.ByteLength > all-view.ByteOffset {
			return nil, fmt.Errorf("bufferView %d ends behind its buffer", k)
		}
		r, size = io.NewSectionReader(b, view.ByteOffset, view.ByteLength), view.ByteLength
	case in.URI != nil:
		var err error
		if r, size, err = p.uri(*in.URI); err != nil {
			return nil, err
		}
		if !strings.HasPrefix(*in.URI, "data:") {
			out.Name = path.Base(*in.URI)
		}
	default:
		return nil, fmt.Errorf("neither a uri nor a bufferView")
	}
	if size > formats.MaxImage {
		return nil, fmt.Errorf("%d bytes: expected at most %d", size, formats.MaxImage)
	}
	if !whole {
		size = min(size, formats.ImageHead)
	}
	out.Data = make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(r, 0, size), out.Data); err != nil {
		return nil, err
	}
	if out.Kind() == "" {
		return nil, fmt.Errorf("neither PNG nor JPEG")
	}
	return out, nil
}
