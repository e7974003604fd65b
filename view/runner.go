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

// Picture is what is to be seen of a session between two steps. It is a copy of its own.
type SimPicture struct {
	Serial  int64                  // grows with each picture
	Steps   int64                  // taken
	Frame   int64                  // whole ones since the start
	Within  int                    // steps after it
	Time    float64                // [s]
	X       []r3.Vec               // of the cloth [m]; with Device of the latest whole frame at least
	Device  *render.PositionBuffer // where they are on a device, in memory of its own; nil: they are not
	Model   *cloth.Model
	Bodies  []r3.Vec // how far each is from where its own motion has it [m]
	Pinned  []int32
	Held    []int32    // vertices that the hand holds
	Hand    *[2]r3.Vec // where it is, and where it is led; nil: none
	Values  []float64  // per triangle or vertex of the cloth, of the kind that was asked for; may be nil
	Kind    Values
	Report  step.Report
	Playing bool
	Rate    float64 // simulated over real time, lately
	Probe   Probe
	Fabrics []string // of the parts
	Forces  step.Steering
	Yarns   bool    // internal friction is on
	Soft    int     // soft pins
	Pull    float64 // factor of their strength
	Asked   Asked   // the last event that a step has followed
}

// Values are numbers on the cloth.
type Values int

// The kinds of values.
const (
	NoValues       Values = iota
	Strains               // largest principal strain of each triangle [%]
	FrictionStress        // of each triangle [N/m]
	Distances             // of each vertex from bodies, ground and, within a centimetre, other cloth [m]
)

// Runner runs a session: by itself in a goroutine beside whoever draws (Go), or in turns with him (Turn), where both
// use one thread. Its other methods are for whoever draws.
type Runner struct {
	s      *Session
	device func(*sim.Engine) (*render.PositionBuffer, error)

	mu      sync.Mutex
	wake    *sync.Cond
	events  []Event
	playing bool
	due     int // steps that are to be taken though it does not play
	speed   float64
	closed  bool
	done    chan struct{} // of the goroutine
	shown   SimPicture    // the front buffer
	asked   Asked         // the first event that waits
	owes    bool          // it, or one that acts, is still to be answered
	kind    Values
	probe   Spot
	notes   []string
	failure error
	saveTo  string // folder that caches are to be saved in; "": none

	// Of whoever runs it.
	anchor    time.Time // real time of the simulated time below
	simulated float64
	rates     rates
	gauge     *Gauge
	film      film
	acting    Asked // the first event that no step has followed yet
	since     int   // iterations of the step under way before it
	hurried   bool  // the step under way
	published time.Time
	answered  Asked
}

// NewRunner makes one that stands still. watch, which may be nil, looks on while steps are taken.
func NewRunner(s *Session, watch step.Watch) (*Runner, error) {
	r := &Runner{s: s, speed: 1, probe: Spot{Tri: -1}, gauge: NewGauge(s.Setup)}
	r.wake = sync.NewCond(&r.mu)
	s.Attend(watch, nil)
	return r, r.publish()
}

// Keep has pictures made on the device: copy copies positions there, into memory that is not written again before the
// picture after the next. They are read back only where something else needs them.
func (r *Runner) Keep(copy func(*sim.Engine) (*render.PositionBuffer, error)) error {
	r.device = copy
	return r.publish()
}

// Go runs it in a goroutine of its own until Close.
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
				time.Sleep(min(wait, 5*time.Millisecond)) // short, so that events are not kept waiting
			}
		}
	}()
}

// Turn works for about as long as said, or until nothing is due.
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

// Advance lets seconds pass as if they were real, with as many steps as they hold: for scripts, which must not depend
// on how fast a machine is.
func (r *Runner) Advance(seconds float64) {
	r.mu.Lock()
	if r.playing {
		r.simulated += seconds * r.speed
	}
	for ; r.playing && r.simulated >= r.s.H*(1-1e-9); r.simulated -= r.s.H {
		r.due++
	}
	due, playing := r.due, r.playing
	r.playing = false // what is due is all
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

// work lets events act, takes a step if one is due, and publishes what came out. It returns how long the next step has
// time.
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
	r.asked = Asked{}
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
		// Late by more than a tenth of a second, real time is let go.
		if r.anchor.IsZero() || now.Sub(r.anchor) > 100*time.Millisecond+time.Duration(r.s.H/speed*float64(time.Second)) {
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

// stop stops at an error, and says so. A step that failed has left a good state.
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

// publish makes a picture of what is, in the back buffer, and shows it.
func (r *Runner) publish() error {
	s := r.s
	r.mu.Lock()
	kind, probe, playing, before := r.kind, r.probe, r.playing, r.shown.X
	flows := r.playing || r.due > 0
	r.mu.Unlock()
	p := SimPicture{
		Steps: s.steps, Frame: s.frames, Within: s.within, Time: s.time, Model: s.Setup.Model, X: before, Bodies: s.Offsets(),
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
			return fmt.Errorf("vertex %d is at (%g, %g, %g): expected finite numbers; R goes back to the start", i, x.X, x.Y,
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
	r.owes = !r.asked.At.IsZero() || !r.acting.At.IsZero()
	r.mu.Unlock()
	r.published = time.Now()
}

// Latest is the latest picture. What it refers to is never changed.
func (r *Runner) Latest() SimPicture {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown
}

// Answered is the event that the latest picture answers.
func (r *Runner) Answered() Asked {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown.Asked
}

// Owes reports whether an event waits for what answers it.
func (r *Runner) Owes() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.owes
}

// Do has an event act before the next step.
func (r *Runner) Do(e Event) {
	r.change(func() {
		// Of drags that wait only the last one matters.
		if n := len(r.events); n > 0 && e.Do == Drag && r.events[n-1].Do == Drag {
			r.events = r.events[:n-1]
		}
		r.events = append(r.events, e)
		if r.playing && r.asked.At.IsZero() {
			r.asked, r.owes = Asked{At: time.Now(), Steps: r.shown.Steps}, true
		}
	})
}

// Play lets it run, or stops it.
func (r *Runner) Play(on bool) { r.change(func() { r.playing = on && r.failure == nil }) }

// Playing reports whether it runs.
func (r *Runner) Playing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.playing
}

// Steps takes so many steps, and stops.
func (r *Runner) Steps(n int) { r.change(func() { r.playing, r.due = false, n }) }

// SetSpeed sets simulated over real time, at most.
func (r *Runner) SetSpeed(v float64) { r.change(func() { r.speed = v }) }

// Measure has pictures hold values of a kind, and a probe.
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

// nothing is an event that makes a new picture only; it is neither recorded nor an error.
const nothing = ""

// idle reports whether nothing is to be done; the mutex is held.
func (r *Runner) idle() bool {
	return !r.playing && r.due == 0 && len(r.events) == 0 && r.saveTo == ""
}

// Busy reports whether something is still to be done that was asked for, beside what plays.
func (r *Runner) Busy() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.due > 0 || len(r.events) > 0
}

// Notes takes what is to be said.
func (r *Runner) Notes() (list []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	list, r.notes = r.notes, nil
	return list
}

// Failure is the error after which nothing goes on, as that of a lost device.
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

// Close stops it, ends the recording and the session. What is to be saved is, with the frame that is under way.
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

// rates measures simulated over real time, over about the last second.
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
