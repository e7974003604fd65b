package step

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Sharp is the place where a surface protrudes most between the contact points of cloth.
type Sharp struct {
	At   r3.Vec  // [m]
	Sag  float64 // protrusion beyond a chord whose ends have the largest distance from contact points [m]
	Edge float64 // the shortest edges of cloth for which the surface protrudes too far anywhere [m]
}

// Unguarded times the edges of a triangle is the largest distance of its points from its corners and centroid, if it is
// equilateral: a third along an edge.
const Unguarded = 1. / 3 // derived: above

// StandsOut is the share of the layer by which a surface may protrude between contact points of cloth. The rest is for
// the pressure on these: a quarter of the layer gives k·δ/2, 8 kPa at default, as of cloth that is pulled with 80 N/m
// around a radius of 1 cm.
const StandsOut = 0.5 // derived: 80 N/m around 1 cm are 8 kPa

// A surface is sharp if its radius is below the contact thickness: if a section across an edge protrudes by the share
// StandsOut of delta within a thickness of the layer around bodies, as a wedge of 60° does, or a round rim whose radius
// is the thickness. The pressure of cloth that is drawn over it is concentrated there. Rims of plates and boxes are
// sharp, limbs and fingertips are not. Bodies that fit between contact points are, see fits.

// SharpNear returns in edges, for each triangle of a surface, the shortest edges of cloth with a layer of delta that
// need checks between its contact points there: the surface protrudes too far for them within their own length. +Inf:
// no edges up to longest do; nil: nowhere. sharp marks the triangles within longest of a sharp place; nil: none. worst
// is the place that protrudes most. All lengths in m.
//
// The protrusion is measured at the middle of each convex edge, on the section of the surface across that edge: the
// mean depth of the two points of the section at the distance r below the middle. It is r·sin(θ/2) at a wedge of the
// angle θ, r²/2R on a ball, and no more than its height at a wart, however sharp. If the section is nowhere that far
// away, cloth passes it on all sides at once, and it is r.
func SharpNear(tri [][3]int32, x []r3.Vec, longest, delta, thickness float64) (edges []float64, sharp []bool,
	worst Sharp) {
	s := sections{tri: tri, x: x, next: neighbours(tri), reach: Unguarded * longest, most: StandsOut * delta}
	worst.Edge = math.Inf(1)
	var queue, edge reached
	small := s.fits(s.reach)
	s.each(func(t, o int32, r, sag float64, at r3.Vec) {
		if sag > worst.Sag {
			worst.At, worst.Sag = at, sag
		}
		l := r / Unguarded
		if worst.Edge = min(worst.Edge, l); l <= longest {
			here := reached{{l, l, t, at}, {l, l, o, at}}
			queue = append(queue, here...)
			if r <= thickness || small {
				edge = append(edge, here...)
			}
		}
	})
	if len(queue) == 0 {
		return nil, nil, worst
	}
	if len(edge) > 0 {
		sharp = make([]bool, len(tri))
		for t, l := range s.spread(edge, longest) {
			sharp[t] = l <= longest
		}
	}
	return s.spread(queue, longest), sharp, worst
}

// Sharpest returns the place, among those that count, where a surface protrudes most between contact points of cloth,
// see SharpNear.
func Sharpest(tri [][3]int32, x []r3.Vec, longest, delta float64, counts func(r3.Vec) bool) (worst Sharp) {
	s := sections{tri: tri, x: x, next: neighbours(tri), reach: Unguarded * longest, most: StandsOut * delta}
	worst.Edge = math.Inf(1)
	s.each(func(_, _ int32, r, sag float64, at r3.Vec) {
		if !counts(at) {
			return
		}
		if worst.Edge = min(worst.Edge, r/Unguarded); sag > worst.Sag {
			worst.At, worst.Sag = at, sag
		}
	})
	return worst
}

// each measures the sections across all edges, between triangles t and o.
func (s *sections) each(found func(t, o int32, r, sag float64, at r3.Vec)) {
	for t, v := range s.tri {
		for c := range 3 {
			if o := s.next[t][c]; o >= 0 && v[c] < v[(c+1)%3] {
				r, sag, at := s.across(int32(t), c)
				found(int32(t), o, r, sag, at)
			}
		}
	}
}

// spread returns, for each triangle, the shortest edges of cloth that need checks there because of the places in a
// queue; +Inf if they are longer than longest.
func (s *sections) spread(queue reached, longest float64) []float64 {
	edges := make([]float64, len(s.tri))
	for t := range edges {
		edges[t] = math.Inf(1)
	}
	heap.Init(&queue)
	for len(queue) > 0 {
		q := heap.Pop(&queue).(reach)
		if q.edge >= edges[q.tri] {
			continue
		}
		edges[q.tri] = q.edge
		for _, o := range s.next[q.tri] {
			if o < 0 {
				continue
			}
			far := math.Inf(1)
			for _, v := range s.tri[o] {
				far = min(far, r3.Norm(r3.Sub(s.x[v], q.at)))
			}
			if l := max(q.from, far); l <= longest && l < edges[o] {
				heap.Push(&queue, reach{l, q.from, o, q.at})
			}
		}
	}
	return edges
}

// reach is a triangle within the range of a sharp place.
type reach struct {
	edge float64 // shortest edge of cloth that needs checks there because of that place
	from float64 // the same at the place itself
	tri  int32
	at   r3.Vec // the place
}

// reached is a heap with the shortest edge first.
type reached []reach

func (q reached) Len() int { return len(q) }
func (q reached) Less(i, j int) bool {
	if q[i].edge != q[j].edge {
		return q[i].edge < q[j].edge
	}
	return q[i].tri < q[j].tri
}
func (q reached) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *reached) Push(v any)   { *q = append(*q, v.(reach)) }
func (q *reached) Pop() any {
	n := len(*q) - 1
	v := (*q)[n]
	*q = (*q)[:n]
	return v
}

// neighbours returns the neighbours of each triangle across the edge from corner c to c + 1, −1 where there is none.
func neighbours(tri [][3]int32) [][3]int32 {
	across := make(map[[2]int32]int32, 3*len(tri))
	for t, v := range tri {
		for c := range 3 {
			across[[2]int32{v[c], v[(c+1)%3]}] = int32(t)
		}
	}
	next := make([][3]int32, len(tri))
	for t, v := range tri {
		for c := range 3 {
			next[t][c] = -1
			if o, ok := across[[2]int32{v[(c+1)%3], v[c]}]; ok {
				next[t][c] = o
			}
		}
	}
	return next
}

// sections are the sections of a surface across its edges, up to reach from their middles, for protrusions of up to
// most, both in m.
type sections struct {
	tri         [][3]int32
	x           []r3.Vec
	next        [][3]int32
	reach, most float64

	side [2][]drop
	far  []float64
}

// drop is the depth of a point of a section below its middle, at a distance from it; both in m.
type drop struct{ far, down float64 }

// normal returns the unit normal of triangle t.
func (s *sections) normal(t int32) r3.Vec {
	v := s.tri[t]
	return r3.Unit(r3.Cross(r3.Sub(s.x[v[1]], s.x[v[0]]), r3.Sub(s.x[v[2]], s.x[v[0]])))
}

// across measures the section across the edge from corner c of triangle t: r is the distance from which it protrudes
// too far, +Inf if beyond reach, and sag the largest protrusion within reach, all in m.
func (s *sections) across(t int32, c int) (r, sag float64, at r3.Vec) {
	a, b, o := s.tri[t][c], s.tri[t][(c+1)%3], s.next[t][c]
	along := r3.Sub(s.x[b], s.x[a])
	n, m := s.normal(t), s.normal(o)
	at = r3.Scale(.5, r3.Add(s.x[a], s.x[b]))
	if r = math.Inf(1); !(r3.Dot(along, r3.Cross(n, m)) > 0) { // concave, or NaN
		return r, 0, at
	}
	up := r3.Unit(r3.Add(n, m))
	s.walk(0, t, c, at, along, up)
	s.walk(1, o, slices.Index(s.tri[o][:], b), at, along, up)
	s.far = append(s.far[:0], s.reach)
	for _, side := range s.side {
		for _, d := range side {
			s.far = append(s.far, min(d.far, s.reach))
		}
	}
	slices.Sort(s.far)
	last, stood := 0., 0.
	for _, far := range s.far {
		out := far
		if l, ok := below(s.side[0], far); ok {
			if k, ok := below(s.side[1], far); ok {
				out = (l + k) / 2
			}
		}
		if out > s.most && math.IsInf(r, 1) {
			r = last + (far-last)*(s.most-stood)/(out-stood)
		}
		sag = max(sag, out)
		last, stood = far, out
	}
	return r, sag, at
}

// walk follows side k of the section through at, in the plane across along, from the edge of corner c of triangle t
// over the surface, until it is out of reach or closes; at the boundary of the surface it continues straight.
func (s *sections) walk(k int, t int32, c int, at, along, up r3.Vec) {
	list := append(s.side[k][:0], drop{})
	defer func() { s.side[k] = list }()
	off := func(v int32) float64 { return r3.Dot(along, r3.Sub(s.x[v], at)) }
	start := s.next[t][c]
	for range len(s.tri) {
		v := s.tri[t]
		leave := (c + 2) % 3
		if off(v[leave]) < 0 == (off(v[c]) < 0) {
			leave = (c + 1) % 3
		}
		a, b := v[leave], v[(leave+1)%3]
		to := r3.Sub(r3.Add(s.x[a], r3.Scale(off(a)/(off(a)-off(b)), r3.Sub(s.x[b], s.x[a]))), at)
		last := &list[len(list)-1]
		if far := r3.Norm(to); far > last.far {
			list = append(list, drop{far, -r3.Dot(up, to)})
			last = &list[len(list)-1]
		}
		if last.far >= s.reach {
			return
		}
		if t = s.next[t][leave]; t < 0 {
			if last.far > 0 {
				list = append(list, drop{s.reach, last.down * s.reach / last.far})
			}
			return
		}
		if t == start {
			return
		}
		for c = 0; s.tri[t][c] != b; {
			c++
		}
	}
}

// below returns the depth of a side below the middle at a distance, if it gets there.
func below(side []drop, far float64) (down float64, ok bool) {
	k, found := slices.BinarySearchFunc(side, far, func(d drop, far float64) int { return cmp.Compare(d.far, far) })
	switch {
	case found:
		return side[k].down, true
	case k == len(side):
		return 0, false
	}
	p, q := side[k-1], side[k]
	return p.down + (q.down-p.down)*(far-p.far)/(q.far-p.far), true
}

// Coarse returns the arguments of SharpNear for the cloth of a model: its longest edge at rest, and its thinnest layer,
// in m.
func Coarse(m *cloth.Model, thickness float64) (l, delta float64) {
	gap := math.Inf(1)
	for p := range m.Parts {
		gap = min(gap, m.Parts[p].Gap)
	}
	for t := range m.Tri {
		l = max(l, LongestEdge(m, t))
	}
	return l, thickness + gap
}

// LongestEdge returns the longest edge of triangle t at rest [m].
func LongestEdge(m *cloth.Model, t int) (l float64) {
	uv := &m.UV[t]
	for a := range 3 {
		l = max(l, r2.Norm(r2.Sub(uv[(a+1)%3], uv[a])))
	}
	return l
}

// Between contact points of cloth over a sharp surface: the number of sampled points of a triangle in the search for
// the deepest one, and the rounding error of intersections of tangent planes of the distance [m].
const (
	DeepestSamples = 12   // measured: docs/step-constants.md
	DeepestNoise   = 1e-7 // derived: 2⁻²⁴ of 1 m is 6e-8 m
)

// Between contact points: the iterations of the search for the deepest point of a triangle, each along a line and then
// by so many projections; the share of the layer by which it must be deeper than all contact points; and the inner
// share of the layer from which it is pushed out.
const (
	DeepenIterations  = 3    // measured: docs/step-constants.md
	DeepenProjections = 2    // measured: docs/step-constants.md
	Deeper            = 0.05 // measured: docs/step-constants.md
	Guarded           = 0.5  // derived: 1 − StandsOut
)
