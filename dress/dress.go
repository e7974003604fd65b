// Package dress puts garments on bodies before a run, and reports where and why it fails.
package dress

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/scenes"
	"hysteron/step"
)

// Options are callbacks of dressing. All may be nil.
type Options struct {
	Progress func(stage string, done float64)
	Note     func(text string) // about remarkable events
	Watch    step.Watch        // may end dressing; its error is returned
	// Show is called after each step with the positions of the cloth, which it must not change or keep, and the time of
	// the bodies.
	Show func(x []r3.Vec, t float64)

	// Tight is called with cloth that is tight, although it starts.
	Tight func(t *Trouble)

	still bool // bodies keep their pose; for tests
}

// Start returns the state at time 0: the model's own, dressed if a piece needs it, and untangled where cloth is in
// contact with cloth. It adds pins to the model.
func Start(setup *scenes.Setup, o Options) (*cloth.State, error) {
	if o.Progress == nil {
		o.Progress = func(string, float64) {}
	}
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Show == nil {
		o.Show = func([]r3.Vec, float64) {}
	}
	o.Progress = forward(o.Progress)
	d := &dresser{setup: setup, opt: o}
	defer func() { d.close() }()
	if !slices.ContainsFunc(setup.Pieces, func(p scenes.Piece) bool { return p.Garment }) {
		return d.plain()
	}
	err := d.start()
	var trouble *Trouble
	if errors.As(err, &trouble) && !o.still {
		moved, serr := improve(setup, trouble, o)
		if serr != nil {
			return nil, serr
		}
		if strict := setup.Scene.Dress.Strict; moved || trouble.tight && !strict {
			d.close()
			d = &dresser{setup: setup, opt: o, tolerant: !strict}
			if again := d.start(); again == nil || !errors.As(again, new(*Trouble)) {
				err = again
			}
		}
		if errors.As(err, &trouble) && trouble.seams {
			for _, i := range atFault(setup, trouble) {
				text, rerr := remedy(setup, i, o)
				if rerr != nil {
					return nil, rerr
				}
				trouble.Err = fmt.Errorf("%w%s", trouble.Err, text)
			}
		}
	}
	if d.sim == nil {
		return nil, err
	}
	return d.sim.State, err
}

// start dresses the garments, with a coarse mesh first if their edges are short.
func (d *dresser) start() error {
	if done, err := d.dressFiner(); done {
		return err
	}
	return d.dress()
}

// dresser is the state of dressing.
type dresser struct {
	setup *scenes.Setup
	opt   Options
	sim   *cpu.Sim
	away  *away // limbs that are removed for a while; nil: none

	tolerant bool    // cloth may stay stretched beyond slack where it is tight
	work     int     // limit of Newton iterations for closing seams, in trials; 0: none
	rest     float64 // time before 0 at which it ends, left for finer garments to settle [s]

	steps, unconverged int // of the steps in time, while garments hang and settle
}

func (d *dresser) close() {
	if d.sim != nil {
		d.sim.Close()
	}
}

// open opens or continues the simulation with colliders.
func (d *dresser) open(colliders []step.Collider) error {
	var state *cloth.State
	if d.sim != nil {
		state = d.sim.State
		state.Touches = nil // they refer to other colliders
		d.sim.Close()
	}
	settings := d.setup.Settings
	settings.Wind = step.Wind{} // wind starts at time 0
	settings.Integrator, settings.Oversample, settings.Settling = step.Implicit, 1, true
	var ended error
	s, err := cpu.NewUntil(func() bool {
		if d.opt.Watch != nil {
			ended = d.opt.Watch(step.Moment{Stage: step.Preparing})
		}
		return ended != nil
	}, d.setup.Model, state, colliders, settings)
	if ended != nil {
		d.sim = nil
		return ended
	}
	if err != nil {
		return err
	}
	d.sim = s
	// hard limits act from time 0 on
	s.SetTerms(slices.DeleteFunc(s.Terms, func(t cpu.Term) bool { return t.Name() == "limits" }))
	if d.opt.Watch != nil {
		s.SetWatch(d.opt.Watch)
		return d.opt.Watch(step.Moment{Stage: step.Preparing}) // New takes long in fine cloth
	}
	return nil
}

// plain returns the start of a scene without dressing.
func (d *dresser) plain() (*cloth.State, error) {
	m := d.setup.Model
	s := cloth.NewState(m)
	if err := fasten(d.setup, s); err != nil {
		return s, err
	}
	if d.setup.Settings.SelfContact {
		if err := d.clean("untangling", s, d.setup.Bodies); err != nil {
			return s, err
		}
	}
	cpu.Restart(m, s)
	return s, nil
}

func (d *dresser) clean(stage string, s *cloth.State, bodies []body.Body) error {
	return clean(d.setup, s, bodies, func(done float64) { d.opt.Progress(stage, done) }, d.opt.Note, d.opt.Watch)
}

// hang is the time that cloth falls before removed limbs return [s].
const hang = 1.0

// dress puts the garments on. They start as flat panels around the body, sewn along their edges, so that triangles at
// seams are stretched many times.
//
// Bodies raise their arms for sleeves, and spread their legs (pose). First the seams close without weight, inertia and
// friction (closeSeams); garments that start sewn do so with contact of cloth with cloth, so that they stay untangled.
// Arms that reach through panels around the body are removed meanwhile (away). Then the labelled edges that the scene
// holds are fastened to the body. Cloth that passes through itself is untangled, if the scene has contact of cloth with
// cloth. Then follow weight, air and friction. If arms were removed, the cloth falls first, and they return. The cloth
// settles while the body moves to the first pose of its motion. On return the state is at time 0.
func (d *dresser) dress() error {
	if err := d.sew(); err != nil {
		return err
	}
	return d.wear()
}

// sew closes the seams of the garments around the bodies in their poses for dressing, and leaves out limbs that are in
// the way.
func (d *dresser) sew() error {
	if err := d.misplaced(-d.settleTime()); err != nil {
		return fmt.Errorf("dressing: %w", err)
	}
	if !d.opt.still {
		var notes []string
		d.setup, notes = pose(d.setup)
		for _, text := range notes {
			d.opt.Note(text)
		}
	}
	settle := d.settleTime()
	d.away = findAway(d.setup, -settle)
	colliders := d.setup.Colliders
	if d.away != nil {
		d.opt.Note(d.away.note())
		colliders = d.away.colliders(d.setup)
	}
	if err := d.open(colliders); err != nil {
		return err
	}
	d.sim.State.Time = -settle
	if d.setup.Settings.SelfContact && d.sewn() {
		if err := d.clean(toUntangle, d.sim.State, nil); err != nil {
			return fmt.Errorf("dressing: %w", err)
		}
	}
	if err := d.closeSeams(); err != nil {
		return fmt.Errorf("dressing: %w", err)
	}
	return nil
}

// wear fastens sewn garments and lets them settle with their weight; limbs that were left out return.
func (d *dresser) wear() error {
	settle, tops, bodies, s := d.settleTime(), d.tops(), d.setup.Bodies, d.sim
	if d.away != nil {
		bodies = d.away.bodies(d.setup)
	}
	if err := d.fastened(bodies); err != nil {
		return err
	}
	if d.away != nil {
		h := d.settleStep(settle)
		steps := int(math.Ceil(hang / h))
		for i := range steps {
			s.State.Time = -settle
			if err := d.step(h); err != nil {
				return fmt.Errorf("hanging: %w", err)
			}
			d.opt.Show(s.State.X, -settle)
			d.opt.Progress("dressing: hanging", float64(i+1)/float64(steps))
		}
		s.State.Time = -settle
		if err := d.away.isClear(d.setup, s.State); err != nil {
			return fmt.Errorf("dressing: %w", err)
		}
		if err := d.open(d.setup.Colliders); err != nil {
			return err
		}
	}
	return d.settle(settle, d.rest, tops)
}

// settleTime returns the time of settling [s], at least that of the body's motion to its first pose.
func (d *dresser) settleTime() float64 {
	lead := 0.0
	for _, b := range d.setup.Bodies {
		lead = max(lead, body.LeadOf(b))
	}
	return max(lead, d.setup.Scene.Dress.SettleSeconds)
}

// settleStep returns the step of settling, at most that of the scene [s].
func (d *dresser) settleStep(settle float64) float64 {
	return settle / float64(max(1, int(math.Ceil(settle/d.setup.Scene.StepSeconds()-1e-6))))
}

// fastened fastens what the scene holds, untangles the cloth, and starts internal friction from there.
func (d *dresser) fastened(bodies []body.Body) error {
	if err := fasten(d.setup, d.sim.State); err != nil {
		return fmt.Errorf("dressing: %w", err)
	}
	if d.setup.Settings.SelfContact {
		if err := d.clean(toUntangle, d.sim.State, bodies); err != nil {
			return fmt.Errorf("dressing: %w", err)
		}
	}
	d.sim.ResetHistory()
	return nil
}

// settle lets the cloth settle from one time before 0 until another [s], and reports how garments are worn at 0. tops
// are the heights of their highest points before.
func (d *dresser) settle(from, until float64, tops []float64) error {
	s, h := d.sim, d.settleStep(from)
	d.opt.Progress("dressing: settling", 0)
	for steps, i := int(math.Round(from/h)), 0; i < steps && float64(steps-i)*h > until*(1+1e-9); i++ {
		s.State.Time = -from * float64(steps-i) / float64(steps)
		if err := d.step(from / float64(steps)); err != nil {
			return d.unsettled(err)
		}
		d.opt.Show(s.State.X, s.State.Time)
		d.opt.Progress("dressing: settling", float64(i+1)/float64(steps))
	}
	if until > 0 {
		return nil
	}
	s.State.Time = 0
	if err := d.lost(); err != nil {
		return fmt.Errorf("dressing: %w", err)
	}
	d.told(tops)
	return nil
}

// toUntangle is the name of that stage.
const toUntangle = "dressing: untangling"

// step takes a step in time, and counts unconverged ones.
func (d *dresser) step(h float64) error {
	rep, err := d.sim.Step(h)
	if d.steps++; rep.Outcome == step.Unconverged {
		d.unconverged++
	}
	return err
}
