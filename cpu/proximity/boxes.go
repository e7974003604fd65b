package proximity

import (
	"math"
	"math/bits"

	"gonum.org/v1/gonum/spatial/r3"
)

// Boxes are boxes that are asked together, in fours.
type Boxes struct{ fours []fourBoxes }

// fourBoxes are the coordinates Lo.X, Lo.Y, Lo.Z, Hi.X, Hi.Y and Hi.Z of four boxes.
type fourBoxes [6][4]float64

// Resize makes room for n boxes, which meet nothing until they are set.
func (b *Boxes) Resize(n int) {
	b.fours = make([]fourBoxes, (n+3)/4)
	inf := math.Inf(1)
	nowhere := Box{r3.Vec{X: inf, Y: inf, Z: inf}, r3.Vec{X: -inf, Y: -inf, Z: -inf}}
	for i := range 4 * len(b.fours) {
		b.Set(i, &nowhere)
	}
}

// Set makes box i what it is.
func (b *Boxes) Set(i int, a *Box) {
	f, k := &b.fours[i/4], i%4
	f[0][k], f[1][k], f[2][k] = a.Lo.X, a.Lo.Y, a.Lo.Z
	f[3][k], f[4][k], f[5][k] = a.Hi.X, a.Hi.Y, a.Hi.Z
}

// Meeting appends the numbers, from the given one on and in order, of those that have a common point with a.
func (b *Boxes) Meeting(a *Box, from int, list []int32) []int32 {
	var masks [32]uint8
	for first := from / 4; first < len(b.fours); first += len(masks) {
		fours := b.fours[first:min(first+len(masks), len(b.fours))]
		meet(fours, a, &masks)
		for k := range fours {
			m := masks[k]
			if at := 4 * (first + k); at < from {
				m &^= 1<<(from-at) - 1
			}
			for ; m != 0; m &= m - 1 {
				list = append(list, int32(4*(first+k)+bits.TrailingZeros8(m)))
			}
		}
	}
	return list
}

// meetGo tells of each four which of them have a common point with a: bit i stands for the i-th.
func meetGo(fours []fourBoxes, a *Box, masks *[32]uint8) {
	for k := range fours {
		f := &fours[k]
		masks[k] = 0
		for i := range 4 {
			b := Box{r3.Vec{X: f[0][i], Y: f[1][i], Z: f[2][i]}, r3.Vec{X: f[3][i], Y: f[4][i], Z: f[5][i]}}
			if a.Meets(&b) {
				masks[k] |= 1 << i
			}
		}
	}
}
