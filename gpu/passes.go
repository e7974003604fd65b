//go:build cgo

package gpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu/par"
	"hysteron/cpu/sweep"
	"hysteron/gpu/pack"
	"hysteron/step"
)

// Passes tells whether an obstacle may pass over contact points that fly on freely. The device tells whether anything is
// so fast; then the host looks, as on the CPU.
func (s machine) Passes() bool {
	s.ahead.issue()
	if s.contacts.surfaces() == 0 {
		return false
	}
	q := s.queue
	if !s.ahead.take(opPasses) {
		s.wayOfBodies()
	}
	st := s.status()
	sight := step.Reach * s.Settings.Thickness
	if !(float64(st.Tallies[tallyMeasure][3]) > sight) {
		return false
	}
	points, moved := s.freeFlight(), make([]float32, maxObstacles)
	head := make([][4]int32, len(s.contacts.obstacles)*s.contacts.points())
	read(q, q.buffers["bodyMoved"], moved)
	read(q, q.buffers["nearHead"], head)
	pool := par.New(0)
	defer pool.Close()
	for k, o := range s.contacts.obstacles {
		if o.Surface == nil {
			continue
		}
		for i := range points.Clear {
			clear := math.Float32frombits(uint32(head[k*len(points.Clear)+i][2]))
			points.Clear[i] = float64(clear) - float64(moved[k])
		}
		points.Sharp = o.sharp
		if o.swept == nil {
			var err error
			if o.swept, err = sweep.New(o.Surface, s.time); err != nil {
				continue // not so: a hierarchy could be made of the same triangles
			}
		}
		if o.swept.Passes(pool, s.time, float64(s.set.H), points, sight) {
			return true
		}
	}
	return false
}

// wayOfBodies measures how far bodies and cloth may come towards each other.
func (s *Sim) wayOfBodies() {
	n := len(s.Model.X0)
	s.queue.run("begin_way", n)
	s.queue.sum(0, s.queue.sums(n), tallyMeasure)
}

// freeFlight is where contact points are at the start of the step, in the device's order, and how far they fly without
// forces.
func (s *Sim) freeFlight() sweep.Points {
	n, points := len(s.Model.X0), s.contacts.points()
	hi, lo, speed := make([][4]float32, n), make([][4]float32, n), make([][4]float32, n)
	read(s.queue, s.queue.buffers["startHi"], hi)
	read(s.queue, s.queue.buffers["startLo"], lo)
	read(s.queue, s.queue.buffers["velocity"], speed)
	p := sweep.Points{Start: make([]r3.Vec, points), Way: make([]r3.Vec, points), Clear: make([]float64, points), Tri: make([][3]int32, len(s.pack.Corners)), Edge: make([]float64, len(s.pack.Corners))}
	for i := range n {
		p.Start[i] = pack.Joined(hi[i], lo[i])
		p.Way[i] = r3.Scale(float64(s.set.H), pack.Joined(speed[i], [4]float32{}))
	}
	for t, v := range s.pack.Corners {
		p.Tri[t], p.Edge[t] = [3]int32(v[:3]), step.LongestEdge(s.Model, int(s.pack.Tri[t]))
		for _, k := range v[:3] {
			p.Start[n+t] = r3.Add(p.Start[n+t], r3.Scale(1./3, p.Start[k]))
			p.Way[n+t] = r3.Add(p.Way[n+t], r3.Scale(1./3, p.Way[k]))
		}
	}
	return p
}
