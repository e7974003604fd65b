//go:build cgo

package gpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// Cramped finds where two colliders, or two walls of one, leave vertices the least room, from the planes on the device.
func (s operations) Cramped() step.Cramped {
	c := step.Roomy()
	if len(s.contacts.obstacles) == 0 {
		return c
	}
	points, x := s.contacts.points(), s.presentPositions()
	var names []string
	for _, o := range s.contacts.obstacles {
		names = append(names, o.Name)
	}
	head := make([][4]int32, len(names)*points)
	plane := make([][4]float32, 2*nearPlane*len(head))
	read(s.queue, s.queue.buffers["nearHead"], head)
	read(s.queue, s.queue.buffers["nearPlane"], plane)
	c = s.pack.Cramped(names, x, head, plane)
	c.Crowd(s.Model, x, &s.Settings)
	return c
}

// presentPositions returns the present positions in the model's order.
func (s operations) presentPositions() []r3.Vec {
	_, trial := s.motion.positions()
	x := make([]r3.Vec, len(s.Model.X0))
	for i, at := range s.pack.Place {
		x[i] = trial[at]
	}
	return x
}

// Stretched returns the triangle with the largest stretch.
func (s operations) Stretched() step.Stretched {
	return step.MostStretched(s.Model, s.presentPositions())
}
