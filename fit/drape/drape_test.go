package drape

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/lab"
	"hysteron/scenes"
	"hysteron/verify"
)

// A fabric's drape coefficient gives its bending back from that of a base which is three times as soft.
func TestDrapeRecovers(t *testing.T) {
	base, err := scenes.LoadFabric("silk")
	if err != nil {
		t.Fatal(err)
	}
	test := verify.DrapeTest{Edge: .02}
	want, err := verify.DrapeFabric(context.Background(), cpu.Backend{}, Stiffer(base, 3), test)
	if err != nil {
		t.Fatal(err)
	}
	d, err := FitDrape(context.Background(), base, want.Coefficient, 2, test, func(s string) { t.Log(s) })
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", d)
	if math.Abs(d.Scale.Value/3-1) > 0.1 || d.Scale.Lo > 3 || d.Scale.Hi < 3 ||
		math.Abs(d.Coefficient-want.Coefficient) > 1 {
		t.Errorf("bending × %g (%g to %g) drapes with %.2f %%: the cloth has 3 and %.2f %%", d.Scale.Value, d.Scale.Lo,
			d.Scale.Hi, d.Coefficient, want.Coefficient)
	}
	if _, err := FitDrape(context.Background(), base, 120, 2, test, func(string) {}); err == nil {
		t.Error("a coefficient of 120 % is taken")
	}
}

// Root finds where rising functions are a number, and says on which side it lies beyond the reach.
func TestRoot(t *testing.T) {
	f := func(x float64) (float64, error) { return 50 + 10*x + 0.3*x*x*x, nil }
	for _, want := range []float64{50, 51, 80, 20, 120} {
		x, outside, err := root(f, want)
		y, _ := f(x)
		if err != nil || outside != 0 || math.Abs(y-want) > 1 {
			t.Errorf("%g: f(%g) = %g, outside %d, %v", want, x, y, outside, err)
		}
	}
	for want, side := range map[float64]int{300: 1, -300: -1} {
		if _, outside, _ := root(f, want); outside != side {
			t.Errorf("%g: outside %d, expected %d", want, outside, side)
		}
	}
}

// shadow draws a wavy outline, dark on light with noise, a hole of light and a speck beside; it returns the picture and
// its area in pixels.
func shadow(side int, rim bool) ([]byte, float64) {
	img := image.NewGray(image.Rect(0, 0, side, side))
	rng := rand.New(rand.NewPCG(1, 2))
	r := func(a float64) float64 { return float64(side) * (0.33 + 0.05*math.Cos(5*a)) }
	for y := range side {
		for x := range side {
			dx, dy := float64(x)+0.5-float64(side)/2, float64(y)+0.5-float64(side)/2
			v := 200.
			d := math.Hypot(dx, dy)
			if d < r(math.Atan2(dy, dx)) && d > 10 || x < 4 && y > 10 && y < 20 && x > 0 || rim && math.Abs(dy) < 3 && dx < 0 {
				v = 60
			}
			img.SetGray(x, y, color.Gray{Y: uint8(v + 15*rng.NormFloat64())})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes(), math.Pi * float64(side) * float64(side) * (0.33*0.33 + 0.05*0.05/2)
}

func TestSilhouette(t *testing.T) {
	data, want := shadow(400, false)
	area, err := Silhouette(data, 1e-3)
	if err != nil || math.Abs(area/(want*1e-6)-1) > 2e-3 {
		t.Errorf("%g m², %v: expected %g", area, err, want*1e-6)
	}
	touching, _ := shadow(400, true)
	for _, c := range []struct {
		data []byte
		want string
	}{{touching, "reaches the picture's rim"}, {[]byte("GIF89a"), "expected a picture"},
		{data[:200], "expected a picture"}, {nil, "expected a picture"}} {
		if _, err := Silhouette(c.data, 1e-3); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: expected %q", err, c.want)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	if _, err := Silhouette(b.Bytes(), 1e-3); err == nil || !strings.Contains(err.Error(), "one grey") {
		t.Errorf("all black: %v", err)
	}
	for pixel, want := range map[float64]string{
		-3: "--pixel -3: expected more than 0", math.NaN(): "--pixel NaN: expected more than 0",
		1e9: "--pixel 1e+09: expected more", 0: "x.png: a picture: expected --pixel", 1.2: "is --pixel 1.2 mm right?",
		0.3: "is --pixel 0.3 mm right?",
	} {
		if v, err := Measured("x.png", data, pixel, verify.DrapeTest{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("pixels of %g mm: %+v, %v: expected %q", pixel, v, err, want)
		}
	}
}

// read reads a drape of Cusick's test.
func read(file string, r io.Reader) (coefficient, errorOf float64, err error) {
	d, err := ReadDrape(file, r, verify.DrapeTest{})
	return d.Coefficient, d.Error, err
}

func TestReadDrape(t *testing.T) {
	if c, e, err := read("x",
		strings.NewReader("# coefficient = 63.2 %\n# error = 1.5 %\nangle [deg], radius [mm]\n")); err != nil ||
		math.Abs(c-63.2) > 1e-9 || math.Abs(e-1.5) > 1e-9 {
		t.Errorf("%g ± %g, %v", c, e, err)
	}
	if c, e, err := read("x", strings.NewReader("# coefficient = 48 %\n# error = 2 %\n")); err != nil ||
		math.Abs(c-48) > 1e-9 || math.Abs(e-2) > 1e-9 {
		t.Errorf("a coefficient alone: %g ± %g, %v", c, e, err)
	}
	circle := make([]float64, 90)
	for i := range circle {
		circle[i] = 0.12
	}
	var b bytes.Buffer
	if err := lab.Outline(&cloth.Fabric{Density: .1, Thickness: 1e-4}, circle).Write(&b); err != nil {
		t.Fatal(err)
	}
	want := 100 * (0.12*0.12 - 0.09*0.09) / (0.15*0.15 - 0.09*0.09)
	if c, _, err := read("x", &b); err != nil || math.Abs(c-want) > 0.3 {
		t.Errorf("%g, %v: expected %g", c, err, want)
	}
	for text, want := range map[string]string{
		"angle [deg], radius [mm]\n0, 120\n":     "neither a coefficient nor an outline",
		"# coefficient = 0.39\n":                 "x:1: coefficient = 0.39: expected a unit",
		"# coefficient = 4800 %\n":               "x:1: drape coefficient of 4800 %",
		"# coefficient = 48 %\n# error = 60 %\n": "x:2: error of 60 %",
		"angle [deg], radius [mm]\n0, 120\n" + strings.Repeat("9, 12\n", 9): "x:3: a shadow of 12 mm radius at 9°: " +
			"expected 90 to 150 mm",
		"# coefficient = 39 %\n# error = 2\n":                              "x:2: error = 2: expected a unit",
		"# coefficient = sixty %\nangle [deg]\n":                           "x:1: coefficient",
		"angle [deg], radius [mm]\n" + strings.Repeat("0, 120\n", 9):       "x:2: radius",
		"angle [deg], radius [N]\n":                                        `unit "N"`,
		"# error = 3 mm\n# coefficient = 63 %\nangle [deg], radius [mm]\n": "x:1: error",
	} {
		if _, _, err := read("x", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// TestFolds: an outline of eight waves has eight, with errors of reading too; a round one and a coefficient alone have
// none.
func TestFolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for waves, depth := range map[int]float64{8: 10, 4: 10, 0: 0} {
		text := "angle [deg], radius [mm]\n"
		for i := range 180 {
			text += fmt.Sprintf("%d, %.3f\n", 2*i, 120+depth*math.Cos(float64(waves*2*i)*math.Pi/180)+
				.3*depth/10*rng.NormFloat64())
		}
		if got := Folds("x", []byte(text)); got != waves {
			t.Errorf("%d folds, expected %d", got, waves)
		}
	}
	if got := Folds("x", []byte("# coefficient = 48 %\n")); got != 0 {
		t.Errorf("%d folds of a coefficient", got)
	}
}

func FuzzReadDrape(f *testing.F) {
	f.Add("# coefficient = 63.2 %\nangle [deg], radius [mm]\n0, 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if c, e, err := read("x", strings.NewReader(text)); err == nil && (math.IsNaN(c) || math.IsNaN(e)) {
			t.Error(fmt.Sprint(c, e))
		}
	})
}

// TestOfMesh: what is coarser than other drapes is warned of, and every interval says that the mesh is beside it.
func TestOfMesh(t *testing.T) {
	if got := OfMesh(verify.DrapeEdge); len(got) != 1 || !strings.Contains(got[0], "without the mesh: edges are 12.5 mm") {
		t.Errorf("%q: expected the mesh's part alone", got)
	}
	if got := OfMesh(0.02); len(got) != 2 || !strings.Contains(got[1], "edges of 20 mm are coarser than the 12.5 mm") {
		t.Errorf("%q: expected a warning", got)
	}
}

// TestBothOfDrape: a coefficient beside an outline does not switch its checks off, and both must agree.
func TestBothOfDrape(t *testing.T) {
	table := func(head string, radius func(i int) float64) string {
		text := head + "angle [deg], radius [mm]\n"
		for i := range 36 {
			text += fmt.Sprintf("%d, %g\n", 10*i, radius(i))
		}
		return text
	}
	round := func(int) float64 { return 120 } // 43.75 % of the ring, less what the polygon leaves out
	for text, want := range map[string]string{
		table("", round): "", table("# coefficient = 43.5 %\n", round): "", table("# coefficient = 40 %\n# error = 5 %\n",
			round): "",
		table("# coefficient = 63 %\n", round): "x:1: drape coefficient of 63 %, but the outline in lines 3 to 38 has 43",
		table("# coefficient = 43.5 %\n", func(i int) float64 {
			return map[bool]float64{true: 12, false: 120}[i == 4]
		}): "x:7: a shadow of 12 mm radius",
		table("# coefficient = 43.5 %\n", func(i int) float64 { return -120 }): "x:3: radius -0.12 m",
		"# coefficient = 43.5 %\nangle [deg]\n0\n90\n":                         "expected a line",
	} {
		c, _, err := read("x", strings.NewReader(text))
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) || err == nil &&
			math.Abs(c-43.4) > .5 {
			t.Errorf("%.60q: %g, %v, expected %q", text, c, err, want)
		}
	}
}

// TestCoarse: silk of a sixty-fourth of its bending locks on the default mesh, and cotton as it ships does not; edges
// that are short enough show it.
func TestCoarse(t *testing.T) {
	silk, err := scenes.LoadFabric("silk")
	if err != nil {
		t.Fatal(err)
	}
	cotton, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	limp := Stiffer(silk, 1./64)
	if text := TooCoarse(limp, verify.DrapeTest{}); !strings.Contains(text, "edges of 12.5 mm lock") ||
		!strings.Contains(text, "bending length (B/ρg)^(1/3) of 2.91 mm") {
		t.Error(text)
	}
	for _, text := range []string{TooCoarse(cotton, verify.DrapeTest{}), TooCoarse(limp, verify.DrapeTest{Edge: .0015})} {
		if text != "" {
			t.Error(text)
		}
	}
	if _, err := FitDrape(context.Background(), silk, 1, 0.1, verify.DrapeTest{Edge: .025}, func(string) {}); err == nil ||
		!strings.Contains(err.Error(), "expected a coefficient that the mesh can show, or shorter edges") {
		t.Error(err)
	}
}
