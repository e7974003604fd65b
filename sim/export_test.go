package sim

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/param"
)

// TestExport: a run exported as PC2 equals its caches, bodies included, and every format writes all requested frames.
func TestExport(t *testing.T) {
	dir := t.TempDir()
	setup := load(t, sheetScene)
	mustRun(t, setup, Options{Dir: dir, NoRender: true, Frames: 4, Backend: "cpu"})
	for _, c := range []struct {
		to    string
		files int
	}{{"usda", 1}, {"usdz", 1}, {"gltf", 1}, {"mdd", 4}, {"pc2", 4}, {"obj", 8}, {"ply", 8}, {"vtk", 9}} {
		files, err := Export(context.Background(), setup, dir, ExportOptions{To: c.to})
		if err != nil || len(files) != c.files {
			t.Errorf("%s: %d files, %v: expected %d", c.to, len(files), err, c.files)
		}
	}
	for _, name := range []string{"cache/sheet", "body/sphere"} {
		for _, ext := range []string{".pc2", ".obj"} {
			a, b := read(t, dir, filepath.FromSlash(name+ext)), read(t, dir, "export", "pc2", filepath.Base(name)+ext)
			if !bytes.Equal(a, b) {
				t.Errorf("%s of the run and of the export differ", name+ext)
			}
		}
	}
	some, err := Export(context.Background(), setup, dir, ExportOptions{To: "obj", Span: Span{new(6), new(7)},
		Garments: true, Out: filepath.Join(dir, "some")})
	if err != nil || len(some) != 2 || !strings.HasSuffix(some[0], "sheet.0006.obj") {
		t.Errorf("two frames of the garments: %v, %v", some, err)
	}
	for _, opt := range []ExportOptions{{To: "fbx"}, {To: "obj", Span: Span{new(5), new(9)}}} {
		if _, err := Export(context.Background(), setup, dir, opt); !param.IsInputError(err) {
			t.Errorf("%+v: %v, expected an InputError", opt, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Export(ended, setup, dir, ExportOptions{To: "usda"}); !errors.Is(err, ErrInterrupted) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestExportAxes: a Z-up scene comes out Z-up, where up is up.
func TestExportAxes(t *testing.T) {
	text := strings.NewReplacer("fps = 24", "fps = 24\nup_axis = \"z\"", "centre_m = [0, 0.1, 0]",
		"centre_m = [0, 0, 0.1]",
		"centre_m = [0.01, 0.23, 0.005]", "centre_m = [0.01, 0.005, 0.23]").Replace(sheetScene)
	dir := t.TempDir()
	setup := load(t, text)
	mustRun(t, setup, Options{Dir: dir, NoRender: true, Frames: 1, Backend: "cpu"})
	if _, err := Export(context.Background(), setup, dir, ExportOptions{To: "obj"}); err != nil {
		t.Fatal(err)
	}
	o, err := formats.ReadOBJ(bytes.NewReader(read(t, dir, "export", "obj", "sheet.0005.obj")), "obj")
	if err != nil {
		t.Fatal(err)
	}
	var mean r3.Vec
	for _, x := range o.X {
		mean = r3.Add(mean, r3.Scale(1/float64(len(o.X)), x))
	}
	if r3.Norm(r3.Sub(mean, r3.Vec{X: 0.01, Y: 0.005, Z: 0.23})) > 1e-6 {
		t.Errorf("the sheet's middle is at %v, the scene has (0.01, 0.005, 0.23)", mean)
	}
	usda := filepath.Join(dir, "a.usda")
	if _, err := Export(context.Background(), setup, dir, ExportOptions{To: "usda", Out: strings.TrimSuffix(usda, ".usda")}); err != nil || !bytes.Contains(read(t, usda), []byte(`upAxis = "Z"`)) {
		t.Errorf("usda: %v, or not Z-up", err)
	}
}

// TestBodyCachesAreMended: a resumed run writes what is missing of its bodies again.
func TestBodyCachesAreMended(t *testing.T) {
	whole, cut := t.TempDir(), t.TempDir()
	opt := Options{NoRender: true, CheckpointEvery: 4, Backend: "cpu", Frames: 9, Dir: whole}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir, opt.Frames = cut, 5
	mustRun(t, load(t, sheetScene), opt)
	path := filepath.Join(cut, "body", "sphere.pc2")
	damaged := slices.Clip(read(t, path))
	if err := formats.WriteFileAtomic(path, writer(damaged[:len(damaged)/2])); err != nil {
		t.Fatal(err)
	}
	opt.Frames, opt.Resume = 9, true
	mustRun(t, load(t, sheetScene), opt)
	if !bytes.Equal(read(t, whole, "body", "sphere.pc2"), read(t, path)) {
		t.Error("the resumed body differs from the whole one")
	}
}

func writer(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	}
}
