//go:build cgo

package render

import (
	"math"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
)

// standing is a ball on the ground, seen at a slant, in light that comes from the surroundings alone.
func standing() *Scene {
	s := &Scene{Meshes: []Mesh{sphere(r3.Vec{Y: 0.3}, 0.3, 48)}, Ground: true}
	s.Camera = Camera{Eye: r3.Vec{Y: 0.5, Z: 2.4}, Target: r3.Vec{Y: 0.15}, FovY: 24 * math.Pi / 180}
	light := StudioLight(s.Camera)
	light.Key, light.Fill, light.Rim = RGB{}, RGB{}, RGB{}
	s.Light = &light
	return s
}

// Around a body on the ground the surroundings darken without streaks: from pixel to pixel a picture differs from the
// true one, which has very many samples, by about as much.
func TestAmbientHasNoStreaks(t *testing.T) {
	const w, h = 480, 360
	on, s := testRenderer(t).ctx, standing()
	draw := func() func(x, y int) float64 {
		r, err := New(on, w, h)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		return linear(t, r, s)
	}
	coarse, before := draw(), qualities
	defer func() { qualities = before }()
	qualities[Standard].aoSlices, qualities[Standard].aoStep = 24, 24
	fine := draw()
	lo, hi := math.Inf(1), 0.0
	sum, n := 0.0, 0.0
	left, top, _ := s.Camera.Project(r3.Vec{X: -0.35, Z: 0.1}, w, h)
	right, bottom, _ := s.Camera.Project(r3.Vec{X: 0.35, Z: 0.5}, w, h)
	for y := int(top); y < int(bottom); y++ {
		for x := int(left); x < int(right); x++ {
			x0, y0 := float64(x)-w/2, float64(y)-h/2
			if c, d := ray(s.Camera, x0, y0, h), r3.Sub(r3.Vec{Y: 0.3}, s.Camera.Eye); r3.Norm(r3.Cross(c, d)) < 0.33 {
				continue // the ball itself, or its rim
			}
			d := coarse(x, y) - fine(x, y)
			for _, o := range [2]float64{coarse(x+3, y) - fine(x+3, y), coarse(x, y+3) - fine(x, y+3)} {
				sum, n = sum+(d-o)*(d-o), n+1
			}
			lo, hi = math.Min(lo, fine(x, y)), math.Max(hi, fine(x, y))
		}
	}
	streaks := math.Sqrt(sum/n) / hi
	if streaks > 0.005 || lo > 0.8*hi || n < 1000 {
		t.Errorf("%v differences: root mean square %.4f, light from %.3f to %.3f", n, streaks, lo, hi)
	}
}

// linear draws a scene and tells how bright each pixel is before it is rounded to 8 bits.
func linear(t *testing.T, r *Renderer, s *Scene) func(x, y int) float64 {
	picture(t, r, s)
	pix := make([][4]float32, r.w*r.h)
	if err := r.ctx.Do(func() error {
		gl.BindTexture(gl.TEXTURE_2D, r.picture)
		gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RGBA, gl.FLOAT, gl.Ptr(pix))
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	return func(x, y int) float64 { return float64(pix[(r.h-1-y)*r.w+x][1]) }
}

// ray is the direction that a pixel, counted from the middle of a picture of the height h, is seen in.
func ray(c Camera, x, y, h float64) r3.Vec {
	right, up, forward := c.axes()
	s := 2 * math.Tan(c.FovY/2) / h
	return r3.Unit(r3.Add(forward, r3.Add(r3.Scale(s*x, right), r3.Scale(-s*y, up))))
}

// Ground that nothing is near is as bright as the backdrop, however slanted it is seen: else its darkened part has a
// rim.
func TestOpenGroundIsNotDarkened(t *testing.T) {
	r, s := testRenderer(t), standing()
	s.Bounds, _ = BoundsOf(s.Meshes)
	s.Meshes = nil
	s.Bounds.Max.X += 2 // so that much of the picture counts as near the scene
	for _, height := range []float64{0.2, 0.5, 2} {
		s.Camera.Eye.Y = height
		s.Ground = true
		with := linear(t, r, s)
		s.Ground = false
		without := linear(t, r, s)
		for y := range testH {
			for x := range testW {
				if a, b := with(x, y), without(x, y); math.Abs(a-b) > 0.002*b {
					t.Fatalf("from %v m above: pixel %d, %d of the ground has the brightness %.4f, the backdrop %.4f", height, x, y, a,
						b)
				}
			}
		}
	}
}
