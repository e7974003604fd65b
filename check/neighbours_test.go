package check

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// neighbours checks one pair of triangles of a mesh in all orders of corners and axes.
func neighbours(t *testing.T, name string, x []r3.Vec, a, b [3]int32, want bool) {
	t.Helper()
	x = slices.Clone(x)
	for axes := range 3 {
		for k := range 36 {
			p, q := permuted(a, k%6), permuted(b, k/6)
			for _, tri := range [][][3]int32{{p, q}, {q, p}} {
				if got := Check(Mesh{x, tri}, nil, nil).Self; len(got) == 1 != want {
					t.Fatalf("%s (axes %d, %v): %v, expected %v", name, axes, tri, got, want)
				}
			}
		}
		for i, v := range x {
			x[i] = vec(v.Y, v.Z, v.X)
		}
	}
}

func permuted(v [3]int32, k int) [3]int32 {
	if k >= 3 {
		v[0], v[1] = v[1], v[0]
	}
	k %= 3
	return [3]int32{v[k], v[(k+1)%3], v[(k+2)%3]}
}

// Two triangles (0,0,0) (1,0,0) (0,1,0) and (0,0,0) p q.
func TestOneCommonCorner(t *testing.T) {
	for _, c := range []struct {
		name string
		p, q r3.Vec
		want bool
	}{
		{"fan in one plane, apart", vec(-1, 0, 0), vec(0, -1, 0), false},
		{"fan in one plane, opposite edges in line", vec(-1, 1, 0), vec(-1, 0, 0), false},
		{"in one plane, one edge on top of the other", vec(0, 2, 0), vec(-1, 1, 0), true},
		{"in one plane, overlapping", vec(1, 1, 0), vec(-1, 1, 0), true},
		{"in one plane, inside", vec(0.3, 0.1, 0), vec(0.1, 0.3, 0), true},
		{"in one plane, around", vec(9, -1, 0), vec(-1, 9, 0), true},
		{"standing on the corner", vec(1, 1, 1), vec(0, 1, 1), false},
		{"standing beside, its plane cuts the other", vec(-1, -1, -1), vec(-1, -1, 1), false},
		{"its edge pierces", vec(0.2, 0.2, -1), vec(0.2, 0.2, 1), true},
		{"pierced by the other's edge", vec(3, 3, -1), vec(3, 3, 1), true},
		{"planes cross in line with the corner, on its other side", vec(-3, -3, -1), vec(-3, -3, 1), false},
		{"a corner on the face", vec(0.2, 0.2, 0), vec(0, 0, 1), true},
		{"a corner on the opposite edge", vec(0.5, 0.5, 0), vec(0, 0, 1), true},
		{"a corner just over the face", vec(0.2, 0.2, 5e-324), vec(0, 0, 1), false},
		{"an edge along an edge", vec(0.5, 0, 0), vec(0, 0, 1), true},
		{"a needle into the face", vec(0.1, 0.1, 0), vec(0.2, 0.2, 0), true},
		{"a needle beside", vec(0.1, -0.1, 0), vec(0.2, -0.2, 0), false},
	} {
		x := []r3.Vec{{}, vec(1, 0, 0), vec(0, 1, 0), c.p, c.q}
		neighbours(t, c.name, x, [3]int32{0, 1, 2}, [3]int32{0, 3, 4}, c.want)
	}
}

// Two triangles (0,0,0) (1,0,0) (0,1,0) and (0,0,0) (1,0,0) p.
func TestCommonEdge(t *testing.T) {
	for _, c := range []struct {
		name string
		p    r3.Vec
		want bool
	}{
		{"flat", vec(0, -1, 0), false},
		{"at a right angle", vec(0, 0, 1), false},
		{"folded flat", vec(0.3, 0.3, 0), true},
		{"folded flat, larger", vec(5, 5, 0), true},
		{"folded, nearly flat", vec(0.3, 0.3, 1e-300), false},
		{"on the edge", vec(0.3, 0, 0), false},
		{"on the other corner", vec(0, 1, 0), true},
	} {
		x := []r3.Vec{{}, vec(1, 0, 0), vec(0, 1, 0), c.p}
		neighbours(t, c.name, x, [3]int32{0, 1, 2}, [3]int32{0, 1, 3}, c.want)
	}
	neighbours(t, "the same triangle twice", []r3.Vec{{}, vec(1, 0, 0), vec(0, 1, 0)}, [3]int32{0, 1, 2},
		[3]int32{2, 1, 0}, false)
}

// With a sliver around the common corner cut off, two triangles have no vertex in common, and
// meet if and only if they met beyond the corner.
func TestCommonCornerAgreesWithCutOff(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	random := func() r3.Vec { return vec(rng.Float64()-0.5, rng.Float64()-0.5, rng.Float64()-0.5) }
	meet := 0
	for range 20000 {
		a, b := triangle{{}, random(), random()}, triangle{{}, random(), random()}
		const cut = 1e-7
		p, q := r3.Scale(cut, a[1]), r3.Scale(cut, a[2])
		want := intersect(&triangle{p, a[1], a[2]}, &b) || intersect(&triangle{p, q, a[2]}, &b)
		if got := intersectBeyondCorner(&a, &b); got != want {
			t.Fatalf("%v and %v: %v, expected %v", a, b, got, want)
		}
		if want {
			meet++
		}
	}
	if meet < 1000 || meet > 19000 {
		t.Errorf("%d of 20000 pairs meet: expected some thousands, else the test tests little", meet)
	}
}

// Coordinates of 24 bits, as in vertex caches, take the short way through exact arithmetic: against
// rational numbers, with points in one plane but for the last bit.
func TestShortExactOrientation(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	signs := [3]int{}
	for range 4000 {
		p := [4]r3.Vec{}
		for k := range p {
			u, v := float64(rng.IntN(200)), float64(rng.IntN(200))
			bit := func() float64 { return float64(rng.IntN(12)/11) * 0x1p-10 }
			p[k] = vec(0.25*u+bit(), 0.5*v+bit(), 0.125*u-0.75*v+bit())
		}
		got, ok := orient3Short(p[0], p[1], p[2], p[3])
		if want := ratOrient3(p[0], p[1], p[2], p[3]); !ok || got != want {
			t.Fatalf("%v: %d, %v: expected %d", p, got, ok, want)
		}
		signs[got+1]++
	}
	if min(signs[0], signs[1], signs[2]) < 100 {
		t.Errorf("%v points below, in and above the plane: expected many of each", signs)
	}
	if _, ok := orient3Short(vec(0.1, 0, 0), vec(1, 1, 1), vec(2, 0, 3), vec(1e9, 0, 0)); ok {
		t.Error("differences that round were accepted")
	}
}

func crumpled(rng *rand.Rand, n int, amplitude float64) Mesh {
	m := grid(n, 0)
	for i := range m.X {
		m.X[i] = r3.Add(m.X[i], r3.Scale(amplitude, vec(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())))
	}
	return m
}

// The report is the same for any number of goroutines, and the pairs those that a search without
// a tree finds.
func TestCheckOfCrumpledSheet(t *testing.T) {
	m := crumpled(rand.New(rand.NewPCG(11, 12)), 13, 0.05)
	ball := []Mesh{sphere(t, 0.2, vec(0, -0.1, 0), 3)}
	plane := []Plane{{Point: vec(0, -0.05, 0), Normal: vec(0, 1, 0)}}
	one := Checker{Workers: 1}.Check(m, ball, plane)
	for _, workers := range []int{2, 3, 7} {
		if got := (Checker{Workers: workers}).Check(m, ball, plane); !reflect.DeepEqual(got, one) {
			t.Errorf("%d goroutines find something else than one", workers)
		}
	}
	kinds := [3]int{}
	var want []Pair
	for i, a := range m.Tri {
		for j := i + 1; j < len(m.Tri); j++ {
			pair := newTree(m.X, [][3]int32{a, m.Tri[j]}, 0, 1, nil)
			if found, _ := pair.selfPairs(1, nil, nil, nil); len(found) == 0 {
				continue
			}
			want = append(want, Pair{int32(i), int32(j)})
			shared := 0
			for _, v := range a {
				if slices.Contains(m.Tri[j][:], v) {
					shared++
				}
			}
			kinds[shared]++
		}
	}
	if !slices.Equal(one.Self, want) {
		t.Errorf("%d pairs from the tree, %d from all pairs", len(one.Self), len(want))
	}
	if kinds[0] == 0 || kinds[1] == 0 || len(one.Inside) == 0 || len(one.Body) == 0 {
		t.Errorf("%v pairs by common vertices, %d inside, %d crossings: expected some of each", kinds, len(one.Inside),
			len(one.Body))
	}
}

// A flat sheet at an angle, at most of whose triangles the floating point filters cannot decide.
func BenchmarkCheckFlatInclinedSheet(b *testing.B) {
	m := grid(101, 0)
	for i, x := range m.X {
		m.X[i] = r3.Rotate(x, 0.7, vec(0.3, 0.2, 0.9))
	}
	for b.Loop() {
		Check(m, nil, nil)
	}
}
