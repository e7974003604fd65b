package step

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// spindle is a closed surface that turns around the z axis: radius by sin, as long as it is told, around a middle; all
// in m.
func spindle(radius, length float64, middle r3.Vec) (tri [][3]int32, x []r3.Vec) {
	const rings, sides = 12, 24
	x = append(x, r3.Add(middle, r3.Vec{Z: -length / 2}), r3.Add(middle, r3.Vec{Z: length / 2}))
	at := func(k, s int) int32 { return int32(2 + (k-1)*sides + s%sides) }
	for k := 1; k < rings; k++ {
		up, out := -math.Cos(math.Pi*float64(k)/rings)*length/2, radius*math.Sin(math.Pi*float64(k)/rings)
		for s := range sides {
			sin, cos := math.Sincos(2 * math.Pi * float64(s) / sides)
			x = append(x, r3.Add(middle, r3.Vec{X: out * cos, Y: out * sin, Z: up}))
			if k > 1 {
				a, b, c, d := at(k-1, s), at(k-1, s+1), at(k, s), at(k, s+1)
				tri = append(tri, [3]int32{a, b, d}, [3]int32{a, d, c})
			}
		}
	}
	for s := range sides {
		tri = append(tri, [3]int32{0, at(1, s+1), at(1, s)}, [3]int32{1, at(rings-1, s), at(rings-1, s+1)})
	}
	return tri, x
}

// both surfaces as one.
func both(tri [][3]int32, x []r3.Vec, more [][3]int32, y []r3.Vec) ([][3]int32, []r3.Vec) {
	n := int32(len(x))
	tri = slices.Clone(tri)
	for _, v := range more {
		tri = append(tri, [3]int32{v[0] + n, v[1] + n, v[2] + n})
	}
	return tri, slices.Concat(x, y)
}

// A ball that fits between the contact points of cloth is sharp for it, and two of them are; one that does not fit is
// not, nor a longer one that is as narrow, nor a small part of a body whose other parts are large, nor half a ball.
func TestSmallBodiesAreSharp(t *testing.T) {
	const l, delta, thickness = .1, .005, .004
	fits := Unguarded * l
	ball, at := spindle(.9*fits, 1.8*fits, r3.Vec{X: 1})
	more, there := spindle(.9*fits, 1.8*fits, r3.Vec{X: 2})
	large, wide := spindle(1.1*fits, 2.2*fits, r3.Vec{})
	egg, long := spindle(.7*fits, 3*fits, r3.Vec{})
	for _, c := range []struct {
		name  string
		tri   [][3]int32
		x     []r3.Vec
		sharp bool
	}{
		{"small", ball, at, true}, {"large", large, wide, false}, {"egg", egg, long, false}, {"half", ball[:len(ball)/2], at,
			false},
	} {
		edges, sharp, _ := SharpNear(c.tri, c.x, l, delta, thickness)
		if edges == nil || (sharp != nil) != c.sharp || sharp != nil && slices.Contains(sharp, false) {
			t.Errorf("%s: guarded %t, sharp %v: expected it guarded, and sharp everywhere: %t", c.name, edges != nil, sharp,
				c.sharp)
		}
	}
	for _, c := range []struct {
		name  string
		tri   [][3]int32
		x     []r3.Vec
		sharp bool
	}{{"two small ones", more, there, true}, {"a small and a large one", large, wide, false}} {
		tri, x := both(ball, at, c.tri, c.x)
		if _, sharp, _ := SharpNear(tri, x, l, delta, thickness); (sharp != nil) != c.sharp {
			t.Errorf("%s: sharp %t, expected %t", c.name, sharp != nil, c.sharp)
		}
	}
	if edges, sharp, _ := SharpNear(ball, at, l/4, delta, thickness); sharp != nil {
		t.Errorf("finer cloth: sharp, guarded from edges of %g m on", slices.Min(edges))
	}
}
