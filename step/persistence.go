package step

import "hysteron/cloth"

// AccelerationPersistence returns the share of its acceleration that cloth is expected to keep over the next step, in
// [0, 1]. Its arguments are the sums of a'·a, a·a and a'·a' over the free vertices, a and a' being the accelerations of
// the last two steps. It is their common part over the larger one. A swinging sheet keeps nearly all, a ringing one
// none.
func AccelerationPersistence(both, before, now float64) float64 {
	if !(both > 0) || !cloth.Finite(both, before, now) {
		return 0
	}
	return min(1, both/max(before, now))
}

// CarriesAcceleration reports whether a step of h [s] begins with the acceleration of the last step, which was one of
// before [s]. It is false for a longer step, in the linearised mode, whose result depends on its guess, and for steps
// that lead to rest.
func (s *Settings) CarriesAcceleration(before, h float64) bool {
	return s.MaxNewton > 1 && !s.Settling && h <= sameStep*before
}

// sameStep is the largest ratio of two steps that are equal but for rounding of the time, and smaller than the ratio of
// any that are meant to differ.
const sameStep = 1.001 // derived: after a day steps of 1/10,000 s are off by 2⁻⁵³·86,400 s, a 10⁷th of them
