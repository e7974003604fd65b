package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hysteron/gpu/opengl"
	"hysteron/gpu/opengl/opengltest"
	"hysteron/param"
)

// needGL skips a test where there is no OpenGL, or fails it if HYSTERON_REQUIRE_GPU=1.
func needGL(t testing.TB) {
	t.Helper()
	c, err := opengl.Open(opengl.Options{Device: opengl.Auto})
	if err != nil {
		if os.Getenv("HYSTERON_REQUIRE_GPU") == "1" {
			t.Fatalf("HYSTERON_REQUIRE_GPU=1, but no context: %v", err)
		}
		t.Skipf("SKIPPED, no OpenGL context: %v", err)
	}
	c.Close()
}

func TestPictures(t *testing.T) {
	needGL(t)
	whole, parts := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, Frames: 4, Modes: []string{Shaded, Strain, Friction}, CheckpointEvery: 2}
	mustRun(t, load(t, sheetScene), opt)

	// Interrupted after a run without pictures: they are made up for.
	opt.Dir, opt.Frames, opt.NoRender = parts, 3, true
	mustRun(t, load(t, sheetScene), opt)
	opt.Frames, opt.NoRender, opt.Resume, opt.Modes = 4, false, true, []string{Shaded, Strain}
	mustRun(t, load(t, sheetScene), opt)

	var shaded [][]byte
	for _, name := range []string{"0005.png", "0006.png", "0007.png", "0008.png"} {
		a := read(t, whole, "frames", name)
		if !bytes.Equal(a, read(t, parts, "frames", name)) {
			t.Errorf("frame %s: the picture differs after resuming", name)
		}
		img, err := png.Decode(bytes.NewReader(a))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != 96 || b.Dy() != 64 {
			t.Errorf("picture of %v: expected 96 × 64", b)
		}
		if slices.ContainsFunc(shaded, func(b []byte) bool { return bytes.Equal(a, b) }) {
			t.Errorf("frame %s is the same as another one", name)
		}
		shaded = append(shaded, a)
		if bytes.Equal(a, read(t, whole, "frames-strain", name)) || bytes.Equal(a, read(t, whole, "frames-friction", name)) {
			t.Errorf("frame %s: the modes look alike", name)
		}
		read(t, parts, "frames-strain", name)
	}

	out := filepath.Join(t.TempDir(), "again")
	n, err := Render(context.Background(), load(t, sheetScene), whole, RenderOptions{Out: out, Span: Span{new(6), new(7)}})
	if err != nil || n != 2 {
		t.Fatalf("%d pictures, error %v: expected 2", n, err)
	}
	for i, name := range []string{"0006.png", "0007.png"} {
		if !bytes.Equal(shaded[i+1], read(t, out, name)) {
			t.Errorf("frame %s drawn from the cache differs: expected the same picture from the same camera", name)
		}
	}
	for _, o := range []RenderOptions{{Mode: Friction}, {Mode: "x"}, {Span: Span{new(4), new(5)}},
		{Span: Span{new(8), new(9)}}} {
		_, err := Render(context.Background(), load(t, sheetScene), whole, o)
		if !param.IsInputError(err) {
			t.Errorf("%+v: error %v, expected an InputError", o, err)
		}
	}
}

// size and colours of a picture file.
func decode(t *testing.T, path ...string) (image.Image, image.Point) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(read(t, path...)))
	if err != nil {
		t.Fatal(err)
	}
	return img, img.Bounds().Size()
}

// From all around nothing leaves a picture that is higher than wide: of a sheet, whose corners reach farther than its
// sides.
func TestTurntableHoldsAll(t *testing.T) {
	needGL(t)
	dir := t.TempDir()
	setup := load(t, sheetScene, "render.width=40", "render.height=80")
	mustRun(t, setup, Options{Dir: dir, Frames: 2, NoRender: true})
	f := &film{ctx: context.Background(), RenderOptions: RenderOptions{Turntable: 24}, start: setup.Scene.StartFrame}
	defer f.close()
	if err := errors.Join(f.open(setup, dir), f.frame()); err != nil {
		t.Fatal(err)
	}
	p, most := f.runs[0].painter, 0.0
	for _, at := range f.shots {
		camera := p.turned(at.turn)
		for _, x := range setup.Model.X0 {
			px, _, _ := camera.Project(x, 40, 80)
			most = max(most, math.Abs(px/20-1))
		}
	}
	if most < 0.8 || most > 0.95 {
		t.Errorf("the sheet reaches %.3f of the way to the border, expected up to 0.94 and near it", most)
	}
}

func TestPictureKinds(t *testing.T) {
	needGL(t)
	dir := t.TempDir()
	mustRun(t, load(t, sheetScene), Options{Dir: dir, Frames: 4, NoRender: true})
	render := func(o RenderOptions, want int) {
		t.Helper()
		if n, err := Render(context.Background(), load(t, sheetScene), dir, o); err != nil || n != want {
			t.Fatalf("%+v: %d pictures, error %v", o, n, err)
		}
	}
	render(RenderOptions{Turntable: 3}, 3)
	for _, pair := range [][2]string{{"0001.png", "0002.png"}, {"0002.png", "0003.png"}, {"0003.png", "0001.png"}} {
		if bytes.Equal(read(t, dir, "turntable", pair[0]), read(t, dir, "turntable", pair[1])) {
			t.Errorf("turntable: %v look alike", pair)
		}
	}

	render(RenderOptions{Sheet: [2]int{3, 1}}, 1)
	if _, size := decode(t, dir, "sheet.png"); size != image.Pt(3*32+2, 64) {
		t.Errorf("a sheet of three has %v pixels", size)
	}

	// Beside itself a run looks the same, captions aside.
	out := t.TempDir()
	render(RenderOptions{Beside: dir, Other: load(t, sheetScene), Out: out, Span: Span{new(6), new(6)}}, 1)
	img, size := decode(t, out, "0006.png")
	if size != image.Pt(2*48+1, 64) {
		t.Fatalf("two beside each other have %v pixels", size)
	}
	for y := range 64 {
		for x := range 48 {
			if img.At(x, y) != img.At(x+49, y) {
				t.Fatalf("pixel %d, %d differs between a run and itself", x, y)
			}
		}
	}

	// A film needs ffmpeg; what it is given are the pictures in their order.
	bin, film := t.TempDir(), filepath.Join(t.TempDir(), "film.mp4")
	t.Setenv("PATH", bin)
	_, err := Render(context.Background(), load(t, sheetScene), dir, RenderOptions{Movie: film})
	if !param.IsInputError(err) || !strings.Contains(err.Error(), "ffmpeg is not there") {
		t.Errorf("without ffmpeg: %v", err)
	}
	script := "#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\n/bin/cat > \"$1\"\n"
	if err := os.WriteFile(filepath.Join(bin, "ffmpeg"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	render(RenderOptions{Movie: film, Out: out}, 4)
	var all []byte
	for i := 5; i <= 8; i++ {
		all = append(all, read(t, out, fmt.Sprintf("%04d.png", i))...)
	}
	if got := read(t, film); !bytes.Equal(got, all) {
		t.Errorf("the film is made of %d bytes, the pictures have %d", len(got), len(all))
	}
}

// TestMain keeps verdicts on drivers out of the user's cache.
func TestMain(m *testing.M) {
	status, err := opengltest.RunWithOwnCache(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}
