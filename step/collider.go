package step

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Surface is a moving closed triangle surface; package body's bodies are such surfaces.
type Surface interface {
	NumVertices() int
	Triangles() [][3]int32
	Positions(dst []r3.Vec, t float64)
}

// Collider is an obstacle: a moving closed surface or, where Surface is nil, the half-space
// below a plane.
type Collider struct {
	Surface  Surface
	Point    r3.Vec  // plane: a point on it [m]
	Normal   r3.Vec  // plane: unit normal towards the cloth
	Friction float64 // Coulomb coefficient; negative: the fabric's own
	// Measured friction of each part of the model against the collider, instead of the
	// coefficient; nil for parts that have none.
	Measured []*cloth.MeasuredFriction
}
