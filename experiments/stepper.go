package experiments

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/gpu/opengl"

	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// setupOf builds a scene and applies a change to its fabrics; nil changes nothing.
func setupOf(scene string, set []string, change func(*cloth.Fabric)) (*scenes.Setup, error) {
	s, err := scenes.Load(scene, set)
	if err != nil {
		return nil, err
	}
	setup, err := s.Build()
	if err != nil {
		return nil, err
	}
	return setup, Refit(setup, change)
}

// stepper advances a scene in time.
type stepper struct {
	r       *journal
	setup   *scenes.Setup
	backend *sim.Engine
	h       float64
	steps   int
	x       []r3.Vec // positions at the last call of look

	unconverged, halvings int
	newton, cg            int
}

// start opens the chosen backend on a scene at a state; nil is the scene's start.
func (r *journal) start(setup *scenes.Setup, state *cloth.State) (*stepper, error) {
	b, err := r.open(setup, state)
	if err != nil {
		return nil, err
	}
	return &stepper{r: r, setup: setup, backend: b, h: setup.Scene.StepSeconds(), x: make([]r3.Vec,
			len(setup.Model.X0))},
		nil
}

// open opens the chosen backend on a scene at a state.
func (r *journal) open(setup *scenes.Setup, state *cloth.State) (*sim.Engine, error) {
	e, err := sim.OpenOn(r.ctx, opengl.Index(r.opt.Device), r.opt.Backend, setup, state)
	if err == nil {
		e.Remarks(r.note)
		r.Backend = e.On.Name() + " (" + e.On.Device() + ")"
	}
	return e, err
}

func (s *stepper) close() { s.backend.Close() }

// run takes n steps and calls each, unless nil, after every step with the number of steps so far.
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
		s.newton, s.cg = s.newton+rep.Newton, s.cg+rep.CG
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

// kinetic returns the present kinetic energy [J].
func (s *stepper) kinetic() (float64, error) {
	state, err := s.backend.State()
	if err != nil {
		return 0, err
	}
	return KineticEnergy(s.setup.Model, state), nil
}

// once returns the result of a run under a name, from this call or an earlier one. The name stands for what determines
// the run beside the scene: changes of fabrics, seeds and the like.
func once[T any](r *journal, name string, setup *scenes.Setup, run func() (T, error)) (T, error) {
	print, err := setup.Print()
	if err != nil {
		var none T
		return none, err
	}
	return claim.Once(r.store(), name, append(print, r.opt.Backend...), func() (T, error) {
		if err := r.paused(); err != nil {
			var none T
			return none, err
		}
		return run()
	})
}

// keep does the same for testers with shipped fabrics: the version of the program determines all but the name.
func keep[T any](r *journal, name string, run func() (T, error)) (T, error) {
	return claim.Once(r.store(), name, nil, func() (T, error) {
		if err := r.paused(); err != nil {
			var none T
			return none, err
		}
		return run()
	})
}
