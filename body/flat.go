package body

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// flip flips the longest edge of each triangle without area, so that its two neighbours there meet at the vertex that
// lies on that edge: the surface stays the same. It does so among the first shown triangles, without lids and backs.
func (s *sealing) flip(shown int) {
	scale := formats.Extent(s.x)
	flat := func(t [3]int32) bool {
		_, _, flat := formats.Flat(s.at(t[0]), s.at(t[1]), s.at(t[2]), scale)
		return flat
	}
	var list []int
	for i, t := range s.tris[:shown] {
		if flat(t) {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return
	}
	along := map[[2]int32]int{} // triangle of each edge, as it runs
	enter := func(i int) {
		for c, a := range s.tris[i] {
			along[[2]int32{a, s.tris[i][(c+1)%3]}] = i
		}
	}
	joined := map[[2]int32]bool{}
	for i, t := range s.tris {
		if i < shown {
			enter(i)
		}
		for c, a := range t {
			joined[[2]int32{a, t[(c+1)%3]}] = true
		}
	}
	flipped, first := 0, s.at(s.tris[list[0]][0])
	const passes = 3 // several may lie along one edge
	for range passes {
		for _, i := range list {
			t := s.tris[i]
			if !flat(t) {
				continue
			}
			k, long := 0, 0.0
			for c := range 3 {
				if l := r3.Norm(r3.Sub(s.at(t[(c+1)%3]), s.at(t[c]))); l > long {
					k, long = c, l
				}
			}
			a, b, c := t[k], t[(k+1)%3], t[(k+2)%3]
			j, ok := along[[2]int32{b, a}]
			if !ok || j == i {
				continue
			}
			d := s.tris[j][0] + s.tris[j][1] + s.tris[j][2] - a - b
			if joined[[2]int32{c, d}] || joined[[2]int32{d, c}] || c == d {
				continue
			}
			joined[[2]int32{c, d}] = true
			delete(along, [2]int32{a, b})
			delete(along, [2]int32{b, a})
			s.tris[i], s.tris[j] = [3]int32{a, d, c}, [3]int32{d, b, c}
			enter(i)
			enter(j)
			flipped++
		}
	}
	if flipped > 0 {
		s.note(0, "%d triangles without area, the first at (%.3f, %.3f, %.3f): joined to the faces beside them",
			flipped, first.X, first.Y, first.Z)
	}
}
