//go:build cgo

package render

import (
	"fmt"
	"math"
	"strconv"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"
)

// frame is the common data of the passes of one picture.
type frame struct {
	scene          *Scene
	light          Light
	bounds         Box
	viewProjection mat4

	eye, forward          r3.Vec
	rayOrigin, rayX, rayY r3.Vec
	pixelsPerMetre        float64

	key, shadowRight, shadowUp r3.Vec
	shadowMatrix               mat4
	shadowExtent               r3.Vec // of the map's box [m]
	searchRadius               float64

	centre r3.Vec  // of the casters and their shadows on the ground
	radius float64 // of a sphere around both; shadows are only inside

	asked func() error // error once drawing is cancelled; nil: never
}

// Sizes relative to the radius of the scene's bounding sphere, which for a standing person is 1 m.
const (
	aoReach     = 0.16 // of ambient occlusion: the width of a large fold
	shadowReach = 0.09 // largest half width of a penumbra
	influence   = 1.2  // reach around the casters and their shadows, relative to those
	groundReach = 60   // half the side of the ground
)

func (r *Renderer) newFrame(s *Scene) *frame {
	f := &frame{scene: s, bounds: s.Bounds}
	if f.bounds.empty() {
		if b, ok := BoundsOf(s.Meshes); ok {
			f.bounds = b
		}
	}
	if f.bounds.radius() == 0 { // nothing to draw, or a point
		f.bounds.Min = r3.Sub(f.bounds.Min, r3.Vec{X: 0.5, Y: 0.5, Z: 0.5})
		f.bounds.Max = r3.Add(f.bounds.Max, r3.Vec{X: 0.5, Y: 0.5, Z: 0.5})
	}
	if s.Light != nil {
		f.light = *s.Light
	} else {
		f.light = StudioLight(s.Camera)
	}

	aspect := float64(r.w) / float64(r.h)
	reach := f.bounds.radius()
	dist := r3.Norm(r3.Sub(f.bounds.centre(), s.Camera.Eye))
	near := math.Max(0.5*(dist-reach), 0.02*reach)
	f.viewProjection = s.Camera.viewProjection(aspect, near, dist+2*groundReach*reach)

	right, up, forward := s.Camera.axes()
	f.eye, f.forward = s.Camera.Eye, forward
	ty := math.Tan(s.Camera.FovY / 2)
	tx := ty * aspect
	f.rayX = r3.Scale(2*tx/float64(r.w), right)
	f.rayY = r3.Scale(2*ty/float64(r.h), up)
	shift := s.Camera.Shift
	f.rayOrigin = r3.Sub(r3.Sub(forward, r3.Scale(tx+ty*shift[0], right)), r3.Scale(ty+ty*shift[1], up))
	f.pixelsPerMetre = float64(r.h) / (2 * ty)
	f.setShadow()
	return f
}

// setShadow fits the parallel projection of the key light to the bounds.
func (f *frame) setShadow() {
	f.searchRadius = shadowReach * f.bounds.radius()
	f.key = r3.Unit(f.light.KeyDirection)
	side := r3.Vec{Y: 1}
	if math.Abs(f.key.Y) > 0.99 {
		side = r3.Vec{X: 1}
	}
	f.shadowRight = r3.Unit(r3.Cross(side, f.key))
	f.shadowUp = r3.Cross(f.key, f.shadowRight)

	points := make([]r3.Vec, 0, 16)
	for k := 0; k < 8; k++ {
		p := f.bounds.corner(k)
		points = append(points, p)
		if above := p.Y - f.scene.GroundY; f.scene.Ground && above > 0 && f.key.Y > 0.05 {
			points = append(points, r3.Sub(p, r3.Scale(above/f.key.Y, f.key)))
		}
	}
	all, _ := BoundsOf([]Mesh{{X: points}})
	f.centre, f.radius = all.centre(), influence*(all.radius()+f.searchRadius)
	lo, hi := [3]float64{}, [3]float64{}
	axes := [3]r3.Vec{f.shadowRight, f.shadowUp, r3.Scale(-1, f.key)} // depth increases away from the light
	for a, axis := range axes {
		lo[a], hi[a] = math.Inf(1), math.Inf(-1)
		for _, p := range points {
			d := r3.Dot(axis, p)
			lo[a], hi[a] = math.Min(lo[a], d), math.Max(hi[a], d)
		}
	}
	// Room for filtering at the border, and for surfaces at both ends.
	for a := 0; a < 2; a++ {
		lo[a] -= f.searchRadius
		hi[a] += f.searchRadius
	}
	lo[2] -= 0.1 * f.bounds.radius()
	hi[2] += f.bounds.radius()
	var m [4][4]float64
	for a, axis := range axes {
		s := 2 / (hi[a] - lo[a])
		m[a] = [4]float64{s * axis.X, s * axis.Y, s * axis.Z, -s*lo[a] - 1}
	}
	m[3][3] = 1
	f.shadowMatrix = rows(m)
	f.shadowExtent = r3.Vec{X: hi[0] - lo[0], Y: hi[1] - lo[1], Z: hi[2] - lo[2]}
}

// common sets the uniforms of the frame.
func (r *Renderer) common(f *frame, p *program) {
	gl.UseProgram(p.id)
	p.mat4("viewProjection", &f.viewProjection)
	p.vec3("eye", f.eye)
	p.vec3("forward", f.forward)
	p.vec3("rayOrigin", f.rayOrigin)
	p.vec3("rayX", f.rayX)
	p.vec3("rayY", f.rayY)
	p.vec3("sceneCentre", f.centre)
	p.float("sceneRadius", f.radius)
	p.float("groundY", f.scene.GroundY)
	size := groundReach * f.bounds.radius()
	p.vec4("groundPart", [4]float64{f.centre.X - size, f.centre.Z - size, f.centre.X + size, f.centre.Z + size})
	p.mat4("shadowMatrix", &f.shadowMatrix)
	p.vec2("pictureSize", float64(r.w), float64(r.h))

	l := &f.light
	p.vec3("keyDirection", f.key)
	p.rgb("keyColour", l.Key)
	p.vec3("fillDirection", r3.Unit(l.FillDirection))
	p.rgb("fillColour", l.Fill)
	p.vec3("rimDirection", r3.Unit(l.RimDirection))
	p.rgb("rimColour", l.Rim)
	p.rgb("skyColour", l.Sky)
	p.rgb("floorColour", l.Floor)
	p.rgb("backdropTop", l.BackdropTop)
	p.rgb("backdropMiddle", l.BackdropMiddle)
	p.rgb("backdropFloor", l.BackdropFloor)
	p.float("exposure", l.Exposure)
}

// drawShadow draws the depth of the casters from the key light.
func (r *Renderer) drawShadow(f *frame) error {
	r.shadowMap.use()
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.Disable(gl.CULL_FACE)
	one := float32(1)
	gl.ClearBufferfv(gl.DEPTH, 0, &one)
	r.common(f, r.shadow)
	for _, m := range r.meshes {
		m.draw(r.shadow)
	}
	return f.done()
}

// drawSurfaces draws depth and normals, one sample per pixel.
func (r *Renderer) drawSurfaces(f *frame) error {
	r.first.use()
	far := [4]float32{1e6, 1e6, 1e6, 1e6}
	var zero [4]float32
	one := float32(1)
	gl.ClearBufferfv(gl.COLOR, 0, &far[0])
	gl.ClearBufferfv(gl.COLOR, 1, &zero[0])
	gl.ClearBufferfv(gl.DEPTH, 0, &one)
	return f.inBands(r.first, r.meshBand, func() error {
		r.common(f, r.surface)
		for _, m := range r.meshes {
			m.draw(r.surface)
		}
		if f.scene.Ground {
			r.common(f, r.groundSurface)
			r.drawGround()
		}
		return nil
	})
}

// drawGround draws the ground with the program in use, if it is visible from above.
func (r *Renderer) drawGround() {
	gl.Enable(gl.CULL_FACE)
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
	gl.Disable(gl.CULL_FACE)
}

func (r *Renderer) drawVisibility(f *frame) error {
	r.visible.use()
	gl.Disable(gl.DEPTH_TEST)
	p := r.visibilities
	r.common(f, p)
	p.float("pixelsPerMetre", f.pixelsPerMetre)
	p.float("aoRadius", aoReach*f.bounds.radius())
	p.vec3("shadowRight", f.shadowRight)
	p.vec3("shadowUp", f.shadowUp)
	p.vec3("shadowExtent", f.shadowExtent)
	p.float("shadowTexel", math.Max(f.shadowExtent.X, f.shadowExtent.Y)/float64(r.quality.shadowSize))
	p.float("lightTangent", math.Tan(f.light.KeyAngle))
	p.float("searchRadius", f.searchRadius)
	p.bind("depths", 5, gl.TEXTURE_2D, r.depths)
	p.bind("surfaceNormals", 6, gl.TEXTURE_2D, r.normals)
	p.bind("shadowDepths", 7, gl.TEXTURE_2D, r.shadowTexture)
	p.bind("shadowTest", 8, gl.TEXTURE_2D, r.shadowTexture)
	gl.BindSampler(7, r.plainSampler)
	gl.BindSampler(8, r.compareSampler)
	defer gl.BindSampler(7, 0)
	defer gl.BindSampler(8, 0)
	return f.inBands(r.visible, r.fullBand, drawAll)
}

// drawMeans averages visibility, see visibility_mean.frag.
func (r *Renderer) drawMeans(f *frame) error {
	r.mean.use()
	r.common(f, r.means)
	r.means.bind("visibility", 5, gl.TEXTURE_2D, r.visibility)
	r.means.bind("surfaceNormals", 6, gl.TEXTURE_2D, r.normals)
	return f.inBands(r.mean, r.fullBand, drawAll)
}

// drawAll draws over the whole target.
func drawAll() error {
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	return nil
}

// drawPicture draws the scene in display-linear light and averages the samples.
func (r *Renderer) drawPicture(f *frame) error {
	r.multisampled.use()
	gl.Enable(gl.DEPTH_TEST)
	one := float32(1)
	gl.ClearBufferfv(gl.DEPTH, 0, &one)

	r.sendColours(scalarRange(f.scene))
	err := f.inBands(r.multisampled, r.meshBand, func() error {
		if err := r.drawColouredMeshes(f); err != nil {
			return err
		}
		if f.scene.Ground {
			r.common(f, r.ground)
			r.ground.bind("visibility", 5, gl.TEXTURE_2D, r.meanVisibility)
			r.drawGround()
		}
		gl.DepthFunc(gl.LEQUAL) // the backdrop is drawn at the far end
		r.common(f, r.backdrop)
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
		gl.DepthFunc(gl.LESS)
		return nil
	})
	if err != nil {
		return err
	}

	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.multisampled.fbo)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, r.resolved.fbo)
	w, h := int32(r.w), int32(r.h)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	return nil
}

func (r *Renderer) drawColouredMeshes(f *frame) error {
	legend := scalarRange(f.scene)
	for i, m := range r.meshes {
		mat := &f.scene.Meshes[i].Material
		weave := mat.Weave
		if !m.hasUV || m.scalarKind != 0 {
			weave = NoWeave
		}
		p, err := r.shader("render/mesh.vert", weave, m.scalarKind != 0)
		if err != nil {
			return err
		}
		r.material(f, p, mat, legend)
		p.float("shade", 1)
		m.drawPainted(p, f.scene, i)
		if mat.Seam == 0 && mat.Hem == 0 {
			continue
		}
		if p, err = r.shader("render/line.vert", NoWeave, m.scalarKind != 0); err != nil {
			return err
		}
		r.material(f, p, mat, legend)
		p.float("shade", 1)
		p.float("seam", 1)
		if mat.Seam > 0 {
			m.drawLines(p, false, mat.Seam)
		}
		p.float("shade", 0.9)
		p.float("seam", 0)
		if mat.Hem > 0 {
			m.drawLines(p, true, mat.Hem)
		}
	}
	return nil
}

// sendColours sends the colour map.
func (r *Renderer) sendColours(legend Legend) {
	texels := make([]float32, 0, 4*mapTexels)
	for i := 0; i < mapTexels; i++ {
		c := legend.Map.At(float64(i) / (mapTexels - 1))
		texels = append(texels, float32(c[0]), float32(c[1]), float32(c[2]), 1)
	}
	gl.ActiveTexture(gl.TEXTURE6)
	gl.BindTexture(gl.TEXTURE_2D, r.colourMap)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, mapTexels, 1, gl.RGBA, gl.FLOAT, gl.Ptr(texels))
}

// shader returns the program for a weave or for false colours, compiled on first use.
func (r *Renderer) shader(vertex string, weave Weave, coloured bool) (*program, error) {
	defines := map[string]string{"WEAVE": strconv.Itoa(int(weave))}
	if coloured {
		defines["COLOURED"] = "1"
	}
	if vertex == "render/line.vert" {
		defines["LINE"] = "1"
	}
	key := fmt.Sprint(vertex, defines)
	if p := r.shades[key]; p != nil {
		return p, nil
	}
	p, err := newProgram(defines, vertex, "render/surface_shade.frag")
	if err == nil {
		r.shades[key] = p
		r.programs = append(r.programs, p)
	}
	return p, err
}

// material sets the uniforms of p for a material.
func (r *Renderer) material(f *frame, p *program, mat *Material, legend Legend) {
	r.common(f, p)
	p.bind("visibility", 5, gl.TEXTURE_2D, r.meanVisibility)
	r.surfaceMaterial(p, mat, legend)
}

// surfaceMaterial sets the uniforms of the material alone.
func (r *Renderer) surfaceMaterial(p *program, mat *Material, legend Legend) {
	p.bind("colourMap", 6, gl.TEXTURE_2D, r.colourMap)
	p.vec2("scalarRange", legend.Min, 1/(legend.Max-legend.Min))
	p.rgb("baseColour", mat.Base)
	p.rgb("backColour", mat.Back)
	p.float("roughness", math.Min(math.Max(mat.Roughness, 0.05), 1))
	p.rgb("sheenColour", mat.Sheen)
	p.float("glossiness", mat.Gloss)
	p.float("transmission", mat.Transmission)
	p.float("hemWidth", mat.Band)
	p.float("threadSpacing", math.Max(mat.Spacing, 1e-5))
}

// drawEncoded converts the picture to 8-bit sRGB and leaves it bound for reading.
func (r *Renderer) drawEncoded(f *frame) error {
	r.out.use()
	gl.Disable(gl.DEPTH_TEST)
	gl.UseProgram(r.encode.id)
	r.encode.bind("picture", 5, gl.TEXTURE_2D, r.picture)
	return f.inBands(r.out, r.fullBand, drawAll)
}
