package dress

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
	"hysteron/scenes"
	"hysteron/step"
)

// Bounds on the motion of a vertex within one step of pulling the seams together: small
// enough that cloth cannot jump over a limb [m].
const (
	pullMost  = 0.02
	pullGoal  = 0.01
	pullRest  = 5e-4                 // the cloth has arrived, where no vertex moves farther in the longest step
	pullStep  = 1. / 30              // the longest step [s]
	pullFirst = pullStep / (1 << 18) // the first one of panels, whose seams move nothing by more than pullMost in it
	pullMax   = 600                  // steps
	pullLeast = 1e-9                 // the shortest one [s]
	pullGrow  = 5e-3                 // how far the surfaces of bodies come out in a step [m], see cpu.Sim.SetInset
	pullPush  = 60                   // steps of no duration in which what comes into a body is pushed farther than pullMost
)

// slack is the largest principal stretch that a dressed garment may have.
const slack = 1.6

// pull draws the seams together at the present time, and lets bodies grow into cloth that starts inside them: steps whose velocities are dropped follow the gradient of the
// elastic and contact potentials; their size adapts so that no vertex moves more than pullMost at once.
func (d *dresser) pull() error {
	s := d.sim
	gravity, tolerance, terms, self := s.Settings.Gravity, s.Settings.Tolerance, s.Terms, s.Settings.SelfContact
	acceleration, halvings := s.Settings.Acceleration, s.Settings.MaxHalvings
	s.Creeps = true
	defer func() {
		s.Creeps = false
		s.SetSelfContact(self)
		s.Settings.MaxHalvings = halvings
		s.Settings.Gravity, s.Settings.Tolerance, s.Settings.Acceleration = gravity, tolerance, acceleration
		s.SetTerms(terms)
	}()
	if !d.sewn() {
		s.SetSelfContact(false) // stretched seams cross each other
	}
	s.Settings.Gravity = r3.Vec{}
	s.Settings.MaxHalvings = 0 // shorter steps are taken here
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
	begin := pullFirst
	if d.sewn() {
		begin = pullStep / 256
	}
	h, pushed := begin, 0
	// The body grows into the cloth: it begins within itself, so far that all cloth is outside.
	inset := s.Deepest()
	if inset > 0 {
		inset += s.Settings.Thickness
	}
	defer s.SetInset(0, 0)
	work := &effort{watch: d.opt.Watch}
	s.SetWatch(work.look)
	defer s.SetWatch(d.opt.Watch)
	d.opt.Progress("dressing: pulling seams together", 0)
	var rest rest
	for range pullMax {
		copy(before, s.State.X)
		was := inset
		inset = max(0, inset-pullGrow)
		s.SetInset(inset, was)
		// Positions as near as asked, however short the step (see step.Settings).
		s.Settings.Tolerance = max(tolerance, rest.near(h)) * max(1, 1/(240*240*h*h))
		s.Settings.Acceleration = math.Inf(1) // velocities are dropped
		_, err := s.Step(h)
		s.State.Time = time
		move, fastest := 0.0, 0
		for v, x := range s.State.X {
			if l := r3.Norm(r3.Sub(x, before[v])); l > move {
				move, fastest = l, v
			}
		}
		if errors.Is(err, errStalled) {
			copy(s.State.X, before)
			return d.stalled(was)
		}
		var failed *step.StepError
		if err != nil && !errors.As(err, &failed) { // the watch
			return err
		}
		if err != nil || move > pullMost {
			if err == nil && h < 2*pullLeast && pushed < pullPush { // not the seams move it, but a body
				pushed++
				h = begin
				work.done(0)
				continue
			}
			work.done(0)
			copy(s.State.X, before)
			inset = was
			h /= 2
			if h < pullLeast {
				return d.stuck(fastest, move, err)
			}
			continue
		}
		work.done(h)
		d.opt.Show(s.State.X, time)
		d.opt.Progress("dressing: pulling seams together", min(1, math.Log(start/s.MaxStretch())/math.Log(max(start, 1.1))))
		if inset == 0 && d.sewn() && s.MaxStretch() <= slack {
			break // there are no seams to draw together: what is tight settles
		}
		if inset == 0 && rest.reached(d, h, move, before) {
			break
		}
		switch {
		case rest.quiet: // to be seen once more
		case move < pullGoal/16:
			h = min(4*h, pullStep) // in which it comes 16 times as far, at most
		case move < pullGoal:
			h = min(1.5*h, pullStep)
		}
	}
	if s.MaxStretch() > slack {
		return d.stretched()
	}
	return nil
}

// sewn tells whether no garment starts as panels: cloth that starts in its shape does not have to cross itself while bodies grow into it.
func (d *dresser) sewn() bool {
	return !slices.ContainsFunc(d.setup.Pieces, func(p scenes.Piece) bool { return p.Garment && !p.Sewn })
}
