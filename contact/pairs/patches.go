package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
)

// cellEdges is the width of a patch in mean edge lengths: about 16 triangles of a regular grid. Smaller patches bend
// less, larger ones are fewer.
const cellEdges = 2.5

// maxTurn is the largest τ of a block [rad].
const maxTurn = 1

// Patches are the patches of a model, each with its features.
type Patches struct {
	Tris, Edges, Vertices [][]int32 // per patch; an edge or vertex belongs to one of its adjacent patches

	cell   []cell
	block  []block
	corner [][2][3]float64 // per triangle: shape gradients of its corners, B of cloth.TriRest [1/m]
	tri    [][3]int32
	grads  []gradients
}

// cell is the position of a patch in the grid of its chart.
type cell struct {
	chart int32 // improper: not in the grid
	x, y  int32
	block [2][2]int32 // those with the lower left patch at (x−1+i, y−1+j); −1 if none
}

// block is up to four patches around a corner of the grid.
type block struct {
	touched     []int32 // triangles that intersect W
	cosHalfTurn float64 // κ = cos(τ/2)
	size        float64 // half of the least rest altitude around vertices of its triangles [m]
	flat        bool    // at the last Measure, and in all calls of Hold since
}

// NewPatches divides a model into patches. edges are those of its triangles and lines, size is half of the least rest
// altitude around each vertex [m]. stop is polled; if it returns true, the result is incomplete.
func NewPatches(m *cloth.Model, edges [][3]int32, size []float64, stop func() bool) *Patches {
	look := pollEvery(stop)
	c := newCharts(m, look)
	if look(0) {
		return nil
	}
	p := &Patches{tri: m.Tri, corner: make([][2][3]float64, len(m.Tri)), grads: make([]gradients, len(m.Tri))}
	for t := range m.Tri {
		if look(t) {
			return nil
		}
		for a, b := range gradientsOf(&m.UV[t]) {
			p.corner[t][0][a], p.corner[t][1][a] = b.X, b.Y
		}
	}
	g := newGrid(m, &c)
	if p.cut(m, &c, g, edges, look); look(0) {
		return nil
	}
	p.makeBlocks(m, &c, g, size, look)
	if look(0) {
		return nil
	}
	return p
}

// pollInterval is the number of triangles, edges or cells between polls of stop, some milliseconds.
const pollInterval = 1 << 13

// pollEvery returns a function that polls stop at every multiple of between; a nil stop is never true.
func pollEvery(stop func() bool) func(next int) bool {
	return func(next int) bool { return stop != nil && next%pollInterval == 0 && stop() }
}

// gradientsOf returns the gradients of the linear shape functions of a triangle in material coordinates [1/m].
func gradientsOf(uv *[3]r2.Vec) (b [3]r2.Vec) {
	twice := r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0]))
	for a := range b {
		e := r2.Sub(uv[(a+2)%3], uv[(a+1)%3])
		b[a] = r2.Vec{X: -e.Y / twice, Y: e.X / twice}
	}
	return b
}

// grid is the grid of each chart in material coordinates.
type grid struct {
	lo   []r2.Vec  // [m]
	cell []float64 // [m]
}

func newGrid(m *cloth.Model, c *charts) grid {
	g := grid{lo: make([]r2.Vec, c.count), cell: make([]float64, c.count)}
	count := make([]float64, c.count)
	for i := range g.lo {
		g.lo[i] = r2.Vec{X: math.Inf(1), Y: math.Inf(1)}
	}
	for t, k := range c.of {
		if k == improper {
			continue
		}
		uv := &m.UV[t]
		for a := range uv {
			g.lo[k] = r2.Vec{X: min(g.lo[k].X, uv[a].X), Y: min(g.lo[k].Y, uv[a].Y)}
			g.cell[k] += r2.Norm(r2.Sub(uv[(a+1)%3], uv[a]))
		}
		count[k] += 3
	}
	for k := range g.cell {
		g.cell[k] *= cellEdges / count[k]
	}
	return g
}

// place returns the cell of a point in chart k.
func (g *grid) place(k int32, at r2.Vec) (x, y int32) {
	d := r2.Scale(1/g.cell[k], r2.Sub(at, g.lo[k]))
	return int32(math.Floor(d.X)), int32(math.Floor(d.Y))
}

// place is the position of a patch or a block.
type place struct{ chart, x, y int32 }

// cut assigns each feature to a patch. A feature in no chart is a patch of its own.
func (p *Patches) cut(m *cloth.Model, c *charts, g grid, edges [][3]int32, look func(next int) bool) {
	at := map[place]int32{}
	of := make([]int32, len(m.Tri))
	add := func(l cell) int32 {
		p.cell = append(p.cell, l)
		p.Tris, p.Edges, p.Vertices = append(p.Tris, nil), append(p.Edges, nil), append(p.Vertices, nil)
		return int32(len(p.cell) - 1)
	}
	for t, k := range c.of {
		if look(t) {
			return
		}
		uv := &m.UV[t]
		l := cell{chart: k}
		if k != improper {
			l.x, l.y = g.place(k, r2.Scale(1./3, r2.Add(uv[0], r2.Add(uv[1], uv[2]))))
		}
		n, ok := at[place{l.chart, l.x, l.y}]
		if !ok || k == improper {
			n = add(l)
			at[place{l.chart, l.x, l.y}] = n
		}
		of[t] = n
		p.Tris[n] = append(p.Tris[n], int32(t))
	}
	vertex := make([]int32, len(m.X0))
	for i := range vertex {
		vertex[i] = -1
	}
	edge := make(map[[2]int32]int32, len(edges))
	for t, v := range m.Tri {
		if look(t) {
			return
		}
		for a, i := range v {
			if vertex[i] < 0 {
				vertex[i] = of[t]
			}
			j := v[(a+1)%3]
			e := [2]int32{min(i, j), max(i, j)}
			if _, ok := edge[e]; !ok {
				edge[e] = of[t]
			}
		}
	}
	for i, e := range edges {
		if look(i) {
			return
		}
		n, ok := edge[[2]int32{e[0], e[1]}]
		if !ok { // not an edge of a triangle; its vertices are in the same patch
			n = add(cell{chart: improper})
			for _, v := range e[:2] {
				if vertex[v] < 0 {
					vertex[v] = n
				}
			}
		}
		p.Edges[n] = append(p.Edges[n], int32(i))
	}
	for i, n := range vertex {
		if n < 0 { // a vertex of no other feature
			n = add(cell{chart: improper})
		}
		p.Vertices[n] = append(p.Vertices[n], int32(i))
	}
}

// Flat reports whether no two features of patches a and b, which may be equal, come near each other unless they have a
// common vertex, between the two times of the last Measure or Hold.
func (p *Patches) Flat(a, b int32) bool {
	c, d := &p.cell[a], &p.cell[b]
	dx, dy := d.x-c.x, d.y-c.y
	if c.chart != d.chart || c.chart == improper || dx < -1 || dx > 1 || dy < -1 || dy > 1 {
		return false
	}
	for i := max(0, dx); i <= min(1, 1+dx); i++ {
		for j := max(0, dy); j <= min(1, 1+dy); j++ {
			if k := c.block[i][j]; k >= 0 && p.block[k].flat {
				return true
			}
		}
	}
	return false
}
