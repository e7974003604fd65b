package pattern

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Angles turn a panel's axes to where they are asked for, also where two of them are one.
func TestAngles(t *testing.T) {
	axes := [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	for _, deg := range []r3.Vec{{}, {X: 30, Y: 40, Z: 50}, {X: -145, Y: -34, Z: 90}, {Y: 90, Z: 45},
		{X: -90, Y: -90, Z: 45}, {X: 20, Y: 180, Z: -10}} {
		asked := Panel{Rotation: r3.Scale(math.Pi/180, deg)}
		found := Angles(asked.hang(axes[0]), asked.hang(axes[1]), asked.hang(axes[2]))
		got := Panel{Rotation: r3.Scale(math.Pi/180, found)}
		for _, v := range axes {
			if d := r3.Norm(r3.Sub(got.hang(v), asked.hang(v))); d > 2e-3 { // tenths of a degree
				t.Errorf("%v: %v, which turns %v to %v: expected %v", deg, found, v, got.hang(v), asked.hang(v))
			}
		}
	}
}
