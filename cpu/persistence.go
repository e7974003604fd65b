package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// persistence predicts the accelerations of mesh components without contact, for the first guess, from those of the
// last step. Contact ends accelerations, and where cloth buckles against it the guess would determine the direction.
type persistence struct {
	a     []r3.Vec // per vertex over the last step; zero if held or its mesh component was in contact [m/s²]
	sum   float64  // of their squares
	share float64  // that persists, see step.AccelerationPersistence
	h     float64  // of that step [s]
}

// predictedDeviation returns the predicted deviation of vertex i from free flight in the next step [m].
func (s *Sim) predictedDeviation(i int) r3.Vec {
	l := &s.persistence
	if l.share == 0 || !s.Settings.CarriesAcceleration(l.h, s.H) {
		return r3.Vec{}
	}
	return r3.Scale(l.share*s.H*s.H, l.a[i])
}

// recordAccelerations stores the deviation of vertices from free flight in the step that ends at s.x.
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
