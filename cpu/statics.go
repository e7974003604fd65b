// Finds shapes at rest: positions in which all forces balance.

package cpu

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/step"
)

// Options say when cloth is at rest.
type StaticsOptions struct {
	// largest unbalanced force on a vertex [N]; 0: 10 µN, as in the thesis of Miguel 2014, §3.4
	Residual float64
	Steps    int                                    // most steps; 0: 1000
	Look     func(StaticsResult, step.Report) error // after each step; an error ends it
}

// Result is how near to rest cloth has come.
type StaticsResult struct {
	Residual  float64 `json:"residual_n"` // largest unbalanced force on a vertex that is not held [N]
	Steps     int     `json:"steps"`
	Newton    int     `json:"newton"`
	H         float64 `json:"-"` // the last step [s]
	CG        int     `json:"-"`
	NotAtRest *Moving `json:"-"` // where more than was asked for is left; nil: nowhere
}

// Moving is where cloth has not come to rest.
type Moving struct {
	Part  string
	At    r3.Vec // of the vertex with the largest force left [m]
	Force r3.Vec // on all of its piece [N]
	Slips bool   // this is more than may be left, and no pin bears it: the piece moves as a whole
}

// String names the place, and what to change.
func (m *Moving) String() string {
	where := fmt.Sprintf("%s, near (%.3g, %.3g, %.3g) m", m.Part, m.At.X, m.At.Y, m.At.Z)
	if !m.Slips {
		return where
	}
	return fmt.Sprintf("%s, where a net force of (%.2g, %.2g, %.2g) N is left on the piece, so that it slides or drifts "+
		"as a whole: expected a pin, or more friction on what it lies on",
		where, m.Force.X, m.Force.Y, m.Force.Z)
}

// ErrMoving is about what moves at the start, where nothing can be at rest.
var ErrMoving = errors.New("moves at the start: expected what stands still")

const (
	firstStep = 1. / 60 // [s]
	longest   = 1.      // of a step: inertia is then nothing beside any force of cloth
	easy      = 30      // iterations of Newton's method of a step after which a longer one is tried

	// Far from rest a shape is on its way, which nobody sees: steps are solved to this [m] at most, and to no more
	// times the tolerance than the unbalanced force is still above what may be left, over near.
	coarsest, near = 1e-6, 10.
)

// Tolerance is that of the positions [m] which a simulation should have for Settle to come to its residual: on the CPU,
// and in single precision.
func StaticTolerance(backend string) float64 {
	if backend == "gpu" {
		return 1e-7
	}
	return 1e-9
}

// Residual is the force on a vertex [N] that may be left unbalanced by default: the 10 µN of Miguel 2014, §3.4,
// or a thousandth of what a vertex weighs, if that is less, since it is their weight that bends what hangs. Single
// precision comes to a hundredth.
func StaticResidual(m *cloth.Model, set step.Settings, backend string) float64 {
	share := 1e-3
	if backend == "gpu" {
		share = 1e-2
	}
	if weight := m.TotalMass() / float64(len(m.X0)) * r3.Norm(set.Gravity); weight > 0 {
		return min(10e-6, share*weight)
	}
	return 10e-6
}

// Settle leads a simulation to rest, with what moves where it is at time 0. A step of size h from rest goes to the
// minimum of the energy and of |x − x_n|²·m/(2h²): its matrix is K + M/h², Levenberg's and Marquardt's (Miguel 2014,
// §3.4) with μ = M/h². Speed is kept while it grows, and taken away at each peak of the kinetic energy (dynamic
// relaxation). Steps get longer while they are easy. What is left unbalanced is measured on the CPU, whichever backend
// makes the steps: the forces on cloth that stands still. Friction of the yarns goes along the path. Errors: an
// *Unsupported for cloth that drifts away, ErrMoving.
func Settle(s step.Sim, m *cloth.Model, colliders []step.Collider, set step.Settings,
	opt StaticsOptions) (r StaticsResult, err error) {
	if opt.Residual == 0 {
		opt.Residual = 10e-6
	}
	if opt.Steps == 0 {
		opt.Steps = 1000
	}
	for i, c := range colliders {
		if c.Surface != nil && moves(c.Surface) {
			return r, fmt.Errorf("collider %d %w", i, ErrMoving)
		}
	}
	now, err := s.State()
	if err != nil {
		return r, err
	}
	state := now.Clone()
	scale := newScale(m, colliders, set)
	r.Residual, r.H = math.Inf(1), firstStep
	clear(state.V)
	if err := scale.drifts(state, r.H, opt.Residual); err != nil {
		return r, err
	}
	kinetic := 0. // of the velocities that the next step begins with [J]
	by := set.Steering()
	for r.Steps < opt.Steps {
		by.Tolerance = max(set.Tolerance, min(coarsest, set.Tolerance*r.Residual/opt.Residual/near))
		if err := s.Steer(by); err != nil {
			return r, err
		}
		state.Time = -r.H // so that the step ends at time 0
		if err := s.SetState(state); err != nil {
			return r, err
		}
		rep, err := s.Step(r.H)
		var failed *step.StepError
		if errors.As(err, &failed) && r.H > firstStep/64 {
			r.H /= 8
			clear(state.V)
			continue
		}
		if err != nil {
			return r, err
		}
		after, err := s.State()
		if err != nil {
			return r, err
		}
		r.Steps, r.Newton, r.CG = r.Steps+1, r.Newton+rep.Newton, r.CG+rep.CG
		if err := scale.drifts(after, r.H, opt.Residual); err != nil {
			return r, err
		}
		// The exact measure, once inertia has little to say.
		if inertia := scale.inertia(state, after.X, r.H); inertia < opt.Residual || r.Steps == opt.Steps {
			if r.Residual, err = scale.left(after, r.H); err != nil {
				return r, err
			}
		} else {
			r.Residual = inertia
		}
		state = after.Clone()
		if was := kinetic; rep.Substeps > 1 {
			kinetic = 0
		} else if kinetic = scale.kinetic(state.V); kinetic < was {
			kinetic = 0
		}
		if kinetic == 0 {
			clear(state.V)
		}
		if opt.Look != nil {
			if err := opt.Look(r, rep); err != nil {
				return r, err
			}
		}
		if r.Residual <= opt.Residual {
			break
		}
		switch {
		case rep.Substeps > 1 || rep.Outcome != step.Converged:
			r.H = max(r.H/4, firstStep/64)
		case rep.Newton <= easy:
			r.H = min(2*r.H, longest)
		}
	}
	state.Time, by.Tolerance = 0, set.Tolerance
	clear(state.V)
	if err := s.Steer(by); err != nil {
		return r, err
	}
	if !(r.Residual <= opt.Residual) {
		if r.NotAtRest, err = scale.moving(state, r.H, opt.Residual); err != nil {
			return r, err
		}
	}
	return r, s.SetState(state)
}

// moves reports whether a surface moves in the second before time 0.
func moves(s step.Surface) bool {
	a, b := make([]r3.Vec, s.NumVertices()), make([]r3.Vec, s.NumVertices())
	s.Positions(a, 0)
	for _, t := range []float64{-longest, -firstStep} {
		s.Positions(b, t)
		for i := range a {
			if a[i] != b[i] {
				return true
			}
		}
	}
	return false
}

// scale measures what is unbalanced.
type scale struct {
	m         *cloth.Model
	colliders []step.Collider
	set       step.Settings
	free      []bool
	support   *support
}

func newScale(m *cloth.Model, colliders []step.Collider, set step.Settings) *scale {
	c := &scale{m, colliders, set, make([]bool, len(m.X0)), newSupport(m, colliders, set)}
	for i := range c.free {
		c.free[i] = true
	}
	for i := range m.Pins {
		if m.Pins[i].Active(0) {
			c.free[m.Pins[i].Vertex] = false
		}
	}
	return c
}

// force of inertia on vertex i over a step.
func (c *scale) force(i int, from *cloth.State, to []r3.Vec, h float64) r3.Vec {
	free := r3.Add(from.X[i], r3.Scale(h, from.V[i]))
	return r3.Scale(c.m.Mass[i]/(h*h), r3.Sub(to[i], free))
}

// inertia is the largest force that a step leaves to inertia.
func (c *scale) inertia(from *cloth.State, to []r3.Vec, h float64) (worst float64) {
	for i, free := range c.free {
		if free {
			worst = max(worst, r3.Norm(c.force(i, from, to, h)))
		}
	}
	return worst
}

// kinetic energy [J].
func (c *scale) kinetic(v []r3.Vec) (sum float64) {
	for i, v := range v {
		sum += c.m.Mass[i] / 2 * r3.Norm2(v)
	}
	return sum
}

// gradient is the negative of the forces on the vertices of cloth that stands still where a state has it [N]: forces
// that go by its velocity, such as inertia, the resistance of the air and damping, are none then, while wind presses on
// it, and friction holds as it does after the state.
func (c *scale) gradient(at *cloth.State, h float64) ([]r3.Vec, error) {
	still := at.Clone()
	clear(still.V)
	still.Time, still.Before = -h, cloth.Before{}
	sim, err := New(c.m, still, c.colliders, c.set)
	if err != nil {
		return nil, err
	}
	defer sim.Close()
	return NewProbe(sim, h).Look(still.X), nil
}

// left is the largest force on a vertex of cloth that stands still [N].
func (c *scale) left(at *cloth.State, h float64) (worst float64, err error) {
	g, err := c.gradient(at, h)
	for i, g := range g {
		if c.free[i] {
			worst = max(worst, r3.Norm(g))
		}
	}
	return worst, err
}

// drifts is an *Unsupported if a piece of the cloth is.
func (c *scale) drifts(at *cloth.State, h, residual float64) error {
	return c.support.check(at.X, residual, func() ([]r3.Vec, error) { return c.gradient(at, h) })
}

// moving finds where the largest force is left.
func (c *scale) moving(at *cloth.State, h, residual float64) (*Moving, error) {
	g, err := c.gradient(at, h)
	if err != nil {
		return nil, err
	}
	worst := 0
	for i := range g {
		if c.free[i] && (!c.free[worst] || r3.Norm2(g[i]) > r3.Norm2(g[worst])) {
			worst = i
		}
	}
	m := &Moving{Part: c.m.Parts[c.m.Part[worst]].Name, At: at.X[worst]}
	held := false
	for i := range g {
		if of := c.support.of; of[i] == of[worst] {
			m.Force = r3.Sub(m.Force, g[i])
			held = held || !c.free[i]
		}
	}
	m.Slips = !held && r3.Norm(m.Force) > residual // forces inside of the cloth cancel
	return m, nil
}
