package render

import (
	"errors"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

func TestLineEdges(t *testing.T) {
	// Two triangles that share the edge 1–2.
	tri := [][3]int32{{0, 1, 2}, {2, 1, 3}}
	uv := [][3]r2.Vec{{{}, {X: 1}, {Y: 1}}, {{Y: 1}, {X: 1}, {X: 1, Y: 1}}}
	border := []lineEdge{{0, 1, true}, {2, 0, true}, {1, 3, true}, {3, 2, true}}
	for what, uv := range map[string][][3]r2.Vec{"one piece": uv, "without material coordinates": nil} {
		if got := lineEdges(tri, uv); !slices.Equal(got, border) {
			t.Errorf("%s: %v", what, got)
		}
	}
	uv[1][1].X = 7 // another panel
	got := lineEdges(tri, uv)
	if want := slices.Insert(slices.Clone(border), 1, lineEdge{1, 2, false}); !slices.Equal(got, want) {
		t.Errorf("two panels: %v, expected %v", got, want)
	}
	if v := lineVertices(got, false); !slices.Equal(v, [][4]int32{{1, 1, 2}, {1, 2, 2}}) {
		t.Errorf("the seam: %v", v)
	}
	if v := lineVertices(got, true); v[0] != [4]int32{2, 0, 1} || v[1] != [4]int32{0, 1, 3} {
		t.Errorf("the first edge of the hem: %v", v[:2])
	}
}

// plate is a square of side 2s in the plane z = 0, seen counter-clockwise from +Z, of n × n cells.
func plate(s float64, n int) Mesh {
	m := Mesh{Name: "plate"}
	for j := 0; j <= n; j++ {
		for i := 0; i <= n; i++ {
			m.X = append(m.X, r3.Vec{X: s * (2*float64(i)/float64(n) - 1), Y: s * (2*float64(j)/float64(n) - 1)})
		}
	}
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			a := int32(j*(n+1) + i)
			b := a + int32(n) + 1
			m.Tri = append(m.Tri, [3]int32{a, a + 1, b + 1}, [3]int32{a, b + 1, b})
		}
	}
	return m
}

// sphere has 2n segments around and n from pole to pole; its vertices are on the sphere.
func sphere(c r3.Vec, radius float64, n int) Mesh {
	m := Mesh{Name: "sphere", Material: Plaster()}
	for j := 0; j <= n; j++ {
		b := math.Pi * (float64(j)/float64(n) - 0.5)
		for i := 0; i < 2*n; i++ {
			a := math.Pi * float64(i) / float64(n)
			u := r3.Vec{X: math.Cos(b) * math.Sin(a), Y: math.Sin(b), Z: math.Cos(b) * math.Cos(a)}
			m.X = append(m.X, r3.Add(c, r3.Scale(radius, u)))
		}
	}
	for j := 0; j < n; j++ {
		for i := 0; i < 2*n; i++ {
			a, b := int32(j*2*n+i), int32(j*2*n+(i+1)%(2*n))
			c, d := a+int32(2*n), b+int32(2*n)
			m.Tri = append(m.Tri, [3]int32{a, b, d}, [3]int32{a, d, c})
		}
	}
	return m
}

// A refined plane is that plane, with its border and corners; a refined sphere is rounder.
func TestRefine(t *testing.T) {
	at := func(r *refined, j int, x []r3.Vec) (p r3.Vec, sum float64) {
		for i := r.points.start[j]; i < r.points.start[j+1]; i++ {
			w := float64(r.points.weight[i])
			p, sum = r3.Add(p, r3.Scale(w, x[r.points.index[i]])), sum+w
		}
		return p, sum
	}
	flat := plate(0.5, 4)
	r := refine(flat.Tri, nil, lineEdges(flat.Tri, nil), len(flat.X))
	lo, hi := r3.Vec{}, r3.Vec{}
	for j := range r.halves {
		p, sum := at(r, j, flat.X)
		if math.Abs(sum-1) > 1e-6 || p.Z != 0 {
			t.Fatalf("point %d: weights sum to %v, at %v", j, sum, p)
		}
		lo.X, hi.Y = math.Min(lo.X, p.X), math.Max(hi.Y, p.Y)
	}
	if lo.X != -0.5 || hi.Y != 0.5 || len(r.tri) != 4*len(flat.Tri) {
		t.Errorf("the plate reaches from %v to %v, in %d triangles", lo.X, hi.Y, len(r.tri))
	}
	ball := sphere(r3.Vec{}, 1, 12)
	r = refine(ball.Tri, nil, nil, len(ball.X))
	bend := func(tri [][3]int32, x func(int32) r3.Vec) (worst float64) { // between a face and the radius
		for _, c := range tri {
			a, b, d := x(c[0]), x(c[1]), x(c[2])
			n, m := r3.Cross(r3.Sub(b, a), r3.Sub(d, a)), r3.Add(a, r3.Add(b, d))
			if l := r3.Norm(n); l > 1e-4 && math.Abs(m.Y) < 2 {
				worst = math.Max(worst, math.Acos(math.Min(1, r3.Dot(r3.Scale(1/l, n), r3.Unit(m)))))
			}
		}
		return worst
	}
	before := bend(ball.Tri, func(i int32) r3.Vec { return ball.X[i] })
	after := bend(r.tri, func(i int32) r3.Vec { p, _ := at(r, int(i), ball.X); return p })
	if after > 0.7*before {
		t.Errorf("faces of a refined sphere turn away from it by %.4f rad, before by %.4f", after, before)
	}
	// A seam that zigzags is straight afterwards.
	zigzag := plate(0.5, 8)
	uv := make([][3]r2.Vec, len(zigzag.Tri))
	for i, c := range zigzag.Tri {
		for k, v := range c {
			uv[i][k] = r2.Vec{X: zigzag.X[v].X, Y: zigzag.X[v].Y}
			if zigzag.X[c[0]].X+zigzag.X[c[1]].X+zigzag.X[c[2]].X > 0 {
				uv[i][k].X += 10
			}
		}
	}
	for i, x := range zigzag.X {
		if x.X == 0 && (i/9)%2 == 1 {
			zigzag.X[i].Z = 0.01
		}
	}
	r = refine(zigzag.Tri, uv, lineEdges(zigzag.Tri, uv), len(zigzag.X))
	for i, x := range zigzag.X {
		if p, _ := at(r, i, zigzag.X); x.X == 0 && math.Abs(x.Y) < 0.3 && math.Abs(p.Z-0.005) > 0.002 {
			t.Errorf("seam at y = %.2f: z = %.4f", x.Y, p.Z)
		}
	}
}

// A straight seam is drawn straight, however the triangles on either side of it are.
func TestSeamStaysStraight(t *testing.T) {
	m := plate(0.5, 8)
	random := rand.New(rand.NewPCG(3, 1))
	for i := range m.X {
		if x := &m.X[i]; x.X != 0 && math.Abs(x.X) < 0.49 && math.Abs(x.Y) < 0.49 {
			x.X += 0.04 * (2*random.Float64() - 1)
			x.Y += 0.04 * (2*random.Float64() - 1)
		}
	}
	uv := make([][3]r2.Vec, len(m.Tri))
	for i, c := range m.Tri {
		for k, v := range c {
			uv[i][k] = r2.Vec{X: m.X[v].X, Y: m.X[v].Y}
			if m.X[c[0]].X+m.X[c[1]].X+m.X[c[2]].X > 0 { // another panel, another way round
				uv[i][k] = r2.Vec{X: 7 - m.X[v].Y, Y: m.X[v].X}
			}
		}
	}
	r := refine(m.Tri, uv, lineEdges(m.Tri, uv), len(m.X))
	seen := 0
	for j, h := range r.halves {
		if a, b := m.X[h[0]], m.X[h[1]]; a.X != 0 || b.X != 0 || math.Abs(a.Y) > 0.49 || math.Abs(b.Y) > 0.49 {
			continue
		}
		seen++
		p := r3.Vec{}
		for i := r.points.start[j]; i < r.points.start[j+1]; i++ {
			p = r3.Add(p, r3.Scale(float64(r.points.weight[i]), m.X[r.points.index[i]]))
		}
		if math.Abs(p.X) > 1e-7 || p.Z != 0 {
			t.Errorf("point %d of the seam, at y = %.3f, is drawn %.2g m beside it", j, p.Y, p.X)
		}
	}
	if seen != 13 {
		t.Errorf("%d points of the seam, expected 13", seen)
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

// Coarse cloth is refined more than once, up to so many triangles: points are combinations of its vertices whose
// weights are one together, and values of these follow.
func TestSmoothRefinesCoarseMore(t *testing.T) {
	m := plate(0.5, 4) // 32 triangles
	for _, c := range []struct{ most, triangles, shift int }{{0, 128, 2}, {511, 128, 2}, {512, 512, 4}, {8191, 2048, 6}} {
		r := smooth(m.Tri, nil, len(m.X), c.most)
		if len(r.tri) != c.triangles || r.shift() != c.shift {
			t.Errorf("at most %d: %d triangles, shift %d: expected %d and %d", c.most, len(r.tri), r.shift(), c.triangles,
				c.shift)
		}
		coarse := make([]float32, len(m.X))
		for i, x := range m.X {
			coarse[i] = float32(2*x.X + x.Y)
		}
		for j, v := range r.values(coarse) {
			var p r3.Vec
			sum := 0.0
			for i := r.points.start[j]; i < r.points.start[j+1]; i++ {
				w := float64(r.points.weight[i])
				p, sum = r3.Add(p, r3.Scale(w, m.X[r.points.index[i]])), sum+w
			}
			if math.Abs(sum-1) > 1e-6 || math.Abs(p.X) < 0.2 && math.Abs(p.Y) < 0.2 && math.Abs(2*p.X+p.Y-float64(v)) > 1e-5 {
				t.Fatalf("point %d at %v: weights sum to %v, value %v", j, p, sum, v)
			}
		}
	}
	if r := smooth(nil, nil, 0, 100); len(r.tri) != 0 {
		t.Errorf("nothing was refined to %d triangles", len(r.tri))
	}
}
