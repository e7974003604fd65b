package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cpu"
	"hysteron/scenes"
)

// Bounds on the motion of a vertex within one step of pulling the seams together: small
// enough that cloth cannot jump over a limb [m].
const (
	pullMost = 0.02
	pullGoal = 0.01
	pullRest = 5e-4 // the cloth has arrived
	pullStep = 1. / 30
	pullMax  = 600 // steps
	pullFree = 1   // first steps of no duration, which only push out what starts inside the body
)

// slack is the largest principal stretch that a dressed garment may have before Dress warns.
const slack = 1.6

// Dress puts the garments on. They start as flat panels around the body, sewn along their
// edges, so that the triangles at the seams are stretched many times over.
//
// First the cloth pulls itself together without weight, inertia or friction: steps whose
// velocities are dropped follow the gradient of the elastic and contact potentials; their
// size adapts so that no vertex moves more than pullMost at once. Then the labelled edges
// that the scene holds are fastened to the body. What has come to pass through itself meanwhile is
// untangled, for contact of cloth with cloth, if the scene has it, to come on, with weight, air and
// friction, and the cloth settles while the body moves into the first pose of its motion. On
// return the state is at time 0. note is told what had to be untangled.
func Dress(setup *scenes.Setup, s *cpu.Sim, progress func(stage string, done float64), note func(string)) error {
	lead := 0.0
	for _, b := range setup.Bodies {
		lead = max(lead, body.LeadOf(b))
	}
	settle := max(lead, setup.Scene.Dress.SettleSeconds)
	s.State.Time = -settle
	untangle := func(bodies bool) error {
		if !s.Settings.SelfContact {
			return nil
		}
		return clean(setup, s, bodies, func(done float64) { progress("untangling", done) }, note)
	}
	sewn := !slices.ContainsFunc(setup.Pieces, func(p scenes.Piece) bool { return p.Garment && !p.Sewn })
	if sewn { // it need not pass through itself; where it is in a body, it is pushed out next
		if err := untangle(false); err != nil {
			return fmt.Errorf("dressing: %w", err)
		}
	}
	if err := pull(s, sewn, progress); err != nil {
		return fmt.Errorf("dressing: %w", err)
	}
	if err := fasten(setup, s); err != nil {
		return fmt.Errorf("dressing: %w", err)
	}
	if err := untangle(true); err != nil {
		return fmt.Errorf("dressing: %w", err)
	}
	s.ResetMemory()
	steps := max(1, int(math.Ceil(settle/setup.Scene.StepSeconds()-1e-6)))
	for i := range steps {
		s.State.Time = -settle * float64(steps-i) / float64(steps)
		if _, err := s.Step(settle / float64(steps)); err != nil {
			return fmt.Errorf("settling: %w", err)
		}
		progress("settling", float64(i+1)/float64(steps))
	}
	s.State.Time = 0
	return nil
}

// pull draws the seams together at the present time; what is sewn does not pass through itself meanwhile.
func pull(s *cpu.Sim, sewn bool, progress func(string, float64)) error {
	gravity, tolerance, terms, self := s.Settings.Gravity, s.Settings.Tolerance, s.Terms, s.Settings.SelfContact
	defer func() {
		s.SetSelfContact(self)
		s.Settings.Gravity, s.Settings.Tolerance = gravity, tolerance
		s.SetTerms(terms)
	}()
	s.SetSelfContact(self && sewn) // stretched seams cross each other
	s.Settings.Gravity = r3.Vec{}
	s.Settings.Tolerance = max(tolerance, pullMost/20)
	var kept []cpu.Term
	for _, t := range terms {
		switch t.Name() {
		case "inertia", "membrane", "bending", "contact", "self_contact":
			kept = append(kept, t)
		}
	}
	s.SetTerms(kept)
	clear(s.State.V)

	time := s.State.Time
	before := make([]r3.Vec, len(s.State.X))
	start := s.MaxStretch()
	h := 1e-9
	for i := range pullMax {
		copy(before, s.State.X)
		_, err := s.Step(h)
		clear(s.State.V)
		s.State.Time = time
		var move float64
		for i, x := range s.State.X {
			move = max(move, r3.Norm(r3.Sub(x, before[i])))
		}
		if errors.Is(err, ErrInterrupted) {
			return err
		}
		if i < pullFree {
			h = pullStep / 256
			continue
		}
		if err != nil || move > pullMost {
			copy(s.State.X, before)
			h /= 2
			if h < 1e-9 {
				return errors.Join(fmt.Errorf("pulling the seams together: no step is small enough; in the last one a vertex moved %.3g m", move), err)
			}
			continue
		}
		progress("pulling seams together", min(1, math.Log(start/s.MaxStretch())/math.Log(max(start, 1.1))))
		if h == pullStep && move < pullRest {
			break
		}
		if move < pullGoal {
			h = min(1.5*h, pullStep)
		}
	}
	if l := s.MaxStretch(); l > slack {
		return fmt.Errorf("a triangle is still stretched %.2f times after pulling the seams together: expected at most %.1f; the pattern may be too small for the body, or its panels start on the wrong side of a limb", l, slack)
	}
	return nil
}
