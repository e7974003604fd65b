package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hysteron/gpu"
)

// needGL skips a test where there is no OpenGL, or fails it if HYSTERON_REQUIRE_GPU=1.
func needGL(t testing.TB) {
	t.Helper()
	c, err := gpu.Open(gpu.Options{Device: gpu.Auto})
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
	n, err := Render(context.Background(), load(t, sheetScene), whole, RenderOptions{Out: out, First: 6, Last: 7})
	if err != nil || n != 2 {
		t.Fatalf("%d pictures, error %v: expected 2", n, err)
	}
	for i, name := range []string{"0006.png", "0007.png"} {
		if !bytes.Equal(shaded[i+1], read(t, out, name)) {
			t.Errorf("frame %s drawn from the cache differs: expected the same picture from the same camera", name)
		}
	}
	for _, o := range []RenderOptions{{Mode: Friction}, {Mode: "x"}, {First: 4, Last: 5}, {First: 8, Last: 9}} {
		_, err := Render(context.Background(), load(t, sheetScene), whole, o)
		var in InputError
		if !errors.As(err, &in) {
			t.Errorf("%+v: error %v, expected an InputError", o, err)
		}
	}
}

// TestMain keeps verdicts on drivers out of the user's cache.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "hysteron-cache-")
	if err == nil {
		err = os.Setenv("XDG_CACHE_HOME", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}
