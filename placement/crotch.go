package placement

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Crotch returns the height at which legs part [m]: level sections are two closed lines side by side below it, and one
// above. Sleeves that end below a shirt continue beside it, so they do not count. ok is false if there is none.
func Crotch(x []r3.Vec, tri [][3]int32) (height float64, ok bool) {
	var used []r3.Vec
	for _, t := range tri {
		used = append(used, x[t[0]], x[t[1]], x[t[2]])
	}
	if len(used) == 0 {
		return 0, false
	}
	lo, hi := Extent(used)
	const levels, halvings = 100, 6
	at := func(k int) float64 { return lo.Y + (float64(k)+.5)/levels*(hi.Y-lo.Y) }
	middle := (lo.X + hi.X) / 2
	var below [2]loop
	for k := range levels {
		pair, two := legs(loops(x, tri, nil, at(k)), middle)
		if two {
			below, ok = pair, true
			continue
		}
		if !ok || !joined(loops(x, tri, nil, at(k)), below, middle) {
			ok = false
			continue
		}
		from, to := at(k-1), at(k)
		for range halvings {
			h := (from + to) / 2
			if _, two := legs(loops(x, tri, nil, h), middle); two {
				from = h
			} else {
				to = h
			}
		}
		return (from + to) / 2, true
	}
	return 0, false
}

// legs returns the two longest lines, if they are about equally long and on both sides of the middle.
func legs(list []loop, middle float64) (pair [2]loop, ok bool) {
	for _, l := range list {
		if l.length > pair[0].length {
			pair[0], pair[1] = l, pair[0]
		} else if l.length > pair[1].length {
			pair[1] = l
		}
	}
	a, b := pair[0].middle.X-middle, pair[1].middle.X-middle
	return pair, pair[1].length > pair[0].length/2 && a*b < 0 && min(math.Abs(a), math.Abs(b)) > pair[0].length/20
}

// joined reports whether a line in the middle replaces two legs, and neither continues beside it.
func joined(list []loop, were [2]loop, middle float64) bool {
	one := false
	for _, l := range list {
		for _, w := range were {
			if r3.Norm(r3.Sub(l.middle, w.middle)) < w.length/8 && l.length < 1.3*w.length {
				return false
			}
		}
		one = one || math.Abs(l.middle.X-middle) < l.length/20 && l.length > were[1].length
	}
	return one
}

// Crotch returns the height of the figure's crotch [m]; ok is false if its legs do not part.
func (f *Figure) Crotch() (height float64, ok bool) { return Crotch(f.x, f.tri) }

// TooHigh returns how far the crotch of a garment is above that of the figure [m]: it has to come down by this, with
// the waist. It is 0 within a centimetre for 1.7 m of height.
func (f *Figure) TooHigh(x []r3.Vec, tri [][3]int32) float64 {
	cloth, parts := Crotch(x, tri)
	flesh, ok := f.Crotch()
	if !parts || !ok || cloth-flesh < f.Height()/170 {
		return 0
	}
	return cloth - flesh
}
