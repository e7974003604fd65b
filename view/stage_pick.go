//go:build cgo

package view

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// nearby is the distance from the mouse at which cloth is still picked, so that corners and edges can be grabbed [units
// of the layout].
const nearby = 4

// pick returns the cloth of a pane under a point, or close to it.
func (st *Stage) pick(p *pane, x, y float64) (hit Hit, ok bool) {
	r := nearby * st.ui.Font.Scale
	for _, d := range [][2]float64{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-.7, -.7}, {.7, -.7}, {-.7, .7}, {.7, .7}} {
		eye, dir := st.Orbit.Ray(x+r*d[0], y+r*d[1], float64(st.paneWidth()), float64(st.h))
		if hit, ok = p.pick(eye, dir); ok {
			return hit, true
		}
	}
	return hit, false
}

// pick returns the first cloth along a ray, unless a body hides it.
func (p *pane) pick(eye, dir r3.Vec) (Hit, bool) {
	if len(p.at.X) == 0 || len(p.tris()) == 0 {
		return Hit{}, false
	}
	if p.picker == nil {
		p.picker = NewPicker(p.tris(), p.at.X)
	} else if p.picked != p.at.Serial {
		p.picker.Follow(p.at.X)
	}
	p.picked = p.at.Serial
	hit, ok := p.picker.Pick(eye, dir)
	if !ok {
		return hit, false
	}
	if _, depth, hidden := p.pickBody(eye, dir); hidden && depth < hit.Depth {
		return hit, false
	}
	return hit, true
}

// pickBody returns the first body along a ray.
func (p *pane) pickBody(eye, dir r3.Vec) (index int, depth float64, ok bool) {
	if p.at.Model == nil {
		return 0, 0, false
	}
	depth = math.Inf(1)
	for k := range p.setup.Bodies {
		m := &p.meshes[len(p.at.Model.Parts)+k]
		if hit, met := NewPicker(m.Tri, m.X).Pick(eye, dir); met && hit.Depth < depth {
			index, depth, ok = k, hit.Depth, true
		}
	}
	return index, depth, ok
}
