package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// checkpointEvery is how many frames lie between two at which the simulation begins anew from its state, as in a run.
const checkpointEvery = 10

// simulation is one under way.
type simulation struct {
	setup   *scenes.Setup
	engine  *sim.Engine
	fields  []field
	print   []byte // of what decides the motion
	start   *cloth.State
	pins    []cloth.Pin // at the start
	h       float64     // size of a step [s]
	moment              // now
	bodies  []*posed    // per body; nil: the client has not moved it
	steered bool        // grabs were in the last steering
}

// moment is what the client has made of the simulation beside the cloth's state. It is kept with a state.
type moment struct {
	Frames, Within int     // whole frames since the start, and steps after them
	Time           float64 // [s]
	End            float64 // of the step that was interrupted or failed [s]; 0: none
	Steering       step.Steering
	Paths          []pinPath
	Forces         []r3.Vec // per vertex [N]; nil: none
	Grabs          []step.Grab
	Poses          []pose // per body that was moved
}

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

// now is where a simulation is.
type now struct {
	Time   float64 `json:"time_s"`
	Frame  int     `json:"frame"`
	Within int     `json:"within"` // steps after the frame
}

func (s *simulation) now() now { return now{s.Time, s.Frames, s.Within} }

// simulation refuses a request where there is no simulation.
func (r *request) simulation() (*simulation, error) {
	if r.s.sim == nil {
		return nil, wrongf("%s: no simulation: expected start first", r.Op)
	}
	return r.s.sim, nil
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
	s.engine.Tell(func(format string, args ...any) { r.event("note", fmt.Sprintf(format, args...), 0) })
	s.pins, s.Steering = slices.Clone(setup.Model.Pins), setup.Settings.Steering()
	if s.start, err = s.anew(); err != nil {
		return nil, errors.Join(err, s.engine.Close())
	}
	s.fields = s.listFields()
	r.s.sim = s
	return s.describe(), nil
}

// fit refuses what check refuses, and warns of what it doubts.
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

// dressed is the state at time 0.
func (r *request) dressed(setup *scenes.Setup) (*cloth.State, error) {
	garment := slices.ContainsFunc(setup.Pieces, func(p scenes.Piece) bool { return p.Garment })
	if r.s.opt.DressCache != "" && garment {
		return sim.Dressed(r.ctx, setup, r.s.opt.DressCache, func(text string) { r.event("note", text, 0) })
	}
	var told time.Time
	return sim.Start(r.ctx, setup, func(p sim.Progress) {
		switch {
		case p.Stage == "note":
			r.event("note", p.Note, 0)
		case p.Stage != "within" && time.Since(told) > 100*time.Millisecond:
			told = time.Now()
			r.event("progress", p.Stage, p.Done)
		}
	}, nil)
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

// anew has the simulation begin anew from its present state, which it returns a copy of. What follows then follows from
// the state alone: the same after a restore.
func (s *simulation) anew() (*cloth.State, error) {
	state, err := s.engine.State()
	if err != nil {
		return nil, err
	}
	state = state.Clone()
	if s.Within == 0 && s.End == 0 {
		state.Time = s.setup.Scene.FrameTime(s.Frames) // without the rounding of many steps
	}
	s.Time = state.Time
	return state, s.engine.SetState(state)
}

// errBody is an error of a body that was moved.
func (s *simulation) errBody() error {
	for i, b := range s.setup.Bodies {
		if err := body.Err(b); err != nil {
			return fmt.Errorf("body %q: %w", s.setup.Scene.Bodies[i].Name, err)
		}
	}
	return nil
}

// advance takes a step, or the rest of one that was interrupted or failed.
func (s *simulation) advance(ctx context.Context) (step.Report, error) {
	h := s.h
	if s.End != 0 {
		h = s.End - s.Time
	}
	s.leadPins(h)
	if err := s.steer(h); err != nil {
		return step.Report{}, err
	}
	s.engine.SetWatch(func(step.Moment) error { return context.Cause(ctx) })
	rep, err := s.engine.Step(h)
	s.engine.SetWatch(nil)
	if err == nil {
		err = s.errBody()
	}
	if err != nil {
		return rep, errors.Join(err, s.broken(s.Time+h))
	}
	return rep, s.finish(s.Time + h)
}

// finish counts a step that has ended at a time.
func (s *simulation) finish(t float64) error {
	s.Time, s.End = t, 0
	s.Within++
	s.restPins()
	if s.Within < s.setup.Scene.StepsPerFrame() {
		return nil
	}
	s.Frames, s.Within = s.Frames+1, 0
	if s.Frames%checkpointEvery != 0 {
		return nil
	}
	_, err := s.anew()
	return err
}

// broken notes how far a step has come that ends at a time: the next one takes the rest of it.
func (s *simulation) broken(end float64) error {
	state, err := s.engine.State()
	if err != nil {
		return err
	}
	if end-state.Time < shortRest*s.h {
		return s.finish(end)
	}
	s.Time, s.End = state.Time, end
	return nil
}

// shortRest of a step is none but for the rounding of its sub-steps [steps]. guess
const shortRest = 1e-9

// taken is what steps did, together.
type taken struct {
	now
	Steps       int         `json:"steps"`
	Outcome     string      `json:"outcome"` // the worst
	Unconverged int         `json:"unconverged_steps"`
	Newton      int         `json:"newton_iterations"`
	CG          int         `json:"cg_iterations"`
	Substeps    int         `json:"substeps"`
	Halvings    int         `json:"halvings"`
	Projected   int         `json:"projected_vertices"`
	Clamped     int         `json:"clamped_vertices"`
	Limits      step.Limits `json:"limits"`
	Wall        float64     `json:"wall_s"`
}

// mostSteps of a request.
const mostSteps = 1_000_000_000

func take(r *request) (any, error) {
	var args struct {
		head
		Steps  int `json:"steps"`
		Frames int `json:"frames"` // the rest of the present one and further whole ones, in place of steps
	}
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	if args.Steps < 0 || args.Frames < 0 || args.Steps > mostSteps || args.Frames > mostSteps ||
		(args.Steps > 0) == (args.Frames > 0) {
		return nil, wrongf("step: %d steps and %d frames: expected at least 1 of one of them", args.Steps, args.Frames)
	}
	all, began, worst := taken{}, time.Now(), step.Converged
	last := s.Frames + args.Frames
	for args.Frames > 0 && s.Frames < last || all.Steps < args.Steps {
		if r.ctx.Err() != nil {
			return nil, context.Cause(r.ctx)
		}
		rep, err := s.advance(r.ctx)
		if err != nil {
			return nil, err
		}
		worst = max(worst, rep.Outcome)
		if all.Steps++; rep.Outcome == step.Unconverged {
			all.Unconverged++
		}
		all.Newton, all.CG, all.Substeps = all.Newton+rep.Newton, all.CG+rep.CG, all.Substeps+rep.Substeps
		all.Halvings, all.Projected, all.Clamped = all.Halvings+rep.Halvings, all.Projected+rep.Projected,
			all.Clamped+rep.ClampedVertices
		all.Limits.Add(rep.Limits)
	}
	all.now, all.Outcome, all.Wall = s.now(), worst.String(), time.Since(began).Seconds()
	return all, nil
}

func reset(r *request) (any, error) {
	var args struct{ head }
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	at := moment{Steering: s.setup.Settings.Steering()}
	if err := s.become(s.start, s.pins, at); err != nil {
		return nil, err
	}
	return s.now(), nil
}

// become has the simulation go on from a state, with pins and what else acts.
func (s *simulation) become(state *cloth.State, pins []cloth.Pin, at moment) error {
	if err := s.pose(at.Poses); err != nil {
		return err
	}
	if err := s.engine.SetState(state); err != nil {
		return param.Wrong(err)
	}
	s.setup.Model.Pins = slices.Clone(pins)
	s.moment = at
	return s.engine.Steer(s.Steering)
}
