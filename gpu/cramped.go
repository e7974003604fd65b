//go:build cgo

package gpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/pack"
	"hysteron/step"
)

// Cramped tells where two colliders leave vertices the least room, by planes that are read back.
func (s machine) Cramped() step.Cramped {
	c := step.Roomy()
	if len(s.contacts.obstacles) < 2 {
		return c
	}
	points, n, x := s.contacts.points(), len(s.Model.X0), s.present()
	head := make([][4]int32, len(s.contacts.obstacles)*points)
	plane := make([][4]float32, 2*nearPlane*len(head))
	read(s.queue, s.queue.buffers["nearHead"], head)
	read(s.queue, s.queue.buffers["nearPlane"], plane)
	wall := func(k, i int) (w step.Wall, near bool) {
		at := k*points + int(s.pack.Place[i])
		if head[at][1]&1 == 0 {
			return w, false
		}
		p := plane[2*nearPlane*at:]
		w = step.Wall{Name: s.contacts.obstacles[k].Name, Normal: pack.Joined(p[0], [4]float32{})}
		w.Distance = r3.Dot(w.Normal, r3.Sub(x[i], pack.Joined(p[1], [4]float32{}))) + float64(p[2][3])
		return w, true
	}
	for a := range s.contacts.obstacles {
		for b := range a {
			for i := range n {
				if p, near := wall(a, i); near {
					if q, near := wall(b, i); near {
						c.See(x[i], q, p)
					}
				}
			}
		}
	}
	c.Crowd(s.Model, x, &s.Settings)
	return c
}

// present reads the present positions, in the model's order.
func (s machine) present() []r3.Vec {
	_, trial := s.motion.sites()
	x := make([]r3.Vec, len(s.Model.X0))
	for i, at := range s.pack.Place {
		x[i] = trial[at]
	}
	return x
}

// Stretched is the triangle that is stretched most.
func (s machine) Stretched() step.Stretched { return step.MostStretched(s.Model, s.present()) }
