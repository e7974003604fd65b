package step

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// prism is a regular one with so many sides, of the given radius and height: what turns are its long edges.
func prism(sides int, radius, height float64) (tri [][3]int32, x []r3.Vec) {
	for i := range sides {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(sides))
		x = append(x, r3.Vec{X: radius * cos, Z: -radius * sin}, r3.Vec{X: radius * cos, Y: height, Z: -radius * sin})
		a, b := int32(2*i), int32(2*((i+1)%sides))
		tri = append(tri, [3]int32{a, b, b + 1}, [3]int32{a, b + 1, a + 1})
	}
	return tri, x
}

// The edges of a fine cylinder stand out as its curvature makes them, r²/2R; that of a wedge by r·sin(angle/2), whatever
// the size of its sides.
func TestSharpNear(t *testing.T) {
	const l, delta = .03, .001
	tri, x := prism(64, .02, 1)
	near, worst := SharpNear(tri, x, l, delta)
	if r := l / 3; near == nil || math.Abs(worst.Sag-r*r/(2*.02)) > .02*worst.Sag || math.Abs(worst.Radius()-.02) > 2e-4 {
		t.Errorf("cylinder: %+v, expected to stand out by %g m", worst, r*r/(2*.02))
	}
	tri, x = prism(3, 1, 1)
	if _, worst = SharpNear(tri, x, l, delta); math.Abs(worst.Sag-l/3*math.Sin(math.Pi/3)) > 1e-9 || math.Abs(worst.Angle-2*math.Pi/3) > 1e-9 {
		t.Errorf("wedge: %+v", worst)
	}
	tri, x = prism(64, 1, 1)
	if near, worst = SharpNear(tri, x, l, delta); near != nil || worst != (Sharp{}) {
		t.Errorf("wide cylinder: %+v", worst)
	}
	for i := range tri { // inside out: all edges turn inwards
		tri[i][0], tri[i][1] = tri[i][1], tri[i][0]
	}
	tri, x = prism(3, 1, 1)
	for i := range tri {
		tri[i][0], tri[i][1] = tri[i][1], tri[i][0]
	}
	if near, _ = SharpNear(tri, x, l, delta); near != nil {
		t.Error("a hollow is sharp")
	}
}

// What is far along the surface from what is sharp is not looked at.
func TestSharpNearIsNear(t *testing.T) {
	// A strip of squares of 1 cm, folded by 60° after the third.
	var tri [][3]int32
	var x []r3.Vec
	for i := range 21 {
		p := r3.Vec{X: .01 * float64(i)}
		if i > 3 {
			p = r3.Vec{X: .03 + .01*float64(i-3)*math.Cos(math.Pi/3), Y: -.01 * float64(i-3) * math.Sin(math.Pi/3)}
		}
		x = append(x, p, r3.Add(p, r3.Vec{Z: -.01}))
		if i > 0 {
			a := int32(2 * i)
			tri = append(tri, [3]int32{a - 2, a, a + 1}, [3]int32{a - 2, a + 1, a - 1})
		}
	}
	near, worst := SharpNear(tri, x, .02, .001)
	if near == nil || math.Abs(worst.Angle-math.Pi/3) > 1e-9 {
		t.Fatalf("%+v", worst)
	}
	for i := range tri {
		middle := r3.Scale(1./3, r3.Add(x[tri[i][0]], r3.Add(x[tri[i][1]], x[tri[i][2]])))
		if d := r3.Norm(r3.Sub(middle, r3.Vec{X: .03, Z: -.005})); d < .012 && !near[i] || d > .04 && near[i] {
			t.Errorf("triangle %d, %g m from the edge: near is %v", i, d, near[i])
		}
	}
}
