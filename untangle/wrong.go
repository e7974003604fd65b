package untangle

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Results of wrongEnds other than an end of the edge.
const (
	unknown = -1
	neither = -2 // another hit's edge moves back instead
)

// wrongEnds returns, for each hit, the end of its edge that must move back.
//
// Between layers it is the one on the wrong side. Otherwise it is the one in the smaller of the regions into which
// contours divide the cloth, if they do. Where a contour encloses regions on both sides, as for a bump through a sheet,
// or for two sheets that intersect near their ends, only the smaller one moves back: moving both could contradict.
func (m *mesh) wrongEnds(g *tangle) []int {
	region, size := m.regions(g)
	wrong := make([]int, len(g.hits))
	cutOff := map[int32]bool{}
	var regions []int32
	for i := range g.hits {
		h := &g.hits[i]
		if wrong[i] = m.wrongLayer(h); wrong[i] != unknown {
			continue
		}
		a, b := region.Find(m.edges[h.edge][0]), region.Find(m.edges[h.edge][1])
		small := a
		switch {
		case size[a] < size[b]:
			wrong[i] = 0
		case size[b] < size[a]:
			wrong[i], small = 1, b
		default:
			continue
		}
		if !cutOff[small] {
			cutOff[small] = true
			regions = append(regions, small)
		}
	}
	others := map[int32][]int32{} // regions enclosed by the same contour, on the other side
	end := func(i int) (int32, bool) {
		if h := &g.hits[i]; wrong[i] >= 0 {
			r := region.Find(m.edges[h.edge][wrong[i]])
			return r, cutOff[r]
		}
		return 0, false
	}
	for i := range g.hits {
		r, ok := end(i)
		if !ok || g.hits[i].side[wrong[i]] == 0 { // touching does not contradict
			continue
		}
		for _, v := range m.tri[g.hits[i].tri] {
			if q := region.Find(v); q != r && cutOff[q] {
				others[r], others[q] = append(others[r], q), append(others[q], r)
			}
		}
	}
	slices.SortFunc(regions, func(a, b int32) int { return cmp.Or(cmp.Compare(size[a], size[b]), cmp.Compare(a, b)) })
	stays := map[int32]bool{}
	for _, r := range regions {
		if !stays[r] {
			for _, q := range others[r] {
				stays[q] = true
			}
		}
	}
	for i := range g.hits {
		if r, ok := end(i); ok && stays[r] {
			wrong[i] = neither
		}
	}
	return wrong
}

// wrongLayer returns the end of the hit's edge that is on the wrong side of another layer.
func (m *mesh) wrongLayer(h *hit) int {
	a, b := m.edges[h.edge][0], m.edges[h.edge][1]
	if !m.ordered(a, m.tri[h.tri][0]) {
		return unknown
	}
	e, t := m.layer[a], m.layer[m.tri[h.tri][0]]
	// The right side of the cloth is outside: an outer edge must not reach below, an inner one not above.
	sign := 1
	if e < t {
		sign = -1
		if e == math.MinInt && r3.Dot(h.normal, r3.Add(m.out[a], m.out[b])) < 0 {
			sign = 1 // cloth on a body may have either orientation: the body defines outside
		}
	}
	if sign*h.side[0] < sign*h.side[1] {
		return 0
	}
	return 1
}

// ordered reports whether one of two vertices is in a layer below the other's.
func (m *mesh) ordered(v, w int32) bool {
	a, b := m.layer[v], m.layer[w]
	return a != b && (a >= 0 && b >= 0 || a == math.MinInt || b == math.MinInt)
}
