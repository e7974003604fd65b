package placement

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// Cost is the objective of placement, before the seams of a garment are closed and after: the number of openings that
// are not around their part of the body, its largest stretch above 1, the share of it inside the body or below the
// feet, and a tenth of its shift in metres. Cloth that is stretched four times is torn, and more costs no more.
func Cost(amiss int, stretch, inside float64, shift r3.Vec) float64 {
	return float64(amiss) + min(stretch, 4) - 1 + inside + r3.Norm(shift)/10
}

// Place is a shift of a garment, to be tried.
type Place struct {
	By  r3.Vec // [m]
	Why string // the reason, "" of none

	cost float64
}

// Places returns shifts of a garment to try: first those with a reason, then others up and down from the best of them
// in steps of a 40th of the figure's height, 4.3 cm of 1.72 m. Both are in the order of their cost before any seam is
// closed, at rest lengths. The first is the place to start from.
//
// The reasons are: none; its middle over the body's, and its height from the body's ground, or from the origin of the
// template that older patterns are drawn around; from there, its legs part where the body's do, its neck opening is at
// the neck, or its waist where it is on a figure of patternHeight.
func (f *Figure) Places(g *Garment) []Place {
	const steps = 4
	open := g.Openings()
	var list []Place
	from := 0
	add := func(by r3.Vec, why string) {
		if !slices.ContainsFunc(list, func(p Place) bool { return r3.Norm(r3.Sub(p.By, by)) < same }) {
			list = append(list, Place{by, why, f.costAt(g, open, by)})
		}
	}
	sort := func() {
		slices.SortStableFunc(list[from:], func(a, b Place) int { return cmp.Compare(a.cost, b.cost) })
		from = len(list)
	}
	add(r3.Vec{}, "")
	aside, beside := f.aside(g)
	cloth, parts := Crotch(g.X, g.Tri)
	flesh, legs := f.Crotch()
	for _, ground := range f.grounds(g) {
		to := func(up float64, why string) {
			by := hundredths(up - ground)
			if why != "" {
				why = fmt.Sprintf("%s, %.2f m %s than it is drawn", why, math.Abs(by),
					map[bool]string{true: "higher", false: "lower"}[by > 0])
			}
			add(r3.Vec{X: aside.X, Y: math.Round(1000*(ground+by)) / 1000, Z: aside.Z}, strings.TrimPrefix(beside+why, "; "))
		}
		to(ground, "")
		if parts && legs {
			to(flesh-cloth, "; its legs part where the body's do")
		}
		for i := range open {
			at, _, _ := around(points(open[i].loops[0], g.X))
			switch open[i].of {
			case neck:
				to(f.lo.Y+neckline*f.Height()-at.Y, "; its neck opening is at the neck")
			case top:
				high := f.lo.Y + (at.Y+ground-f.lo.Y)*f.Height()/patternHeight
				to(min(high, f.Armpits()-f.Height()/40)-at.Y, "; its top is where the body's proportions have it, below the arms")
			}
		}
	}
	sort()
	best := list[0].By
	for k := 1; k <= steps; k++ {
		for _, sign := range []float64{1, -1} {
			by := sign * float64(k) * f.Height() / 40
			add(r3.Add(best, r3.Vec{Y: hundredths(by)}), "so that its openings are around what they are for")
		}
	}
	sort()
	return list
}

// same is the distance below which two places are one [m].
const same = 0.02

func hundredths(x float64) float64 { return math.Round(100*x) / 100 }

// aside returns the shift that has the middle of a garment over the body's, if it is far from there.
func (f *Figure) aside(g *Garment) (by r3.Vec, why string) {
	lo, hi := Extent(g.X)
	middle := r3.Sub(f.Middle(), r3.Scale(.5, r3.Add(lo, hi)))
	if math.Abs(middle.X) > f.Height()/20 {
		by.X, why = hundredths(middle.X), "over the body's middle"
	}
	if math.Abs(middle.Z) > f.Height()/10 {
		by.Z, why = hundredths(middle.Z), "over the body's middle"
	}
	return by, why
}

// fromTemplate is the height of the origin of the SMPL template above its feet, relative to its height. Patterns of
// GarmentCode's older format are drawn around it.
const fromTemplate = 0.676

// grounds returns the heights by which a garment may have to be raised for a figure whose feet are not where its
// drawing has them [m]: the figure's ground, and the origin of the template.
func (f *Figure) grounds(g *Garment) []float64 {
	ground := f.Ground()
	if lo, hi := Extent(g.X); lo.Y < -0.12*f.Height() && hi.Y < 0.5*f.Height() {
		return []float64{ground, f.lo.Y + fromTemplate*f.Height()}
	}
	return []float64{ground}
}

// Ground returns the height of the figure's feet [m], 0 if they are within a 30th of its height from there.
func (f *Figure) Ground() float64 {
	if math.Abs(f.lo.Y) < f.Height()/30 {
		return 0
	}
	return math.Round(1000*f.lo.Y) / 1000
}

// costAt returns the cost of a shift before seams are closed. A waist that starts among the arms counts as an opening
// that is amiss. The way that legs have to come down until they part where the body's do counts twice as a shift.
func (f *Figure) costAt(g *Garment, open []Opening, by r3.Vec) float64 {
	at := *g
	at.X = make([]r3.Vec, len(g.X))
	for v := range g.X {
		at.X[v] = r3.Add(g.X[v], by)
	}
	amiss := len(f.Amiss(open, at.X, at.X, f))
	if down, _ := f.AmongArms(&at); down != 0 {
		amiss++
	}
	return Cost(amiss, 1, f.Inside(at.X), by) + f.TooHigh(at.X, at.Tri)/5
}

// Inside returns the share of points inside the figure, or below its feet, by more than a 200th of its height.
func (f *Figure) Inside(x []r3.Vec) float64 {
	n := 0
	for _, p := range x {
		if deep := f.Height() / 200; f.lo.Y-p.Y > deep || -f.tree.Closest(p, -1).Dist > deep {
			n++
		}
	}
	return float64(n) / float64(max(1, len(x)))
}
