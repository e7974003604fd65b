//go:build cgo

package opengl

import (
	"github.com/go-gl/gl/v4.3-core/gl"
)

// glContextLost is GL_CONTEXT_LOST of GL_KHR_robustness; it is not part of OpenGL 4.3.
const glContextLost = 0x0507

// resetReasons are the values of glGetGraphicsResetStatus.
var resetReasons = map[uint32]string{
	0x8253: "GL_GUILTY_CONTEXT_RESET: work of this program hung the device or was taken for it",
	0x8254: "GL_INNOCENT_CONTEXT_RESET: another program hung the device",
	0x8255: "GL_UNKNOWN_CONTEXT_RESET",
}

// resetStatus returns the current context's glGetGraphicsResetStatus, or nil.
func resetStatus() func() uint32 {
	switch {
	case HasExtension("GL_KHR_robustness"):
		return gl.GetGraphicsResetStatusKHR
	case HasExtension("GL_ARB_robustness"):
		return gl.GetGraphicsResetStatusARB
	}
	return nil
}
