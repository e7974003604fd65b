package sim

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/render"
	"hysteron/scenes"
)

// ShownMeshes returns the meshes of a picture: the parts of the cloth with vertices x [m], nil if they are on a device,
// then the bodies at a time [s]. scalar, one value per triangle of the cloth, is drawn instead of materials; it may be
// nil.
func ShownMeshes(setup *scenes.Setup, x []r3.Vec, time float64, scalar []float64) (list []render.Mesh) {
	m := setup.Model
	for i, part := range m.Parts {
		t := part.Tris
		mesh := render.Mesh{
			Name: part.Name, Tri: m.PartTriangles(i),
			UV: setup.Texture(i), Material: render.Woven(render.RGB(setup.Pieces[i].Colour),
				render.WeaveNamed(part.Fabric.Weave)), Smooth: true,
		}
		if setup.Pieces[i].Solid { // a surface without threads
			mesh.UV, mesh.Material = nil, render.Matte(render.RGB(setup.Pieces[i].Colour))
			if mesh.Smooth = setup.Pieces[i].Round; !mesh.Smooth {
				mesh.Edged = setup.Parts[i].X
			}
		}
		if x != nil {
			mesh.X = cloth.Of(&part, x)
		}
		if rope := setup.Pieces[i].Rope; rope != nil {
			mesh.Tri, mesh.UV = rope.Tri, rope.UV
			if x != nil {
				mesh.X = make([]r3.Vec, rope.Points())
				rope.Positions(mesh.X, cloth.Of(&part, x))
			}
		} else if scalar != nil {
			mesh.Scalar = scalar[t.Lo:t.Hi]
		}
		list = append(list, mesh)
	}
	for k, b := range setup.Bodies {
		at := make([]r3.Vec, b.NumVertices())
		b.Positions(at, time)
		mesh := render.Mesh{Name: setup.Scene.Bodies[k].Name, X: at, Tri: body.Shown(b), Material: render.Plaster()}
		if setup.Scene.Bodies[k].Kind != "mannequin" { // mannequins are round everywhere
			mesh.Edged = make([]r3.Vec, b.NumVertices())
			b.Positions(mesh.Edged, 0)
		}
		if p := body.PaintOf(b); p != nil {
			mesh.Paint = p.Of
			for _, c := range p.Colours {
				mesh.Paints = append(mesh.Paints, render.RGB(c))
			}
		}
		list = append(list, mesh)
	}
	return list
}
