package placement

import (
	"fmt"

	"hysteron/pattern"
)

// flat is the smallest depth of a figure relative to its height.
const flat = 1. / 150

// Unwearable returns the reason why nothing can be put on a figure: it has hardly any depth; "" otherwise.
func (f *Figure) Unwearable() string {
	if deep := f.hi.Z - f.lo.Z; deep < flat*f.Height() {
		return fmt.Sprintf("it is a sheet, %.3g m tall and %.2g m deep: %s", f.Height(), deep, expected)
	}
	return ""
}

const expected = "expected the body of somebody who stands"

// Unfit returns the reason why the figure cannot wear a garment that was put around it with Wear: it is a sheet, the
// figure's height is not plausible, or the garment would have to be widened by more than Widest; "" otherwise.
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
