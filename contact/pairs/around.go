package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// bounds bounds vertices, four at a time: minimum and maximum coordinates (X, Y, Z), and the sums of start and end
// positions.
type bounds struct{ lo, hi, from, to [3]row }

// Around returns the box and the ball around the paths of vertices v from one position to another. near is half the
// largest distance of a near pair [m]. The box is NaN if a position is.
func Around(from, to []r3.Vec, v []int32, near float64) (Box, Ball) {
	var few [4]int32
	if len(v) < len(few) {
		for i := range few {
			few[i] = v[i%len(v)]
		}
		v = few[:]
	}
	var b bounds
	bound(from, to, v, &b)
	vec := func(rows *[3]row, of func(r *row) float64) r3.Vec {
		return r3.Vec{X: of(&rows[0]), Y: of(&rows[1]), Z: of(&rows[2])}
	}
	lowest := func(r *row) float64 { return min(r[0], r[1], r[2], r[3]) }
	highest := func(r *row) float64 { return max(r[0], r[1], r[2], r[3]) }
	scale := 1 / float64(4*((len(v)+3)/4)) // the last four may count vertices twice: the centre need not be exact
	mean := func(r *row) float64 { return scale * ((r[0] + r[1]) + (r[2] + r[3])) }
	at, end := vec(&b.from, mean), vec(&b.to, mean)
	near += 0 * (at.X + at.Y + at.Z + end.X + end.Y + end.Z)
	g := r3.Vec{X: near, Y: near, Z: near}
	ball := Ball{at: at, move: r3.Sub(end, at)}
	radius, spread := stretch(from, to, v, &ball)
	ball.far = math.Sqrt(highest(&radius)) + math.Sqrt(highest(&spread)) + near + proximityRounding
	return Box{r3.Sub(vec(&b.lo, lowest), g), r3.Add(vec(&b.hi, highest), g)}, ball
}

// eachFour calls f for each four of v. The last four may overlap the previous one.
func eachFour(v []int32, f func(four []int32)) {
	for i := 0; i < len(v); i += 4 {
		at := min(i, len(v)-4)
		f(v[at : at+4])
	}
}

// boundGo is the portable twin of bound. v has at least four vertices.
func boundGo(from, to []r3.Vec, v []int32, b *bounds) {
	inf := math.Inf(1)
	for c := range b.lo {
		b.lo[c], b.hi[c] = row{inf, inf, inf, inf}, row{-inf, -inf, -inf, -inf}
	}
	eachFour(v, func(four []int32) {
		for i, k := range four {
			for end, x := range [2]r3.Vec{from[k], to[k]} {
				sum := &b.from
				if end == 1 {
					sum = &b.to
				}
				for c, d := range [3]float64{x.X, x.Y, x.Z} {
					b.lo[c][i], b.hi[c][i] = least(b.lo[c][i], d), most(b.hi[c][i], d)
					sum[c][i] += d
				}
			}
		}
	})
}

// stretchGo is the portable twin of stretch: squared distances of the vertices from the ball's centre, and squared
// relative displacements.
func stretchGo(from, to []r3.Vec, v []int32, ball *Ball) (radius, spread row) {
	eachFour(v, func(four []int32) {
		for i, k := range four {
			radius[i] = most(radius[i], r3.Norm2(r3.Sub(from[k], ball.at)))
			spread[i] = most(spread[i], r3.Norm2(r3.Sub(r3.Sub(to[k], from[k]), ball.move)))
		}
	})
	return radius, spread
}
