package scenes

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
)

// mesh adds cloth from an OBJ file. The texture coordinates are the pattern space: u along the
// warp. Vertices are taken as they are: what is not welded in the file stays apart.
func (b *builder) mesh(path string, m *Mesh) error {
	fabric, err := b.fabric(path, &m.Cloth)
	if err != nil {
		return err
	}
	o, err := b.readOBJ(path, m.File)
	if err != nil {
		return err
	}
	if err := b.fits(path+".file", float64(len(o.X))); err != nil {
		return err
	}
	part := cloth.Part{Name: m.Name, Fabric: fabric, X: placed(o.X, m.UpAxis, m.Scale, m.Offset), Tri: o.Tri, Gap: b.gap(&m.Cloth)}
	if part.UV, err = textureUV(o); err != nil {
		return b.blame(path+".file", fmt.Errorf("%s: %w", m.File, err))
	}
	scale := m.UVScale
	if scale == 0 {
		if scale = medianStretch(&part); !(scale > 0) {
			return b.doc.errorAt(path+".file", "%s: the texture coordinates give no scale: expected different coordinates at the corners, or uv_scale", m.File)
		}
	}
	for i := range part.UV {
		for a := range part.UV[i] {
			part.UV[i][a] = r2.Scale(scale, part.UV[i][a])
		}
	}
	for i, v := range m.Pins {
		if int(v) >= len(part.X) {
			return b.doc.errorAt(path+".pins", "entry %d is vertex %d: expected 0..%d", i, v, len(part.X)-1)
		}
	}
	part.Pins = fixed(m.Pins, part.X, m.Release)
	piece := Piece{Layer: m.Layer}
	if err := b.pin(path, m.Pin, &part, &piece); err != nil {
		return err
	}
	if err := b.frictionMap(path, m.FrictionMap, &part); err != nil {
		return err
	}
	return b.add(path, part, piece, m.Colour)
}

// textureUV are the texture coordinates of every corner.
func textureUV(o *formats.OBJ) ([][3]r2.Vec, error) {
	uv := make([][3]r2.Vec, len(o.Tri))
	for i := range o.Tri {
		for a := range 3 {
			if i >= len(o.TriUV) || o.TriUV[i][a] < 0 {
				return nil, fmt.Errorf("triangle %d has no texture coordinates: expected them at every corner, as the pattern space", i)
			}
			uv[i][a] = o.UV[o.TriUV[i][a]]
		}
	}
	return uv, nil
}

// medianStretch is the median ratio of an edge's length in space to that in the material.
func medianStretch(p *cloth.Part) float64 {
	var ratios []float64
	for i, t := range p.Tri {
		for a := range 3 {
			b := (a + 1) % 3
			if l := r2.Norm(r2.Sub(p.UV[i][b], p.UV[i][a])); l > 0 {
				ratios = append(ratios, r3.Norm(r3.Sub(p.X[t[b]], p.X[t[a]]))/l)
			}
		}
	}
	if len(ratios) == 0 {
		return 0
	}
	slices.Sort(ratios)
	if m := ratios[len(ratios)/2]; !math.IsInf(m, 0) {
		return m
	}
	return 0
}
