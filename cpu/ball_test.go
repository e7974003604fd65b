package cpu

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/proximity"
	"hysteron/step"
)

// TestBallsMissNothing: the candidates are all pairs whose boxes meet and that come near enough, however fast
// the cloth moves as a whole, and however crumpled it is.
func TestBallsMissNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	random := func(a float64) r3.Vec {
		return r3.Vec{X: a * (2*rng.Float64() - 1), Y: a * (2*rng.Float64() - 1), Z: a * (2*rng.Float64() - 1)}
	}
	s := newCloth(t, []cloth.Part{grid(9, 8, .08, .07, cotton(), true)}, nil, step.DefaultSettings())
	c := s.self
	for _, q := range []struct{ crumple, fast, differ float64 }{{0, 0, 0}, {0, .05, 0}, {.004, .05, .001}, {.02, .03, .01}, {.05, .3, .1}} {
		move := random(q.fast)
		for i, x := range s.Model.X0 {
			s.State.X[i] = r3.Add(x, random(q.crumple))
			s.x[i] = r3.Add(s.State.X[i], r3.Add(move, random(q.differ)))
		}
		c.collect(&s.now)
		got := map[pairName]bool{}
		for i := range c.candidates {
			got[c.candidates[i].pairName] = true
		}
		box := func(v ...int32) proximity.Box {
			b := c.box[v[0]]
			for _, k := range v {
				b = b.Join(&c.box[k])
			}
			return b
		}
		var want []candidate
		boxes := 0
		meet := func(a, b proximity.Box, name pairName) {
			if a.Meets(&b) {
				boxes++
				want = c.consider(&s.now, want, name)
			}
		}
		for i := range s.x {
			for _, v := range s.Model.Tri {
				meet(box(int32(i)), box(v[:]...), pairName{proximity.VertexTriangle, [4]int32{int32(i), v[0], v[1], v[2]}})
			}
		}
		for j, b := range c.edges {
			for _, a := range c.edges[:j] {
				meet(box(a[:]...), box(b[:]...), pairName{proximity.EdgeEdge, [4]int32{a[0], a[1], b[0], b[1]}})
			}
		}
		for i := range want {
			if !got[want[i].pairName] {
				t.Errorf("%+v: %v is missing", q, want[i])
			}
		}
		if len(want) != len(got) || q.crumple > 0 && len(got) == 0 {
			t.Errorf("%+v: %d candidates, expected %d", q, len(got), len(want))
		}
		passed := 0
		for j := range c.edges {
			for i := range c.edges[:j] {
				if a, b := box(c.edges[i][:]...), box(c.edges[j][:]...); a.Meets(&b) && !c.ball[i].apart(&c.ball[j]) {
					passed++
				}
			}
		}
		t.Logf("%+v: %d pairs of boxes, %d of edges pass their balls, %d candidates", q, boxes, passed, len(want))
	}
}
