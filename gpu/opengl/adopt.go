//go:build cgo

package opengl

import (
	"fmt"
	"time"
)

// Adopt makes a Context of the OpenGL context that is current on the calling thread, a window's, which the caller keeps
// locked to its goroutine. Do runs at once there; what others give to Do is done in Serve. Close leaves the OpenGL
// context to its owner.
func Adopt(o Options) (*Context, error) {
	c := &Context{debug: o.Debug, timed: o.Timed, ended: o.Ended, work: make(chan job), closed: make(chan struct{}),
		reset: o.ResetStatus, thread: threadID()}
	c.device.Platform = "window"
	if err := describe(&c.device); err != nil {
		return nil, fmt.Errorf("the window's OpenGL: %w", err)
	}
	c.fetch = c.device.Software && !o.AsHardware
	if c.reset == nil {
		c.reset = resetStatus()
	}
	if c.debug {
		startDebug()
	}
	return c, nil
}

// Serve does what others have given to Do, for as long as said, and returns early with something done. It is for the
// thread of a context that was adopted.
func (c *Context) Serve(wait time.Duration) (did bool) {
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case j := <-c.work:
		j.done <- c.run(j.f)
		return true
	case <-c.closed:
	case <-t.C:
	}
	return false
}

// Check reports whether the context of this thread is lost: ErrLost.
func (c *Context) Check() error {
	if c.lost == nil {
		c.lost = c.loss(nil)
	}
	return c.lost
}
