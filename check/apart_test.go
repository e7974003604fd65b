package check

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestSlabs: no two triangles are nearer than the slab of one of them is to the other, be they needles, lines or
// points; triangles over each other in parallel planes are as near.
func TestSlabs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	corner := func() r3.Vec { return vec(rng.Float64(), rng.Float64(), rng.Float64()) }
	told := 0
	for i := range 20000 {
		var m Mesh
		for range 2 {
			a, b, c := corner(), corner(), corner()
			if i%2 == 1 {
				c = r3.Add(r3.Add(a, r3.Scale(rng.Float64(), r3.Sub(b, a))), r3.Scale([]float64{0, 1e-16, 1e-9, 1e-4}[i/2%4],
					corner()))
			}
			m.X = append(m.X, a, b, c)
		}
		m.Tri = [][3]int32{{0, 1, 2}, {3, 4, 5}}
		s := newTree(m.X, m.Tri, 0, 1, nil)
		near := distance2(&s.t[0], &s.t[1])
		if intersect(&s.t[0], &s.t[1]) {
			near = 0
		}
		for k, slab := range s.slabs() {
			off := slab.off2(&s.t[k], &s.t[1-k])
			if off > near {
				t.Fatalf("triangles %v are %.17g m apart, and by a slab at least %.17g", s.t, math.Sqrt(near), math.Sqrt(off))
			}
			if off > 0 {
				told++
			}
		}
	}
	if told < 5000 {
		t.Errorf("%d of 40000 slabs tell triangles apart: expected more than 5000", told)
	}
	a, b := triangle{vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0)}, triangle{vec(0, 0, 0.1), vec(1, 0.1, 0.1), vec(0, 1, 0.1)}
	for range 2 {
		m := Mesh{append(a[:], b[:]...), [][3]int32{{0, 1, 2}}}
		if s := newTree(m.X, m.Tri, 0, 1, nil).slabs(); math.Abs(s[0].off2(&a, &b)-0.01) > 1e-10 {
			t.Errorf("%.12g m² from the slab, expected 0.01", s[0].off2(&a, &b))
		}
		a, b = b, a
	}
}

// TestInsideByPieces: cloth that meets no body is inside or outside piece by piece, and vertices without triangles are
// pieces.
func TestInsideByPieces(t *testing.T) {
	ball := sphere(t, 0.25, r3.Vec{}, 3)
	m := Mesh{X: []r3.Vec{vec(0.3, 0, 0), vec(0, 0.1, 0)}}
	for _, y := range []float64{0.4, 0.05, -0.5} {
		g, first := grid(5, 0), int32(len(m.X))
		for _, x := range g.X {
			m.X = append(m.X, r3.Add(r3.Scale(0.1, x), vec(0, y, 0)))
		}
		for _, v := range g.Tri {
			m.Tri = append(m.Tri, [3]int32{v[2] + first, v[0] + first, v[1] + first})
		}
	}
	var want []int32
	for i, x := range m.X {
		if r3.Norm(x) < 0.24 {
			want = append(want, int32(i))
		}
	}
	r := Check(m, []Mesh{ball}, nil)
	if len(want) != 26 || len(r.Inside) != len(want) {
		t.Fatalf("%d vertices inside, expected %d", len(r.Inside), len(want))
	}
	for k, i := range want {
		if r.Inside[k] != i {
			t.Fatalf("inside: %v, expected %v", r.Inside, want)
		}
	}
	if r.Gap > -0.15 {
		t.Errorf("gap %g m, expected the depth of the deepest vertex", r.Gap)
	}
}

// TestTriangleDistance: triangles of which a corner of one is over the face of the other, or beyond an edge of it, are
// as far apart as that corner was put, whichever comes first.
func TestTriangleDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	random := func() r3.Vec { return vec(rng.Float64(), rng.Float64(), rng.Float64()) }
	for i := range 3000 {
		a := triangle{random(), random(), random()}
		up := r3.Unit(a.normal())
		w := random()
		if i%2 == 1 {
			w.Z = 0 // on the edge, and away from the third corner
			up = r3.Unit(r3.Cross(r3.Sub(a[1], a[0]), up))
		}
		w = r3.Scale(1/(w.X+w.Y+w.Z), w)
		h := 0.01 + rng.Float64()
		foot := r3.Add(r3.Scale(w.X, a[0]), r3.Add(r3.Scale(w.Y, a[1]), r3.Scale(w.Z, a[2])))
		side := r3.Unit(r3.Cross(up, random()))
		b := triangle{r3.Add(foot, r3.Scale(h, up))}
		for k, s := range []float64{1, -1} { // further up than the first
			b[1+k] = r3.Add(foot, r3.Add(r3.Scale(h+0.01+rng.Float64(), up), r3.Scale(s*rng.Float64(), side)))
		}
		for k := range 3 {
			a, b := triangle{a[k], a[(k+1)%3], a[(k+2)%3]}, triangle{b[(3-k)%3], b[(4-k)%3], b[(5-k)%3]}
			for _, got := range []float64{distance2(&a, &b), distance2(&b, &a)} {
				if math.Abs(math.Sqrt(got)-h) > 1e-9 {
					t.Fatalf("%v and %v: %g apart, expected %g", a, b, math.Sqrt(got), h)
				}
			}
		}
	}
}
