package step

// LookUps is the number of Newton iterations after which the contact planes and normal forces
// are kept, until vertices wander (LooksAgain): the potential of contact is convex and the same from one
// look-up to the next.
const LookUps = 4

// LooksAgain tells whether contacts are looked up after Newton iteration it, when vertices have wandered
// so far [m] from where they were looked up: later than LookUps too if that is half of a layer, as where
// a sleeve buckles, since points that were out of reach may come to lie inside.
func (s *Settings) LooksAgain(it int, wandered float64) bool {
	return it < LookUps || wandered > min(s.Thickness, s.SelfThickness)/2
}

// MaxForesee is how often a search direction is found anew for the contacts that it leads to.
const MaxForesee = 3

// ForeseeBelow is the least share of the fall that the slope promises: a quadratic potential falls
// by half of it, one that runs into unseen walls by less than nothing.
const ForeseeBelow = 0.1
