package capture

import (
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// Notes are what to know of a fit of tests: samples rub against themselves as they are pulled, and what a model without friction makes of that.
func Notes(tests []*Test) (notes []string) {
	var there, back []string
	for _, t := range tests {
		if !bends(t) && t.back() {
			back = append(back, t.Kind)
		} else {
			there = append(there, t.Kind)
		}
	}
	if there != nil {
		notes = append(notes, "friction of the yarns counts as stiffness, in all that was read on the way there alone: "+strings.Join(there, ", ")+"; the base's friction comes on top of it")
	}
	if back != nil {
		notes = append(notes, "of tests with frames on the way back the stiffness is the mean of both ways, where friction cancels: "+strings.Join(back, ", "))
	}
	return notes
}

// Most is the largest force on a clip of any test [N].
func Most(tests []*Test) (most float64) {
	for _, t := range tests {
		for _, f := range t.Frames {
			for _, force := range f.Force {
				most = max(most, r3.Norm(force))
			}
		}
	}
	return most
}

// back tells whether points go back on the way, by their sum of ways from where they lie at rest.
func (t *Test) back() bool {
	last := 0.
	for _, f := range t.Frames {
		way := 0.
		for i, x := range f.X {
			u, v := t.at(i)
			way += r3.Norm(r3.Sub(x, r3.Vec{X: u, Z: -v}))
		}
		if way < 0.95*last {
			return true
		}
		last = way
	}
	return false
}
