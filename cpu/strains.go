package cpu

import (
	"math"

	"hysteron/cloth"
	"hysteron/law"
)

// strains is the strains of one kind of element at work: their laws, what they keep, and where they are.
type strains struct {
	*cloth.Strains
	per  int            // strains of an element
	from [law.Roles]int // where the numbers of each role begin among those that a strain keeps
	side []int8         // on which side of ε_n each strain was at the last trial; nil where no law asks
}

// crossed marks a strain that has changed sides within the step.
const crossed = 2

func newStrains(m *cloth.Model, kind cloth.Kind) strains {
	c := strains{Strains: &m.Strains[kind], per: kind.Per()}
	for r := range c.from {
		c.from[r] = c.From(law.Role(r))
	}
	if c.Follows() {
		c.side = make([]int8, c.per*len(c.Of))
	}
	return c
}

func nextSide(last int8, delta float64) int8 {
	if changesSide(last, delta) {
		return crossed
	}
	return int8(math.Copysign(1, delta))
}

func changesSide(last int8, delta float64) bool {
	return last == crossed || last == 1 && delta < 0 || last == -1 && delta > 0
}
