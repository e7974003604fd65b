package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// persistence is what is expected of the accelerations of the step before, by which pieces that nothing touches go on
// in the first guess. Contact ends accelerations, and where cloth buckles against it the guess would decide which way.
type persistence struct {
	a     []r3.Vec // of each vertex over the last step; zero where it was held or its piece touched [m/s²]
	sum   float64  // of their squares
	share float64  // of these, see step.AccelerationPersistence
	h     float64  // of that step [s]
}

// foretold is how far vertex i is expected to be led off free flight in the step that begins [m].
func (s *Sim) foretold(i int) r3.Vec {
	l := &s.persistence
	if l.share == 0 || !s.Settings.CarriesAcceleration(l.h, s.H) {
		return r3.Vec{}
	}
	return r3.Scale(l.share*s.H*s.H, l.a[i])
}

// recordAccelerations sees how the step, which ends at s.x, has led vertices off free flight.
func (s operations) recordAccelerations() {
	l := &s.persistence
	if s.Overdamped {
		l.share = 0
		return
	}
	if l.a == nil {
		l.a = make([]r3.Vec, len(s.x))
	}
	var both, now float64
	for i, x := range s.x {
		var a r3.Vec
		if !s.fixed[i] && !s.components.touched[s.components.of[i]] {
			coast := r3.Add(s.State.X[i], r3.Scale(s.H, s.State.V[i]))
			a = r3.Scale(1/(s.H*s.H), r3.Sub(x, coast))
		}
		both += r3.Dot(a, l.a[i])
		now += r3.Norm2(a)
		l.a[i] = a
	}
	l.share, l.sum = step.AccelerationPersistence(both, l.sum, now), now
	l.h = s.H
}
