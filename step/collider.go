package step

import (
	"fmt"

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
	Name     string // for messages
	Surface  Surface
	Point    r3.Vec  // plane: a point on it [m]
	Normal   r3.Vec  // plane: unit normal towards the cloth
	Friction float64 // Coulomb coefficient; negative: the fabric's own
	// Cloth keeps out of obstacles of higher priority where they leave it no room, see GivesWay.
	Priority int
	// Measured friction of each part of the model against the collider, instead of the
	// coefficient; nil for parts that have none.
	Measured []*cloth.MeasuredFriction
	// Skip marks contact points, vertices of the model and then its triangles, without contact with the collider, while
	// garments are put on; nil: none. Only the CPU supports it.
	Skip []bool
	// Blunt surfaces touch contact points alone, however sharp their edges are, see SharpNear. For tests of a step:
	// where cloth touches sharp edges, the result depends less smoothly on the start than these tests allow.
	Blunt bool
}

// CheckPins returns an error for pins that follow a surface that no collider has.
func CheckPins(pins []cloth.Pin, colliders []Collider) error {
	for _, p := range pins {
		if p.Kind != cloth.PinBody {
			continue
		}
		if int(p.Body) >= len(colliders) || colliders[p.Body].Surface == nil {
			return fmt.Errorf("pin of vertex %d follows a body: expected collider %d of %d to have a surface", p.Vertex, p.Body,
				len(colliders))
		}
		if n := len(colliders[p.Body].Surface.Triangles()); int(p.Tri) >= n {
			return fmt.Errorf("pin of vertex %d follows triangle %d of a body: expected 0..%d", p.Vertex, p.Tri, n-1)
		}
	}
	return nil
}

// CheckTouches returns an error for touches of colliders that do not exist, or of triangles that they do not have.
func CheckTouches(touches []cloth.Touch, colliders []Collider) error {
	for i := range touches {
		t := &touches[i]
		if int(t.Collider) >= len(colliders) {
			return fmt.Errorf("state: touch %d: collider %d of %d", i, t.Collider, len(colliders))
		}
		if s := colliders[t.Collider].Surface; s == nil && t.Tri != -1 || s != nil &&
			(t.Tri < 0 || int(t.Tri) >= len(s.Triangles())) {
			return fmt.Errorf("state: touch %d: triangle %d of collider %d, which does not have it", i, t.Tri, t.Collider)
		}
	}
	return nil
}
