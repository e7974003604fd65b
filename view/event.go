package view

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Event is an action of the user on a simulation. It acts before the step with its number, or within it.
type Event struct {
	Step int64  `json:"step"`                // number of steps before it
	Do   string `json:"do"`                  // kind, see below
	Late int    `json:"iteration,omitempty"` // drag, hurry: within the next step, after so many Newton iterations; 0: before it

	Tri       *int32      `json:"tri,omitempty"`       // grab: triangle of the cloth
	Bary      *[3]float64 `json:"bary,omitempty"`      // grab: barycentric coordinates of the point
	Radius    *float64    `json:"radius_m,omitempty"`  // grab: radius of the cloth that is grabbed
	To        *[3]float64 `json:"to,omitempty"`        // drag: target of the hand [m]; wind [m/s]; gravity [m/s²]
	Vertices  []int32     `json:"vertices,omitempty"`  // pin, unpin
	Factor    *float64    `json:"factor,omitempty"`    // soft_pins: strength relative to the scene's
	Amplitude *float64    `json:"amplitude,omitempty"` // gust: relative to the mean wind
	Hz        *float64    `json:"hz,omitempty"`        // gust: main frequency
	Seconds   *float64    `json:"seconds,omitempty"`   // rest: how long
	On        *bool       `json:"on,omitempty"`        // friction
	Part      *int32      `json:"part,omitempty"`      // fabric: index of the piece of cloth
	Name      string      `json:"name,omitempty"`      // fabric
	Body      *int32      `json:"body,omitempty"`      // body: index
	Sum       string      `json:"sha256,omitempty"`    // end: of the state
}

// Kinds of events.
const (
	Grab     = "grab"      // a hand grabs cloth at a point
	Drag     = "drag"      // the hand moves to a target, at a bounded speed
	Release  = "release"   // the hand lets go
	Hurry    = "hurry"     // a long step ends early, because an event waits for its end
	Pin      = "pin"       // vertices are pinned where they are
	Unpin    = "unpin"     // vertices are unpinned
	SoftPins = "soft_pins" // the strength of soft pins is scaled
	WindTo   = "wind"      // mean velocity of the wind
	Gust     = "gust"      // variation of the wind
	Gravity  = "gravity"
	Rest     = "rest"     // time passes for the cloth while all else stands still
	Friction = "friction" // internal friction on or off
	Fabric   = "fabric"   // another fabric; positions stay, history is cleared
	MoveBody = "body"     // a body moves to a target, at a bounded speed
	Reset    = "reset"    // back to the start; wind, gravity, fabrics and friction stay
	Restart  = "restart"  // back to the start with all settings of the scene
	End      = "end"      // end of the recording
)

// Header is the first line of a recording.
type Header struct {
	Version int      `json:"hysteron_recording"` // 1
	Scene   string   `json:"scene"`              // path or name
	Set     []string `json:"set,omitempty"`      // overrides of values of the file
	Backend string   `json:"backend"`            // cpu or gpu
	Device  string   `json:"device,omitempty"`
	Input   string   `json:"input_sha256"` // hash of the input of the simulation
}

const recordingVersion = 1

// leastPull is the smallest factor of the strength of soft pins; the largest is its inverse.
const leastPull = 0.01

// Check returns an error if the event is invalid.
func (e *Event) Check() error {
	want := func(ok bool, format string, args ...any) error {
		if ok {
			return nil
		}
		return fmt.Errorf("%q: expected "+format, append([]any{e.Do}, args...)...)
	}
	finite := func(v *[3]float64, most float64) bool {
		if v == nil {
			return false
		}
		for _, a := range v {
			if !cloth.Finite(a) || a > most || a < -most {
				return false
			}
		}
		return true
	}
	within := func(v *float64, lo, hi float64) bool { return v != nil && *v >= lo && *v <= hi }
	if e.Step < 0 {
		return fmt.Errorf("step %d: expected 0 or more", e.Step)
	}
	if e.Late < 0 || e.Late > 0 && e.Do != Drag && e.Do != Hurry || e.Late == 0 && e.Do == Hurry {
		return fmt.Errorf("%q with iteration %d: expected 0 or more of a drag, more than 0 of a hurry, and 0 of others", e.Do,
			e.Late)
	}
	known, ok := members[e.Do]
	if !ok {
		return fmt.Errorf("unknown event %q: expected one of %q", e.Do, kinds())
	}
	for _, m := range e.given() {
		if !slices.Contains(known, m) {
			return fmt.Errorf("%q has no %q: expected %q", e.Do, m, known)
		}
	}
	switch e.Do {
	case Grab:
		return errors.Join(want(e.Tri != nil && *e.Tri >= 0, "tri ≥ 0"), want(finite(e.Bary, 2), "bary, three numbers"),
			want(within(e.Radius, 0, 10), "radius_m of 0 to 10"))
	case Drag:
		return want(finite(e.To, 1e4), "to, three numbers of at most 1e4 m")
	case WindTo:
		return want(finite(e.To, 300), "to, three numbers of at most 300 m/s")
	case Gravity:
		return want(finite(e.To, 1000), "to, three numbers of at most 1000 m/s²")
	case MoveBody:
		return errors.Join(want(e.Body != nil && *e.Body >= 0, "body ≥ 0"), want(finite(e.To, 1e4), "to, three numbers of "+
			"at most 1e4 m"))
	case Pin, Unpin:
		for _, v := range e.Vertices {
			if v < 0 {
				return want(false, "vertices ≥ 0")
			}
		}
		return want(len(e.Vertices) > 0, "vertices")
	case SoftPins:
		return want(within(e.Factor, leastPull, 1/leastPull), "factor of %g to %g", leastPull, 1/leastPull)
	case Gust:
		return errors.Join(want(within(e.Amplitude, 0, 10), "amplitude of 0 to 10"), want(within(e.Hz, 0, 100),
			"hz of 0 to 100"))
	case Rest:
		return want(e.Seconds != nil && *e.Seconds > 0 && *e.Seconds <= 1e9, "seconds above 0 and up to 1e9")
	case Friction:
		return want(e.On != nil, "on")
	case Fabric:
		return errors.Join(want(e.Part != nil && *e.Part >= 0, "part ≥ 0"), want(e.Name != "", "name"))
	}
	return nil
}

// before reports whether an event acts before another one.
func (e *Event) before(o *Event) bool { return e.Step < o.Step || e.Step == o.Step && e.Late < o.Late }

// members maps kinds of events to their members.
var members = map[string][]string{
	Grab: {"tri", "bary", "radius_m"}, Drag: {"to"}, Release: {}, Hurry: {}, Pin: {"vertices"}, Unpin: {"vertices"},
	SoftPins: {"factor"}, WindTo: {"to"}, Gust: {"amplitude", "hz"}, Rest: {"seconds"},
	Gravity: {"to"}, Friction: {"on"}, Fabric: {"part", "name"}, MoveBody: {"body", "to"}, Reset: {}, Restart: {},
	End: {"sha256"},
}

func kinds() (list []string) {
	for k := range members {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// given lists the members that an event has.
func (e *Event) given() (list []string) {
	for _, m := range []struct {
		name string
		has  bool
	}{
		{"tri", e.Tri != nil}, {"bary", e.Bary != nil}, {"radius_m", e.Radius != nil}, {"to", e.To != nil},
		{"vertices", e.Vertices != nil},
		{"amplitude", e.Amplitude != nil}, {"hz", e.Hz != nil}, {"seconds", e.Seconds != nil},
		{"on", e.On != nil}, {"part", e.Part != nil},
		{"name", e.Name != ""},
		{"body", e.Body != nil}, {"sha256", e.Sum != ""},
	} {
		if m.has {
			list = append(list, m.name)
		}
	}
	return list
}

// Vec converts a vector to the form of events.
func Vec(v r3.Vec) *[3]float64 { return &[3]float64{v.X, v.Y, v.Z} }

// OfVec converts it back.
func OfVec(v *[3]float64) r3.Vec { return r3.Vec{X: v[0], Y: v[1], Z: v[2]} }

// maxRecording bounds the size of a recording [bytes], maxLine that of a line.
const (
	maxRecording = 1 << 30
	maxLine      = 64 << 20
)

// ReadRecording reads a header and events. Errors name file and line.
func ReadRecording(file string, data []byte) (h Header, events []Event, err error) {
	if len(data) > maxRecording {
		return h, nil, fmt.Errorf("%s: %d bytes: expected at most %d", file, len(data), maxRecording)
	}
	ended := false
	for n := 1; len(data) > 0; n++ {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		fail := func(err error) (Header, []Event, error) { return h, nil, fmt.Errorf("%s:%d: %w", file, n, err) }
		if len(line) > maxLine {
			return fail(fmt.Errorf("%d bytes in a line: expected at most %d", len(line), maxLine))
		}
		if n == 1 {
			if err := strict(line, &h); err != nil {
				return fail(fmt.Errorf("no header of a recording: %w", err))
			}
			if h.Version != recordingVersion {
				return fail(fmt.Errorf("hysteron_recording %d: expected %d", h.Version, recordingVersion))
			}
			if h.Scene == "" || h.Backend != "cpu" && h.Backend != "gpu" {
				return fail(fmt.Errorf("scene %q on backend %q: expected a scene, and cpu or gpu", h.Scene, h.Backend))
			}
			continue
		}
		if len(bytes.TrimSpace(line)) == 0 && len(data) == 0 {
			break
		}
		var e Event
		if err := strict(line, &e); err != nil {
			return fail(err)
		}
		if err := e.Check(); err != nil {
			return fail(err)
		}
		if ended {
			return fail(errors.New("an event after the end: expected none"))
		}
		if n := len(events); n > 0 && e.before(&events[n-1]) {
			if last := &events[n-1]; e.Step == last.Step {
				return fail(fmt.Errorf("iteration %d after iteration %d of step %d: expected iterations in order", e.Late,
					last.Late, e.Step))
			}
			return fail(fmt.Errorf("step %d after step %d: expected steps in order", e.Step, events[n-1].Step))
		}
		ended = e.Do == End
		events = append(events, e)
	}
	if h.Version == 0 {
		return h, nil, fmt.Errorf("%s: empty: expected a header and events", file)
	}
	return h, events, nil
}

// strict decodes one JSON value, without unknown members or anything after it.
func strict(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("an empty line: expected a JSON object")
		}
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something after the JSON object: expected the end of the line")
	}
	return nil
}

// Recorder writes a recording line by line. A nil Recorder writes nothing.
type Recorder struct {
	w   io.Writer
	err error
}

// NewRecorder starts a recording.
func NewRecorder(w io.Writer, h Header) *Recorder {
	h.Version = recordingVersion
	r := &Recorder{w: w}
	r.line(h)
	return r
}

// Add writes an event.
func (r *Recorder) Add(e Event) {
	if r != nil {
		r.line(e)
	}
}

func (r *Recorder) line(v any) {
	if r.err != nil {
		return
	}
	data, err := json.Marshal(v)
	if err == nil {
		_, err = r.w.Write(append(data, '\n'))
	}
	r.err = err
}

// Err returns the first error of writing.
func (r *Recorder) Err() error {
	if r == nil {
		return nil
	}
	return r.err
}
