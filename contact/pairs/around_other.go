//go:build !amd64

package pairs

import "gonum.org/v1/gonum/spatial/r3"

func bound(from, to []r3.Vec, v []int32, b *bounds) { boundGo(from, to, v, b) }

func stretch(from, to []r3.Vec, v []int32, ball *Ball) (radius, spread row) {
	return stretchGo(from, to, v, ball)
}
