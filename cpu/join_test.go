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
	half := parts.Alike()
	after, x := r3.Vec{X: .3}, vec()
	whole.After(x, after)
	if half.After(x, after); whole.left == 0 || math.Abs(half.left-whole.left) > 1e-12*math.Abs(whole.left) {
		t.Errorf("leaves %g, a part of it %g", whole.left, half.left)
	}
}
