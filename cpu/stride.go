package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// farStride bounds how far a stride goes, in Newton steps.
const farStride = 10

// stride goes on along the search direction beyond the full step at s.x where the potential falls
// on. Positive semi-definite matrices leave out what makes the potential softer (negative stress,
// angles, friction that slips), so that near a buckle Newton's steps are many times too short.
//
// It takes the potential at s.x and the slopes along the direction before the step and after it,
// and returns the potential where it stays and how many Newton steps that is from where it began; the
// gradient is that of s.x again.
func (s *Sim) stride(energy, before float64, rep *step.Report) (at, far float64) {
	after := s.slope()
	if after >= before/2 { // falls much less than before: the minimum is near
		return energy, 1
	}
	// Where the slope would be zero if it went on to change as it did.
	alpha := farStride + 1.
	if before < after {
		alpha = min(alpha, before/(before-after))
	}
	s.swap()
	e := s.try(alpha-1, rep)
	if e.total < energy+(alpha-1)*after/4 {
		copy(s.x, s.xtry)
		s.wandered += (alpha - 1) * s.largest(s.p)
		s.gatherGradientTimed(rep)
		return e.total, alpha
	}
	s.swap() // back
	s.evaluatePoints(s.x)
	s.track()
	return energy, 1
}

// slope is the derivative of the potential along the search direction [J].
func (s *Sim) slope() float64 {
	return s.pool.Sum(len(s.p), func(lo, hi int) float64 {
		var sum float64
		for i := lo; i < hi; i++ {
			sum += r3.Dot(s.g[i], s.p[i])
		}
		return sum
	})
}
