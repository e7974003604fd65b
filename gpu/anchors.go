//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
)

// commitAnchors keeps the slip of the pairs that were active at the last contact detection, which stand where it left
// them also when candidates have been collected since. kept tells how many there are, to be set if the step is
// accepted.
func (p *pairs) commitAnchors() (kept int) {
	if !p.on() {
		return 0
	}
	if p.rubbing > p.anchorRoom {
		old := make([][4]float32, 2*p.anchors) // growing loses the data
		read(p.queue, p.buffers["pairAnchor"], old)
		if !p.room(p.rubbing, "pairAnchor") {
			return 0
		}
		p.anchorRoom = p.roomIn("pairAnchor")
		write(p.queue, p.buffers["pairAnchor"], old)
	}
	p.run("pair_keep", len(p.Query), 0)
	p.run("pair_keep", p.rubbing, 1)
	return p.rubbing
}

// upload copies what pairs keep to the device.
func (p *pairs) upload(m *cloth.Model, order *layout.Model, state *cloth.State) error {
	if !p.on() {
		return nil
	}
	first, data := p.PackAnchors(m, order, state.Rubs)
	if p.anchors = len(data) / 2; p.anchors > 0 {
		if !p.room(p.anchors, "pairAnchor") {
			p.anchors = 0
			return p.err
		}
		p.anchorRoom = p.roomIn("pairAnchor")
		write(p.queue, p.buffers["pairAnchor"], data)
	}
	write(p.queue, p.buffers["pairAnchorFirst"], first)
	return nil
}

// download copies it back.
func (p *pairs) download(m *cloth.Model, order *layout.Model, state *cloth.State) {
	if !p.on() {
		return
	}
	data := make([][4]float32, 2*p.anchors)
	read(p.queue, p.buffers["pairAnchor"], data)
	state.Rubs = append(state.Rubs, p.UnpackAnchors(m, order, data)...)
}
