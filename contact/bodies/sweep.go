// Finds points that a moving surface passes over within a step. Contact looks at where surfaces are at the
// end of a step, and at what was near them at its start: a body that goes farther than that in one step passes over the
// cloth in between, and neither end shows it.

package bodies

import (
	"math"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/contact/bvh"
	"hysteron/linalg"
	"hysteron/step"
)

// Ends are the positions of a surface at the start and at the end of a step, from who knows them [m]; nil: it is asked.
type Ends [2][]r3.Vec

// Surface is a moving surface.
type Surface struct {
	step.Surface
	tree       *bvh.Tree
	x, end     []r3.Vec    // at the time that is looked at, and at the end of the step [m]
	of         []r3.Vec    // what the tree is of [m]
	hint       []int32     // per point: its closest triangle, −1 if none is known
	tunnelling *tunnelling // nil until they are looked for
	all        *tunnelling // of all triangles, nil until it is asked what crosses
}

// New prepares a surface that has positions at time t [s].
func NewSurface(s step.Surface, t float64) (*Surface, error) {
	n := s.NumVertices()
	c := &Surface{Surface: s, x: make([]r3.Vec, n), end: make([]r3.Vec, n)}
	s.Positions(c.x, t)
	var err error
	c.tree, err = bvh.New(s.Triangles(), c.x)
	return c, err
}

// Prepared reports whether a surface is prepared, which it does now, with positions at time t [s], if that is not so.
func Prepared(c **Surface, s step.Surface, t float64) bool {
	if *c == nil {
		if made, err := NewSurface(s, t); err == nil {
			*c = made
		}
	}
	return *c != nil
}

// Cloth is triangles that surfaces may pass over or come through.
type Cloth struct {
	Tri  [][3]int32
	Edge []float64 // the longest of each, at rest [m]
}

// Of is the cloth of a model.
func NewCloth(m *cloth.Model) *Cloth {
	c := &Cloth{m.Tri, make([]float64, len(m.Tri))}
	for t := range c.Edge {
		c.Edge[t] = step.LongestEdge(m, t)
	}
	return c
}

// Ordered is the cloth of a model whose triangles stand in another order, with corners as vertices stand in theirs.
func NewOrderedCloth(m *cloth.Model, order []int32, corners [][4]int32) *Cloth {
	c := &Cloth{make([][3]int32, len(order)), make([]float64, len(order))}
	for i, t := range order {
		c.Tri[i], c.Edge[i] = [3]int32(corners[i][:3]), step.LongestEdge(m, int(t))
	}
	return c
}

// Points are those that a surface may pass over in a step: where they start, how far they would fly straight on, and a
// lower bound of their distance from the surface at the start. All in m. They are vertices and the centroids of
// triangles, and where the edges of these are longer than the surface is sharp it may come through between their
// corners and centroid: then all of the triangle is looked at.
type Points struct {
	*Cloth
	Start, Path []r3.Vec
	Clear       []float64
	// of each triangle of the surface: edges from which on it may come through there, see step.SharpNear; nil: none
	Sharp    []float64
	Body     Ends
	sharpest float64
}

// Fly is the contact points of vertices that start somewhere and fly by their ways, both in m.
func (c *Cloth) Fly(pool *linalg.Pool, start, way []r3.Vec) Points {
	n := len(start)
	all := n + len(c.Tri)
	p := Points{Cloth: c, Start: make([]r3.Vec, all), Path: make([]r3.Vec, all), Clear: make([]float64, all)}
	copy(p.Start, start)
	copy(p.Path, way)
	pool.For(len(c.Tri), linalg.SumGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			v := &c.Tri[t]
			middle := func(x []r3.Vec) r3.Vec { return r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]]))) }
			p.Start[n+t], p.Path[n+t] = middle(start), middle(way)
		}
	})
	return p
}

// wide is the triangle of point i at the share s of its way, if that is one through which the surface may come, and how
// far its corners are from the centroid at most [m].
func (p *Points) wide(i int, s float64) (f *Face, reach float64) {
	t := p.triangle(i)
	if t < 0 {
		return nil, 0
	}
	f = &Face{Edge: p.Edge[t]}
	at := p.at(i, s)
	for c, v := range p.Tri[t] {
		f.Corner[c] = p.at(int(v), s)
		reach = max(reach, r3.Norm2(r3.Sub(f.Corner[c], at)))
	}
	return f, math.Sqrt(reach)
}

// triangle is that of point i, −1 if it is none through which the surface may come.
func (p *Points) triangle(i int) int {
	if p.Sharp == nil {
		return -1
	}
	if t := i - (len(p.Start) - len(p.Tri)); t >= 0 && p.Edge[t] >= p.sharpest {
		return t
	}
	return -1
}

// at is where point i is at the share s of its way.
func (p *Points) at(i int, s float64) r3.Vec { return r3.Add(p.Start[i], r3.Scale(s, p.Path[i])) }

// pathLength is how far point i goes, or a corner of its triangle if that is wide [m].
func (p *Points) pathLength(i int) float64 {
	l := r3.Norm2(p.Path[i])
	if t := p.triangle(i); t >= 0 {
		for _, v := range p.Tri[t] {
			l = max(l, r3.Norm2(p.Path[v]))
		}
	}
	return math.Sqrt(l)
}

// sameSide is the cosine of how far the surface that is nearest may turn on the way into a body for a point there to be
// let out where it came in.
const sameSide = 0.5

// MayTunnel reports whether the surface may pass over points in a step from time t over h. It may where a point nearer
// than sight [m] would go farther than that against the surface, and where the surface comes upon a point that was
// farther off: unless there the body is thicker than that by far, see thick, so that the point is found on the side
// that it came from. Motion is looked at in moments so near each other that surface and points go no farther than sight
// between them: what comes nearer than that in none is not met.
func (c *Surface) MayTunnel(pool *linalg.Pool, t, h float64, p Points, sight float64) bool {
	if p.Sharp != nil {
		p.sharpest = slices.Min(p.Sharp)
	}
	c.ends(p.Body, t, h)
	c.refit(pool)
	var far, path float64
	for i, x := range c.x {
		far = max(far, r3.Norm2(r3.Sub(c.end[i], x)))
	}
	far = math.Sqrt(far)
	var at []int
	for i := range p.Path {
		l := p.pathLength(i)
		if l+far <= sight {
			continue
		}
		if _, reach := p.wide(i, 0); p.Clear[i]-reach <= l+far {
			at = append(at, i)
			path = max(path, l)
		}
	}
	if c.hint == nil {
		c.hint = make([]int32, len(p.Path))
		for i := range c.hint {
			c.hint[i] = -1
		}
	}
	var passes atomic.Bool
	tri := c.Triangles()
	// meets judges a point that is near the surface at the share s of its way, and how far it goes against that from
	// there on.
	meets := func(i int, hit *bvh.Hit, s, least float64) {
		against := r3.Scale(1-s, p.Path[i])
		for k, v := range tri[hit.Tri] {
			against = r3.Sub(against, r3.Scale(hit.Bary[k], r3.Sub(c.end[v], c.x[v])))
		}
		if l := max(least, r3.Norm(against)); l > sight && !c.thick(p.at(i, s), hit, 2*l) {
			passes.Store(true)
		}
	}
	at = c.filter(pool, p, at, 0, sight, func(i int, hit bvh.Hit, reach float64) bool {
		if hit.Dist > sight {
			return hit.Dist-reach <= p.pathLength(i)+far
		}
		meets(i, &hit, 0, 0)
		return false
	})
	moments := int(math.Ceil((far + path) / sight))
	for k := 1; k <= moments && len(at) > 0 && !passes.Load(); k++ {
		s := float64(k) / float64(moments)
		if k < moments {
			c.Positions(c.x, t+s*h)
		} else {
			copy(c.x, c.end)
		}
		c.refit(pool)
		near := (far + path) / float64(moments)
		at = c.filter(pool, p, at, s, near, func(i int, hit bvh.Hit, _ float64) bool {
			if hit.Dist > near {
				return true
			}
			meets(i, &hit, s, math.Nextafter(sight, 1))
			return false
		})
	}
	return passes.Load()
}

// refit makes the tree that of the time that is looked at; what stands still has its tree.
func (c *Surface) refit(pool *linalg.Pool) {
	if !slices.Equal(c.of, c.x) {
		c.of = append(c.of[:0], c.x...)
		c.tree.Refit(pool, c.x)
	}
}

// thick reports whether what is as deep [m] below x, near which the surface is hit, is inside, and nearest to the same
// side.
func (c *Surface) thick(x r3.Vec, hit *bvh.Hit, deep float64) bool {
	below := c.tree.Closest(r3.Sub(x, r3.Scale(deep, hit.Normal)), hit.Tri)
	return below.Dist < 0 && r3.Dot(below.Normal, hit.Normal) >= sameSide
}

// ends finds where the surface is at both ends of a step from time t over h.
func (c *Surface) ends(known Ends, t, h float64) {
	for k, x := range [2][]r3.Vec{c.x, c.end} {
		if known[k] != nil {
			copy(x, known[k])
		} else {
			c.Positions(x, t+float64(k)*h)
		}
	}
}

// filter keeps the points that are wanted for what is closest to them at the share s of their way, or to their triangle
// if that is nearer than near [m]; else no point of that is nearer than the centroid by more than reach.
func (c *Surface) filter(pool *linalg.Pool, p Points, at []int, s, near float64, want func(i int, hit bvh.Hit,
	reach float64) bool) []int {
	keep := make([]bool, len(at))
	pool.For(len(at), 64, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			i := at[k]
			x := p.at(i, s)
			hit := c.tree.Closest(x, c.hint[i])
			c.hint[i] = hit.Tri
			f, reach := p.wide(i, s)
			if f != nil && f.Edge >= p.Sharp[hit.Tri] && hit.Dist > near && hit.Dist-reach <= near {
				hit.Dist -= f.Deepest(c.tree, &hit, x, near)
			}
			keep[k] = want(i, hit, reach)
		}
	})
	var out []int
	for k, i := range at {
		if keep[k] {
			out = append(out, i)
		}
	}
	return out
}
