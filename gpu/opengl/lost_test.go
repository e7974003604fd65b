//go:build cgo

package opengl

import (
	"errors"
	"strings"
	"testing"
)

// TestLostByErrorFlag: a driver without reset status reports GL_CONTEXT_LOST.
func TestLostByErrorFlag(t *testing.T) {
	c := &Context{device: Device{Renderer: "some GPU"}}
	r := c.run(func() error { return ErrLost })
	if !errors.Is(r.err, ErrLost) || !strings.Contains(r.err.Error(), "some GPU") {
		t.Errorf("error %v", r.err)
	}
	if r := c.run(func() error { return nil }); !errors.Is(r.err, ErrLost) {
		t.Errorf("the next piece of work: %v", r.err)
	}
}
