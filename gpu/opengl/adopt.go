//go:build cgo

package opengl

import (
	"fmt"
	"time"
)

// Adopt wraps the OpenGL context that is current on the calling thread (of a window). The caller keeps the thread
// locked to its goroutine, where Do runs immediately; calls of Do from other goroutines run in Serve. Close leaves the
// OpenGL context to its owner.
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

// Serve runs pending calls of Do, for at most the given time, and returns early after one. It must be called on the
// thread of an adopted context.
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

// Check returns ErrLost if the context of this thread is lost.
func (c *Context) Check() error {
	if c.lost == nil {
		c.lost = c.loss(nil)
	}
	return c.lost
}
