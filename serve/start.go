package serve

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
)

// started describes a simulation.
type started struct {
	Backend   string  `json:"backend"`
	Device    string  `json:"device"`
	Vertices  int     `json:"vertices"`
	Triangles int     `json:"triangles"`
	Step      float64 `json:"step_s"`
	Parts     []part  `json:"parts"`
	Bodies    []solid `json:"bodies"`
	Fields    []field `json:"fields"`
	now
}

// part of the cloth, with half-open ranges of its vertices and triangles.
type part struct {
	Name      string `json:"name"`
	Fabric    string `json:"fabric"`
	Vertices  [2]int `json:"vertices"`
	Triangles [2]int `json:"triangles"`
}

// solid is a body.
type solid struct {
	Name      string `json:"name"`
	Vertices  int    `json:"vertices"`
	Triangles int    `json:"triangles"`
}

func start(r *request) (any, error) {
	var args struct {
		head
		Backend string `json:"backend"`
		Device  *int   `json:"device"`
	}
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	if r.s.scene == nil {
		return nil, wrongf("start: no scene: expected load first")
	}
	r.s.close()
	setup, err := r.s.scene.BuildContext(r.ctx, func(string) {})
	if err == nil {
		err = r.fit(setup)
	}
	if err != nil {
		return nil, param.Wrong(err)
	}
	s := &simulation{setup: setup, h: setup.Scene.StepSeconds(), bodies: make([]*posed, len(setup.Bodies))}
	if s.print, err = setup.Print(); err != nil {
		return nil, err
	}
	state, err := r.dressed(setup)
	if err != nil {
		return nil, err
	}
	device := opengl.Auto
	if args.Device != nil {
		device = *args.Device
	}
	// The server's context, not the request's: the backend keeps it.
	if s.engine, err = sim.OpenOn(r.s.ctx, device, args.Backend, setup, state.Clone()); err != nil {
		return nil, err
	}
	s.engine.Remarks(func(format string, args ...any) { r.event("note", fmt.Sprintf(format, args...), 0) })
	s.pins, s.Steering = slices.Clone(setup.Model.Pins), setup.Settings.Steering()
	if s.start, err = s.anew(); err != nil {
		return nil, errors.Join(err, s.engine.Close())
	}
	s.fields = s.listFields()
	r.s.sim = s
	return s.describe(), nil
}

// fit returns an error for a setup that check rejects, and sends its warnings.
func (r *request) fit(setup *scenes.Setup) error {
	problems := setup.Problems()
	for _, line := range scenes.Lines(scenes.Doubts(problems)) {
		r.event("warning", line, 0)
	}
	if n := scenes.Severe(problems); n > 0 {
		return fmt.Errorf("%s in the scene: it was not started; hysteron check shows where", scenes.Several(n, "error"))
	}
	return nil
}

// dressed returns the state at time 0.
func (r *request) dressed(setup *scenes.Setup) (*cloth.State, error) {
	cache := r.s.opt.DressCache
	if !slices.ContainsFunc(setup.Pieces, func(p scenes.Piece) bool { return p.Garment }) {
		cache = ""
	}
	var told time.Time
	return sim.Dressed(r.ctx, setup, cache, func(p sim.Progress) {
		switch {
		case p.Stage == "note":
			r.event("note", p.Note, 0)
		case p.Stage != "within" && time.Since(told) > 100*time.Millisecond:
			told = time.Now()
			r.event("progress", p.Stage, p.Done)
		}
	})
}

func (s *simulation) describe() started {
	m := s.setup.Model
	d := started{Backend: s.engine.On.Name(), Device: s.engine.On.Device(), Vertices: len(m.X0), Triangles: len(m.Tri),
		Step: s.h, Parts: []part{}, Bodies: []solid{}, Fields: s.fields, now: s.now()}
	for i := range m.Parts {
		p := &m.Parts[i]
		d.Parts = append(d.Parts, part{p.Name, p.Fabric.Name, [2]int{p.Vertices.Lo, p.Vertices.Hi},
			[2]int{p.Tris.Lo, p.Tris.Hi}})
	}
	for i, b := range s.setup.Bodies {
		d.Bodies = append(d.Bodies, solid{s.setup.Scene.Bodies[i].Name, b.NumVertices(), len(b.Triangles())})
	}
	return d
}

// close ends the simulation.
func (s *session) close() error {
	if s.sim == nil {
		return nil
	}
	err := s.sim.engine.Close()
	s.sim = nil
	return err
}

func closeSim(r *request) (any, error) { return nil, r.s.close() }
