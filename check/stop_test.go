package check

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestStop: each part of a check, on trees, on pairs of the cloth, on those with a body, on the gap and on who is
// inside, asks whether to end after so much work, and ends soon when it is to, wherever that is; asked in vain, it
// finds what it finds unasked.
func TestStop(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 5))
	heap := func(n int, size float64, at r3.Vec) (m Mesh) { // triangles that all lie in one place
		for k := range n {
			for range 3 {
				m.X = append(m.X, r3.Add(at, r3.Scale(size, r3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()})))
			}
			m.Tri = append(m.Tri, [3]int32{int32(3 * k), int32(3*k + 1), int32(3*k + 2)})
		}
		return m
	}
	apart := func(n int) (m Mesh) { // triangles side by side
		for k := range n {
			x := r3.Vec{X: float64(k % 300), Z: float64(k / 300)}
			m.X = append(m.X, x, r3.Add(x, r3.Vec{X: .5}), r3.Add(x, r3.Vec{Z: .5}))
			m.Tri = append(m.Tri, [3]int32{int32(3 * k), int32(3*k + 1), int32(3*k + 2)})
		}
		return m
	}
	const workers = 3
	for _, c := range []struct {
		name   string
		cloth  Mesh
		bodies []Mesh
		least  int // times that it asks
	}{
		{"crushed", heap(2000, 1, r3.Vec{}), nil, 2000 * 2000 / 2 / 16 / between},
		{"flat", apart(20 * between), nil, 2 * 20},
		{"in a crushed body", heap(800, 1, r3.Vec{}), []Mesh{heap(800, 1, r3.Vec{})}, 800 * 800 * 3 / 2 / 16 / between},
		{"far from a body", heap(300, .1, r3.Vec{Y: 1000}), []Mesh{heap(3000, 1000, r3.Vec{})}, 300 * 3 / 256},
	} {
		want := Checker{Workers: workers}.Check(c.cloth, c.bodies, nil)
		var asked atomic.Int64
		got := Checker{Workers: workers, Stop: func() bool { asked.Add(1); return false }}.Check(c.cloth, c.bodies, nil)
		all := int(asked.Load())
		if all < c.least || got.Stopped || len(got.Self) != len(want.Self) || len(got.Body) != len(want.Body) ||
			got.Gap != want.Gap || len(got.Inside) != len(want.Inside) {
			t.Errorf("%s: asked %d times, expected at least %d; %d, %d pairs, expected %d, %d", c.name, all, c.least,
				len(got.Self), len(got.Body), len(want.Self), len(want.Body))
		}
		for share := range 8 {
			at := int64(1 + share*all/8)
			asked.Store(0)
			got := Checker{Workers: workers, Stop: func() bool { return asked.Add(1) >= at }}.Check(c.cloth, c.bodies, nil)
			if more := asked.Load() - at; !got.Stopped || more >= workers {
				t.Errorf("%s: stopped when it asked for the %d. of %d times: %v, and asked %d times more", c.name, at, all,
					got.Stopped, more)
			}
		}
	}
}
