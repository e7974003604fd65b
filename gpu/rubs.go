//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
)

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

// upload copies what pairs keep to the device.
func (p *pairs) upload(m *cloth.Model, order *layout.Model, state *cloth.State) error {
	if !p.on() {
		return nil
	}
	first, data := p.Rubs(m, order, state.Rubs)
	if p.kept = len(data) / 2; p.kept > 0 {
		if !p.room(p.kept, "pairKept") {
			p.kept = 0
			return p.err
		}
		p.keptRoom = p.roomIn("pairKept")
		write(p.queue, p.buffers["pairKept"], data)
	}
	write(p.queue, p.buffers["pairKeptFirst"], first)
	return nil
}

// download copies it back.
func (p *pairs) download(m *cloth.Model, order *layout.Model, state *cloth.State) {
	if !p.on() {
		return
	}
	data := make([][4]float32, 2*p.kept)
	read(p.queue, p.buffers["pairKept"], data)
	state.Rubs = append(state.Rubs, p.KeepRubs(m, order, data)...)
}
