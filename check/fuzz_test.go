package check

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// Any cache with any mesh beside it is checked frame by frame, or is an error that names the file.
func FuzzCheck(f *testing.F) {
	dir := f.TempDir()
	x := []r3.Vec{{}, {X: 1}, {Y: 1}, {X: 1, Y: 1, Z: 1}}
	w, err := formats.NewPC2Writer(filepath.Join(dir, "seed.pc2"), len(x), 1, 1)
	if err == nil {
		err = errors.Join(w.WriteFrame(x), w.WriteFrame(x), w.Close())
	}
	cache, rerr := os.ReadFile(filepath.Join(dir, "seed.pc2"))
	var obj bytes.Buffer
	if err := errors.Join(err, rerr,
		formats.WriteOBJ(&obj, &formats.OBJ{X: x, Tri: [][3]int32{{0, 1, 2}, {2, 1, 3}}})); err != nil {
		f.Fatal(err)
	}
	f.Add(cache, obj.Bytes())
	f.Add(cache[:40], obj.Bytes())
	f.Add(cache, []byte("v 0 0 0\nv 1e308 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n"))
	f.Fuzz(func(t *testing.T, cache, obj []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.pc2")
		if err := errors.Join(os.WriteFile(path, cache, 0o666), os.WriteFile(filepath.Join(dir, "a.obj"), obj,
			0o666)); err != nil {
			t.Fatal(err)
		}
		for _, what := range []string{path, dir, filepath.Join(dir, "a.obj")} {
			r, err := CheckRun(context.Background(), what, RunOptions{Pairs: 3}, func(int, int) {})
			if err != nil && !bytes.Contains([]byte(err.Error()), []byte(dir)) {
				t.Fatalf("%v does not name the file", err)
			}
			if err == nil && r.Intersecting > len(r.Frames) {
				t.Fatalf("%d of %d frames", r.Intersecting, len(r.Frames))
			}
		}
	})
}
