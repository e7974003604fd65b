// Takes of a dressed character: its motion is simulated several times from one dressed state. A take keeps the
// positions at some frames and the kinetic energy of the cloth. Interrupted takes resume later.

package experiments

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/cloth"

	"hysteron/dress"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

//go:embed scenes
var files embed.FS

// Stage is a dressed character, the common start of its takes.
type Stage struct {
	Scene string   // trousers, trousers-shirt
	Name  string   // of its files
	Set   []string // overrides, such as edge lengths
	Step  float64  // of the takes, at most [s]; dressing takes 1/120 s
	// Frames are the frames that are kept, ascending, numbered as in the scene. A take ends with the last one.
	Frames []int
	Energy float64 // kinetic energy is kept from this time on [s]; 0: it is not

	Store  claim.Store
	Open   func(*scenes.Setup, *cloth.State) (*sim.Engine, error)
	Note   func(format string, args ...any)
	Paused func() error // called where the state is saved; an error ends the take until the next call

	Triangles int // once dressed

	text  []byte // of a scene without a file, for tests
	pins  []cloth.Pin
	start []r3.Vec // dressed
}

// Take is one run of a stage. Name stands for the change of its fabrics, such as their friction; Seed is that of its
// start, 0 for none.
type Take struct {
	Name   string
	Change func(*cloth.Fabric)
	Seed   uint64
}

// Footage is the result of a take.
type Footage struct {
	X                     [][]r3.Vec // positions at the stage's frames [m]
	Time, Energy          []float64  // [s], [J]
	Steps, Newton, CG     int
	Unconverged, Halvings int
}

// reel is the state of an unfinished take.
type reel struct {
	Footage
	Step  int          // next step
	State *cloth.State // nil: done
}

// dressedState is the saved state of a dressed stage.
type dressedState struct {
	X    []r3.Vec
	Pins []cloth.Pin
}

// setup builds the scene with a change of its fabrics.
func (s *Stage) setup(step float64, change func(*cloth.Fabric)) (*scenes.Setup, error) {
	data, err := s.text, error(nil)
	if data == nil {
		if data, err = files.ReadFile("scenes/" + s.Scene + ".toml"); err != nil {
			return nil, err
		}
	}
	scene, err := scenes.Parse(s.Scene, data, append([]string{fmt.Sprintf("step_s=%.12g", step)}, s.Set...))
	if err != nil {
		return nil, err
	}
	setup, err := scene.Build()
	if err != nil {
		return nil, err
	}
	return setup, Refit(setup, change)
}

// Refit changes the fabrics of a setup.
func Refit(setup *scenes.Setup, change func(*cloth.Fabric)) error {
	if change == nil {
		return nil
	}
	for i := range setup.Parts {
		change(&setup.Parts[i].Fabric)
	}
	m, err := cloth.NewModel(setup.Parts)
	if err != nil {
		return err
	}
	m.Rubbings = setup.Model.Rubbings
	setup.Model = m
	return nil
}

// Dress dresses the character without internal friction, for takes that differ in what follows. A seed perturbs the
// start, so that the garments have other folds.
func (s *Stage) Dress(ctx context.Context, frictionless func(*cloth.Fabric), seed uint64) error {
	setup, err := s.setup(1./120, frictionless)
	if err != nil {
		return err
	}
	print, err := setup.DressPrint()
	if err != nil {
		return err
	}
	s.Triangles = len(setup.Model.Tri)
	name := fmt.Sprintf("%s-dressed-%d", s.Scene, s.Triangles)
	if seed > 0 {
		name += fmt.Sprintf("-%d", seed)
	}
	w, err := claim.Once(s.Store, name, print, func() (dressedState, error) {
		if err := s.Paused(); err != nil {
			return dressedState{}, err
		}
		s.Note("%s: dressing %d triangles", s.Name, len(setup.Model.Tri))
		Shake(setup.Model, setup.Model.X0, seed)
		state, err := dress.Start(setup, dress.Options{Watch: func(step.Moment) error { return ctx.Err() }})
		if err != nil {
			return dressedState{}, err
		}
		return dressedState{state.X, setup.Model.Pins}, nil
	})
	s.start, s.pins = w.X, w.Pins
	return err
}

// Shoot returns the footage of a take and its setup. It saves the state every 48 steps.
func (s *Stage) Shoot(ctx context.Context, t Take) (*Footage, *scenes.Setup, error) {
	setup, err := s.setup(s.Step, t.Change)
	if err != nil {
		return nil, nil, err
	}
	print, err := s.print(setup, t)
	if err != nil {
		return nil, nil, err
	}
	setup.Model.Pins = slices.Clone(s.pins)
	name := s.Name + "-" + t.Name
	if t.Seed > 0 {
		name += fmt.Sprintf("-%d", t.Seed)
	}
	r, ok, err := claim.Load[reel](s.Store, name, print)
	if err != nil {
		return nil, nil, err
	}
	if !ok {
		r.State = cloth.NewState(setup.Model)
		copy(r.State.X, s.start)
		Shake(setup.Model, r.State.X, t.Seed)
	}
	if r.State != nil {
		if err := s.Paused(); err != nil {
			return nil, nil, err
		}
		err = s.roll(ctx, setup, &r, func(r reel) error { return claim.Keep(s.Store, name, print, r) }, name)
	}
	return &r.Footage, setup, err
}

// print returns the input that determines a take, apart from the program.
func (s *Stage) print(setup *scenes.Setup, t Take) ([]byte, error) {
	input, err := setup.Print()
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		Input  json.RawMessage
		Take   string
		Seed   uint64
		Frames []int
		Energy float64
		Start  []r3.Vec
	}{input, t.Name, t.Seed, s.Frames, s.Energy, s.start})
}

// roll resumes a take and runs it to its end.
func (s *Stage) roll(ctx context.Context, setup *scenes.Setup, r *reel, save func(reel) error,
	name string) (err error) {
	e, err := s.Open(setup, r.State)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	const often = 48 // steps
	per, h := setup.Scene.StepsPerFrame(), setup.Scene.StepSeconds()
	last := (s.Frames[len(s.Frames)-1] - setup.Scene.StartFrame) * per
	for ; ; r.Step++ {
		if r.Step%per == 0 && slices.Contains(s.Frames, r.Step/per+setup.Scene.StartFrame) {
			x := make([]r3.Vec, len(setup.Model.X0))
			if err := e.Positions(x); err != nil {
				return err
			}
			r.X = append(r.X, x)
		}
		now := float64(r.Step) * h
		if s.Energy > 0 && now >= s.Energy {
			state, err := e.State()
			if err != nil {
				return err
			}
			r.Time, r.Energy = append(r.Time, now), append(r.Energy, KineticEnergy(setup.Model, state))
		}
		if r.Step == last {
			r.State = nil
			return save(*r)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		report, err := e.Step(h)
		if err != nil {
			return fmt.Errorf("%s, %.3f s: %w", name, now, err)
		}
		r.Steps, r.Newton, r.CG, r.Halvings = r.Steps+1, r.Newton+report.Newton, r.CG+report.CG, r.Halvings+report.Halvings
		if report.Outcome != step.Converged {
			r.Unconverged++
		}
		if (r.Step+1)%often == 0 {
			state, err := e.State()
			if err != nil {
				return err
			}
			state = state.Clone()
			state.Time = float64(r.Step+1) * h        // without the rounding of many steps
			if err := e.SetState(state); err != nil { // as a resumed run does
				return err
			}
			kept := *r
			kept.State, kept.Step = state, r.Step+1
			if err := cmp.Or(save(kept), s.Paused()); err != nil {
				return err
			}
			if (r.Step+1)%(4*often) == 0 {
				s.Note("%s: %.2f of %.2f s, %.2f Newton and %.0f CG iterations per step", name, state.Time, float64(last)*h,
					float64(r.Newton)/float64(r.Steps), float64(r.CG)/float64(r.Steps))
			}
		}
	}
}

// KineticEnergy returns the kinetic energy of the cloth [J].
func KineticEnergy(m *cloth.Model, state *cloth.State) (e float64) {
	for i, v := range state.V {
		e += m.Mass[i] / 2 * r3.Norm2(v)
	}
	return e
}

// Title describes, for pages, how the takes differ from those of other stages.
func (s *Stage) Title() string {
	return fmt.Sprintf("%d triangles, steps of %.3g ms", s.Triangles, 1000*s.Step)
}

// TimeOfFrame returns the time of a frame [s].
func TimeOfFrame(setup *scenes.Setup, frame int) float64 {
	return math.Max(0, setup.Scene.FrameTime(frame-setup.Scene.StartFrame))
}
