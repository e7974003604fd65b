package render

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A camera that looks straight down, or up, has an upward direction of its own, the one that it has when it leans a
// little.
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
				t.Errorf("from %g: right %v, up %v, forward %v: expected about %v, %v, %v", y, right, up, forward, right2, up2,
					forward2)
			}
		}
		if off := math.Abs(r3.Dot(right, up)) + math.Abs(r3.Dot(up, forward)); off > 1e-15 {
			t.Errorf("from %g: axes are off a right angle by %g", y, off)
		}
	}
}

// A camera that turns about what it is framed around keeps all of it in the picture, portrait or landscape, and no
// nearer one does; one that is framed for the side that it begins on loses an arm.
func TestFrameAround(t *testing.T) {
	// an arm, a head, feet
	points := []r3.Vec{{X: -0.9, Y: 1.4, Z: 0.3}, {X: 0.2, Y: 1.8, Z: -0.1}, {X: 0.1, Y: 0, Z: -0.2},
		{X: 0.3, Y: 0.02, Z: 0.1}}
	box, _ := BoundsOf([]Mesh{{X: points}})
	const height = 1000
	for _, aspect := range []float64{0.4, 0.75, 1.6} {
		for _, elevation := range []float64{0, 0.3, -0.6} {
			farthest := func(c Camera) (most float64) {
				for angle := 0.0; angle < 2*math.Pi; angle += 1e-3 {
					turned := c.Turned(box.centre(), angle)
					for _, p := range points {
						x, y, depth := turned.Project(p, int(aspect*height), height)
						if depth <= 0 {
							t.Fatalf("aspect %g, elevation %g: %v is behind the camera", aspect, elevation, p)
						}
						most = max(most, math.Abs(2*x/(aspect*height)-1), math.Abs(2*y/height-1))
					}
				}
				return most
			}
			if most := farthest(FrameAround(points, aspect, 0.4, elevation)); math.Abs(most*margin-1) > 1e-4 {
				t.Errorf("aspect %g, elevation %g: reaches %.5f of the way to the border, expected %.5f", aspect, elevation, most,
					1/margin)
			}
			if most := farthest(Frame(points, aspect, 0.4, elevation)); aspect < 1 && most < 1 {
				t.Errorf("aspect %g, elevation %g: framed for one side it reaches %.5f only: this tests nothing", aspect, elevation,
					most)
			}
		}
	}
}
