//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
	"hysteron/step"
)

// commit stores what the next step needs of this step's contact planes.
func (c *contacts) commit() {
	c.run("commit_near", len(c.obstacles)*c.points())
}

// colliders returns the colliders of the obstacles.
func (c *contacts) colliders() (list []step.Collider) {
	for _, o := range c.obstacles {
		list = append(list, o.Collider)
	}
	return list
}

// upload copies the anchors of contact points to the device.
func (c *contacts) upload(state *cloth.State) {
	write(c.queue, c.buffers["nearHistory"], c.p.Touches(state.Touches, len(c.obstacles)))
}

// download copies the anchors of contact points from the device.
func (c *contacts) download(state *cloth.State) {
	data := make([][4]float32, 2*layout.NearHistory*c.points()*len(c.obstacles))
	read(c.queue, c.buffers["nearHistory"], data)
	state.Touches = append(state.Touches, c.p.UnpackTouches(data)...)
}
