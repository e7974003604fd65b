package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/proximity"
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

	edges  [][3]int32 // ends; the third repeats the second
	at     []r3.Vec   // trial positions that pairs were collected for [m]
	search search

	candidates []candidate
	active     []pair
	bears      []bool             // of each active pair: has a force or a second derivative
	bearing    []bearingPair      // those that bear, in their order
	listed     bool               // bearing is that of the positions evaluated last
	image      []r3.Vec           // of each bearing pair, see Prepare
	own        []Sym3             // per vertex: its diagonal block
	ptr, refs  []int32            // per vertex its bearing pairs: 4·pair + place in the pair
	stiffer    map[pairName]uint8 // of pairs that broke through within this step
	looked     [][]pair           // per chunk of the look-up
	hits       []pathHit          // per candidate, of the last path check
	fraction   []float64          // per vertex: how much of its way it may go
	way        []r3.Vec           // per vertex: all of its way [m]
	failing    []int32            // candidates that hit
}

type pairName struct {
	kind proximity.Kind
	v    [4]int32
}

// candidate is a pair that may come near in this step.
type candidate struct {
	pairName
	stiffer uint8   // each breakthrough of the layer made it PairStiffening times stiffer
	touched bool    // has been in the layer in any trial since candidates were collected or taken over
	start   float64 // distance at the start of the step [m]
}

// pair is an active pair: its contact plane and what the terms make of it.
type pair struct {
	v         [4]int32
	candidate int32
	touched   bool
	in        bool       // in the layer at the last evaluation, see foresee
	w         [4]float64 // the vector between the features is r = Σ wᵢ xᵢ
	normal    r3.Vec     // distance is normal·r
	start     r3.Vec     // r at the start of the step [m]
	delta, k  float64    // thickness [m], stiffness [N/m]
	grip      grip       // limit of friction, by the normal force of the latest look-up
	response  PointResponse
}

// bearingPair is what the gather passes and products need of an active pair. Most active pairs bear
// nothing, as planes count before the layers touch.
type bearingPair struct {
	v [4]int32
	w [4]float64
	g r3.Vec // gradient with respect to r [N]
	h Sym3   // second derivative [N/m]
}

// pathHit is the outcome of the path check of a candidate.
type pathHit struct {
	t   float64 // fraction of the path on which the features are certainly apart
	hit bool
}

func newSelfContact(m *cloth.Model, x []r3.Vec) *selfContact {
	c := &selfContact{at: make([]r3.Vec, len(x)), fraction: make([]float64, len(x)), own: make([]Sym3, len(x)), stiffer: map[pairName]uint8{}}
	c.size, c.slack = step.FeatureSizes(m)
	for i := range c.at {
		c.at[i].X = math.NaN() // nothing has been collected
	}
	seen := map[[2]int32]bool{}
	for _, v := range m.Tri {
		for a := range 3 {
			b := (a + 1) % 3
			e := [2]int32{min(v[a], v[b]), max(v[a], v[b])}
			if !seen[e] {
				seen[e] = true
				c.edges = append(c.edges, [3]int32{e[0], e[1], e[1]})
			}
		}
	}
	c.search = newSearch(m, c.edges, c.size, x)
	return c
}

// thickness δ of a pair [m].
func (c *selfContact) thickness(w *now, v *[4]int32) float64 {
	return min(w.Settings.SelfThickness, c.size[v[0]], c.size[v[1]], c.size[v[2]], c.size[v[3]])
}

// covers tells whether the candidates will do for positions x: those that pairs were collected for are as near as slack, and
// what was flat then is so.
func (c *selfContact) covers(w *now, x []r3.Vec) bool {
	return c.near(w, x) && c.search.patches.Hold(w.pool, w.State.X, x, w.Settings.SelfThickness, step.PairReach)
}

// near tells whether all positions x are as near as slack to those that pairs were collected for.
func (c *selfContact) near(w *now, x []r3.Vec) bool {
	out := w.pool.Sum(len(x), func(lo, hi int) float64 {
		n := 0.
		for i := lo; i < hi; i++ {
			d := r3.Sub(x[i], c.at[i])
			if !(r3.Norm2(d) <= c.slack*c.slack) {
				n++
			}
		}
		return n
	})
	return out == 0
}

// restart makes the candidates of an earlier step, or of an earlier round of this one, those of now. They will do: a pair that is
// not among them is apart wherever its vertices are within slack of where they were collected for,
// and so on straight paths between two such places.
func (c *selfContact) restart(w *now) {
	w.pool.For(len(c.candidates), 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			q := &c.candidates[i]
			x := points(w.State.X, &q.v)
			q.start, q.stiffer, q.touched = proximity.Distance(q.kind, &x), 0, false
			if len(c.stiffer) > 0 {
				q.stiffer = c.stiffer[q.pairName]
			}
		}
	})
}

// consider appends a pair unless its features are neighbours or stay too far apart.
func (c *selfContact) consider(w *now, list []candidate, name pairName) []candidate {
	v := &name.v
	if v[0] == v[2] || v[0] == v[3] || v[1] == v[2] && name.kind == proximity.EdgeEdge || v[1] == v[3] && name.kind == proximity.EdgeEdge || v[0] == v[1] {
		return list
	}
	x, dx := w.path(v)
	d := proximity.Distance(name.kind, &x)
	// Each feature may end off its trial by the slack.
	if d-proximity.Reach(name.kind, &dx)-2*c.slack > step.PairReach*c.thickness(w, v) {
		return list
	}
	return append(list, candidate{pairName: name, start: d})
}

// stiffness k of a pair of thickness delta, per the area its features stand for [N/m].
func (c *selfContact) stiffness(w *now, q *candidate, area, delta float64) float64 {
	return w.Settings.ContactStiffness / 2 * area * math.Pow(step.PairStiffening, float64(q.stiffer)) * step.Squeezed(q.start, delta)
}

// area that a pair stands for [m²]: that of its vertex, or of an edge, of which a vertex has
// three.
func (c *selfContact) area(w *now, q *candidate) float64 {
	if q.kind == proximity.VertexTriangle {
		return w.Model.Area[q.v[0]]
	}
	return min(w.Model.Area[q.v[0]], w.Model.Area[q.v[1]], w.Model.Area[q.v[2]], w.Model.Area[q.v[3]]) / 3
}

// begin forgets what belonged to the step before.
func (c *selfContact) begin() {
	clear(c.stiffer)
	c.active = c.active[:0]
}

// detect looks up the contact planes for the trial positions w.x.
func (c *selfContact) detect(w *now, first bool) {
	switch {
	case first && !c.near(w, w.State.X) || !c.covers(w, w.x):
		c.collect(w)
	case first:
		c.restart(w)
	default:
		for i := range c.active {
			c.candidates[c.active[i].candidate].touched = c.active[i].touched
		}
	}
	const grain = 512
	chunks := (len(c.candidates) + grain - 1) / grain
	for len(c.looked) < chunks {
		c.looked = append(c.looked, nil)
	}
	w.pool.For(chunks, 1, func(lo, hi int) {
		for chunk := lo; chunk < hi; chunk++ {
			list := c.looked[chunk][:0]
			for i := chunk * grain; i < min((chunk+1)*grain, len(c.candidates)); i++ {
				list = c.lookUp(w, list, i)
			}
			c.looked[chunk] = list
		}
	})
	c.active = c.active[:0]
	for _, list := range c.looked[:chunks] {
		c.active = append(c.active, list...)
	}
}

// lookUp appends candidate i to the active pairs if it is near. A pair whose path comes too near
// on the way keeps the plane from just before: on the side where it comes from.
func (c *selfContact) lookUp(w *now, list []pair, i int) []pair {
	q := &c.candidates[i]
	delta := c.thickness(w, &q.v)
	x, dx := w.path(&q.v)
	if q.start-proximity.Reach(q.kind, &dx) > step.PairReach*delta {
		return list
	}
	t, hit := proximity.Advance(q.kind, &x, &dx, q.start, delta)
	y := proximity.At(&x, &dx, t)
	p := pair{v: q.v, candidate: int32(i), touched: q.touched, delta: delta, w: proximity.Closest(q.kind, &y)}
	r := proximity.Between(&p.w, &y)
	d := math.Sqrt(r3.Norm2(r))
	if !hit && d > step.PairReach*delta || d == 0 {
		return list
	}
	p.normal = r3.Scale(1/d, r)
	p.start = proximity.Between(&p.w, &x)
	p.k = c.stiffness(w, q, c.area(w, q), delta)
	now := points(w.x, &q.v)
	if depth := delta - r3.Dot(p.normal, proximity.Between(&p.w, &now)); depth > 0 {
		// A trial that passed through says little about the force; nor may friction lock the rest.
		p.grip = w.gripBetween(&q.v, &p.w, c.area(w, q)/layerPairs, p.normal, contactForce(p.k, min(depth, delta), delta))
	}
	return append(list, p)
}

// list lists the pairs that bear at the positions evaluated last, and those of each vertex.
func (c *selfContact) list(n int) {
	if c.listed {
		return
	}
	c.listed = true
	c.bearing = c.bearing[:0]
	for i, bears := range c.bears {
		if bears {
			p := &c.active[i]
			c.bearing = append(c.bearing, bearingPair{p.v, p.w, p.response.G, p.response.H})
		}
	}
	if len(c.bearing) == 0 {
		return
	}
	c.image = resize(c.image, len(c.bearing))
	c.ptr = resize(c.ptr, n+1)
	clear(c.ptr)
	for i := range c.bearing {
		for _, v := range c.bearing[i].v {
			c.ptr[v+1]++
		}
	}
	for i := range n {
		c.ptr[i+1] += c.ptr[i]
	}
	c.refs = resize(c.refs, 4*len(c.bearing))
	for i := range c.bearing { // fills from the end of each list of ptr, which is shifted by that
		for k, v := range c.bearing[i].v {
			c.refs[c.ptr[v]] = int32(4*i + k)
			c.ptr[v]++
		}
	}
	copy(c.ptr[1:], c.ptr[:n])
	c.ptr[0] = 0
}

// of lists the bearing pairs of vertex i: 4·pair + place in the pair.
func (c *selfContact) of(i int) []int32 {
	if len(c.bearing) == 0 {
		return nil
	}
	return c.refs[c.ptr[i]:c.ptr[i+1]]
}
