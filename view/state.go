//go:build cgo

package view

import (
	"slices"
)

// StageState is the state of the viewer, for scripts and tests.
type StageState struct {
	Shown         // alone or at the left
	Beside *Shown `json:"beside,omitempty"` // at the right

	Ready    bool                `json:"ready"`
	Dressing bool                `json:"dressing"` // dressing is in progress and shown
	Error    string              `json:"error,omitempty"`
	Width    int                 `json:"width"`
	Height   int                 `json:"height"`
	Azimuth  float64             `json:"azimuth"`
	Rise     float64             `json:"elevation"`
	Target   [3]float64          `json:"target_m"` // of the camera
	Distance float64             `json:"distance_m"`
	Playing  bool                `json:"playing"`
	Speed    float64             `json:"speed"` // largest ratio of simulated to real time
	Loop     bool                `json:"loop"`
	Mouse    string              `json:"mouse"`    // preset
	Radius   float64             `json:"radius_m"` // of grabs
	Look     string              `json:"look"`
	Pictures float64             `json:"pictures_per_s"`
	Ticks    int64               `json:"ticks"` // number of calls of Tick
	Busy     bool                `json:"busy"`  // a request is not done yet
	Drawn    int64               `json:"drawn"` // number of pictures
	Answer   Latency             `json:"answer"`
	Controls map[string]PanelBox `json:"controls"`
	Said     []string            `json:"said"`
}

// Shown is the state of a simulation or a cache.
type Shown struct {
	Steps    int64        `json:"steps"`
	Frame    int64        `json:"frame"`
	Time     float64      `json:"time_s"`
	Rested   float64      `json:"rested_s"` // while bodies stood still
	Wind     [3]float64   `json:"wind_m_s"`
	Gust     float64      `json:"gust"`
	Gravity  [3]float64   `json:"gravity_m_s2"`
	Friction bool         `json:"friction"`
	Fabrics  []string     `json:"fabrics"`
	Bodies   [][3]float64 `json:"bodies_m"` // offset of each
	Pinned   int          `json:"pinned"`
	Held     bool         `json:"held"`
	Selected int32        `json:"selected"`
	Probed   int32        `json:"probed"` // vertex; −1: none
	Watched  []Watched    `json:"watched"`
}

// Watched is the position of a vertex in the scene and in the window.
type Watched struct {
	Vertex int32      `json:"vertex"`
	X      [3]float64 `json:"x_m"`
	Pixel  [2]float64 `json:"pixel"`
}

// State returns the state of the viewer.
func (st *Stage) State() StageState {
	p := st.panes[0]
	ready, err := st.Ready()
	s := StageState{
		Shown: st.stateOf(0),
		Ticks: st.ticks, Busy: slices.ContainsFunc(st.panes, func(p *pane) bool {
			return p.runner != nil && p.runner.Busy()
		}), Drawn: st.count, Answer: st.answer,
		Rise: st.Orbit.Elevation, Target: [3]float64{st.Orbit.Target.X, st.Orbit.Target.Y, st.Orbit.Target.Z},
		Speed: st.speed, Loop: p.clock.Loop, Mouse: st.preset.String(), Radius: st.radius,
		Ready: ready && err == nil && len(p.at.X) > 0, Width: st.w, Height: st.h, Azimuth: st.Orbit.Azimuth,
		Distance: st.Orbit.Distance, Playing: st.playing(),
		Look: modes[st.Mode], Controls: st.ui.Boxes,
	}
	if len(st.panes) > 1 {
		b := st.stateOf(1)
		s.Beside = &b
	}
	s.Dressing = !ready && err == nil && len(p.at.X) > 0
	if err != nil {
		s.Error = err.Error()
	}
	if st.pace > 0 {
		s.Pictures = 1 / st.pace
	}
	s.Said, _ = st.messages()
	return s
}

// stateOf returns the state of a pane.
func (st *Stage) stateOf(k int) Shown {
	p := st.panes[k]
	v, g := p.at.Forces.Air.Velocity, p.at.Forces.Gravity
	s := Shown{
		Steps: p.at.Steps, Frame: p.at.Frame, Time: p.at.Time, Rested: p.at.Rested,
		Wind: [3]float64{v.X, v.Y, v.Z}, Gust: p.at.Forces.Air.Gust,
		Gravity:  [3]float64{g.X, g.Y, g.Z},
		Friction: p.at.Yarns, Fabrics: p.at.Fabrics, Pinned: len(p.at.Pinned), Held: p.at.Hand != nil,
		Selected: p.selected.Tri, Probed: -1,
	}
	if p.at.Probe.Tri >= 0 && p.at.Probe.Part != "" {
		s.Probed = p.at.Probe.Vertex
	}
	for _, d := range p.at.Bodies {
		s.Bodies = append(s.Bodies, [3]float64{d.X, d.Y, d.Z})
	}
	for _, i := range st.opt.Watch {
		if int(i) < len(p.at.X) {
			x, y, _ := st.project(k, p.at.X[i])
			s.Watched = append(s.Watched, Watched{i, [3]float64{p.at.X[i].X, p.at.X[i].Y, p.at.X[i].Z},
				[2]float64{float64(x), float64(y)}})
		}
	}
	return s
}
