package body

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// flipFlat flips the longest edge of each triangle without area, so that its two neighbours meet at the vertex on that
// edge. This does not change the surface. It considers the first shown triangles, with vertices at these positions, and
// returns the number of flips and the position of the first.
func flipFlat(tris [][3]int32, shown int, at func(v int32) r3.Vec, scale float64) (flipped int, first r3.Vec) {
	flat := func(t [3]int32) bool {
		_, _, flat := formats.Flat(at(t[0]), at(t[1]), at(t[2]), scale)
		return flat
	}
	var list []int
	for i, t := range tris[:shown] {
		if flat(t) {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return 0, first
	}
	along := map[[2]int32]int{} // triangle of each directed edge
	enter := func(i int) {
		for c, a := range tris[i] {
			along[[2]int32{a, tris[i][(c+1)%3]}] = i
		}
	}
	joined := map[[2]int32]bool{}
	for i, t := range tris {
		if i < shown {
			enter(i)
		}
		for c, a := range t {
			joined[[2]int32{a, t[(c+1)%3]}] = true
		}
	}
	first = at(tris[list[0]][0])
	const passes = 3 // several may be along one edge
	for range passes {
		for _, i := range list {
			t := tris[i]
			if !flat(t) {
				continue
			}
			k, long := 0, 0.0
			for c := range 3 {
				if l := r3.Norm(r3.Sub(at(t[(c+1)%3]), at(t[c]))); l > long {
					k, long = c, l
				}
			}
			a, b, c := t[k], t[(k+1)%3], t[(k+2)%3]
			j, ok := along[[2]int32{b, a}]
			if !ok || j == i {
				continue
			}
			d := tris[j][0] + tris[j][1] + tris[j][2] - a - b
			if joined[[2]int32{c, d}] || joined[[2]int32{d, c}] || c == d {
				continue
			}
			joined[[2]int32{c, d}] = true
			delete(along, [2]int32{a, b})
			delete(along, [2]int32{b, a})
			tris[i], tris[j] = [3]int32{a, d, c}, [3]int32{d, b, c}
			enter(i)
			enter(j)
			flipped++
		}
	}
	return flipped, first
}
