package placement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hysteron/body"
)

// A garment is too large if it is this many times as long around as the figure at its narrowest, and too small if it
// has to stretch by a ninth.
const (
	tooLarge = 1.5
	tooSmall = 0.9
)

// Misfit returns a text if a garment that starts around the trunk of a figure, without arms, is far too large or too
// small; "" if it fits, or is around nothing. A garment that hangs from its waist has the size of the waist, wherever
// that starts: level sections of a wide skirt's flat panels, whose waist is an arc, only have their width.
func (f *Figure) Misfit(g *Garment) string {
	narrow, slimmest := f.tightest(g)
	least := narrow.Cloth / narrow.Body
	word := ""
	switch {
	case narrow.Body == 0 || least > tooLarge && g.waist() <= tooLarge*slimmest:
		return ""
	case least > tooLarge:
		word = "large: expected a smaller pattern, or a larger body"
	case least < tooSmall:
		word = "small: expected a larger pattern, or a smaller body"
	default:
		return ""
	}
	if least < 1/otherUnit || least > otherUnit {
		word += "; or its drawing in the unit that it has been read in: see unit_m"
	} else {
		word += fmt.Sprintf("; scale = %.3g makes it as large as the body there", roundUp(1/least))
	}
	return fmt.Sprintf("where it is narrowest for it, at %.2f m, its pattern is %.2f m round and the body %.2f m, too %s",
		narrow.Height, narrow.Cloth, narrow.Body, word)
}

// tightest returns where a garment is narrowest for the trunk of the figure, between chest and crotch, by rest lengths
// of level sections; Body is 0 if it is around nothing. slimmest is the figure's smallest girth [m].
func (f *Figure) tightest(g *Garment) (narrow Girth, slimmest float64) {
	s := &g.Surface
	const levels, chest = 24, 0.66 // share of its height: below arms, and above legs
	lo, hi := Extent(s.X)
	middle := f.Middle()
	slimmest = math.Inf(1)
	crotch, parts := f.Crotch()
	if lo.Y, hi.Y = max(lo.Y, crotch+f.Height()/25), min(hi.Y, f.lo.Y+chest*f.Height()); !parts || lo.Y >= hi.Y {
		return narrow, slimmest
	}
	least := math.Inf(1)
	for k := range levels {
		h := lo.Y + (float64(k)+.5)/levels*(hi.Y-lo.Y)
		girth := f.trunk(h)
		if girth > 0 {
			slimmest = min(slimmest, girth)
		}
		for _, c := range loops(s.X, s.Tri, s.UV, h) {
			beside := math.Hypot(c.middle.X-middle.X, c.middle.Z-middle.Z)
			if girth > 0 && beside < c.length/12 && c.rest/girth < least {
				least = c.rest / girth
				narrow = Girth{Height: h, Cloth: c.rest, Body: girth}
			}
		}
	}
	return narrow, slimmest
}

// Scales returns scales of a garment to try on the figure, in order: as long around as the figure where it is narrowest
// for it, or at the waist; by the ratio of the figure's height to patternHeight; and slightly larger.
func (f *Figure) Scales(g *Garment) []float64 {
	const same, least, most = 0.04, 0.3, 3
	var list []float64
	add := func(s float64) {
		s = roundUp(s)
		if s >= least && s <= most && math.Abs(s-1) >= same &&
			!slices.ContainsFunc(list, func(o float64) bool { return math.Abs(o-s) < same }) {
			list = append(list, s)
		}
	}
	narrow, slimmest := f.tightest(g)
	for _, ease := range []float64{1, 1.15} {
		if narrow.Body > 0 {
			add(ease * narrow.Body / narrow.Cloth)
		}
		add(ease * slimmest / g.waist())
	}
	add(f.Height() / patternHeight)
	for _, s := range []float64{1.1, 1.2} {
		add(s)
	}
	return list
}

// roundUp rounds a scale up to twentieths.
func roundUp(s float64) float64 { return math.Ceil(20*s-1e-9) / 20 }

// otherUnit is the ratio of girths that indicates another unit: an inch is 2.54 cm.
const otherUnit = 2.3

// trunk returns the figure's girth at a height, of the trunk or of both legs [m]; 0: nothing is there.
func (f *Figure) trunk(height float64) (girth float64) {
	middle := f.Middle()
	for _, b := range loops(f.x, f.tri, nil, height) {
		if math.Hypot(b.middle.X-middle.X, b.middle.Z-middle.Z) < b.length/8 {
			girth = max(girth, b.length)
		}
	}
	return girth
}

// waist returns the rest length of the narrowest opening by which a garment hangs from a waist [m]; +Inf: none.
func (g *Garment) waist() float64 {
	least := math.Inf(1)
	near := g.rest()
	for _, open := range g.Openings() {
		if open.of != top {
			continue
		}
		loop, length := open.loops[0], 0.0
		for k, e := range loop {
			next := loop[(k+1)%len(loop)].a
			for _, n := range near[e.a] { // one triangle has the edge
				if n.to == next {
					length += n.length
				}
			}
		}
		least = min(least, length)
	}
	return least
}

// OpeningsAmiss returns a text if openings of a garment start around nothing, or around something else, in the pose of
// the arms with the fewest; "" otherwise, and if the body has no figure.
func OpeningsAmiss(g *Garment, b body.Body) string {
	open := g.Openings()
	var least []string
	for k, pose := range Poses(body.JointsOf(b)) {
		f, err := New(pose)
		if err != nil {
			return ""
		}
		if amiss := f.Amiss(open, g.X, g.X, f); k == 0 || len(amiss) < len(least) {
			least = amiss
		}
		if len(least) == 0 {
			return ""
		}
	}
	return "as it starts, " + strings.Join(least, ", ") + ": expected a pattern of its size, or another offset_m"
}

// AmongArms returns a text if a garment that hangs from the waist or the chest starts among the arms of a body; ""
// otherwise.
func AmongArms(g *Garment, b body.Body) string {
	return on(b, func(f *Figure) string {
		_, why := f.AmongArms(g)
		return why
	})
}

// LegsAmiss is Figure.LegsAmiss in the pose for dressing with a garment.
func LegsAmiss(g *Garment, b body.Body) string {
	posed, _ := PoseFor(b, g)
	return on(posed, func(f *Figure) string { return f.LegsAmiss(g) })
}

// Misfit is Figure.Misfit of a body without its arms.
func Misfit(g *Garment, b body.Body) string {
	return on(body.NewFolded(b, body.Arms(b)), func(f *Figure) string { return f.Misfit(g) })
}

// on returns the text that find has of a body; "" if it has no figure.
func on(b body.Body, find func(f *Figure) string) string {
	f, err := New(b)
	if err != nil {
		return ""
	}
	return find(f)
}

// neckline is the height at which neck openings are worn, relative to the figure's.
const neckline = 0.83
