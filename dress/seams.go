package dress

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/scenes"
	"hysteron/step"
)

// Limits of closing seams. The motion of a vertex in a step is so small that cloth cannot jump over a limb [m].
const (
	seamMost     = 0.02
	seamGoal     = 0.01
	seamRest     = 5e-4                 // no vertex moves farther in the longest step: complete [m]
	seamStep     = 1. / 30              // longest step [s]
	seamFirst    = seamStep / (1 << 18) // first step of panels, in which seams move no vertex by more than seamMost
	seamMaxSteps = 600                  // steps
	seamLeast    = 1e-9                 // shortest step [s]
	seamGrow     = 5e-3                 // growth of the surfaces of bodies in a step [m], see cpu.Sim.SetInset
	// steps of no duration in which a growing body may push cloth farther than seamMost
	seamPush = 60
)

// slack is the largest principal stretch of a dressed garment.
const slack = cloth.FitStretch

// closeSeams closes the seams at the present time, and lets bodies grow into cloth that starts inside them. Steps
// without velocities follow the gradient of the elastic and contact potentials. Their size adapts so that no vertex
// moves more than seamMost.
func (d *dresser) closeSeams() error {
	defer d.quasistatic()()
	s := d.sim
	clear(s.State.V)
	p := puller{dresser: d, time: s.State.Time, tolerance: s.Settings.Tolerance, before: make([]r3.Vec, len(s.State.X)),
		first: seamFirst, stretch: s.MaxStretch()}
	if d.sewn() {
		p.first = seamStep / 256
	}
	p.h = p.first
	// The body starts shrunk so far that all cloth is outside.
	if p.inset = s.Deepest(); p.inset > 0 {
		p.inset += s.Settings.Thickness
	}
	defer s.SetInset(0, 0)
	p.work.watch, p.work.most, p.work.first = d.opt.Watch, d.work, seamFirst
	s.SetWatch(p.work.look)
	defer s.SetWatch(d.opt.Watch)
	d.opt.Progress("dressing: pulling seams together", 0)
	for range seamMaxSteps {
		if arrived, err := p.step(); err != nil {
			return err
		} else if arrived {
			break
		}
	}
	if s.MaxStretch() > slack {
		t := d.stretched()
		if !d.tolerant || !t.tight {
			return t
		}
		return d.warnTight(t)
	}
	return nil
}

// quasistatic removes inertia and gravity from the simulation; stretched seams may cross each other. back restores
// them.
func (d *dresser) quasistatic() (back func()) {
	s := d.sim
	gravity, tolerance, terms, self := s.Settings.Gravity, s.Settings.Tolerance, s.Terms, s.Settings.SelfContact
	acceleration, halvings := s.Settings.Acceleration, s.Settings.MaxHalvings
	s.Overdamped = true
	if !d.sewn() {
		s.SetSelfContact(false)
	}
	s.Settings.Gravity = r3.Vec{}
	s.Settings.MaxHalvings = 0            // the puller halves steps
	s.Settings.Acceleration = math.Inf(1) // there are no velocities
	var kept []cpu.Term
	for _, t := range terms {
		switch t.Name() {
		case "inertia", "membrane", "bending", "contact", "self_contact":
			kept = append(kept, t)
		}
	}
	s.SetTerms(kept)
	return func() {
		s.Overdamped = false
		s.SetSelfContact(self)
		s.Settings.MaxHalvings = halvings
		s.Settings.Gravity, s.Settings.Tolerance, s.Settings.Acceleration = gravity, tolerance, acceleration
		s.SetTerms(terms)
	}
}

// puller is the state of closing seams.
type puller struct {
	*dresser
	time      float64 // present time [s]
	tolerance float64 // tolerance of the run [m]
	stretch   float64 // largest principal stretch at the start
	first, h  float64 // duration of the first and of the next step [s]
	inset     float64 // present inset of the bodies [m]
	pushed    int     // steps of no duration in which a body moved cloth too far
	before    []r3.Vec
	work      effort
	rest      rest
}

// step takes a step, or rejects it for a shorter one. arrived: dressing is complete.
func (p *puller) step() (arrived bool, err error) {
	s := p.sim
	copy(p.before, s.State.X)
	was := p.inset
	p.inset = max(0, p.inset-seamGrow)
	s.SetInset(p.inset, was)
	// The tolerance of positions is kept for any step size (see step.Settings).
	s.Settings.Tolerance = max(p.tolerance, p.rest.near(p.h)) * max(1, 1/(240*240*p.h*p.h))
	_, err = s.Step(p.h)
	s.State.Time = p.time
	move, fastest := p.farthest()
	if errors.Is(err, errStalled) {
		copy(s.State.X, p.before)
		if p.work.most > 0 {
			return false, errStalled
		}
		took := fmt.Sprintf("%d Newton iterations", seamWork)
		if p.work.short > seamShort {
			took = fmt.Sprintf("%d steps of less than %.1g s", seamShort, p.work.first)
		}
		return false, p.stalled(was, took)
	}
	var failed *step.StepError
	switch {
	case err != nil && !errors.As(err, &failed): // from the watch
		return false, err
	case err == nil && move > seamMost && p.h < 2*seamLeast && p.pushed < seamPush: // a body moves it, not the seams
		p.pushed++
		p.work.done(0, s.MaxStretch(), false)
		p.h = p.first
		return false, nil
	case err != nil || move > seamMost:
		p.work.done(0, p.work.least, false)
		copy(s.State.X, p.before)
		p.inset = was
		if p.h /= 2; p.h < seamLeast {
			return false, p.stuck(fastest, move, err)
		}
		return false, nil
	}
	p.work.done(p.h, s.MaxStretch(), p.inset < was)
	p.opt.Show(s.State.X, p.time)
	p.opt.Progress("dressing: pulling seams together",
		min(1, math.Log(p.stretch/s.MaxStretch())/math.Log(max(p.stretch, 1.1))))
	if p.inset == 0 && p.sewn() && s.MaxStretch() <= slack {
		return true, nil // no seams to close: tight cloth settles
	}
	if p.inset == 0 && p.rest.reached(p.dresser, p.h, move, p.before) {
		return true, nil
	}
	switch {
	case p.rest.quiet: // confirmed by another step
	case move < seamGoal/16:
		p.h = min(4*p.h, seamStep) // which moves 16 times as far at most
	case move < seamGoal:
		p.h = min(1.5*p.h, seamStep)
	}
	return false, nil
}

// farthest returns the largest motion of a vertex in the step [m], and the vertex.
func (p *puller) farthest() (move float64, fastest int) {
	for v, x := range p.sim.State.X {
		if l := r3.Norm(r3.Sub(x, p.before[v])); l > move {
			move, fastest = l, v
		}
	}
	return move, fastest
}

// sewn reports whether no garment starts as panels. Cloth that starts in its shape need not cross itself while bodies
// grow into it.
func (d *dresser) sewn() bool {
	return !slices.ContainsFunc(d.setup.Pieces, func(p scenes.Piece) bool { return p.Garment && !p.Sewn })
}
