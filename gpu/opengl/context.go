//go:build cgo

package opengl

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// Context is an OpenGL 4.3 core context with its own operating system thread. OpenGL calls and objects of the context
// must be used inside Do. Methods may be called from any goroutine.
type Context struct {
	device Device
	debug  bool
	fetch  bool
	timed  bool
	ended  func() error // see Options
	thread uint64
	reset  func() uint32 // glGetGraphicsResetStatus; nil: not supported
	lost   error         // set once the context is lost; only for its thread
	work   chan job
	closed chan struct{}
	once   sync.Once

	// SideBySide is the number of work groups that were found to run concurrently; 0: not tested. Only for the
	// thread.
	SideBySide int

	doubts doubts

	programs map[string]*Program // programs in use, by text; only for the thread
}

// doubts are conditions to report to the user that are no errors.
type doubts struct {
	sync.Mutex
	list []string
}

type job struct {
	f    func() error
	done chan result
}

type result struct {
	err      error
	panicked any
	exited   bool // by runtime.Goexit
}

// Devices lists the EGL devices and, if none of them is usable, Mesa's surfaceless platform. An unusable device is
// listed with its Problem. The error is ErrNoEGL if there is nothing at all.
func Devices() ([]Device, error) {
	list, _, err := survey()
	return list, err
}

// survey opens every device once to describe it.
func survey() ([]Device, []place, error) {
	var (
		list   []Device
		ps     = places()
		usable bool
	)
	for i, p := range ps {
		if p.platform == surfacelessName && usable {
			ps = ps[:i] // the same drivers again
			break
		}
		d := Device{Index: i, Platform: p.platform, Node: p.node}
		err := onThread(func() error {
			s, err := makeCurrent(p, false)
			if err != nil {
				return err
			}
			defer s.destroy()
			return describe(&d)
		})
		if err != nil {
			d.Problem, ps[i].problem = err.Error(), err
		}
		usable = usable || err == nil
		list = append(list, d)
	}
	if len(list) == 0 {
		return nil, nil, ErrNoEGL
	}
	return list, ps, nil
}

// onThread runs f on a new operating system thread.
func onThread(f func() error) error {
	c := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		c <- f()
	}()
	return <-c
}

// Open creates a context on the device in o. With Auto the device is that of Choose; Context.Device describes it.
// Errors: ErrNoEGL, ErrNoDevice, ErrNoGL43.
func Open(o Options) (*Context, error) {
	if o.Compute {
		computeAlone()
	}
	list, ps, err := survey()
	if err != nil {
		return nil, err
	}
	at := o.Device
	if at == Auto {
		if at, err = Choose(list); err != nil {
			return nil, err
		}
	}
	if at < 0 || at >= len(list) {
		return nil, fmt.Errorf("%w: device %d was asked for, there are %d (0 to %d)", ErrNoDevice, at, len(list), len(list)-1)
	}
	if pr := list[at].Problem; pr != "" {
		err := ErrNoDevice
		if errors.Is(ps[at].problem, ErrNoGL43) {
			err = ErrNoGL43
		}
		return nil, fmt.Errorf("%w: device %d (%s): %s", err, at, list[at].Platform, pr)
	}
	c := &Context{device: list[at], debug: o.Debug, timed: o.Timed, ended: o.Ended, fetch: list[at].Software &&
		!o.AsHardware, work: make(chan job), closed: make(chan struct{}), reset: o.ResetStatus}
	if o.BlockBytes > 0 {
		c.device.Limits.SSBOBytes = min(c.device.Limits.SSBOBytes, o.BlockBytes)
	}
	started := make(chan error)
	go c.loop(ps[at], started)
	if err := <-started; err != nil {
		return nil, fmt.Errorf("device %d (%s): %w", at, list[at].Renderer, err)
	}
	return c, nil
}

// loop is the main loop of the context's thread.
func (c *Context) loop(p place, started chan<- error) {
	runtime.LockOSThread() // never unlocked: the thread ends with the context
	s, err := makeCurrent(p, c.debug)
	if err != nil {
		started <- err
		return
	}
	defer s.destroy()
	defer c.Close() // if a job ends the goroutine
	c.thread = threadID()
	if c.reset == nil {
		c.reset = resetStatus()
	}
	if c.debug {
		startDebug()
	}
	started <- nil
	for {
		select {
		case j := <-c.work:
			c.serve(j)
		case <-c.closed:
			return
		}
	}
}

// serve runs a job and returns its result, also if it ends the goroutine, as t.Fatal does.
func (c *Context) serve(j job) {
	r := result{exited: true}
	defer func() { j.done <- r }()
	r = c.run(j.f)
}

func (c *Context) run(f func() error) (r result) {
	defer func() {
		if p := recover(); p != nil {
			r.panicked = p
		}
	}()
	if c.lost != nil {
		return result{err: c.lost}
	}
	r.err = f()
	if c.debug {
		r.err = errors.Join(r.err, debugErrors())
	}
	if c.lost = c.loss(r.err); c.lost != nil {
		r.err = c.lost // other errors are consequences
	}
	return r
}

// Doubt records a condition to report to the user, without duplicates.
func (c *Context) Doubt(err error) {
	c.doubts.Lock()
	defer c.doubts.Unlock()
	if text := err.Error(); !slices.Contains(c.doubts.list, text) {
		c.doubts.list = append(c.doubts.list, text)
	}
}

// Doubts returns the recorded conditions.
func (c *Context) Doubts() []string {
	c.doubts.Lock()
	defer c.doubts.Unlock()
	return slices.Clone(c.doubts.list)
}

// Device describes the device of the context.
func (c *Context) Device() Device { return c.device }

// Fetch reports whether kernels read by texel fetch, which is fastest on software devices, see include/load.glsl.
func (c *Context) Fetch() bool { return c.fetch }

// Timed returns Options.Timed.
func (c *Context) Timed() bool { return c.timed }

// ErrClosed is returned by Do after Close.
var ErrClosed = errors.New("the OpenGL context is closed")

// Do runs f on the context's thread, where the context is current, and returns its error. A panic of f is passed to the
// caller, as is runtime.Goexit, which also ends the context. Nested calls run immediately. With Options.Debug the error
// includes the OpenGL errors that f caused. Once the context is lost, every call returns ErrLost.
func (c *Context) Do(f func() error) error {
	if threadID() == c.thread {
		select {
		case <-c.closed:
			return ErrClosed
		default:
			return f()
		}
	}
	j := job{f, make(chan result, 1)}
	select {
	case c.work <- j:
	case <-c.closed:
		return ErrClosed
	}
	r := <-j.done
	switch {
	case r.panicked != nil:
		panic(r.panicked)
	case r.exited:
		runtime.Goexit()
	}
	return r.err
}

// Close destroys the context and all its objects. It may be called twice.
func (c *Context) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// loss returns why the context is lost, or nil. err is the result of the last job.
func (c *Context) loss(err error) error {
	if errors.Is(err, ErrLost) {
		return fmt.Errorf("%s: %w", c.device.Renderer, err)
	}
	if c.reset == nil {
		return nil
	}
	status := c.reset()
	if status == 0 {
		return nil
	}
	why, ok := resetReasons[status]
	if !ok {
		why = fmt.Sprintf("reset status 0x%x", status)
	}
	return fmt.Errorf("%s: %w (%s)", c.device.Renderer, ErrLost, why)
}

// Ended returns the reason to end preparations early, or nil, see Options.
func (c *Context) Ended() error {
	if c.ended == nil {
		return nil
	}
	return c.ended()
}
