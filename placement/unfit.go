package placement

import (
	"fmt"

	"hysteron/pattern"
)

// flat is the part of its height that a figure is deep at least.
const flat = 1. / 150

// Unwearable says why nothing can be put on a figure: it has no depth to speak of. It is empty where something can.
func (f *Figure) Unwearable() string {
	if deep := f.hi.Z - f.lo.Z; deep < flat*f.Height() {
		return fmt.Sprintf("it is a sheet, %.3g m tall and %.2g m deep: %s", f.Height(), deep, expected)
	}
	return ""
}

const expected = "expected the body of somebody who stands"

// Unfit says why the figure cannot wear a garment that was put around it where it is nearest, Wear: it is a sheet,
// nobody is as tall, or the garment would have to be let out by more than Widest. It is empty where nothing speaks
// against it.
func (f *Figure) Unfit(s *pattern.Surface) string {
	if why := f.Unwearable(); why != "" {
		return why
	}
	if !Plausible(f.Height()) {
		return fmt.Sprintf("it is %.3g m tall: %s, %g to %g m tall", f.Height(), expected, Shortest, Tallest)
	}
	if g, ok := f.Narrowest(s); ok && Widest*g.Cloth < g.Body {
		return fmt.Sprintf("at %.2f m it is %.2f m round, the garment %.2f m, and cloth is let out by no more than %.0f "+
			"%%: expected a body of another shape, a larger garment, or a larger scale of it", g.Height, g.Body, g.Cloth,
			100*(Widest-1))
	}
	return ""
}
