// Lets time pass while all that moves cloth stands still: hours in a few dozen steps.

package cpu

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// HoldOptions say how cloth is held.
type HoldOptions struct {
	Look func(HoldResult, step.Report) error // after each step; an error ends it
}

// HoldResult is how far time has come.
type HoldResult struct {
	Seconds     float64 `json:"seconds"` // of the cloth's own time [s]
	Steps       int     `json:"steps"`
	Newton      int     `json:"newton"`
	CG          int     `json:"cg"`
	Unconverged int     `json:"unconverged"` // steps that have not converged
	Moved       float64 `json:"moved_m"`     // largest distance of a vertex from where it began [m]
}

const (
	// firstHold is the first step [s], about the time that cloth of garments takes to come to rest over its neighbours.
	firstHold = 0.02
	// holdGrowth is by how much each step is longer than the one before, so that a step is at most a third of the time
	// that has passed. A branch of the relaxing law is exact along a straight path of its strain, and recovery bends the
	// path of a step: measured (go test ./cpu -run HoldRecovers -v), the curvature let go is off by .20 % of the first,
	// with 2 by .34 %, with 1.2 by .13 %.
	holdGrowth = 1.5
)

// HoldTolerance is the tolerance [m] of the positions in each step. Without inertia what is soft answers to the last of
// the unbalanced force: measured (go test ./cpu -run HoldRecovers -v), the curvature of a strip let go is off by 7.5 %
// of the first with the 50 µm of a long step, 1.8 % with 10 µm, .9 % with 1 µm, .29 % with .5 µm, .23 % with .25 µm.
const HoldTolerance = 5e-7

// Hold lets time pass, in s, for cloth of which nothing prescribed moves: StandStill makes such a model and colliders
// of others. Each step starts from rest and ends in balance but for M/h², by backward Euler; steps grow with the time
// that has passed, as relaxation slows down. A step whose iterations run out counts and is as it is: shorter ones would
// begin from a place as far from balance. The time of the state stays. Errors: an *Unsupported for cloth that drifts
// away.
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
	by.Tolerance = HoldTolerance
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

// stopped is a surface that stands still as it is at a time.
type stopped struct {
	step.Surface
	at float64
}

func (s stopped) Positions(dst []r3.Vec, _ float64) { s.Surface.Positions(dst, s.at) }

// StandStill are a model and colliders whose pins and surfaces are for ever where those given are at a time. Air that
// is blown in until a time of the scene stands still, too.
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
