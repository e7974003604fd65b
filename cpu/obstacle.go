package cpu

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bvh"

	"hysteron/contact/bodies"
	"hysteron/linalg"
	"hysteron/step"
)

// obstacle is a collider in a simulation: its tree, its positions at both ends of the step, and the contact planes of
// each contact point of the cloth (vertices first, then centroids).
type obstacle struct {
	step.Collider
	tree   *bvh.Tree
	y0, y1 []r3.Vec // surface positions at the start and the end of the step [m]
	near   []nearby
	far    float64         // largest displacement of a vertex of the surface in the step [m]
	swept  *bodies.Surface // nil until used
	clear  []float64       // lower bound of the distance of each point at Sim.clearAt [m]
	live   []bool          // within reach: only these have valid planes in near, except for second walls
	known  []bool          // near has planes of the point
	kept   []cloth.Touch   // from the state
	inset  float64         // inward offset of the surface, see Sim.SetInset [m]
	inner  float64         // the same, or the offset at the present positions if larger [m]
	first  []int32         // per point: index of its first touch in kept plus one, 0 if none

	onFaces []touchings // per triangle of cloth, at the end of a step

	// per triangle of the surface: edge length of cloth from which it is guarded, see guard; nil: nowhere
	edgeLimit      []float64
	sharp          []bool  // per triangle: sharp, see step.SharpNear; nil: nowhere
	leastEdgeLimit float64 // minimum of edgeLimit
}

// nearby has the contact planes of one contact point.
type nearby struct {
	tri    int32   // closest triangle at the last contact detection, −1 if none
	count  int8    // number of planes
	at     r3.Vec  // where the planes were computed [m]
	off    r3.Vec  // normal of the wall that gives way in the step, see giveWay
	by     float64 // how far that gives way; 0: none does [m]
	planes [2]plane
}

// plane is the plane through the closest point of an obstacle at the end of the step.
type plane struct {
	normal r3.Vec       // outwards
	offset float64      // distance is normal·x − offset
	in     bool         // the point was in the layer at the last evaluation, see ResolveActiveSet
	hard   bool         // sharp surface with a hardened layer
	tri    int32        // its triangle
	gave   float64      // how far it gave way, see giveWay [m]
	spare  float64      // distance of the point that it guards less that of the guarded one, see deepen [m]
	cone   FrictionCone // friction limit, by the normal force of the latest contact detection
	// displacement over the step of a point fixed to the surface, at the distance of the contact point [m]
	disp   r3.Vec
	anchor r3.Vec     // elastic slip at the start of the step [m]
	bary   [3]float64 // barycentric coordinates in the triangle
}

// guarded reports whether the second plane guards the triangle of the point.
func (q *nearby) guarded() bool { return q.count == 2 && q.planes[1].spare > 0 }

// in reports whether the point was in the layer at the last evaluation.
func (q *nearby) in() bool {
	for c := range q.planes[:q.count] {
		if q.planes[c].in {
			return true
		}
	}
	return false
}

// acts reports whether a force acted on the point at the last evaluation. Friction acts if it was in the layer at the
// contact detection.
func (q *nearby) acts() bool {
	for c := range q.planes[:q.count] {
		if p := &q.planes[c]; p.in || p.cone.Limit != 0 {
			return true
		}
	}
	return false
}

func (p *plane) distance(x r3.Vec) float64 { return r3.Dot(p.normal, x) - p.offset }

func newObstacle(c step.Collider, points int, t float64) (*obstacle, error) {
	o := &obstacle{
		Collider: c, near: make([]nearby, points), clear: make([]float64, points),
		live: make([]bool, points), known: make([]bool, points), first: make([]int32, points),
	}
	for i := range o.near {
		o.near[i].tri = -1
	}
	if !cloth.Finite(c.Friction) || !cloth.FiniteVec(c.Point) {
		return nil, fmt.Errorf("friction %g, point %v: expected finite numbers", c.Friction, c.Point)
	}
	if c.Skip != nil && len(c.Skip) != points {
		return nil, fmt.Errorf("%d contact points that it skips or not: expected %d", len(c.Skip), points)
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
	o.tree, err = bvh.New(c.Surface.Triangles(), o.y1)
	return o, err
}

// begin moves the obstacle to the end of a step from t to t + h. Lower bounds of distances decrease by the motion of
// points (Sim.drift) and of the obstacle.
func (o *obstacle) begin(w *now, t, h float64) {
	if o.tree == nil {
		return
	}
	ends := o.y0
	o.Surface.Positions(ends, t+h)
	moved := farthest(w.pool, ends, o.y1)
	if moved != 0 { // the tree of an obstacle at rest is valid
		o.y0, o.y1 = o.y1, ends
		o.tree.Refit(w.pool, o.y1)
	}
	w.pool.For(len(o.clear), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			o.clear[i] -= moved + w.drift[i]
		}
	})
	o.Surface.Positions(o.y0, t)
	o.far = farthest(w.pool, o.y0, o.y1)
}

// farthest returns the largest distance between corresponding positions [m].
func farthest(pool *linalg.Pool, x, y []r3.Vec) float64 {
	return math.Sqrt(pool.Max(len(x), func(lo, hi int) (l float64) {
		for i := lo; i < hi; i++ {
			l = max(l, r3.Norm2(r3.Sub(y[i], x[i])))
		}
		return l
	}))
}

// displacement returns the displacement of a point of the surface over the step.
func (o *obstacle) displacement(tri int32, bary [3]float64) (d r3.Vec) {
	if o.tree == nil || o.far == 0 {
		return d
	}
	a := o.Surface.Triangles()[tri]
	for k, v := range a {
		d = r3.Add(d, r3.Scale(bary[k], r3.Sub(o.y1[v], o.y0[v])))
	}
	return d
}

// guess improves the first guess x of vertex i, which was at x0 near the obstacle at the end of the last step: it must
// not be nearer than before, or than its thickness, so that a fast body carries it along instead of passing over it.
func (o *obstacle) guess(w *now, i int, x0, x r3.Vec) r3.Vec {
	if !o.live[i] {
		return x
	}
	q := &o.near[i]
	delta, _ := w.contactLaw(i)
	for _, p := range q.planes[:q.count] {
		d := p.distance(x0)
		gap := d + r3.Dot(p.normal, r3.Sub(r3.Sub(x, x0), o.displacement(p.tri, p.bary)))
		if want := min(d, delta); gap < want {
			x = r3.Add(x, r3.Scale(want-gap, p.normal))
		}
	}
	return x
}
