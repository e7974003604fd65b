package step

import "hysteron/cloth"

// Lasting is the share of its acceleration that cloth is expected to keep over the next step, between none and all of it, from the sums of a'·a, a·a and a'·a' over the vertices
// that go on by it, a and a' being the accelerations of the last two steps: what they have in common, of the larger. A sheet that swings keeps nearly all, one that rings none.
func Lasting(both, before, now float64) float64 {
	if !(both > 0) || !cloth.Finite(both, before, now) {
		return 0
	}
	return min(1, both/max(before, now))
}

// Foretells tells whether a step of h [s] begins with the acceleration of the step before, which was one of before: none that is longer, over which nobody knows whether it lasts, no step of
// the linearised mode, which finds what depends on where it starts, and none that leads to rest.
func (s *Settings) Foretells(before, h float64) bool {
	return s.MaxNewton > 1 && !s.Settling && h <= alike*before
}

// alike is more than what steps of frames differ by that are the same but for rounding of the time, and less than any that are meant to differ.
const alike = 1.001 // derived: after a day steps of 1/10,000 s are off by 2⁻⁵³·86,400 s, a 10⁷th of them
