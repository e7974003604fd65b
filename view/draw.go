//go:build cgo

package view

import (
	"image"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"
	"hysteron/render"
)

// draw must be called on the thread of the context. In a series of quick pictures only changed parts are drawn: where
// cloth and bodies are or were, and changed panels.
func (st *Stage) draw(fine bool) error {
	st.canvas.resize(st.w, st.h)
	var parts []image.Rectangle
	for k, p := range st.panes {
		at := st.place(k)
		if p.empty() {
			parts = append(parts, at)
			continue
		}
		changed, err := st.live(k, fine).Draw(p.scene(st, fine), at.Dx(), at.Dy())
		if err != nil {
			st.canvas.whole = false
			return err
		}
		for _, part := range changed {
			parts = append(parts, part.Add(at.Min))
		}
	}
	st.layout()
	st.over.setFont(st.ui.Font)
	parts = st.over.changed(st.ui.Quads, parts)
	if fine || !st.canvas.whole {
		parts = []image.Rectangle{image.Rect(0, 0, st.w, st.h)}
	}
	for _, part := range parts {
		st.compose(part.Intersect(image.Rect(0, 0, st.w, st.h)), fine)
	}
	st.canvas.whole = !fine
	gl.Finish()
	return opengl.Error()
}

// live draws pane k.
func (st *Stage) live(k int, fine bool) *render.Live {
	if fine {
		return st.lives[k].fine
	}
	return st.lives[k].quick
}

// place returns the part of the window of pane k, from its upper left corner [pixel].
func (st *Stage) place(k int) image.Rectangle {
	w := st.paneWidth()
	at := image.Rect(k*w, 0, (k+1)*w, st.h)
	if k == len(st.panes)-1 {
		at.Max.X = max(at.Min.X+1, st.w)
	}
	return at
}

// empty reports whether there is nothing to draw yet.
func (p *pane) empty() bool { return len(p.meshes) == 0 || len(p.at.X) == 0 }

// compose draws panes and panels in a part of the canvas.
func (st *Stage) compose(part image.Rectangle, fine bool) {
	scissor := func(in image.Rectangle) {
		gl.Enable(gl.SCISSOR_TEST)
		gl.Scissor(int32(in.Min.X), int32(st.h-in.Max.Y), int32(in.Dx()), int32(in.Dy()))
	}
	for k, p := range st.panes {
		at := st.place(k)
		in := part.Intersect(at)
		switch {
		case in.Empty():
		case p.empty():
			gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, st.canvas.fbo)
			scissor(in)
			grey := [4]float32{.68, .69, .71, 1}
			gl.ClearBufferfv(gl.COLOR, 0, &grey[0])
			gl.Disable(gl.SCISSOR_TEST)
		default:
			st.live(k, fine).Show(st.canvas.fbo, at.Min.X, 0, in.Sub(at.Min))
		}
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, st.canvas.fbo)
	scissor(part)
	st.over.draw(st.ui.Quads, st.w, st.h, part)
	gl.Disable(gl.SCISSOR_TEST)
}
