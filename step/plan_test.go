package step

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSurely: what a backend decides ahead, the Driver decides in the same way, with numbers that rounding has moved by
// some 1e-5 of themselves; and often.
func TestSurely(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	moved := func(x float64) float64 { return x * (1 + 2e-5*(rnd.Float64()-.5)) }
	set := DefaultSettings()
	p := Plan{Tolerance: 5e-5, Wander: set.Wander(), Sight: Reach * set.Thickness, Floor: 1e-3}
	sure := [8]int{}
	for range 100_000 {
		slope := -math.Exp2(rnd.NormFloat64())
		s := Reductions{Norm: 1, Slope: slope, Change: slope * (.1 + .01*rnd.NormFloat64()), Noise: 1e-6}
		if s.SurelyAccepted() {
			sure[0]++
			s.Change, s.Slope = moved(s.Change), moved(s.Slope)
			if s.activeSetChanged() || !s.falls(1) {
				t.Fatalf("%+v is not accepted", s)
			}
		}
		if w := p.Wander * (1 + .01*rnd.NormFloat64()); p.SurelyStays(w) {
			sure[1]++
			if set.DetectsAgain(detections, moved(w)) {
				t.Fatalf("contacts are looked up after %g m", w)
			}
		}
		move, left := p.Tolerance*math.Exp2(3*rnd.NormFloat64()), math.Exp2(3*rnd.NormFloat64())
		if p.SurelyGoesOn(move, left) {
			sure[2]++
			far := 1 + 10*rnd.Float64() // whose part is in move
			if m := moved(move); m < p.Tolerance/100 || settled(far, m/far, moved(left), 1, p.Tolerance) {
				t.Fatalf("a step of %g m that left %g is the last", move, left)
			}
		}
		if after := slope * (.5 + .01*rnd.NormFloat64()); SurelyNoExtrapolation(slope, after) {
			sure[3]++
			if _, on := extrapolates(moved(slope), moved(after)); on {
				t.Fatalf("a stride from slope %g to %g", slope, after)
			}
		}
		beyond := Extrapolation{By: 1 + 9*rnd.Float64(), After: slope}
		if s.Change = expectedFall(beyond.By, slope) * (1 + .01*rnd.NormFloat64()); s.Change <= beyond.SurelyPays() {
			sure[6]++
			if s.Change = moved(s.Change); !s.pays(1+beyond.By, moved(slope)) {
				t.Fatalf("%+v beyond the full step do not pay: %g J", beyond, s.Change)
			}
		}
		var before Precond
		costs := LevelCosts{}
		if rnd.IntN(2) == 0 {
			costs, _ = LevelCosts{1 + 2*rnd.Float64(), 40 * rnd.Float64()}.Rounded()
		}
		before.configure(costs, rnd.IntN(2) == 0, false, false)
		if rnd.IntN(4) > 0 {
			if before.now = before.next(); rnd.IntN(2) == 0 {
				before.now = before.next()
			}
			before.built = rnd.IntN(2) == 0
			before.fresh, before.staleCost = 60*rnd.Float64(), 10*rnd.Float64()
			before.easy, before.unprofitable = rnd.IntN(easySolves), rnd.IntN(maxUnprofitable)
		}
		for k := range before.effort {
			before.effort[k] = 300 * rnd.Float64()
		}
		before.Next()
		least := .3 * rnd.Float64()
		plan := Plan{First: Linear{Multilevel: before.now != first}, Kept: before.kept(1)}
		if n := rnd.IntN(170); n > 0 {
			fresh := before.fresh
			if !before.reuse {
				fresh = Effort(n, least)
			}
			after := before
			after.Done(n, moved(least))
			after.Next()
			if plan.SamePreconditioner(n, least, fresh) {
				sure[4]++
				if before.now == rigidModes {
					sure[7]++
				}
				if after.now != before.now || after.reuse != (before.now != first) {
					t.Fatalf("%+v after %d iterations: %+v", before, n, after)
				}
			}
		}
		var f Forcing
		f.Done(1, move, left)
		if got, want := p.NextTolerance(move), f.Linear(p.Tolerance, p.Floor).Tolerance; got == want {
			sure[5]++
		} else {
			t.Fatalf("the next system leaves %g, expected %g", got, want)
		}
	}
	for k, n := range sure {
		if n < 1000 {
			t.Errorf("rule %d was sure %d times: the test proves little", k, n)
		}
	}
}
