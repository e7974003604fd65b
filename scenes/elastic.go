package scenes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/pattern"
)

// Elastic is a [[garment.elastic]]: a band sewn along an edge of the pattern, which gathers the cloth.
type Elastic struct {
	Label  string  `key:"label" check:"required" doc:"edges of the pattern that it runs along"`
	Length float64 `key:"length" check:"required above=0.05 max=2" doc:"of the band at rest, as a part of the pattern's: below 1 it gathers"`
	Width  float64 `key:"width_m" unit:"m" default:"0.02" check:"above=0 max=1" doc:"of the band; at least one row of triangles"`
}

// tighten shortens the material coordinates of triangles under elastic bands along the edge. Within a panel the
// coordinates keep the same axes, so that the direction of the edge holds for the triangles behind it. It returns the
// coordinates of the pattern, for pictures, or nil without bands.
func (b *builder) tighten(path string, g *Garment, mesh *pattern.Mesh) (texture [][3]r2.Vec, err error) {
	if len(g.Elastic) == 0 {
		return nil, nil
	}
	texture = append(texture, mesh.UV...)
	for i, e := range g.Elastic {
		on := map[int32]bool{}
		for _, v := range mesh.EdgeLabel[e.Label] {
			on[v] = true
		}
		if len(on) == 0 {
			return nil, b.doc.ErrorAt(at(path+".elastic", i)+".label", "%q is no edge label of the pattern: expected %s",
				e.Label, labelList(mesh.EdgeLabel))
		}
		sides := make([][][2]r2.Vec, len(mesh.Panels)) // of each panel: its edges along the label
		for t, v := range mesh.Tri {
			for c := range 3 {
				if on[v[c]] && on[v[(c+1)%3]] {
					p := mesh.Panel[t]
					sides[p] = append(sides[p], [2]r2.Vec{texture[t][c], texture[t][(c+1)%3]})
				}
			}
		}
		for t := range mesh.Tri {
			uv := texture[t]
			middle := r2.Scale(1./3, r2.Add(uv[0], r2.Add(uv[1], uv[2])))
			near, along := math.Inf(1), r2.Vec{}
			for _, s := range sides[mesh.Panel[t]] {
				if d := toSegment(middle, s[0], s[1]); d < near {
					near, along = d, r2.Unit(r2.Sub(s[1], s[0]))
				}
			}
			// Centroids of the first row are up to a third of an edge length from it.
			if near > max(e.Width, 0.45*g.EdgeLength) {
				continue
			}
			for c := range uv {
				d := r2.Dot(r2.Sub(uv[c], middle), along)
				mesh.UV[t][c] = r2.Add(uv[c], r2.Scale((e.Length-1)*d, along))
			}
		}
	}
	return texture, nil
}

// toSegment returns the distance of p from the segment ab.
func toSegment(p, a, b r2.Vec) float64 {
	d := r2.Sub(b, a)
	s := 0.0
	if l := r2.Norm2(d); l > 0 {
		s = min(1, max(0, r2.Dot(r2.Sub(p, a), d)/l))
	}
	return r2.Norm(r2.Sub(p, r2.Add(a, r2.Scale(s, d))))
}
