//go:build cgo

package render

import (
	"bytes"
	"errors"
	"image"
	"math"
	"os"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
)

const testW, testH = 160, 120

// testRenderer gives a renderer on a context that reports every OpenGL error. Without a context the
// test is skipped, or fails if HYSTERON_REQUIRE_GPU=1.
func testRenderer(t testing.TB) *Renderer {
	t.Helper()
	ctx, err := opengl.Open(opengl.Options{Device: opengl.Auto, Debug: true})
	if err != nil {
		if os.Getenv("HYSTERON_REQUIRE_GPU") == "1" {
			t.Fatalf("HYSTERON_REQUIRE_GPU=1, but no context: %v", err)
		}
		t.Skipf("SKIPPED, no OpenGL context: %v", err)
	}
	t.Cleanup(func() { ctx.Close() })
	r, err := New(ctx, testW, testH)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func picture(t *testing.T, r *Renderer, s *Scene) *image.RGBA {
	t.Helper()
	img, err := r.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// at returns the linear colour of a pixel.
func at(img *image.RGBA, x, y float64) RGB {
	p := img.RGBAAt(int(math.Floor(x)), int(math.Floor(y)))
	return RGB{fromSRGB(float64(p.R) / 255), fromSRGB(float64(p.G) / 255), fromSRGB(float64(p.B) / 255)}
}

func luminance(c RGB) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

func TestSphereSilhouette(t *testing.T) {
	r := testRenderer(t)
	const radius, dist = 0.3, 2.0
	s := &Scene{
		Meshes: []Mesh{sphere(r3.Vec{}, radius, 48)},
		Camera: Camera{Eye: r3.Vec{Z: dist}, FovY: 25 * math.Pi / 180},
	}
	s.Light = new(Light)
	*s.Light = StudioLight(s.Camera)
	s.Light.Sky, s.Light.Floor = RGB{1, 1, 1}, RGB{1, 1, 1}
	s.Light.BackdropTop, s.Light.BackdropMiddle, s.Light.BackdropFloor = RGB{}, RGB{}, RGB{}
	img := picture(t, r, s)
	area := 0.0
	for y := 0; y < testH; y++ {
		for x := 0; x < testW; x++ {
			if luminance(at(img, float64(x), float64(y))) > 0.25 {
				area++
			}
		}
	}
	// The cone of rays tangent to the sphere has the half angle asin(radius/dist).
	f := testH / 2 / math.Tan(s.Camera.FovY/2)
	want := math.Pi * f * f * radius * radius / (dist*dist - radius*radius)
	if math.Abs(area/want-1) > 0.015 {
		t.Errorf("the sphere covers %v pixels, its projection %v", area, want)
	}
}

// A shifted camera sees the same elsewhere, light and shadow too; the backdrop belongs to the picture.
func TestShift(t *testing.T) {
	r := testRenderer(t)
	const dx, dy = 24, 8 // whole blocks of the dither
	s := &Scene{
		Meshes: []Mesh{sphere(r3.Vec{}, .3, 48), sphere(r3.Vec{X: .2, Y: .3, Z: .2}, .1, 32)},
		Camera: Camera{Eye: r3.Vec{Y: .2, Z: 2}, FovY: 40 * math.Pi / 180},
	}
	light := StudioLight(s.Camera)
	light.BackdropTop, light.BackdropMiddle, light.BackdropFloor = RGB{}, RGB{}, RGB{}
	s.Light = &light
	before := picture(t, r, s)
	s.Camera.Shift = [2]float64{dx * 2. / testH, -dy * 2. / testH}
	after := picture(t, r, s)
	for y := 0; y < testH-dy; y++ {
		for x := 0; x < testW-dx; x++ {
			if d := math.Abs(luminance(at(before, float64(x), float64(y))) -
				luminance(at(after, float64(x+dx), float64(y+dy)))); d > .03 {
				t.Fatalf("pixel %d, %d differs by %.3g from where it was", x, y, d)
			}
		}
	}
	if x, y, _ := s.Camera.Project(r3.Vec{}, testW, testH); x != testW/2+dx || y != testH/2+dy {
		t.Errorf("the target appears at %g, %g", x, y)
	}
}

// The shadow of a floating sphere lies where the key light's ray through its centre meets the ground,
// and only there.
func TestShadowPlace(t *testing.T) {
	r := testRenderer(t)
	c := r3.Vec{Y: 0.5}
	s := &Scene{
		Meshes: []Mesh{sphere(c, 0.15, 24)},
		Camera: Camera{Eye: r3.Vec{Y: 1.6, Z: 3}, Target: r3.Vec{Y: 0.2}, FovY: 40 * math.Pi / 180},
		Ground: true,
	}
	s.Light = new(Light)
	*s.Light = StudioLight(s.Camera)
	s.Light.KeyDirection = r3.Vec{X: -1, Y: 1}
	with := picture(t, r, s)
	empty := *s
	empty.Bounds, _ = BoundsOf(s.Meshes)
	empty.Meshes = nil
	without := picture(t, r, &empty)
	ratio := func(p r3.Vec) float64 {
		x, y, _ := s.Camera.Project(p, testW, testH)
		return luminance(at(with, x, y)) / luminance(at(without, x, y))
	}
	if q := ratio(r3.Vec{X: 0.5}); q > 0.6 {
		t.Errorf("brightness in the middle of the shadow is %.3f of the lit ground", q)
	}
	for _, p := range []r3.Vec{{X: -0.5}, {X: 0.95}, {X: 0.5, Z: 0.45}, {X: 0.5, Z: -0.45}} {
		if q := ratio(p); q < 0.97 || q > 1.03 {
			t.Errorf("brightness at %v, outside of the shadow, is %.3f of the lit ground", p, q)
		}
	}
}

// A sphere that stands on the ground has its shadow begin at the point of contact: no gap of light.
func TestShadowTouchesCaster(t *testing.T) {
	r := testRenderer(t)
	s := &Scene{
		Meshes: []Mesh{sphere(r3.Vec{Y: 0.3}, 0.3, 32)},
		Camera: Camera{Eye: r3.Vec{X: 1.2, Y: 0.9, Z: 2}, Target: r3.Vec{X: 0.2, Y: 0.1}, FovY: 30 * math.Pi / 180},
		Ground: true,
	}
	s.Light = new(Light)
	*s.Light = StudioLight(s.Camera)
	s.Light.KeyDirection = r3.Vec{X: -1, Y: 0.8}
	img := picture(t, r, s)
	lx, ly, _ := s.Camera.Project(r3.Vec{X: 0.2, Z: 0.9}, testW, testH)
	lit := luminance(at(img, lx, ly))
	for _, x := range []float64{0.16, 0.22, 0.3, 0.45} {
		px, py, _ := s.Camera.Project(r3.Vec{X: x}, testW, testH)
		if l := luminance(at(img, px, py)); l > 0.6*lit {
			t.Errorf("ground %v m from the contact: brightness %.3f, lit ground %.3f", x, l, lit)
		}
	}
}

// In the middle of the shadow of something narrow it is dark everywhere, though little of what the light's surroundings
// are searched for covers it.
func TestNarrowShadow(t *testing.T) {
	r := testRenderer(t)
	grey := Material{Base: RGB{0.5, 0.5, 0.5}, Back: RGB{0.5, 0.5, 0.5}, Roughness: 1}
	ground, strip := plate(0.5, 8), plate(0.4, 8)
	for i := range strip.X {
		strip.X[i].X *= 0.015
		strip.X[i].Z = 0.08
	}
	ground.Material, strip.Material = grey, grey
	s := &Scene{Meshes: []Mesh{ground, strip}, Camera: Camera{Eye: r3.Vec{Z: 1}, FovY: 25 * math.Pi / 180}}
	s.Light = new(Light)
	*s.Light = StudioLight(s.Camera)
	s.Light.KeyDirection = r3.Vec{X: -1, Z: 1}
	img := picture(t, r, s)
	least, most := math.Inf(1), 0.0
	for y := -0.15; y < 0.15; y += 0.002 {
		px, py, _ := s.Camera.Project(r3.Vec{X: 0.08, Y: y}, testW, testH)
		l := luminance(at(img, px, py))
		least, most = min(least, l), max(most, l)
	}
	px, py, _ := s.Camera.Project(r3.Vec{X: 0.15}, testW, testH)
	if lit := luminance(at(img, px, py)); most > 1.05*least || most > 0.6*lit {
		t.Errorf("brightness in the shadow %.3f to %.3f, beside it %.3f", least, most, lit)
	}
}

// A plane lit at a slant must not shade itself: shadow acne would show as stripes.
func TestNoSelfShadow(t *testing.T) {
	r := testRenderer(t)
	s := &Scene{
		Meshes: []Mesh{plate(0.5, 8)},
		Camera: Camera{Eye: r3.Vec{Z: 2}, FovY: 25 * math.Pi / 180},
	}
	s.Meshes[0].Material = Material{Base: RGB{0.5, 0.5, 0.5}, Back: RGB{0.5, 0.5, 0.5}, Roughness: 1}
	s.Light = new(Light)
	*s.Light = StudioLight(s.Camera)
	var facing float64
	for i, key := range []r3.Vec{{Z: 1}, {X: 1, Z: 1}, {X: 3, Y: 1, Z: 1}} {
		s.Light.KeyDirection = key
		img := picture(t, r, s)
		step, sum := 0, 0.0
		for y := testH/2 - 30; y < testH/2+30; y++ {
			for x := testW/2 - 30; x < testW/2+30; x++ {
				here := int(img.RGBAAt(x, y).G)
				right, below := int(img.RGBAAt(x+1, y).G), int(img.RGBAAt(x, y+1).G)
				step = max(step, here-right, right-here, here-below, below-here)
				sum += luminance(at(img, float64(x), float64(y)))
			}
		}
		if step > 3 { // dither and the slow change of the view angle
			t.Errorf("key light from %v: neighbouring pixels of a flat plate differ by %d of 255", key, step)
		}
		if i == 0 {
			facing = sum
		} else if i == 1 && (sum < 0.6*facing || sum > 0.95*facing) {
			t.Errorf("at 45 degrees the plate has %.3f of the brightness that it has facing the light", sum/facing)
		}
	}
}

func TestTwoSides(t *testing.T) {
	r := testRenderer(t)
	s := &Scene{Meshes: []Mesh{plate(0.5, 4)}}
	s.Meshes[0].Material = Material{Base: RGB{0.6, 0.05, 0.05}, Back: RGB{0.05, 0.05, 0.6}, Roughness: 0.5}
	for _, side := range []struct {
		z       float64
		channel int
	}{{2, 0}, {-2, 2}} {
		s.Camera = Camera{Eye: r3.Vec{Z: side.z}, FovY: 25 * math.Pi / 180}
		c := at(picture(t, r, s), testW/2, testH/2)
		// Both sides face the light that goes with the camera, so both are bright.
		if c[side.channel] < 0.2 || c[2-side.channel] > 0.3*c[side.channel] {
			t.Errorf("from z = %v the plate looks %.3v", side.z, c)
		}
	}
}

// tube is an open tube of cloth around the y axis from 0 to height.
func tube(radius, height float64, n int) Mesh {
	m := plate(0.5, n)
	for i, x := range m.X {
		a := 2 * math.Pi * x.X
		m.X[i] = r3.Vec{X: radius * math.Sin(a), Y: height * (x.Y + 0.5), Z: radius * math.Cos(a)}
	}
	m.Material = Cloth(Hex(0x8c8c8c))
	return m
}

// A seam on the outline of cloth is drawn in it: from the cloth to the background colours change once.
func TestSeamOnOutline(t *testing.T) {
	r := testRenderer(t)
	m := plate(0.02, 4)
	uv := make([][3]r2.Vec, len(m.Tri))
	for i, c := range m.Tri {
		other := m.X[c[0]].X+m.X[c[1]].X+m.X[c[2]].X > 0
		for k, v := range c {
			if uv[i][k] = (r2.Vec{X: m.X[v].X, Y: m.X[v].Y}); other {
				uv[i][k].X += 10
			}
		}
	}
	m.UV = uv
	for i, x := range m.X { // folded along the seam, which is the outline on the right
		m.X[i] = r3.Vec{X: -math.Abs(x.X), Y: x.Y, Z: x.X}
	}
	m.Material = Cloth(Hex(0xc0392b))
	m.Material.Hem = 0
	s := &Scene{Meshes: []Mesh{m}, Camera: Camera{Eye: r3.Vec{X: 0.1, Z: 0.28}, FovY: 6 * math.Pi / 180}}
	img := picture(t, r, s)
	_, y, _ := s.Camera.Project(r3.Vec{Y: 0.002}, testW, testH)
	changes, was := 0, true
	for x := testW / 2; x < testW; x++ {
		c := at(img, float64(x), y)
		if red := c[0] > 1.5*c[2]; red != was {
			changes, was = changes+1, red
		}
	}
	if changes != 1 {
		t.Errorf("cloth and background change %d times towards the right: expected once", changes)
	}
}

// The inside of a garment is not a hole: light comes through the cloth and is reflected within.
func TestInsidesAreLit(t *testing.T) {
	r := testRenderer(t)
	for _, code := range []uint32{0xf0f0f0, 0x8c8c8c, 0xc0392b, 0x2c3e50} {
		m := tube(0.08, 0.5, 32)
		m.Material = Cloth(Hex(code))
		s := &Scene{Meshes: []Mesh{m}, Camera: Camera{Eye: r3.Vec{Y: 1.4, Z: 1.6}, Target: r3.Vec{Y: 0.3},
			FovY: 25 * math.Pi / 180}}
		s.Light = new(Light)
		*s.Light = StudioLight(s.Camera)
		// One light alone, which the front keeps from the lower inside of the back.
		s.Light.KeyDirection = r3.Vec{Y: 0.2, Z: 1}
		s.Light.Fill, s.Light.Rim, s.Light.Sky, s.Light.Floor = RGB{}, RGB{}, RGB{}, RGB{}
		img := picture(t, r, s)
		mean := func(lo, hi, z float64) float64 {
			sum, n := 0.0, 0.0
			for y := lo; y < hi; y += 0.01 {
				for x := -0.03; x < 0.031; x += 0.01 {
					px, py, _ := s.Camera.Project(r3.Vec{X: x, Y: y, Z: z * math.Sqrt(0.08*0.08-x*x)}, testW, testH)
					l := luminance(at(img, px, py))
					if l < 0.02*luminance(m.Material.Base) {
						t.Errorf("colour %06x: brightness %.4f at (%.2f, %.2f) of side %v", code, l, x, y, z)
					}
					sum, n = sum+l, n+1
				}
			}
			return sum / n
		}
		outside, inside := mean(0.05, 0.45, 1), mean(0.4, 0.425, -1)
		t.Logf("%06x: inside %.3f, outside %.3f", code, inside, outside)
		if inside < 0.03*outside || inside > outside {
			t.Errorf("colour %06x: the inside's brightness is %.3f of the outside's", code, inside/outside)
		}
	}
}

// Every weave looks different from near, none has black holes, and the same scene gives the same bits.
func TestWeaves(t *testing.T) {
	r := testRenderer(t)
	seen := map[string]Weave{}
	for w := NoWeave; w < weaves; w++ {
		m := tube(0.03, 0.06, 24)
		flat := plate(0.5, 24)
		for _, c := range m.Tri {
			var uv [3]r2.Vec
			for k, v := range c {
				uv[k] = r2.Vec{X: 0.06 * flat.X[v].Y, Y: 0.19 * flat.X[v].X}
			}
			m.UV = append(m.UV, uv)
		}
		m.Material, m.Smooth = Woven(Hex(0x8c8c8c), w), true
		s := &Scene{Meshes: []Mesh{m}, Camera: Camera{Eye: r3.Vec{Y: 0.08, Z: 0.15}, Target: r3.Vec{Y: 0.03},
			FovY: 25 * math.Pi / 180}}
		img := picture(t, r, s)
		if other, met := seen[string(img.Pix)]; met {
			t.Errorf("weaves %d and %d look alike", w, other)
		}
		seen[string(img.Pix)] = w
		for y := range testH {
			for x := range testW {
				if l := luminance(at(img, float64(x), float64(y))); l < 0.01 {
					t.Fatalf("weave %d: pixel %d, %d has the brightness %.4f", w, x, y, l)
				}
			}
		}
		if w == Twill && !bytes.Equal(img.Pix, picture(t, testRenderer(t), s).Pix) {
			t.Error("another renderer gave another picture")
		}
	}
}

// Seen from its edge a sheet is as thick as its hem.
func TestHemHasThickness(t *testing.T) {
	r := testRenderer(t)
	m := plate(0.2, 8)
	m.Material = Cloth(Hex(0xb03a2e))
	s := &Scene{Meshes: []Mesh{m}, Camera: Camera{Eye: r3.Vec{X: 1}, FovY: 10 * math.Pi / 180}}
	perMetre := testH / 2 / math.Tan(s.Camera.FovY/2) / 0.8 // at the near edge
	for _, thick := range []float64{0.004, 0.02} {
		s.Meshes[0].Material.Hem = thick
		img := picture(t, r, s)
		red := 0.0
		for x := range testW {
			if c := at(img, float64(x), testH/2); c[0] > 2*c[2] {
				red++
			}
		}
		if want := thick * perMetre; math.Abs(red-want) > 1.5+0.1*want {
			t.Errorf("a hem of %v m covers %v pixels, expected %.1f", thick, red, want)
		}
	}
}

func TestNormals(t *testing.T) {
	r := testRenderer(t)
	m := sphere(r3.Vec{X: 1, Y: 2, Z: 3}, 0.5, 24)
	m.X = append(m.X, r3.Vec{}) // belongs to no triangle
	s := &Scene{Meshes: []Mesh{m}, Camera: Camera{Eye: r3.Vec{Z: 9}, FovY: 1}}
	picture(t, r, s)
	n := make([][4]float32, len(m.X))
	if err := r.ctx.Do(func() error {
		gl.BindBuffer(gl.TEXTURE_BUFFER, r.meshes[0].normals.buffer)
		gl.GetBufferSubData(gl.TEXTURE_BUFFER, 0, 16*len(n), unsafe.Pointer(&n[0]))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for i, x := range m.X[:len(m.X)-1] {
		if i < 48 || i >= len(m.X)-1-48 {
			continue // the poles' vertices each own one thin triangle
		}
		want := r3.Scale(2, r3.Sub(x, r3.Vec{X: 1, Y: 2, Z: 3}))
		got := r3.Vec{X: float64(n[i][0]), Y: float64(n[i][1]), Z: float64(n[i][2])}
		if angle := math.Acos(math.Min(1, r3.Dot(want, got))); angle > 0.01 || math.Abs(r3.Norm(got)-1) > 1e-5 {
			t.Fatalf("normal %d is %v, expected %v (off by %.3f rad)", i, got, want, angle)
		}
	}
	if n[len(n)-1] != [4]float32{0, 1, 0, 0} {
		t.Errorf("a vertex without triangles has the normal %v", n[len(n)-1])
	}
}

// Positions that are already on the device are drawn from where they are, with the same bits.
func TestPositionBuffer(t *testing.T) {
	r := testRenderer(t)
	s := &Scene{Meshes: []Mesh{sphere(r3.Vec{Y: 0.4}, 0.3, 16)}, Ground: true}
	s.Bounds, _ = BoundsOf(s.Meshes)
	s.Camera = FrameBox(s.Bounds, float64(testW)/testH)
	host := picture(t, r, s)

	const offset, stride = 5, 4
	data := make([]float32, offset, offset+stride*len(s.Meshes[0].X))
	for _, x := range s.Meshes[0].X {
		data = append(data, float32(x.X), float32(x.Y), float32(x.Z), float32(math.NaN()))
	}
	var buffer uint32
	if err := r.ctx.Do(func() error {
		gl.GenBuffers(1, &buffer)
		gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, buffer)
		gl.BufferData(gl.SHADER_STORAGE_BUFFER, 4*len(data), unsafe.Pointer(&data[0]), gl.DYNAMIC_COPY)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	s.Meshes[0].Positions = &PositionBuffer{Buffer: buffer, Offset: offset, Stride: stride, Count: len(s.Meshes[0].X)}
	s.Meshes[0].X = nil
	if device := picture(t, r, s); !bytes.Equal(host.Pix, device.Pix) {
		t.Error("the picture from the position buffer differs from the one from host positions")
	}
}

func TestFalseColours(t *testing.T) {
	r := testRenderer(t)
	for _, cm := range []ColourMap{Sequential, Diverging} {
		m := plate(0.4, 2)
		m.Scalar = make([]float64, len(m.Tri)) // per triangle: left half −3, right half 5
		for i, tri := range m.Tri {
			m.Scalar[i] = -3
			if m.X[tri[0]].X+m.X[tri[1]].X+m.X[tri[2]].X > 0 {
				m.Scalar[i] = 5
			}
		}
		s := &Scene{
			Meshes: []Mesh{m},
			Camera: Camera{Eye: r3.Vec{Z: 2}, FovY: 25 * math.Pi / 180},
			Legend: &Legend{Min: -3, Max: 5, Map: cm, Hidden: true},
		}
		img := picture(t, r, s)
		for _, side := range []struct{ x, value float64 }{{-0.2, 0}, {0.2, 1}} {
			x, y, _ := s.Camera.Project(r3.Vec{X: side.x, Y: 0.05}, testW, testH)
			got, want := at(img, x, y), cm.At(side.value)
			// Shading scales a colour and keeps its direction.
			g, w := r3.Vec{X: got[0], Y: got[1], Z: got[2]}, r3.Vec{X: want[0], Y: want[1], Z: want[2]}
			if k := r3.Norm(g) / r3.Norm(w); r3.Cos(g, w) < 0.999 || k < 0.3 || k > 1.02 {
				t.Errorf("map %d at %v: colour %.3v, expected %.3v times the shade (%.3f)", cm, side.value, got, want, k)
			}
		}
	}
}

func TestPerVertexScalars(t *testing.T) {
	r := testRenderer(t)
	m := plate(0.4, 4)
	for _, x := range m.X {
		m.Scalar = append(m.Scalar, x.X)
	}
	s := &Scene{Meshes: []Mesh{m}, Camera: Camera{Eye: r3.Vec{Z: 2}, FovY: 25 * math.Pi / 180}}
	img := picture(t, r, s) // range measured: −0.4 to 0.4
	last := -1.0
	for x := -0.36; x < 0.37; x += 0.06 {
		px, py, _ := s.Camera.Project(r3.Vec{X: x}, testW, testH)
		l := luminance(at(img, px, py))
		if l <= last {
			t.Fatalf("brightness %.3f at x = %.2f is not above %.3f before it", l, x, last)
		}
		last = l
	}
}

func TestSameBits(t *testing.T) {
	r := testRenderer(t)
	s := &Scene{Meshes: []Mesh{sphere(r3.Vec{Y: 0.3}, 0.3, 24), sphere(r3.Vec{X: 0.4, Y: 0.6}, 0.1, 8)}, Ground: true}
	b, _ := BoundsOf(s.Meshes)
	s.Camera = FrameBox(b, float64(testW)/testH)
	first := picture(t, r, s)
	other := &Scene{Meshes: []Mesh{plate(1, 3)}, Camera: Camera{Eye: r3.Vec{Z: 3}, FovY: 1}}
	picture(t, r, other)
	if again := picture(t, r, s); !bytes.Equal(first.Pix, again.Pix) {
		t.Error("the same scene gave another picture")
	}
	if new := picture(t, testRenderer(t), s); !bytes.Equal(first.Pix, new.Pix) {
		t.Error("another renderer on the same device gave another picture")
	}
}

func TestEmptyScene(t *testing.T) {
	r := testRenderer(t)
	s := &Scene{Camera: Camera{Eye: r3.Vec{Z: 3}, FovY: 1}, Ground: true, Meshes: []Mesh{{Name: "nothing"}}}
	img := picture(t, r, s)
	if l := luminance(at(img, testW/2, 10)); l < 0.05 || l > 0.95 {
		t.Errorf("the backdrop's brightness is %.3f", l)
	}
}

func TestClosedRenderer(t *testing.T) {
	r := testRenderer(t)
	r.Close()
	if _, err := r.Render(&Scene{Camera: Camera{Eye: r3.Vec{Z: 3}, FovY: 1}}); err == nil {
		t.Error("a closed renderer gave a picture")
	}
}

func TestNewErrors(t *testing.T) {
	r := testRenderer(t)
	if _, err := New(r.ctx, 0, 10); err == nil {
		t.Error("a picture without width was accepted")
	}
	if _, err := NewQuality(t.Context(), r.ctx, 10, 10, Quality(9)); err == nil {
		t.Error("an unknown quality was accepted")
	}
	for q := range qualities {
		n, err := NewQuality(t.Context(), r.ctx, 32, 24, Quality(q))
		if err != nil {
			t.Fatal(err)
		}
		picture(t, n, &Scene{Meshes: []Mesh{sphere(r3.Vec{}, 1, 6)}, Camera: Camera{Eye: r3.Vec{Z: 6}, FovY: 0.5}})
		n.Close()
	}
}

func TestRenderRefusesBadScene(t *testing.T) {
	r := testRenderer(t)
	s := &Scene{Camera: Camera{Eye: r3.Vec{Z: 3}, FovY: 1}, Meshes: []Mesh{{X: []r3.Vec{{X: math.NaN()}}}}}
	if _, err := r.Render(s); !errors.Is(err, ErrScene) {
		t.Errorf("a position that is not a number gave %v", err)
	}
}

// A frame of an animation: 30,000 triangles at the default size.
func BenchmarkFrame(b *testing.B) {
	r, err := New(testRenderer(b).ctx, 1280, 720)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	s := &Scene{Meshes: []Mesh{sphere(r3.Vec{Y: 0.9}, 0.9, 87)}, Ground: true}
	s.Bounds, _ = BoundsOf(s.Meshes)
	s.Camera = FrameBox(s.Bounds, 16.0/9)
	for b.Loop() {
		if _, err := r.Render(s); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSideLight: shallow folds that face the camera stand out more, by the spread of luminances over their mean, in
// light from the side than in the studio's.
func TestSideLight(t *testing.T) {
	r := testRenderer(t)
	sheet := Mesh{Material: Cloth(RGB{.7, .65, .5})}
	const nx, ny = 120, 20
	for j := range ny + 1 {
		for i := range nx + 1 {
			x := .6 * (float64(i)/nx - .5)
			sheet.X = append(sheet.X, r3.Vec{X: x, Y: .4 * (float64(j)/ny - .5), Z: .002 * math.Sin(2*math.Pi*x/.1)})
			if i < nx && j < ny {
				a := int32(j*(nx+1) + i)
				sheet.Tri = append(sheet.Tri, [3]int32{a, a + 1, a + nx + 2}, [3]int32{a, a + nx + 2, a + nx + 1})
			}
		}
	}
	spread := map[string]float64{}
	for _, name := range Lights() {
		s := &Scene{Meshes: []Mesh{sheet}, Camera: Camera{Eye: r3.Vec{Z: 1}, FovY: 16 * math.Pi / 180}}
		light := LightOf(name, s.Camera)
		s.Light = &light
		img := picture(t, r, s)
		var sum, squares, n float64
		for x := testW / 4; x < 3*testW/4; x++ {
			for y := testH / 3; y < 2*testH/3; y++ {
				l := luminance(at(img, float64(x), float64(y)))
				sum, squares, n = sum+l, squares+l*l, n+1
			}
		}
		spread[name] = math.Sqrt(squares/n-sum*sum/n/n) / (sum / n)
	}
	if spread["side"] < 1.5*spread["studio"] || !(spread["studio"] > .001) {
		t.Errorf("spread of luminances over their mean: %v", spread)
	} else {
		t.Log(spread)
	}
}
