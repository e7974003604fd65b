//go:build cgo

package view

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/render"
	"hysteron/scenes"
)

// aim sets the first view: that of the scene at the left, or one of both scenes if it does not show all of the right
// one. A view that the user has turned stays.
func (st *Stage) aim() {
	if st.Orbit != st.aimed {
		return
	}
	defer func() { st.aimed = st.Orbit }()
	k := slices.IndexFunc(st.panes, func(p *pane) bool { return p.points != nil })
	var all []r3.Vec
	for _, p := range st.panes {
		all = append(all, p.points...)
	}
	p := st.panes[k]
	st.Orbit = Orbit{FovY: render.DefaultFovY, Azimuth: 25 * math.Pi / 180, Elevation: 14 * math.Pi / 180}
	if p.setup != nil && p.setup.Scene.Camera != nil {
		c := p.setup.Scene.Camera
		fov := c.FOV * math.Pi / 180
		if fov == 0 {
			fov = render.DefaultFovY
		}
		st.Orbit = OrbitOf(render.Camera{Eye: c.Eye, Target: c.Target, FovY: fov})
		if q := st.panes[len(st.panes)-1]; q == p || st.inPicture(q.points) {
			return
		}
	} else if p.setup != nil && slices.ContainsFunc(p.setup.Pieces, func(q scenes.Piece) bool { return q.Garment }) {
		st.Orbit.Elevation = 7 * math.Pi / 180
	}
	st.frameTo(all)
}

// inPicture reports whether points are in the picture.
func (st *Stage) inPicture(points []r3.Vec) bool {
	w := st.paneWidth()
	return !slices.ContainsFunc(points, func(p r3.Vec) bool {
		x, y, depth := st.Orbit.Camera().Project(p, w, st.h)
		return depth <= 0 || x < 0 || y < 0 || x > float64(w) || y > float64(st.h)
	})
}

// frameTo frames points in the largest area without panels, without turning.
func (st *Stage) frameTo(points []r3.Vec) {
	w, h := float64(st.paneWidth()), float64(st.h)
	from, best, least := st.Orbit, st.Orbit, math.Inf(1)
	for _, r := range Room(w, h, st.covered()) {
		o := from
		o.Frame(points, w, h, r)
		// The middle of the window is preferred unless another area is clearly larger.
		if far := o.Distance * (1 + .25*math.Hypot(o.Shift[0], o.Shift[1])); far < least {
			best, least = o, far
		}
	}
	if math.IsInf(least, 0) { // panels cover everything
		best.Frame(points, w, h, Rect{W: w, H: h})
	}
	st.Orbit = best
}

// covered returns the areas of a pane that panels cover in either pane, since both share the camera.
func (st *Stage) covered() (list []Rect) {
	mouse := st.mouse
	st.mouse = Mouse{X: -1, Y: -1} // the mouse does nothing
	st.layout()
	st.mouse = mouse
	w := st.paneWidth()
	gap := float64(st.ui.Font.Scale) * 4
	for k, p := range st.panes {
		for _, b := range st.fixed {
			list = append(list, Rect{X: float64(b.X) - float64(k*w) - gap, Y: float64(b.Y) - gap,
				W: float64(b.W) + 2*gap,
				H: float64(b.H) + 2*gap})
		}
		p.mu.Lock()
		opens := p.opening && p.setup != nil // the panel of forces appears later
		p.mu.Unlock()
		if opens {
			width := float64(st.ui.Font.Scale) * (panelWidth + 12)
			list = append(list, Rect{X: float64(st.w-k*w) - width - gap, W: width + gap, H: float64(st.h)})
		}
	}
	return list
}
