package placement

import (
	"fmt"
	"math"
)

// patternHeight is the default height of the figure that a pattern is drawn for [m].
const patternHeight = 1.72

// Armpits returns the height at which arms join the trunk [m], from the hips upwards: where the line around the middle
// grows by a sixth within a sixtieth of the figure's height; at most that of the shoulders.
func (f *Figure) Armpits() float64 {
	const levels, wider = 60, 7. / 6
	from, parts := f.Crotch()
	if !parts {
		from = f.lo.Y + f.Height()/2
	}
	middle, was := f.Middle(), 0.0
	for k := range levels {
		h := from + f.Height()*(float64(k)+2)/levels
		if h > f.lo.Y+shoulders*f.Height() {
			break
		}
		girth := 0.0
		for _, l := range loops(f.x, f.tri, nil, h) {
			if math.Hypot(l.middle.X-middle.X, l.middle.Z-middle.Z) < l.length/8 {
				girth = max(girth, l.length)
			}
		}
		if was > 0 && girth > wider*was {
			return h - f.Height()/levels
		}
		was = girth
	}
	return f.lo.Y + shoulders*f.Height()
}

// AmongArms returns how much lower a garment belongs that hangs from the waist or the chest and starts with that at the
// height of the arms, which would be caught in it, and the reason. It comes to where it would be on a figure of
// patternHeight [m]. It is 0 if it starts below them.
func (f *Figure) AmongArms(g *Garment) (down float64, why string) {
	high, name := 0.0, ""
	open := g.Openings()
	for i := range open {
		switch o := &open[i]; o.of {
		case neck, sleeve, trouser:
			return 0, ""
		case top:
			at, _, _ := around(points(o.loops[0], g.X))
			high, name = at.Y, o.Name
		}
	}
	pits := f.Armpits()
	if name == "" || high < pits || !f.Below(high) {
		return 0, ""
	}
	to := min(f.lo.Y+(high-f.lo.Y)*f.Height()/patternHeight, pits-f.Height()/40)
	return high - to, fmt.Sprintf("its %s starts at %.2f m, among the arms, which join the trunk at %.2f m: expected it "+
		"%.2f m lower (offset_m)", name, high, pits, high-to)
}

// LegsAmiss returns a text if seams of trouser legs start inside the figure's legs, nearer to the core than to the
// surface: they would close there, and come out on any side. It is "" otherwise.
func (f *Figure) LegsAmiss(g *Garment) string {
	n, deepest := f.pierced(g)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("its legs do not stand where the body's do: %d vertices of their seams start up to %.3f m inside "+
		"these, and would be drawn together there: expected a pattern for such legs", n, deepest)
}
