package check

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// four has the boxes of four triangles, or of four nodes of a tree: lo.X, lo.Y, lo.Z, hi.X, hi.Y and hi.Z of each.
// Unused places hold an empty box, which meets nothing and is infinitely far from everything.
type four [6][4]float64

func emptyFour() (f four) {
	for k := range 4 {
		f.set(k, emptyBox())
	}
	return f
}

func (f *four) set(k int, b box) {
	f[0][k], f[1][k], f[2][k] = b.lo.X, b.lo.Y, b.lo.Z
	f[3][k], f[4][k], f[5][k] = b.hi.X, b.hi.Y, b.hi.Z
}

func (f *four) box(k int) box {
	return box{r3.Vec{X: f[0][k], Y: f[1][k], Z: f[2][k]}, r3.Vec{X: f[3][k], Y: f[4][k], Z: f[5][k]}}
}

// around returns the box around the four.
func (f *four) around() box {
	low := func(v *[4]float64) float64 { return min(v[0], v[1], v[2], v[3]) }
	high := func(v *[4]float64) float64 { return max(v[0], v[1], v[2], v[3]) }
	return box{r3.Vec{X: low(&f[0]), Y: low(&f[1]), Z: low(&f[2])}, r3.Vec{X: high(&f[3]), Y: high(&f[4]), Z: high(&f[5])}}
}

// meetsGo returns a bit mask of the boxes with a common point: bit 4i + j for the i-th box of f and the j-th of g.
func (f *four) meetsGo(g *four) (m uint16) {
	for i := range 4 {
		for j := range 4 {
			if f[0][i] <= g[3][j] && g[0][j] <= f[3][i] && f[1][i] <= g[4][j] && g[1][j] <= f[4][i] && f[2][i] <= g[5][j] &&
				g[2][j] <= f[5][i] {
				m |= 1 << (4*i + j)
			}
		}
	}
	return m
}

// nearerGo returns such a mask of the boxes that are nearer to each other than √d2.
func (f *four) nearerGo(g *four, d2 float64) (m uint16) {
	for i := range 4 {
		for j := range 4 {
			if f.distance2(i, g, j) < d2 {
				m |= 1 << (4*i + j)
			}
		}
	}
	return m
}

// distance2 returns the squared distance of the i-th box of f from the j-th of g.
func (f *four) distance2(i int, g *four, j int) float64 {
	x := max(0, f[0][i]-g[3][j], g[0][j]-f[3][i])
	y := max(0, f[1][i]-g[4][j], g[1][j]-f[4][i])
	z := max(0, f[2][i]-g[5][j], g[2][j]-f[5][i])
	return x*x + y*y + z*z
}

// nearest returns the nearest pair of a box of f and one of g.
func (f *four) nearest(g *four) (i, j int) {
	least := math.Inf(1)
	for k := range 16 {
		if d2 := f.distance2(k/4, g, k%4); d2 < least {
			i, j, least = k/4, k%4, d2
		}
	}
	return i, j
}

// corners are the vertices of four triangles: the first of each, then the second and the third.
type corners [3][4]int32

// shareGo returns a mask, with bits as in meetsGo, of the triangles of c and d with a common vertex.
func (c *corners) shareGo(d *corners) (m uint16) {
	for i := range 4 {
		for j := range 4 {
			for k := range 9 {
				if c[k/3][i] == d[k%3][j] {
					m |= 1 << (4*i + j)
				}
			}
		}
	}
	return m
}
