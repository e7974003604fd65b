package pattern

import (
	"math"
	"slices"
)

// Labels returns the labels of the pattern's edges in alphabetical order.
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

// Top returns the height of the highest corner of the placed panel [m].
func (p *Pattern) Top() float64 {
	top := math.Inf(-1)
	for i := range p.Panels {
		for _, e := range p.Panels[i].Edges {
			top = max(top, p.Panels[i].Place(e.Start).Y)
		}
	}
	return top
}
