package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/step"
)

// TestHistoryAfterClamping: whatever moves vertices after Newton's method has come to rest — a clamping of
// self-contact, points that are put back outside of a body — the strains that a step leaves are those of the positions
// that it leaves. Held vertices stay where they are held, and others go so much of their way as they are let.
func TestHistoryAfterClamping(t *testing.T) {
	f := cotton()
	over := grid(4, 4, .03, .03, f, true)
	for i := range over.X {
		over.X[i] = r3.Add(over.X[i], r3.Vec{X: .004, Y: .003, Z: -.005})
	}
	over.Pins = []cloth.Pin{{Vertex: 0, Point: over.X[0], Velocity: r3.Vec{Y: -.05}}}
	ground := step.Collider{Normal: r3.Vec{Y: 1}, Friction: .3}
	for _, name := range []string{"roll-back", "put back"} {
		s := newCloth(t, []cloth.Part{grid(5, 5, .04, .04, f, true), over}, []step.Collider{ground}, step.DefaultSettings())
		m := operations{s}
		m.Begin(0, 1./240)
		m.DetectContacts(true)
		m.Evaluate(true)
		for i := range s.x {
			if !s.fixed[i] {
				s.x[i] = r3.Add(s.x[i], r3.Vec{X: 1e-4 * math.Sin(float64(i)), Y: 1e-4 * math.Cos(float64(7*i)),
					Z: 1e-4 * math.Sin(float64(3*i))})
			}
		}
		s.evaluated = false
		m.DetectContacts(false)
		m.Evaluate(false)
		way := append([]r3.Vec(nil), s.x...)
		for i := range way {
			way[i] = r3.Sub(way[i], s.State.X[i])
		}
		start := append([]r3.Vec(nil), s.State.X...)
		if name == "put back" {
			m.ProjectPenetrations()
		} else {
			c := s.self
			if len(c.candidates) == 0 {
				t.Fatal("no pair is near: the test would prove nothing")
			}
			c.hits = make([]pathHit, len(c.candidates))
			for i := range c.hits {
				c.hits[i] = pathHit{t: .9, hit: true}
			}
			held := -1
			for i := range c.candidates {
				if c.candidates[i].v[0] == int32(s.Model.Parts[1].Vertices.Lo) {
					held = i
				}
			}
			if held < 0 {
				t.Fatal("the held vertex is near nothing: the test would prove nothing")
			}
			c.failing = []int32{int32(held)}
			m.BeginClamping()
			m.ClampPaths(step.ClampPart)
			if m.ClampedVertices() != 3 {
				t.Errorf("%d vertices go a part of their way: expected the three that are not held", m.ClampedVertices())
			}
			for k, v := range c.candidates[held].v {
				share := step.ClampShare * .9
				if k == 0 {
					share = 1
				}
				if off := r3.Norm(r3.Sub(r3.Sub(s.x[v], start[v]), r3.Scale(share, way[v]))); off > 1e-15 {
					t.Errorf("vertex %d of the pair is off by %g m", k, off)
				}
			}
		}
		moved := 0.
		for i := range s.x {
			moved = max(moved, r3.Norm(r3.Sub(r3.Sub(s.x[i], start[i]), way[i])))
		}
		if moved < 1e-5 {
			t.Fatalf("%s moves vertices by %g m at most: the test would prove nothing", name, moved)
		}
		if _, finite := m.Commit(); !finite {
			t.Fatal("not finite")
		}
		again, err := New(s.Model, s.State.Clone(), []step.Collider{ground}, s.Settings)
		if err != nil {
			t.Fatal(err)
		}
		again.ResetHistory()
		for kind := range cloth.Kinds {
			got, want := &s.State.Past[kind], &again.State.Past[kind]
			for i := range got.Len() {
				for k := range got.Per {
					if a, b := got.Eps(i, k), want.Eps(i, k); math.Abs(a-b) > 1e-9*(1+math.Abs(b)) {
						t.Fatalf("%s: strain %d of %s %d is kept as %g: it is %g where the step has left it", name, k, kind, i, a, b)
					}
				}
			}
		}
		again.Close()
	}
}

// TestRolledUp: a hinge that is folded on and on counts beyond half a turn, and beyond a whole one.
func TestRolledUp(t *testing.T) {
	prev := 0.
	for k := range 60 {
		theta := .25 * float64(k)
		wrapped := math.Atan2(math.Sin(theta), math.Cos(theta))
		if prev = UnwrapAngle(wrapped, prev); math.Abs(prev-theta) > 1e-12 {
			t.Fatalf("folded by %g: counts %g", theta, prev)
		}
	}
}
