package bodies

import (
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/pairs"
	"hysteron/linalg"
	"hysteron/step"
)

// Paths are straight paths of cloth vertices in a step [m].
type Paths struct {
	*Cloth
	From, To []r3.Vec
	Skip     []bool // triangles without contact with the surface; nil: none
	Body     Ends
}

// tunnelling has the triangles of cloth and surface for tunnelling checks.
type tunnelling struct {
	cloth, body *pairs.Tree
	wide, sharp []int32 // triangles of the cloth and of the surface
	boxes       [2][]pairs.Box
}

// Tunnels reports whether the surface enters a triangle of the cloth between its contact points, in a step from t to t
// + h on straight paths: a feature of one meets a feature of the other. sharp is as in Points. Only triangles larger
// than the surface's limit near them are checked, so the cost is zero for others.
func (c *Surface) Tunnels(pool *linalg.Pool, t, h float64, w *Paths, sharp []float64) (s step.Tunnelling) {
	if c.tunnelling == nil {
		c.tunnelling = newTunnelling(c.Triangles(), c.x, w, sharp)
	}
	q := c.tunnelling
	if len(q.wide) == 0 {
		return s
	}
	x, y := c.begin(pool, q, t, h, w)
	var met, fast, in atomic.Bool
	tri := c.Triangles()
	pool.For(q.cloth.Leaves(), 1, func(lo, hi int) {
		for leaf := lo; leaf < hi; leaf++ {
			q.cloth.Pairs(leaf, q.body, func(i, j int32) {
				a, b := q.wide[i], q.sharp[j]
				if w.Edge[a] < sharp[b] || w.Skip != nil && w.Skip[a] {
					return
				}
				p := faces{x.face(w.Tri[a]), y.face(tri[b])}
				if p.separated() {
					return
				}
				if meet, way := p.intersect(); meet {
					met.Store(true)
					if way > step.SlowTunnelling {
						fast.Store(true)
					}
				}
				if p.cross() {
					in.Store(true)
				}
			})
		}
	})
	return step.Tunnelling{Any: met.Load(), Fast: fast.Load(), In: in.Load()}
}

// begin refits the trees of cloth and surface to their paths in a step from t to t + h.
func (c *Surface) begin(pool *linalg.Pool, q *tunnelling, t, h float64, w *Paths) (x, y moves) {
	c.ends(w.Body, t, h)
	// In a frame that moves with the surface, boxes only contain relative motion.
	var drift r3.Vec
	share := 1 / float64(len(c.x))
	for i, x := range c.x {
		drift = r3.Add(drift, r3.Scale(share, r3.Sub(c.end[i], x)))
	}
	x, y = moves{w.From, w.To, drift}, moves{c.x, c.end, drift}
	q.boxes[0], q.boxes[1] = x.boxes(pool, q.boxes[0]), y.boxes(pool, q.boxes[1])
	q.cloth.Refit(pool, q.boxes[0])
	q.body.Refit(pool, q.boxes[1])
	return x, y
}

func newTunnelling(tri [][3]int32, x []r3.Vec, w *Paths, sharp []float64) *tunnelling {
	q := &tunnelling{}
	least, longest := math.Inf(1), 0.
	for _, l := range sharp {
		least = min(least, l)
	}
	var wide, of [][3]int32
	for t, l := range w.Edge {
		if l >= least {
			q.wide, wide = append(q.wide, int32(t)), append(wide, w.Tri[t])
			longest = max(longest, l)
		}
	}
	for t, l := range sharp {
		if l <= longest {
			q.sharp, of = append(q.sharp, int32(t)), append(of, tri[t])
		}
	}
	q.cloth, q.body = pairs.NewTree(wide, w.From), pairs.NewTree(of, x)
	return q
}

// moves are straight paths in a moving frame.
type moves struct {
	from, to []r3.Vec
	drift    r3.Vec
}

func (m *moves) end(i int32) r3.Vec { return r3.Sub(m.to[i], m.drift) }

func (m *moves) boxes(pool *linalg.Pool, b []pairs.Box) []pairs.Box {
	if b == nil {
		b = make([]pairs.Box, len(m.from))
	}
	pool.For(len(b), 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x, y := m.from[i], m.end(int32(i))
			b[i] = (&pairs.Box{Lo: x, Hi: x}).Join(&pairs.Box{Lo: y, Hi: y})
		}
	})
	return b
}

// face is a moving triangle: its corners at the start and at the end.
type face [2][3]r3.Vec

func (m *moves) face(v [3]int32) (f face) {
	for c, i := range v {
		f[0][c], f[1][c] = m.from[i], m.end(i)
	}
	return f
}

// faces are a triangle of cloth and one of a surface.
type faces [2]face

// separated reports whether a plane across one of the normals separates the two at the start and at the end, with the
// corners on the same sides. It then does so in between, because corners move linearly.
func (p *faces) separated() bool {
	for k := range 4 {
		f := &p[k/2][k%2]
		n := r3.Cross(r3.Sub(f[1], f[0]), r3.Sub(f[2], f[0]))
		above, below := true, true
		for s := range 2 {
			lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
			for o := range 2 {
				for _, x := range p[o][s] {
					d := r3.Dot(n, r3.Sub(x, f[0]))
					lo[o], hi[o] = min(lo[o], d), max(hi[o], d)
				}
			}
			above, below = above && lo[0] > hi[1], below && hi[0] < lo[1]
		}
		if above || below {
			return true
		}
	}
	return false
}

// intersect reports whether features of the two meet on their paths, and their relative displacement [m].
func (p *faces) intersect() (meet bool, way float64) {
	try := func(k pairs.Kind, corner [4][2]int) {
		var x, dx [4]r3.Vec
		for i, c := range corner {
			f := &p[c[0]]
			x[i] = f[0][c[1]]
			dx[i] = r3.Sub(f[1][c[1]], x[i])
		}
		if _, hit := pairs.Advance(k, &x, &dx, pairs.Distance(k, &x), pairs.Floor); hit {
			meet, way = true, max(way, pairs.Reach(k, &dx))
		}
	}
	for o := range 2 {
		for c := range 3 {
			try(pairs.VertexTriangle, [4][2]int{{o, c}, {1 - o, 0}, {1 - o, 1}, {1 - o, 2}})
		}
	}
	for a := range 3 {
		for b := range 3 {
			try(pairs.EdgeEdge, [4][2]int{{0, a}, {0, (a + 1) % 3}, {1, b}, {1, (b + 1) % 3}})
		}
	}
	return meet, way
}

// cross reports whether an edge of one intersects the other at the end.
func (p *faces) cross() bool {
	for o := range 2 {
		e, f := &p[o][1], &p[1-o][1]
		for c := range 3 {
			if crosses(e[c], e[(c+1)%3], f) {
				return true
			}
		}
	}
	return false
}

// crosses reports whether the line from a to b intersects a triangle.
func crosses(a, b r3.Vec, f *[3]r3.Vec) bool {
	side := func(p, q, r, s r3.Vec) bool {
		return r3.Dot(r3.Sub(s, p), r3.Cross(r3.Sub(q, p), r3.Sub(r, p))) > 0
	}
	if side(f[0], f[1], f[2], a) == side(f[0], f[1], f[2], b) {
		return false
	}
	s := side(a, b, f[0], f[1])
	return side(a, b, f[1], f[2]) == s && side(a, b, f[2], f[0]) == s
}
