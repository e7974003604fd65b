package view

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/sim"
	"hysteron/step"
)

// TestRunnerKeepsTime: advanced by seconds it takes the steps that they hold, at its speed; while it stands only those
// that are asked for; events act meanwhile, too.
func TestRunnerKeepsTime(t *testing.T) {
	s, log := begun(t, hung, "cpu")
	r, err := NewRunner(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Advance(1)
	if p := r.Latest(); p.Steps != 0 || p.Playing {
		t.Errorf("standing still it takes %d steps", p.Steps)
	}
	r.Steps(3)
	r.Advance(.1)
	if p := r.Latest(); p.Steps != 3 || p.Frame != 0 || len(p.X) != len(s.Setup.Model.X0) || len(p.Pinned) != 2 {
		t.Errorf("3 steps: %d, frame %d, %d vertices, %d pins", p.Steps, p.Frame, len(p.X), len(p.Pinned))
	}
	r.Do(Event{Do: WindTo, To: &[3]float64{0, 0, 5}})
	r.Advance(0)
	if p := r.Latest(); p.Steps != 3 || p.Forces.Air.Velocity.Z != 5 {
		t.Errorf("wind while it stands: %d steps, %v", p.Steps, p.Forces.Air.Velocity)
	}
	r.Play(true)
	r.SetSpeed(.5)
	r.Advance(.1) // six steps of 1/120 s
	r.Advance(.1)
	if p := r.Latest(); p.Steps != 15 || !p.Playing || p.Frame != 3 {
		t.Errorf("0.1 s at half speed, twice: %d steps, frame %d, expected 15 and 3", p.Steps, p.Frame)
	}
	r.Do(Event{Do: Pin, Vertices: []int32{99999}})
	r.Advance(0)
	if notes := r.Notes(); len(notes) != 1 || len(r.Notes()) != 0 {
		t.Errorf("notes %q: expected one, of a vertex that is not there", notes)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	_, events, err := ReadRecording("r", log.Bytes())
	if err != nil || len(events) != 2 || events[0].Step != 3 || events[1].Do != End || events[1].Step != 15 {
		t.Errorf("recorded %+v, %v", events, err)
	}
}

// TestRunnerBeside: in its goroutine it plays, and answers meanwhile.
func TestRunnerBeside(t *testing.T) {
	s, _ := begun(t, hung, "cpu")
	r, err := NewRunner(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Go()
	defer r.Close()
	until := func(what string, ok func(SimPicture) bool) SimPicture {
		t.Helper()
		for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
			if p := r.Latest(); ok(p) {
				return p
			}
		}
		t.Fatalf("after five minutes still not: %s; %+v", what, r.Latest().Steps)
		return SimPicture{}
	}
	r.Play(true)
	until("10 steps", func(p SimPicture) bool { return p.Steps >= 10 })
	r.Do(Event{Do: Gravity, To: &[3]float64{}})
	until("no gravity", func(p SimPicture) bool { return p.Forces.Gravity == (r3.Vec{}) })
	r.Play(false)
	r.Measure(Distances, Spot{Tri: 12, Corner: 2})
	p := until("distances", func(p SimPicture) bool { return p.Kind == Distances && p.Probe.Tri == 12 })
	v := s.Setup.Model.Tri[12][2]
	if p.Probe.Vertex != v {
		t.Errorf("vertex %d is probed, not %d", p.Probe.Vertex, v)
	}
	if want := r3.Norm(r3.Sub(p.X[v], r3.Vec{Y: .75, Z: -.3})) - .1; math.Abs(p.Values[v]-want) > 2e-3 ||
		p.Probe.Distance != p.Values[v] {
		t.Errorf("vertex %d is %g m from the sphere, the probe says %g: expected %g", v, p.Values[v], p.Probe.Distance, want)
	}
	r.Measure(FrictionStress, Spot{Tri: -1})
	p = until("friction", func(p SimPicture) bool { return p.Kind == FrictionStress })
	if len(p.Values) != len(p.Model.Tri) || p.Probe.Tri != -1 {
		t.Errorf("%d values of friction", len(p.Values))
	}
	before := p.Steps
	r.Steps(2)
	until("two more steps", func(p SimPicture) bool { return p.Steps == before+2 && !p.Playing })
}

// TestLedWithin: a hand that is led elsewhere within steps is answered there, in pictures of where they have led; what
// was recorded gives the same bits, also on the GPU; and where its iterations are missed it leads about as far.
func TestLedWithin(t *testing.T) {
	for _, backend := range []string{"cpu", "gpu"} {
		t.Run(backend, func(t *testing.T) { ledWithin(t, backend) })
	}
}

func ledWithin(t *testing.T, backend string) {
	s, log := begun(t, hung, backend)
	r, err := NewRunner(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, s, 3)
	do(t, s, Event{Do: Grab, Tri: livePtr(int32(60)), Bary: &[3]float64{.2, .3, .5}, Radius: livePtr(.1)})
	at, _, _ := s.Hand()
	watched, shown := 0, 0
	s.Attend(func(m step.Moment) error {
		if watched++; m.Stage == step.Between {
			r.published = time.Time{} // it is time
			before := r.Latest()
			if err := r.between(m); err != nil {
				return err
			}
			if p := r.Latest(); p.Serial > before.Serial && p.X[80] != before.X[80] && p.Steps == before.Steps {
				shown++
			}
			at = r3.Add(at, r3.Vec{X: .001, Y: .002, Z: .002})
			r.Do(Event{Do: Drag, To: Vec(at)})
		}
		return nil
	}, r.lead)
	for range 12 { // each begins with a pull, for which one iteration does not do
		at = r3.Add(at, r3.Vec{Z: .01})
		do(t, s, Event{Do: Drag, To: Vec(at)})
		steps(t, s, 1)
	}
	do(t, s, Event{Do: End})
	if led := strings.Count(log.String(), `"iteration":`); led < 12 || shown < 12 || watched < 50 {
		t.Fatalf("led %d times, seen %d times, watched %d times within 12 steps", led, shown, watched)
	}
	h, events, err := ReadRecording("r", log.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	out, err := Replay(context.Background(), h, events, backend, func(sim.Progress) {}, nil)
	if err != nil || !out.Same || out.Steps != 15 {
		t.Fatalf("%+v, %v", out, err)
	}
	// A drag may come after the last iteration in which a step is open, and waits for its end then: in one step of
	// twelve.
	if n := strings.Count(log.String(), `"hurry"`); n > 1 {
		t.Errorf("%d steps were hurried, expected one at most", n)
	}
	if backend == "gpu" {
		return
	}
	for i := range events { // as if the steps had had fewer iterations
		if events[i].Late > 0 {
			events[i].Late += 1000
		}
	}
	if out, err = Replay(context.Background(), h, events[:len(events)-1], backend, func(sim.Progress) {},
		func(o *Session) error {
			if _, to, holds := o.Hand(); o.steps == 14 &&
				(!holds || r3.Norm(r3.Sub(to, r3.Sub(at, r3.Vec{X: .001, Y: .002, Z: .002}))) > .06) {
				t.Errorf("after its iterations are missed the hand is led to %v, not about %v (%v)", to, at, holds)
			}
			return nil
		}); err != nil || out.Steps != 14 {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestHurried: a step that takes long is hurried where an event waits for its end, once, and not where none does; what
// was recorded gives the same bits.
func TestHurried(t *testing.T) {
	s, log := begun(t, hung+"[solver]\nmax_newton = 4\n", "cpu")
	r, err := NewRunner(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, s, 3)
	do(t, s, Event{Do: Grab, Tri: livePtr(int32(60)), Bary: &[3]float64{.2, .3, .5}, Radius: livePtr(.1)})
	at, _, _ := s.Hand()
	closed := 0
	s.Attend(func(m step.Moment) error {
		if m.Closed {
			closed++
		}
		if m.Closed && s.Steps()%2 == 0 {
			r.Do(Event{Do: WindTo, To: &[3]float64{0, 0, float64(s.Steps())}})
		}
		return nil
	}, r.lead)
	for range 12 {
		at = r3.Add(at, r3.Vec{X: .02, Y: .01, Z: .01})
		do(t, s, Event{Do: Drag, To: Vec(at)})
		r.hurried, r.events = false, nil
		steps(t, s, 1)
	}
	do(t, s, Event{Do: End})
	h, events, err := ReadRecording("r", log.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	hurries := 0
	for _, e := range events {
		if e.Do == Hurry {
			if hurries++; e.Step%2 != 0 || e.Late <= 2 {
				t.Errorf("step %d is hurried after %d iterations", e.Step, e.Late)
			}
		}
	}
	if hurries < 4 || hurries > 7 || closed < 8 {
		t.Fatalf("%d of 12 steps were hurried, closed at %d moments", hurries, closed)
	}
	out, err := Replay(context.Background(), h, events, "cpu", func(sim.Progress) {}, nil)
	if err != nil || !out.Same {
		t.Fatalf("%+v, %v", out, err)
	}
	events = slices.DeleteFunc(events, func(e Event) bool { return e.Do == Hurry })
	if out, err := Replay(context.Background(), h, events, "cpu", func(sim.Progress) {}, nil); err == nil || out.Same {
		t.Errorf("without hurry: %+v, expected other bits", out)
	}
}
