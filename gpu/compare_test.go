//go:build cgo

package gpu

import (
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// DrawForTests writes a picture of a cloth within a box; see pictures_test.go.
var DrawForTests func(c *opengl.Context, path string, m *cloth.Model, x []r3.Vec, lo, hi r3.Vec) error

// compare reports where the GPU's cloth is farther than limit [m] from the reference's, and the folder with pictures of
// both, which is kept. nil: nowhere.
func (w twins) compare(limit float64) error {
	got, err := w.gpu.State()
	if err != nil {
		return err
	}
	at, d := 0, 0.
	for i, x := range got.X {
		if e := r3.Norm(r3.Sub(x, w.cpu.State.X[i])); !(e <= d) {
			at, d = i, e
		}
		if math.IsNaN(d) {
			break
		}
	}
	if d < limit {
		return nil
	}
	apart := fmt.Errorf("vertex %d is %.3g m from where the reference has it: expected below %.3g m", at, d, limit)
	dir, err := drawBoth(w.gpu.ctx, w.gpu.Model, got.X, w.cpu.State.X)
	if err != nil {
		return fmt.Errorf("%w; no pictures: %w", apart, err)
	}
	return fmt.Errorf("%w; pictures: %s", apart, dir)
}

// drawBoth writes gpu.png and cpu.png, from the same camera, to a new folder.
func drawBoth(c *opengl.Context, m *cloth.Model, got, want []r3.Vec) (dir string, err error) {
	if dir, err = os.MkdirTemp("", "hysteron-compare-"); err != nil {
		return "", err
	}
	lo, hi := want[0], want[0]
	for _, x := range want {
		lo = r3.Vec{X: min(lo.X, x.X), Y: min(lo.Y, x.Y), Z: min(lo.Z, x.Z)}
		hi = r3.Vec{X: max(hi.X, x.X), Y: max(hi.Y, x.Y), Z: max(hi.Z, x.Z)}
	}
	spare := r3.Vec{X: .05, Y: .05, Z: .05}
	lo, hi = r3.Sub(lo, spare), r3.Add(hi, spare)
	for name, x := range map[string][]r3.Vec{"gpu.png": got, "cpu.png": want} {
		if err := DrawForTests(c, filepath.Join(dir, name), m, x, lo, hi); err != nil {
			os.RemoveAll(dir)
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
	return dir, nil
}

// TestCompareWritesPictures: a comparison that fails leaves two pictures, different where the cloths are,
// in the folder that it names; one that holds leaves nothing.
func TestCompareWritesPictures(t *testing.T) {
	ctx := open(t, false)
	w := newTwins(t, ctx, model(t, hung(9, 7, .2, .15, cotton())), nil, nil, step.DefaultSettings())
	if err := w.compare(1e-6); err != nil {
		t.Fatalf("the same state on both: %v", err)
	}
	for range 30 { // the reference stays behind
		if _, err := w.gpu.Step(1. / 120); err != nil {
			t.Fatal(err)
		}
	}
	err := w.compare(1e-3)
	if err == nil {
		t.Fatal("a cloth that fell for 0.25 s compares equal to one that did not")
	}
	_, dir, found := strings.Cut(err.Error(), "pictures: ")
	if !found {
		t.Fatalf("%v: expected a folder", err)
	}
	defer os.RemoveAll(dir)
	differ := 0
	a, b := readPicture(t, filepath.Join(dir, "gpu.png")), readPicture(t, filepath.Join(dir, "cpu.png"))
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				differ++
			}
		}
	}
	if a.Bounds() != b.Bounds() || differ < a.Bounds().Dx()*a.Bounds().Dy()/100 {
		t.Errorf("the pictures, %v and %v, differ in %d pixels", a.Bounds(), b.Bounds(), differ)
	}
	w.cpu.State.X[5].Y = math.NaN()
	if err := w.compare(1); err == nil || !strings.Contains(err.Error(), "vertex 5 ") ||
		!strings.Contains(err.Error(), "no pictures") {
		t.Errorf("a position that is no number: %v", err)
	}
}

func readPicture(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}
