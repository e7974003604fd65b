package serve

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// Options are the options of a server.
type Options struct {
	Version string
	Memory  *os.File // shared with the client; nil: arrays are in the messages
	// DressCache is the folder of dressed states, see sim.Options.
	DressCache string
}

// session is the state of a client: a scene, and a simulation of it.
type session struct {
	ctx    context.Context
	opt    Options
	out    *writer
	memory *memory
	hailed bool // the client has named its protocol

	scene *scenes.Scene
	sim   *simulation
}

// errCancelled is the cause of a request that its client cancels.
var errCancelled = fmt.Errorf("%w by the client", sim.ErrInterrupted)

// head has the fields common to all requests.
type head struct {
	ID     int64   `json:"id"`
	Op     string  `json:"op"`
	Arrays []array `json:"arrays"`
}

// reply is the answer to a request or, with an event, a message before the answer.
type reply struct {
	ID     int64    `json:"id"`
	Event  string   `json:"event,omitempty"` // note, warning or progress
	Text   string   `json:"text,omitempty"`
	Done   float64  `json:"done,omitempty"` // of a progress, 0 to 1
	Result any      `json:"result,omitempty"`
	Arrays []array  `json:"arrays,omitempty"`
	Error  *failure `json:"error,omitempty"`
}

// failure is the reason for which a request failed.
type failure struct {
	Kind string `json:"kind"` // see kindOf
	Text string `json:"text"`
}

// kindOf returns the kind of an error: input, step (failed), interrupted, failed (device or disk).
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

// request is a request being processed.
type request struct {
	head
	s     *session
	ctx   context.Context
	json  []byte
	bulk  []byte
	reply []array
	out   []byte // bulk data of the reply
}

// decode reads the fields of a request; unknown fields are errors.
func (r *request) decode(to any) error {
	d := json.NewDecoder(strings.NewReader(string(r.json)))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return wrongf("%s: %v", r.Op, err)
	}
	return nil
}

// event sends a message before the answer. The answer reports a broken stream.
func (r *request) event(kind, text string, done float64) {
	_ = r.s.out.write(reply{ID: r.ID, Event: kind, Text: text, Done: done}, nil)
}

// input returns the named array of the request, with n rows (−1: any number) of shape row.
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
		return nil, 0, wrongf("%s: array of shape %v and dtype %q: expected %v and %q (-1: any number)", name, a.Shape,
			a.Type, want, kind)
	}
	size := int64(count(a.Shape)) * int64(sizeOf(kind))
	b, err := r.room(a.At, size)
	return b, a.Shape[0], err
}

// room returns the bytes of an array of the client: in the bulk data of the request, or in shared memory.
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
		return nil, wrongf("%s: an array of %d bytes at %d: expected it in the %d bytes of the request", r.Op, size, at,
			len(b))
	}
	return b[at : at+size], nil
}

// give returns an array to the client: in shared memory at its chosen position, otherwise in the reply.
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
