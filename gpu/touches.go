//go:build cgo

package gpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/pack"
	"hysteron/step"
)

// commit keeps what the next step has to know of the planes of this one.
func (c *contacts) commit() {
	if len(c.obstacles) > 0 {
		c.run("commit_near", c.points())
	}
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
	n, points := len(c.m.X0), c.points()
	place := make([]int32, len(c.m.Tri)) // of each of the model's triangles on the device
	for k, t := range c.p.Tri {
		place[t] = int32(k)
	}
	data := make([][4]float32, 2*nearKept*points*len(c.obstacles))
	for i := range state.Touches {
		t := &state.Touches[i]
		at := int(t.Point) - n
		if at < 0 {
			at = int(c.p.Place[t.Point])
		} else {
			at = n + int(place[at])
		}
		at = 2 * nearKept * (int(t.Collider)*points + at)
		if data[at][3] != 0 {
			at += nearKept
		}
		data[at] = pack.Float4(t.Normal.X, t.Normal.Y, t.Normal.Z, float64(t.Tri+2))
		data[at+1] = pack.Float4(t.Slip.X, t.Slip.Y, t.Slip.Z, 0)
		data[at+2] = pack.Float4(t.Bary[0], t.Bary[1], t.Bary[2], 0)
	}
	write(c.queue, c.buffers["nearKept"], data)
}

// download copies it back.
func (c *contacts) download(state *cloth.State) {
	n, points := len(c.m.X0), c.points()
	place := make([]int32, len(c.m.Tri))
	for k, t := range c.p.Tri {
		place[t] = int32(k)
	}
	data := make([][4]float32, 2*nearKept*points*len(c.obstacles))
	read(c.queue, c.buffers["nearKept"], data)
	wide := func(v [4]float32) r3.Vec { return pack.Joined(v, [4]float32{}) }
	for o := range c.obstacles {
		for i := range points {
			at := i - n
			if at < 0 {
				at = int(c.p.Place[i])
			} else {
				at = n + int(place[at])
			}
			for k := range 2 {
				q := data[nearKept*(2*(o*points+at)+k):]
				if q[0][3] == 0 {
					continue
				}
				state.Touches = append(state.Touches, cloth.Touch{
					Collider: int32(o), Point: int32(i), Tri: int32(q[0][3]) - 2,
					Bary: [3]float64{float64(q[2][0]), float64(q[2][1]), float64(q[2][2])}, Normal: wide(q[0]), Slip: wide(q[1]),
				})
			}
		}
	}
}
