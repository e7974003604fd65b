package steptest

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/tetra"
)

// RigidBox returns a rigid box around a point, with two triangles for each face.
func RigidBox(name string, centre, size r3.Vec, density float64) cloth.Part {
	return RigidBoxOf(name, centre, size, [3]int{1, 1, 1}, density)
}

// RigidBoxOf returns one with n squares along each axis.
func RigidBoxOf(name string, centre, size r3.Vec, n [3]int, density float64) cloth.Part {
	m := tetra.BoxOf(size, n)
	surface := m.Surface()
	most := int32(0)
	for _, t := range surface {
		most = max(most, t[0], t[1], t[2])
	}
	x := m.X[:most+1] // vertices inside come last
	for i := range x {
		x[i] = r3.Add(x[i], centre)
	}
	p, err := cloth.RigidPart(name, x, surface, cloth.RigidMaterial{Density: density, Friction: .5, ClothFriction: .5})
	if err != nil {
		panic(err) // an error of the tests
	}
	return p
}
