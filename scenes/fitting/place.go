package fitting

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// sample is how many vertices of a garment are looked at for each place that is tried.
const sample = 400

// Place finds where on a figure a garment belongs: the shift at which its vertices are closest to the surface, and
// outside. The body is in the pose that garments are made for. Heights are tried from the feet to the head, with the middles
// above one another; the best is improved to within a millimetre.
func (f *Figure) Place(x []r3.Vec) r3.Vec {
	tree, lo, hi := f.tree, f.lo, f.hi
	low, high := Extent(x)
	size := r3.Norm(r3.Sub(hi, lo))
	cost := func(d r3.Vec) (sum float64) {
		for i := 0; i < len(x); i += max(1, len(x)/sample) {
			h := tree.Closest(r3.Add(x[i], d), -1).Dist / size
			if h < 0 {
				h *= -2 // inside is worse than as far outside
			}
			sum += math.Min(h*h, 0.01) // what is a tenth of the body away, is away
		}
		return sum
	}
	best := r3.Sub(r3.Scale(.5, r3.Add(lo, hi)), r3.Scale(.5, r3.Add(low, high)))
	from, to := lo.Y-low.Y, hi.Y-high.Y
	least := math.Inf(1)
	const heights = 60
	middle := best
	for k := range heights + 1 {
		for _, ahead := range []float64{-.02, 0, .02} {
			d := r3.Vec{X: middle.X, Y: from + (to-from)*float64(k)/heights, Z: middle.Z + ahead*size}
			if c := cost(d); c < least {
				best, least = d, c
			}
		}
	}
	for step := size / 50; step > 5e-4; {
		improved := false
		for _, d := range []r3.Vec{{Y: step}, {Y: -step}, {Z: step}, {Z: -step}, {X: step}, {X: -step}} {
			if c := cost(r3.Add(best, d)); c < least {
				best, least, improved = r3.Add(best, d), c, true
			}
		}
		if !improved {
			step /= 2
		}
	}
	return best
}

// Extent is the box around points.
func Extent(x []r3.Vec) (lo, hi r3.Vec) {
	lo, hi = x[0], x[0]
	for _, p := range x {
		lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	return lo, hi
}
