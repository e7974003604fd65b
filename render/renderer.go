//go:build cgo

package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"strconv"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"
	"hysteron/sysmem"
)

// Renderer draws pictures of one size. Its methods may be called from any goroutine, one at a time.
type Renderer struct {
	ctx     *opengl.Context
	w, h    int
	quality settings

	meshBand, fullBand int // pixels of a band, see inBands
	finest             int // see smooth

	vao                                  uint32
	shadowMap, first, visible, mean      *target
	multisampled, resolved, out          *target
	shadowTexture, depths, normals       uint32
	visibility, meanVisibility, picture  uint32
	compareSampler, plainSampler         uint32
	colourMap                            uint32
	meshes                               []*glMesh
	programs                             []*program
	normalsKernel, refineKernel, shadow  *program
	surface, groundSurface, visibilities *program
	means, ground, backdrop, encode      *program
	shades                               map[string]*program // see shader
}

// New returns a renderer for pictures of w × h pixels in Standard quality.
func New(on *opengl.Context, w, h int) (*Renderer, error) {
	return NewQuality(context.Background(), on, w, h, Standard)
}

// NewQuality is New with another quality. Multisampling is reduced to the limit of the device. It returns the context's
// error soon after its end: software OpenGL takes seconds for the images of large pictures. These may take nine tenths
// of the free memory.
func NewQuality(ctx context.Context, on *opengl.Context, w, h int, q Quality) (*Renderer, error) {
	limits := on.Device().Limits
	if w < 1 || h < 1 || w > limits.TextureSize || h > limits.TextureSize {
		return nil, fmt.Errorf("render: picture size %d × %d, expected 1 to %d each way", w, h, limits.TextureSize)
	}
	if q < 0 || int(q) >= len(qualities) {
		return nil, fmt.Errorf("render: unknown quality %d", q)
	}
	r := &Renderer{ctx: on, w: w, h: h, quality: qualities[q], meshBand: meshBand, fullBand: fullBand, finest: finest,
		shades: map[string]*program{}}
	r.quality.samples = min(r.quality.samples, int32(limits.Samples))
	r.quality.shadowSize = min(r.quality.shadowSize, int32(limits.TextureSize))
	if free, known := freeMemory(); known && on.Device().Software && !sysmem.Fit(r.bytes(), free) {
		return nil, fmt.Errorf("render: pictures of %d × %d pixels take %.2g GB of memory: expected at most nine tenths of "+
			"the %.2g GB that are free", w, h, r.bytes()/1e9, float64(free)/1e9)
	}
	err := on.Do(func() error {
		if err := r.init(ctx); err != nil {
			r.delete()
			return err
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// freeMemory is called for large pictures.
var freeMemory = sysmem.Free

// bytes returns about how much memory the images of a picture, see initTargets, and the picture take.
func (r *Renderer) bytes() float64 {
	return float64(r.w)*float64(r.h)*(44+12*float64(r.quality.samples)) +
		4*float64(r.quality.shadowSize)*float64(r.quality.shadowSize)
}

func (r *Renderer) init(ctx context.Context) error {
	gl.GenVertexArrays(1, &r.vao)
	if err := r.initPrograms(); err != nil {
		return err
	}
	if err := r.initTargets(ctx); err != nil {
		return err
	}
	r.initSamplers()
	return opengl.Error()
}

// initSamplers creates the samplers, and the colour map.
func (r *Renderer) initSamplers() {
	gl.GenSamplers(1, &r.plainSampler)
	gl.GenSamplers(1, &r.compareSampler)
	for _, s := range []uint32{r.plainSampler, r.compareSampler} {
		gl.SamplerParameteri(s, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_BORDER)
		gl.SamplerParameteri(s, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_BORDER)
		far := [4]float32{1, 1, 1, 1}
		gl.SamplerParameterfv(s, gl.TEXTURE_BORDER_COLOR, &far[0])
	}
	filter := func(s uint32, f int32) {
		gl.SamplerParameteri(s, gl.TEXTURE_MIN_FILTER, f)
		gl.SamplerParameteri(s, gl.TEXTURE_MAG_FILTER, f)
	}
	filter(r.plainSampler, gl.NEAREST)
	filter(r.compareSampler, gl.LINEAR)
	gl.SamplerParameteri(r.compareSampler, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
	gl.SamplerParameteri(r.compareSampler, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL)

	gl.GenTextures(1, &r.colourMap)
	gl.BindTexture(gl.TEXTURE_2D, r.colourMap)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, mapTexels, 1)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
}

const cell = 2 // CELL in render/view.glsl [pixel]

const mapTexels = 256 // of a colour map

func (r *Renderer) initPrograms() error {
	defines := map[string]string{
		"AO_SLICES":   strconv.Itoa(r.quality.aoSlices),
		"AO_STEPS":    strconv.Itoa(r.quality.aoStep),
		"BLOCKERS":    strconv.Itoa(r.quality.blockers),
		"SHADOW_TAPS": strconv.Itoa(r.quality.taps),
	}
	for _, p := range []struct {
		to    **program
		names []string
	}{
		{&r.normalsKernel, []string{"vertex_normals.comp"}},
		{&r.refineKernel, []string{"refine_surface.comp"}},
		{&r.shadow, []string{"render/shadow.vert", "render/shadow.frag"}},
		{&r.surface, []string{"render/mesh.vert", "render/surface.frag"}},
		{&r.groundSurface, []string{"render/ground.vert", "render/surface.frag"}},
		{&r.visibilities, []string{"render/fullscreen.vert", "render/visibility.frag"}},
		{&r.means, []string{"render/fullscreen.vert", "render/visibility_mean.frag"}},
		{&r.ground, []string{"render/ground.vert", "render/ground.frag"}},
		{&r.backdrop, []string{"render/fullscreen.vert", "render/backdrop.frag"}},
		{&r.encode, []string{"render/fullscreen.vert", "render/encode.frag"}},
	} {
		made, err := newProgram(defines, p.names...)
		if err != nil {
			return err
		}
		*p.to = made
		r.programs = append(r.programs, made)
	}
	return nil
}

func (r *Renderer) initTargets(ctx context.Context) error {
	w, h, shadow := int32(r.w), int32(r.h), r.quality.shadowSize
	for _, t := range []struct {
		name string
		to   **target
		w, h int32
		add  func(t *target)
	}{
		{"shadow", &r.shadowMap, shadow, shadow, func(t *target) {
			r.shadowTexture = t.texture(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT32F)
			gl.DrawBuffer(gl.NONE)
			gl.ReadBuffer(gl.NONE)
		}},
		{"surface", &r.first, w, h, func(t *target) {
			r.depths = t.texture(gl.COLOR_ATTACHMENT0, gl.R32F)
			r.normals = t.texture(gl.COLOR_ATTACHMENT1, gl.RGBA16F)
			t.buffer(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT32F, 0)
			both := [2]uint32{gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1}
			gl.DrawBuffers(2, &both[0])
		}},
		{"visibility", &r.visible, (w + cell - 1) / cell, (h + cell - 1) / cell, func(t *target) {
			r.visibility = t.texture(gl.COLOR_ATTACHMENT0, gl.RGBA32F)
		}},
		{"mean visibility", &r.mean, (w + cell - 1) / cell, (h + cell - 1) / cell, func(t *target) {
			r.meanVisibility = t.texture(gl.COLOR_ATTACHMENT0, gl.RGBA32F)
		}},
		{"multisampled", &r.multisampled, w, h, func(t *target) {
			t.buffer(gl.COLOR_ATTACHMENT0, gl.RGBA16F, r.quality.samples)
			t.buffer(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT32F, r.quality.samples)
		}},
		{"resolved", &r.resolved, w, h, func(t *target) { r.picture = t.texture(gl.COLOR_ATTACHMENT0, gl.RGBA16F) }},
		{"output", &r.out, w, h, func(t *target) { t.buffer(gl.COLOR_ATTACHMENT0, gl.RGBA8, 0) }},
	} {
		*t.to = newTarget(t.w, t.h)
		(*t.to).asked = ctx.Err
		t.add(*t.to)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := (*t.to).check(t.name); err != nil {
			return err
		}
	}
	return nil
}

// Close frees all device resources.
func (r *Renderer) Close() error {
	return r.ctx.Do(func() error {
		r.delete()
		return opengl.Error()
	})
}

func (r *Renderer) delete() {
	for _, t := range []*target{r.shadowMap, r.first, r.visible, r.mean, r.multisampled, r.resolved, r.out} {
		t.delete()
	}
	for _, m := range r.meshes {
		m.delete()
	}
	for _, p := range r.programs {
		gl.DeleteProgram(p.id)
	}
	gl.DeleteSamplers(1, &r.plainSampler)
	gl.DeleteSamplers(1, &r.compareSampler)
	gl.DeleteTextures(1, &r.colourMap)
	gl.DeleteVertexArrays(1, &r.vao)
	*r = Renderer{ctx: r.ctx, w: r.w, h: r.h, quality: r.quality}
}

// Render draws the scene. The picture is opaque and in sRGB.
func (r *Renderer) Render(s *Scene) (*image.RGBA, error) {
	return r.RenderContext(context.Background(), s)
}

// RenderContext draws the scene. Soon after the context's end it returns its error: large pictures are drawn in bands.
func (r *Renderer) RenderContext(ctx context.Context, s *Scene) (*image.RGBA, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rect(0, 0, r.w, r.h))
	err := r.ctx.Do(func() error {
		if r.vao == 0 {
			return errors.New("render: the renderer is closed")
		}
		f := r.newFrame(s)
		if err := r.sendMeshes(s); err != nil {
			return err
		}
		gl.BindVertexArray(r.vao)
		f.asked = ctx.Err
		defer gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
		for _, pass := range []func(*frame) error{r.drawShadow, r.drawSurfaces, r.drawVisibility, r.drawMeans, r.drawPicture,
			r.drawEncoded} {
			if err := pass(f); err != nil {
				return err
			}
		}
		gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
		gl.ReadPixels(0, 0, int32(r.w), int32(r.h), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
		return opengl.Error()
	})
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	flip(img)
	if s.Legend != nil && !s.Legend.Hidden {
		err = s.Legend.draw(img)
	}
	return img, err
}

// flip reverses the rows, from OpenGL's order (bottom first) to Go's (top first).
func flip(img *image.RGBA) {
	row := make([]byte, img.Stride)
	h := img.Bounds().Dy()
	for y := 0; y < h/2; y++ {
		a, b := img.Pix[y*img.Stride:(y+1)*img.Stride], img.Pix[(h-1-y)*img.Stride:(h-y)*img.Stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
}

// finest is the number of triangles up to which a smooth mesh is refined: a square metre of these has edges of a
// centimetre.
const finest = 32768

// sendMeshes sends the meshes to the device and computes their normals.
func (r *Renderer) sendMeshes(s *Scene) error {
	for len(r.meshes) > len(s.Meshes) {
		last := len(r.meshes) - 1
		r.meshes[last].delete()
		r.meshes = r.meshes[:last]
	}
	for len(r.meshes) < len(s.Meshes) {
		r.meshes = append(r.meshes, newGLMesh(r.finest))
	}
	gl.MemoryBarrier(gl.TEXTURE_FETCH_BARRIER_BIT) // a kernel may have written the positions
	for i, g := range r.meshes {
		if err := g.set(&s.Meshes[i], r.ctx.Device().Limits.TextureBufferSize); err != nil {
			return err
		}
		g.prepare(r.refineKernel, r.normalsKernel)
	}
	gl.MemoryBarrier(gl.TEXTURE_FETCH_BARRIER_BIT)
	return nil
}

// scalarRange returns the scene's legend, or one of the measured range.
func scalarRange(s *Scene) Legend {
	if s.Legend != nil {
		return *s.Legend
	}
	l := Legend{Min: math.Inf(1), Max: math.Inf(-1)}
	for i := range s.Meshes {
		for _, v := range s.Meshes[i].Scalar {
			l.Min, l.Max = math.Min(l.Min, v), math.Max(l.Max, v)
		}
	}
	if !(l.Max > l.Min) { // no values, or equal ones
		l.Max = l.Min + 1
	}
	return l
}
