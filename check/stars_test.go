package check

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// wheel is the star of vertex 0 with so many triangles, whose spokes end at what at tells; a ring or open.
func wheel(triangles int, ring bool, at func(k int) r3.Vec) (m Mesh) {
	m.X = []r3.Vec{{}}
	ends := triangles
	if !ring {
		ends++
	}
	for k := range ends {
		m.X = append(m.X, at(k))
	}
	for k := range triangles {
		m.Tri = append(m.Tri, [3]int32{0, int32(1 + k), int32(1 + (k+1)%ends)})
	}
	return m
}

// clearAt reports whether the star of vertex 0 is clear, in whatever order its triangles and their corners are.
func clearAt(t *testing.T, m Mesh) bool {
	t.Helper()
	look := func() bool { return new(Cache).starsOf(m, 1, nil).clear[0] }
	first := look()
	rng := rand.New(rand.NewPCG(uint64(len(m.Tri)), 3))
	for range 10 {
		rng.Shuffle(len(m.Tri), func(i, j int) { m.Tri[i], m.Tri[j] = m.Tri[j], m.Tri[i] })
		for k, v := range m.Tri {
			m.Tri[k] = [3]int32{v[1], v[2], v[0]}
		}
		if look() != first {
			t.Fatalf("clear is %v or not, by the order of the triangles", first)
		}
	}
	return first
}

// TestStarsKnownAnswers: stars that go around once are clear, on a cone or not, and none that go around twice, are
// folded, in one line, or no single fan.
func TestStarsKnownAnswers(t *testing.T) {
	turn := func(angle, height float64) func(k int) r3.Vec {
		return func(k int) r3.Vec {
			s, c := math.Sincos(angle*float64(k) + 0.1)
			return vec(c, s, height)
		}
	}
	flat := wheel(6, true, turn(math.Pi/3, 0))
	two := wheel(8, true, turn(math.Pi/4, 0))
	two.Tri = slices.Delete(two.Tri, 2, 3) // its fan is open
	both := wheel(8, true, turn(math.Pi/4, 0))
	both.Tri = [][3]int32{both.Tri[0], both.Tri[1], both.Tri[4], both.Tri[5]}
	back := wheel(6, true, turn(math.Pi/3, 0))
	back.Tri[3][1], back.Tri[3][2] = back.Tri[3][2], back.Tri[3][1]
	twin := wheel(3, false, turn(math.Pi/3, 0))
	twin.Tri = append(twin.Tri, twin.Tri[1])
	large := func(n int) Mesh { return wheel(n, true, turn(2*math.Pi/float64(n), 0.1)) }
	for _, c := range []struct {
		name string
		m    Mesh
		want bool
	}{
		{"flat", flat, true},
		{"a cone", wheel(6, true, turn(math.Pi/3, 3)), true},
		{"three triangles", wheel(3, true, turn(2*math.Pi/3, -1)), true},
		{"four, opposite spokes in line", wheel(4, true, turn(math.Pi/2, 0)), true},
		{"seven", wheel(7, true, turn(2*math.Pi/7, 0)), true},
		{"open", two, true},
		{"one triangle", wheel(1, false, turn(1, 0)), true},
		{"open, half a turn", wheel(4, false, turn(math.Pi/4, 0)), true},
		{"open, nearly one turn", wheel(6, false, turn(1.04, 0)), true},
		{"open, more than one turn", wheel(6, false, turn(1.06, 0)), false},
		{"open, two turns and more", wheel(9, false, turn(1.5, 0)), false},
		{"five, twice around", wheel(5, true, turn(4*math.Pi/5, 0)), false},
		{"seven, twice around", wheel(7, true, turn(4*math.Pi/7, 0.5)), false},
		{"eight, twice around", wheel(8, true, func(k int) r3.Vec { return turn(math.Pi/2, float64(k)/4)(k) }), false},
		{"seven, three times around", wheel(7, true, turn(6*math.Pi/7, 0)), false},
		{"two fans", both, false},
		{"a triangle turned the other way", back, false},
		{"a triangle twice", twin, false},
		{"an edge folded back", wheel(6, true, func(k int) r3.Vec {
			return turn([]float64{0, 1, 0.4, 1, 1, 1}[k]*math.Pi/3, 0)(k)
		}), false},
		{"in one line", wheel(4, true, func(k int) r3.Vec { return vec(float64(k)-1.5, 0, 0) }), false},
		{"two sides of one", Mesh{flat.X, [][3]int32{{0, 1, 2}, {0, 2, 1}}}, false},
		{"a corner twice", Mesh{flat.X, [][3]int32{{0, 0, 2}}}, false},
		{"as many spokes as are looked at", large(mostSpokes - 1), true},
		{"more", large(mostSpokes), false},
		{"nothing", Mesh{flat.X, [][3]int32{{1, 2, 3}}}, false},
	} {
		if got := clearAt(t, c.m); got != c.want {
			t.Errorf("%s: clear %v, expected %v", c.name, got, c.want)
		}
	}
}

// TestStarsAgree: where a star is clear, exact predicates find nothing in it, be it crumpled, folded flat or with two
// spokes in line but for rounding.
func TestStarsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	told, dirty, silent := 0, 0, 0
	for i := range 60000 {
		n, ring := 2+rng.IntN(7), rng.IntN(2) == 0
		if n == 2 {
			ring = false
		}
		turns := 1 + float64(rng.IntN(3))/2
		rough := []float64{0, 1e-17, 1e-14, 1e-3, 0.1, 1}[i%6]
		m := wheel(n, ring, func(k int) r3.Vec {
			s, c := math.Sincos(2 * math.Pi * turns * float64(k) / float64(n))
			return r3.Add(vec(c, s, 0), r3.Scale(rough, vec(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())))
		})
		for k, x := range m.X {
			if rough > 0 {
				x = r3.Rotate(x, 0.7, vec(0.3, 0.2, 0.9))
			}
			m.X[k] = r3.Add(x, vec(0.1, 0.7, 0.3))
		}
		if rough == 0 && n > 2 { // two spokes as good as one, in one plane: which is on the left is beyond rounding
			m.X[3] = r3.Add(m.X[0], r3.Scale(1+rng.Float64(), r3.Sub(m.X[2], m.X[0])))
		}
		found, _ := newTree(m.X, m.Tri, 0, 1, nil).selfPairs(100, nil, nil, nil)
		clear := new(Cache).starsOf(m, 1, nil).clear[0]
		switch {
		case clear && len(found) > 0:
			t.Fatalf("%d triangles, %g turns, %v: %v meet, but the star is clear", n, turns, m.X, found)
		case clear:
			told++
		case len(found) > 0:
			dirty++
		default:
			silent++
		}
	}
	if told < 10000 || dirty < 10000 || silent > 30000 {
		t.Errorf("%d stars are clear, %d are not, of %d nothing is known: expected ten thousands of the former", told, dirty,
			silent)
	}
}

// TestFlatSheetIsClear: of a sheet at an angle all stars are clear, those on its edges and corners too.
func TestFlatSheetIsClear(t *testing.T) {
	m := grid(41, 0)
	for i, x := range m.X {
		m.X[i] = r3.Rotate(x, 0.7, vec(0.3, 0.2, 0.9))
	}
	s := new(Cache).starsOf(m, 2, nil)
	for i, clear := range s.clear {
		if !clear {
			t.Fatalf("the star of vertex %d is not known to be clear", i)
		}
	}
	asked := 0
	tree := newTree(m.X, m.Tri, 0, 1, nil)
	search(tree, tree, 1, tree.around(s), func(i, j int) bool {
		for _, v := range tree.tri[tree.order[i]] {
			if slices.Contains(tree.tri[tree.order[j]][:], v) {
				asked++
			}
		}
		return false
	})
	if asked > 0 {
		t.Errorf("%d neighbours were looked at two by two", asked)
	}
}
