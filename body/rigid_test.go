package body

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

func TestSphere(t *testing.T) {
	c := r3.Vec{X: 1, Y: 2, Z: 3}
	s, err := NewSphere(0.5, c, 3)
	if err != nil {
		t.Fatal(err)
	}
	p := positionsAt(s, 0)
	if len(s.Triangles()) != 20*64 || len(p) != 642 {
		t.Errorf("%d triangles, %d vertices; expected 1280 and 642", len(s.Triangles()), len(p))
	}
	for v := range p {
		if d := r3.Norm(r3.Sub(p[v], c)); math.Abs(d-0.5) > 1e-12 {
			t.Fatalf("vertex %d is %g m from the centre", v, d)
		}
		p[v] = r3.Sub(p[v], c)
	}
	want := 4.0 / 3 * math.Pi / 8
	if v := volume(p, s.Triangles()); v > want || v < 0.985*want {
		t.Errorf("volume %g; expected a little less than %g", v, want)
	}
	for _, bad := range []struct {
		r    float64
		c    r3.Vec
		n    int
		want string
	}{{0, c, 1, "radius 0"}, {math.NaN(), c, 1, "radius NaN"}, {1, r3.Vec{X: math.Inf(1)}, 1, "centre"},
		{1, c, 8, "subdivisions 8"}, {1, c, -1, "subdivisions -1"}} {
		if _, err := NewSphere(bad.r, bad.c, bad.n); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("got %v; expected an error with %q", err, bad.want)
		}
	}
}

// checkVelocities compares velocities with central differences of the positions.
func checkVelocities(t *testing.T, b Body, times []float64, tolerance float64) {
	t.Helper()
	const h = 1e-5
	v := make([]r3.Vec, b.NumVertices())
	for _, at := range times {
		b.Velocities(v, at)
		before, after := positionsAt(b, at-h), positionsAt(b, at+h)
		for k := range v {
			d := r3.Scale(1/(2*h), r3.Sub(after[k], before[k]))
			if e := r3.Norm(r3.Sub(d, v[k])); !(e < tolerance) {
				t.Fatalf("at %g s: velocity of vertex %d is %v, difference %v", at, k, v[k], d)
			}
		}
	}
}

func tetraTrack(t *testing.T, interp Interpolation) *Track {
	t.Helper()
	base := []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
	times := []float64{0, 0.5, 0.8, 2}
	var frames [][]r3.Vec
	for _, at := range times {
		f := append([]r3.Vec(nil), base...)
		for i := range f { // quadratic in time, exact for the three-point tangents
			f[i] = r3.Add(f[i], r3.Vec{X: at, Y: at * at * float64(i), Z: 0.5 - at*at})
		}
		frames = append(frames, f)
	}
	k, err := NewTrack(tetrahedron, times, frames, interp)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestTrack(t *testing.T) {
	for _, interp := range []Interpolation{Linear, CatmullRom} {
		k := tetraTrack(t, interp)
		for i, at := range k.times {
			for v, p := range positionsAt(k, at) {
				if d := r3.Norm(r3.Sub(p, k.frames[i][v])); d > 1e-12 {
					t.Errorf("frame %d, vertex %d is missed by %g m", i, v, d)
				}
			}
		}
		checkVelocities(t, k, []float64{-1, 0.2, 0.6, 0.77, 1.3, 3}, 1e-6)
	}
	// Between inner frames a quadratic motion is reproduced exactly.
	p := positionsAt(tetraTrack(t, CatmullRom), 0.7)
	if want := (r3.Vec{X: 1.7, Y: 0.49, Z: 0.01}); r3.Norm(r3.Sub(p[1], want)) > 1e-12 {
		t.Errorf("vertex 1 at %v; expected %v", p[1], want)
	}
	k := tetraTrack(t, CatmullRom)
	v0, v1 := make([]r3.Vec, 4), make([]r3.Vec, 4)
	k.Velocities(v0, 0.8-1e-9)
	k.Velocities(v1, 0.8+1e-9)
	for i := range v0 {
		if d := r3.Norm(r3.Sub(v0[i], v1[i])); d > 1e-6 {
			t.Errorf("velocity of vertex %d jumps by %g m/s at a frame", i, d)
		}
	}
}

func TestTrackErrors(t *testing.T) {
	f := []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
	nan := append([]r3.Vec(nil), f...)
	nan[2].Y = math.NaN()
	for _, c := range []struct {
		tris   [][3]int32
		times  []float64
		frames [][]r3.Vec
		want   string
	}{
		{tetrahedron, nil, nil, "no frames"},
		{tetrahedron, []float64{0, 1}, [][]r3.Vec{f}, "2 times for 1 frames"},
		{tetrahedron, []float64{0, 0}, [][]r3.Vec{f, f}, "does not follow"},
		{tetrahedron, []float64{0, math.Inf(1)}, [][]r3.Vec{f, f}, "finite"},
		{tetrahedron, []float64{0, 1}, [][]r3.Vec{f, f[:3]}, "frame 1 has 3 vertices"},
		{tetrahedron, []float64{0, 1}, [][]r3.Vec{f, nan}, "frame 1, vertex 2"},
		{tetrahedron[:3], []float64{0}, [][]r3.Vec{f}, "open"},
	} {
		if _, err := NewTrack(c.tris, c.times, c.frames, Linear); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v; expected an error with %q", err, c.want)
		}
	}
	if _, err := NewTrack(tetrahedron, []float64{0}, [][]r3.Vec{f}, 7); err == nil {
		t.Error("unknown interpolation accepted")
	}
}

func TestMoving(t *testing.T) {
	s, err := NewSphere(1, r3.Vec{Y: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewMoving(s, r3.Vec{Y: 1}, r3.Vec{X: 2}, r3.Vec{Z: math.Pi})
	if err != nil {
		t.Fatal(err)
	}
	// A quarter turn about +Z in half a second takes +X to +Y.
	x, p := positionsAt(s, 0), positionsAt(m, 0.5)
	for v := range x {
		want := r3.Vec{X: -(x[v].Y - 1) + 1, Y: x[v].X + 1, Z: x[v].Z}
		if d := r3.Norm(r3.Sub(p[v], want)); d > 1e-12 {
			t.Fatalf("vertex %d at %v; expected %v", v, p[v], want)
		}
	}
	checkVelocities(t, m, []float64{0, 0.3, 1.1}, 1e-7)

	motion := cloth.Motion{Axis: r3.Vec{X: 2, Y: 1}, Origin: r3.Vec{X: 1}, Keys: []cloth.MotionKey{
		{Time: 0},
		{Time: 1, Offset: r3.Vec{Y: 1}, Angle: 2},
		{Time: 1.5, Offset: r3.Vec{Z: 1}, Angle: -5},
	}}
	followed := tetraTrack(t, CatmullRom)
	keyed, err := NewFollowing(followed, motion)
	if err != nil {
		t.Fatal(err)
	}
	checkVelocities(t, keyed, []float64{-0.5, 0.1, 0.6, 1, 1.2, 1.45, 2.5}, 1e-5) // up to 90 m/s
	// A body and a pin that follow one motion stay together.
	x, p = positionsAt(followed, 1.2), positionsAt(keyed, 1.2)
	for v := range x {
		if d := r3.Norm(r3.Sub(p[v], motion.At(x[v], 1.2))); d > 1e-14 {
			t.Errorf("vertex %d: the body is %g m from its motion", v, d)
		}
	}
	if _, err := NewFollowing(s, cloth.Motion{}); err == nil {
		t.Error("no keys accepted")
	}
	if _, err := NewFollowing(nil, motion); err == nil {
		t.Error("nil body accepted")
	}
	if _, err := NewMoving(s, r3.Vec{}, r3.Vec{X: math.NaN()}, r3.Vec{}); err == nil {
		t.Error("NaN velocity accepted")
	}
	if _, err := NewMoving(nil, r3.Vec{}, r3.Vec{}, r3.Vec{}); err == nil {
		t.Error("nil body accepted")
	}
}
