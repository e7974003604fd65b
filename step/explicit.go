package step

import (
	"errors"
	"fmt"
)

// Integrators by name. Explicit ones use forces at known positions, so they solve no system. With x the positions, v
// the velocities and a(x, v) the accelerations:
//
//	implicit    the default of those that minimise the incremental potential: euler
//	euler       backward Euler
//	bdf2        BDF2, see TwoStep
//	symplectic  x⁺ = x + h·v, v⁺ = v + h·a(x⁺, v)
//	forward     x⁺ = x + h·v, v⁺ = v + h·a(x, v)
//
// Positions of symplectic Euler obey x⁺ − 2x + x⁻ = h²·a(x, (x − x⁻)/h). A damped oscillator has z² − (2 − ω²h² −
// 2ζωh)z + 1 − 2ζωh = 0, which is stable for ωh < 2(√(1+ζ²) − ζ). Forward Euler is stable for ωh < 2ζ, ζ < 1: never
// without damping. Internal friction follows its exact path from step to step under both.
const (
	Implicit   = "implicit"
	Symplectic = "symplectic"
	Forward    = "forward"
)

// ExplicitOperations is the part of a backend that explicit integrators use beside Begin, DetectContacts, Evaluate and
// Commit.
type ExplicitOperations interface {
	// EvaluateSplit evaluates terms without velocities at the start of the step, the others (Term.Rate) at the present
	// positions, and sums their gradients.
	EvaluateSplit()
	// Kick adds the accelerations of the last gradient, times the step, to the velocities, after Commit.
	Kick()
}

// Explicit reports whether the integrator is explicit. Settings without an integrator are implicit.
func (s *Settings) Explicit() bool { return s.Integrator == Symplectic || s.Integrator == Forward }

// checkExplicit returns an error for settings that explicit integrators do not support.
func (s *Settings) checkExplicit() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("solver.integrator = %q "+format, append([]any{s.Integrator}, args...)...)
	}
	switch {
	case !s.Explicit() && s.Oversample > 1:
		return fmt.Errorf("solver.oversample = %d with integrator = %q: expected 1, since steps that fail are halved",
			s.Oversample, Implicit)
	case !s.Explicit():
		return nil
	case s.SelfContact:
		return fail("keeps cloth from crossing cloth by nothing: expected contact.self = false, or integrator = %q", Implicit)
	case s.Restitution > 0:
		return fail("has contact whose layer gives back what it takes: expected contact.restitution = 0, or integrator = %q",
			Implicit)
	case s.Adaptive:
		return fail("takes parts of equal length: expected solver.adaptive = false, and a larger solver.oversample where " +
			"it is unstable")
	}
	return nil
}

// CheckColliders returns an error for colliders under an integrator that does not support them.
func (s *Settings) CheckColliders(colliders []Collider) error {
	if s.Integrator == Forward && len(colliders) > 0 {
		return fmt.Errorf("solver.integrator = %q gains energy by every contact: expected no bodies, or integrator = %q",
			Forward, Symplectic)
	}
	return nil
}

// bursts is a stretch that shows that the step is too long: stable cloth does not come near it.
const bursts = 100 // guess

var errUnstable = errors.New("steps are too long for the stiffest motion: expected a larger solver.oversample " +
	"(symplectic Euler is stable for steps below 2/ω, forward Euler below 2ζ/ω), or solver.integrator = \"implicit\"")

// explicit advances the backend's state from time t by h, both in s, in Settings.Oversample parts of equal length.
func (d *Driver) explicit(t, h float64, rep *Report) error {
	n := d.Settings.Oversample
	part := h / float64(n)
	rep.Smallest = part
	for i := range n {
		at := t + h*float64(i)/float64(n)
		d.sub, d.run = substep{from: at, size: part, step: h}, newtonRun{}
		if d.enter(Preparing); d.user.stopped != nil {
			return fmt.Errorf("step at t = %.6g s: %w", at, d.user.stopped)
		}
		d.Begin(at, part)
		d.DetectContacts(true)
		m := d.Operations.(ExplicitOperations)
		if d.Settings.Integrator == Forward {
			m.EvaluateSplit()
		} else {
			d.Evaluate(true)
		}
		d.ProjectPenetrations()
		projected, finite := d.Commit()
		rep.Projected += projected
		if !finite {
			rep.Outcome = NonFinite
			return fmt.Errorf("%w: %w", &StepError{at, part, NonFinite}, errUnstable)
		}
		m.Kick()
		rep.Substeps++
	}
	if d.Stretched().Stretch > bursts {
		rep.Outcome = Torn
		return fmt.Errorf("%w: %w", &StepError{t, part, Torn}, errUnstable)
	}
	return nil
}
