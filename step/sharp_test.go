package step

import (
	"math"
	"slices"
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

// The edges of a fine cylinder stand out as its curvature makes them, r²/2R; that of a wedge by r·sin(angle/2),
// whatever the size of its sides; what nowhere is r wide is passed altogether. The least edges of cloth are those for
// which it stands out by the share of the layer that it may.
func TestSharpNear(t *testing.T) {
	const l, delta = .03, .001
	const r, most = l * Unguarded, StandsOut * delta
	for _, c := range []struct {
		name       string
		sides      int
		radius     float64
		sag, least float64
	}{
		{"cylinder", 64, .02, r * r / (2 * .02), math.Sqrt(2*.02*most) / Unguarded},
		{"wedge", 3, 1, r * math.Sin(math.Pi/3), most / math.Sin(math.Pi/3) / Unguarded},
		{"needle", 64, .002, r, math.Sqrt(2*.002*most) / Unguarded},
	} {
		tri, x := prism(c.sides, c.radius, 1)
		edges, _, worst := SharpNear(tri, x, l, delta, 0)
		if math.Abs(worst.Sag-c.sag) > .01*c.sag || math.Abs(worst.Edge-c.least) > .02*c.least {
			t.Errorf("%s: %+v, expected to stand out by %g m, from edges of %g m on", c.name, worst, c.sag, c.least)
		}
		for i := range edges {
			if edges[i] < worst.Edge || edges[i] > worst.Edge+2*math.Pi*c.radius { // from both sides
				t.Errorf("%s: triangle %d is sharp from edges of %g m on", c.name, i, edges[i])
			}
		}
		if edges == nil {
			t.Errorf("%s is not sharp", c.name)
		}
	}
	// Sharp is what turns by more than 60° within the layer: no wedge that turns by less, and no rim that is wider.
	for _, c := range []struct {
		sides  int
		radius float64
		sharp  bool
	}{{5, 1, true}, {7, 1, false}, {64, .9 * .004, true}, {64, 1.1 * .004, false}} {
		const thickness = .004
		tri, x := prism(c.sides, c.radius, 1)
		_, sharp, _ := SharpNear(tri, x, l, thickness, thickness)
		if (sharp != nil) != c.sharp || sharp != nil && slices.Contains(sharp[:2], false) {
			t.Errorf("a prism with %d sides and a radius of %g m: sharp %v, expected %t", c.sides, c.radius, sharp, c.sharp)
		}
	}
	tri, x := prism(64, 1, 1)
	if edges, _, worst := SharpNear(tri, x, l, delta, 0); edges != nil ||
		math.Abs(worst.Sag-r*math.Sin(math.Pi/64)) > 1e-9 || !math.IsInf(worst.Edge, 1) {
		t.Errorf("wide cylinder: %+v", worst)
	}
	tri, x = prism(3, 1, 1)
	for i := range tri { // inside out: all edges turn inwards
		tri[i][0], tri[i][1] = tri[i][1], tri[i][0]
	}
	if edges, _, worst := SharpNear(tri, x, l, delta, 0); edges != nil || worst.Sag != 0 {
		t.Error("a hollow is sharp")
	}
}

// strip is one of squares of 1 cm whose heights are given [m].
func strip(height ...float64) (tri [][3]int32, x []r3.Vec) {
	for i, y := range height {
		p := r3.Vec{X: .01 * float64(i), Y: y}
		x = append(x, p, r3.Add(p, r3.Vec{Z: -.01}))
		if i > 0 {
			a := int32(2 * i)
			tri = append(tri, [3]int32{a - 2, a, a + 1}, [3]int32{a - 2, a + 1, a - 1})
		}
	}
	return tri, x
}

// A wart stands out by no more than its height, however sharp it is: small features of a detailed body do not matter to
// cloth with a layer around them, but to cloth with a thinner one.
func TestWartsAreBlunt(t *testing.T) {
	const height = .002
	tri, x := strip(0, 0, 0, 0, 0, 0, height, 0, 0, 0, 0, 0, 0)
	if edges, _, worst := SharpNear(tri, x, .1, .0045, 0); edges != nil || math.Abs(worst.Sag-height) > .02*height {
		t.Errorf("%+v", worst)
	}
	if edges, _, worst := SharpNear(tri, x, .1, .003, 0); edges == nil {
		t.Errorf("with a thin layer: %+v", worst)
	}
}

// What is far along the surface from what is sharp is not looked at, the farther the finer the cloth.
func TestSharpNearIsNear(t *testing.T) {
	// A strip of squares of 1 cm, folded by 60° after the third.
	down := make([]float64, 21)
	for i := range down {
		down[i] = -math.Sqrt(3) * .01 * float64(max(0, i-3))
	}
	tri, x := strip(down...)
	const delta = .001
	least := StandsOut * delta / .5 / Unguarded // r·sin(θ/2) = δ/2
	edges, _, worst := SharpNear(tri, x, .02, delta, 0)
	if edges == nil || math.Abs(worst.Edge-least) > 1e-9 {
		t.Fatalf("%+v, expected edges of %g m", worst, least)
	}
	for i, v := range tri {
		far, on := math.Inf(1), 0
		for _, k := range v {
			far = min(far, r3.Norm(r3.Sub(x[k], r3.Vec{X: .03, Z: -.005})))
			if k/2 == 3 {
				on++
			}
		}
		if on == 2 { // beside the edge
			far = 0
		}
		want := math.Inf(1)
		if v := max(far, least); v <= .02 {
			want = v
		}
		if math.Abs(edges[i]-want) > 1e-9 && !(math.IsInf(edges[i], 1) && math.IsInf(want, 1)) {
			t.Errorf("triangle %d, %g m from the edge: sharp from edges of %g m on, expected %g", i, far, edges[i], want)
		}
	}
}
