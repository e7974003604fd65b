package layout

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// linked encodes an index as include/pair_link.glsl does.
func linked(n int32) float32 { return math.Float32frombits(uint32(n + 0x01000000)) }

func unlinked(f float32) int32 { return int32(math.Float32bits(f)) - 0x01000000 }

// pairName identifies a pair on the device.
type pairName struct{ query, partner int32 }

// PackAnchors returns the anchors of pairs in the layout of the kernels, two texels each, ordered by query. first has,
// for each query, the position of its first anchor, counted from 1 (0: none).
func (p *Pairs) PackAnchors(m *cloth.Model, order *Model, anchors []cloth.Rub) (first []int32, data [][4]float32) {
	first = make([]int32, len(p.Query))
	if len(anchors) == 0 {
		return first, nil
	}
	n, tris := int32(len(m.X0)), int32(len(m.Tri))
	feature := map[[3]int32]int32{}
	for k, v := range p.Vertex {
		feature[[3]int32(v[:3])] = int32(k)
	}
	at := func(v int32) int32 { return order.Place[v] }
	edge := func(a, b int32) int32 { return feature[[3]int32{min(at(a), at(b)), max(at(a), at(b)), -1}] }
	type entry struct {
		pairName
		slip r3.Vec
	}
	var list []entry
	for i := range anchors {
		r := &anchors[i]
		e := entry{pairName{at(r.V[0]), 0}, r.Slip}
		if !r.Edges {
			e.partner = feature[[3]int32{at(r.V[1]), at(r.V[2]), at(r.V[3])}]
		} else {
			e.query, e.partner = edge(r.V[0], r.V[1]), edge(r.V[2], r.V[3])
			if e.query > e.partner { // edges search for edges after them
				e.query, e.partner, e.slip = e.partner, e.query, r3.Scale(-1, e.slip)
			}
			e.query += n - tris
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.query, b.query) })
	for i, e := range list {
		if first[e.query] == 0 {
			first[e.query] = int32(i + 1)
		}
		data = append(data, [4]float32{linked(e.query), linked(e.partner), 1, 0}, Float4(e.slip.X, e.slip.Y, e.slip.Z, 0))
	}
	return first, data
}

// UnpackAnchors is the inverse of PackAnchors.
func (p *Pairs) UnpackAnchors(m *cloth.Model, order *Model, data [][4]float32) (list []cloth.Rub) {
	n, tris := int32(len(m.X0)), int32(len(m.Tri))
	for i := 0; i < len(data); i += 2 {
		if data[i][2] == 0 {
			continue
		}
		name := pairName{unlinked(data[i][0]), unlinked(data[i][1])}
		b := p.Vertex[name.partner]
		r := cloth.Rub{V: [4]int32{name.query, b[0], b[1], b[2]}, Edges: name.query >= n,
			Slip: Joined(data[i+1], [4]float32{})}
		if r.Edges {
			a := p.Vertex[name.query-n+tris]
			r.V = [4]int32{a[0], a[1], b[0], b[1]}
		}
		for k, v := range r.V {
			r.V[k] = order.Vertex[v]
		}
		list = append(list, r.Ordered())
	}
	return list
}
