package render

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A camera that looks straight down, or up, has an upward direction of its own, the one that it has when it leans a little.
func TestCameraStraightDown(t *testing.T) {
	for _, y := range []float64{3, -3} {
		straight := Camera{Eye: r3.Vec{Y: y}, FovY: 1}
		if err := straight.check(); err != nil {
			t.Error(err)
			continue
		}
		leaning := Camera{Eye: r3.Vec{Y: y, Z: 1e-3}, FovY: 1} // from the front
		right, up, forward := straight.axes()
		right2, up2, forward2 := leaning.axes()
		for _, d := range []r3.Vec{r3.Sub(right, right2), r3.Sub(up, up2), r3.Sub(forward, forward2)} {
			if !(r3.Norm(d) < 1e-3) {
				t.Errorf("from %g: right %v, up %v, forward %v: expected about %v, %v, %v", y, right, up, forward, right2, up2, forward2)
			}
		}
		if off := math.Abs(r3.Dot(right, up)) + math.Abs(r3.Dot(up, forward)); off > 1e-15 {
			t.Errorf("from %g: axes are off a right angle by %g", y, off)
		}
	}
}
