package view

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// Session is a simulation that a user steers. Its state depends on the scene, the backend, and the events with their
// steps alone. Its methods must not be called concurrently.
type Session struct {
	Setup    *scenes.Setup
	H        float64   // step size [s]
	Recorder *Recorder // of the events; may be nil

	engine   *sim.Engine
	start    *cloth.State
	restarts bool  // the start has a history of other fabrics, which is cleared
	first    first // settings of the scene
	steps    int64 // number of steps, with those before a reset
	frames   int64 // whole frames since the start or the last reset, and steps since that frame
	within   int
	time     float64 // since the start or the last reset [s]
	rested   float64 // see Rested [s]
	steering step.Steering
	friction bool
	pull     float64 // strength of soft pins relative to the scene's
	hand     *hand
	carried  []*carried // per body; nil: not moved
	last     step.Report
	input    string // hash of the input of the simulation

	passing func(seconds float64) error // called after each step of a rest; may be nil

	watch step.Watch               // see Attend
	lead  func(step.Moment) *Event // see Attend
	late  []Event                  // of a recording, within the next step or the one in progress
}

// BeginSession dresses the scene and starts a session on a backend, "auto", "cpu" or "gpu". look, which may be nil, is
// called with the positions during dressing.
func BeginSession(ctx context.Context, setup *scenes.Setup, backend string, report func(sim.Progress),
	look func([]r3.Vec)) (*Session, error) {
	return begin(ctx, setup, report, look, func(state *cloth.State) (*sim.Engine, error) {
		return sim.OpenOn(ctx, opengl.Auto, backend, setup, state)
	})
}

// BeginSessionOn is BeginSession on an open backend, which the session does not close. Cloth too narrow for single
// precision is an input error on a GPU.
func BeginSessionOn(ctx context.Context, setup *scenes.Setup, on step.Backend, report func(sim.Progress),
	look func([]r3.Vec)) (*Session, error) {
	if err := setup.ErrDevice(); err != nil && on.Name() == "gpu" {
		return nil, param.Wrong(err)
	}
	return begin(ctx, setup, report, look, func(state *cloth.State) (*sim.Engine, error) {
		s, err := on.New(setup.Model, state, setup.Colliders, setup.Settings)
		return &sim.Engine{Sim: s, On: lent{on}}, err
	})
}

// lent is a backend that the session does not close.
type lent struct{ step.Backend }

func (lent) Close() error { return nil }

func begin(ctx context.Context, setup *scenes.Setup, report func(sim.Progress), look func([]r3.Vec),
	open func(*cloth.State) (*sim.Engine, error)) (*Session, error) {
	s := &Session{Setup: setup, H: setup.Scene.StepSeconds(), friction: true, pull: 1,
		steering: setup.Settings.Steering()}
	s.carried = make([]*carried, len(setup.Bodies))
	print, err := setup.Print()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(print)
	s.input = hex.EncodeToString(sum[:])
	state, err := sim.Start(ctx, setup, report, look)
	if err != nil {
		return nil, err
	}
	s.start = state.Clone()
	s.first = first{start: s.start, model: setup.Model, parts: setup.Parts, pins: slices.Clone(setup.Model.Pins),
		steering: s.steering}
	if s.engine, err = open(s.start); err != nil {
		return nil, err
	}
	s.engine.SetWatch(s.attend)
	s.engine.Remarks(func(format string, args ...any) {
		report(sim.Progress{Stage: "note", Note: fmt.Sprintf(format, args...), Left: -1})
	})
	return s, nil
}

// Close ends the simulation.
func (s *Session) Close() error { return s.engine.Close() }

// Engine returns the simulation.
func (s *Session) Engine() *sim.Engine { return s.engine }

// Steps returns the number of steps, with those before a reset.
func (s *Session) Steps() int64 { return s.steps }

// Time returns the time since the start or the last reset [s].
func (s *Session) Time() float64 { return s.time }

// Frame returns the number of whole frames since then, and the number of steps after the last one.
func (s *Session) Frame() (frame int64, steps int) { return s.frames, s.within }

// Steering returns the present steering. Its grabs must not be changed.
func (s *Session) Steering() step.Steering { return s.steering }

// InternalFriction reports whether it is on.
func (s *Session) InternalFriction() bool { return s.friction }

// Report returns the report of the last step.
func (s *Session) Report() step.Report { return s.last }

// Header describes the session for a recording.
func (s *Session) Header() Header {
	scene := s.Setup.Scene
	h := Header{Scene: scene.Path, Set: scene.Set, Backend: s.engine.On.Name(), Device: s.engine.On.Device(),
		Input: s.input}
	if h.Scene == "" {
		h.Scene = scene.Name
	}
	return h
}

// Do applies an event now, whatever its step number, and records it. note is a message for the user.
func (s *Session) Do(e Event) (note string, err error) {
	e.Step, e.Late = s.steps, 0
	if err := e.Check(); err != nil {
		return "", err
	}
	if note, err = s.act(&e); err != nil {
		return "", fmt.Errorf("%s: %w", e.Do, err)
	}
	s.Recorder.Add(e)
	return note, s.Recorder.Err()
}

func (s *Session) act(e *Event) (note string, err error) {
	switch e.Do {
	case Grab:
		return "", s.grab(e)
	case Drag:
		if s.hand == nil {
			return "", fmt.Errorf("nothing is held")
		}
		s.hand.to = OfVec(e.To)
	case Release:
		return "", s.release()
	case Pin:
		return s.pin(e.Vertices)
	case Unpin:
		return s.unpin(e.Vertices)
	case SoftPins:
		s.Setup.Model.Pins = pulled(s.Setup.Model.Pins, *e.Factor/s.pull)
		s.pull = *e.Factor
	case WindTo:
		s.steering.Air.Velocity = OfVec(e.To)
		return "", s.steer()
	case Gust:
		s.steering.Air.Gust, s.steering.Air.Frequency = *e.Amplitude, *e.Hz
		return "", s.steer()
	case Gravity:
		s.steering.Gravity = OfVec(e.To)
		return "", s.steer()
	case Rest:
		return s.rest(*e.Seconds)
	case Friction:
		return s.setFriction(*e.On)
	case Fabric:
		return s.exchange(int(*e.Part), e.Name)
	case MoveBody:
		if int(*e.Body) >= len(s.carried) {
			return "", fmt.Errorf("body %d: expected one of %d", *e.Body, len(s.carried))
		}
		return "", s.carry(int(*e.Body), OfVec(e.To))
	case Reset:
		return "back at the start: wind, gravity, fabrics and friction stay as they are", s.reset()
	case Restart:
		return "back at the start, all as the scene says", s.restart()
	case End:
		sum, err := s.Sum()
		if err == nil && e.Sum != "" && e.Sum != sum {
			err = fmt.Errorf("the state has the sum %.12s…, in the recording it has %.12s…: expected the same bits",
				sum, e.Sum)
		}
		e.Sum = sum
		return "", err
	}
	return "", nil
}

func (s *Session) steer() error { return s.engine.Steer(s.steering) }

// Step takes a step. After an error, the state is that of the last good sub-step if the error wraps a step.StepError.
func (s *Session) Step() error {
	for _, c := range s.carried {
		if c != nil {
			c.begin(s.time, s.H)
		}
	}
	if s.hand != nil {
		s.hand.move(s.H)
		s.steering.Grabs = s.hand.grabs()
		if err := s.steer(); err != nil {
			return err
		}
	}
	rep, err := s.engine.Step(s.H)
	s.last = rep
	s.steps++
	s.time += s.H
	if s.within++; s.within == s.Setup.Scene.StepsPerFrame() {
		s.frames, s.within = s.frames+1, 0
	}
	return errors.Join(err, s.replayMissed())
}

// setFriction turns the internal friction on or off and clears its history.
func (s *Session) setFriction(on bool) (note string, err error) {
	if on == s.friction {
		return "", nil
	}
	s.friction = on
	if err := s.engine.SetTerms(s.terms()...); err != nil {
		return "", err
	}
	return map[bool]string{true: "internal friction on: its history begins anew", false: "internal friction off"}[on],
		s.engine.ResetHistory()
}

// exchange replaces the fabric of a part. Positions and velocities stay; history is cleared.
func (s *Session) exchange(part int, fabric string) (note string, err error) {
	state, err := s.engine.State()
	if err != nil {
		return "", err
	}
	old, parts := s.Setup.Model, s.Setup.Parts
	if err := s.Setup.Exchange(part, fabric); err != nil {
		return "", err
	}
	s.Setup.Model.Pins = old.Pins
	if err := s.renew(onto(s.Setup.Model, state)); err != nil {
		s.Setup.Model, s.Setup.Parts = old, parts
		return "", err
	}
	if err := s.engine.ResetHistory(); err != nil {
		return "", err
	}
	s.start = onto(s.Setup.Model, s.start)
	s.restarts = true
	return fmt.Sprintf("%s is of %s now: positions stay, its history begins anew", s.Setup.Parts[part].Name,
		s.Setup.Parts[part].Fabric.Name), nil
}

// renew rebuilds the simulation from a state, with the present model and bodies.
func (s *Session) renew(state *cloth.State) error {
	made, err := s.engine.On.New(s.Setup.Model, state, s.Setup.Colliders, s.Setup.Settings)
	if err != nil {
		return err
	}
	if err := made.SetTerms(s.terms()...); err != nil {
		return errors.Join(err, made.Close())
	}
	s.engine.Sim.Close()
	s.engine.Sim = made
	made.SetWatch(s.attend)
	return s.steer()
}

// terms returns the names of the active terms.
func (s *Session) terms() []string {
	terms := step.TermNames()
	if !s.friction {
		terms = slices.DeleteFunc(terms, func(n string) bool { return n == "dahl" })
	}
	return terms
}

// onto returns a state of model m with the positions and velocities of a state of another model, without history.
func onto(m *cloth.Model, from *cloth.State) *cloth.State {
	to := cloth.NewState(m)
	to.Time = from.Time
	copy(to.X, from.X)
	copy(to.V, from.V)
	return to
}

// Sum returns the SHA-256 of the state: time, positions, velocities, history.
func (s *Session) Sum() (string, error) {
	state, err := s.engine.State()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	var b [8]byte
	put := func(values ...float64) {
		for _, v := range values {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
			h.Write(b[:])
		}
	}
	put(state.Time)
	for i := range state.X {
		put(state.X[i].X, state.X[i].Y, state.X[i].Z, state.V[i].X, state.V[i].Y, state.V[i].Z)
	}
	for k := range state.Past {
		put(state.Past[k].Data...)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// positions returns the positions of the present state in full precision.
func (s *Session) positions() ([]r3.Vec, error) {
	state, err := s.engine.State()
	if err != nil {
		return nil, err
	}
	return state.X, nil
}
