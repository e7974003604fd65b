package placement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Heights returns shifts of a garment to try, in order: none; its neck opening at the figure's neck, or its waist at
// the height of the figure's proportions; and from there up and down in steps of a 40th of the figure's height, 4.3 cm
// of 1.72 m [m].
func (f *Figure) Heights(g *Garment) []r3.Vec {
	const steps, least = 4, 0.02
	list := []r3.Vec{{}}
	add := func(y float64) {
		y = math.Round(100*y) / 100
		if !slices.ContainsFunc(list, func(o r3.Vec) bool { return math.Abs(o.Y-y) < least }) {
			list = append(list, r3.Vec{Y: y})
		}
	}
	from := 0.0
	open := g.Openings()
	for i := range open {
		at, _, _ := around(points(open[i].loops[0], g.X))
		switch open[i].of {
		case neck:
			from = f.lo.Y + neckline*f.Height() - at.Y
		case top:
			from = (f.lo.Y + at.Y/patternHeight*f.Height() - at.Y)
		default:
			continue
		}
		break
	}
	add(from)
	for k := 1; k <= steps; k++ {
		add(from + float64(k)*f.Height()/40)
		add(from - float64(k)*f.Height()/40)
	}
	return list
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
