package check

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// garment is a strip at a height as an export writes it: with material coordinates and panels.
func garment(t *testing.T, height float64) []byte {
	t.Helper()
	x, tri := strip(height)
	o := &formats.OBJ{X: x, Tri: tri, TriUV: tri, Groups: []string{"front", "back"}}
	for i := range x {
		o.UV = append(o.UV, r2.Vec{X: x[i].X, Y: x[i].Z})
	}
	for i := range tri {
		o.Group = append(o.Group, int32(i%2))
	}
	var b bytes.Buffer
	if err := formats.WriteOBJ(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// ball is a body of two closed parts that overlap.
func ball() (x []r3.Vec, tri [][3]int32) {
	for k := range int32(2) {
		x = append(x, r3.Vec{X: -1 + 0.1*float64(k), Y: -3, Z: -1}, r3.Vec{X: 5, Y: -3, Z: -1}, r3.Vec{X: 2, Y: -3, Z: 5},
			r3.Vec{X: 2, Y: -2, Z: 0.5})
		for _, f := range [][3]int32{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}} {
			tri = append(tri, [3]int32{f[0] + 4*k, f[1] + 4*k, f[2] + 4*k})
		}
	}
	return x, tri
}

// Files of an export are grouped by part and frame: garments are checked against each other and against the bodies,
// which are not checked against themselves.
func TestExportedParts(t *testing.T) {
	dir := t.TempDir()
	x, tri := ball()
	var paths []string
	put := func(name string, data []byte) {
		write(t, filepath.Join(dir, name), data)
		paths = append(paths, filepath.Join(dir, name))
	}
	for i, upper := range []float64{1, 0, -2.5} { // on the lower one in the second frame, in the body in the third
		put(fmt.Sprintf("strip-2.%04d.obj", 9998+i), garment(t, upper))
		put(fmt.Sprintf("strip.%04d.obj", 9998+i), garment(t, 0))
		put(fmt.Sprintf("ball.%04d.obj", 9998+i), obj(t, x, tri))
	}
	slices.Reverse(paths)
	for what, check := range map[string]func() (*RunReport, error){
		"folder": func() (*RunReport, error) { return CheckRun(t.Context(), dir, RunOptions{Pairs: 1}, nil) },
		"files":  func() (*RunReport, error) { return CheckFiles(t.Context(), "files", paths, RunOptions{Pairs: 1}, nil) },
	} {
		r, err := check()
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Frames) != 3 || !slices.Equal(r.Garments, []string{"strip-2", "strip"}) ||
			!slices.Equal(r.Bodies, []string{"ball"}) || r.Triangles != 12 || r.Vertices != 16 || r.Intersecting != 2 {
			t.Fatalf("%s: %+v: expected 3 frames of two strips against a ball", what, r)
		}
		a, b, c := r.Frames[0], r.Frames[1], r.Frames[2]
		if a.Frame != 9998 || a.Self+a.Body != 0 || a.Name != "" {
			t.Errorf("%s: %+v: expected a clean frame 9998", what, a)
		}
		if b.Frame != 9999 || b.Self == 0 || b.Body != 0 || b.Pairs[0].A.Garment != "strip-2" ||
			b.Pairs[0].B.Garment != "strip" {
			t.Errorf("%s: %+v: expected strips that touch in frame 9999", what, b)
		}
		if c.Frame != 10000 || c.Self != 0 || c.Body == 0 || c.Pairs[0].A.Garment != "strip-2" ||
			c.Pairs[0].B.Garment != "ball" {
			t.Errorf("%s: %+v: expected a strip in the ball in frame 10000", what, c)
		}
	}
	os.Remove(filepath.Join(dir, "ball.9999.obj"))
	if _, err := CheckRun(t.Context(), dir, RunOptions{}, nil); err == nil ||
		!strings.Contains(err.Error(), "frame 9999 has no ball: expected") {
		t.Errorf("%v: expected that a frame of the ball is missing", err)
	}
}

// One part of an export is a garment, whatever panels it has, and so is a body alone; of files that change, the numbers
// of triangles are told.
func TestExportedPart(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "tee.0007.obj"), garment(t, 1))
	x, tri := strip(0)
	write(t, filepath.Join(dir, "tee.0008.obj"), obj(t, x, tri[:4]))
	if r := run(t, dir, RunOptions{}); !slices.Equal(r.Garments, []string{"tee"}) || r.Frames[1].Frame != 8 ||
		r.Frames[1].Name != "tee.0008.obj" || r.Triangles != 6 || r.Least != 4 || r.Most != 6 {
		t.Errorf("%+v: expected two frames of a tee, of 4 to 6 triangles", r)
	}
	body := filepath.Join(t.TempDir(), "ball.0001.obj")
	x, tri = ball()
	write(t, body, obj(t, x, tri))
	if r := run(t, filepath.Dir(body), RunOptions{}); r.Self == 0 || len(r.Bodies) > 0 {
		t.Errorf("%+v: expected a ball that overlaps itself", r)
	}
}

// Bodies beside exported caches are bodies.
func TestExportedCaches(t *testing.T) {
	dir := t.TempDir()
	cache(t, filepath.Join(dir, "strip"), 1, [4]float64{}, [4]float64{-2.5, -2.5, -2.5, -2.5})
	write(t, filepath.Join(dir, "strip.obj"), garment(t, 0))
	x, tri := ball()
	write(t, filepath.Join(dir, "ball.obj"), obj(t, x, tri))
	w, err := formats.NewPC2Writer(filepath.Join(dir, "ball.pc2"), len(x), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.WriteFrame(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := run(t, dir, RunOptions{})
	if !slices.Equal(r.Garments, []string{"strip"}) || !slices.Equal(r.Bodies, []string{"ball"}) || r.Triangles != 6 ||
		r.Self != 0 || r.Frames[0].Body != 0 || r.Frames[1].Body == 0 {
		t.Errorf("%+v: expected a strip that falls into a ball", r)
	}
}

// Where names do not tell parts and frames, nothing passes.
func TestUngrouped(t *testing.T) {
	for _, names := range [][]string{
		{"tee.obj", "trousers.obj"},
		{"tee1.obj", "trousers1.obj"},
		{"0001_00.obj", "0001_01.obj", "0002_00.obj", "0002_01.obj"},
		{"tee.0001.obj", "tee.0002.obj", "trousers.0001.obj"},
		{"tee.0001.obj", "tee.0002.obj", "trousers.0002.obj", "trousers.0003.obj"},
		{"tee.0001.obj", "trousers.0001.obj", "body.obj"},
		{"tee.1.obj", "tee.0001.obj"},
		{"tee.obj", "tee.mdd"},
	} {
		dir := t.TempDir()
		for _, name := range names {
			write(t, filepath.Join(dir, name), garment(t, 0))
		}
		if r, err := CheckRun(t.Context(), dir, RunOptions{}, nil); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%v: %+v, %v: expected a refusal", names, r, err)
		}
	}
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "a", "tee.0001.obj"), filepath.Join(dir, "b", "tee.0002.obj")}
	for _, path := range paths {
		write(t, path, garment(t, 0))
	}
	if _, err := CheckFiles(t.Context(), "files", paths, RunOptions{}, nil); err == nil ||
		!strings.Contains(err.Error(), "another folder") {
		t.Errorf("two folders: %v", err)
	}
}
