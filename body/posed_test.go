package body

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// bare is a body that stands as another one does at a time, without names, skeleton or motion.
func bare(t *testing.T, b Body, at float64) *Track {
	t.Helper()
	k, err := NewClip(b.Triangles(), positionsAt(b, at), Frames{}, TrackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// The limbs that are found in the bare surface of a mannequin join the trunk where its skeleton has shoulders and hips,
// with arms at any angle; a ball and a box have none.
func TestLimbsByShape(t *testing.T) {
	for _, height := range []float64{1.2, 1.72, 1.95} {
		m, err := NewMannequin(Measurements{Height: height}, "stand")
		if err != nil {
			t.Fatal(err)
		}
		for _, raised := range []float64{-25, 0, 45} {
			b := m.spread(raised, 0)
			arms, legs := limbsByShape(positionsAt(b, -lead), b.Triangles())
			if len(arms) != 2 || len(legs) != 2 {
				t.Fatalf("%.2f m, arms raised by %g°: %d arms, %d legs", height, raised, len(arms), len(legs))
			}
			p := b.pose(-lead)
			for i, list := range [][]hanging{arms, legs} {
				for k, h := range list {
					joint := [2]int{shoulder, hip}[i] + k*rightSide
					at := middle(positionsAt(b, -lead), h.ring)
					if d := r3.Norm(r3.Sub(at, p.pos[joint])); d > 0.09*height {
						t.Errorf("%.2f m, arms raised by %g°: limb %d of %d joins the trunk at %.3f, %.3f m off the joint at %.3f",
							height, raised, k, i, at, d, p.pos[joint])
					}
				}
			}
		}
	}
	s, err := NewSphere(1, r3.Vec{Y: 1}, 4)
	if err != nil {
		t.Fatal(err)
	}
	if arms, legs := limbsByShape(positionsAt(s, 0), s.Triangles()); arms != nil || legs != nil {
		t.Errorf("a ball has %d arms and %d legs", len(arms), len(legs))
	}
}

// A body without a skeleton raises its arms and spreads its legs by the angles that it is told: limbs move as rigid
// bodies, the trunk stays, the volume, too; from time 0 on it is as it was, and velocities are those of positions.
func TestPosed(t *testing.T) {
	inner := bare(t, mustMannequin(t, "stand").spread(45, -9), -lead)
	j := JointsOf(inner)
	if up, ok := j.Arms(); !ok || math.Abs(up) > 8 || !j.Legs() {
		t.Fatalf("arms at %.1f° (%v), legs %v: expected level arms, and legs", up, ok, j.Legs())
	}
	const raise, spread = -40, 7
	b := j.Posed(raise, spread)
	if LeadOf(b) != lead || LeadOf(inner) != 0 {
		t.Errorf("it leads by %g s", LeadOf(b))
	}
	from, to := positionsAt(inner, 0), positionsAt(b, -lead)
	arms, legs := limbsByShape(from, inner.Triangles())
	for i, list := range [][]hanging{arms, legs} {
		want := [2]float64{raise, spread}[i]
		for k := range list {
			h, w := &list[k], list[k].weights()
			var end int32 = -1
			for v := range w {
				if w[v] == 1 && h.far[v] < 0.5*h.long && (end < 0 || h.far[v] > h.far[end]) {
					end = int32(v)
				}
			}
			was, now := r3.Sub(from[h.tip], from[end]), r3.Sub(to[h.tip], to[end])
			if d := math.Abs(r3.Norm(was) - r3.Norm(now)); d > 1e-9 {
				t.Errorf("limb %d, %d became %g m longer", i, k, d)
			}
			angle := (math.Atan2(now.Y, now.X) - math.Atan2(was.Y, was.X)) / degree * [2]float64{1, -1}[k]
			if angle = math.Remainder(angle, 360); math.Abs(angle-want) > 1e-6 {
				t.Errorf("limb %d, %d turned by %.3f°, expected %g", i, k, angle, want)
			}
		}
	}
	stayed := 0
	for v := range from {
		if from[v] == to[v] {
			stayed++
		}
	}
	if stayed < len(from)/5 {
		t.Errorf("%d of %d vertices stayed", stayed, len(from))
	}
	if a, b := volume(from, inner.Triangles()), volume(to, inner.Triangles()); math.Abs(b/a-1) > 0.02 {
		t.Errorf("the volume became %.4f times what it was", b/a)
	}
	for _, at := range []float64{-leadStill, 0, 1} {
		for v, x := range positionsAt(b, at) {
			if x != from[v] {
				t.Fatalf("vertex %d at %g s: %v, expected %v", v, at, x, from[v])
			}
		}
	}
	const at, h = -0.6, 1e-5
	v, x, y := make([]r3.Vec, len(from)), positionsAt(b, at-h), positionsAt(b, at+h)
	b.Velocities(v, at)
	moved := 0.0
	for i := range v {
		moved = max(moved, r3.Norm(v[i]))
		if d := r3.Norm(r3.Sub(v[i], r3.Scale(1/(2*h), r3.Sub(y[i], x[i])))); d > 1e-5 {
			t.Fatalf("vertex %d: velocity off by %g m/s", i, d)
		}
	}
	if moved < 0.3 {
		t.Errorf("nothing moves faster than %g m/s on the way", moved)
	}
	if len(Arms(b)) != 2 || len(Arms(inner)) != 2 {
		t.Errorf("%d arms of the bare surface, %d posed: expected 2", len(Arms(inner)), len(Arms(b)))
	}
}
