package cloth

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// Touch is the friction anchor of a contact point in the layer of a collider: the wall in contact, and the elastic
// slip. A point between two walls of a collider has two.
type Touch struct {
	Collider int32
	Point    int32      // vertices, then centroids of triangles
	Tri      int32      // triangle of the collider's surface; −1: a half-space
	Bary     [3]float64 // barycentric coordinates in the triangle
	Normal   r3.Vec     // of the contact plane, outwards
	Slip     r3.Vec     // elastic slip e along the plane, at the time of the state [m]
}

// checkTouches returns an error for anchors that are no contact points of the model, or not sorted.
func (s *State) checkTouches(m *Model) error {
	points := int32(len(m.X0) + len(m.Tri))
	for i := range s.Touches {
		t := &s.Touches[i]
		switch {
		case t.Collider < 0 || t.Point < 0 || t.Point >= points || t.Tri < -1:
			return fmt.Errorf("state: touch %d: collider %d, point %d, triangle %d: expected numbers from 0, points to %d", i,
				t.Collider, t.Point, t.Tri, points-1)
		case !FiniteVec(t.Normal) || !FiniteVec(t.Slip) || !Finite(t.Bary[:]...):
			return fmt.Errorf("state: touch %d: normal %v, slip %v, barycentric coordinates %v: expected finite numbers", i,
				t.Normal, t.Slip, t.Bary)
		}
		if i == 0 {
			continue
		}
		if o := &s.Touches[i-1]; t.Collider < o.Collider || t.Collider == o.Collider && t.Point < o.Point {
			return fmt.Errorf("state: touch %d: point %d of collider %d after point %d of collider %d: expected them in order",
				i, t.Point, t.Collider, o.Point, o.Collider)
		}
	}
	return nil
}
