//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
	"hysteron/step"
)

// commit keeps what the next step has to know of the planes of this one.
func (c *contacts) commit() {
	c.run("commit_near", len(c.obstacles)*c.points())
}

// colliders are those that the obstacles are.
func (c *contacts) colliders() (list []step.Collider) {
	for _, o := range c.obstacles {
		list = append(list, o.Collider)
	}
	return list
}

// upload copies what contact points keep to the device.
func (c *contacts) upload(state *cloth.State) {
	write(c.queue, c.buffers["nearHistory"], c.p.Touches(state.Touches, len(c.obstacles)))
}

// download copies it back.
func (c *contacts) download(state *cloth.State) {
	data := make([][4]float32, 2*layout.NearHistory*c.points()*len(c.obstacles))
	read(c.queue, c.buffers["nearHistory"], data)
	state.Touches = append(state.Touches, c.p.UnpackTouches(data)...)
}
