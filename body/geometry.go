package body

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/formats/gltf"
)

// Geometry returns the surface of a glTF file as modelled: skinned meshes in the pose of their skin, other meshes at
// their nodes, in the axes and unit of the file. Vertices are those of the file; groups are the names of nodes and
// materials. Materials have only the file's numbers and names. Texture coordinates grow upwards, as in OBJ files.
func Geometry(g *gltf.File) *formats.OBJ {
	r := rig{nodes: g.Nodes, place: unmoved}
	r.bindPose(g.Skins)
	bind := r.spread(r.bound())
	o := &formats.OBJ{}
	for i, n := range g.Nodes {
		if n.Mesh < 0 {
			continue
		}
		for _, p := range g.Meshes[n.Mesh].Primitives {
			first, firstUV := int32(len(o.X)), int32(len(o.UV))
			for v, x := range p.X {
				if n.Skin < 0 {
					o.X = append(o.X, bind.global[i].apply(x))
					continue
				}
				var at r3.Vec
				sum := 0.0
				for e := v * p.Influences; e < (v+1)*p.Influences; e++ {
					if w := p.Weight[e]; w > 0 {
						inverse := columns(g.Skins[n.Skin].InverseBind[p.Joint[e]])
						at = r3.Add(at, r3.Scale(w, bind.global[g.Skins[n.Skin].Joints[p.Joint[e]]].apply(inverse.apply(x))))
						sum += w
					}
				}
				o.X = append(o.X, r3.Scale(1/sum, at))
			}
			for _, uv := range p.UV {
				o.UV = append(o.UV, r2.Vec{X: uv.X, Y: 1 - uv.Y})
			}
			group := n.Name
			if p.Material != "" {
				group += "/" + p.Material
			}
			if len(o.Groups) == 0 || o.Groups[len(o.Groups)-1] != group {
				o.Groups = append(o.Groups, group)
			}
			if p.Paint >= len(o.Materials) {
				o.Materials = append(o.Materials, make([]formats.Material, p.Paint+1-len(o.Materials))...)
			}
			if p.Paint >= 0 {
				o.Materials[p.Paint].Name = p.Material
			}
			for _, t := range p.Tri {
				o.Material = append(o.Material, int32(p.Paint))
				uv := [3]int32{-1, -1, -1}
				for c := range t {
					if p.UV != nil {
						uv[c] = firstUV + t[c]
					}
					t[c] += first
				}
				o.Tri, o.TriUV, o.Group = append(o.Tri, t), append(o.TriUV, uv), append(o.Group, int32(len(o.Groups)-1))
			}
		}
	}
	if len(o.Materials) == 0 {
		o.Material = nil
	}
	none := int32(len(o.Materials)) // the last material, for triangles without one
	for i, k := range o.Material {
		if k < 0 {
			o.Material[i] = none
			if len(o.Materials) == int(none) {
				o.Materials = append(o.Materials, formats.Material{Name: "none"})
			}
		}
	}
	return o
}
