// Swept-volume tunnelling checks. Contact detection uses the surface at the end of a step, and its neighbourhood at the
// start. A body that moves farther in one step passes over cloth unnoticed.

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

// Ends are the positions of a surface at the start and at the end of a step [m]; nil: to be computed.
type Ends [2][]r3.Vec

// Surface is a moving surface.
type Surface struct {
	step.Surface
	tree       *bvh.Tree
	x, end     []r3.Vec    // at the current time, and at the end of the step [m]
	of         []r3.Vec    // positions of the tree [m]
	hint       []int32     // per point: its closest triangle, −1 if unknown
	tunnelling *tunnelling // of sharp triangles; nil until used
	all        *tunnelling // of all triangles; nil until used
}

// NewSurface prepares a surface with its positions at time t [s].
func NewSurface(s step.Surface, t float64) (*Surface, error) {
	n := s.NumVertices()
	c := &Surface{Surface: s, x: make([]r3.Vec, n), end: make([]r3.Vec, n)}
	s.Positions(c.x, t)
	var err error
	c.tree, err = bvh.New(s.Triangles(), c.x)
	return c, err
}

// Prepared reports whether a surface can be prepared. It prepares it with its positions at time t [s] at the first
// call.
func Prepared(c **Surface, s step.Surface, t float64) bool {
	if *c == nil {
		if made, err := NewSurface(s, t); err == nil {
			*c = made
		}
	}
	return *c != nil
}

// Cloth has the triangles that surfaces may pass over or enter.
type Cloth struct {
	Tri  [][3]int32
	Edge []float64 // longest rest edge of each [m]
}

// NewCloth returns the cloth of a model.
func NewCloth(m *cloth.Model) *Cloth {
	c := &Cloth{m.Tri, make([]float64, len(m.Tri))}
	for t := range c.Edge {
		c.Edge[t] = step.LongestEdge(m, t)
	}
	return c
}

// Skipped are the triangles whose paths are not followed to an obstacle, of cloth with so many vertices: those of the
// contact points that skip lists, vertices first, and those with a contact point that the obstacle gives way to in
// the step, see step.GivesWay. nil: none.
func (c *Cloth) Skipped(vertices int, skip []bool, gives func(point int) bool) (list []bool) {
	if skip != nil {
		list = slices.Clone(skip[vertices:])
	}
	for t, v := range c.Tri {
		if !gives(vertices+t) && !gives(int(v[0])) && !gives(int(v[1])) && !gives(int(v[2])) {
			continue
		}
		if list == nil {
			list = make([]bool, len(c.Tri))
		}
		list[t] = true
	}
	return list
}

// NewOrderedCloth returns the cloth of a model with triangles and vertices renumbered.
func NewOrderedCloth(m *cloth.Model, order []int32, corners [][4]int32) *Cloth {
	c := &Cloth{make([][3]int32, len(order)), make([]float64, len(order))}
	for i, t := range order {
		c.Tri[i], c.Edge[i] = [3]int32(corners[i][:3]), step.LongestEdge(m, int(t))
	}
	return c
}

// Points are contact points of cloth in a step: start positions, force-free displacements, and lower bounds of the
// distance from the surface at the start, all in m. They are the vertices and the centroids of triangles. A triangle
// whose edges exceed the limit of a sharp surface is checked as a whole.
type Points struct {
	*Cloth
	Start, Path []r3.Vec
	Clear       []float64
	// per triangle of the surface: edge length from which it may enter there, see step.SharpNear; nil: none
	Sharp    []float64
	Body     Ends
	sharpest float64
}

// Fly returns the contact points of vertices with start positions and displacements [m].
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

// reachedFace returns the triangle of point i at the fraction s of its path, if the surface may enter it, and the
// largest distance of its corners from the centroid [m].
func (p *Points) reachedFace(i int, s float64) (f *Face, reach float64) {
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

// triangle returns the triangle of point i, −1 if it has none that the surface may enter.
func (p *Points) triangle(i int) int {
	if p.Sharp == nil {
		return -1
	}
	if t := i - (len(p.Start) - len(p.Tri)); t >= 0 && p.Edge[t] >= p.sharpest {
		return t
	}
	return -1
}

// at returns the position of point i at the fraction s of its path.
func (p *Points) at(i int, s float64) r3.Vec { return r3.Add(p.Start[i], r3.Scale(s, p.Path[i])) }

// pathLength returns the displacement of point i, or the largest of its triangle's corners if the surface may enter it
// [m].
func (p *Points) pathLength(i int) float64 {
	l := r3.Norm2(p.Path[i])
	if t := p.triangle(i); t >= 0 {
		for _, v := range p.Tri[t] {
			l = max(l, r3.Norm2(p.Path[v]))
		}
	}
	return math.Sqrt(l)
}

// sameSide is the cosine of the largest rotation of the closest surface normal along the way into a body for which a
// point is still projected out where it entered.
const sameSide = 0.5

// MayTunnel reports whether the surface may pass over points in a step from t to t + h: if a point nearer than sight
// [m] would move farther than sight against the surface, or if the surface reaches a point that was farther away.
// Exception: the body is much thicker there, see thick, so the point is found on the side it came from. Times are
// sampled so densely that surface and points move at most sight in between; a surface that comes nearer only between
// samples is missed.
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
		if _, reach := p.reachedFace(i, 0); p.Clear[i]-reach <= l+far {
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
	// meets checks a point near the surface at the fraction s of its path, from its remaining displacement against
	// the surface.
	meets := func(i int, hit *bvh.Hit, s, least float64) {
		against := r3.Scale(1-s, p.Path[i])
		for k, v := range tri[hit.Tri] {
			against = r3.Sub(against, r3.Scale(hit.Bary[k], r3.Sub(c.end[v], c.x[v])))
		}
		if l := max(least, r3.Norm(against)); l > sight && !c.isThick(p.at(i, s), hit, 2*l) {
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

// refit refits the tree to the current time, if the surface moved.
func (c *Surface) refit(pool *linalg.Pool) {
	if !slices.Equal(c.of, c.x) {
		c.of = append(c.of[:0], c.x...)
		c.tree.Refit(pool, c.x)
	}
}

// isThick reports whether the point deep [m] below x, opposite to the hit, is inside and nearest to the same side.
func (c *Surface) isThick(x r3.Vec, hit *bvh.Hit, deep float64) bool {
	below := c.tree.Closest(r3.Sub(x, r3.Scale(deep, hit.Normal)), hit.Tri)
	return below.Dist < 0 && r3.Dot(below.Normal, hit.Normal) >= sameSide
}

// ends computes the surface at both ends of a step from t to t + h.
func (c *Surface) ends(known Ends, t, h float64) {
	for k, x := range [2][]r3.Vec{c.x, c.end} {
		if known[k] != nil {
			copy(x, known[k])
		} else {
			c.Positions(x, t+float64(k)*h)
		}
	}
}

// filter returns the points for which want holds, with the closest point at the fraction s of the path. A triangle
// nearer than near [m] is sampled by its deepest point; otherwise no point of it is nearer than its centroid by more
// than reach.
func (c *Surface) filter(pool *linalg.Pool, p Points, at []int, s, near float64, want func(i int, hit bvh.Hit,
	reach float64) bool) []int {
	keep := make([]bool, len(at))
	pool.For(len(at), 64, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			i := at[k]
			x := p.at(i, s)
			hit := c.tree.Closest(x, c.hint[i])
			c.hint[i] = hit.Tri
			f, reach := p.reachedFace(i, s)
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
