package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// A corner of a held sheet that is driven into the middle of a hanging one at 20 m/s, 83 mm a step where edges are 25
// mm long, takes it along without an intersection, however hard the hanging sheet pulls at its upper edge: steps are
// cut until cloth gives way.
func TestPinPushesCloth(t *testing.T) {
	const n, size, speed = 13, .3, 20.
	hanging := place(grid(n, n, size, size, cotton(), true), func(x r3.Vec) r3.Vec {
		return r3.Vec{X: 0, Y: x.X, Z: x.Z + size/2}
	})
	for i, x := range hanging.X {
		if x.Y > size-1e-9 {
			hanging.Pins = append(hanging.Pins, cloth.Pin{Vertex: int32(i), Point: x})
		}
	}
	driven := place(grid(5, 5, .1, .1, cotton(), true), func(x r3.Vec) r3.Vec {
		return r3.Vec{X: x.X - .1 - .004, Y: size/2 + .003 + x.Z, Z: .001}
	})
	for i, x := range driven.X {
		if x.X > -.004-1e-9 {
			driven.Pins = append(driven.Pins, cloth.Pin{Vertex: int32(i), Point: x, Velocity: r3.Vec{X: speed}})
		}
	}
	s := newCloth(t, []cloth.Part{hanging, driven}, nil, step.DefaultSettings())
	sum := clean(t, s, 1./240, 5)
	t.Logf("%+v", sum)
	if sum.Halvings == 0 {
		t.Error("no step was cut: the test proves nothing")
	}
	if far := s.State.X[n*n/2].X; far < .2 {
		t.Errorf("the middle of the hanging sheet was taken along by %g m, expected about %g", far, 5*speed/240)
	}
}

// TestStretchedIsFound: of two sheets the one that lies stretched 2.5 times is told, with the number of the triangle in
// it and where it is.
func TestStretchedIsFound(t *testing.T) {
	a := grid(4, 4, .1, .1, cotton(), true)
	b := place(grid(3, 3, .1, .1, cotton(), true), func(x r3.Vec) r3.Vec { return r3.Vec{X: x.X, Y: 1, Z: x.Z} })
	b.Name = "b"
	s := newCloth(t, []cloth.Part{a, b}, nil, step.DefaultSettings())
	for i := range s.State.X {
		if s.Model.Part[i] == 1 {
			s.State.X[i].X *= 2.5
		}
	}
	m := operations{s}
	m.Begin(0, 1./60)
	got := m.Stretched()
	if got.Part != "b" || math.Abs(got.Stretch-2.5) > 1e-9 || got.At.Y != 1 || int(got.Of) != int(got.Tri)-18 {
		t.Errorf("%+v", got)
	}
}
