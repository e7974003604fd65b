package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"

	"hysteron/sysmem"

	"hysteron/step"
)

// selfContact is the state of contact of cloth with cloth: the pairs of features (vertex and
// triangle, edge and edge) that may come near each other in a step, and those that do.
//
// The promise: from a state in which no two features touch, no step leads to one in which they
// do. Two things keep it. Newton's method sees a stiff layer around every feature, with contact
// planes on the side that the features were on at the start of the step, so that also a pair
// that a trial has passed through is pushed back. And before a step is accepted, the straight
// path of every pair is checked (guarantee.go).
type selfContact struct {
	size  []float64 // per vertex: half of the smallest rest altitude around it [m]
	slack float64   // how far trials may go off before pairs are collected anew [m]

	edges  [][3]int32 // of triangles, then lines: ends; the third repeats the second
	at     []r3.Vec   // positions that pairs were collected for [m]
	search search

	candidates   []candidate
	motionBounds *pairs.MotionBounds // what is known of their distances
	round        uint32              // of Newton's method, in any step: candidates know theirs
	active       []pair
	rubbing      []pair               // those of the last contact detection, which stay when candidates are collected anew
	anchors      map[pairName]r3.Vec  // elastic slip of pairs at the start of the step
	slipping     map[int32][][4]int32 // of those the pairs of each vertex with triangles
	inHessian    []bool               // of each active pair: has a force or a second derivative
	// those that bear, in their order: most active pairs bear nothing, as planes count before the layers touch
	operator ContactOperator
	listed   bool               // bearing is that of the positions evaluated last
	stiffer  map[pairName]uint8 // of pairs that broke through within this step
	detected [][]pair           // per chunk of the look-up
	hits     []pathHit          // per candidate, of the last path check
	fraction []float64          // per vertex: how much of its way it may go
	path     []r3.Vec           // per vertex: all of its way [m]
	failing  []int32            // candidates that hit
	around   *pairs.Surroundings
	last     []int32 // per vertex: one more than the last of its pairs in a list, see uncovered
	before   []int32 // per pair of that list: the same of the one before
	spare    []pair  // such a list, to be written over
	room     sysmem.Room
}

// pair is an active pair: its contact plane and what the terms make of it.
type pair struct {
	pairName
	candidate int32
	touched   bool
	support   uint8        // see proximity.Support, of the closest points
	in        bool         // in the layer at the last evaluation, see foresee
	w         [4]float64   // the vector between the features is r = Σ wᵢ xᵢ
	normal    r3.Vec       // distance is normal·r
	start     r3.Vec       // r at the start of the step, turned with the pair [m]
	anchor    r3.Vec       // elastic slip at the start of the step, turned likewise [m]
	delta, k  float64      // thickness [m], stiffness [N/m]
	cone      FrictionCone // limit of friction, by the normal force of the latest contact detection
	response  PointResponse
}

// pathHit is the outcome of the path check of a candidate.
type pathHit struct {
	t   float64 // fraction of the path on which the features are certainly apart
	hit bool
}

// newSelfContact prepares contact of cloth with cloth, with what follows from the model alone taken from like, if there
// is one. Where stop, which is asked every some milliseconds unless it is nil, tells it to end, what it returns is not
// to be used.
func newSelfContact(m *cloth.Model, x []r3.Vec, like *selfContact, stop func() bool) *selfContact {
	c := &selfContact{at: make([]r3.Vec, len(x)), fraction: make([]float64, len(x)), last: make([]int32, len(x)),
		stiffer: map[pairName]uint8{}, anchors: map[pairName]r3.Vec{}, slipping: map[int32][][4]int32{}}
	c.room.Most = step.MostPairs(len(x))
	c.size, c.slack = step.FeatureSizes(m)
	for i := range c.at {
		c.at[i].X = math.NaN() // nothing has been collected
	}
	if like != nil {
		c.edges, c.around, c.search, c.motionBounds = like.edges, like.around, like.search, like.motionBounds.Like()
		c.search.plant(x)
		return c
	}
	c.around = pairs.NewSurroundings(m.Tri, len(x))
	for _, e := range cloth.Edges(m.Tri, m.LineEnds(), stop) {
		c.edges = append(c.edges, [3]int32{e[0], e[1], e[1]})
	}
	if stop != nil && stop() {
		return c
	}
	c.search, c.motionBounds = newSearch(m, c.edges, c.size, x, stop), pairs.NewMotionBounds(c.edges, len(x))
	return c
}

// thickness δ of a pair, whose second feature ends with its last vertex [m].
func (c *selfContact) thickness(w *now, v *[4]int32) float64 {
	stout := w.Settings.Stoutness(w.Model.Radius[v[0]]) + w.Settings.Stoutness(w.Model.Radius[v[3]])
	return min(w.Settings.SelfThickness, c.size[v[0]], c.size[v[1]], c.size[v[2]], c.size[v[3]]) + stout
}

// consider appends a pair unless its features, which are no neighbours, stay too far apart.
func (c *selfContact) consider(w *now, list []candidate, name pairName) []candidate {
	v := &name.v
	x, dx := pathTo(w.State.X, c.at, v)
	d := pairs.Distance(name.kind, &x)
	// Each feature may end off its trial by the slack.
	if d-pairs.Reach(name.kind, &dx)-2*c.slack > step.PairReach*c.thickness(w, v) {
		return list
	}
	return append(list, candidate{pairName: name, start: d, round: c.round})
}

// layer is the thickness [m] and the stiffness [N/m] of a pair of thickness delta, of the area that it stands for.
func (c *selfContact) layer(w *now, q *candidate, area, delta float64, raised bool) (thickness, k float64) {
	return step.PairLayer(q.start, delta, w.Settings.ContactStiffness/2*area, int(q.stiffer), raised)
}

// area that a pair stands for [m²]: that of its vertex, or of an edge.
func (c *selfContact) area(w *now, q *candidate) float64 {
	if q.kind == pairs.VertexTriangle {
		return w.Model.Area[q.v[0]]
	}
	m := w.Model
	return min(m.EdgeArea(q.v[0]), m.EdgeArea(q.v[1]), m.EdgeArea(q.v[2]), m.EdgeArea(q.v[3]))
}

// begin forgets what belonged to the step before.
func (c *selfContact) begin() {
	clear(c.stiffer)
	c.room.Err = nil
	c.active, c.rubbing = c.active[:0], nil
}

// list lists the pairs that bear at the positions evaluated last, and those of each vertex.
func (c *selfContact) list(n int) {
	if c.listed {
		return
	}
	c.listed = true
	b := &c.operator
	b.List = b.List[:0]
	for i, bears := range c.inHessian {
		if bears {
			p := &c.active[i]
			b.List = append(b.List, ContactBlock{V: p.v, W: p.w, G: p.response.G, H: p.response.H})
		}
	}
	b.Index(n)
}
