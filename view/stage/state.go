//go:build cgo

package stage

import (
	"hysteron/view/hud"
	"hysteron/view/live"
)

// State is what a script, or a test, may want to know.
type State struct {
	Ready    bool               `json:"ready"`
	Dressing bool               `json:"dressing"` // cloth is seen while it is dressed
	Error    string             `json:"error,omitempty"`
	Width    int                `json:"width"`
	Height   int                `json:"height"`
	Azimuth  float64            `json:"azimuth"`
	Rise     float64            `json:"elevation"`
	Target   [3]float64         `json:"target_m"` // of the camera
	Distance float64            `json:"distance_m"`
	Playing  bool               `json:"playing"`
	Steps    int64              `json:"steps"`
	Frame    int64              `json:"frame"`
	Time     float64            `json:"time_s"`
	Speed    float64            `json:"speed"` // simulated over real time, at most
	Loop     bool               `json:"loop"`
	Mouse    string             `json:"mouse"`    // whose habits it follows
	Radius   float64            `json:"radius_m"` // of grabs
	Look     string             `json:"look"`
	Wind     [3]float64         `json:"wind_m_s"`
	Gust     float64            `json:"gust"`
	Gravity  [3]float64         `json:"gravity_m_s2"`
	Friction bool               `json:"friction"`
	Fabrics  []string           `json:"fabrics"`
	Pinned   int                `json:"pinned"`
	Held     bool               `json:"held"`
	Selected int32              `json:"selected"`
	Pictures float64            `json:"pictures_per_s"`
	Drawn    int64              `json:"drawn"` // pictures since the start
	Answer   live.Answer        `json:"answer"`
	Watched  []Watched          `json:"watched"`
	Controls map[string]hud.Box `json:"controls"`
	Said     []string           `json:"said"`
}

// Watched is where a vertex is, and where it appears in the window.
type Watched struct {
	Vertex int32      `json:"vertex"`
	X      [3]float64 `json:"x_m"`
	Pixel  [2]float64 `json:"pixel"`
}

// State of the first pane, and of the view.
func (st *Stage) State() State {
	p := st.panes[0]
	ready, err := st.Ready()
	s := State{
		Drawn: st.count, Answer: st.answer,
		Rise: st.Orbit.Elevation, Target: [3]float64{st.Orbit.Target.X, st.Orbit.Target.Y, st.Orbit.Target.Z},
		Speed: st.speed, Loop: p.clock.Loop, Mouse: st.preset.String(), Radius: st.radius, Gust: p.at.Forces.Air.Gust,
		Ready: ready && err == nil && len(p.at.X) > 0, Width: st.w, Height: st.h, Azimuth: st.Orbit.Azimuth, Distance: st.Orbit.Distance, Playing: st.playing(),
		Steps: p.at.Steps, Frame: p.at.Frame, Time: p.at.Time, Look: modes[st.Mode], Friction: p.at.Yarns, Fabrics: p.at.Fabrics, Pinned: len(p.at.Pinned),
		Held: p.at.Hand != nil, Selected: p.selected.Tri, Controls: st.ui.Boxes,
	}
	s.Dressing = !ready && err == nil && len(p.at.X) > 0
	if err != nil {
		s.Error = err.Error()
	}
	if st.pace > 0 {
		s.Pictures = 1 / st.pace
	}
	v, g := p.at.Forces.Air.Velocity, p.at.Forces.Gravity
	s.Wind, s.Gravity = [3]float64{v.X, v.Y, v.Z}, [3]float64{g.X, g.Y, g.Z}
	for _, i := range st.opt.Watch {
		if int(i) < len(p.at.X) {
			x, y, _ := st.project(0, p.at.X[i])
			s.Watched = append(s.Watched, Watched{i, [3]float64{p.at.X[i].X, p.at.X[i].Y, p.at.X[i].Z}, [2]float64{float64(x), float64(y)}})
		}
	}
	s.Said, _ = st.messages()
	return s
}
