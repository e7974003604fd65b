// Relaxation over long times without motion of bodies: hours in a few dozen steps.

package cpu

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// HoldOptions are the options of Hold.
type HoldOptions struct {
	Grabs []step.Grab                         // that pull meanwhile
	Look  func(HoldResult, step.Report) error // called after each step; an error ends Hold
}

// HoldResult is the progress of Hold.
type HoldResult struct {
	Seconds     float64 `json:"seconds"` // of the cloth's relaxation [s]
	Steps       int     `json:"steps"`
	Newton      int     `json:"newton"`
	CG          int     `json:"cg"`
	Unconverged int     `json:"unconverged"` // steps that did not converge
	Moved       float64 `json:"moved_m"`     // largest displacement of a vertex from the start [m]
}

const (
	// firstHold is the first step [s], about the time in which garment cloth comes to rest relative to its
	// neighbours.
	firstHold = 0.02
	// holdGrowth is the ratio of consecutive steps, so that a step is at most a third of the time that has passed.
	// A branch of the relaxing law is exact for a linear path of its strain, and recovery bends the path of a step:
	// measured (go test ./cpu -run HoldRecovers -v), the released curvature is off by .20 % of the first, with 2 by
	// .34 %, with 1.2 by .13 %.
	holdGrowth = 1.5
)

// HoldTolerance is the tolerance [m] of the positions in each step. Without inertia soft modes respond to the residual
// force: measured (go test ./cpu -run HoldRecovers -v), the curvature of a released strip is off by 7.5 % of the first
// with the 50 µm of a long step, 1.8 % with 10 µm, .9 % with 1 µm, .29 % with .5 µm, .23 % with .25 µm.
const HoldTolerance = 5e-7

// Hold advances the relaxation of cloth by a time [s] while nothing prescribed moves; StandStill returns such a model
// and colliders. Each step of backward Euler starts from rest and ends in equilibrium except for M/h². Steps grow with
// the time that has passed, as relaxation slows down. A step at the iteration limit is accepted and counted: shorter
// ones would start equally far from equilibrium. The time of the state does not change. Errors: an *Unsupported for
// cloth that drifts away.
func Hold(s step.Sim, m *cloth.Model, colliders []step.Collider, set step.Settings, seconds float64,
	opt HoldOptions) (r HoldResult, err error) {
	if !(seconds > 0) || math.IsInf(seconds, 0) {
		return r, fmt.Errorf("held for %g s: expected a finite time above 0", seconds)
	}
	now, err := s.State()
	if err != nil {
		return r, err
	}
	state := now.Clone()
	time, start := state.Time, state.X
	by := set.Steering()
	by.Tolerance, by.Grabs = HoldTolerance, opt.Grabs
	if err := s.Steer(by); err != nil {
		return r, err
	}
	scale := newScale(m, colliders, set)
	still := func(c *cloth.State) *cloth.State {
		c = c.Clone()
		clear(c.V)
		c.Time, c.Before = time, cloth.Before{}
		return c
	}
	for h := firstHold; ; h *= holdGrowth {
		if err := scale.drifts(state, h, StaticResidual(m, set, "cpu")); err != nil {
			return r, err
		}
		if r.Seconds >= seconds {
			break
		}
		h = min(h, seconds-r.Seconds)
		if err := s.SetState(still(state)); err != nil {
			return r, err
		}
		rep, err := s.Step(h)
		if err != nil {
			return r, err
		}
		after, err := s.State()
		if err != nil {
			return r, err
		}
		state = still(after)
		r.Seconds, r.Steps, r.Newton, r.CG = r.Seconds+h, r.Steps+1, r.Newton+rep.Newton, r.CG+rep.CG
		if rep.Outcome != step.Converged {
			r.Unconverged++
		}
		r.Moved = 0
		for i, x := range state.X {
			r.Moved = max(r.Moved, r3.Norm(r3.Sub(x, start[i])))
		}
		if opt.Look != nil {
			if err := opt.Look(r, rep); err != nil {
				return r, err
			}
		}
	}
	return r, s.SetState(state)
}

// stopped is a surface that is constant at its positions at a time.
type stopped struct {
	step.Surface
	at float64
}

func (s stopped) Positions(dst []r3.Vec, _ float64) { s.Surface.Positions(dst, s.at) }

// StandStill returns a model and colliders whose pins and surfaces are constant at their positions at a time. Inflation
// ends, too.
func StandStill(m *cloth.Model, colliders []step.Collider, t float64) (*cloth.Model, []step.Collider) {
	still := *m
	still.Air = slices.Clone(m.Air)
	for k := range still.Air {
		if c := &still.Air[k]; c.Until > 0 {
			c.Flow = 0
		}
	}
	still.Pins = nil
	for _, p := range m.Pins {
		if f := p.Pull(t); f > 0 {
			p.Strength = []cloth.Strength{{Factor: f}}
		} else if !p.Active(t) {
			continue
		}
		if p.Release = 0; p.Kind != cloth.PinBody {
			p.Point, p.Kind, p.Velocity = p.Target(m, t), cloth.PinFixed, r3.Vec{}
		}
		still.Pins = append(still.Pins, p)
	}
	stand := append([]step.Collider(nil), colliders...)
	for i := range stand {
		if s := stand[i].Surface; s != nil {
			stand[i].Surface = stopped{s, t}
		}
	}
	return &still, stand
}
