package pairs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// crowd are features of random vertices that move at random, some of them to nowhere.
type crowd struct {
	list     [][3]int32
	from, to []r3.Vec
	size     []float64
	*Features
}

// fast is how far they move alike, and coarse whether positions are whole numbers, so that many touch.
func newCrowd(rnd *rand.Rand, count, n, vertices int, fast float64, coarse bool) *crowd {
	c := &crowd{from: make([]r3.Vec, vertices), to: make([]r3.Vec, vertices), size: make([]float64, vertices)}
	point := func(s float64) r3.Vec {
		v := r3.Vec{X: s * rnd.Float64(), Y: s * rnd.Float64(), Z: s * rnd.Float64()}
		if coarse {
			v = r3.Vec{X: math.Floor(v.X), Y: math.Floor(v.Y), Z: math.Floor(v.Z)}
		}
		return v
	}
	move := point(fast)
	for i := range c.from {
		c.from[i] = point(6)
		c.to[i] = r3.Add(c.from[i], r3.Add(move, point(1)))
		if c.size[i] = .2 + .3*rnd.Float64(); coarse {
			c.size[i] = 1
		}
		if rnd.IntN(60) == 0 {
			c.to[i].Y = math.NaN()
		}
	}
	for range n {
		var v [3]int32
		near := rnd.IntN(vertices) // features are of vertices that are near each other
		for k := range v {
			v[k] = int32(near)
			for k > 0 && k < count && (v[k] == v[0] || k == 2 && v[k] == v[1] ||
				r3.Norm(r3.Sub(c.from[v[k]], c.from[v[0]])) > 4) {
				v[k] = int32(rnd.IntN(vertices))
			}
		}
		c.list = append(c.list, v)
	}
	c.Features = NewFeatures(count, c.list, c.size)
	c.Follow(c.from, c.to, func(size float64) float64 { return size / 2 })
	return c
}

// box is around the way of feature i, and as much wider as pairs must be near; it is no number where a position is
// none.
func (c *crowd) box(i int) Box {
	b := Box{c.from[c.list[i][0]], c.from[c.list[i][0]]}
	near := math.Inf(1)
	for _, v := range c.list[i][:c.count] {
		b = b.Join(&Box{c.from[v], c.from[v]})
		b = b.Join(&Box{c.to[v], c.to[v]})
		near = min(near, c.size[v])
	}
	near = near/2 + proximityRounding
	if b.Lo.Y != b.Lo.Y {
		near = math.NaN()
	}
	g := r3.Vec{X: near, Y: near, Z: near}
	return Box{r3.Sub(b.Lo, g), r3.Add(b.Hi, g)}
}

var lists = []int{0, 1, 3, 4, 5, 31, 127, 128, 129, 300}

// TestFeaturesMeeting: features that are asked together answer as the box of each by itself, in order; what touches
// meets, and what is no number does not.
func TestFeaturesMeeting(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 9))
	for _, n := range lists {
		for count := 1; count <= 3; count++ {
			c := newCrowd(rnd, count, n, 80, 2, true)
			met := 0
			for range 100 {
				lo := r3.Vec{X: 7 * rnd.Float64(), Y: 7 * rnd.Float64(), Z: 7 * rnd.Float64()}
				a := Box{lo, r3.Add(lo, r3.Vec{X: 2 * rnd.Float64(), Y: rnd.Float64(), Z: 1})}
				if n > 0 && rnd.IntN(2) == 0 { // touches one of them
					a.Lo.X = c.box(rnd.IntN(n)).Hi.X
					a.Hi.X = a.Lo.X + 1
				}
				if rnd.IntN(20) == 0 {
					a.Hi.X = math.NaN()
				}
				want := []int32{-7}
				for i := range n {
					if b := c.box(i); a.Overlaps(&b) {
						want = append(want, int32(i))
					}
				}
				if got := c.Meeting(&a, []int32{-7}); !slices.Equal(got, want) {
					t.Fatalf("%d features of %d vertices: box %v meets %v, expected %v", n, count, a, got, want)
				}
				met += len(want) - 1
			}
			if n >= 31 && met == 0 {
				t.Errorf("%d features of %d vertices: none meets any box", n, count)
			}
		}
	}
}

// TestFeaturesNear: no pair that comes near on the way is left out, unless it has a common vertex or a position that is
// no number, nor is any that is left out there; most of those that stay apart are, though their boxes meet; and they
// are in order, from the number on that was asked for.
func TestFeaturesNear(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 9))
	near, out, apart := 0, 0, 0
	for _, n := range lists {
		for k, counts := range [2][2]int{{1, 3}, {2, 2}} {
			kind := Kind(k)
			for _, fast := range []float64{0, 20} {
				g := newCrowd(rnd, counts[1], n, 80, fast, false)
				f := &crowd{list: nil, from: g.from, to: g.to, size: g.size}
				for v := range int32(40) {
					f.list = append(f.list, [3]int32{v, v + 1, v + 1})
				}
				f.Features = NewFeatures(counts[0], f.list, f.size)
				f.Follow(f.from, f.to, func(size float64) float64 { return size / 2 })
				for i := range f.list {
					from := rnd.IntN(n + 1)
					got := f.Near(i, g.Features, from, []int32{-7})[1:]
					if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) < len(got) || len(got) > 0 &&
						int(got[0]) < from {
						t.Fatalf("not in order from %d on: %v", from, got)
					}
					a := f.box(i)
					for j := from; j < n; j++ {
						b := g.box(j)
						common := slices.ContainsFunc(f.list[i][:counts[0]], func(v int32) bool {
							return slices.Contains(g.list[j][:counts[1]], v)
						})
						listed := slices.Contains(got, int32(j))
						if !a.Overlaps(&b) || common {
							if listed {
								t.Fatalf("kind %d: %v and %v are listed: common vertex %v, boxes meet %v", kind, f.list[i], g.list[j], common,
									a.Overlaps(&b))
							}
							continue
						}
						v := [4]int32{f.list[i][0], g.list[j][0], g.list[j][1], g.list[j][2]}
						if kind == EdgeEdge {
							v = [4]int32{f.list[i][0], f.list[i][1], g.list[j][0], g.list[j][1]}
						}
						var x, dx [4]r3.Vec
						for k, v := range v {
							x[k], dx[k] = g.from[v], r3.Sub(g.to[v], g.from[v])
						}
						reach := f.rows[i/4*f.stride()+rowNear][i%4] + g.rows[j/4*g.stride()+rowNear][j%4]
						least := math.Inf(1)
						for k := range 41 {
							y := At(&x, &dx, float64(k)/40)
							least = min(least, Distance(kind, &y))
						}
						switch {
						case least > reach && listed:
							apart++
						case least > reach:
							out++
						case listed:
							near++
						default:
							t.Fatalf("kind %d: %v and %v come to %g, nearer than %g, and are left out", kind, f.list[i], g.list[j], least,
								reach)
						}
					}
				}
			}
		}
	}
	t.Logf("%d pairs that come near, %d that stay apart are left out, %d are not", near, out, apart)
	if near < 1000 || out < 3*apart {
		t.Errorf("%d pairs that come near, %d that stay apart are left out, %d are not: expected many, and most", near, out,
			apart)
	}
}
