package cpu

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu/closest"
)

// Surface is a moving closed triangle surface; package body's bodies are such surfaces.
type Surface interface {
	NumVertices() int
	Triangles() [][3]int32
	Positions(dst []r3.Vec, t float64)
}

// Collider is an obstacle: a moving closed surface or, where Surface is nil, the half-space
// below a plane.
type Collider struct {
	Surface  Surface
	Point    r3.Vec  // plane: a point on it [m]
	Normal   r3.Vec  // plane: unit normal towards the cloth
	Friction float64 // Coulomb coefficient; negative: the fabric's own
}

// obstacle is a collider at work: its tree, its positions at both ends of the step, and what
// each cloth vertex has near it.
type obstacle struct {
	Collider
	tree   *closest.Tree
	y0, y1 []r3.Vec // surface positions at the start and the end of the step [m]
	near   []nearby // per cloth vertex
}

// nearby is the contact plane of one vertex: the closest point of the obstacle at the end of
// the step, found for the position the vertex had then.
type nearby struct {
	tri    int32 // −1: plane collider, or never looked up
	bary   [3]float64
	normal r3.Vec  // outwards
	offset float64 // distance is normal·x − offset
	disp   r3.Vec  // displacement of the closest point over the step [m]
	lambda float64 // normal force for friction [N]
	clear  float64 // lower bound of the distance of the position Sim.clearAt [m]
	active bool    // within reach
}

func newObstacle(c Collider, n int, t float64) (*obstacle, error) {
	o := &obstacle{Collider: c, near: make([]nearby, n)}
	for i := range o.near {
		o.near[i].tri = -1
	}
	if c.Surface == nil {
		if l := r3.Norm(c.Normal); !(math.Abs(l-1) < 1e-9) {
			return nil, fmt.Errorf("plane collider: normal of length %g: expected a unit vector", l)
		}
		return o, nil
	}
	o.y0, o.y1 = make([]r3.Vec, c.Surface.NumVertices()), make([]r3.Vec, c.Surface.NumVertices())
	c.Surface.Positions(o.y1, t)
	copy(o.y0, o.y1)
	var err error
	o.tree, err = closest.New(c.Surface.Triangles(), o.y1)
	return o, err
}

// begin moves the obstacle to the end of a step from t over h. The bounds of clear distances
// shrink by what the vertices and the obstacle have moved since they were taken.
func (o *obstacle) begin(s *Sim, t, h float64) {
	if o.tree == nil {
		return
	}
	o.y0, o.y1 = o.y1, o.y0 // y0: where the tree was last
	o.Surface.Positions(o.y1, t+h)
	var moved float64
	for i := range o.y1 {
		moved = max(moved, r3.Norm2(r3.Sub(o.y1[i], o.y0[i])))
	}
	moved = math.Sqrt(moved)
	for i, x := range s.State.X {
		o.near[i].clear -= moved + r3.Norm(r3.Sub(x, s.clearAt[i]))
	}
	o.Surface.Positions(o.y0, t)
	o.tree.Refit(s.pool, o.y1)
}

// displacement of the point of the surface over the step.
func (o *obstacle) displacement(tri int32, bary [3]float64) (d r3.Vec) {
	a := o.Surface.Triangles()[tri]
	for k, v := range a {
		d = r3.Add(d, r3.Scale(bary[k], r3.Sub(o.y1[v], o.y0[v])))
	}
	return d
}

// guess improves the starting point x of the iteration for a vertex that was near the
// obstacle at the end of the last step, at x0: it must not come closer than it was, or than
// reach, so that a fast body carries it along instead of passing over it.
func (o *obstacle) guess(i int, x0, x r3.Vec, thickness float64) r3.Vec {
	q := &o.near[i]
	if !q.active {
		return x
	}
	d := r3.Dot(q.normal, x0) - q.offset
	var disp r3.Vec
	if o.tree != nil {
		disp = o.displacement(q.tri, q.bary)
	}
	gap := d + r3.Dot(q.normal, r3.Sub(r3.Sub(x, x0), disp))
	if want := min(d, thickness); gap < want {
		x = r3.Add(x, r3.Scale(want-gap, q.normal))
	}
	return x
}

// detect looks up the contact planes of all vertices at positions x. Vertices whose distance
// is certainly larger than reach are skipped.
func (o *obstacle) detect(s *Sim, x []r3.Vec, reach float64) {
	if o.tree == nil {
		for i := range x {
			q := &o.near[i]
			q.normal, q.offset = o.Normal, r3.Dot(o.Normal, o.Point)
			q.active = r3.Dot(q.normal, x[i])-q.offset < reach
		}
		return
	}
	s.pool.For(len(x), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			q := &o.near[i]
			if q.clear-r3.Norm(r3.Sub(x[i], s.clearAt[i])) > reach {
				q.active = false
				continue
			}
			h := o.tree.Closest(x[i], q.tri)
			q.tri, q.bary, q.normal = h.Tri, h.Bary, h.Normal
			q.offset = r3.Dot(h.Normal, x[i]) - h.Dist
			q.disp = o.displacement(h.Tri, h.Bary)
			q.active = h.Dist < reach
			q.clear = h.Dist - r3.Norm(r3.Sub(x[i], s.clearAt[i]))
		}
	})
}
