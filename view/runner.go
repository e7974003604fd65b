package view

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"
	"hysteron/render"
	"hysteron/sim"
	"hysteron/step"
)

// SimPicture is a copy of the state of a session between two steps, for drawing.
type SimPicture struct {
	Serial  int64                  // increases with each picture
	Steps   int64                  // number of steps
	Frame   int64                  // whole frames since the start
	Within  int                    // steps since that frame
	Time    float64                // [s]
	Rested  float64                // time that passed besides, while bodies stood still [s]
	X       []r3.Vec               // positions of the cloth [m]; with Device of the latest whole frame at least
	Device  *render.PositionBuffer // positions in memory of a device; nil: not there
	Model   *cloth.Model
	Bodies  []r3.Vec // offsets from their own motions [m]
	Pinned  []int32
	Held    []int32    // vertices that the hand holds
	Hand    *[2]r3.Vec // its position and target; nil: no hand
	Values  []float64  // per triangle or vertex of the cloth, of the requested kind; may be nil
	Kind    Values
	Report  step.Report
	Playing bool
	Rate    float64 // simulated over real time, recently
	Probe   Probe
	Fabrics []string // of the parts
	Forces  step.Steering
	Yarns   bool       // internal friction is on
	Soft    int        // number of soft pins
	Pull    float64    // factor of their strength
	Asked   EventTimes // last event with a step after it
}

// Values is a kind of values on the cloth.
type Values int

// The kinds of values.
const (
	NoValues       Values = iota
	Strains               // largest principal strain of each triangle [%]
	FrictionStress        // of each triangle [N/m]
	Distances             // of each vertex from bodies, ground and, within a centimetre, other cloth [m]
)

// Runner runs a session, either in a goroutine of its own (Go), or in turns on the drawing thread (Turn) if both need
// one thread. Its other methods are for the drawing thread.
type Runner struct {
	s      *Session
	device func(*sim.Engine) (*render.PositionBuffer, error)

	mu      sync.Mutex
	wake    *sync.Cond
	events  []Event
	playing bool
	due     int // steps to take although it is paused
	speed   float64
	closed  bool
	done    chan struct{} // of the goroutine
	shown   SimPicture    // front buffer
	asked   EventTimes    // first waiting event
	pending bool          // an event still has no picture
	kind    Values
	probe   Spot
	notes   []string
	failure error
	saveTo  string // folder of caches to be saved; "": none

	// Of the running goroutine.
	anchor    time.Time // real time of the simulated time below
	simulated float64
	rates     rates
	gauge     *Gauge
	film      film
	acting    EventTimes // first event without a step after it
	since     int        // iterations of the step in progress before it
	hurried   bool       // the step in progress is hurried
	published time.Time
	answered  EventTimes
}

// NewRunner returns a paused runner. watch, which may be nil, is called during steps.
func NewRunner(s *Session, watch step.Watch) (*Runner, error) {
	r := &Runner{s: s, speed: 1, probe: Spot{Tri: -1}, gauge: NewGauge(s.Setup)}
	r.wake = sync.NewCond(&r.mu)
	s.Attend(watch, nil)
	s.passing = r.passing
	return r, r.publish()
}

// Keep keeps the positions of pictures on the device. copy copies them into memory that is not overwritten before the
// next picture but one. They are read back only if something else needs them.
func (r *Runner) Keep(copy func(*sim.Engine) (*render.PositionBuffer, error)) error {
	r.device = copy
	return r.publish()
}

// Go runs the session in a goroutine until Close.
func (r *Runner) Go() {
	r.done = make(chan struct{})
	watch := r.s.watch
	r.s.Attend(func(m step.Moment) error {
		if watch != nil {
			if err := watch(m); err != nil {
				return err
			}
		}
		return r.between(m)
	}, r.lead)
	go func() {
		defer close(r.done)
		if r.s.Setup.Settings.Background {
			linalg.Background()
		}
		for {
			r.mu.Lock()
			for !r.closed && r.idle() {
				r.wake.Wait()
			}
			closed := r.closed
			r.mu.Unlock()
			if closed {
				return
			}
			if wait := r.work(); wait > 0 {
				time.Sleep(min(wait, 5*time.Millisecond)) // short, so that events do not wait
			}
		}
	}()
}

// Turn works for about a duration, or until nothing is due.
func (r *Runner) Turn(most time.Duration) {
	for end := time.Now().Add(most); ; {
		r.mu.Lock()
		idle := r.idle()
		r.mu.Unlock()
		if idle || r.work() > 0 || !time.Now().Before(end) {
			return
		}
	}
}

// Advance simulates seconds, whatever the speed of the machine, for scripts.
func (r *Runner) Advance(seconds float64) {
	r.mu.Lock()
	if r.playing {
		r.simulated += seconds * r.speed
	}
	for ; r.playing && r.simulated >= r.s.H*(1-1e-9); r.simulated -= r.s.H {
		r.due++
	}
	due, playing := r.due, r.playing
	r.playing = false // only what is due
	r.mu.Unlock()
	r.work()
	for range due - 1 {
		r.work()
	}
	r.mu.Lock()
	if r.failure == nil {
		r.playing = playing
	}
	r.shown.Playing = r.playing
	r.mu.Unlock()
}

// work lets events act, takes a step if one is due, and publishes the result. It returns the time until the next step
// is due.
func (r *Runner) work() (wait time.Duration) {
	r.mu.Lock()
	events := r.events
	r.events = nil
	playing, speed := r.playing, r.speed
	must := r.due > 0
	if r.acting.At.IsZero() && !r.asked.At.IsZero() {
		r.acting = r.asked
		r.acting.Acted = time.Now()
	}
	r.asked = EventTimes{}
	r.mu.Unlock()

	acted := len(events) > 0
	for _, e := range events {
		if e.Do == nothing {
			continue
		}
		note, err := r.s.Do(e)
		if err != nil {
			note = err.Error()
		}
		r.note(note)
	}
	now := time.Now()
	if !playing {
		r.anchor = time.Time{}
	}
	goes := must
	if playing && !must {
		// A lag of more than a tenth of a second is dropped.
		if r.anchor.IsZero() ||
			now.Sub(r.anchor) > 100*time.Millisecond+time.Duration(r.s.H/speed*float64(time.Second)) {
			r.anchor = now
		}
		next := r.anchor.Add(time.Duration(r.s.H / speed * float64(time.Second)))
		if wait = next.Sub(now); wait <= 0 {
			goes, r.anchor, wait = true, next, 0
		}
	}
	if goes {
		r.since, r.hurried = 0, false
		err := r.s.Step()
		r.rates.add(now, r.s.H)
		if !r.acting.At.IsZero() {
			r.answer()
		}
		r.mu.Lock()
		r.due = max(0, r.due-1)
		r.mu.Unlock()
		if err != nil {
			r.stop(err)
		}
	}
	if goes || acted {
		if err := r.publish(); err != nil {
			r.stop(err)
		}
	}
	r.save()
	return wait
}

// passing shows the cloth after a step of a rest. Closing ends the rest.
func (r *Runner) passing(seconds float64) error {
	r.mu.Lock()
	closed := r.closed
	r.mu.Unlock()
	if closed {
		return errClosed
	}
	if err := r.publish(); err != nil {
		return err
	}
	r.mu.Lock()
	r.shown.Rested += seconds
	r.mu.Unlock()
	return nil
}

var errClosed = errors.New("the viewer was closed")

// stop stops at an error and reports it. After a failed step the state is valid.
func (r *Runner) stop(err error) {
	r.mu.Lock()
	r.playing, r.due = false, 0
	if !failed(err) {
		r.failure = err
	}
	r.mu.Unlock()
	r.note(err.Error())
}

func (r *Runner) note(text string) {
	if text == "" {
		return
	}
	r.mu.Lock()
	r.notes = append(r.notes, text)
	r.mu.Unlock()
}

// publish makes a picture of the state in the back buffer, and shows it.
func (r *Runner) publish() error {
	s := r.s
	r.mu.Lock()
	kind, probe, playing, before := r.kind, r.probe, r.playing, r.shown.X
	flows := r.playing || r.due > 0
	r.mu.Unlock()
	p := SimPicture{
		Steps: s.steps, Frame: s.frames, Within: s.within, Time: s.time, Rested: s.rested,
		Model: s.Setup.Model, X: before, Bodies: s.Offsets(),
		Pinned: s.Pinned(), Report: s.last, Playing: playing, Rate: r.rates.rate(time.Now()), Forces: s.steering,
		Yarns: s.friction, Kind: kind,
		Asked: r.answered,
	}
	for _, part := range s.Setup.Parts {
		p.Fabrics = append(p.Fabrics, part.Fabric.Name)
	}
	p.Soft, p.Pull = s.SoftPins()
	var err error
	if r.device != nil {
		if p.Device, err = r.device(s.engine); err != nil {
			return err
		}
	}
	if p.Device == nil || !flows || s.within == 0 || kind == Strains || kind == Distances || probe.Tri >= 0 ||
		before == nil {
		p.X = make([]r3.Vec, len(s.Setup.Model.X0))
		if err := s.engine.Positions(p.X); err != nil {
			return err
		}
	}
	for i, x := range p.X {
		if !cloth.FiniteVec(x) {
			return fmt.Errorf("vertex %d is at (%g, %g, %g): expected finite numbers; R goes back to the start", i, x.X,
				x.Y,
				x.Z)
		}
	}
	if at, to, holds := s.Hand(); holds {
		p.Hand, p.Held = &[2]r3.Vec{at, to}, s.hand.vertices
	}
	if err := r.gauge.measure(s, &p, kind, probe); err != nil {
		return err
	}
	r.film.add(s, p.X)
	r.show(p)
	return nil
}

// show makes a picture the latest one.
func (r *Runner) show(p SimPicture) {
	r.mu.Lock()
	p.Serial = r.shown.Serial + 1
	r.shown = p
	r.pending = !r.asked.At.IsZero() || !r.acting.At.IsZero()
	r.mu.Unlock()
	r.published = time.Now()
}

// Latest returns the latest picture. Its contents are never changed.
func (r *Runner) Latest() SimPicture {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown
}

// Answered returns the event whose effect the latest picture shows.
func (r *Runner) Answered() EventTimes {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown.Asked
}

// HasPending reports whether an event still has no picture.
func (r *Runner) HasPending() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pending
}

// Do queues an event for the next step.
func (r *Runner) Do(e Event) {
	r.change(func() {
		// Of waiting drags only the last one matters.
		if n := len(r.events); n > 0 && e.Do == Drag && r.events[n-1].Do == Drag {
			r.events = r.events[:n-1]
		}
		r.events = append(r.events, e)
		if r.playing && r.asked.At.IsZero() {
			r.asked, r.pending = EventTimes{At: time.Now(), Steps: r.shown.Steps}, true
		}
	})
}

// Play starts or pauses the simulation.
func (r *Runner) Play(on bool) { r.change(func() { r.playing = on && r.failure == nil }) }

// Playing reports whether the simulation is not paused.
func (r *Runner) Playing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.playing
}

// Steps takes a number of steps, then pauses.
func (r *Runner) Steps(n int) { r.change(func() { r.playing, r.due = false, n }) }

// SetSpeed sets the largest ratio of simulated to real time.
func (r *Runner) SetSpeed(v float64) { r.change(func() { r.speed = v }) }

// Measure sets the kind of values and the probe of pictures.
func (r *Runner) Measure(kind Values, probe Spot) {
	r.mu.Lock()
	same := r.kind == kind && r.probe == probe
	r.kind, r.probe = kind, probe
	idle := !r.playing && r.due == 0
	r.mu.Unlock()
	if !same && idle {
		r.change(func() { r.events = append(r.events, Event{Do: nothing}) })
	}
}

// nothing is an event that only makes a new picture. It is neither recorded nor an error.
const nothing = ""

// idle reports whether there is nothing to do. The mutex is locked.
func (r *Runner) idle() bool {
	return !r.playing && r.due == 0 && len(r.events) == 0 && r.saveTo == ""
}

// Busy reports whether a request is not done yet, apart from playing.
func (r *Runner) Busy() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.due > 0 || len(r.events) > 0
}

// Notes returns and removes the messages.
func (r *Runner) Notes() (list []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	list, r.notes = r.notes, nil
	return list
}

// Failure returns the error after which the simulation cannot go on, such as a lost device.
func (r *Runner) Failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failure
}

func (r *Runner) change(f func()) {
	r.mu.Lock()
	f()
	r.mu.Unlock()
	r.wake.Broadcast()
}

// Close ends the recording and the session. Requested caches are saved, after the frame in progress.
func (r *Runner) Close() error {
	r.change(func() { r.closed = true })
	if r.done != nil {
		<-r.done
	}
	for r.saveTo != "" && r.Failure() == nil && r.s.within != 0 {
		r.mu.Lock()
		r.playing, r.due = false, 1
		r.mu.Unlock()
		r.work()
	}
	r.save()
	var err error
	if r.s.Recorder != nil && r.Failure() == nil {
		_, err = r.s.Do(Event{Do: End})
	}
	return errors.Join(err, r.s.Close())
}

// rates measures simulated over real time during about the last second.
type rates struct{ list []ratePoint }

type ratePoint struct {
	at      time.Time
	seconds float64
}

func (r *rates) add(at time.Time, seconds float64) {
	r.list = append(r.list, ratePoint{at, seconds})
	for len(r.list) > 2 && at.Sub(r.list[0].at) > time.Second {
		r.list = r.list[1:]
	}
}

func (r *rates) rate(now time.Time) float64 {
	if len(r.list) < 2 {
		return 0
	}
	sum := 0.0
	for _, p := range r.list {
		sum += p.seconds
	}
	if d := now.Sub(r.list[0].at).Seconds(); d > 0 {
		return sum / d
	}
	return 0
}
