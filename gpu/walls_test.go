//go:build cgo

package gpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth/clothtest"
	"hysteron/step"
)

// TestWallsAreKept: the bottom row of a strip that stands in a groove touches both walls, and a state of the device has
// both.
func TestWallsAreKept(t *testing.T) {
	p := clothtest.Grid(9, 2, .04, .004, cotton(), false)
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X, Y: .0078 - x.Z}
	}
	walls := still{&body.Solid{}}
	profile := [][2]float64{{0, 0}, {.05, -.0289}, {.05, -.1}, {-.05, -.1}, {-.05, .1}, {.05, .1}, {.05, .0289}}
	n := int32(len(profile))
	for i, q := range profile {
		walls.X = append(walls.X, r3.Vec{X: -1, Y: q[0], Z: q[1]}, r3.Vec{X: 1, Y: q[0], Z: q[1]})
		a, b := int32(2*i), 2*((int32(i)+1)%n)
		walls.Tri = append(walls.Tri, [3]int32{a, a + 1, b + 1}, [3]int32{a, b + 1, b})
		if 0 < i && i < int(n)-1 {
			walls.Tri = append(walls.Tri, [3]int32{0, a, b}, [3]int32{1, b + 1, a + 1})
		}
	}
	set := step.DefaultSettings()
	set.SelfContact, set.Tolerance = false, 1e-7
	s := newGPU(t, open(t, true), model(t, p), nil, []step.Collider{{Surface: walls, Friction: .3}}, set)
	for range 30 {
		if _, err := s.Step(1. / 120); err != nil {
			t.Fatal(err)
		}
	}
	two, touches := 0, gpuState(t, s).Touches
	for i := 1; i < len(touches); i++ {
		if touches[i].Point == touches[i-1].Point {
			two++
		}
	}
	if two < 9 {
		t.Errorf("%d of %d points touch two walls: expected the bottom row of 9", two, len(touches)-two)
	}
}
