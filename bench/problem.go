package bench

import (
	"context"
	"fmt"
	"math"
	"slices"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/step"
)

// stepSeconds is the size of all steps [s].
const stepSeconds = 1. / 240

// problem is a scene at one size, ready for both backends.
type problem struct {
	model     *cloth.Model
	state     *cloth.State // at time 0, or after lead
	settled   bool         // the state has a friction history; else friction starts at zero stress, set by the backend
	colliders []step.Collider
	settings  step.Settings
	drive     func(step int) // moves driven vertices before each step; may be nil
	led       int            // steps taken up to the state
}

// move moves the driven vertices before the step of a number, counted from the state.
func (p *problem) move(step int) {
	if p.drive != nil {
		p.drive(p.led + step)
	}
}

// lead takes the first steps on the reference. The sides begin at their end.
func (p *problem) lead(ctx context.Context, steps int) error {
	s, err := cpu.New(p.model, p.state, p.colliders, p.settings)
	if err != nil {
		return err
	}
	defer s.Close()
	s.SetWatch(func(step.Moment) error { return ctx.Err() })
	if !p.settled {
		s.ResetHistory()
	}
	for k := range steps {
		p.move(k)
		if _, err := s.Step(stepSeconds); err != nil {
			return fmt.Errorf("step %d, of the reference: %w", k+1, err)
		}
	}
	p.state, p.settled, p.led = s.State.Clone(), true, steps
	return nil
}

// origin has the inputs of makers.
type origin struct {
	ctx        context.Context
	dressCache string            // see Options.DressCache
	note       func(line string) // may be nil
}

// maker makes a problem of about a number of triangles. Makers keep what sizes have in common.
type maker func(triangles int) (*problem, error)

// makers has the scenes.
var makers = []struct {
	name string
	what string
	make func(origin) maker
}{
	{"hanging-sheet", "a cotton sheet of 1 m, let go level and held at two corners", newHanging},
	{"dressed-character", "T-shirt and trousers on a mannequin that lifts a knee, finely meshed from a coarse dressing",
		newCharacter},
	{"friction-cycle", "a cotton sheet of 10 cm with internal friction, stretched by 2 % and released again and again",
		newCycle},
	{"stacked-sheets", "four cotton sheets of 50 cm that lie on each other all over and fall on a sphere", newStack},
	{"sponge-cube", "a cube of sponge of 20 cm that stands on a held face and sags", newSponge},
}

// Scenes returns the names of the scenes.
func Scenes() []string {
	var names []string
	for _, m := range makers {
		names = append(names, m.name)
	}
	return names
}

// gridVertices returns the number of vertices along a side of a square sheet of about a number of triangles.
func gridVertices(triangles int) int {
	return max(2, int(math.Round(math.Sqrt(float64(triangles)/2)))+1)
}

func newHanging(o origin) maker {
	return func(triangles int) (*problem, error) {
		n := gridVertices(triangles)
		s, err := scenes.Load("hanging-sheet", []string{fmt.Sprintf("sheet.0.vertices=[%d, %d]", n, n)})
		if err != nil {
			return nil, err
		}
		return newProblem(o.ctx, s)
	}
}

// newProblem returns the problem of a scene without garments, from its start.
func newProblem(ctx context.Context, s *scenes.Scene) (*problem, error) {
	setup, err := s.BuildContext(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &problem{model: setup.Model, state: cloth.NewState(setup.Model), colliders: setup.Colliders,
		settings: setup.Settings}, nil
}

// cycleScene is the sheet of the friction cycle. Its parameters: size, number of vertices along a side, tolerance.
const cycleScene = `
fps = 24
[solver]
tolerance_m = %[3]g
[contact]
self = false # a sheet held along both edges does not touch itself
[[sheet]]
name = "sheet"
size_m = [%[1]g, %[1]g]
vertices = [%[2]d, %[2]d]
mesh = "alternating"
fabric = "cotton"
centre_m = [0, 1, 0]
pins = ["edge-u0", "edge-u1"]
`

// The friction cycle: the sheet is stretched by cycleStrain in cycleSteps steps, beyond the .6 % at which the friction
// of cotton saturates, and released in as many.
const (
	cycleSize   = 0.1 // [m]
	cycleStrain = 0.02
	cycleSteps  = 20
	// The default of step.DefaultSettings is for garments of about 1 m; scaled to the size of this sheet.
	cycleTolerance = 5e-5 * cycleSize / 1 // [m]
)

func newCycle(o origin) maker {
	return func(triangles int) (*problem, error) {
		n := gridVertices(triangles)
		s, err := scenes.Parse("friction-cycle", fmt.Appendf(nil, cycleScene, cycleSize, n, cycleTolerance), nil)
		if err != nil {
			return nil, err
		}
		p, err := newProblem(o.ctx, s)
		if err != nil {
			return nil, err
		}
		p.drive = func(step int) { p.pull(step) }
		return p, nil
	}
}

// pull sets the motion of the pins for the half cycle of a step: those at x > 0 move outwards in even half cycles and
// back in odd ones.
func (p *problem) pull(step int) {
	if step%cycleSteps != 0 {
		return
	}
	half := step / cycleSteps
	const length = cycleSize * cycleStrain
	speed := length / (cycleSteps * stepSeconds)
	at := 0. // displacement at the start of the half cycle [m]
	if half%2 == 1 {
		at, speed = length, -speed
	}
	began := float64(half*cycleSteps) * stepSeconds
	for i := range p.model.Pins {
		pin := &p.model.Pins[i]
		x := p.model.X0[pin.Vertex]
		if x.X <= 0 {
			continue
		}
		pin.Velocity.X = speed
		pin.Point.X = x.X + at - began*speed
	}
}

// stackScene is the stack. Its parameters: number of vertices along a side of a sheet, distance of the sheets.
const stackScene = `
fps = 24
[[body]]
kind = "sphere"
radius_m = 0.16
centre_m = [0, 0.16, 0]
friction = 0.3
[[sheet]]
name = "sheet"
size_m = [0.5, 0.5]
vertices = [%[1]d, %[1]d]
mesh = "alternating"
fabric = "cotton"
centre_m = [0, 0.324, 0]
count = 4
spacing_m = [0, %[2]g, 0]
`

// newStack returns the maker of the stack, with sheets within their contact layers. Every part of them is in contact
// from the first step on: the highest possible cost of contact.
func newStack(o origin) maker {
	return func(triangles int) (*problem, error) {
		n := gridVertices(triangles / 4)
		altitude := 0.5 / float64(n-1) / math.Sqrt2
		s, err := scenes.Parse("stacked-sheets", fmt.Appendf(nil, stackScene, n, 0.8*min(step.DefaultSettings().SelfThickness,
			altitude/2)), nil)
		if err != nil {
			return nil, err
		}
		return newProblem(o.ctx, s)
	}
}

// spongeScene is the cube. Its parameter: the edge length.
const spongeScene = `
fps = 24
[contact]
self = false # its faces do not come near each other
[[solid]]
name = "cube"
kind = "box"
size_m = [0.2, 0.2, 0.2]
edge_length_m = %g
centre_m = [0, 0.1, 0]
density_kg_m3 = 30
young_pa = 2e4
pins = ["bottom"]
`

func newSponge(o origin) maker {
	return func(triangles int) (*problem, error) {
		n := max(1, math.Round(math.Sqrt(float64(triangles)/12))) // cubes along an edge
		s, err := scenes.Parse("sponge-cube", fmt.Appendf(nil, spongeScene, 0.2/n), nil)
		if err != nil {
			return nil, err
		}
		return newProblem(o.ctx, s)
	}
}

// parseScenes checks names of scenes and returns them; none means all.
func parseScenes(names []string) ([]string, error) {
	if len(names) == 0 {
		return Scenes(), nil
	}
	for i, n := range names {
		if !slices.Contains(Scenes(), n) {
			return nil, param.Wrong(fmt.Errorf("unknown scene %q: expected some of %v", n, Scenes()))
		}
		if slices.Contains(names[:i], n) {
			return nil, param.Wrong(fmt.Errorf("scene %q twice: expected each once", n))
		}
	}
	return names, nil
}
