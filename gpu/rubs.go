//go:build cgo

package gpu

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/pack"
)

// linked is a number as include/pair_link.glsl writes it.
func linked(n int32) float32 { return math.Float32frombits(uint32(n + 0x01000000)) }

func unlinked(f float32) int32 { return int32(math.Float32bits(f)) - 0x01000000 }

// keep keeps the slip of the pairs that were active at the last look-up, which stand where it left them also when
// candidates have been collected since. kept tells how many there are, to be set if the step is accepted.
func (p *pairs) keep() (kept int) {
	if !p.on() {
		return 0
	}
	if p.rubbing > p.keptRoom {
		old := make([][4]float32, 2*p.kept) // growing loses the data
		read(p.queue, p.buffers["pairKept"], old)
		if !p.room(p.rubbing, "pairKept") {
			return 0
		}
		p.keptRoom = p.roomIn("pairKept")
		write(p.queue, p.buffers["pairKept"], old)
	}
	p.run("pair_keep", len(p.Query), 0)
	p.run("pair_keep", p.rubbing, 1)
	return p.rubbing
}

// pairName is how the device names a pair.
type pairName struct{ query, partner int32 }

// upload copies what pairs keep to the device.
func (p *pairs) upload(m *cloth.Model, order *pack.Model, state *cloth.State) error {
	if !p.on() {
		return nil
	}
	n, tris := int32(len(m.X0)), int32(len(m.Tri))
	first := make([]int32, len(p.Query))
	p.kept = 0
	if len(state.Rubs) > 0 {
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
		for i := range state.Rubs {
			r := &state.Rubs[i]
			e := entry{pairName{at(r.V[0]), 0}, r.Slip}
			if !r.Edges {
				e.partner = feature[[3]int32{at(r.V[1]), at(r.V[2]), at(r.V[3])}]
			} else {
				e.query, e.partner = edge(r.V[0], r.V[1]), edge(r.V[2], r.V[3])
				if e.query > e.partner { // edges look for those that come after them
					e.query, e.partner, e.slip = e.partner, e.query, r3.Scale(-1, e.slip)
				}
				e.query += n - tris
			}
			list = append(list, e)
		}
		slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.query, b.query) })
		data := make([][4]float32, 0, 2*len(list))
		for i, e := range list {
			if first[e.query] == 0 {
				first[e.query] = int32(i + 1)
			}
			data = append(data, [4]float32{linked(e.query), linked(e.partner), 1, 0}, pack.Float4(e.slip.X, e.slip.Y, e.slip.Z, 0))
		}
		if !p.room(len(list), "pairKept") {
			return p.err
		}
		p.kept, p.keptRoom = len(list), p.roomIn("pairKept")
		write(p.queue, p.buffers["pairKept"], data)
	}
	write(p.queue, p.buffers["pairKeptFirst"], first)
	return nil
}

// download copies it back.
func (p *pairs) download(m *cloth.Model, order *pack.Model, state *cloth.State) {
	if !p.on() {
		return
	}
	n, tris := int32(len(m.X0)), int32(len(m.Tri))
	data := make([][4]float32, 2*p.kept)
	read(p.queue, p.buffers["pairKept"], data)
	for i := 0; i < len(data); i += 2 {
		if data[i][2] == 0 {
			continue
		}
		name := pairName{unlinked(data[i][0]), unlinked(data[i][1])}
		b := p.Vertex[name.partner]
		r := cloth.Rub{V: [4]int32{name.query, b[0], b[1], b[2]}, Edges: name.query >= n, Slip: pack.Joined(data[i+1], [4]float32{})}
		if r.Edges {
			a := p.Vertex[name.query-n+tris]
			r.V = [4]int32{a[0], a[1], b[0], b[1]}
		}
		for k, v := range r.V {
			r.V[k] = order.Vertex[v]
		}
		state.Rubs = append(state.Rubs, r.Ordered())
	}
}
