package check

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/formats"
)

// strip is three squares in a row along X at a height, of two triangles each.
func strip(height float64) (x []r3.Vec, tri [][3]int32) {
	for i := range 4 {
		x = append(x, r3.Vec{X: float64(i), Y: height}, r3.Vec{X: float64(i), Y: height, Z: 1})
	}
	for i := range int32(3) {
		a := 2 * i
		tri = append(tri, [3]int32{a, a + 1, a + 2}, [3]int32{a + 2, a + 1, a + 3})
	}
	return x, tri
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func obj(t testing.TB, x []r3.Vec, tri [][3]int32) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := formats.WriteOBJ(&b, &formats.OBJ{X: x, Tri: tri}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// cache writes a strip with a frame for each list of heights of its four pairs of vertices.
func cache(t testing.TB, base string, start float32, frames ...[4]float64) {
	t.Helper()
	x, tri := strip(0)
	write(t, base+".obj", obj(t, x, tri))
	w, err := formats.NewPC2Writer(base+".pc2", len(x), start, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		for i := range x {
			x[i].Y = f[i/2]
		}
		if err := w.WriteFrame(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func run(t testing.TB, path string, opt RunOptions) *RunReport {
	t.Helper()
	r, err := CheckRun(context.Background(), path, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Two garments in the folder of a run cross in its second frame only: the last square of the
// upper one, triangles 4 and 5, dips through the same of the lower one.
func TestRunFolder(t *testing.T) {
	dir := t.TempDir()
	cache(t, filepath.Join(dir, "cache", "upper"), 7, [4]float64{1, 1, 1, 1}, [4]float64{1, 1, 1, -1},
		[4]float64{1, 1, 1, 1})
	cache(t, filepath.Join(dir, "cache", "lower"), 7, [4]float64{}, [4]float64{}, [4]float64{}, [4]float64{})
	r := run(t, dir, RunOptions{Pairs: 1})
	if !slices.Equal(r.Garments, []string{"lower", "upper"}) || r.Triangles != 12 || r.Vertices != 16 ||
		len(r.Frames) != 3 || r.Intersecting != 1 {
		t.Fatalf("%+v: expected 3 frames of lower and upper, one with intersections", r)
	}
	for i, f := range r.Frames {
		if want := i == 1; f.Frame != float64(7+i) || f.Self > 0 != want || len(f.Pairs) > 1 {
			t.Errorf("%+v: expected frame %d, intersections: %v", f, 7+i, want)
		}
	}
	all := run(t, dir, RunOptions{Pairs: -1}).Frames[1]
	if len(all.Pairs) != all.Self || all.Self != 4 {
		t.Errorf("%d pairs listed of %d: expected 4", len(all.Pairs), all.Self)
	}
	for _, h := range all.Pairs {
		if h.A.Garment != "lower" || h.B.Garment != "upper" || h.A.Face/2 != 2 || h.B.Face/2 != 2 {
			t.Errorf("%+v: expected faces 4 and 5 of each", h)
		}
		if math.Abs(h.At[0]-2.5) > 1e-6 || math.Abs(h.At[1]) > 1e-6 || h.At[2] < 0 || h.At[2] > 1 {
			t.Errorf("intersection at %v: expected at x = 2.5, y = 0", h.At)
		}
	}
	one := run(t, filepath.Join(dir, "cache", "upper.pc2"), RunOptions{})
	if one.Intersecting != 0 || len(one.Frames) != 3 {
		t.Errorf("%+v: expected the upper garment alone to be clean", one)
	}
}

func TestBodyAndPlane(t *testing.T) {
	dir := t.TempDir()
	cache(t, filepath.Join(dir, "strip"), 1, [4]float64{2, 2, 2, 2}, [4]float64{0.3, 0.3, 0.3, 0.3},
		[4]float64{-0.5, -0.5, -0.5, -0.5})
	// A tetrahedron that rises by one per frame, from below the strip.
	tetra := Body{Name: "rock", Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, Vertices: 4,
		Positions: func(x []r3.Vec, frame int) {
			copy(x, []r3.Vec{{X: -1, Z: -1}, {X: 5, Z: -1}, {X: 2, Z: 5}, {X: 2, Y: 1, Z: 0.5}})
			for i := range x {
				x[i].Y += float64(frame) - 1
			}
		}}
	r := run(t, dir, RunOptions{Pairs: 1, Bodies: []Body{tetra}})
	if got := []int{r.Frames[0].Body, r.Frames[1].Body, r.Frames[2].Body}; got[0] != 0 || got[1] == 0 || got[2] != 0 ||
		r.Self != 0 {
		t.Errorf("%v penetrations: expected some in the second frame alone", got)
	}
	if p := r.Frames[1].Pairs; len(p) != 1 || p[0].A.Garment != "strip" || p[0].B.Garment != "rock" ||
		math.Abs(p[0].At[1]-0.3) > 1e-6 {
		t.Errorf("%+v: expected a face of the strip and one of the rock at y = 0.3", p)
	}
	r = run(t, dir, RunOptions{Planes: []Plane{{Normal: r3.Vec{Y: 1}}}})
	if r.Frames[1].Body != 0 || r.Frames[2].Body != 8 {
		t.Errorf("%+v: expected 8 vertices under the plane in the last frame", r.Frames)
	}
}

func TestOBJSequence(t *testing.T) {
	dir := t.TempDir()
	for i := range 11 { // frame10.obj comes last; frame9.obj crosses itself
		x, tri := strip(0)
		if i == 9 {
			x[6], x[7] = r3.Vec{X: 0.5, Y: -1, Z: 0.2}, r3.Vec{X: 0.5, Y: -1, Z: 0.8}
			x[4], x[5] = r3.Vec{X: 0.5, Y: 1, Z: 0.2}, r3.Vec{X: 0.5, Y: 1, Z: 0.8}
		}
		write(t, filepath.Join(dir, fmt.Sprintf("frame%d.obj", i)), obj(t, x, tri))
	}
	r := run(t, dir, RunOptions{Pairs: 1})
	if len(r.Frames) != 11 || r.Intersecting != 1 || r.Frames[9].Self == 0 || r.Frames[9].Name != "frame9.obj" ||
		r.Frames[10].Name != "frame10.obj" {
		t.Fatalf("%+v: expected the tenth of eleven frames to cross itself", r)
	}
	two := "o floor\nv 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\no needle\nv .1 -1 .1\nv .2 -1 .1\nv .1 1 .2\nv 9 9 9\nv 8 9 " +
		"9\nv 9 8 9\nf 7 8 9\nf 4 5 6\n"
	path := filepath.Join(t.TempDir(), "two.obj")
	write(t, path, []byte(two))
	if p := run(t, path, RunOptions{Pairs: 1}).Frames[0].Pairs; len(p) != 1 || p[0].A != (Face{"floor", 0}) ||
		p[0].B != (Face{"needle", 1}) {
		t.Errorf("%+v: expected face 0 of floor and face 1 of needle", p)
	}
}

func TestWrongInput(t *testing.T) {
	dir := t.TempDir()
	cache(t, filepath.Join(dir, "a", "cloth"), 1, [4]float64{})
	cache(t, filepath.Join(dir, "b", "cloth"), 1, [4]float64{})
	cache(t, filepath.Join(dir, "b", "late"), 2, [4]float64{})
	cache(t, filepath.Join(dir, "c", "cloth"), 1, [4]float64{})
	write(t, filepath.Join(dir, "c", "cloth.obj"), []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"))
	cache(t, filepath.Join(dir, "d", "cloth"), 1, [4]float64{})
	os.Remove(filepath.Join(dir, "d", "cloth.obj"))
	cache(t, filepath.Join(dir, "e", "cloth"), 1)
	write(t, filepath.Join(dir, "e", "cloth.pc2"), []byte("POINTCACHE2"))
	write(t, filepath.Join(dir, "notes.txt"), nil)
	for path, want := range map[string]string{
		"nothing":     "no such file",
		"":            "expected cache/*.pc2",
		"notes.txt":   "expected a .pc2 or .obj file",
		"b":           "late.pc2: starts at frame 2, 1 frames per sample: expected 1 and 1",
		"c/cloth.pc2": "expected 3 as in",
		"d":           "expected an OBJ file with the triangles",
		"e":           "byte 11: file ends",
	} {
		if _, err := CheckRun(context.Background(), filepath.Join(dir, path), RunOptions{}, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", path, err, want)
		}
	}
	topology := filepath.Join(dir, "a", "cloth.obj")
	if r := run(t, filepath.Join(dir, "d", "cloth.pc2"), RunOptions{Topology: topology}); len(r.Frames) != 1 ||
		r.Triangles != 6 {
		t.Errorf("%+v: expected a frame of 6 triangles", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := CheckRun(ctx, filepath.Join(dir, "a"), RunOptions{}, nil); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// natural is an order: antisymmetric, transitive, and only equal names are equal.
func TestNaturalOrder(t *testing.T) {
	names := []string{"", "a", "a1", "a01", "a2", "a10", "b", "frame 9", "frame 10 b", "frame 10a"}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.SampledFrom(names), rapid.StringMatching(`[a-c0-2]{0,6}`))
		a, b, c := name.Draw(t, "a"), name.Draw(t, "b"), name.Draw(t, "c")
		if natural(a, b) != -natural(b, a) || (natural(a, b) == 0) != (a == b) {
			t.Fatalf("%q and %q: %d and %d", a, b, natural(a, b), natural(b, a))
		}
		if natural(a, b) <= 0 && natural(b, c) <= 0 && natural(a, c) > 0 {
			t.Fatalf("%q, %q, %q are not in a line", a, b, c)
		}
	})
	if natural("frame9.obj", "frame10.obj") >= 0 {
		t.Error("frame10 comes before frame9")
	}
}
