//go:build cgo

package render

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"math"
	"slices"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
)

// Live draws scenes many times a second: the studio, materials and meshes of Renderer, with hard shadows, and without
// ambient occlusion, threads and hems.
type Live struct {
	*Renderer
	direct, directGround, directBackdrop *program
	coloured                             *program // for meshes in false colours
	wire, copy                           *program
	sampled, plain, behind               *target // multisampled, averaged, and the backdrop
	samples                              int32
	byVertex                             bool
	backdropTexture                      uint32
	fresh                                bool // the backdrop has not been drawn
	last                                 *view
}

// LiveQuality is the quality of pictures.
type LiveQuality struct {
	Samples  int  // samples per pixel; 0, 1: no multisampling
	ByVertex bool // lighting per vertex, and coarse shadows: for software OpenGL, where pixels are expensive
}

// Sides of shadow maps [texel].
const (
	liveShadow   = 1024
	coarseShadow = 512
)

// NewLive returns a Live on a context.
func NewLive(ctx *opengl.Context, q LiveQuality) (*Live, error) {
	size := int32(liveShadow)
	if q.ByVertex {
		size = coarseShadow
	}
	l := &Live{Renderer: &Renderer{ctx: ctx, quality: settings{shadowSize: size}, shades: map[string]*program{}},
		byVertex: q.ByVertex}
	samples := q.Samples
	l.samples = int32(max(1, min(samples, ctx.Device().Limits.Samples)))
	err := ctx.Do(func() error {
		err := l.init()
		if err != nil {
			l.free()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Live) init() error {
	gl.GenVertexArrays(1, &l.vao)
	direct := map[string]string{"DIRECT": "", "WEAVE": "0"}
	surface, ground := []string{"render/mesh.vert", "render/surface_shade.frag"}, []string{"render/ground.vert",
		"render/ground.frag"}
	if l.byVertex {
		surface, ground = []string{"render/lit.vert", "render/lit.frag"}, []string{"render/lit_ground.vert",
			"render/lit_ground.frag"}
	}
	coloured := maps.Clone(direct)
	coloured["COLOURED"] = ""
	for _, p := range []struct {
		to      **program
		defines map[string]string
		names   []string
	}{
		{&l.normalsKernel, direct, []string{"vertex_normals.comp"}},
		{&l.refineKernel, direct, []string{"refine_surface.comp"}},
		{&l.shadow, direct, []string{"render/shadow.vert", "render/shadow.frag"}},
		{&l.direct, direct, surface},
		{&l.coloured, coloured, surface},
		{&l.directGround, direct, ground},
		{&l.directBackdrop, direct, []string{"render/fullscreen.vert", "render/backdrop.frag"}},
		{&l.copy, direct, []string{"render/fullscreen.vert", "render/copy.frag"}},
		{&l.wire, direct, []string{"render/mesh.vert", "render/wire.frag"}},
	} {
		made, err := newProgram(p.defines, p.names...)
		if err != nil {
			return err
		}
		*p.to = made
		l.programs = append(l.programs, made)
	}
	l.shadowMap = newTarget(l.quality.shadowSize, l.quality.shadowSize)
	l.shadowTexture = l.shadowMap.texture(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT32F)
	gl.DrawBuffer(gl.NONE)
	gl.ReadBuffer(gl.NONE)
	if err := l.shadowMap.check("shadow"); err != nil {
		return err
	}
	l.initSamplers()
	return opengl.Error()
}

// resize resizes the targets to w × h pixels.
func (l *Live) resize(w, h int) error {
	if w == l.w && h == l.h && l.plain != nil {
		return nil
	}
	if most := l.ctx.Device().Limits.TextureSize; w < 1 || h < 1 || w > most || h > most {
		return fmt.Errorf("render: picture size %d × %d, expected 1 to %d each way", w, h, most)
	}
	l.sampled.delete()
	l.plain.delete()
	l.behind.delete()
	l.w, l.h = w, h
	l.sampled, l.plain = nil, newTarget(int32(w), int32(h))
	l.plain.screen(gl.COLOR_ATTACHMENT0)
	l.behind = newTarget(int32(w), int32(h))
	l.backdropTexture = l.behind.screen(gl.COLOR_ATTACHMENT0)
	l.fresh = true
	if l.samples == 1 {
		Upright()
		gl.BindFramebuffer(gl.FRAMEBUFFER, l.plain.fbo)
		Upright()
		l.plain.buffer(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT32F, 0)
		return l.plain.check("picture")
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.plain.fbo)
	err := l.plain.check("picture")
	l.sampled = newTarget(int32(w), int32(h))
	l.sampled.buffer(gl.COLOR_ATTACHMENT0, gl.RGBA8, l.samples)
	l.sampled.buffer(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT32F, l.samples)
	return errors.Join(err, l.sampled.check("multisampled"))
}

// Draw draws the scene in w × h pixels into the target. Only the parts that may have changed since the last picture are
// drawn; it returns them, from the upper left corner.
func (l *Live) Draw(s *Scene, w, h int) (parts []image.Rectangle, err error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	err = l.ctx.Do(func() error {
		if l.vao == 0 {
			return errors.New("render: the renderer is closed")
		}
		if err := l.resize(w, h); err != nil {
			return err
		}
		f := l.newFrame(s)
		if err := l.sendMeshes(s); err != nil {
			return err
		}
		gl.BindVertexArray(l.vao)
		gl.Disable(gl.BLEND)
		gl.Disable(gl.SCISSOR_TEST)
		l.drawShadow(f)
		to := l.plain
		if l.sampled != nil {
			to = l.sampled
		}
		parts = l.changed(f)
		l.drawBehind(f, to, parts)
		gl.Enable(gl.DEPTH_TEST)
		one := float32(1)
		gl.ClearBufferfv(gl.DEPTH, 0, &one)
		l.drawLive(f)
		if l.sampled != nil {
			gl.BindFramebuffer(gl.READ_FRAMEBUFFER, l.sampled.fbo)
			gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, l.plain.fbo)
			gl.BlitFramebuffer(0, 0, int32(w), int32(h), 0, 0, int32(w), int32(h), gl.COLOR_BUFFER_BIT, gl.NEAREST)
		}
		return opengl.Error()
	})
	if err != nil {
		l.last = nil // the picture is incomplete
	}
	return parts, err
}

// drawBehind begins a picture with the backdrop, which is the same while the size is. Meshes and their shadows are only
// in the parts.
func (l *Live) drawBehind(f *frame, to *target, parts []image.Rectangle) {
	gl.Disable(gl.DEPTH_TEST)
	if l.fresh {
		l.behind.use()
		l.common(f, l.directBackdrop)
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
		l.fresh = false
	}
	if to == l.plain {
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, l.behind.fbo)
		gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to.fbo)
		for _, part := range parts {
			blit(part, l.h, 0, 0)
		}
		to.use()
		return
	}
	to.use()
	gl.UseProgram(l.copy.id)
	l.copy.bind("picture", 5, gl.TEXTURE_2D, l.backdropTexture)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
}

func (l *Live) drawLive(f *frame) {
	legend := scalarRange(f.scene)
	l.sendColours(legend)
	shadow := func(p *program) {
		l.common(f, p)
		p.float("shadowTexel", math.Max(f.shadowExtent.X, f.shadowExtent.Y)/float64(l.quality.shadowSize))
		p.float("shadowDepth", f.shadowExtent.Z)
		p.bind("shadowTest", 8, gl.TEXTURE_2D, l.shadowTexture)
	}
	gl.BindSampler(8, l.compareSampler)
	var ready *program
	for i, m := range l.meshes {
		p := l.direct
		if m.scalarKind != 0 {
			p = l.coloured
		}
		if p != ready {
			ready = p
			shadow(p)
		}
		l.surfaceMaterial(p, &f.scene.Meshes[i].Material, legend)
		p.float("shade", 1)
		m.drawPainted(p, f.scene, i)
	}
	if f.scene.Ground {
		gl.Enable(gl.BLEND) // it only darkens
		gl.BlendFunc(gl.ZERO, gl.SRC_COLOR)
		shadow(l.directGround)
		l.directGround.vec4("groundPart", f.shaded())
		l.drawGround()
		gl.Disable(gl.BLEND)
	}
	gl.BindSampler(8, 0)
	if slices.ContainsFunc(f.scene.Meshes, func(m Mesh) bool { return m.Edges }) {
		gl.PolygonMode(gl.FRONT_AND_BACK, gl.LINE)
		gl.Enable(gl.POLYGON_OFFSET_LINE)
		gl.PolygonOffset(-1, -2)
		gl.Enable(gl.BLEND)
		gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
		l.common(f, l.wire)
		for i, m := range l.meshes {
			if f.scene.Meshes[i].Edges {
				m.draw(l.wire)
			}
		}
		gl.Disable(gl.BLEND)
		gl.Disable(gl.POLYGON_OFFSET_LINE)
		gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	}
}

// shaded returns bounds of the shadows on the ground: least x and z, greatest x and z [m].
func (f *frame) shaded() [4]float64 {
	box, ok := BoundsOf(f.scene.Meshes)
	if !ok || slices.ContainsFunc(f.scene.Meshes, func(m Mesh) bool { return m.Positions != nil }) {
		box = f.bounds // where only the device has the positions
	}
	spare := 0.02 * f.bounds.radius()
	part := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for k := range 8 {
		p := box.corner(k)
		if above := p.Y - f.scene.GroundY; above > 0 {
			p = r3.Sub(p, r3.Scale(above/math.Max(f.key.Y, 0.05), f.key))
		}
		part = [4]float64{min(part[0], p.X-spare), min(part[1], p.Z-spare), max(part[2], p.X+spare), max(part[3], p.Z+spare)}
	}
	return part
}

// Show copies a part of the picture, from its upper left corner, to the framebuffer to, in which the lower left corner
// of the picture is at x, y. It must run on the context's thread.
func (l *Live) Show(to uint32, x, y int, part image.Rectangle) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, l.plain.fbo)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to)
	blit(part, l.h, x, y)
}

// Read returns the picture.
func (l *Live) Read() (*image.RGBA, error) {
	var img *image.RGBA
	err := l.ctx.Do(func() error {
		if l.plain == nil {
			return errors.New("render: nothing has been drawn")
		}
		img = image.NewRGBA(image.Rect(0, 0, l.w, l.h))
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, l.plain.fbo)
		gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
		gl.ReadPixels(0, 0, int32(l.w), int32(l.h), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
		gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
		flip(img)
		return opengl.Error()
	})
	return img, err
}

// Close frees all device resources.
func (l *Live) Close() error {
	return l.ctx.Do(func() error {
		l.free()
		return opengl.Error()
	})
}

func (l *Live) free() {
	l.sampled.delete()
	l.plain.delete()
	l.behind.delete()
	l.sampled, l.plain, l.behind = nil, nil, nil
	l.delete()
}
