package cloth

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A vertex that is pinned to a triangle is where it was, stays with the triangle as it turns, and at its distance as it
// stretches; on a triangle without an area it is at the foot point.
func TestPinTo(t *testing.T) {
	a, b, c, x := r3.Vec{X: 1}, r3.Vec{X: 3, Y: 1}, r3.Vec{X: 1, Y: 2, Z: 1}, r3.Vec{X: 2, Y: 4, Z: -3}
	bary := [3]float64{.2, .5, .3}
	p := PinTo(4, 2, 7, bary, a, b, c, x)
	if p.Vertex != 4 || p.Body != 2 || p.Tri != 7 || p.Kind != PinBody {
		t.Errorf("%+v", p)
	}
	if d := r3.Norm(r3.Sub(p.On(a, b, c), x)); d > 1e-14 {
		t.Errorf("%g m from where it was", d)
	}
	turn := r3.NewRotation(1.2, r3.Vec{X: 1, Y: -2, Z: .5})
	move := func(v r3.Vec) r3.Vec { return r3.Add(turn.Rotate(v), r3.Vec{X: 5, Z: -1}) }
	if d := r3.Norm(r3.Sub(p.On(move(a), move(b), move(c)), move(x))); d > 1e-13 {
		t.Errorf("%g m from where the triangle carries it", d)
	}
	foot := func(k float64) r3.Vec {
		return r3.Scale(k, r3.Add(r3.Scale(.2, a), r3.Add(r3.Scale(.5, b), r3.Scale(.3, c))))
	}
	far := p.On(r3.Scale(3, a), r3.Scale(3, b), r3.Scale(3, c))
	if d, want := r3.Norm(r3.Sub(far, foot(3))), r3.Norm(r3.Sub(x, foot(1))); math.Abs(d-want) > 1e-13 {
		t.Errorf("%g m from the stretched triangle, want %g", d, want)
	}
	if got := p.On(a, a, a); got != a {
		t.Errorf("on a point: %v, want %v", got, a)
	}
}
