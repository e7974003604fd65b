package formats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

// cutPolygon returns the triangles, the sum of their vector areas and the sum of
// their areas.
func cutPolygon(corner []r3.Vec) (tri [][3]int, total r3.Vec, area float64) {
	var g polygon
	g.triangulate(corner, func(a, b, c int) {
		tri = append(tri, [3]int{a, b, c})
		n := r3.Scale(.5, r3.Cross(r3.Sub(corner[b], corner[a]), r3.Sub(corner[c], corner[a])))
		total = r3.Add(total, n)
		area += r3.Norm(n)
	})
	return tri, total, area
}

func TestTriangulateConcave(t *testing.T) {
	for name, c := range map[string]struct {
		corner []r3.Vec
		area   float64
	}{
		"chevron, reflex at 1": {[]r3.Vec{{X: -2}, {Y: .5}, {X: 2}, {Y: 3}}, 5},
		"chevron, reflex at 0": {[]r3.Vec{{Y: .5}, {X: 2}, {Y: 3}, {X: -2}}, 5},
		"L":                    {[]r3.Vec{{}, {X: 2}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {Y: 2}}, 3},
		"comb": {[]r3.Vec{{}, {X: 5}, {X: 5, Y: 2}, {X: 4, Y: 2}, {X: 4, Y: 1}, {X: 3, Y: 1}, {X: 3, Y: 2},
			{X: 2, Y: 2}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {Y: 2}}, 8},
		"square with a corner on its edge": {[]r3.Vec{{}, {X: .5}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}, 1},
		"keyhole": {[]r3.Vec{{}, {X: 3}, {X: 3, Y: 3}, {Y: 3}, {}, {X: 1, Y: 1}, {X: 1, Y: 2},
			{X: 2, Y: 2}, {X: 2, Y: 1}, {X: 1, Y: 1}}, 8},
	} {
		// In every main plane, and seen from both sides.
		for k := range 6 {
			corner := make([]r3.Vec, len(c.corner))
			for i, v := range c.corner {
				switch k % 3 {
				case 1:
					v = r3.Vec{X: v.Z, Y: v.X, Z: v.Y}
				case 2:
					v = r3.Vec{X: v.Y, Y: v.Z, Z: v.X}
				}
				if k < 3 {
					corner[i] = v
				} else {
					corner[len(corner)-1-i] = v
				}
			}
			tri, total, area := cutPolygon(corner)
			if len(tri) != len(corner)-2 {
				t.Fatalf("%s: %d triangles, want %d", name, len(tri), len(corner)-2)
			}
			// Equal only if no triangle is turned over or overlaps another.
			if math.Abs(area-c.area) > 1e-12 || math.Abs(r3.Norm(total)-c.area) > 1e-12 {
				t.Errorf("%s (%d): area %v, vector area %v, want %v", name, k, area, total, c.area)
			}
			side := total.X + total.Y + total.Z
			if (side > 0) != (k < 3) {
				t.Errorf("%s (%d): the triangles face %v, the wrong way", name, k, total)
			}
			for _, v := range tri {
				n := r3.Cross(r3.Sub(corner[v[1]], corner[v[0]]), r3.Sub(corner[v[2]], corner[v[0]]))
				if r3.Norm(n) < 1e-9 {
					t.Errorf("%s (%d): triangle %v has no area", name, k, v)
				}
			}
		}
	}
}

// A star-shaped polygon about the origin is simple whatever its radii, so its
// triangles must cover exactly its area.
func TestTriangulateStars(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 60).Draw(t, "corners")
		axis := r3.Vec{X: rapid.Float64Range(-1, 1).Draw(t, "ax"), Y: rapid.Float64Range(-1, 1).Draw(t, "ay"), Z: 1}
		turn := r3.NewRotation(rapid.Float64Range(0, 6).Draw(t, "angle"), axis)
		size := math.Pow(10, rapid.Float64Range(-6, 6).Draw(t, "log size"))
		corner := make([]r3.Vec, n)
		radius := make([]float64, n)
		for i := range n {
			radius[i] = size * rapid.Float64Range(.05, 1).Draw(t, "radius")
			s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			corner[i] = turn.Rotate(r3.Vec{X: radius[i] * c, Y: radius[i] * s})
		}
		want := 0.0
		for i := range n {
			want += .5 * radius[i] * radius[(i+1)%n] * math.Sin(2*math.Pi/float64(n))
		}
		tri, total, area := cutPolygon(corner)
		if len(tri) != n-2 {
			t.Fatalf("%d triangles, want %d", len(tri), n-2)
		}
		if math.Abs(area-want) > 1e-6*want || math.Abs(r3.Norm(total)-want) > 1e-6*want {
			t.Fatalf("area %v, vector area %v, want %v", area, r3.Norm(total), want)
		}
	})
}

// Polygons without sense still give the right number of triangles.
func TestTriangulateAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64Range(-1, 1), rapid.Float64(), rapid.Just(0.0))
		corner := make([]r3.Vec, rapid.IntRange(3, 30).Draw(t, "corners"))
		for i := range corner {
			corner[i] = r3.Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), Z: number.Draw(t, "z")}
		}
		tri, _, _ := cutPolygon(corner)
		used := make([]bool, len(corner))
		for _, v := range tri {
			used[v[0]], used[v[1]], used[v[2]] = true, true, true
		}
		for i, u := range used {
			if !u {
				t.Fatalf("corner %d is in no triangle", i)
			}
		}
		if len(tri) != len(corner)-2 {
			t.Fatalf("%d triangles, want %d", len(tri), len(corner)-2)
		}
	})
}

// The largest polygon the readers take, half of its corners reflex: the cutting is quadratic, not cubic.
func TestTriangulateLargest(t *testing.T) {
	corner := make([]r3.Vec, maxPolygon)
	for i := range corner {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(len(corner)))
		r := 1 + .5*float64(i%2)
		corner[i] = r3.Vec{X: r * c, Y: r * s}
	}
	tri, _, area := cutPolygon(corner)
	var g polygon
	g.triangulate(corner, func(_, _, _ int) {})
	if n := len(corner); g.visits > 5*n*n/2 || g.visits < n*n {
		t.Errorf("%d visits of corners, expected n² to 2.5 n², n = %d", g.visits, n)
	}
	want := float64(len(corner)) * .5 * 1.5 * math.Sin(2*math.Pi/float64(len(corner)))
	if len(tri) != len(corner)-2 || math.Abs(area-want) > 1e-6 {
		t.Errorf("%d triangles of area %v, want %d of %v", len(tri), area, len(corner)-2, want)
	}
}

// A quadrangle is cut along its shorter diagonal, whichever corner it begins with; a rectangle, whose diagonals are as
// long, at its first corner.
func TestTriangulateQuadrangles(t *testing.T) {
	for name, c := range map[string]struct {
		corner []r3.Vec
		cut    [2]int // ends of the diagonal; of the first corner where both are -1
	}{
		"sheared":  {[]r3.Vec{{}, {X: 1}, {X: 1.3, Y: 1}, {X: .3, Y: 1}}, [2]int{1, 3}},
		"kite":     {[]r3.Vec{{}, {X: 2, Y: -1}, {X: 3}, {X: 2, Y: 1}}, [2]int{1, 3}},
		"not flat": {[]r3.Vec{{Z: .2}, {X: 1}, {X: 1, Y: 1, Z: .2}, {Y: 1}}, [2]int{-1, -1}},
		"bent":     {[]r3.Vec{{}, {X: 1, Z: .5}, {X: 1, Y: 1}, {Y: 1}}, [2]int{0, 2}},
		"square":   {[]r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1 + 1e-6}}, [2]int{-1, -1}},
	} {
		for first := range 4 {
			corner := append(append([]r3.Vec{}, c.corner[first:]...), c.corner[:first]...)
			want := c.cut
			if want[0] < 0 {
				want = [2]int{first, (first + 2) % 4}
			}
			for _, tri := range Triangulate(corner) {
				has := [4]bool{}
				for _, k := range tri {
					has[(k+first)%4] = true
				}
				if !has[want[0]] || !has[want[1]] {
					t.Errorf("%s from corner %d: triangle %v, expected a cut from %d to %d", name, first, tri, want[0], want[1])
				}
			}
			if tri, _, _ := cutPolygon(corner); len(tri) != 2 {
				t.Errorf("%s: %d triangles", name, len(tri))
			}
		}
	}
}
