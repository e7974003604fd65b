package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A piece that is summed up in parts moves as one that is summed up at once.
func TestJoin(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	vec := func() r3.Vec { return r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()} }
	whole := RigidBody{Mass: 1, Centre: vec()}
	parts := whole
	for range 3 {
		part := parts.Alike()
		for range 20 {
			x, g := vec(), r3.Scale(.01, vec())
			h := Sym3{7, 7, 7}
			whole.Add(x, g, &h)
			part.Add(x, g, &h)
		}
		parts.Join(&part)
	}
	if !whole.Solve() || !parts.Solve() {
		t.Fatal("no motion")
	}
	one, other := whole.Motion(), parts.Motion()
	for range 5 {
		x := vec()
		if a, b := one.Move(x), other.Move(x); !(r3.Norm(r3.Sub(a, b)) < 1e-12) || a == x {
			t.Errorf("%v goes to %v, in parts to %v", x, a, b)
		}
	}
	if a, b := whole.MaxDisplacement(), parts.MaxDisplacement(); math.Abs(a-b) > 1e-12 {
		t.Errorf("by %g at most, in parts by %g", a, b)
	}
}

// TestMotions: a second motion of a body begins where the first one has led, and both count to its reach.
func TestMotions(t *testing.T) {
	b := RigidBody{Touched: true, Mass: 1}
	stiff := Sym3{2, 2, 2}
	for _, x := range []r3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Z: 1}, {Y: -1}, {Z: -1}} {
		b.Add(x, r3.Vec{X: -.2}, &stiff)
	}
	if !b.Solve() || b.Shorten(.15) {
		t.Fatalf("moves by %g, expected .1", b.MaxDisplacement())
	}
	b.Begin()
	if off := r3.Norm(r3.Sub(b.Centre, r3.Vec{X: .1})); !(off < 1e-12) || b.f != [6]float64{} || b.k != [6][6]float64{} {
		t.Errorf("begins at %v with %v, expected .1 along x without a force", b.Centre, b.f)
	}
	for _, x := range []r3.Vec{{X: 1.1}, {X: -.9}, {X: .1, Y: 1}, {X: .1, Z: 1}, {X: .1, Y: -1}, {X: .1, Z: -1}} {
		b.Add(x, r3.Vec{X: -.2}, &stiff)
	}
	if !b.Solve() || !b.Shorten(.15) || math.Abs(b.MaxDisplacement()-.05) > 1e-12 {
		t.Errorf("moves by %g on, expected .05", b.MaxDisplacement())
	}
	free := RigidBody{Mass: 1}
	if free.Begin(); !free.Held {
		t.Error("a body that nothing touches moves twice")
	}
}
