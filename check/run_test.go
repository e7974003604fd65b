package check

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// cache writes DIR/cache/NAME.obj and .pc2 with frames of the strip, one per list of angles.
func wrinklesCache(t testing.TB, dir, name string, start float32, frames ...[]float64) {
	t.Helper()
	tri, x := wrinklesStrip(frames[0]...)
	var b bytes.Buffer
	if err := formats.WriteOBJ(&b, &formats.OBJ{X: x, Tri: tri}); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "cache"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cache", name+".obj"), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	w, err := formats.NewPC2Writer(filepath.Join(dir, "cache", name+".pc2"), len(x), start, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		_, x := wrinklesStrip(f...)
		if err := w.WriteFrame(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run [1]*") // no pattern
	wrinklesCache(t, dir, "tee", 10, []float64{0, 0}, []float64{0.3, 0}, []float64{0, 0})
	wrinklesCache(t, dir, "apron", 1, []float64{0.5})
	got, err := MeasureWrinkles(dir, WrinkleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Name != "apron" || got[1].Name != "tee" || got[1].Edges != 5 || got[1].Vertices != 8 ||
		len(got[1].Frames) != 3 {
		t.Fatalf("%+v: expected the frames of apron and tee", got)
	}
	// Caches hold float32: 3e-8 of 0.1 m, seen over half a cell.
	for i, want := range []float64{0, 0.3 / math.Sqrt(5) * 180 / math.Pi, 0} {
		f := got[1].Frames[i]
		if f.Frame != float64(10+i) || math.Abs(f.Angle-want) > 1e-4 || (f.Moved == 0) != (want == 0) {
			t.Errorf("%+v: expected frame %d, %g°", f, 10+i, want)
		}
	}
	// The second and third cell of the tee swing up by 0.3 rad: 2·0.1 m·sin 0.15 at one pair of
	// vertices, twice that at the last.
	if want := 1e3 * 0.2 * math.Sin(0.15) * math.Sqrt(10./8); math.Abs(got[1].Frames[1].Moved-want) > 1e-4 {
		t.Errorf("moved by %g mm: expected %g", got[1].Frames[1].Moved, want)
	}
	if f := got[0].Frames; len(f) != 1 || f[0] != (WrinkleFrame{Frame: 1}) {
		t.Errorf("a single frame: %+v", f)
	}

	// Only the tee reaches beyond 0.25 m.
	got, err = MeasureWrinkles(dir, WrinkleOptions{Box: &WrinkleBox{r3.Vec{X: 0.25, Y: -1, Z: -1},
		r3.Vec{X: 1, Y: 1, Z: 1}}})
	if err != nil || len(got) != 1 || got[0].Name != "tee" || got[0].Vertices != 2 {
		t.Errorf("in the box: %+v, %v", got, err)
	}
	if got, err := MeasureWrinkles(dir, WrinkleOptions{Box: &WrinkleBox{r3.Vec{X: 5}, r3.Vec{X: 6}}}); !errors.Is(err,
		ErrNothing) || got != nil {
		t.Errorf("in an empty box: %+v, %v", got, err)
	}
}

// Since another frame: what counts is the change from there, of what lay in the box at the first.
func TestRunSince(t *testing.T) {
	dir := t.TempDir()
	wrinklesCache(t, dir, "tee", 10, []float64{0, 0}, []float64{0.3, 0}, []float64{0.2, 0})
	box := &WrinkleBox{r3.Vec{X: 0.09, Y: -1, Z: -1}, r3.Vec{X: 0.11, Y: 1, Z: 1}} // the first cross edge
	since := 11.
	got, err := MeasureWrinkles(dir, WrinkleOptions{Box: box, Since: &since})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.3, 0, 0.1} {
		if f := got[0].Frames[i]; math.Abs(f.Angle*math.Pi/180-want) > 1e-5 || f.Moved != 0 {
			t.Errorf("%+v: expected %g rad, no displacement", f, want)
		}
	}
	for _, n := range []float64{9, 13, 10.5, math.NaN(), math.Inf(1)} {
		if got, err := MeasureWrinkles(dir, WrinkleOptions{Since: &n}); err == nil || got != nil ||
			!strings.Contains(err.Error(), "10 to 12") {
			t.Errorf("since frame %g: %v, %v", n, got, err)
		}
	}
}

func TestRunErrorsNameTheFile(t *testing.T) {
	good := func(t testing.TB) string {
		dir := t.TempDir()
		wrinklesCache(t, dir, "tee", 1, []float64{0})
		return dir
	}
	path := func(dir, ext string) string { return filepath.Join(dir, "cache", "tee"+ext) }
	for _, c := range []struct {
		name   string
		damage func(dir string) error
		want   []string
	}{
		{"no caches", func(dir string) error { return os.Remove(path(dir, ".pc2")) }, []string{"cache/*.pc2"}},
		{"no mesh", func(dir string) error { return os.Remove(path(dir, ".obj")) }, []string{"tee.obj"}},
		{"bad mesh", func(dir string) error {
			return os.WriteFile(path(dir, ".obj"), []byte("v 0 0\n"), 0o666)
		}, []string{"tee.obj:1"}},
		{"other mesh", func(dir string) error {
			return os.WriteFile(path(dir, ".obj"), []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), 0o666)
		}, []string{"tee.pc2", "6 points", "expected 3"}},
		{"non-manifold mesh", func(dir string) error {
			data, err := os.ReadFile(path(dir, ".obj"))
			if err == nil {
				err = os.WriteFile(path(dir, ".obj"), append(data, "f 1 3 6\n"...), 0o666)
			}
			return err
		}, []string{"tee.obj", "edge (0, 2)"}},
		{"bad cache", func(dir string) error {
			return os.WriteFile(path(dir, ".pc2"), []byte("POINTCACHE"), 0o666)
		}, []string{"tee.pc2", "byte"}},
		{"no frames", func(dir string) error {
			data, err := os.ReadFile(path(dir, ".pc2"))
			if err != nil {
				return err
			}
			clear(data[28:32]) // the number of samples
			return os.WriteFile(path(dir, ".pc2"), data[:32], 0o666)
		}, []string{"tee.pc2", "no frames"}},
	} {
		dir := good(t)
		if err := c.damage(dir); err != nil {
			t.Fatal(err)
		}
		got, err := MeasureWrinkles(dir, WrinkleOptions{})
		if err == nil || got != nil {
			t.Errorf("%s: %+v, no error", c.name, got)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: error %q does not say %q", c.name, err, w)
			}
		}
	}
}
