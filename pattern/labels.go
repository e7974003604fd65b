package pattern

import (
	"math"
	"slices"
)

// Labels are those of the pattern's edges, in the order of the alphabet.
func (p *Pattern) Labels() (names []string) {
	for i := range p.Panels {
		for _, e := range p.Panels[i].Edges {
			if e.Label != "" {
				names = append(names, e.Label)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Top is how high the highest corner of a panel is placed [m].
func (p *Pattern) Top() float64 {
	top := math.Inf(-1)
	for i := range p.Panels {
		for _, e := range p.Panels[i].Edges {
			top = max(top, p.Panels[i].Place(e.Start).Y)
		}
	}
	return top
}
