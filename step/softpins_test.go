package step

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// TestSoftPins: soft pins are grabs at their targets, as strong as they are at the time; of two on a vertex the last
// counts; pins that hold, and those that are let go, are none.
func TestSoftPins(t *testing.T) {
	fades := []cloth.Strength{{Time: 0, Factor: 1}, {Time: 2, Factor: 0}}
	m := &cloth.Model{Pins: []cloth.Pin{
		{Vertex: 0, Point: r3.Vec{X: 1}},
		{Vertex: 1, Point: r3.Vec{X: 2}, Stiffness: 8, Limit: .5, LimitForce: 4, Strength: fades},
		{Vertex: 2, Point: r3.Vec{X: 3}, Stiffness: 7},
		{Vertex: 2, Point: r3.Vec{X: 4}, Stiffness: 6, Velocity: r3.Vec{Y: 1}},
		{Vertex: 3, Stiffness: 5, Release: 1},
	}}
	target := func(at float64) func(p *cloth.Pin) r3.Vec {
		return func(p *cloth.Pin) r3.Vec { return p.Target(m, at) }
	}
	got := SoftPins(m, 1.5, target(1.5))
	want := []Grab{
		{Vertex: 1, Stiffness: 2, Target: r3.Vec{X: 2}, Leash: Leash{r3.Vec{X: 2}, .5, 1}},
		{Vertex: 2, Stiffness: 6, Target: r3.Vec{X: 4, Y: 1.5}},
	}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v: expected %+v", got, want)
	}
	if got := SoftPins(m, 2, target(2)); len(got) != 1 || got[0].Vertex != 2 {
		t.Errorf("%+v: expected that of vertex 2 alone", got)
	}
}

// TestJoinGrabs: two springs of a vertex pull as one does, wherever it is.
func TestJoinGrabs(t *testing.T) {
	leash := Leash{Length: 1, Force: 2}
	a := []Grab{{Vertex: 3, Stiffness: 2, Target: r3.Vec{X: 1}}, {Vertex: 5, Stiffness: 1}}
	b := []Grab{{Vertex: 7, Stiffness: 4}, {Vertex: 3, Stiffness: 6, Target: r3.Vec{X: 5}, Leash: leash}}
	got := JoinGrabs(a, b)
	if len(got) != 3 || got[0] != (Grab{3, 8, r3.Vec{X: 4}, leash}) || got[1] != a[1] || got[2] != b[0] {
		t.Errorf("%+v", got)
	}
	for _, x := range []float64{-1, 2.5} {
		if f, both := 8*(4-x), 2*(1-x)+6*(5-x); f != both {
			t.Errorf("at %g m one pulls with %g N, two with %g", x, f, both)
		}
	}
	if a[0].Stiffness != 2 || len(JoinGrabs(nil, b)) != 2 || len(JoinGrabs(a, nil)) != 2 {
		t.Error("the lists have changed")
	}
}
