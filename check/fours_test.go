package check

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestFours: boxes asked by fours answer as each pair by itself, where many touch and some places are empty; so do
// corners.
func TestFours(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	coarse := func() r3.Vec { return vec(float64(rng.IntN(6)), float64(rng.IntN(6)), float64(rng.IntN(6))) }
	random := func() (f four, all [4]box) {
		for k := range all {
			a, b := coarse(), coarse()
			all[k] = box{a, a}.with(box{b, b})
			if rng.IntN(8) == 0 {
				all[k] = emptyBox()
			}
			f.set(k, all[k])
		}
		return f, all
	}
	meet, told, shared := 0, 0, 0
	for range 3000 {
		f, a := random()
		g, b := random()
		d2 := []float64{0, 1, 2, 3, math.Inf(1)}[rng.IntN(5)]
		var c, d corners
		for k := range 12 {
			c[k/4][k%4], d[k/4][k%4] = int32(rng.IntN(20)-3), int32(rng.IntN(20)-3)
		}
		meets, nearer, share := f.meets(&g), f.nearer(&g, d2), c.share(&d)
		for i := range 4 {
			for j := range 4 {
				// Points of the boxes that are nearest to each other, axis by axis.
				apart := func(lo, hi, lo2, hi2 float64) float64 { return max(lo2-hi, lo-hi2, 0) }
				p, q := a[i], b[j]
				away := r3.Norm2(vec(apart(p.lo.X, p.hi.X, q.lo.X, q.hi.X), apart(p.lo.Y, p.hi.Y, q.lo.Y, q.hi.Y),
					apart(p.lo.Z, p.hi.Z, q.lo.Z, q.hi.Z)))
				same := false
				for k := range 9 {
					same = same || c[k%3][i] == d[k/3][j]
				}
				bit := 4*i + j
				if got := meets>>bit&1 == 1; got != (away == 0) {
					t.Fatalf("%v and %v meet: %v", p, q, got)
				}
				if got := nearer>>bit&1 == 1; got != (away < d2) {
					t.Fatalf("%v and %v are nearer than the root of %g: %v", p, q, d2, got)
				}
				if got := share>>bit&1 == 1; got != same {
					t.Fatalf("triangles %d and %d of %v and %v share a corner: %v", i, j, c, d, got)
				}
				meet, told, shared = meet+int(meets>>bit&1), told+int(nearer>>bit&1), shared+int(share>>bit&1)
			}
		}
		if want := a[0].with(a[1]).with(a[2]).with(a[3]); f.around() != want {
			t.Fatalf("around %v is %v, expected %v", a, f.around(), want)
		}
	}
	for _, n := range []int{meet, told, shared} {
		if n < 1000 || n > 47000 {
			t.Errorf("%d boxes meet, %d are nearer and %d triangles share a corner of 48000: expected many and not all", meet,
				told, shared)
		}
	}
}

// TestWalkFindsAll: of trees of any sizes, a walk comes to all pairs of triangles whose boxes meet, or are near, and to
// each once.
func TestWalkFindsAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for _, n := range [][2]int{{1, 1}, {3, 200}, {200, 3}, {17, 64}, {600, 5}, {400, 400}} {
		a, b := soup(rng, n[0]), soup(rng, n[1])
		for _, self := range []bool{false, true} {
			for _, d2 := range []float64{0, 0.01} {
				s, u := newTree(a.X, a.Tri, 0, 1, nil), newTree(b.X, b.Tri, 0, 1, nil)
				var near func() float64
				if d2 > 0 {
					near = func() float64 { return d2 }
				}
				if self {
					u = s
					near = nil
				}
				w := walkOf(s, u, near)
				seen := map[[2]int]int{}
				for _, task := range w.tasks() {
					w.down(task, 0, func(p, q int, m uint16) bool {
						for k := range 16 {
							if m>>k&1 == 1 {
								seen[[2]int{4*p + k/4, 4*q + k%4}]++
							}
						}
						return true
					})
				}
				for i := range s.t {
					for j := range u.t {
						f, g := emptyFour(), emptyFour()
						f.set(0, s.t[i].box())
						g.set(0, u.t[j].box())
						want := f.meetsGo(&g) == 1
						if near != nil {
							want = f.nearerGo(&g, d2) == 1
						}
						got := seen[[2]int{i, j}]
						if self {
							got += seen[[2]int{j, i}]
							want = want && i != j
						}
						if got > 1 || want != (got == 1) {
							t.Fatalf("%v triangles, self %v: pair %d, %d was met %d times, expected %v", n, self, i, j, got, want)
						}
					}
				}
			}
		}
	}
}
