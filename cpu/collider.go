package cpu

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/closest"
	"hysteron/cpu/sweep"
	"hysteron/step"
)

// obstacle is a collider at work: its tree, its positions at both ends of the step, and what
// each contact point of the cloth (vertices first, then centroids) has near it.
type obstacle struct {
	step.Collider
	tree   *closest.Tree
	y0, y1 []r3.Vec // surface positions at the start and the end of the step [m]
	near   []nearby
	far    float64        // how far a vertex of the surface goes at most in the step [m]
	swept  *sweep.Surface // nil until it is needed
	live   []bool         // nearby.active of each point, for what passes over all of them often
	kept   []cloth.Touch  // of the state
	first  []int32        // of each point: one more than the place of its first touch there, 0 if there is none
}

// nearby is what one contact point has near it.
type nearby struct {
	tri    int32   // closest triangle at the last look-up, −1 if there was none
	active bool    // within reach
	count  int8    // number of planes
	clear  float64 // lower bound of the distance of the position Sim.clearAt [m]
	at     r3.Vec  // where the planes were looked up [m]
	planes [2]plane
}

// plane is the plane through the closest point of an obstacle at the end of the step.
type plane struct {
	tri    int32      // the triangle it belongs to
	bary   [3]float64 // where on the triangle
	normal r3.Vec     // outwards
	offset float64    // distance is normal·x − offset
	disp   r3.Vec     // displacement of what is fixed to the surface there, at the distance of the point, over the step [m]
	slip   r3.Vec     // elastic slip at the start of the step [m]
	grip   grip       // limit of friction, by the normal force of the latest look-up
	in     bool       // the point was in the layer at the last evaluation, see foresee
}

func (p *plane) distance(x r3.Vec) float64 { return r3.Dot(p.normal, x) - p.offset }

func newObstacle(c step.Collider, points int, t float64) (*obstacle, error) {
	o := &obstacle{Collider: c, near: make([]nearby, points), live: make([]bool, points), first: make([]int32, points)}
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
	o.tree, err = closest.New(c.Surface.Triangles(), o.y1)
	return o, err
}

// begin moves the obstacle to the end of a step from t over h. The bounds of clear distances
// shrink by what the points (Sim.drift) and the obstacle have moved since they were taken.
func (o *obstacle) begin(w *now, t, h float64) {
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
	for i := range o.near {
		o.near[i].clear -= moved + w.drift[i]
	}
	o.Surface.Positions(o.y0, t)
	o.far = 0
	for i := range o.y1 {
		o.far = max(o.far, r3.Norm2(r3.Sub(o.y1[i], o.y0[i])))
	}
	o.far = math.Sqrt(o.far)
	o.tree.Refit(w.pool, o.y1)
}

// displacement of a point of the surface over the step.
func (o *obstacle) displacement(tri int32, bary [3]float64) (d r3.Vec) {
	if o.tree == nil {
		return d
	}
	a := o.Surface.Triangles()[tri]
	for k, v := range a {
		d = r3.Add(d, r3.Scale(bary[k], r3.Sub(o.y1[v], o.y0[v])))
	}
	return d
}

// guess improves the starting point x of the iteration for vertex i, which was near the
// obstacle at the end of the last step, at x0: it must not come closer than it was, or than
// its thickness, so that a fast body carries it along instead of passing over it.
func (o *obstacle) guess(w *now, i int, x0, x r3.Vec) r3.Vec {
	q := &o.near[i]
	if !q.active {
		return x
	}
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

// detect looks up the contact planes of all contact points for the trial positions.
// Points that are certainly farther than reach times their thickness are skipped.
//
// In a crease (between the thighs, under the arm) the closest point jumps from wall to wall,
// and an iteration that knows one wall at a time would never come to rest. So the wall of the last
// look-up is kept as a second one if the new one turns away from it, over steps too: see second.
func (o *obstacle) detect(w *now, first bool) {
	n := len(w.x)
	w.pool.For(len(o.near), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if o.Skip != nil && o.Skip[i] {
				continue // never active
			}
			var at r3.Vec
			if i < n {
				at = w.x[i]
			} else {
				at = mean3(w.x, w.Model.Tri[i-n])
			}
			delta, k := w.contactLaw(i)
			q := &o.near[i]
			if first || !q.active || r3.Norm2(r3.Sub(at, q.at)) > sq(step.NearlySame*delta) {
				o.lookUp(q, at, w.clearAt[i], step.Reach*delta, o.touches(i), first)
			}
			o.live[i] = q.active
			if !q.active {
				continue
			}
			for c := range q.planes[:q.count] {
				pl := &q.planes[c]
				pl.grip = grip{}
				if p := delta - pl.distance(at); p > 0 {
					pl.grip = w.gripOn(&o.Collider, i, pl.normal, contactForce(k, p, delta))
				}
			}
		}
	})
}

// lookUp finds the plane for a contact point at position at; from is the position that
// clearances are counted from; kept is what is known of the point from the step before.
func (o *obstacle) lookUp(q *nearby, at, from r3.Vec, far float64, kept []cloth.Touch, first bool) {
	if o.tree == nil {
		q.planes[0] = plane{tri: -1, normal: o.Normal, offset: r3.Dot(o.Normal, o.Point), slip: o.slip(kept, o.Normal)}
		q.count, q.active = 1, q.planes[0].distance(at) < far
		return
	}
	away := r3.Norm(r3.Sub(at, from))
	if q.clear-away > far {
		q.active, q.count = false, 0
		return
	}
	h := o.tree.Closest(at, q.tri)
	q.at = at
	q.tri, q.clear = h.Tri, h.Dist-away
	other, two := o.second(q, at, far, &h, kept, first)
	q.planes[0], q.count = o.facing(&h, at, kept), 1
	if two {
		q.planes[1], q.count = o.facing(&other, at, kept), 2
	}
	q.active = h.Dist < far || q.count == 2
}

// pushOut moves contact points that a solution left nearer to an obstacle than a tenth of
// their thickness out to that distance, a centroid by moving its triangle, and returns how
// many there were.
func (s *Sim) pushOut() (count int) {
	n := len(s.x)
	for _, o := range s.obstacles {
		for i := range o.near {
			if !o.live[i] {
				continue
			}
			q := &o.near[i]
			delta, _ := s.contactLaw(i)
			var at r3.Vec
			var one [1]int32
			vertices := one[:]
			if i < n {
				one[0], at = int32(i), s.x[i]
			} else {
				vertices, at = s.Model.Tri[i-n][:], mean3(s.x, s.Model.Tri[i-n])
			}
			if d := q.planes[0].distance(at); d < delta/10 {
				for _, v := range vertices {
					if !s.fixed[v] {
						s.x[v] = r3.Add(s.x[v], r3.Scale(delta/10-d, q.planes[0].normal))
					}
				}
				count++
			}
		}
	}
	return count
}

// Passes tells whether an obstacle may pass over contact points that fly on freely.
func (s machine) Passes() bool {
	n, path := len(s.x), 0.
	for _, v := range s.State.V {
		path = max(path, s.H*r3.Norm(v))
	}
	sight := step.Reach * s.Settings.Thickness
	var p sweep.Points
	for _, o := range s.obstacles {
		if o.tree == nil || o.far+path <= sight {
			continue
		}
		if p.Start == nil {
			p = sweep.Points{Start: s.clearAt, Way: make([]r3.Vec, len(o.near)), Clear: make([]float64, len(o.near))}
			for i := range p.Way {
				v := r3.Vec{}
				if i < n {
					v = s.State.V[i]
				} else {
					v = mean3(s.State.V, s.Model.Tri[i-n])
				}
				p.Way[i] = r3.Scale(s.H, v)
			}
		}
		for i := range o.near {
			p.Clear[i] = o.near[i].clear - o.far
			if o.Skip != nil && o.Skip[i] {
				p.Clear[i] = math.Inf(1)
			}
		}
		if o.swept == nil {
			var err error
			if o.swept, err = sweep.New(o.Surface, s.State.Time); err != nil {
				continue // not so: the tree could be made of the same triangles
			}
		}
		if o.swept.Passes(s.pool, s.State.Time, s.H, p, sight) {
			return true
		}
	}
	return false
}
