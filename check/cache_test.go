package check

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Checks that keep what an earlier one left find what others find: of cloth that has moved since and crosses itself and
// a body, of a body that has moved or not, of other meshes and of others with as many triangles.
func TestKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	kept := new(Cache)
	found, apart := 0, 0
	ball := sphere(t, 0.25, vec(0, 0.25, 0), 2)
	for step, n := range []int{15, 15, 15, 15, 9, 9, 15, 15} {
		m := grid(n, 0.45)
		rough := []float64{.1, .02}[step%2]
		for i := range m.X {
			m.X[i] = r3.Add(m.X[i], r3.Scale(rough, vec(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())))
		}
		switch step {
		case 2:
			ball = sphere(t, 0.25, vec(0, 0.1, 0), 2)
		case 3:
			ball.X[7].Y -= 1
		case 5: // the other diagonals
			for k := 0; k < len(m.Tri); k += 2 {
				a, b, c, d := m.Tri[k][0], m.Tri[k][1], m.Tri[k][2], m.Tri[k+1][2]
				m.Tri[k], m.Tri[k+1] = [3]int32{a, b, d}, [3]int32{b, c, d}
			}
		case 6:
			ball = sphere(t, 0.2, vec(0, 0, 0), 1)
		case 7:
			ball.Tri = slices.Clone(ball.Tri)
			slices.Reverse(ball.Tri)
		}
		want, got := Check(m, []Mesh{ball}, nil), Checker{Cache: kept}.Check(m, []Mesh{ball}, nil)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("step %d: %d and %d pairs, gap %g, others find %d and %d, %g", step, len(got.Self), len(got.Body), got.Gap,
				len(want.Self), len(want.Body), want.Gap)
		}
		if !reflect.DeepEqual(kept.stars, new(Cache).starsOf(m, 1, nil)) {
			t.Errorf("step %d: stars are not those of this cloth", step)
		}
		found += min(len(want.Self), len(want.Body))
		if want.Gap > 0 {
			apart++
		}
	}
	if found == 0 || apart == 0 {
		t.Errorf("%d cross, %d are apart: the test would prove nothing", found, apart)
	}
}

// TestKeptOfStopped: a check that is stopped anywhere leaves nothing that is wrong to the next.
func TestKeptOfStopped(t *testing.T) {
	m, ball := grid(70, 0.4), sphere(t, 0.25, vec(0, 0.1, 0), 2)
	want := Check(m, []Mesh{ball}, nil)
	for stop := range 40 {
		kept, asked := new(Cache), 0
		Checker{Workers: 1, Cache: kept, Stop: func() bool { asked++; return asked > stop }}.Check(m, []Mesh{ball}, nil)
		if got := (Checker{Cache: kept}).Check(m, []Mesh{ball}, nil); !reflect.DeepEqual(got, want) {
			t.Errorf("stopped when it asked for the %d. time: %d and %d pairs, gap %g, expected %d and %d, %g", 1+stop,
				len(got.Self), len(got.Body), got.Gap, len(want.Self), len(want.Body), want.Gap)
		}
	}
}

// TestSameGap: the gap is the least distance of any two triangles, bit by bit, in whatever order they are looked at;
// and depths likewise.
func TestSameGap(t *testing.T) {
	rng, kept := rand.New(rand.NewPCG(6, 6)), [2]*Cache{new(Cache), new(Cache)}
	for round := range 60 {
		a, b, up := soup(rng, 60), soup(rng, 90), 1.3
		if round%2 == 1 { // sheets, which are nearest to each other between a corner and a face
			a, b, up = crumpled(rng, 7, 0.003), crumpled(rng, 8, 0.003), 0.05
		}
		for i := range a.X {
			a.X[i].Y += up
		}
		s, u := newTree(a.X, a.Tri, 0, 3, nil), newTree(b.X, b.Tri, 0, 3, nil)
		least := distance2(&s.t[0], &u.t[0])
		for i := range s.t {
			for j := range u.t {
				least = min(least, distance2(&s.t[i], &u.t[j]))
			}
		}
		if got, want := s.gap(u, 1000), math.Sqrt(least); got != want {
			t.Errorf("gap %.17g, expected %.17g", got, want)
		}
		if got := (Checker{Cache: kept[round%2]}).Check(a, []Mesh{b}, nil).Gap; got != math.Sqrt(least) {
			t.Errorf("gap %.17g by a check that keeps what others left, expected %.17g", got, math.Sqrt(least))
		}
		if got := s.gap(u, 1e-3); got != 1e-3 {
			t.Errorf("gap %g, expected at most 1e-3", got)
		}
		p := vec(rng.Float64(), rng.Float64(), rng.Float64())
		least = pointTriangle2(p, &u.t[0])
		for j := range u.t {
			least = min(least, pointTriangle2(p, &u.t[j]))
		}
		if got, want := u.depth(p), math.Sqrt(least); got != want {
			t.Errorf("depth %.17g, expected %.17g", got, want)
		}
	}
}
