//go:build cgo

package gpu

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bodies"
	"hysteron/linalg"
	"hysteron/step"
)

// MayTunnel reports whether an obstacle may pass contact points in free flight. The device checks the speeds; if they
// suffice, the host computes the paths, as on the CPU.
func (s operations) MayTunnel() bool {
	s.speculation.issue()
	if s.contacts.countSurfaces() == 0 {
		return false
	}
	if !s.speculation.takeCompleted(opMayTunnel) {
		s.approachOfBodies()
	}
	sight := s.Settings.ContactRange()
	s.approach = float64(s.status().Reductions[reductionStep][3])
	if !(s.approach > sight) {
		return false
	}
	pool := linalg.New(0)
	defer pool.Close()
	points, moved := s.freeFlight(pool), make([]float32, maxObstacles)
	head := make([][4]int32, len(s.contacts.obstacles)*s.contacts.points())
	read(s.queue, s.queue.buffers["bodyMoved"], moved)
	read(s.queue, s.queue.buffers["nearHead"], head)
	for k, o := range s.contacts.obstacles {
		if o.Surface == nil {
			continue
		}
		for i := range points.Clear {
			clear := math.Float32frombits(uint32(head[k*len(points.Clear)+i][2]))
			points.Clear[i] = float64(clear) - float64(moved[k])
		}
		points.Sharp = o.edgeLimit
		if bodies.Prepared(&o.swept, o.Surface, s.time) && o.swept.MayTunnel(pool, s.time, float64(s.stepParams.H),
			points, sight) {
			return true
		}
	}
	return false
}

// approachOfBodies computes a bound on the approach of bodies and cloth.
func (s *Sim) approachOfBodies() {
	s.queue.run("approach_bound", len(s.Model.X0))
	s.queue.sum(0, s.queue.sums(len(s.Model.X0)), reductionStep)
}

// freeFlight returns the positions of contact points at the start of the step, in the device's order, and their
// force-free displacements.
func (s *Sim) freeFlight(pool *linalg.Pool) bodies.Points {
	start, way := s.motion.read([2]string{"startHi", "startLo"}, [2]string{"velocity", "velocityLo"})
	for i, v := range way {
		way[i] = r3.Scale(float64(s.stepParams.H), v)
	}
	return s.cloth.Fly(pool, start, way)
}

// needsPositions reports whether Tunnels needs the vertex positions.
func (s operations) needsPositions() bool {
	return slices.ContainsFunc(s.contacts.obstacles, func(o *obstacle) bool { return o.tunnels(s.time) })
}

// tunnels reports whether an obstacle is sharp and has tunnelling checks.
func (o *obstacle) tunnels(t float64) bool {
	return o.edgeLimit != nil && bodies.Prepared(&o.swept, o.Surface, t)
}

// Tunnels reports whether obstacles pass through triangles. The host computes it, as on the CPU.
func (s operations) Tunnels(steps float64) (slip step.Tunnelling) {
	var w *bodies.Paths
	fast := steps*s.approach > s.Settings.ContactRange()
	var gives [][4]float32
	for k, o := range s.contacts.obstacles {
		sharp := o.tunnels(s.time)
		if !sharp && (!fast || o.Surface == nil || !bodies.Prepared(&o.swept, o.Surface, s.time)) {
			continue
		}
		if w == nil {
			w = &bodies.Paths{Cloth: s.cloth}
			w.From, w.To = s.motion.positions()
			if now := s.status().GaveWay; now != s.contacts.gaveWay {
				s.contacts.gaveWay = now
				gives = make([][4]float32, len(s.contacts.obstacles)*s.contacts.points())
				read(s.queue, s.queue.buffers["gives"], gives)
			}
		}
		w.Skip = s.cloth.Skipped(len(s.Model.X0), nil, func(i int) bool {
			return gives != nil && gives[k*s.contacts.points()+i][3] > 0
		})
		pool := linalg.New(0)
		if sharp {
			slip.Add(o.swept.Tunnels(pool, s.time, float64(s.stepParams.H), w, o.edgeLimit))
		}
		if fast && !slip.Fast && o.swept.Crosses(pool, s.time, float64(s.stepParams.H), w,
			s.Settings.TunnellingDepth()) {
			slip.Add(step.Tunnelling{Any: true, Fast: true})
		}
		pool.Close()
	}
	return slip
}
