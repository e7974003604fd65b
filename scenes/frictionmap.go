package scenes

import (
	"hysteron/cloth"
)

// FrictionMap is a [garment.friction_map] or the like: the internal friction of each place times a
// factor, painted as vertex colours onto the OBJ file that a run writes of the garment's first
// frame (DIR/cache/NAME.obj). So one paints on the dressed shape, in any program that keeps the
// order of vertices; what is painted belongs to one mesh, and so to one edge length.
type FrictionMap struct {
	File  string  `key:"file" check:"required" doc:"OBJ with colours, v x y z r g b, relative to the scene file"`
	Black float64 `key:"black" default:"0" check:"min=0 max=1000" doc:"factor where the colour is black: the mean of r, g and b is 0"`
	White float64 `key:"white" default:"1" check:"min=0 max=1000" doc:"factor where it is white: their mean is 1"`
}

// frictionMap gives a part its factors; without a map it has none.
func (b *builder) frictionMap(path string, m *FrictionMap, part *cloth.Part) error {
	if m == nil {
		return nil
	}
	path += ".friction_map"
	o, err := b.readOBJ(path, m.File)
	if err != nil {
		return err
	}
	switch {
	case len(o.X) != len(part.X):
		return b.doc.ErrorAt(path+".file", "%s has %d vertices: expected the %d of %s, as in the .obj that a run with this "+
			"edge length writes", m.File, len(o.X), len(part.X), part.Name)
	case o.Colour == nil:
		return b.doc.ErrorAt(path+".file", "%s: expected a colour at every vertex, as in \"v x y z r g b\"", m.File)
	}
	for v, c := range o.Colour {
		grey := (c[0] + c[1] + c[2]) / 3
		if !(min(c[0], c[1], c[2]) >= 0 && max(c[0], c[1], c[2]) <= 1) {
			return b.doc.ErrorAt(path+".file", "%s: vertex %d has the colour (%g, %g, %g): expected numbers from 0 to 1", m.File,
				v, c[0], c[1], c[2])
		}
		part.FrictionScale = append(part.FrictionScale, m.Black+grey*(m.White-m.Black))
	}
	return nil
}
