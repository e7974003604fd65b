//go:build cgo

package opengl

import (
	"errors"
	"runtime"
	"testing"
	"time"
)

// TestAdopt: a context made elsewhere works at once on its thread, and serves others; if it is lost, it reports this.
func TestAdopt(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	computeAlone() // as the other tests, of one process
	list := places()
	var s *eglState
	for _, p := range list {
		if made, err := makeCurrent(p, false); err == nil {
			s = made
			break
		}
	}
	if s == nil {
		t.Skip("SKIPPED, no OpenGL context")
	}
	defer s.destroy()
	status := uint32(0)
	c, err := Adopt(Options{ResetStatus: func() uint32 { return status }})
	if err != nil {
		t.Fatal(err)
	}
	if c.Device().Renderer == "" || c.Device().Limits.TextureSize < 1024 {
		t.Errorf("device %+v", c.Device())
	}
	here := false
	if err := c.Do(func() error { here = true; return nil }); err != nil || !here {
		t.Fatal("on its own thread Do does nothing", err)
	}
	answer := make(chan error, 1)
	go func() { answer <- c.Do(func() error { return errors.New("served") }) }()
	if !c.Serve(5 * time.Second) {
		t.Fatal("nothing was served")
	}
	if err := <-answer; err == nil || err.Error() != "served" {
		t.Errorf("another thread is answered %v", err)
	}
	if c.Serve(time.Millisecond) {
		t.Error("something was served though nothing was asked")
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	status = 0x8253
	if err := c.Check(); !errors.Is(err, ErrLost) {
		t.Errorf("after a reset of the device: %v", err)
	}
	c.Close()
	if err := c.Do(func() error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}
