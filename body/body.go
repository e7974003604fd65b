// Package body provides the animated colliders that cloth is draped on: a built-in
// tailor's mannequin with a few motion clips, vertex tracks for imported meshes, and
// simple rigid shapes.
//
// World axes: Y up, Z to the front (the character looks along +Z), +X is the
// character's left side; the ground is y = 0. Lengths are metres, times seconds.
package body

import "gonum.org/v1/gonum/spatial/r3"

// Body is an animated closed triangle surface (the collider). All methods are safe for
// concurrent use; none of them changes the body.
type Body interface {
	// NumVertices returns the number of surface vertices.
	NumVertices() int
	// Triangles returns the topology, constant in time, counter-clockwise seen from outside. The slice is shared:
	// callers must not change it.
	Triangles() [][3]int32
	// Positions writes the vertex positions [m] at time t [s]; len(dst) must be NumVertices().
	Positions(dst []r3.Vec, t float64)
	// Velocities writes the time derivatives of the positions [m/s]; len(dst) must be NumVertices().
	Velocities(dst []r3.Vec, t float64)
}

// carrier is a body that moves the vertices of another one, with the same triangles.
type carrier interface{ carried() Body }
