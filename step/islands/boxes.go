package islands

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// boxes are the bounding boxes of triangles over a step [m].
type boxes []r3.Box

// newBoxes returns the boxes of triangles at rest at x.
func newBoxes(tri [][3]int32, x []r3.Vec) boxes {
	b := make(boxes, len(tri))
	for i := range b {
		b[i] = empty
	}
	b.extend(tri, x)
	return b
}

var empty = r3.Box{
	Min: r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)},
	Max: r3.Vec{X: math.Inf(-1), Y: math.Inf(-1), Z: math.Inf(-1)},
}

// extend enlarges the boxes by the straight paths to x.
func (b boxes) extend(tri [][3]int32, x []r3.Vec) {
	for i, t := range tri {
		for _, v := range t {
			grow(&b[i], x[v], x[v])
		}
	}
}

func grow(b *r3.Box, lo, hi r3.Vec) {
	b.Min = r3.Vec{X: min(b.Min.X, lo.X), Y: min(b.Min.Y, lo.Y), Z: min(b.Min.Z, lo.Z)}
	b.Max = r3.Vec{X: max(b.Max.X, hi.X), Y: max(b.Max.Y, hi.Y), Z: max(b.Max.Z, hi.Z)}
}

// bounds returns the box around all.
func (b boxes) bounds() r3.Box {
	all := empty
	for i := range b {
		grow(&all, b[i].Min, b[i].Max)
	}
	return all
}

// close reports whether two boxes are nearer to each other than reach along every axis.
func close(a, b *r3.Box, reach float64) bool {
	return a.Min.X-b.Max.X < reach && b.Min.X-a.Max.X < reach &&
		a.Min.Y-b.Max.Y < reach && b.Min.Y-a.Max.Y < reach &&
		a.Min.Z-b.Max.Z < reach && b.Min.Z-a.Max.Z < reach
}

// fewBoxes is the largest number of pairs of boxes that are compared one by one. It affects only the cost.
const fewBoxes = 64

// near reports whether a box of a is close to one of b. The lists are reduced to the boxes close to the other's bounds,
// and the longer one is halved, until that decides.
func near(a, b boxes, reach float64) bool {
	ofA, ofB := a.bounds(), b.bounds()
	if !close(&ofA, &ofB, reach) {
		return false
	}
	a, b = a.closeTo(&ofB, reach), b.closeTo(&ofA, reach)
	if len(a)*len(b) <= fewBoxes {
		for i := range a {
			for k := range b {
				if close(&a[i], &b[k], reach) {
					return true
				}
			}
		}
		return false
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	low, high := a.halves()
	return near(low, b, reach) || near(high, b, reach)
}

// closeTo returns the boxes that are close to another one.
func (b boxes) closeTo(o *r3.Box, reach float64) (list boxes) {
	for i := range b {
		if close(&b[i], o, reach) {
			list = append(list, b[i])
		}
	}
	return list
}

// halves sorts the boxes by their centres along the longest extent of these, and cuts the list in the middle.
func (b boxes) halves() (low, high boxes) {
	all := empty
	for i := range b {
		c := b[i].Center()
		grow(&all, c, c)
	}
	size := all.Size()
	along := func(v r3.Vec) float64 { return v.X }
	if size.Y >= size.X && size.Y >= size.Z {
		along = func(v r3.Vec) float64 { return v.Y }
	} else if size.Z >= size.X {
		along = func(v r3.Vec) float64 { return v.Z }
	}
	slices.SortFunc(b, func(p, q r3.Box) int {
		switch x, y := along(p.Center()), along(q.Center()); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return b[:len(b)/2], b[len(b)/2:]
}
