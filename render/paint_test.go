//go:build cgo

package render

import (
	"errors"
	"image"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
)

// quick is a picture of Live.
func quick(t *testing.T, ctx *opengl.Context, s *Scene, byVertex bool) *image.RGBA {
	t.Helper()
	l, err := NewLive(ctx, LiveQuality{ByVertex: byVertex})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.Draw(s, testW, testH); err != nil {
		t.Fatal(err)
	}
	img, err := l.Read()
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Each triangle has the colour of its paint, or the material's without one, however they are ordered; beside values
// nothing is painted.
func TestPaint(t *testing.T) {
	r := testRenderer(t)
	grey, red, blue := RGB{.4, .4, .4}, RGB{.6, .05, .05}, RGB{.05, .05, .6}
	for _, smooth := range []bool{false, true} {
		m := plate(0.5, 6)
		m.Material, m.Smooth, m.Paints = Material{Base: grey, Back: grey, Roughness: 1}, smooth, []RGB{red, blue}
		for _, c := range m.Tri {
			x := (m.X[c[0]].X + m.X[c[1]].X + m.X[c[2]].X) / 3
			m.Paint = append(m.Paint, int32(math.Floor(6*x+4.5))%3-1) // in turns: none, red, blue
		}
		s := &Scene{Meshes: []Mesh{m}, Camera: Camera{Eye: r3.Vec{Z: 2}, FovY: 25 * math.Pi / 180}}
		seen := map[int32]int{}
		look := func(img *image.RGBA, painted bool) {
			t.Helper()
			for i, c := range m.Tri {
				p := r3.Scale(1./3, r3.Add(m.X[c[0]], r3.Add(m.X[c[1]], m.X[c[2]])))
				if math.Abs(p.X) > .2 || math.Abs(p.Y) > .2 {
					continue
				}
				x, y, _ := s.Camera.Project(p, testW, testH)
				got, want := at(img, x, y), m.Paint[i]
				if !painted {
					want = -1
				}
				seen[want]++
				kind := int32(-1)
				if got[0] > 2*got[2] {
					kind = 0
				} else if got[2] > 2*got[0] {
					kind = 1
				}
				if kind != want {
					t.Fatalf("smooth %v: triangle %d looks %.2v: expected paint %d", smooth, i, got, want)
				}
			}
		}
		look(picture(t, r, s), true)
		for _, by := range []bool{false, true} {
			look(quick(t, r.ctx, s, by), true)
		}
		if len(seen) != 3 {
			t.Errorf("paints %v: expected all three", seen)
		}
		s.Meshes = append(s.Meshes, plate(0.01, 1))
		s.Meshes[1].Scalar = make([]float64, len(s.Meshes[1].X))
		for i := range s.Meshes[1].X {
			s.Meshes[1].X[i].Y += 0.4
		}
		look(picture(t, r, s), false)
		look(quick(t, r.ctx, s, true), false)
		s.Meshes[0].Paint = append([]int32{2}, m.Paint[1:]...)
		if _, err := r.Render(s); !errors.Is(err, ErrScene) {
			t.Errorf("a paint that is not there: error %v", err)
		}
		s.Meshes[0].Paint = m.Paint[1:]
		if _, err := r.Render(s); !errors.Is(err, ErrScene) {
			t.Errorf("too few paints: error %v", err)
		}
	}
}
