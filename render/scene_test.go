package render

import (
	"errors"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

func TestSceneCheck(t *testing.T) {
	tri := func() Mesh {
		return Mesh{Name: "m", X: []r3.Vec{{}, {X: 1}, {Y: 1}}, Tri: [][3]int32{{0, 1, 2}}}
	}
	ok := func() *Scene { return &Scene{Meshes: []Mesh{tri()}, Camera: Camera{Eye: r3.Vec{Z: 3}, FovY: 1}} }
	if err := ok().check(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*Scene){
		"X[1]":      func(s *Scene) { s.Meshes[0].X[1].Y = math.Inf(1) },
		"Tri[0]":    func(s *Scene) { s.Meshes[0].Tri[0][2] = 3 },
		"0 to 2":    func(s *Scene) { s.Meshes[0].Tri[0][0] = -1 },
		"UV":        func(s *Scene) { s.Meshes[0].UV = make([][3]r2.Vec, 2) },
		"2 scalars": func(s *Scene) { s.Meshes[0].Scalar = make([]float64, 2) },
		"Scalar[2]": func(s *Scene) { s.Meshes[0].Scalar = []float64{0, 1, math.NaN()} },
		"both":      func(s *Scene) { s.Meshes[0].Positions = &PositionBuffer{} },
		"stride":    func(s *Scene) { s.Meshes[0].X, s.Meshes[0].Positions = nil, &PositionBuffer{Buffer: 1, Stride: 2} },
		"Bounds must": func(s *Scene) {
			s.Meshes[0].X, s.Meshes[0].Positions = nil, &PositionBuffer{Buffer: 1, Stride: 3, Count: 3}
		},
		"same point":   func(s *Scene) { s.Camera.Target = s.Camera.Eye },
		"along its Up": func(s *Scene) { s.Camera.Up = r3.Vec{Z: 1} },
		"FovY":         func(s *Scene) { s.Camera.FovY = 0 },
		"camera":       func(s *Scene) { s.Camera.Eye.X = math.NaN() },
		"legend range": func(s *Scene) { s.Legend = &Legend{Min: 1, Max: 1} },
		"colour map":   func(s *Scene) { s.Legend = &Legend{Max: 1, Map: 7} },
		"Bounds {":     func(s *Scene) { s.Bounds.Max.X = math.Inf(1) },
	} {
		s := ok()
		spoil(s)
		err := s.check()
		if !errors.Is(err, ErrScene) || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error with %q, got %v", want, err)
		}
	}
}

func TestFrameBoxShowsAll(t *testing.T) {
	for _, b := range []Box{
		{r3.Vec{X: -0.3, Z: -0.2}, r3.Vec{X: 0.3, Y: 1.75, Z: 0.2}},
		{r3.Vec{X: -2, Y: 0, Z: -2}, r3.Vec{X: 2, Y: 0.1, Z: 2}},
		{r3.Vec{X: 5, Y: 5, Z: -9}, r3.Vec{X: 5.1, Y: 5.1, Z: -1}},
	} {
		const w, h = 1280, 720
		c := FrameBox(b, float64(w)/h)
		used := 0.0
		for k := 0; k < 8; k++ {
			x, y, d := c.Project(b.corner(k), w, h)
			if d <= 0 || x < 0 || x > w || y < 0 || y > h {
				t.Errorf("corner %v of %v is at (%.1f, %.1f), depth %.2f", b.corner(k), b, x, y, d)
			}
			used = math.Max(used, math.Max(math.Abs(x/w-0.5), math.Abs(y/h-0.5)))
		}
		if used < 0.4 {
			t.Errorf("%v fills only %.2f of the picture", b, 2*used)
		}
	}
}

// oklabLightness inverts fromOklab for the lightness alone.
func oklabLightness(c RGB) float64 {
	l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
	m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
	s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
	return 0.2104542553*l + 0.7936177850*m - 0.0040720468*s
}

// Lightness is a straight line in the value, or in its distance from the middle; a colour cut off at
// the gamut's border would bend it.
func TestColourMapLightness(t *testing.T) {
	for i := 0; i <= 100; i++ {
		v := float64(i) / 100
		if got, want := oklabLightness(Sequential.At(v)), 0.26+0.675*v; math.Abs(got-want) > 0.012 {
			t.Errorf("Sequential at %v: lightness %.3f, expected %.3f", v, got, want)
		}
		a, b := oklabLightness(Diverging.At(v)), oklabLightness(Diverging.At(1-v))
		if math.Abs(a-b) > 0.012 {
			t.Errorf("Diverging is not symmetric at %v: %.3f and %.3f", v, a, b)
		}
	}
	if Sequential.At(-1) != Sequential.At(0) || Sequential.At(2) != Sequential.At(1) {
		t.Error("values beyond the range are not clamped")
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		labels string
	}{
		{0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{-0.4, 0.4, "-0.4 -0.2 0.0 0.2 0.4"},
		{0, 0.46, "0.0 0.1 0.2 0.3 0.4"},
		{3, 1003, "200 400 600 800 1000"},
		{0, 2e-6, "0 5e-07 1e-06 1.5e-06 2e-06"},
	} {
		values, step := ticks(c.lo, c.hi, 5)
		var labels []string
		for _, v := range values {
			labels = append(labels, tickLabel(v, step, math.Max(math.Abs(c.lo), math.Abs(c.hi))))
		}
		if got := strings.Join(labels, " "); got != c.labels {
			t.Errorf("ticks of %v to %v: %q, expected %q", c.lo, c.hi, got, c.labels)
		}
	}
}

func TestLegendShowsTheMap(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 640, 360))
	l := &Legend{Title: "Strain", Unit: "1", Min: 0, Max: 1}
	if err := l.draw(img); err != nil {
		t.Fatal(err)
	}
	ends := map[[3]uint8]bool{}
	for i := 0; i < len(img.Pix); i += 4 {
		ends[[3]uint8{img.Pix[i], img.Pix[i+1], img.Pix[i+2]}] = true
	}
	for _, v := range []float64{0.5 / 162, 1 - 0.5/162} { // the bar is 162 pixels high
		c := l.Map.At(v).sRGBA()
		if !ends[[3]uint8{c.R, c.G, c.B}] {
			t.Errorf("the colour of %v, %v, is not in the bar", v, c)
		}
	}
}

func TestSeamEdges(t *testing.T) {
	// Two triangles that share the edge 1–2, corner 1 of the first and corner 0 of the second.
	tri := [][3]int32{{0, 1, 2}, {2, 1, 3}}
	uv := [][3]r2.Vec{{{}, {X: 1}, {Y: 1}}, {{Y: 1}, {X: 1}, {X: 1, Y: 1}}}
	if got := seamEdges(tri, uv); got[0] != 0b101 || got[1] != 0b110 {
		t.Errorf("one piece: marks %03b", got)
	}
	if got := seamEdges(tri, nil); got[0] != 0b101 || got[1] != 0b110 {
		t.Errorf("without material coordinates: marks %03b", got)
	}
	uv[1][1].X = 7 // another panel
	if got := seamEdges(tri, uv); got[0] != 0b111 || got[1] != 0b111 {
		t.Errorf("two panels: marks %03b", got)
	}
	// A fan around vertex 0 at the border: the middle triangle touches the line with one corner alone.
	if got := seamEdges([][3]int32{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}, nil); got[0] != 0b011 || got[1] != 0b001010 || got[2] != 0b110 {
		t.Errorf("fan: marks %06b", got)
	}
}

func TestWritePNG(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "0001.png")
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	img.Pix[0], img.Pix[3] = 200, 255
	if err := WritePNG(path, img); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	back, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, _ := back.At(0, 0).RGBA(); r>>8 != 200 {
		t.Errorf("red came back as %d", r>>8)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d files are left, expected the picture alone", len(left))
	}
	if err := WritePNG(filepath.Join(dir, "none", "x.png"), img); err == nil {
		t.Error("writing into a folder that is not there succeeded")
	}
}

func TestHexAndSRGB(t *testing.T) {
	for _, code := range []uint32{0, 0xffffff, 0x3d5a80, 0x010203} {
		c := Hex(code).sRGBA()
		if got := uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B); got != code {
			t.Errorf("Hex(%06x) came back as %06x", code, got)
		}
	}
}
