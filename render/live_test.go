//go:build cgo

package render

import (
	"image"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// waved is a sheet of n × n vertices in folds over the ground, and a ball beside it.
func waved(n int) *Scene {
	s := &Scene{Ground: true, Camera: FrameBoxFrom(Box{Min: r3.Vec{X: -.5, Z: -.3}, Max: r3.Vec{X: .5, Y: 1, Z: .3}}, 1.5,
		.4, .25)}
	m := Mesh{Name: "sheet", Material: Cloth(Hex(0xc9a66b)), Smooth: false}
	at := func(i, j int) r2.Vec {
		return r2.Vec{X: float64(i) / float64(n-1), Y: float64(j) / float64(n-1)}
	}
	for j := range n {
		for i := range n {
			u := at(i, j)
			m.X = append(m.X, r3.Vec{X: u.X - .5, Y: .05 + .9*u.Y, Z: .05 * math.Sin(25*u.X)})
			if i > 0 && j > 0 {
				a, b, c, d := int32((j-1)*n+i-1), int32((j-1)*n+i), int32(j*n+i), int32(j*n+i-1)
				m.Tri = append(m.Tri, [3]int32{a, b, c}, [3]int32{a, c, d})
				m.UV = append(m.UV, [3]r2.Vec{at(i-1, j-1), at(i, j-1), at(i, j)}, [3]r2.Vec{at(i-1, j-1), at(i, j), at(i-1, j)})
			}
		}
	}
	s.Meshes = []Mesh{m}
	return s
}

// TestLive: the quick picture has the colours of the good one where these are plain, shows the edges of triangles and
// false colours when asked, follows the size, and comes back the same.
func TestLive(t *testing.T) {
	ctx := testRenderer(t).ctx
	s := waved(31)
	l, err := NewLive(ctx, LiveQuality{Samples: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	draw := func(w, h int, wires bool) *image.RGBA {
		t.Helper()
		s.Meshes[0].Edges = wires
		if _, err := l.Draw(s, w, h); err != nil {
			t.Fatal(err)
		}
		img, err := l.Read()
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	quick := draw(480, 320, false)
	r, err := New(ctx, 480, 320)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	good, err := r.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("HYSTERON_PICTURES"); dir != "" {
		WritePNG(dir+"/live.png", quick)
		WritePNG(dir+"/good.png", good)
		WritePNG(dir+"/wires.png", draw(480, 320, true))
	}
	if d := apart(quick, good); d > 12 {
		t.Errorf("the quick picture is %.3g of 255 off the good one in the mean", d)
	}
	if d := apart(quick, draw(480, 320, true)); d < .5 {
		t.Errorf("edges of triangles change %.3g of 255 in the mean", d)
	}
	if d := apart(quick, draw(480, 320, false)); d != 0 {
		t.Errorf("the same picture again is %.3g of 255 off", d)
	}
	if img := draw(200, 300, false); img.Bounds().Dx() != 200 || img.Bounds().Dy() != 300 {
		t.Errorf("a picture of %v", img.Bounds())
	}
	for range s.Meshes[0].Tri {
		s.Meshes[0].Scalar = append(s.Meshes[0].Scalar, 1)
	}
	s.Legend = &Legend{Min: 0, Max: 1}
	c := draw(480, 320, false).RGBAAt(240, 160)
	if want := Sequential.At(1).sRGBA(); math.Abs(float64(c.R)-float64(want.R)) > 40 || c.B > 120 {
		t.Errorf("the largest value looks like %v, in the map it is %v", c, want)
	}
	if _, err := l.Draw(s, 0, 10); err == nil {
		t.Error("a picture without pixels was drawn")
	}
}

// apart is the mean difference of two pictures.
func apart(a, b *image.RGBA) float64 {
	sum := 0.0
	for i := range a.Pix {
		sum += math.Abs(float64(a.Pix[i]) - float64(b.Pix[i]))
	}
	return sum / float64(len(a.Pix)) * 4 / 3
}

// BenchmarkLive draws a sheet of 51 × 51 vertices in a window of the usual size.
func BenchmarkLive(b *testing.B) {
	ctx := testRenderer(b).ctx
	for _, samples := range []int{1, 4} {
		b.Run(map[int]string{1: "plain", 4: "samples4"}[samples], func(b *testing.B) {
			s := waved(51)
			l, err := NewLive(ctx, LiveQuality{Samples: samples})
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			for b.Loop() {
				if _, err := l.Draw(s, 1200, 800); err != nil {
					b.Fatal(err)
				}
				if _, err := l.Read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
