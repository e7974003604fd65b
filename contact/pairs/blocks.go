package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
)

// rect is a rectangle in material coordinates [m].
type rect struct{ lo, hi r2.Vec }

func (r *rect) add(at r2.Vec) {
	r.lo = r2.Vec{X: min(r.lo.X, at.X), Y: min(r.lo.Y, at.Y)}
	r.hi = r2.Vec{X: max(r.hi.X, at.X), Y: max(r.hi.Y, at.Y)}
}

func around(uv *[3]r2.Vec) rect {
	r := rect{uv[0], uv[0]}
	r.add(uv[1])
	r.add(uv[2])
	return r
}

// touchDepth is the depth, in cells, to which a triangle must reach into W to count. The error of distances that this
// causes is below spare.
const touchDepth = 1e-8

// shrunk returns the rectangle with its sides moved inwards [m].
func (r *rect) shrunk(by float64) rect {
	d := r2.Vec{X: by, Y: by}
	return rect{r2.Add(r.lo, d), r2.Sub(r.hi, d)}
}

// contains reports whether a point is in the rectangle.
func (r *rect) contains(at r2.Vec) bool {
	return r.lo.X <= at.X && at.X <= r.hi.X && r.lo.Y <= at.Y && at.Y <= r.hi.Y
}

// intersects reports whether the segment from a to b intersects the rectangle (Liang and Barsky 1984).
func (r *rect) intersects(a, b r2.Vec) bool {
	from, to := 0., 1.
	clip := func(a, d, lo, hi float64) bool {
		if d == 0 {
			return lo <= a && a <= hi
		}
		s, t := (lo-a)/d, (hi-a)/d
		from, to = max(from, min(s, t)), min(to, max(s, t))
		return from <= to
	}
	d := r2.Sub(b, a)
	return clip(a.X, d.X, r.lo.X, r.hi.X) && clip(a.Y, d.Y, r.lo.Y, r.hi.Y)
}

// builder builds the blocks of a model.
type builder struct {
	*Patches
	m    *cloth.Model
	c    *charts
	grid grid
	near map[place][]int32 // triangles whose rectangles overlap a cell
	size []float64

	mark   []int32 // per triangle: 1 + its index in the current list
	list   []int32
	parent []int32
	rims   map[int32]float64
}

// makeBlocks builds all blocks that may ever be flat.
func (p *Patches) makeBlocks(m *cloth.Model, c *charts, g grid, size []float64, look func(next int) bool) {
	b := &builder{Patches: p, m: m, c: c, grid: g, near: map[place][]int32{}, size: size, mark: make([]int32,
		len(m.Tri)),
		rims: map[int32]float64{}}
	for t, k := range c.of {
		if look(t) {
			return
		}
		if k != improper {
			b.cells(k, around(&m.UV[t]), func(l place) { b.near[l] = append(b.near[l], int32(t)) })
		}
	}
	patch := make(map[place]int32, len(p.cell))
	for n := range p.cell {
		if l := &p.cell[n]; l.chart != improper {
			patch[place{l.chart, l.x, l.y}] = int32(n)
		}
	}
	made := map[place]int32{}
	for n := range p.cell {
		if look(16 * n) { // a cell has about that many triangles
			return
		}
		l := &p.cell[n]
		for i := range l.block {
			for j := range l.block[i] {
				l.block[i][j] = -1
				if l.chart == improper {
					continue
				}
				at := place{l.chart, l.x - 1 + int32(i), l.y - 1 + int32(j)}
				k, ok := made[at]
				if !ok {
					k = b.make(patch, at)
					made[at] = k
				}
				l.block[i][j] = k
			}
		}
	}
}

// cells calls f for each cell that overlaps a rectangle.
func (b *builder) cells(chart int32, r rect, f func(place)) {
	x0, y0 := b.grid.place(chart, r.lo)
	x1, y1 := b.grid.place(chart, r.hi)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			f(place{chart, x, y})
		}
	}
}

// make builds the block whose lower left patch is at a place, and returns its index; −1 if it cannot be flat.
func (b *builder) make(patch map[place]int32, at place) int32 {
	k := block{size: math.Inf(1)}
	var own []int32 // triangles of its patches
	for j := range int32(2) {
		for i := range int32(2) {
			if n, ok := patch[place{at.chart, at.x + i, at.y + j}]; ok {
				own = append(own, b.Tris[n]...)
			}
		}
	}
	w := around(&b.m.UV[own[0]])
	for _, t := range own {
		for a, v := range b.m.Tri[t] {
			w.add(b.m.UV[t][a])
			k.size = min(k.size, b.size[v])
		}
	}
	inner := w.shrunk(touchDepth * b.grid.cell[at.chart])
	b.list = b.list[:0]
	b.cells(at.chart, w, func(l place) {
		for _, t := range b.near[l] {
			if uv := &b.m.UV[t]; b.mark[t] == 0 && (inner.intersects(uv[0], uv[1]) || inner.intersects(uv[1], uv[2]) ||
				inner.intersects(uv[2], uv[0])) {
				b.list = append(b.list, t)
				b.mark[t] = int32(len(b.list))
			}
		}
	})
	ok := b.connected(&inner) && b.bends(&w, &k)
	for _, t := range b.list {
		b.mark[t] = 0
	}
	if !ok {
		return -1
	}
	k.touched = append([]int32(nil), b.list...)
	b.block = append(b.block, k)
	return int32(len(b.block) - 1)
}

// connected reports whether the triangles of the list are connected by edges that intersect W.
func (b *builder) connected(w *rect) bool {
	b.parent = b.parent[:0]
	for i := range b.list {
		b.parent = append(b.parent, int32(i))
	}
	root := func(i int32) int32 {
		for b.parent[i] != i {
			i = b.parent[i]
		}
		return i
	}
	parts := len(b.list)
	for i, t := range b.list {
		for a, o := range b.c.next[t] {
			if o < 0 || b.mark[o] == 0 || !w.intersects(b.m.UV[t][a], b.m.UV[t][(a+1)%3]) {
				continue
			}
			if i, j := root(int32(i)), root(b.mark[o]-1); i != j {
				b.parent[max(i, j)] = min(i, j)
				parts--
			}
		}
	}
	return parts == 1
}

// bends computes κ of the block, and reports whether it is large enough.
func (b *builder) bends(w *rect, k *block) bool {
	clear(b.rims)
	for _, t := range b.list {
		for a := range 3 {
			if !w.contains(b.m.UV[t][a]) {
				continue
			}
			if b.c.bad[t][a] {
				return false
			}
			if over := b.c.over[t][a]; over > 0 {
				b.rims[b.c.at[t][a]] = over
			}
		}
	}
	turn := 0.
	for _, v := range b.rims {
		turn += v
	}
	k.cosHalfTurn = math.Cos(turn / 2)
	return turn < maxTurn
}
