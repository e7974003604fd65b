package dress

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
)

// A body that begins within itself does not feel cloth that is less deep; as it grows, the cloth comes out with it,
// at its surface, and without contact points having been far inside on the way.
func TestBodyGrowsIntoCloth(t *testing.T) {
	setup := load(t, `
gravity_m_s2 = [0, 0, 0]
[contact]
self = false
[[body]]
kind = "sphere"
radius_m = 0.1
subdivisions = 4
[[sheet]]
name = "rag"
size_m = [0.06, 0.06]
vertices = [4, 4]
mesh = "right"
fabric = "silk"
centre_m = [0, 0.05, 0]
`)
	s, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	start := slices.Clone(s.State.X)
	deep := s.Deepest()
	if math.Abs(deep-0.05) > 2e-3 { // of the middle triangles' centroids, (0.0033, 0.05, 0.0067) from the centre
		t.Fatalf("%.4f m deep: expected about 0.05", deep)
	}
	s.SetInset(deep+0.006, 0)
	if _, err := s.Step(1e-3); err != nil {
		t.Fatal(err)
	}
	for v, x := range s.State.X {
		if d := r3.Norm(r3.Sub(x, start[v])); d > 1e-6 {
			t.Fatalf("vertex %d moved by %g m: expected it not to feel the body yet", v, d)
		}
	}
	for inset := deep; ; inset = max(0, inset-0.005) {
		s.SetInset(inset, inset+0.005)
		for range 4 {
			if _, err := s.Step(1e-3); err != nil {
				t.Fatal(err)
			}
			clear(s.State.V)
		}
		if got := s.Deepest(); got > inset {
			t.Fatalf("%.4f m deep while the body begins %.4f m within itself", got, inset)
		}
		if inset == 0 {
			break
		}
	}
	for v, x := range s.State.X {
		if l := r3.Norm(x); l < 0.1 || l > 0.112 || x.Y < 0.08 {
			t.Errorf("vertex %d is %.4f m from the middle of the ball, %.4f m up: expected it on top of it", v, l, x.Y)
		}
	}
}

// A strip that starts 4 mm inside a box, across its edges, is out after the one step in which the box comes out, which
// is not halved: the box has not come through the cloth that it grew through. And what is led like that goes on with no
// velocity.
func TestEdgesComeOutWhole(t *testing.T) {
	setup := load(t, `
gravity_m_s2 = [0, 0, 0]
[contact]
self = false
[[body]]
kind = "box"
size_m = [0.2, 0.2, 0.2]
rim_m = 0.002
[[sheet]]
name = "strip"
size_m = [0.16, 0.08]
vertices = [5, 3]
mesh = "right"
fabric = "cotton"
centre_m = [0, 0.096, 0]
`)
	const h = 1. / 480
	s, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Overdamped = true
	inset := s.Deepest() + setup.Settings.Thickness
	s.SetInset(0, inset)
	rep, err := s.Step(h)
	if err != nil {
		t.Fatal(err)
	}
	if deep := s.Deepest(); rep.Halvings > 0 || rep.Limits.Bodies > 0 || deep > 0 {
		t.Errorf("%d halvings, a body came through %d times, and cloth is %.4f m deep: expected none", rep.Halvings,
			rep.Limits.Bodies, deep)
	}
	for v, u := range s.State.V {
		if u != (r3.Vec{}) {
			t.Fatalf("vertex %d goes on with %v m/s", v, u)
		}
	}
}
