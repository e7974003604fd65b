package pairs

import "gonum.org/v1/gonum/spatial/r3"

// As in features_amd64.go; n is the number of vertices, at least four.

//go:noescape
func boundAVX2(v *int32, n int, from, to *r3.Vec, b *bounds)

//go:noescape
func stretchAVX2(v *int32, n int, from, to *r3.Vec, ball *Ball, squares *[2]row)

func bound(from, to []r3.Vec, v []int32, b *bounds) {
	if !proximityUseAVX2 {
		boundGo(from, to, v, b)
		return
	}
	boundAVX2(&v[0], len(v), &from[0], &to[0], b)
}

func stretch(from, to []r3.Vec, v []int32, ball *Ball) (radius, spread row) {
	if !proximityUseAVX2 {
		return stretchGo(from, to, v, ball)
	}
	var squares [2]row
	stretchAVX2(&v[0], len(v), &from[0], &to[0], ball, &squares)
	return squares[0], squares[1]
}
