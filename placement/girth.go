package placement

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
)

// Girth is the circumference of a garment and of the figure in it at a height [m].
type Girth struct{ Height, Cloth, Body float64 }

// loop is a closed line of a level section of a surface.
type loop struct {
	length float64 // [m]
	rest   float64 // rest length, if it is known [m]
	middle r3.Vec
}

// loops returns the closed lines of the level section of a surface at a height. uv are material coordinates of its
// triangles' corners, or nil.
func loops(x []r3.Vec, tri [][3]int32, uv [][3]r2.Vec, height float64) (list []loop) {
	type edge [2]int32
	number := map[edge]int{}
	var parent, ends []int // of cut edges: union-find, and number of line ends there
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	type piece struct {
		a, b r3.Vec
		rest float64
		of   int
	}
	var pieces []piece
	for i, t := range tri {
		var p [2]r3.Vec
		var q [2]r2.Vec
		var of [2]int
		n := 0
		for c := range 3 {
			e := edge{min(t[c], t[(c+1)%3]), max(t[c], t[(c+1)%3])}
			a, b := x[e[0]], x[e[1]]
			if (a.Y < height) == (b.Y < height) || n == 2 {
				continue
			}
			k, ok := number[e]
			if !ok {
				k = len(parent)
				number[e] = k
				parent, ends = append(parent, k), append(ends, 0)
			}
			p[n], of[n] = r3.Add(a, r3.Scale((height-a.Y)/(b.Y-a.Y), r3.Sub(b, a))), k
			if len(uv) == len(tri) {
				from, to, y := uv[i][c], uv[i][(c+1)%3], x[t[c]].Y
				q[n] = r2.Add(from, r2.Scale((height-y)/(x[t[(c+1)%3]].Y-y), r2.Sub(to, from)))
			}
			n++
		}
		if n == 2 {
			parent[find(of[1])] = find(of[0])
			pieces = append(pieces, piece{p[0], p[1], r2.Norm(r2.Sub(q[1], q[0])), of[0]})
			ends[of[0]]++
			ends[of[1]]++
		}
	}
	open := map[int]bool{}
	for k, n := range ends {
		if n != 2 {
			open[find(k)] = true
		}
	}
	index := map[int]int{}
	for _, p := range pieces {
		root := find(p.of)
		if open[root] {
			continue
		}
		k, ok := index[root]
		if !ok {
			k = len(list)
			index[root] = k
			list = append(list, loop{})
		}
		l := r3.Norm(r3.Sub(p.b, p.a))
		list[k].length, list[k].rest = list[k].length+l, list[k].rest+p.rest
		list[k].middle = r3.Add(list[k].middle, r3.Scale(l/2, r3.Add(p.a, p.b)))
	}
	for k := range list {
		if list[k].length > 0 {
			list[k].middle = r3.Scale(1/list[k].length, list[k].middle)
		}
	}
	return list
}

// Narrowest returns where a garment around the figure has the least ease relative to the figure's girth, in level
// sections: each line is compared with the nearest line of the figure inside. ok is false if it is around nothing.
func (f *Figure) Narrowest(s *pattern.Surface) (g Girth, ok bool) {
	const levels = 24
	var used []r3.Vec
	for _, t := range s.Tri {
		used = append(used, s.X[t[0]], s.X[t[1]], s.X[t[2]])
	}
	lo, hi := Extent(used)
	least := math.Inf(1)
	for k := range levels {
		h := lo.Y + (float64(k)+.5)/levels*(hi.Y-lo.Y)
		bodies := loops(f.x, f.tri, nil, h)
		for _, c := range loops(s.X, s.Tri, nil, h) {
			near, girth := c.length/8, 0.0 // as far beside its middle as half of its radius and more
			for _, b := range bodies {
				if d := r3.Norm(r3.Sub(b.middle, c.middle)); d < near && b.length > c.length/3 { // no hand beside the hip
					near, girth = d, b.length
				}
			}
			if girth > 0 && c.length/girth < least {
				least = c.length / girth
				g, ok = Girth{Height: h, Cloth: c.length, Body: girth}, true
			}
		}
	}
	return g, ok
}
