// Static equilibrium: positions in which all forces balance.

package cpu

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/step"
)

// StaticsOptions are the options of Settle.
type StaticsOptions struct {
	// largest residual force on a vertex [N]; 0: 10 µN, as in Miguel 2014, §3.4
	Residual float64
	Steps    int                                    // limit; 0: 1000
	Look     func(StaticsResult, step.Report) error // called after each step; an error ends Settle
}

// StaticsResult is the result of Settle.
type StaticsResult struct {
	Residual  float64 `json:"residual_n"` // largest residual force on a vertex that is not held [N]
	Steps     int     `json:"steps"`
	Newton    int     `json:"newton"`
	H         float64 `json:"-"` // the last step [s]
	CG        int     `json:"-"`
	NotAtRest *Moving `json:"-"` // where the residual exceeds its limit; nil: nowhere
}

// Moving is where cloth has not come to rest.
type Moving struct {
	Part  string
	At    r3.Vec // of the vertex with the largest residual force [m]
	Force r3.Vec // on its whole mesh component [N]
	Slips bool   // Force exceeds the limit and no pin bears it: a rigid motion
}

// String describes the place, and what to change.
func (m *Moving) String() string {
	where := fmt.Sprintf("%s, near (%.3g, %.3g, %.3g) m", m.Part, m.At.X, m.At.Y, m.At.Z)
	if !m.Slips {
		return where
	}
	return fmt.Sprintf("%s, where a net force of (%.2g, %.2g, %.2g) N is left on the piece, so that it slides or drifts "+
		"as a whole: expected a pin, or more friction on what it lies on",
		where, m.Force.X, m.Force.Y, m.Force.Z)
}

// ErrMoving means that a body or pin moves at the start, so there is no equilibrium.
var ErrMoving = errors.New("moves at the start: expected what stands still")

const (
	firstStep = 1. / 60 // [s]
	longest   = 1.      // of a step: inertia is then negligible
	easy      = 30      // Newton iterations of a step up to which a longer one is tried

	// Far from equilibrium the path does not matter: the tolerance of a step [m] is at most coarsest, and grows
	// with the ratio of the residual force to its limit, over near.
	coarsest, near = 1e-6, 10.
)

// StaticTolerance returns the tolerance of positions [m] that a simulation needs for Settle to reach its residual: on
// the CPU, and in single precision.
func StaticTolerance(backend string) float64 {
	if backend == "gpu" {
		return 1e-7
	}
	return 1e-9
}

// StaticResidual returns the default limit of the residual force on a vertex [N]: the 10 µN of Miguel 2014, §3.4, or a
// thousandth of the weight of a vertex, if less, since the weight bends what hangs. In single precision a hundredth is
// reachable.
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

// Settle advances a simulation to static equilibrium, with bodies and pins as at time 0. A step of size h from rest
// goes to the minimum of the energy plus |x − x_n|²·m/(2h²): its matrix is K + M/h², that of Levenberg and Marquardt
// (Miguel 2014, §3.4) with μ = M/h². Velocities are kept while the kinetic energy grows, and reset at each of its peaks
// (dynamic relaxation). Steps grow while they converge easily. The residual is computed on the CPU, whichever backend
// takes the steps: the forces on cloth at rest. Internal friction follows the path. Errors: an *Unsupported for cloth
// that drifts away, ErrMoving.
func Settle(s step.Sim, m *cloth.Model, colliders []step.Collider, set step.Settings,
	opt StaticsOptions) (r StaticsResult, err error) {
	if opt.Residual == 0 {
		opt.Residual = 10e-6
	}
	if opt.Steps == 0 {
		opt.Steps = 1000
	}
	for i, c := range colliders {
		if c.Surface != nil && surfaceMoves(c.Surface) {
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
	kinetic := 0. // of the initial velocities of the next step [J]
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
		// The exact residual, once inertia is small.
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

// surfaceMoves reports whether a surface moves in the second before time 0.
func surfaceMoves(s step.Surface) bool {
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

// scale computes residual forces.
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

// force returns the inertial force on vertex i over a step.
func (c *scale) force(i int, from *cloth.State, to []r3.Vec, h float64) r3.Vec {
	free := r3.Add(from.X[i], r3.Scale(h, from.V[i]))
	return r3.Scale(c.m.Mass[i]/(h*h), r3.Sub(to[i], free))
}

// inertia returns the largest inertial force of a step.
func (c *scale) inertia(from *cloth.State, to []r3.Vec, h float64) (worst float64) {
	for i, free := range c.free {
		if free {
			worst = max(worst, r3.Norm(c.force(i, from, to, h)))
		}
	}
	return worst
}

// kinetic returns the kinetic energy [J].
func (c *scale) kinetic(v []r3.Vec) (sum float64) {
	for i, v := range v {
		sum += c.m.Mass[i] / 2 * r3.Norm2(v)
	}
	return sum
}

// gradient returns the negative forces on the vertices of cloth at rest in a state [N]. Velocity-dependent forces
// (inertia, air resistance, damping) vanish; wind acts, and friction is that after the state.
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

// left returns the largest force on a vertex of cloth at rest [N].
func (c *scale) left(at *cloth.State, h float64) (worst float64, err error) {
	g, err := c.gradient(at, h)
	for i, g := range g {
		if c.free[i] {
			worst = max(worst, r3.Norm(g))
		}
	}
	return worst, err
}

// drifts returns an *Unsupported if a mesh component drifts away.
func (c *scale) drifts(at *cloth.State, h, residual float64) error {
	return c.support.check(at.X, residual, func() ([]r3.Vec, error) { return c.gradient(at, h) })
}

// moving returns where the largest residual force is.
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
	m.Slips = !held && r3.Norm(m.Force) > residual // internal forces cancel
	return m, nil
}
