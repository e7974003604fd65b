package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"sync"

	"hysteron/param"
	"hysteron/report"
	"hysteron/scenes"
)

// Serve answers the requests of a client until it closes in, or ctx ends, which soon ends the current request. An error
// is about the streams or their format; an invalid request is answered with an error.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &server{session: session{ctx: ctx, opt: opt, out: &writer{w: out}}, ops: operations()}
	if opt.Memory != nil {
		s.memory = &memory{file: opt.Memory}
		defer s.memory.close()
	}
	defer s.close()
	requests, broken := make(chan message), make(chan error, 1)
	go func() {
		defer end() // unblocks on disconnection
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
	session
	ops map[string]func(*request) (any, error)

	mu    sync.Mutex
	now   int64 // the request under way
	under context.CancelCauseFunc
}

// cancels reports whether a request cancels another one, and which.
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

// operations returns the requests by name.
func operations() map[string]func(*request) (any, error) {
	return map[string]func(*request) (any, error){
		"hello": hello, "load": load, "start": start, "step": take, "get": get, "set": set, "pins": pins, "pin": pin,
		"unpin": unpin, "move_pins": movePins, "forces": forces, "grab": grab, "steer": steer, "move_body": moveBody,
		"forget": forget, "save": save, "restore": restore, "reset": reset, "now": where,
		"check": checkContact, "close": closeSim,
	}
}

// answer answers a request. Its error is about the stream.
func (s *server) answer(m message) error {
	r := &request{s: &s.session, json: m.json, bulk: m.bulk}
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
		rep, r.out = reply{ID: r.ID, Error: &failure{kindOf(err), err.Error()}}, nil
	}
	return s.out.write(rep, r.out)
}

// do runs an operation. A panic becomes an error and ends the simulation, whose state may be invalid.
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
		"ops": slices.Sorted(maps.Keys(operations()))}, nil
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
		Build bool     `json:"build"` // so that values have the numbers of fabrics
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
	if args.Build {
		if _, err := s.BuildContext(r.ctx, func(string) {}); err != nil {
			return nil, param.Wrong(err)
		}
	}
	r.s.close()
	r.s.scene = s
	return loaded{s.Name, s.Path, s.Title, s.Frames, s.FPS, s.StepSeconds(), s.StepsPerFrame(), s.Values()}, nil
}
