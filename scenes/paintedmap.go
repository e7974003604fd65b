package scenes

import (
	"hysteron/cloth"
)

// PaintedMap is a [garment.friction_map] or the like: a factor at each vertex, from vertex colours on the OBJ file of
// the garment's first frame that a run writes (DIR/cache/NAME.obj). The dressed shape can be painted in any program
// that keeps the order of vertices. A map belongs to one mesh, and so to one edge length. For a mesh from a file, that
// file may be painted as well.
type PaintedMap struct {
	File  string  `key:"file" check:"required" doc:"OBJ with colours, v x y z r g b, relative to the scene file"`
	Black float64 `key:"black" default:"0" check:"min=0 max=1000" doc:"factor where the colour is black: the mean of r, g and b is 0"`
	White float64 `key:"white" default:"1" check:"min=0 max=1000" doc:"factor where it is white: their mean is 1"`
}

// frictionMap sets the friction factors of a part; it has none without a map.
func (b *builder) frictionMap(path string, m *PaintedMap, part *cloth.Part, number []int32) (err error) {
	part.FrictionScale, err = b.painted(path+".friction_map", m, part, number)
	return err
}

// painted returns the factors of a map at the vertices of a part; nil without a map. number has the part's vertex of
// each vertex of its own file, if it has one.
func (b *builder) painted(path string, m *PaintedMap, part *cloth.Part, number []int32) (factors []float64, err error) {
	if m == nil {
		return nil, nil
	}
	o, err := b.readOBJ(path, m.File)
	if err != nil {
		return nil, err
	}
	onFile := len(o.X) != len(part.X) && len(o.X) == len(number) && b.covers(number, len(part.X))
	switch {
	case len(o.X) != len(part.X) && !onFile:
		return nil, b.doc.ErrorAt(path+".file", "%s has %d vertices: expected the %d of %s, as in the .obj that a run "+
			"with this edge length writes", m.File, len(o.X), len(part.X), part.Name)
	case o.Colour == nil:
		return nil, b.doc.ErrorAt(path+".file", "%s: expected a colour at every vertex, as in \"v x y z r g b\"", m.File)
	}
	factors = make([]float64, len(part.X))
	for v, c := range o.Colour {
		grey := (c[0] + c[1] + c[2]) / 3
		if !(min(c[0], c[1], c[2]) >= 0 && max(c[0], c[1], c[2]) <= 1) {
			return nil, b.doc.ErrorAt(path+".file", "%s: vertex %d has the colour (%g, %g, %g): expected numbers from 0 to 1",
				m.File, v, c[0], c[1], c[2])
		}
		to := v
		if onFile {
			if to = int(number[v]); to < 0 {
				continue
			}
		}
		factors[to] = m.Black + grey*(m.White-m.Black)
	}
	return factors, nil
}

// covers reports whether numbers contain all vertices below n.
func (b *builder) covers(number []int32, n int) bool {
	seen, count := make([]bool, n), 0
	for _, v := range number {
		if v >= 0 && int(v) < n && !seen[v] {
			seen[v] = true
			count++
		}
	}
	return count == n
}
