//go:build cgo

package opengl

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// Context is an OpenGL 4.3 core context and the operating system thread it lives on. All OpenGL
// calls and objects of the context belong inside Do. Its methods may be called from any goroutine.
type Context struct {
	device Device
	debug  bool
	fetch  bool
	timed  bool
	ended  func() error // see Options
	thread uint64
	reset  func() uint32 // glGetGraphicsResetStatus; nil: the driver has none
	lost   error         // once the context is lost; belongs to its thread
	work   chan job
	closed chan struct{}
	once   sync.Once

	// SideBySide is for who tries out how many groups of a kernel run side by side; 0: not tried yet. It belongs to
	// the thread.
	SideBySide int

	doubts doubts

	programs map[string]*Program // that are in use, by their texts; they belong to the thread
}

// doubts are what users of a context should know and what ends nothing.
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

// Devices lists the devices that EGL enumerates and then, if none of them can be used, Mesa's
// surfaceless platform. A device that cannot be used is listed with its Problem. The error is
// ErrNoEGL if there is nothing at all.
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
			ps = ps[:i] // the same drivers once more
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

// onThread runs f on an operating system thread of its own, which ends with it.
func onThread(f func() error) error {
	c := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		c <- f()
	}()
	return <-c
}

// Open creates a context on the device that o names.
//
// With Auto it is that of Choose; Device says which it was. Errors: ErrNoEGL, ErrNoDevice, ErrNoGL43.
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

// loop owns the context's thread.
func (c *Context) loop(p place, started chan<- error) {
	runtime.LockOSThread() // never unlocked: the thread ends with the context
	s, err := makeCurrent(p, c.debug)
	if err != nil {
		started <- err
		return
	}
	defer s.destroy()
	defer c.Close() // where a job ends the goroutine
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

// serve hands back what comes of a job, also where that ends the goroutine, as t.Fatal in a test does.
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
		r.err = c.lost // whatever else went wrong is a consequence
	}
	return r
}

// Doubt notes what the user of the context should know, though it ends nothing; once, however often it comes up.
func (c *Context) Doubt(err error) {
	c.doubts.Lock()
	defer c.doubts.Unlock()
	if text := err.Error(); !slices.Contains(c.doubts.list, text) {
		c.doubts.list = append(c.doubts.list, text)
	}
}

// Doubts are all of these.
func (c *Context) Doubts() []string {
	c.doubts.Lock()
	defer c.doubts.Unlock()
	return slices.Clone(c.doubts.list)
}

// Device describes what the context runs on.
func (c *Context) Device() Device { return c.device }

// Fetch reports whether kernels read through textures, as software does fastest: see include/load.glsl.
func (c *Context) Fetch() bool { return c.fetch }

// Timed is Options.Timed.
func (c *Context) Timed() bool { return c.timed }

// ErrClosed is returned by Do after Close.
var ErrClosed = errors.New("the OpenGL context is closed")

// Do runs f on the context's thread, where the context is current, and returns its error; a panic of
// f passes on to the caller, and so does runtime.Goexit, which ends the context, too. Inside f, Do runs its argument at
// once. With Options.Debug the OpenGL errors that f caused are part of the error. Once the context is lost, the error
// is ErrLost, of the call that met it and of all that follow.
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

// Close destroys the context and all its objects. Closing twice is allowed.
func (c *Context) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// loss tells why the context is lost, nil if it is not; err is what the last piece of work returned.
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

// Ended says why preparations are to end, nil if they are not, see Options.
func (c *Context) Ended() error {
	if c.ended == nil {
		return nil
	}
	return c.ended()
}
