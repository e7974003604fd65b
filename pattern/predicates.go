package pattern

import (
	"math"
	"math/bits"

	"gonum.org/v1/gonum/spatial/r2"
)

// The triangulation uses integer coordinates, so that its predicates are exact: a panel's bounding box has at most
// gridSize steps (for a panel of 1 m, 15 nm each). Corners of the enclosing triangle are at ±superSize; differences
// then stay below 2^29+2^26, lifted coordinates and cross products below 2^60, incircle determinants below 2^122,
// within 128 bits.
const (
	gridSize  = 1 << 26
	superSize = 1 << 28
)

// point is a position on the integer grid.
type point struct{ x, y int64 }

// grid maps panel coordinates [m] to integers and back.
type grid struct {
	center r2.Vec
	scale  float64 // steps per metre
}

func newGrid(pts []r2.Vec) grid {
	b := bounds(pts)
	size := max(b.Max.X-b.Min.X, b.Max.Y-b.Min.Y)
	return grid{center: r2.Scale(0.5, r2.Add(b.Min, b.Max)), scale: gridSize / size}
}

func (g grid) snap(p r2.Vec) point {
	return point{int64(math.Round((p.X - g.center.X) * g.scale)), int64(math.Round((p.Y - g.center.Y) * g.scale))}
}

func (g grid) unsnap(p point) r2.Vec {
	return r2.Vec{X: float64(p.x)/g.scale + g.center.X, Y: float64(p.y)/g.scale + g.center.Y}
}

// orient returns twice the signed area of a, b, c: positive if they are counter-clockwise.
func orient(a, b, c point) int64 {
	return (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x)
}

// inCircle returns 1 if d is inside the circle through the counter-clockwise a, b, c, 0 on it, −1 outside.
func inCircle(a, b, c, d point) int {
	ax, ay := a.x-d.x, a.y-d.y
	bx, by := b.x-d.x, b.y-d.y
	cx, cy := c.x-d.x, c.y-d.y
	hi, lo := mulAdd(ax*ax+ay*ay, bx*cy-by*cx, 0, 0)
	hi, lo = mulAdd(bx*bx+by*by, cx*ay-cy*ax, hi, lo)
	hi, lo = mulAdd(cx*cx+cy*cy, ax*by-ay*bx, hi, lo)
	switch {
	case hi < 0:
		return -1
	case hi == 0 && lo == 0:
		return 0
	}
	return 1
}

// mulAdd returns (hi, lo) + a·b in 128-bit two's complement, for a ≥ 0.
func mulAdd(a, b, hi int64, lo uint64) (int64, uint64) {
	h, l := bits.Mul64(uint64(a), uint64(b))
	if b < 0 {
		h -= uint64(a)
	}
	lo, carry := bits.Add64(lo, l, 0)
	return hi + int64(h+carry), lo
}
