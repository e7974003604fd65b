package layout

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// NearPlane is the number of texels of a contact plane, see include/near.glsl. A contact point and an obstacle have two
// planes.
const NearPlane = 6

// NearHistory is the number of texels of the history of a plane, see include/near.glsl. A contact point and an obstacle
// have two.
const NearHistory = 3

// NothingNear returns the initial state of n contact points: no closest triangle, and a bound below any distance.
func NothingNear(n int) [][4]int32 {
	head := make([][4]int32, n)
	for i := range head {
		head[i] = [4]int32{-1, 0, int32(math.Float32bits(-1e30)), 0}
	}
	return head
}

// points returns the device indices of the model's contact points: vertices, then triangles.
func (p *Model) points() []int {
	n := len(p.Place)
	at := make([]int, n+len(p.Tri))
	for i, k := range p.Place {
		at[i] = int(k)
	}
	for k, t := range p.Tri {
		at[n+int(t)] = n + k
	}
	return at
}

// Touches returns the anchors of contact points with obstacles in the layout of the kernels.
func (p *Model) Touches(list []cloth.Touch, obstacles int) [][4]float32 {
	place := p.points()
	data := make([][4]float32, 2*NearHistory*len(place)*obstacles)
	for i := range list {
		t := &list[i]
		at := 2 * NearHistory * (int(t.Collider)*len(place) + place[t.Point])
		if data[at][3] != 0 {
			at += NearHistory
		}
		data[at] = Float4(t.Normal.X, t.Normal.Y, t.Normal.Z, float64(t.Tri+2))
		data[at+1] = Float4(t.Slip.X, t.Slip.Y, t.Slip.Z, 0)
		data[at+2] = Float4(t.Bary[0], t.Bary[1], t.Bary[2], 0)
	}
	return data
}

// UnpackTouches is the inverse of Touches.
func (p *Model) UnpackTouches(data [][4]float32) (list []cloth.Touch) {
	place := p.points()
	wide := func(v [4]float32) r3.Vec { return Joined(v, [4]float32{}) }
	for o := range len(data) / (2 * NearHistory * len(place)) {
		for i, at := range place {
			for k := range 2 {
				q := data[NearHistory*(2*(o*len(place)+at)+k):]
				if q[0][3] == 0 {
					continue
				}
				list = append(list, cloth.Touch{
					Collider: int32(o), Point: int32(i), Tri: int32(q[0][3]) - 2,
					Bary: [3]float64{float64(q[2][0]), float64(q[2][1]), float64(q[2][2])}, Normal: wide(q[0]), Slip: wide(q[1]),
				})
			}
		}
	}
	return list
}

// Cramped finds where two of the named obstacles, or two walls of one, leave vertices at x, in the model's order, the
// least room, from the planes of the kernels.
func (p *Model) Cramped(names []string, x []r3.Vec, head [][4]int32, plane [][4]float32) step.Cramped {
	c, points := step.Roomy(), len(p.Place)+len(p.Tri)
	const near = 1 // NEAR_ACTIVE of the kernels, below NEAR_COUNT
	wall := func(k, i, n int) (w step.Wall, ok bool) {
		at := k*points + int(p.Place[i])
		if flags := head[at][1]; flags&near == 0 || n > 0 && int(flags>>1) <= n {
			return w, false
		}
		q := plane[(2*at+n)*NearPlane:]
		w = step.Wall{Name: names[k], Normal: Joined(q[0], [4]float32{})}
		w.Distance = r3.Dot(w.Normal, r3.Sub(x[i], Joined(q[1], [4]float32{}))) + float64(q[2][3])
		return w, true
	}
	for a := range names {
		for i := range x {
			p, ok := wall(a, i, 0)
			if !ok {
				continue
			}
			if q, ok := wall(a, i, 1); ok {
				c.See(x[i], p, q, true)
			}
			for b := range a {
				if q, ok := wall(b, i, 0); ok {
					c.See(x[i], q, p, false)
				}
			}
		}
	}
	return c
}
