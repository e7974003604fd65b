package step

import (
	"math"
	"slices"
	"testing"
)

// AMG with rigid-body modes come after a solve of more than 150 iterations with those that only shift, and are kept
// from step to step until solves get much harder; they go for solves of less than 8, and for good where they have saved
// less than two thirds four times in a row.
func TestRigidAMGPrecond(t *testing.T) {
	for _, c := range []struct {
		name        string
		turns       bool
		iterations  []int
		modes, keep bool // of the solve after these
	}{
		{"a machine without", false, []int{110, 160, 160}, false, true},
		{"150 iterations", true, []int{110, 150}, false, true},
		{"151 iterations", true, []int{110, 151}, true, false},
		{"without levels", true, []int{300}, false, false},
		{"kept", true, []int{110, 151, 40, 40}, true, true},
		{"harder", true, []int{110, 151, 40, 101}, true, false},
		{"easy once", true, []int{110, 151, 40, 7}, true, true},
		{"easy twice", true, []int{110, 151, 40, 7, 7}, false, false},
		{"in vain", true, []int{110, 151, 60, 60, 60, 60, 160, 160}, false, true},
		{"in vain, but for one", true, []int{110, 151, 60, 60, 60, 50, 60}, true, true},
	} {
		p := Precond{rigidModes: c.turns}
		for _, n := range c.iterations {
			p.Next()
			p.Done(n, 1)
		}
		p.Next()
		if p.RigidModes != c.modes || p.Reuse != c.keep {
			t.Errorf("%s: turning %v, kept %v, expected %v, %v", c.name, p.RigidModes, p.Reuse, c.modes, c.keep)
		}
		if p.Begin(); p.RigidModes && c.keep && p.fresh == 0 || !p.RigidModes && p.fresh != 0 {
			t.Errorf("%s: another step begins with levels of %d iterations", c.name, p.fresh)
		}
	}
}

// What is assumed are the limits that solves of the reference were tuned to.
func TestAssumedCosts(t *testing.T) {
	for _, c := range []LevelCosts{{}, AssumedCosts} {
		if c.from() != 100 || c.below() != 25 || c.stale() != 5 {
			t.Errorf("%+v: levels from %d iterations on, easy below %d, stale by %d: expected 100, 25, 5", c, c.from(),
				c.below(), c.stale())
		}
	}
	if c, ok := AssumedCosts.Rounded(); !ok || c != AssumedCosts {
		t.Errorf("%+v are rounded to %+v", AssumedCosts, c)
	}
	// With what they cost the reference, in cloth of 10,000 vertices.
	if c := (LevelCosts{1.7, 23}); c.from() != 100 || c.stale() > 10 {
		t.Errorf("the reference takes levels from %d iterations on, which are stale by %d", c.from(), c.stale())
	}
}

// The more levels cost, the later they are taken, the sooner they are left, and the later made anew; they are made anew
// the sooner, the more an iteration costs.
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
		if c.below() >= c.from() || c.below() >= rigidAMGFrom ||
			c.stale() < 1 {
			t.Errorf("%+v: levels from %d iterations on, easy below %d, stale by %d", c, c.from(), c.below(), c.stale())
		}
		differ[c.from()] = true
		for _, more := range []LevelCosts{{c.Iteration + .25, c.Setup}, {c.Iteration, c.Setup + 5}} {
			more, _ = more.Rounded()
			if more.from() < c.from() || more.below() < c.below() {
				t.Errorf("%+v: levels from %d iterations on, easy below %d; %+v: %d, %d", c, c.from(), c.below(), more, more.from(),
					more.below())
			}
			if more.Setup == c.Setup && more.stale() > c.stale() || more.Iteration == c.Iteration && more.stale() < c.stale() {
				t.Errorf("%+v: stale by %d iterations; %+v: by %d", c, c.stale(), more, more.stale())
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
		{"as assumed, stale", LevelCosts{}, []int{101, 30, 46}, true, false},
		{"as assumed, not quite", LevelCosts{}, []int{101, 30, 45}, true, true},
		{"a cheap iteration, stale", LevelCosts{1, 20}, []int{101, 30, 51}, true, false},
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
		if p.Next(); p.Multilevel != c.multilevel || p.Reuse != c.keep {
			t.Errorf("%s: levels %v, kept %v: expected %v, %v", c.name, p.Multilevel, p.Reuse, c.multilevel, c.keep)
		}
	}
}

// solved is a solve of so many iterations that found so many digits.
type solved struct {
	iterations int
	digits     float64
}

func solves(n int, s solved) []solved { return slices.Repeat([]solved{s}, n) }

// TestSSORChoice: AMG with rigid-body modes follows solves of more than 200 iterations by SSOR, until SSOR would have
// cost less or solves are easy; it is made anew when it is stale.
func TestSSORChoice(t *testing.T) {
	cat := slices.Concat[[]solved]
	for _, c := range []struct {
		name        string
		bare, turns bool
		solves      []solved
		kind        preconditioner // of the next solve, in the step
		keep, later bool           // its levels are there, in the step and in the next
	}{
		{"at first", false, true, nil, ssor, false, false},
		{"not hard", false, true, solves(2, solved{200, 1}), ssor, false, false},
		{"hard", false, true, solves(1, solved{201, 1}), rigidModes, false, false},
		{"hard, none that turn", false, false, solves(1, solved{201, 1}), ssor, false, false},
		{"kept", false, true, []solved{{201, 1}, {40, 1}}, rigidModes, true, true},

		{"stale at once", false, true, []solved{{300, 1}, {40, 1}, {69, 1}}, rigidModes, false, false}, // 29 · 3.5
		{"not quite", false, true, []solved{{300, 1}, {40, 1}, {68, 1}}, rigidModes, true, true},
		{"by and by", false, true, []solved{{300, 1}, {40, 1}, {55, 1}, {55, 1}}, rigidModes, false, false},
		{"less and more", false, true, []solved{{300, 1}, {40, 1}, {55, 1}, {30, 1}, {55, 1}}, rigidModes, true, true},
		{"more digits", false, true, []solved{{300, 1}, {40, 1}, {134, 2}}, rigidModes, true, true}, // 2^1.75 = 3.36
		{"fewer digits", false, true, []solved{{300, 1}, {134, 2}, {69, 1}}, rigidModes, false, false},
		{"what tells nothing", false, true, []solved{{300, 1}, {40, 1}, {300, 0}, {300, math.NaN()}, {0, 1}}, rigidModes,
			true, true},

		{"many for nothing", false, true, solves(1, solved{201, 0}), rigidModes, false, false},
		{"few for nothing", false, true, solves(1, solved{200, 0}), ssor, false, false},

		// 84 · 3.5 + 200, then 84 · 3.5
		{"better", false, true, cat(solves(1, solved{300, 1}), solves(20, solved{84, 1})), rigidModes, true, true},
		{"in vain", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1})), ssor, false, false},
		{"in vain three times", false, true, cat(solves(1, solved{300, 1}), solves(3, solved{86, 1})), rigidModes, true,
			true},
		{"in vain, but for one", false, true, cat(solves(1, solved{300, 1}), solves(3, solved{86, 1}),
			solves(1, solved{84, 1}), solves(3, solved{86, 1})), rigidModes, true, true},
		{"better for more digits", false, true, cat(solves(1, solved{300, 1}), solves(20, solved{280, 2})), rigidModes, true,
			true},
		{"in vain, then as before", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}),
			solves(30, solved{300, 1})), ssor, false, false},
		{"in vain, and forgotten", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}),
			solves(31, solved{300, 1})), rigidModes, false, false},
		// 86 · 3.5 + 200/4
		{"in vain, then harder", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}),
			solves(1, solved{352, 1})), rigidModes, false, false},
		{"in vain, then hardly harder", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}),
			solves(1, solved{350, 1})), ssor, false, false},

		{"easy", false, true, cat(solves(1, solved{201, 1}), solves(2, solved{7, 1})), ssor, false, false},
		{"not easy", false, true, cat(solves(1, solved{201, 1}), solves(2, solved{8, 1})), rigidModes, true, true},
		{"easy, but nothing but cloth", true, true, cat(solves(1, solved{201, 1}), solves(9, solved{5, 1})), rigidModes, true,
			true},
	} {
		p := Precond{rigidModes: c.turns, ssor: ssorChoice{on: true, noObstacles: c.bare, rigidModes: c.turns}}
		p.Begin()
		for _, s := range c.solves {
			p.Next()
			p.Done(s.iterations, math.Pow(10, -s.digits))
		}
		check := func(when string, keep bool) {
			if p.Next(); p.ssor.next != c.kind || p.Reuse != keep || p.Multilevel != p.RigidModes ||
				p.RigidModes != (c.kind == rigidModes) {
				t.Errorf("%s, %s: %+v", c.name, when, p)
			}
		}
		check("in the step", c.keep)
		p.Begin()
		check("in the next", c.later)
	}
}

// TestStaleModes: stale levels of an earlier step are made anew, as those of the same step are. SSOR takes over only
// where it would have cost less, as in TestSSORChoice.
func TestStaleModes(t *testing.T) {
	p := Precond{ssor: ssorChoice{on: true, noObstacles: true, rigidModes: true}}
	p.Begin()
	for _, n := range []int{300, 40} {
		p.Next()
		p.Done(n, .1)
	}
	p.Begin()
	p.Next()
	if !p.RigidModes || !p.Reuse {
		t.Fatalf("levels that turn are not kept: %+v", p)
	}
	p.Done(81, .1) // 41 more than when they were new, each of 3.5: stale; but 300 by SSOR would cost more
	if p.Next(); !p.RigidModes || !p.Multilevel || p.Reuse {
		t.Errorf("stale levels that turn are followed by %+v, expected new ones", p)
	}
}
