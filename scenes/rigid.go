package scenes

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/tetra"
)

// Rigid is a [[rigid]]: a rigid body with two-way contact to cloth, solids, ropes, bodies and other rigid bodies.
type Rigid struct {
	Name string `key:"name" check:"required name" doc:"of its files, too"`
	Kind string `key:"kind" check:"required one=sphere|box|cylinder|torus|surface" doc:"what it is: a built-in shape, or the inside of a closed surface from a file"`

	Radius     float64    `key:"radius_m" unit:"m" only:"sphere|cylinder|torus" check:"required above=0 max=100" doc:"of a torus that of the circle in its tube"`
	Height     float64    `key:"height_m" unit:"m" only:"cylinder" check:"required above=0 max=100" doc:"along its axis, the one that is up"`
	TubeRadius float64    `key:"tube_radius_m" unit:"m" only:"torus" check:"required above=0 max=100" doc:"radius of the tube"`
	Size       [3]float64 `key:"size_m" unit:"m" only:"box" check:"required above=0 max=100" doc:"along x, y and z of the file's axes"`
	File       string     `key:"file" only:"surface" check:"required" doc:"a closed surface in OBJ, PLY or glTF, relative to the scene file"`
	Scale      float64    `key:"scale" only:"surface" default:"1" check:"above=0 max=1e6" doc:"metres per unit of the file"`
	UpAxis     string     `key:"up_axis" only:"surface" check:"one=y|z" doc:"of the file; without it the scene's"`
	EdgeLength float64    `key:"edge_length_m" unit:"m" only:"sphere|box|cylinder|torus" check:"required min=1e-4 max=100" doc:"of the triangles of its surface, about; those of cloth that it touches suit"`
	Centre     r3.Vec     `key:"centre_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"of the shape; where the origin of a file is"`
	Rotation   r3.Vec     `key:"rotation_deg" unit:"deg" default:"[0, 0, 0]" check:"min=-360 max=360" doc:"about x, then y, then z of the file's axes"`

	Density  float64 `key:"density_kg_m3" unit:"kg/m³" check:"min=1 max=1e5" doc:"mass per volume of the triangulated shape, instead of mass_kg"`
	Mass     float64 `key:"mass_kg" unit:"kg" check:"min=1e-6 max=1e6" doc:"of all, spread evenly over the volume, instead of density_kg_m3"`
	Velocity r3.Vec  `key:"velocity_m_s" unit:"m/s" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"of its centre of mass at the start"`
	Spin     r3.Vec  `key:"spin_deg_s" unit:"deg/s" default:"[0, 0, 0]" check:"min=-1e5 max=1e5" doc:"angular velocity at the start"`

	Friction      float64 `key:"body_friction" default:"0.5" check:"min=0 max=10" doc:"Coulomb coefficient against a body"`
	ClothFriction float64 `key:"cloth_friction" default:"0.5" check:"min=0 max=10" doc:"against cloth, ropes, solids and rigid bodies; between two the geometric mean counts"`
	Colour        string  `key:"colour" default:"#8c8c8c" free:"true" doc:"#rrggbb in sRGB"`

	Pinned
}

// check finds faults beyond those of the types of the keys.
func (r *Rigid) check(path string, fail func(path, format string, args ...any)) {
	if (r.Density == 0) == (r.Mass == 0) {
		fail(path, "expected either density_kg_m3 or mass_kg")
	}
	if r.Kind == "torus" && r.TubeRadius >= r.Radius {
		fail(path+".tube_radius_m", "%g: expected less than radius_m, %g", r.TubeRadius, r.Radius)
	}
	for i := range r.Pin {
		if !r.Pin[i].soft() {
			fail(at(path+".pin", i),
				"a rigid body is held by soft pins alone: expected stiffness_n_m; what never moves is "+
					"a [[body]]")
		}
	}
}

// leastSides is the smallest number of sides of a round body.
const leastSides = 8

// estimate returns the approximate number of vertices of the surface.
func (r *Rigid) estimate() float64 {
	e := r.EdgeLength
	around := func(radius float64) float64 { return max(leastSides, 2*math.Pi*radius/e) }
	switch r.Kind {
	case "sphere":
		return 12 + 40*r.Radius*r.Radius/(e*e)
	case "cylinder":
		return around(r.Radius) * (3 + (2*r.Radius+r.Height)/e)
	case "torus":
		return around(r.Radius) * around(r.TubeRadius)
	}
	a, b, c := r.Size[0]/e+1, r.Size[1]/e+1, r.Size[2]/e+1
	return 2 * (a*b + b*c + c*a)
}

// rigid adds a rigid body.
func (b *builder) rigid(path string, r *Rigid) error {
	x, tri, err := b.rigidSurface(path, r)
	if err != nil {
		return err
	}
	for i := range x {
		x[i] = r3.Add(r.Centre, turned(b.UpAxis, r.Rotation, x[i]))
	}
	of := cloth.RigidMaterial{Density: r.Density, Friction: r.Friction, ClothFriction: r.ClothFriction}
	if r.Mass > 0 {
		volume, _, _ := cloth.Moments(x, tri)
		of.Density = r.Mass / volume
	}
	part, err := cloth.RigidPart(r.Name, x, tri, of)
	if err != nil {
		return b.withKey(path, err)
	}
	part.Velocity, part.Spin = r.Velocity, r3.Scale(math.Pi/180, r.Spin)
	piece := Piece{Solid: true, Round: r.Kind == "sphere" || r.Kind == "torus", Labels: rims(x)}
	if err := b.pin(path, r.Pin, &part, &piece, nil); err != nil {
		return err
	}
	return b.add(path, part, piece, r.Colour)
}

// rims labels the lowest and the highest vertices, within a thousandth of the height, and all vertices.
func rims(x []r3.Vec) map[string][]int32 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range x {
		low, high = min(low, p.Y), max(high, p.Y)
	}
	labels, near := map[string][]int32{}, (high-low)/1000
	for i, p := range x {
		labels["all"] = append(labels["all"], int32(i))
		if p.Y < low+near {
			labels["bottom"] = append(labels["bottom"], int32(i))
		}
		if p.Y > high-near {
			labels["top"] = append(labels["top"], int32(i))
		}
	}
	return labels
}

// rigidSurface returns the surface, unrotated, around the origin.
func (b *builder) rigidSurface(path string, r *Rigid) (x []r3.Vec, tri [][3]int32, err error) {
	if r.Kind == "surface" {
		o, err := b.readSurface(path, r.Name, r.File)
		if err != nil {
			return nil, nil, err
		}
		x, err := placed(o.X, r.UpAxis, r.Scale, r3.Vec{})
		if err == nil {
			_, err = bvh.New(o.Tri, x) // succeeds only for closed surfaces
		}
		if err == nil {
			err = b.fits(path, float64(len(x)))
		}
		if err != nil {
			return nil, nil, b.withKey(path+".file", fmt.Errorf("%s: %w", r.File, err))
		}
		x, tri = used(x, o.Tri)
		return x, tri, nil
	}
	if err := b.fits(path+".edge_length_m", r.estimate()); err != nil {
		return nil, nil, err
	}
	switch e := r.EdgeLength; r.Kind {
	case "sphere":
		level := 0
		for edge := 1.0515 * r.Radius; edge > e*math.Sqrt2 && level < 7; edge /= 2 { // edge of an icosahedron
			level++
		}
		s, err := body.NewSphere(r.Radius, r3.Vec{}, level)
		if err != nil {
			return nil, nil, err
		}
		x = make([]r3.Vec, s.NumVertices())
		s.Positions(x, 0)
		return x, s.Triangles(), nil
	case "box":
		size := r3.Vec{X: r.Size[0], Y: r.Size[1], Z: r.Size[2]}
		if b.UpAxis == "z" {
			size.Y, size.Z = size.Z, size.Y
		}
		m := tetra.Box(size, e)
		x, tri = used(m.X, m.Surface())
	case "cylinder":
		h := r.Height / 2
		x, tri = revolved([][2]float64{{0, -h}, {r.Radius, -h}, {r.Radius, h}, {0, h}}, false, r.Radius, e)
	case "torus":
		n := int(max(leastSides, math.Round(2*math.Pi*r.TubeRadius/e)))
		profile := make([][2]float64, n)
		for k := range profile {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
			profile[k] = [2]float64{r.Radius + r.TubeRadius*cos, r.TubeRadius * sin}
		}
		x, tri = revolved(profile, true, r.Radius, 2*e) // 2e: its sides are not divided further
	default:
		return nil, nil, b.withKey(path+".kind", errors.New("unknown kind"))
	}
	return x, tri, nil
}

// used returns the vertices that occur in triangles, and the triangles with their indices.
func used(x []r3.Vec, all [][3]int32) (own []r3.Vec, tri [][3]int32) {
	to := make([]int32, len(x))
	for _, t := range all {
		for k, v := range t {
			if to[v] == 0 {
				own = append(own, x[v])
				to[v] = int32(len(own))
			}
			t[k] = to[v] - 1
		}
		tri = append(tri, t)
	}
	return own, tri
}

// revolved returns the surface of revolution of a profile of radius and height around the y axis: from the axis below
// to the axis above, or closed and anticlockwise. The sides of the profile, and a circle of the radius, are divided
// into pieces of about an edge length.
func revolved(profile [][2]float64, closed bool, radius, edge float64) (x []r3.Vec, tri [][3]int32) {
	n := int(max(leastSides, math.Round(2*math.Pi*radius/edge)))
	var rows [][2]float64
	for i, p := range profile {
		next := profile[(i+1)%len(profile)]
		if i+1 == len(profile) && !closed {
			rows = append(rows, p)
			break
		}
		cuts := int(max(1, math.Round(math.Hypot(next[0]-p[0], next[1]-p[1])/edge)))
		for k := range cuts {
			s := float64(k) / float64(cuts)
			rows = append(rows, [2]float64{p[0] + s*(next[0]-p[0]), p[1] + s*(next[1]-p[1])})
		}
	}
	first := make([]int32, len(rows))
	for i, p := range rows {
		first[i] = int32(len(x))
		if p[0] == 0 {
			x = append(x, r3.Vec{Y: p[1]})
			continue
		}
		for k := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
			x = append(x, r3.Vec{X: p[0] * cos, Y: p[1], Z: -p[0] * sin})
		}
	}
	add := func(a, b, c int32) {
		if a != b && b != c && c != a {
			tri = append(tri, [3]int32{a, b, c})
		}
	}
	for i := range rows {
		j := (i + 1) % len(rows)
		if j == 0 && !closed {
			break
		}
		for k := range n {
			at := func(row, k int) int32 {
				if rows[row][0] == 0 {
					return first[row]
				}
				return first[row] + int32((k+n)%n)
			}
			a, b, c, d := at(i, k), at(i, k+1), at(j, k), at(j, k+1)
			add(a, b, d)
			add(a, d, c)
		}
	}
	return x, tri
}
