package step

import (
	"math"
	"testing"
)

// What is assumed are the limits that solves of the reference were tuned to.
func TestAssumedCosts(t *testing.T) {
	for _, c := range []LevelCosts{{}, AssumedCosts} {
		if c.from() != 100 || c.below() != 25 || c.worn() != 5 {
			t.Errorf("%+v: levels from %d iterations on, easy below %d, worn by %d: expected 100, 25, 5", c, c.from(), c.below(), c.worn())
		}
	}
	if c, ok := AssumedCosts.Rounded(); !ok || c != AssumedCosts {
		t.Errorf("%+v are rounded to %+v", AssumedCosts, c)
	}
	// With what they cost the reference, in cloth of 10,000 vertices.
	if c := (LevelCosts{1.7, 23}); c.from() != 100 || c.worn() > 10 {
		t.Errorf("the reference takes levels from %d iterations on, which are worn by %d", c.from(), c.worn())
	}
}

// The more levels cost, the later they are taken, the sooner they are left, and the later made anew; they are made anew the sooner, the more an iteration costs.
func TestCostsAreMonotone(t *testing.T) {
	all := func(yield func(LevelCosts)) {
		for i := 0.; i < 5; i += .125 {
			for s := 0.; s < 100; s += 2.5 {
				if c, ok := (LevelCosts{i, s}).Rounded(); ok {
					yield(c)
				}
			}
		}
	}
	differ := map[int]bool{}
	all(func(c LevelCosts) {
		if c.from() < leastFrom || c.from() > mostFrom || c.below() >= c.from() || c.below() >= turningFrom || c.worn() < 1 {
			t.Errorf("%+v: levels from %d iterations on, easy below %d, worn by %d", c, c.from(), c.below(), c.worn())
		}
		differ[c.from()] = true
		for _, more := range []LevelCosts{{c.Iteration + .25, c.Setup}, {c.Iteration, c.Setup + 5}} {
			more, _ = more.Rounded()
			if more.from() < c.from() || more.below() < c.below() {
				t.Errorf("%+v: levels from %d iterations on, easy below %d; %+v: %d, %d", c, c.from(), c.below(), more, more.from(), more.below())
			}
			if more.Setup == c.Setup && more.worn() > c.worn() || more.Iteration == c.Iteration && more.worn() < c.worn() {
				t.Errorf("%+v: worn by %d iterations; %+v: by %d", c, c.worn(), more, more.worn())
			}
		}
	})
	if len(differ) < 20 {
		t.Errorf("levels from %v iterations on: the test proves little", differ)
	}
}

func TestRoundedCosts(t *testing.T) {
	for _, c := range []struct {
		of, to LevelCosts
		ok     bool
	}{
		{LevelCosts{1.87, 17.4}, LevelCosts{1.75, 15}, true},
		{LevelCosts{1.88, 17.6}, LevelCosts{2, 20}, true},
		{LevelCosts{.2, .1}, LevelCosts{1, 5}, true},
		{LevelCosts{17, 1000}, LevelCosts{3.5, 60}, true},
		{LevelCosts{2, 0}, LevelCosts{}, false},
		{LevelCosts{-1, 20}, LevelCosts{}, false},
		{LevelCosts{math.NaN(), 20}, LevelCosts{}, false},
		{LevelCosts{2, math.Inf(1)}, LevelCosts{}, false},
	} {
		if to, ok := c.of.Rounded(); to != c.to || ok != c.ok {
			t.Errorf("%+v is rounded to %+v, %v: expected %+v, %v", c.of, to, ok, c.to, c.ok)
		}
	}
}

// The rule follows the costs.
func TestPrecondByCosts(t *testing.T) {
	for _, c := range []struct {
		name             string
		costs            LevelCosts
		iterations       []int
		multilevel, keep bool // of the solve after these
	}{
		{"as assumed, 100", LevelCosts{}, []int{100}, false, false},
		{"as assumed, 101", LevelCosts{}, []int{101}, true, false},
		{"cheap, 58", LevelCosts{1.25, 16}, []int{58}, false, false},
		{"cheap, 59", LevelCosts{1.25, 16}, []int{59}, true, false},
		{"dear, 200", LevelCosts{3, 20}, []int{200}, false, false},
		{"dear, 201", LevelCosts{3, 20}, []int{201}, true, false},
		{"as assumed, worn", LevelCosts{}, []int{101, 30, 46}, true, false},
		{"as assumed, not quite", LevelCosts{}, []int{101, 30, 45}, true, true},
		{"a cheap iteration, worn", LevelCosts{1, 20}, []int{101, 30, 51}, true, false},
		{"a cheap iteration, not quite", LevelCosts{1, 20}, []int{101, 30, 50}, true, true},
		{"as assumed, easy", LevelCosts{}, []int{101, 24, 24}, false, false},
		{"as assumed, not easy", LevelCosts{}, []int{101, 25, 25}, true, true},
		{"dear, easy", LevelCosts{3, 20}, []int{201, 49, 49}, false, false},
		{"dear, not easy", LevelCosts{3, 20}, []int{201, 50, 50}, true, true},
	} {
		p := Precond{costs: c.costs}
		for _, n := range c.iterations {
			p.Next()
			p.Done(n, 1)
		}
		if p.Next(); p.Multilevel != c.multilevel || p.Keep != c.keep {
			t.Errorf("%s: levels %v, kept %v: expected %v, %v", c.name, p.Multilevel, p.Keep, c.multilevel, c.keep)
		}
	}
}
