package render

import "gonum.org/v1/gonum/spatial/r2"

// combination is a sparse matrix: point j is the sum of weight[i] times point index[i] of another
// surface, for i from start[j] to start[j+1].
type combination struct {
	start, index []int32
	weight       []float32
}

func (c *combination) add(i int32, w float32) {
	c.index, c.weight = append(c.index, i), append(c.weight, w)
}

func (c *combination) end() { c.start = append(c.start, int32(len(c.index))) }

// times returns the product: b first, then c.
func (c *combination) times(b *combination) *combination {
	out := &combination{start: []int32{0}}
	place := map[int32]int{}
	for j := 0; j+1 < len(c.start); j++ {
		clear(place)
		for i := c.start[j]; i < c.start[j+1]; i++ {
			for k := b.start[c.index[i]]; k < b.start[c.index[i]+1]; k++ {
				at, met := place[b.index[k]]
				if !met {
					at = len(out.index)
					place[b.index[k]] = at
					out.add(b.index[k], 0)
				}
				out.weight[at] += c.weight[i] * b.weight[k]
			}
		}
		out.end()
	}
	return out
}

// refined is a refined surface: triangle t of the coarse one is 4t to 4t + 3, or more of them after several
// refinements, and the points are combinations of the coarse ones.
type refined struct {
	tri    [][3]int32
	uv     [][3]r2.Vec
	points *combination
	halves [][2]int32 // vertices of the surface before between which a point is; the same twice for one of these
	before *refined   // surface before; nil: the coarse one
}

// smooth refines a surface of n vertices, and again while it has at most so many triangles: normals are interpolated
// within a triangle and have kinks at its edges, which show in the highlights of large ones.
func smooth(tri [][3]int32, uv [][3]r2.Vec, n, most int) *refined {
	r := refine(tri, uv, lineEdges(tri, uv), n)
	for 4*len(r.tri) <= most && len(r.tri) > 0 {
		finer := refine(r.tri, r.uv, lineEdges(r.tri, r.uv), len(r.halves))
		finer.points, finer.before = finer.points.times(r.points), r
		r = finer
	}
	return r
}

// shift returns the binary logarithm of the number of triangles per coarse one.
func (r *refined) shift() int {
	if r == nil {
		return 0
	}
	return 2 + r.before.shift()
}

// values returns the values at the points, from those at the coarse vertices.
func (r *refined) values(coarse []float32) []float32 {
	if r.before != nil {
		coarse = r.before.values(coarse)
	}
	v := make([]float32, len(r.halves))
	for i, h := range r.halves {
		v[i] = (coarse[h[0]] + coarse[h[1]]) / 2
	}
	return v
}

// refine smooths a surface of n vertices for pictures. Each seam is smoothed, and stays straight where it is (see
// seamRules). Then the surface is subdivided by the rules of Loop 1987 with Warren's weights (Warren and Weimer 2002),
// for which a border is a curve of its own with fixed corners. Vertices move by about a tenth of the square of the edge
// length over the radius of curvature.
func refine(tri [][3]int32, uv [][3]r2.Vec, lines []lineEdge, n int) *refined {
	type edge struct{ point, count, a, b, c, d int32 } // ends a and b, opposite corners c and d
	edges := make(map[[2]int32]int32, 3*len(tri)/2)
	var list []edge
	corners := make([]int, n)
	r := &refined{halves: make([][2]int32, n, 4*n)}
	for i := range n {
		r.halves[i] = [2]int32{int32(i), int32(i)}
	}
	for _, t := range tri {
		for k := range t {
			a, b, c := t[k], t[(k+1)%3], t[(k+2)%3]
			corners[a]++
			key := [2]int32{min(a, b), max(a, b)}
			if i, met := edges[key]; met {
				list[i].count++
				list[i].d = c
				continue
			}
			edges[key] = int32(len(list))
			list = append(list, edge{point: int32(n + len(list)), count: 1, a: key[0], b: key[1], c: c})
			r.halves = append(r.halves, key)
		}
	}
	around, border := make([][]int32, n), make([][]int32, n)
	for _, e := range list {
		around[e.a], around[e.b] = append(around[e.a], e.b), append(around[e.b], e.a)
		if e.count != 2 {
			border[e.a], border[e.b] = append(border[e.a], e.b), append(border[e.b], e.a)
		}
	}
	seams := newSeamRules(tri, uv, lines, around)
	loop := &combination{start: []int32{0}}
	for i := range int32(n) {
		self, others, share := float32(1), []int32(nil), float32(0)
		switch v := len(around[i]); {
		case len(border[i]) == 2 && corners[i] > 2:
			self, others, share = 0.75, border[i], 0.125
		case len(border[i]) == 0 && v == 3:
			self, others, share = 1-9.0/16, around[i], 3.0/16
		case len(border[i]) == 0 && v > 3:
			self, others, share = 1-3.0/8, around[i], 3/float32(8*v)
		}
		loop.add(i, self)
		weights := seams.vertex[i] // none on a border: its triangles do not surround it
		for k, o := range others {
			if weights != nil {
				share = (1 - self) * weights[k]
			}
			loop.add(o, share)
		}
		loop.end()
	}
	for _, e := range list {
		if e.count == 2 {
			loop.add(e.a, 3.0/8)
			loop.add(e.b, 3.0/8)
			c, d := float32(1.0/8), float32(1.0/8)
			if side, is := seams.sides[[2]int32{e.a, e.b}]; is {
				c, d = side[0]/4, side[1]/4
			}
			loop.add(e.c, c)
			loop.add(e.d, d)
		} else {
			loop.add(e.a, 0.5)
			loop.add(e.b, 0.5)
		}
		loop.end()
	}
	r.points = loop.times(evened(lines, n))
	for t, c := range tri {
		var m [3]int32
		for k := range c {
			a, b := c[k], c[(k+1)%3]
			m[k] = list[edges[[2]int32{min(a, b), max(a, b)}]].point
		}
		r.tri = append(r.tri, [3]int32{c[0], m[0], m[2]}, [3]int32{c[1], m[1], m[0]}, [3]int32{c[2], m[2], m[1]}, m)
		if uv != nil {
			u := uv[t]
			var h [3]r2.Vec
			for k := range u {
				h[k] = r2.Scale(0.5, r2.Add(u[k], u[(k+1)%3]))
			}
			r.uv = append(r.uv, [3]r2.Vec{u[0], h[0], h[2]}, [3]r2.Vec{u[1], h[1], h[0]}, [3]r2.Vec{u[2], h[2], h[1]}, h)
		}
	}
	return r
}

// copies returns the combination of points that are at vertices, several at some.
func copies(of []int32) *combination {
	c := &combination{start: []int32{0}}
	for _, v := range of {
		c.add(v, 1)
		c.end()
	}
	return c
}

// evened removes the zigzag of a seam from vertex to vertex, where panels of different directions pull at it: a quarter
// from each neighbour along it, half from the vertex itself.
func evened(lines []lineEdge, n int) *combination {
	next := make([][]int32, n)
	for _, l := range lines {
		if !l.hem {
			next[l.a], next[l.b] = append(next[l.a], l.b), append(next[l.b], l.a)
		}
	}
	c := &combination{start: []int32{0}}
	for i := range int32(n) {
		if len(next[i]) == 2 {
			c.add(i, 0.5)
			c.add(next[i][0], 0.25)
			c.add(next[i][1], 0.25)
		} else {
			c.add(i, 1)
		}
		c.end()
	}
	return c
}
