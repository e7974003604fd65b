package body

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// tapes are frames of three points, the first of which is at x = i² in frame i, at times 10, 11, ….
func tapes(n int, reads *int) Frames {
	f := Frames{Read: func(i int, dst []r3.Vec) error {
		*reads++
		copy(dst, []r3.Vec{{X: float64(i * i)}, {Y: 1}, {Z: 1}})
		return nil
	}}
	for i := range n {
		f.Times = append(f.Times, 10+float64(i))
	}
	return f
}

var tapeMesh = []r3.Vec{{X: 100}, {Y: 1}, {Z: 1}}

// A clip counts time from its start, goes from the mesh to its frames before, and does the same whether
// its frames are in memory or read when needed.
func TestClip(t *testing.T) {
	tri := [][3]int32{{0, 1, 2}}
	for _, memory := range []int64{0, 1} {
		reads := 0
		k, err := NewClip(tri, tapeMesh, tapes(20, &reads), TrackOptions{Interpolation: CatmullRom, Start: 3, Lead: -1,
			Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		if (k.Form() == nil) != (memory == 1) || k.Lead() != lead || k.Duration() != 16 {
			t.Errorf("form %v, lead %g, %g s long", k.Form() != nil, k.Lead(), k.Duration())
		}
		x, v := make([]r3.Vec, 3), make([]r3.Vec, 3)
		for at, want := range map[float64]float64{0: 9, 1: 16, 2.5: 5.5 * 5.5, 99: 361, -lead: 100, -.2: 2.8 * 2.8} {
			k.Positions(x, at)
			if math.Abs(x[0].X-want) > .21 || at != -.2 && math.Abs(x[0].X-want) > 1e-9 { // linear before 0
				t.Errorf("memory %d: at %g s the point is at %g, want %g", memory, at, x[0].X, want)
			}
		}
		k.Velocities(v, 2.5)
		if math.Abs(v[0].X-11) > 1e-9 {
			t.Errorf("velocity %g, want 11", v[0].X)
		}
		before := reads
		k.Positions(x, 2.6)
		if reads != before {
			t.Errorf("frames were read again: %d times", reads-before)
		}
	}
	reads := 0
	k, err := NewClip(tri, tapeMesh, tapes(5, &reads), TrackOptions{Loop: true})
	if err != nil {
		t.Fatal(err)
	}
	x := make([]r3.Vec, 3)
	if k.Positions(x, 4+1.5); x[0].X != 2.5 {
		t.Errorf("in the second round the point is at %g, want 2.5", x[0].X)
	}
}

// Vertices that are together in the mesh and in the frames are one for the triangles; those that part are not.
func TestClipWelds(t *testing.T) {
	mesh := []r3.Vec{{}, {X: 1}, {Y: 1}, {X: 1}, {Y: 1}, {X: 1, Y: 1}}
	tri := [][3]int32{{0, 1, 2}, {3, 5, 4}}
	f := Frames{Times: []float64{0, 1}, Read: func(i int, dst []r3.Vec) error {
		copy(dst, mesh)
		dst[4].Z = float64(i)
		return nil
	}}
	k, err := NewClip(tri, mesh, f, TrackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := k.Triangles()[1], [3]int32{1, 5, 4}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// A frame that cannot be read is told, and does not move the body away.
func TestClipReadError(t *testing.T) {
	reads := 0
	f := tapes(50, &reads)
	good := f.Read
	f.Read = func(i int, dst []r3.Vec) error {
		if i == 7 {
			return errors.New("disk gone")
		}
		return good(i, dst)
	}
	k, err := NewClip([][3]int32{{0, 1, 2}}, tapeMesh, f, TrackOptions{Memory: 1})
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := Seal(k, 0)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, 5)
	if Err(b) != nil {
		t.Error(Err(b))
	}
	b.Positions(x, 6.5)
	if e := Err(b); e == nil || e.Error() != "disk gone" || x[0].X != 36 {
		t.Errorf("%v, point at %g", e, x[0].X)
	}
	for word, opt := range map[string]TrackOptions{"start at 50 s": {Start: 50}, "start at -1 s": {Start: -1}} {
		if _, err := NewClip([][3]int32{{0, 1, 2}}, tapeMesh, f, opt); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%v; expected %q", err, word)
		}
	}
	f.Times[3] = 12
	if _, err := NewClip([][3]int32{{0, 1, 2}}, tapeMesh, f, TrackOptions{}); err == nil ||
		!strings.Contains(err.Error(), "time of frame 3 is 12 s") {
		t.Error(err)
	}
}
