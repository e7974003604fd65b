package scenes

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/law"
	"hysteron/tetra"
)

// Solid is a [[solid]]: a deformable body of tetrahedra, with contact to cloth, bodies and other solids.
type Solid struct {
	Name string `key:"name" check:"required name" doc:"of its files, too"`
	Kind string `key:"kind" check:"required one=sphere|box|pillow|surface|tetrahedra" doc:"what it is: a built-in shape, the inside of a closed surface from a file, or tetrahedra from one"`

	Radius     float64    `key:"radius_m" unit:"m" only:"sphere" check:"required above=0 max=100" doc:"of the ball"`
	Size       [3]float64 `key:"size_m" unit:"m" only:"box|pillow" check:"required above=0 max=100" doc:"along x, y and z of the file's axes; a pillow is thick along the axis that is up"`
	File       string     `key:"file" only:"surface|tetrahedra" check:"required" doc:"a closed surface in OBJ, PLY or glTF; or tetrahedra of TetGen (.node, with .ele of the same name beside it) or in a legacy VTK file; relative to the scene file"`
	Scale      float64    `key:"scale" only:"surface|tetrahedra" default:"1" check:"above=0 max=1e6" doc:"metres per unit of the file"`
	UpAxis     string     `key:"up_axis" only:"surface|tetrahedra" check:"one=y|z" doc:"of the file; without it the scene's"`
	EdgeLength float64    `key:"edge_length_m" unit:"m" only:"sphere|box|pillow|surface" check:"required min=1e-4 max=100" doc:"of its tetrahedra, about; a solid of few across is too stiff in bending"`
	Centre     r3.Vec     `key:"centre_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"of the shape; where the origin of a file is"`
	Rotation   r3.Vec     `key:"rotation_deg" unit:"deg" default:"[0, 0, 0]" check:"min=-360 max=360" doc:"about x, then y, then z of the file's axes"`

	Density   float64 `key:"density_kg_m3" unit:"kg/m³" check:"required min=1 max=1e5" doc:"mass per volume"`
	Law       string  `key:"law" default:"neo-hookean" check:"one=neo-hookean|corotational|fixed-corotational" doc:"of its elasticity"` // law.SolidKinds
	Young     float64 `key:"young_pa" unit:"Pa" check:"required min=10 max=1e9" doc:"Young's modulus for small strains; a sponge has 2e4"`
	Poisson   float64 `key:"poisson" default:"0.3" check:"min=0 max=0.45" doc:"Poisson's ratio for small strains; near 0.5 linear tetrahedra lock"`
	Damping   float64 `key:"damping_s" unit:"s" default:"0.002" check:"min=0 max=10" doc:"viscous over elastic stiffness, of shear"`
	Yield     float64 `key:"internal_friction_pa" unit:"Pa" default:"0" check:"min=0 max=1e7" doc:"stress of saturated internal friction (Dahl's law) of each strain; [friction] scales it"`
	YieldOver float64 `key:"internal_friction_strain" default:"0.02" check:"above=0 max=1" doc:"strain over which it builds up"`

	Friction      float64 `key:"body_friction" default:"0.5" check:"min=0 max=10" doc:"Coulomb coefficient against a body"`
	ClothFriction float64 `key:"cloth_friction" default:"0.5" check:"min=0 max=10" doc:"against cloth and solids; between two the geometric mean counts"`
	Colour        string  `key:"colour" default:"#8c8c8c" free:"true" doc:"#rrggbb in sRGB"`

	Pins []string `key:"pins" check:"one=bottom|top|all" doc:"vertices that are held where they are: the lowest or the highest, by an eighth of the edge length, or all"`
	Pinned
}

// material returns the material of the solid.
func (d *Solid) material(f *Friction) (cloth.SolidMaterial, error) {
	l, err := law.SolidNamed(d.Law, d.Young, d.Poisson)
	m := cloth.SolidMaterial{Density: d.Density, Law: l, Friction: d.Friction, ClothFriction: d.ClothFriction}
	if d.Damping > 0 {
		m.Strain.Damping = law.Damping{Ratio: d.Damping}
	}
	if yield := d.Yield * f.Scale; f.Internal && yield > 0 {
		m.Strain.Friction = law.Dahl{A: yield, Tau: d.YieldOver}
	}
	return m, err
}

// tetrahedra adds a solid.
func (b *builder) tetrahedra(path string, d *Solid) error {
	mesh, err := b.placedSolid(path, d)
	if err != nil {
		return err
	}
	if err := b.fits(path, float64(len(mesh.X))); err != nil {
		return err
	}
	shared, surface, err := b.glue(d.Name, mesh)
	if err != nil {
		return err
	}
	material, err := d.material(&b.Scene.Friction)
	if err != nil {
		return b.withKey(path, err)
	}
	part, err := cloth.SolidPart(d.Name, mesh.X, mesh.Tets, surface, material)
	if err != nil {
		return b.withKey(path, err)
	}
	part.Glued = shared
	piece := Piece{Solid: true, Hull: mesh.Surface(), Round: d.Kind != "box" && d.Kind != "tetrahedra", Labels: ends(mesh)}
	for _, label := range d.Pins {
		part.Pins = append(part.Pins, fixed(piece.Labels[label], part.X, d.Release)...)
	}
	if err := b.pin(path, d.Pin, &part, &piece, nil); err != nil {
		return err
	}
	return b.add(path, part, piece, d.Colour)
}

// placedSolid returns the mesh of a solid where it starts. It is made once, as a cover has the same.
func (b *builder) placedSolid(path string, d *Solid) (*tetra.Mesh, error) {
	if mesh := b.solidMeshes[d.Name]; mesh != nil {
		return mesh, nil
	}
	mesh, err := b.solidMesh(path, d)
	if err != nil {
		return nil, err
	}
	for i, x := range mesh.X {
		mesh.X[i] = r3.Add(d.Centre, turned(b.UpAxis, d.Rotation, x))
	}
	if b.solidMeshes == nil {
		b.solidMeshes = map[string]*tetra.Mesh{}
	}
	b.solidMeshes[d.Name] = mesh
	return mesh, nil
}

// solidMesh returns the mesh, unrotated, around the origin.
func (b *builder) solidMesh(path string, d *Solid) (mesh *tetra.Mesh, err error) {
	size := r3.Vec{X: d.Size[0], Y: d.Size[1], Z: d.Size[2]}
	if b.UpAxis == "z" {
		size.Y, size.Z = size.Z, size.Y
	}
	// Estimate before meshing: two vertices per cube of the edge length, with a surrounding layer.
	cells := func(v r3.Vec) float64 {
		e := d.EdgeLength
		return 2 * (v.X/e + 2) * (v.Y/e + 2) * (v.Z/e + 2)
	}
	var region tetra.Region
	switch d.Kind {
	case "box":
		if err := b.fits(path+".edge_length_m", cells(size)/2); err != nil {
			return nil, err
		}
		return tetra.Box(size, d.EdgeLength), nil
	case "sphere":
		region = tetra.Ball(d.Radius)
	case "pillow":
		region = tetra.Pillow(size)
	case "surface":
		o, err := b.readSurface(path, d.Name, d.File)
		if err != nil {
			return nil, err
		}
		x, err := placed(o.X, d.UpAxis, d.Scale, r3.Vec{})
		if err == nil {
			region, err = tetra.Inside(o.Tri, x)
		}
		if err != nil {
			return nil, b.withKey(path+".file", fmt.Errorf("%s: %w", d.File, err))
		}
	case "tetrahedra":
		t, err := b.readTets(path, d.File)
		if err != nil {
			return nil, err
		}
		x, err := placed(t.X, d.UpAxis, d.Scale, r3.Vec{})
		if err == nil {
			mesh, err = tetra.FromFile(x, t.Tets)
		}
		if err != nil {
			return nil, b.withKey(path+".file", fmt.Errorf("%s: %w", d.File, err))
		}
		return mesh, nil
	}
	if err := b.fits(path+".edge_length_m", cells(r3.Sub(region.Hi, region.Lo))); err != nil {
		return nil, err
	}
	mesh, err = tetra.Stuff(region, d.EdgeLength)
	return mesh, b.withKey(path+".edge_length_m", err)
}

// readTets reads tetrahedra from a .vtk file, or from a .node and an .ele file.
func (b *builder) readTets(path, name string) (t *formats.Tets, err error) {
	open := func(name string) (io.ReadCloser, string, error) {
		file, err := b.source(meshKind, name)
		if err != nil {
			return nil, "", err
		}
		r, err := file.open()
		return r, file.label, err
	}
	first, label, err := open(name)
	if err != nil {
		return nil, b.withKey(path+".file", err)
	}
	defer first.Close()
	switch ext := formats.Extension(name); ext {
	case ".vtk":
		t, err = formats.ReadLegacyVTK(first, label)
	case ".node":
		stem := func(s string) string { return s[:max(0, len(s)-len(ext))] }
		second, _, failed := open(stem(name) + ".ele")
		if failed != nil {
			return nil, b.withKey(path+".file", failed)
		}
		defer second.Close()
		t, err = formats.ReadTetGen(first, second, stem(label))
	default:
		return nil, b.doc.ErrorAt(path+".file", "%s: expected a file that ends in .node or .vtk", name)
	}
	return t, b.withKey(path+".file", err)
}

// ends returns the lowest, the highest and all vertices of a mesh, by label.
func ends(m *tetra.Mesh) map[string][]int32 {
	labels := map[string][]int32{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range m.X {
		low, high = min(low, x.Y), max(high, x.Y)
	}
	edge := 0.
	for _, v := range m.Tets {
		edge += r3.Norm(r3.Sub(m.X[v[0]], m.X[v[1]])) / float64(len(m.Tets))
	}
	for i, x := range m.X {
		labels["all"] = append(labels["all"], int32(i))
		if x.Y < low+edge/8 {
			labels["bottom"] = append(labels["bottom"], int32(i))
		}
		if x.Y > high-edge/8 {
			labels["top"] = append(labels["top"], int32(i))
		}
	}
	return labels
}
