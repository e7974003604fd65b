//go:build cgo

package opengl

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// startDebug enables the driver's error log (OpenGL 4.3, KHR_debug). It is read after each job, not by a callback, so
// that no C thread enters Go. Only errors are logged, because a log holds few messages.
func startDebug() {
	gl.Enable(gl.DEBUG_OUTPUT)
	gl.Enable(gl.DEBUG_OUTPUT_SYNCHRONOUS)
	gl.DebugMessageControl(gl.DONT_CARE, gl.DONT_CARE, gl.DONT_CARE, 0, nil, false)
	for _, t := range []uint32{gl.DEBUG_TYPE_ERROR, gl.DEBUG_TYPE_UNDEFINED_BEHAVIOR} {
		gl.DebugMessageControl(gl.DONT_CARE, t, gl.DONT_CARE, 0, nil, true)
	}
}

// debugErrors returns and clears the error flags and log of the current context.
func debugErrors() error {
	var text []string
	var n int32
	gl.GetIntegerv(gl.MAX_DEBUG_MESSAGE_LENGTH, &n)
	buf := make([]byte, n+1)
	for {
		var origin, kind, id, severity uint32
		var length int32
		if gl.GetDebugMessageLog(1, n, &origin, &kind, &id, &severity, &length, &buf[0]) == 0 {
			break
		}
		text = append(text, strings.TrimRight(string(buf[:length]), "\x00\n "))
	}
	if err := Error(); err != nil {
		text = append(text, err.Error())
	}
	if text == nil {
		return nil
	}
	return errors.New(strings.Join(text, "\n"))
}

var glErrors = map[uint32]string{
	gl.INVALID_ENUM:                  "GL_INVALID_ENUM",
	gl.INVALID_VALUE:                 "GL_INVALID_VALUE",
	gl.INVALID_OPERATION:             "GL_INVALID_OPERATION",
	gl.INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION",
	gl.OUT_OF_MEMORY:                 "GL_OUT_OF_MEMORY",
	gl.STACK_OVERFLOW:                "GL_STACK_OVERFLOW",
	gl.STACK_UNDERFLOW:               "GL_STACK_UNDERFLOW",
	glContextLost:                    "GL_CONTEXT_LOST",
}

// Error returns and clears the error flags of the current context, nil if none is set. It is ErrOutOfMemory or ErrLost
// for these flags. It must be called inside Context.Do.
func Error() error {
	var names []string
	var kind error
	for i := 0; i < 8; i++ { // a lost context reports errors for ever
		e := gl.GetError()
		if e == gl.NO_ERROR {
			break
		}
		name, ok := glErrors[e]
		if !ok {
			name = fmt.Sprintf("OpenGL error 0x%x", e)
		}
		names = append(names, name)
		switch {
		case e == glContextLost:
			kind = ErrLost
		case e == gl.OUT_OF_MEMORY && kind == nil:
			kind = ErrOutOfMemory
		}
	}
	switch {
	case names == nil:
		return nil
	case kind != nil:
		return fmt.Errorf("%w (%s)", kind, strings.Join(names, ", "))
	}
	return errors.New(strings.Join(names, ", "))
}
