//go:build cgo

package render

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"
)

// target is a framebuffer with its images.
type target struct {
	fbo           uint32
	textures      []uint32
	renderbuffers []uint32
	w, h          int32
	asked         func() error // error once drawing is cancelled; nil: never
}

func newTarget(w, h int32) *target {
	t := &target{w: w, h: h}
	gl.GenFramebuffers(1, &t.fbo)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.fbo)
	return t
}

// texture adds an image that shaders can read, with nearest filtering.
func (t *target) texture(attachment, format uint32) uint32 {
	if t.ended() {
		return 0
	}
	var id uint32
	gl.GenTextures(1, &id)
	gl.BindTexture(gl.TEXTURE_2D, id)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, format, t.w, t.h)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, attachment, gl.TEXTURE_2D, id, 0)
	t.textures = append(t.textures, id)
	return id
}

// screen adds a colour image that shaders can read, in the format of windows: blue first.
func (t *target) screen(attachment uint32) uint32 {
	var id uint32
	gl.GenTextures(1, &id)
	gl.BindTexture(gl.TEXTURE_2D, id)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, t.w, t.h, 0, gl.BGRA, gl.UNSIGNED_BYTE, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, attachment, gl.TEXTURE_2D, id, 0)
	t.textures = append(t.textures, id)
	return id
}

// Upright makes the pictures of the bound framebuffer top row first in memory, as those of windows are, if the driver
// supports it: Mesa copies them to a window without conversion then, which otherwise takes software as long as drawing
// them. Nothing else changes.
func Upright() {
	const flipY = 0x8BBB // GL_FRAMEBUFFER_FLIP_Y_MESA
	if opengl.HasExtension("GL_MESA_framebuffer_flip_y") {
		gl.FramebufferParameteri(gl.FRAMEBUFFER, flipY, gl.TRUE)
	}
}

// buffer adds an image that shaders cannot read.
func (t *target) buffer(attachment, format uint32, samples int32) {
	if t.ended() {
		return
	}
	var id uint32
	gl.GenRenderbuffers(1, &id)
	gl.BindRenderbuffer(gl.RENDERBUFFER, id)
	gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, t.w, t.h)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, id)
	t.renderbuffers = append(t.renderbuffers, id)
}

// ended reports whether drawing is cancelled.
func (t *target) ended() bool { return t.asked != nil && t.asked() != nil }

func (t *target) check(name string) error {
	if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("render: pictures of %d × %d pixels do not fit the device (its %s buffer, status 0x%x): expected "+
			"smaller ones", t.w, t.h, name, s)
	}
	return nil
}

func (t *target) use() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.fbo)
	gl.Viewport(0, 0, t.w, t.h)
}

func (t *target) delete() {
	if t == nil {
		return
	}
	gl.DeleteFramebuffers(1, &t.fbo)
	for i := range t.textures {
		gl.DeleteTextures(1, &t.textures[i])
	}
	for i := range t.renderbuffers {
		gl.DeleteRenderbuffers(1, &t.renderbuffers[i])
	}
}
