package step

import "math"

// LevelCosts are what coarse levels that only shift cost on a machine, in iterations by block Jacobi. The zero value stands for AssumedCosts.
type LevelCosts struct {
	Iteration float64 `json:"iteration"` // of an iteration with them
	Setup     float64 `json:"setup"`     // of making them for another system
}

// AssumedCosts are those of the reference beside block Jacobi, roughly (1.7 and 23 for cloth of 10,000 vertices), and of devices that are not measured.
var AssumedCosts = LevelCosts{Iteration: 2, Setup: 20}

// What costs are rounded to, and their bounds: two measurements are to say the same, and one that went wrong is to do no harm.
const (
	iterationSteps = 1. / 4
	// Derived: an iteration with levels has one of block Jacobi in it; fewer less 1/2.
	leastPerIteration, mostPer = 1, 3.5
	setupSteps                 = 5.
	leastSetup, mostSetup      = 5, 60
)

// Rounded is what costs as they were measured are taken for; false where they are no numbers > 0.
func (c LevelCosts) Rounded() (LevelCosts, bool) {
	for _, v := range []float64{c.Iteration, c.Setup} {
		if !(v > 0) || math.IsInf(v, 0) {
			return LevelCosts{}, false
		}
	}
	return LevelCosts{
		Iteration: min(max(leastPerIteration, math.Round(c.Iteration/iterationSteps)*iterationSteps), mostPer),
		Setup:     min(max(leastSetup, math.Round(c.Setup/setupSteps)*setupSteps), mostSetup),
	}, true
}

// orAssumed are the costs that count.
func (c LevelCosts) orAssumed() LevelCosts {
	if c == (LevelCosts{}) {
		return AssumedCosts
	}
	return c
}

// fewer is how many times fewer iterations coarse levels take, as the rule has it (measured: 2 to 6).
const fewer = 4

// Bounds of LevelCosts.from: below, block Jacobi is as good whatever levels cost; beyond, solves by it may run out of iterations.
const (
	leastFrom = 40
	mostFrom  = 400
)

// from is from how many iterations by block Jacobi on levels are taken. Of n of these they save n·(1 − Iteration/fewer), and have paid for a set-up
// in one solve where that is Setup. Two and a half times as many have to be seen, since the next solve may be easier.
func (c LevelCosts) from() int {
	c = c.orAssumed()
	return int(min(max(leastFrom, math.Round(2.5*c.Setup/(1-c.Iteration/fewer))), mostFrom))
}

// below is below how many iterations a solve with levels was easy: by block Jacobi it would have taken fewer than from.
func (c LevelCosts) below() int { return c.from() / fewer }

// worn is how many iterations beyond a third more than the first solve's levels may take before they are made anew: those that cost half a set-up,
// as it is best where that was tried (a hanging sheet of 101 × 101 vertices takes 7,050 products in 32 frames by what a set-up costs, 6,660 by .6 of it, 6,520 by .43, 6,670 by .3).
func (c LevelCosts) worn() int {
	c = c.orAssumed()
	return int(max(1, math.Round(c.Setup/2/c.Iteration)))
}
