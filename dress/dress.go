// Package dress puts garments on bodies before a run begins, and says where and why it cannot.
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

// Options say what to tell, and whom. All may be nil.
type Options struct {
	Progress func(stage string, done float64)
	Note     func(text string) // what was done that may surprise
	Watch    step.Watch        // may end it; its error is returned
	// Show is called after each step with the positions of the cloth, which it must not change or keep, and the
	// time that the bodies are at.
	Show func(x []r3.Vec, t float64)

	// Tight is told of cloth that is tight, though it starts; may be nil.
	Tight func(t *Trouble)

	still bool // bodies keep their limbs where they are; for tests
}

// Start gives the state at time 0: the model's own, dressed if a piece needs it, and untangled where
// cloth is in contact with cloth. It adds pins to the model.
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

// start puts the garments on, with longer edges first where they are short.
func (d *dresser) start() error {
	if done, err := d.dressFiner(); done {
		return err
	}
	return d.dress()
}

// dresser is dressing under way.
type dresser struct {
	setup *scenes.Setup
	opt   Options
	sim   *cpu.Sim
	away  *away // limbs that are out of the way; nil: none

	tolerant bool    // cloth may stay stretched beyond slack where it is tight
	work     int     // Newton iterations that drawing seams together may take, of a trial; 0: any number
	rest     float64 // time before 0 at which it ends, for finer garments to settle [s]

	steps, unconverged int // taken in time: while it hangs and settles
}

func (d *dresser) close() {
	if d.sim != nil {
		d.sim.Close()
	}
}

// open starts, or goes on, with colliders.
func (d *dresser) open(colliders []step.Collider) error {
	var state *cloth.State
	if d.sim != nil {
		state = d.sim.State
		state.Touches = nil // of other colliders
		d.sim.Close()
	}
	settings := d.setup.Settings
	settings.Wind = step.Wind{} // it blows from time 0 on
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
	if d.opt.Watch != nil {
		s.SetWatch(d.opt.Watch)
		return d.opt.Watch(step.Moment{Stage: step.Preparing}) // New has taken long in fine cloth
	}
	return nil
}

// plain starts what needs no dressing.
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

// hang is how long cloth falls before limbs that were out of its way are there again [s].
const hang = 1.0

// dress puts the garments on. They start as flat panels around the body, sewn along their
// edges, so that the triangles at the seams are stretched many times over.
//
// Bodies raise their arms as sleeves want it, and spread their legs (pose).
// First the cloth pulls itself together without weight, inertia or friction (pull); garments that come sewn do that in
// contact with one another and themselves, so that what is not tangled stays so. Arms that would be in the way of what
// is sewn around the body below them are not there meanwhile (away). Then the labelled edges that the scene holds are
// fastened to the body. What has come to pass through itself is untangled, for contact of cloth with cloth, if the
// scene has it, to come on, with weight, air and friction; where arms were out of the way, the cloth falls first, and
// they come back. The cloth settles while the body moves into the first pose of its motion. On return the state is at
// time 0.
func (d *dresser) dress() error {
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
	colliders, bodies := d.setup.Colliders, d.setup.Bodies
	if d.away != nil {
		d.opt.Note(d.away.note())
		colliders, bodies = d.away.colliders(d.setup), d.away.bodies(d.setup)
	}
	if err := d.open(colliders); err != nil {
		return err
	}
	s, self := d.sim, d.setup.Settings.SelfContact
	s.State.Time = -settle
	if self && d.sewn() {
		if err := d.clean(toUntangle, d.sim.State, nil); err != nil {
			return fmt.Errorf("dressing: %w", err)
		}
	}
	if err := d.closeSeams(); err != nil {
		return fmt.Errorf("dressing: %w", err)
	}
	tops := d.tops()
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

// settleTime is how long garments settle [s]: at least as long as bodies take to come to the first pose of their
// motion.
func (d *dresser) settleTime() float64 {
	lead := 0.0
	for _, b := range d.setup.Bodies {
		lead = max(lead, body.LeadOf(b))
	}
	return max(lead, d.setup.Scene.Dress.SettleSeconds)
}

// settleStep is the step in which they do, at most that of the scene [s].
func (d *dresser) settleStep(settle float64) float64 {
	return settle / float64(max(1, int(math.Ceil(settle/d.setup.Scene.StepSeconds()-1e-6))))
}

// fastened fastens what the scene holds to the body, untangles the cloth, and has internal friction start from there.
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

// settle lets cloth settle from one time before 0 until another, both in s, and says how it is worn at 0; its tops were
// at these heights before.
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

// toUntangle is that stage.
const toUntangle = "dressing: untangling"

// step takes a step in time, and counts those that do not converge.
func (d *dresser) step(h float64) error {
	rep, err := d.sim.Step(h)
	if d.steps++; rep.Outcome == step.Unconverged {
		d.unconverged++
	}
	return err
}
