package serve

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"hysteron/param"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// Options of a server.
type Options struct {
	Version string
	Memory  *os.File // shared with the client; nil: arrays are in the messages
	// DressCache is the folder of dressed states, see sim.Options.
	DressCache string
}

// Serve answers the requests of a client until it closes in, or ctx ends. Then a request under way ends soon. An error
// is about the streams, or a stream that is not one of messages; a bad request is answered with one.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &server{ctx: ctx, opt: opt, ops: operations(), out: &writer{w: out}}
	if opt.Memory != nil {
		s.memory = &memory{file: opt.Memory}
		defer s.memory.close()
	}
	defer s.close()
	requests, broken := make(chan message), make(chan error, 1)
	go func() {
		defer end() // a client that is gone waits for nothing
		for {
			m, err := readMessage(in)
			if err != nil {
				broken <- err
				return
			}
			if id, is := cancels(m.json); is {
				s.cancel(id)
				continue
			}
			select {
			case requests <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case m := <-requests:
			if err := s.answer(m); err != nil {
				return err
			}
		case <-ctx.Done():
			select {
			case err := <-broken:
				if errors.Is(err, errStream) {
					err = errors.Join(param.Wrong(err), s.out.write(reply{Error: &failure{"input", err.Error()}}, nil))
					return err
				}
				if errors.Is(err, io.EOF) {
					return nil
				}
				return err
			default:
				return ctx.Err()
			}
		}
	}
}

// server answers one client.
type server struct {
	ctx    context.Context
	opt    Options
	ops    map[string]func(*request) (any, error)
	out    *writer
	memory *memory
	hailed bool // the client has named its protocol

	scene *scenes.Scene
	sim   *simulation

	mu    sync.Mutex
	now   int64 // the request under way
	under context.CancelCauseFunc
}

// errCancelled is the cause of a request that its client ends.
var errCancelled = fmt.Errorf("%w by the client", sim.ErrInterrupted)

// head is what all requests have.
type head struct {
	ID     int64   `json:"id"`
	Op     string  `json:"op"`
	Arrays []array `json:"arrays"`
}

// reply answers a request; with an event it is one of several, and the answer follows.
type reply struct {
	ID     int64    `json:"id"`
	Event  string   `json:"event,omitempty"` // note, warning or progress
	Text   string   `json:"text,omitempty"`
	Done   float64  `json:"done,omitempty"` // of a progress, 0 to 1
	Result any      `json:"result,omitempty"`
	Arrays []array  `json:"arrays,omitempty"`
	Error  *failure `json:"error,omitempty"`
}

// failure is why a request is not met.
type failure struct {
	Kind string `json:"kind"` // see kindOf
	Text string `json:"text"`
}

// kindOf an error: input, step (which failed), interrupted, failed (a device or a disk).
func kindOf(err error) string {
	var stepped *step.StepError
	switch {
	case errors.Is(err, sim.ErrInterrupted), errors.Is(err, context.Canceled):
		return "interrupted"
	case param.IsInputError(err):
		return "input"
	case errors.As(err, &stepped):
		return "step"
	}
	return "failed"
}

// wrongf is an error of input.
func wrongf(format string, args ...any) error { return param.Wrong(fmt.Errorf(format, args...)) }

// cancels reports whether a request is to end another one, and which.
func cancels(text []byte) (of int64, is bool) {
	var c struct {
		Op string `json:"op"`
		Of int64  `json:"of"`
	}
	return c.Of, json.Unmarshal(text, &c) == nil && c.Op == "cancel"
}

func (s *server) cancel(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under != nil && s.now == id {
		s.under(errCancelled)
	}
}

// request is one under way.
type request struct {
	head
	s     *server
	ctx   context.Context
	json  []byte
	bulk  []byte
	reply []array
	out   []byte // bulk data of the reply
}

// operations are what a client may ask for.
func operations() map[string]func(*request) (any, error) {
	return map[string]func(*request) (any, error){
		"hello": hello, "load": load, "start": start, "step": take, "get": get, "set": set, "pins": pins, "pin": pin,
		"unpin": unpin, "move_pins": movePins, "forces": forces, "grab": grab, "steer": steer, "move_body": moveBody,
		"forget": forget, "save": save, "restore": restore, "reset": reset, "check": checkContact, "close": closeSim,
	}
}

// answer answers a request. An error is about the stream.
func (s *server) answer(m message) error {
	r := &request{s: s, json: m.json, bulk: m.bulk}
	var rep reply
	if err := json.Unmarshal(m.json, &r.head); err != nil {
		rep.Error = &failure{"input", fmt.Sprintf("a request that cannot be read: %v", err)}
		return s.out.write(rep, nil)
	}
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	s.mu.Lock()
	s.now, s.under = r.ID, cancel
	s.mu.Unlock()
	r.ctx = ctx
	result, err := s.do(r)
	s.mu.Lock()
	s.under = nil
	s.mu.Unlock()
	rep = reply{ID: r.ID, Result: result, Arrays: r.reply}
	if err != nil {
		if s.ctx.Err() == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		rep, r.out = reply{ID: r.ID, Error: &failure{kindOf(err), oneLine(err)}}, nil
	}
	return s.out.write(rep, r.out)
}

// oneLine is an error's text, of several joined ones the first and how many there are.
func oneLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	if len(lines) > 1 && param.IsInputError(err) {
		return strings.Join(lines, "\n") // the lines of a file with a caret below the key
	}
	return lines[0]
}

// do has an operation done. A panic is an error, and ends the simulation, whose state is not to be trusted then.
func (s *server) do(r *request) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "hysteron: internal error: %v\n%s", p, debug.Stack())
			s.sim = nil
			result, err = nil, fmt.Errorf("internal error: %v: the simulation is closed", p)
		}
	}()
	op, ok := s.ops[r.Op]
	if !ok {
		return nil, wrongf("unknown op %q: expected one of %v", r.Op, slices.Sorted(maps.Keys(s.ops)))
	}
	if !s.hailed && r.Op != "hello" {
		return nil, wrongf("op %q before hello: expected the version of the protocol first", r.Op)
	}
	return op(r)
}

// decode reads the fields of a request, which must have no others.
func (r *request) decode(to any) error {
	d := json.NewDecoder(strings.NewReader(string(r.json)))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return wrongf("%s: %v", r.Op, strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// event sends what the client may want to know before the answer. A stream that is broken is found by the answer.
func (r *request) event(kind, text string, done float64) {
	_ = r.s.out.write(reply{ID: r.ID, Event: kind, Text: text, Done: done}, nil)
}

// input is the array of a name that the request has, with n rows (-1: any number) of the shape row.
func (r *request) input(name, kind string, n int, row ...int) ([]byte, int, error) {
	i := slices.IndexFunc(r.Arrays, func(a array) bool { return a.Name == name })
	if i < 0 {
		return nil, 0, wrongf("%s: no array %q: expected one", r.Op, name)
	}
	a := &r.Arrays[i]
	want := append([]int{n}, row...)
	ok := a.Type == kind && len(a.Shape) == len(want)
	for k := range want {
		ok = ok && a.Shape[k] >= 0 && a.Shape[k] <= math.MaxInt32 && (want[k] == a.Shape[k] || k == 0 && n < 0)
	}
	if !ok {
		return nil, 0, wrongf("%s: array of shape %v and dtype %q: expected %v and %q (-1: any number)", name, a.Shape, a.Type,
			want, kind)
	}
	size := int64(count(a.Shape)) * int64(sizeOf(kind))
	b, err := r.room(a.At, size)
	return b, a.Shape[0], err
}

// room is where an array lies that the client names: in the bulk data of the request, or in shared memory.
func (r *request) room(at, size int64) ([]byte, error) {
	if at < 0 || size < 0 || at > maxBulk {
		return nil, wrongf("%s: an array of %d bytes at %d: expected it in what is there", r.Op, size, at)
	}
	b := r.bulk
	if m := r.s.memory; m != nil {
		if err := m.reach(at + size); err != nil {
			return nil, param.Wrong(err)
		}
		b = m.mapped
	}
	if at+size > int64(len(b)) {
		return nil, wrongf("%s: an array of %d bytes at %d: expected it in the %d bytes of the request", r.Op, size, at, len(b))
	}
	return b[at : at+size], nil
}

// give hands out an array: in shared memory at the place that the client has chosen, else in the reply.
func (r *request) give(name, kind string, at int64, shape []int, put func([]byte)) error {
	size := int64(count(shape)) * int64(sizeOf(kind))
	var b []byte
	if r.s.memory != nil {
		var err error
		if b, err = r.room(at, size); err != nil {
			return err
		}
	} else {
		at = int64(len(r.out))
		r.out = append(r.out, make([]byte, size)...)
		b = r.out[at:]
	}
	put(b)
	r.reply = append(r.reply, array{name, at, kind, shape})
	return nil
}

// float reads one number of an array.
func float(b []byte, i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:])) }

// index reads one number of an array.
func index(b []byte, i int) int32 { return int32(binary.LittleEndian.Uint32(b[4*i:])) }

func hello(r *request) (any, error) {
	var args struct {
		head
		Protocol int `json:"protocol"`
	}
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	if args.Protocol != Protocol {
		return nil, wrongf("protocol %d: expected %d, which this program has", args.Protocol, Protocol)
	}
	r.s.hailed = true
	return map[string]any{"protocol": Protocol, "version": r.s.opt.Version, "commit": report.Commit(),
		"ops": slices.Sorted(maps.Keys(r.s.ops))}, nil
}

// loaded describes a scene.
type loaded struct {
	Name     string         `json:"name"`
	Path     string         `json:"path"`
	Title    string         `json:"title"`
	Frames   int            `json:"frames"`
	FPS      float64        `json:"fps"`
	Step     float64        `json:"step_s"`
	PerFrame int            `json:"steps_per_frame"`
	Values   map[string]any `json:"values"`
}

func load(r *request) (any, error) {
	var args struct {
		head
		Scene string   `json:"scene"`
		Text  string   `json:"text"` // TOML, in place of a file
		Set   []string `json:"set"`
	}
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	var s *scenes.Scene
	var err error
	if args.Text != "" {
		s, err = scenes.Parse(args.Scene, []byte(args.Text), args.Set)
	} else {
		s, err = scenes.Load(args.Scene, args.Set)
	}
	if err != nil {
		return nil, param.Wrong(err)
	}
	r.s.close()
	r.s.scene = s
	return loaded{s.Name, s.Path, s.Title, s.Frames, s.FPS, s.StepSeconds(), s.StepsPerFrame(), s.Values()}, nil
}

// close ends the simulation.
func (s *server) close() error {
	if s.sim == nil {
		return nil
	}
	err := s.sim.engine.Close()
	s.sim = nil
	return err
}

func closeSim(r *request) (any, error) { return nil, r.s.close() }
