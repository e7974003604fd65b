package cpu

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestRenewMissesNothing: where a few vertices have gone too far, in the step that pairs were collected in and in later
// ones, while all move along, no pair that may come near is missing from those that stay and those that are found anew,
// and they are in the order in which all would be collected.
func TestRenewMissesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	random := func(a float64) r3.Vec {
		return r3.Vec{X: a * (2*rng.Float64() - 1), Y: a * (2*rng.Float64() - 1), Z: a * (2*rng.Float64() - 1)}
	}
	var parts []cloth.Part
	for k := range 2 {
		parts = append(parts, place(grid(17, 16, .16, .15, cotton(), true), func(x r3.Vec) r3.Vec {
			return r3.Add(x, r3.Vec{Y: .006 * float64(k)})
		}))
	}
	s, all := newCloth(t, parts, nil, step.DefaultSettings()), newCloth(t, parts, nil, step.DefaultSettings())
	c := s.self
	for i, x := range s.Model.X0 {
		s.State.X[i] = r3.Add(x, random(.002))
		s.x[i] = r3.Add(s.State.X[i], r3.Add(r3.Vec{Y: -.05}, random(.002)))
	}
	c.collect(&s.now)
	stray := func(x []r3.Vec) { // of those around one
		centre := x[rng.IntN(len(x))]
		for i := range x {
			if r3.Norm2(r3.Sub(x[i], centre)) < .02*.02 {
				x[i] = r3.Add(x[i], random(.01))
			}
		}
	}
	still := c.slack / 2 / 1.8 // of the diagonal of a cube
	kept, anew := 0, 0
	for round := range 8 {
		first := round%4 == 3
		if first {
			copy(s.State.X, c.at) // most start where pairs were collected for
			for i := range s.State.X {
				s.State.X[i] = r3.Add(s.State.X[i], random(still))
			}
		}
		move := random(.03)
		for i, x := range c.at {
			s.x[i] = r3.Add(x, r3.Add(move, random(still)))
		}
		stray(s.x)
		nearly := 40 * round
		s.x[nearly] = r3.Add(c.at[nearly], r3.Add(move, r3.Vec{X: .9 * c.slack}))
		if first {
			stray(s.State.X)
		}
		was := len(c.search.candidatesOf)
		c.renew(&s.now, first)
		count, _ := c.check(t, s, false)
		strays := 0
		for p := range c.search.candidatesOf {
			if c.search.strayed[p[0]] || c.search.strayed[p[1]] {
				strays++
			}
		}
		kept, anew = kept+len(c.search.candidatesOf)-strays, anew+strays
		if !c.near(&s.now, s.x) {
			t.Error("candidates are not those of the trial positions")
		}
		if c.at[nearly] != s.x[nearly] {
			t.Error("a vertex that has gone nine tenths of the slack is not looked for anew: it would be the next to go too far")
		}
		names := make([]pairName, len(c.candidates))
		for i := range c.candidates {
			names[i] = c.candidates[i].pairName
		}
		if was == 0 || count == 0 {
			t.Errorf("%d pairs of patches before, %d candidates: the test is meant for some", was, count)
		}
		// All collected for the same positions are in the same order.
		copy(all.State.X, s.State.X)
		copy(all.x, c.at)
		all.self.collect(&all.now)
		at := map[pairName]int{}
		for i := range all.self.candidates {
			at[all.self.candidates[i].pairName] = i + 1
		}
		last := 0
		for _, n := range names {
			if k := at[n]; k > 0 {
				if k < last {
					t.Fatalf("round %d: %v is out of order", round, n)
				}
				last = k
			}
		}
	}
	t.Logf("%d pairs of patches stayed, %d were looked at anew", kept, anew)
	if kept < anew || anew == 0 {
		t.Errorf("%d pairs of patches stayed, %d were looked at anew: expected some, and fewer", kept, anew)
	}
}
