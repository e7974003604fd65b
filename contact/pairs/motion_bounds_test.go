package pairs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// soup is n triangles and their edges, some apart.
func soup(rnd *rand.Rand, n int) (x []r3.Vec, edges, tris [][3]int32) {
	for t := range int32(n) {
		at := r3.Vec{X: 3 * rnd.Float64(), Y: 3 * rnd.Float64(), Z: 3 * rnd.Float64()}
		for k := range int32(3) {
			x = append(x, r3.Add(at, r3.Vec{X: rnd.Float64(), Y: rnd.Float64(), Z: rnd.Float64()}))
			a, b := 3*t+k, 3*t+(k+1)%3
			edges = append(edges, [3]int32{a, b, b})
		}
		tris = append(tris, [3]int32{3 * t, 3*t + 1, 3*t + 2})
	}
	return x, edges, tris
}

// TestNear: whatever comes near on the way is listed, in order, though most pairs are not, over several steps since
// distances were measured, and where a list stays as positions change a little; also where all moves far in one
// direction.
func TestNear(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 8))
	const near, ahead = .1, .05
	x, edges, tris := soup(rnd, 30)
	var kinds []Kind
	var pairs [][4]int32
	for i, e := range edges {
		for _, f := range edges[i+1:] {
			kinds, pairs = append(kinds, EdgeEdge), append(pairs, [4]int32{e[0], e[1], f[0], f[1]})
		}
	}
	for i := range x {
		for _, v := range tris {
			kinds, pairs = append(kinds, VertexTriangle), append(pairs, [4]int32{int32(i), v[0], v[1], v[2]})
		}
	}
	distance := func(k int, x []r3.Vec) float64 {
		v := &pairs[k]
		return Distance(kinds[k], &[4]r3.Vec{x[v[0]], x[v[1]], x[v[2]], x[v[3]]})
	}
	pool := linalg.New(2)
	defer pool.Close()
	p := NewMotionBounds(edges, len(x)).Like()
	moved := func(x []r3.Vec, by float64) (y []r3.Vec) {
		drift := r3.Vec{X: 5, Y: rnd.NormFloat64()}
		for _, a := range x {
			y = append(y, r3.Add(r3.Add(a, drift), r3.Scale(by, r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(),
				Z: rnd.NormFloat64()})))
		}
		return y
	}
	came, listed, kept := 0, 0, 0
	from := x
	for step := range 6 {
		if p.Begin(); step%2 == 0 {
			p.Measured(from, len(pairs))
			for k := range pairs {
				p.Set(k, distance(k, from)-near, &pairs[k], kinds[k] == EdgeEdge)
			}
		}
		to := moved(from, .03)
		before := slices.Clone(p.list)
		for turn, by := range []float64{0, .004, .3} {
			to = moved(to, by)
			got := p.Near(pool, from, to, ahead)
			if !slices.IsSorted(got) {
				t.Fatalf("step %d: not in order", step)
			}
			if turn > 0 && slices.Equal(before, got) {
				kept++
			}
			before = slices.Clone(got)
			listed += len(got)
			for k := range pairs {
				least := math.Inf(1)
				for n := range 6 {
					y := slices.Clone(from)
					for i := range y {
						y[i] = r3.Add(r3.Scale(1-float64(n)/5, from[i]), r3.Scale(float64(n)/5, to[i]))
					}
					least = min(least, distance(k, y))
				}
				if least < near {
					came++
					if _, ok := slices.BinarySearch(got, int32(k)); !ok {
						t.Fatalf("step %d, turn %d: pair %d comes to %g, and is not listed", step, turn, k, least)
					}
				}
			}
		}
		from = to
	}
	if came < 1000 || listed > 12*len(pairs) || kept < 3 {
		t.Errorf("%d came near, %d of %d listed, %d lists kept: the test would prove little", came, listed, 18*len(pairs),
			kept)
	}
}

// TestStale: distances are to be measured again when as many pairs as there are were listed in vain.
func TestStale(t *testing.T) {
	p := NewMotionBounds([][3]int32{{0, 1, 1}, {2, 3, 3}}, 4)
	p.Measured(make([]r3.Vec, 4), 3)
	for range 2 {
		p.AddFalse(2)
	}
	if !p.Stale() {
		t.Error("4 of 3 in vain, and not worn")
	}
	if p.Measured(make([]r3.Vec, 4), 3); p.Stale() {
		t.Error("worn as soon as measured")
	}
}

// TestStill: what moves all alike stays, and what is no number does not.
func TestStill(t *testing.T) {
	pool := linalg.New(1)
	defer pool.Close()
	for _, n := range []int{4, 3000} {
		was := make([]r3.Vec, n)
		for i := range was {
			was[i] = r3.Vec{X: float64(i % 7), Y: float64(i % 3), Z: float64(i)}
		}
		x := slices.Clone(was)
		for i := range x {
			x[i] = r3.Add(x[i], r3.Vec{X: 7, Y: -3})
		}
		for _, q := range []struct {
			off  float64
			want bool
		}{{0, true}, {.019, true}, {.021, false}, {-.019, true}, {-.021, false}, {math.NaN(), false}, {math.Inf(1), false}} {
			for _, at := range []int{0, 2, n / 2, n - 1} {
				for axis := range 3 {
					y := slices.Clone(x)
					*[]*float64{&y[at].X, &y[at].Y, &y[at].Z}[axis] += q.off
					if got := Still(pool, was, y, .01); got != q.want {
						t.Errorf("vertex %d of %d off by %g along axis %d: %v", at, n, q.off, axis, got)
					}
				}
			}
		}
	}
}

// TestOneEnd: a pair is listed whichever of its vertices alone comes near.
func TestOneEnd(t *testing.T) {
	pool := linalg.New(1)
	defer pool.Close()
	x := []r3.Vec{{}, {X: 1}, {Y: 1}, {X: 1, Y: 1}}
	for i, towards := range []int{2, 3, 0, 1} {
		p := NewMotionBounds([][3]int32{{0, 1, 1}, {2, 3, 3}}, 4)
		p.Measured(x, 1)
		p.Set(0, .9, &[4]int32{0, 1, 2, 3}, true)
		to := slices.Clone(x)
		to[i] = r3.Add(to[i], r3.Scale(.95, r3.Sub(x[towards], x[i])))
		if len(p.Near(pool, x, x, .01)) > 0 {
			t.Error("listed though nothing moved")
		}
		if len(p.Near(pool, x, to, .01)) == 0 {
			t.Errorf("vertex %d comes near, and the pair is not listed", i)
		}
	}
}

// TestOtherPairs: pairs of other vertices than those that were measured before are followed.
func TestOtherPairs(t *testing.T) {
	pool := linalg.New(1)
	defer pool.Close()
	from := []r3.Vec{{}, {X: 1}, {Y: 1}, {X: 1, Y: 1}, {Z: 9}, {X: 1, Z: 9}, {Y: 1, Z: 9}, {X: 1, Y: 1, Z: 9}}
	to := slices.Clone(from)
	to[6].Y = .2
	p := NewMotionBounds([][3]int32{{0, 1, 1}, {2, 3, 3}, {4, 5, 5}, {6, 7, 7}}, len(from))
	for i, v := range [][4]int32{{0, 1, 2, 3}, {4, 5, 6, 7}} {
		p.Measured(from, 1)
		p.Set(0, .5, &v, true)
		if got := p.Near(pool, from, to, 0); len(got) != i {
			t.Errorf("pair %v: %d listed, expected %d", v, len(got), i)
		}
	}
}
