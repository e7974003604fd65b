package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"

	"hysteron/sysmem"

	"hysteron/step"
)

// selfContact is the state of contact of cloth with cloth: candidate pairs of features (vertex–triangle, edge–edge) of
// a step, and active pairs.
//
// Guarantee: from a state without intersections, no step leads to one with intersections. Newton's method has a stiff
// layer around every feature, with contact planes on the side of the features at the start of the step, so a pair that
// passed through in a trial is pushed back. And before a step is accepted, CCD checks the straight path of every pair.
type selfContact struct {
	size  []float64 // per vertex: half of the smallest rest altitude around it [m]
	slack float64   // how far trials may move before candidates are collected again [m]

	edges  [][3]int32 // of triangles, then lines: ends; the third repeats the second
	at     []r3.Vec   // positions of the broad phase [m]
	search search

	candidates   []candidate
	motionBounds *pairs.MotionBounds // bounds of their distances
	round        uint32              // round of Newton's method, over all steps; candidates store theirs
	active       []pair
	rubbing      []pair               // of the last contact detection, also after candidates were collected
	anchors      map[pairName]r3.Vec  // elastic slip of pairs at the start of the step
	slipping     map[int32][][4]int32 // pairs with triangles in anchors, per vertex
	inHessian    []bool               // per active pair: has a force or a second derivative
	// those in the Hessian, in their order: few, since planes become active before the layer is reached
	operator ContactOperator
	listed   bool               // operator is that of the last evaluation
	stiffer  map[pairName]uint8 // pairs with increased stiffness in this step
	detected [][]pair           // per chunk of the contact detection
	hits     []pathHit          // per candidate, of the last CCD
	fraction []float64          // per vertex: path fraction
	path     []r3.Vec           // per vertex: the whole displacement [m]
	failing  []int32            // candidates with a hit
	around   *pairs.Surroundings
	last     []int32 // per vertex: one more than its last pair in a list, see uncovered
	before   []int32 // per pair of that list: the previous one of its vertex, likewise
	spare    []pair  // such a list, for reuse
	room     sysmem.Room
}

// pair is an active pair: its contact plane and the results of the terms.
type pair struct {
	pairName
	candidate int32
	touched   bool
	support   uint8        // see pairs.Support, of the closest points
	in        bool         // in the layer at the last evaluation, see ResolveActiveSet
	w         [4]float64   // the vector between the features is r = Σ wᵢ xᵢ
	normal    r3.Vec       // distance is normal·r
	start     r3.Vec       // r at the start of the step, rotated with the pair [m]
	anchor    r3.Vec       // elastic slip at the start of the step, rotated likewise [m]
	delta, k  float64      // thickness [m], stiffness [N/m]
	cone      FrictionCone // friction limit, by the normal force of the latest contact detection
	response  PointResponse
}

// pathHit is the result of CCD for a candidate.
type pathHit struct {
	t   float64 // fraction of the path on which the features are certainly separated
	hit bool
}

// newSelfContact prepares contact of cloth with cloth. What depends on the model alone is taken from like, if not nil.
// If stop, which is polled every some milliseconds unless nil, returns true, the result must not be used.
func newSelfContact(m *cloth.Model, x []r3.Vec, like *selfContact, stop func() bool) *selfContact {
	c := &selfContact{at: make([]r3.Vec, len(x)), fraction: make([]float64, len(x)), last: make([]int32, len(x)),
		stiffer: map[pairName]uint8{}, anchors: map[pairName]r3.Vec{}, slipping: map[int32][][4]int32{}}
	c.room.Most = step.MostPairs(len(x))
	c.size, c.slack = step.FeatureSizes(m)
	for i := range c.at {
		c.at[i].X = math.NaN() // invalid
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

// thickness returns δ of a pair, whose second feature ends with its last vertex [m].
func (c *selfContact) thickness(w *now, v *[4]int32) float64 {
	stout := w.Settings.Stoutness(w.Model.Radius[v[0]]) + w.Settings.Stoutness(w.Model.Radius[v[3]])
	return min(w.Settings.SelfThickness, c.size[v[0]], c.size[v[1]], c.size[v[2]], c.size[v[3]]) + stout
}

// consider appends a pair of features that are not neighbours unless they stay too far apart.
func (c *selfContact) consider(w *now, list []candidate, name pairName) []candidate {
	v := &name.v
	if r := w.rigidOf; r != nil && r[v[0]] != 0 && r[v[0]] == r[v[3]] {
		return list // both are of one rigid body
	}
	x, dx := pathTo(w.State.X, c.at, v)
	d := pairs.Distance(name.kind, &x)
	// Each feature may end within slack of its trial position.
	if d-pairs.Reach(name.kind, &dx)-2*c.slack > step.PairReach*c.thickness(w, v) {
		return list
	}
	return append(list, candidate{pairName: name, start: d, round: c.round})
}

// layer returns the thickness [m] and stiffness [N/m] of a pair of thickness delta and the given area.
func (c *selfContact) layer(w *now, q *candidate, area, delta float64, raised bool) (thickness, k float64) {
	return step.PairLayer(q.start, delta, w.Settings.ContactStiffness/2*area, int(q.stiffer), raised)
}

// area returns the area of a pair [m²]: that of its vertex, or of an edge.
func (c *selfContact) area(w *now, q *candidate) float64 {
	if q.kind == pairs.VertexTriangle {
		return w.Model.Area[q.v[0]]
	}
	m := w.Model
	return min(m.EdgeArea(q.v[0]), m.EdgeArea(q.v[1]), m.EdgeArea(q.v[2]), m.EdgeArea(q.v[3]))
}

// begin discards the data of the last step.
func (c *selfContact) begin() {
	clear(c.stiffer)
	c.room.Err = nil
	c.active, c.rubbing = c.active[:0], nil
}

// list lists the active pairs in the Hessian at the last evaluation, and those of each vertex.
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
