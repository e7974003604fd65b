package untangle

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// What wrongEnds says of a hit, beside the number of an end of its edge.
const (
	unknown = -1
	neither = -2 // another hit's edge goes back instead
)

// wrongEnds tells for each hit which end of its edge has to go back.
//
// Between layers, the one on the wrong side. Else the one in the smaller of the regions that the
// contours cut the cloth into, if they do. Where they cut off a region on both sides, as where a bump
// pokes through a sheet, or where two sheets cross near their ends, only the smaller one goes back:
// the two ways out may contradict each other.
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
	others := map[int32][]int32{} // regions cut off by the same contour, on the other side
	end := func(i int) (int32, bool) {
		if h := &g.hits[i]; wrong[i] >= 0 {
			r := region.Find(m.edges[h.edge][wrong[i]])
			return r, cutOff[r]
		}
		return 0, false
	}
	for i := range g.hits {
		r, ok := end(i)
		if !ok || g.hits[i].side[wrong[i]] == 0 { // touching contradicts nothing
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

// wrongLayer is the end of the hit's edge that is on the wrong side of another layer.
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
			sign = 1 // on a body cloth may lie on either side: the body knows where outside is
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
