//go:build cgo

package view

import (
	"image"
	"math"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"
	"hysteron/render"
)

// overlay draws the layout. It belongs to the thread of the context.
type overlay struct {
	shaped, flat       program // round or soft rims and letters; single colour
	vao, buffer, atlas uint32
	font               *Font // on the device
	data               []float32
	runs               []stretch
	entire             bool // parts are not drawn separately
	last               []Quad
	same               map[Quad]int // scratch
}

// program is a shader program of the overlay with its uniforms.
type program struct {
	id              uint32
	size, atlasSize int32
}

// stretch is a range of quads for the same program.
type stretch struct {
	flat  bool
	count int
}

// quadFloats is the number of floats of a quad: place, corner radius and rim, colour, texel and kind, and clipping.
const quadFloats = 4 + 2 + 4 + 3 + 4

func newOverlay() (*overlay, error) {
	o := &overlay{}
	for _, p := range []struct {
		to   *program
		frag string
	}{{&o.shaped, "render/overlay.frag"}, {&o.flat, "render/overlay_flat.frag"}} {
		id, err := opengl.LoadProgram(nil, "render/overlay.vert", p.frag)
		if err != nil {
			return nil, err
		}
		*p.to = program{id, gl.GetUniformLocation(id, gl.Str("windowSize\x00")), gl.GetUniformLocation(id,
			gl.Str("atlas\x00"))}
	}
	gl.GenVertexArrays(1, &o.vao)
	gl.GenBuffers(1, &o.buffer)
	gl.BindVertexArray(o.vao)
	gl.BindBuffer(gl.ARRAY_BUFFER, o.buffer)
	at := uintptr(0)
	for i, n := range []int32{4, 2, 4, 3, 4} {
		gl.EnableVertexAttribArray(uint32(i))
		gl.VertexAttribPointerWithOffset(uint32(i), n, gl.FLOAT, false, 4*quadFloats, at)
		gl.VertexAttribDivisor(uint32(i), 1)
		at += 4 * uintptr(n)
	}
	return o, opengl.Error()
}

// setFont uploads the letters.
func (o *overlay) setFont(f *Font) {
	if o.font == f {
		return
	}
	o.font = f
	gl.DeleteTextures(1, &o.atlas)
	gl.GenTextures(1, &o.atlas)
	gl.BindTexture(gl.TEXTURE_2D, o.atlas)
	b := f.Atlas.Bounds()
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, int32(b.Dx()), int32(b.Dy()), 0, gl.RED, gl.UNSIGNED_BYTE,
		gl.Ptr(f.Atlas.Pix))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
}

// minPartsArea is the area above which a rectangle is drawn in parts [pixel²].
const minPartsArea = 4096

// add adds a quad. The inside of a large one has a single colour and is drawn with the simple program, in a quarter of
// the time on software OpenGL. Inside and rim do not overlap, so their order does not matter.
func (o *overlay) add(q *Quad) {
	in := max(q.Radius, q.Soft)
	if o.entire || q.Letter || q.W*q.H < minPartsArea || q.W <= 2*in || q.H <= 2*in {
		o.part(q, q.X, q.Y, q.W, q.H, false)
		return
	}
	right, low := q.X+q.W-in, q.Y+q.H-in
	inside := func() { o.part(q, q.X+in, q.Y+in, right-(q.X+in), low-(q.Y+in), true) }
	first := len(o.runs) > 0 && o.runs[len(o.runs)-1].flat || in == 0
	if first {
		inside()
	}
	if in > 0 {
		o.part(q, q.X, q.Y, q.W, in, false)
		o.part(q, q.X, low, q.W, in, false)
		o.part(q, q.X, q.Y+in, in, low-(q.Y+in), false)
		o.part(q, right, q.Y+in, in, low-(q.Y+in), false)
	}
	if !first {
		inside()
	}
}

// part adds the part of a quad at x, y of w × h pixels.
func (o *overlay) part(q *Quad, x, y, w, h float32, flat bool) {
	kind := float32(0)
	if q.Letter {
		kind = 1
	}
	o.data = append(o.data, x, y, w, h, q.Radius, q.Soft, q.Colour[0], q.Colour[1], q.Colour[2], q.Colour[3], q.U, q.V,
		kind,
		q.X+q.W/2-(x+w/2), q.Y+q.H/2-(y+h/2), q.W/2, q.H/2)
	if n := len(o.runs); n == 0 || o.runs[n-1].flat != flat {
		o.runs = append(o.runs, stretch{flat: flat})
	}
	o.runs[len(o.runs)-1].count++
}

// covers returns the box of a quad [pixel].
func covers(q *Quad) image.Rectangle {
	return image.Rect(int(math.Floor(float64(q.X))), int(math.Floor(float64(q.Y))), int(math.Ceil(float64(q.X+q.W))),
		int(math.Ceil(float64(q.Y+q.H))))
}

// mostParts is the largest number of parts that a picture is composed of.
const mostParts = 12

// changed returns the parts of the window that change: the given ones, and those where quads were added or removed
// since the last call.
func (o *overlay) changed(quads []Quad, parts []image.Rectangle) []image.Rectangle {
	if o.same == nil {
		o.same = map[Quad]int{}
	}
	clear(o.same)
	for _, q := range o.last {
		o.same[q]++
	}
	for _, q := range quads {
		o.same[q]--
	}
	for q, n := range o.same {
		if n != 0 {
			parts = append(parts, covers(&q))
		}
	}
	o.last = append(o.last[:0], quads...)
	return joined(parts)
}

// joined merges parts that overlap or are near each other, until there are few.
func joined(parts []image.Rectangle) []image.Rectangle {
	const near = 16 // pixels
	for again := true; again; {
		again = false
		for i := 0; i < len(parts); i++ {
			for j := len(parts) - 1; j > i; j-- {
				if parts[i].Inset(-near).Overlaps(parts[j]) {
					parts[i] = parts[i].Union(parts[j])
					parts = append(parts[:j], parts[j+1:]...)
					again = true
				}
			}
		}
	}
	for len(parts) > mostParts {
		last := len(parts) - 1
		parts[0] = parts[0].Union(parts[last])
		parts = parts[:last]
	}
	return parts
}

// draw draws the quads within a part of the bound framebuffer of w × h pixels.
func (o *overlay) draw(quads []Quad, w, h int, part image.Rectangle) {
	o.data, o.runs = o.data[:0], o.runs[:0]
	for i := range quads {
		if covers(&quads[i]).Overlaps(part) {
			o.add(&quads[i])
		}
	}
	if len(o.data) == 0 {
		return
	}
	gl.BindVertexArray(o.vao)
	gl.BindBuffer(gl.ARRAY_BUFFER, o.buffer)
	gl.BufferData(gl.ARRAY_BUFFER, 4*len(o.data), gl.Ptr(o.data), gl.STREAM_DRAW)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, o.atlas)
	gl.Viewport(0, 0, int32(w), int32(h))
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE)
	at := 0
	for _, r := range o.runs {
		p := &o.shaped
		if r.flat {
			p = &o.flat
		}
		gl.UseProgram(p.id)
		gl.Uniform2f(p.size, float32(w), float32(h))
		gl.Uniform1i(p.atlasSize, 0)
		gl.DrawArraysInstancedBaseInstance(gl.TRIANGLE_STRIP, 0, 4, int32(r.count), uint32(at))
		at += r.count
	}
	gl.Disable(gl.BLEND)
}

func (o *overlay) free() {
	if o == nil {
		return
	}
	gl.DeleteProgram(o.shaped.id)
	gl.DeleteProgram(o.flat.id)
	gl.DeleteVertexArrays(1, &o.vao)
	gl.DeleteBuffers(1, &o.buffer)
	gl.DeleteTextures(1, &o.atlas)
}

// canvas is the framebuffer of panes and overlay. It belongs to the thread of the context.
type canvas struct {
	fbo, colour uint32
	w, h        int
	whole       bool // it holds the last picture, drawn in quick quality
}

// resize resizes it to w × h pixels.
func (c *canvas) resize(w, h int) {
	if c.w == w && c.h == h {
		return
	}
	c.free()
	c.w, c.h = w, h
	gl.GenFramebuffers(1, &c.fbo)
	gl.GenTextures(1, &c.colour)
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.fbo)
	gl.BindTexture(gl.TEXTURE_2D, c.colour)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, int32(w), int32(h), 0, gl.BGRA, gl.UNSIGNED_BYTE, nil)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, c.colour, 0)
	render.Upright()
}

// read returns the picture.
func (c *canvas) read() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, c.w, c.h))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, c.fbo)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(c.w), int32(c.h), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
	row := make([]byte, img.Stride)
	for a, b := 0, c.h-1; a < b; a, b = a+1, b-1 {
		up, down := img.Pix[a*img.Stride:(a+1)*img.Stride], img.Pix[b*img.Stride:(b+1)*img.Stride]
		copy(row, up)
		copy(up, down)
		copy(down, row)
	}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}

func (c *canvas) free() {
	gl.DeleteFramebuffers(1, &c.fbo)
	gl.DeleteTextures(1, &c.colour)
	*c = canvas{}
}
