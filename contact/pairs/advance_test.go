package pairs

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A fraction of the path that was found free is free: no place on it, looked at in 400 moments, is nearer than the gap.
// And what is found to hit comes near: within the gap over what a step leaves, at the latest just behind.
func TestAdvanceIsSafe(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	point := func(s float64) r3.Vec {
		return r3.Scale(s, r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	}
	hits, near := 0, 0
	for n := range 4000 {
		kind := Kind(n % 2)
		var x, dx [4]r3.Vec
		for i := range x {
			x[i], dx[i] = point(1), point(1)
		}
		d := Distance(kind, &x)
		const delta = .05
		at, hit := Advance(kind, &x, &dx, d, delta)
		g := hitDistance(d, delta)
		for k := range 401 {
			y := At(&x, &dx, at*float64(k)/400)
			if now := Distance(kind, &y); now < g*(1-1e-9) {
				t.Fatalf("pair %d: %g apart at %g of the free %g, expected %g", n, now, float64(k)/400, at, g)
			}
		}
		if !hit {
			if at != 1 {
				t.Fatalf("pair %d: no hit, but free up to %g only", n, at)
			}
			continue
		}
		hits++
		least := math.Inf(1)
		for k := range 401 {
			y := At(&x, &dx, at+(1-at)*float64(k)/400)
			least = min(least, Distance(kind, &y))
		}
		if least < 2*g {
			near++
		}
	}
	if hits < 200 || near < hits*99/100 {
		t.Errorf("%d hits, of which %d come near: expected many, and all but a few", hits, near)
	}
}

// Features that slide along each other a tenth of a millimetre apart, by thousands of times that, do not hit: as many
// steps as the bound by speed alone would need are not taken.
func TestAdvanceAlong(t *testing.T) {
	u := r3.Vec{X: .7, Z: .7}
	for kind, x := range map[Kind][4]r3.Vec{
		VertexTriangle: {{Y: 1e-4}, {X: -.1, Z: -.1}, {X: 1, Z: -.1}, {X: .5, Z: 1}},
		EdgeEdge:       {{Y: 1e-4}, {X: .3, Y: 1e-4}, {Z: -.1}, {X: .1, Z: .2}},
	} {
		dx := [4]r3.Vec{u, {}, {}, {}}
		if kind == EdgeEdge {
			dx[1] = u
		}
		if at, hit := Advance(kind, &x, &dx, Distance(kind, &x), 1e-4); hit || at != 1 {
			t.Errorf("kind %d: hit %v at %g of the way, expected none", kind, hit, at)
		}
		// Turned towards each other they do.
		dx[0].Y = -1e-2
		if kind == EdgeEdge {
			dx[1].Y = -1e-2
		}
		if at, hit := Advance(kind, &x, &dx, Distance(kind, &x), 1e-4); !hit || at > .01 {
			t.Errorf("kind %d: hit %v, free up to %g, expected a hit at a hundredth of the way", kind, hit, at)
		}
	}
}
