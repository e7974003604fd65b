//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
)

// commitAnchors keeps the friction anchors of the pairs that were active at the last contact detection, even if
// candidates were collected since. It returns their number, which takes effect if the step is accepted.
func (p *pairs) commitAnchors() (kept int) {
	if !p.enabled() {
		return 0
	}
	if p.lastActive > p.anchorRoom {
		old := make([][4]float32, 2*p.anchors) // growing a buffer discards its contents
		read(p.queue, p.buffers["pairAnchor"], old)
		if !p.growLists(p.lastActive, "pairAnchor") {
			return 0
		}
		p.anchorRoom = p.capacityOf("pairAnchor")
		write(p.queue, p.buffers["pairAnchor"], old)
	}
	p.run("pair_anchors", len(p.Query), 0)
	p.run("pair_anchors", p.lastActive, 1)
	return p.lastActive
}

// upload copies the anchors of pairs to the device.
func (p *pairs) upload(m *cloth.Model, order *layout.Model, state *cloth.State) error {
	if !p.enabled() {
		return nil
	}
	first, data := p.PackAnchors(m, order, state.Rubs)
	if p.anchors = len(data) / 2; p.anchors > 0 {
		if !p.growLists(p.anchors, "pairAnchor") {
			p.anchors = 0
			return p.err
		}
		p.anchorRoom = p.capacityOf("pairAnchor")
		write(p.queue, p.buffers["pairAnchor"], data)
	}
	write(p.queue, p.buffers["pairAnchorFirst"], first)
	return nil
}

// download copies the anchors of pairs from the device.
func (p *pairs) download(m *cloth.Model, order *layout.Model, state *cloth.State) {
	if !p.enabled() {
		return
	}
	data := make([][4]float32, 2*p.anchors)
	read(p.queue, p.buffers["pairAnchor"], data)
	state.Rubs = append(state.Rubs, p.UnpackAnchors(m, order, data)...)
}
