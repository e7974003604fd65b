package view

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// heap is random triangles, and the same moved.
func heap(n int, rnd *rand.Rand) (tri [][3]int32, x, moved []r3.Vec) {
	at := func(s float64) r3.Vec {
		return r3.Vec{X: s * rnd.NormFloat64(), Y: s * rnd.NormFloat64(), Z: s * rnd.NormFloat64()}
	}
	for t := range int32(n) {
		tri = append(tri, [3]int32{3 * t, 3*t + 1, 3*t + 2})
		c := at(1)
		for range 3 {
			v := r3.Add(c, at(.15))
			x, moved = append(x, v), append(moved, r3.Add(v, at(.3)))
		}
	}
	return tri, x, moved
}

// TestPickBruteForce: the tree finds what trying all triangles finds, also after the mesh has moved, and on lines along
// the axes.
func TestPickBruteForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 3, 7, 60, 900} {
		tri, x, moved := heap(n, rnd)
		p := NewPicker(tri, x)
		hits := 0
		for _, at := range [][]r3.Vec{x, moved} {
			p.Follow(at)
			for k := range 400 {
				eye := r3.Vec{X: 3 * rnd.NormFloat64(), Y: 3 * rnd.NormFloat64(), Z: 3 * rnd.NormFloat64()}
				dir := r3.Unit(r3.Sub(r3.Vec{X: .5 * rnd.NormFloat64(), Y: .5 * rnd.NormFloat64()}, eye))
				if k%4 == 0 && n > 0 { // straight at a corner, along an axis
					eye, dir = r3.Add(at[k%len(at)], r3.Vec{X: 1e-3, Y: 5e-4, Z: 5}), r3.Vec{Z: -1}
				}
				want, found := Hit{Depth: math.Inf(1)}, false
				for i, v := range tri {
					if b, d, ok := intersect(eye, dir, at[v[0]], at[v[1]], at[v[2]]); ok && d < want.Depth {
						want, found = Hit{Tri: int32(i), Bary: b, Depth: d}, true
					}
				}
				got, ok := p.Pick(eye, dir)
				if ok != found || ok && (got.Tri != want.Tri || got.Depth != want.Depth) {
					t.Fatalf("%d triangles: the tree finds %v %+v, trying all %v %+v", n, ok, got, found, want)
				}
				if ok {
					hits++
					v := tri[got.Tri]
					var c r3.Vec
					for a := range 3 {
						c = r3.Add(c, r3.Scale(got.Bary[a], at[v[a]]))
					}
					if d := r3.Norm(r3.Sub(c, got.At)); d > 1e-9 {
						t.Fatalf("the weights give a point %g m from where the line meets", d)
					}
				}
			}
		}
		if n >= 60 && hits < 100 {
			t.Errorf("%d triangles: %d hits: the test proves little", n, hits)
		}
	}
}
