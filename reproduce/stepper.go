package reproduce

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// setupOf builds a scene and changes its fabrics; nil changes nothing.
func setupOf(scene string, set []string, change func(*cloth.Fabric)) (*scenes.Setup, error) {
	s, err := scenes.Load(scene, set)
	if err != nil {
		return nil, err
	}
	setup, err := s.Build()
	if err != nil || change == nil {
		return setup, err
	}
	for i := range setup.Parts {
		change(&setup.Parts[i].Fabric)
	}
	rubbings := setup.Model.Rubbings
	if setup.Model, err = cloth.NewModel(setup.Parts); err == nil {
		setup.Model.Rubbings = rubbings
	}
	return setup, err
}

// stepper takes a scene through time.
type stepper struct {
	r       *journal
	setup   *scenes.Setup
	backend *sim.Engine
	h       float64
	steps   int
	x       []r3.Vec // present positions, as of the last look

	unconverged, halvings int
}

// start opens the chosen backend on a scene at a state, nil: the scene's start.
func (r *journal) start(setup *scenes.Setup, state *cloth.State) (*stepper, error) {
	b, err := sim.OpenOn(opengl.Index(r.opt.Device), r.opt.Backend, setup, state)
	if err != nil {
		return nil, err
	}
	r.Backend = b.On.Name() + " (" + b.On.Device() + ")"
	return &stepper{r: r, setup: setup, backend: b, h: setup.Scene.StepSeconds(), x: make([]r3.Vec, len(setup.Model.X0))}, nil
}

func (s *stepper) close() { s.backend.Close() }

// run takes n steps and calls each, if there is one, after every step with the number of steps so far.
func (s *stepper) run(n int, each func(step int) error) error {
	for range n {
		if err := s.r.ctx.Err(); err != nil {
			return err
		}
		rep, err := s.backend.Step(s.h)
		if err != nil {
			return err
		}
		s.steps++
		s.halvings += rep.Halvings
		if rep.Outcome != step.Converged {
			s.unconverged++
		}
		if each != nil {
			if err := each(s.steps); err != nil {
				return err
			}
		}
	}
	return nil
}

// until runs to the time t [s], rounded to whole steps.
func (s *stepper) until(t float64) error {
	return s.run(max(0, int(t/s.h+0.5)-s.steps), nil)
}

// look returns a copy of the present positions.
func (s *stepper) look() ([]r3.Vec, error) {
	if err := s.backend.Positions(s.x); err != nil {
		return nil, err
	}
	return append([]r3.Vec(nil), s.x...), nil
}

// kinetic is the present kinetic energy [J].
func (s *stepper) kinetic() (e float64, err error) {
	state, err := s.backend.State()
	if err != nil {
		return 0, err
	}
	for i, v := range state.V {
		e += s.setup.Model.Mass[i] / 2 * r3.Norm2(v)
	}
	return e, nil
}

// trouble tells of steps that were hard, for tables.
func (s *stepper) trouble() string {
	return fmt.Sprintf("%d of %d", s.unconverged, s.steps)
}
