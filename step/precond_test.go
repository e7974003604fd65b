package step

import (
	"math"
	"slices"
	"testing"
)

// solved is a solve of so many iterations that found so many digits.
type solved struct {
	iterations int
	digits     float64
}

func solves(n int, s solved) []solved { return slices.Repeat([]solved{s}, n) }

func digits(iterations ...int) (list []solved) {
	for _, n := range iterations {
		list = append(list, solved{n, 1})
	}
	return list
}

func (p *Precond) take(list []solved) {
	for _, s := range list {
		p.Next()
		p.Done(s.iterations, math.Pow(10, -s.digits))
	}
	p.Next()
}

// TestFromBlockJacobi: piecewise-constant levels follow a solve of more than 100 iterations by block Jacobi, rigid-body
// modes one of more than 150 with these, unless what they took last cost more. They go for two solves that are easy,
// and for four that the one before would have made for less. Piecewise-constant levels last one step.
func TestFromBlockJacobi(t *testing.T) {
	cat := slices.Concat[[]solved]
	for _, c := range []struct {
		name        string
		rigid       bool
		solves      []solved
		kind        preconditioner // of the next solve
		keep, later bool           // its levels are there, in the step and in the next
	}{
		{"not hard", true, digits(100), first, false, false},
		{"hard", true, digits(101), constantModes, false, false},
		{"kept", true, digits(101, 30), constantModes, true, false},
		{"hard, one that found none", true, []solved{{101, 0}}, constantModes, false, false},
		{"one that found none", true, []solved{{100, math.NaN()}}, first, false, false},
		{"stale by 10", true, digits(101, 30, 40), constantModes, true, false},
		{"stale by 11", true, digits(101, 30, 41), constantModes, false, false},
		{"stale by and by", true, digits(101, 30, 36, 36), constantModes, false, false},
		{"more digits", true, []solved{{101, 1}, {30, 1}, {100, 2}}, constantModes, true, false}, // 2^1.75 = 3.36
		{"easy once", true, digits(101, 30, 24), constantModes, true, false},
		{"easy twice", true, digits(101, 24, 24), first, false, false},
		// 60 · 2 of 101, but for a set-up
		{"unprofitable three times", true, digits(101, 60, 60, 60), constantModes, true, false},
		{"unprofitable", true, digits(101, 60, 60, 60, 60), first, false, false},
		{"unprofitable, and known", true, digits(101, 60, 60, 60, 60, 110), first, false, false}, // 120 + 20/4
		{"unprofitable, then harder", true, digits(101, 60, 60, 60, 60, 126), constantModes, false, false},
		{"unprofitable, and forgotten", true, cat(digits(101, 60, 60, 60, 60), solves(31, solved{110, 1})), constantModes,
			false, false},

		{"a backend without", false, digits(110, 160), constantModes, true, false},
		{"150 iterations", true, digits(110, 150), constantModes, true, false},
		{"151 iterations", true, digits(110, 151), rigidModes, false, false},
		{"rigid, kept", true, digits(110, 151, 40, 40), rigidModes, true, true},
		{"rigid, stale by 25", true, digits(110, 151, 40, 65), rigidModes, true, true}, // 25 · 4
		{"rigid, stale by 26", true, digits(110, 151, 40, 66), rigidModes, false, false},
		{"rigid, easy once", true, digits(110, 151, 40, 7), rigidModes, true, true},
		{"rigid, easy twice", true, digits(110, 151, 40, 7, 7), constantModes, false, false},
		// 76 · 4 of 151 · 2
		{"rigid, unprofitable", true, digits(110, 151, 76, 76, 76, 76), constantModes, false, false},
		{"rigid, unprofitable but once", true, digits(110, 151, 76, 76, 76, 75, 76), rigidModes, true, true},
	} {
		var p Precond
		p.configure(LevelCosts{}, c.rigid, false, false)
		p.Begin()
		p.take(c.solves)
		if p.now != c.kind || p.reuse != c.keep {
			t.Errorf("%s: %+v", c.name, p)
		}
		p.Begin()
		if p.Next(); p.now != c.kind || p.reuse != c.later {
			t.Errorf("%s, in the next step: %+v", c.name, p)
		}
	}
}

// What is assumed are the limits that solves of the reference were tuned to.
func TestAssumedCosts(t *testing.T) {
	for _, c := range []LevelCosts{{}, AssumedCosts} {
		if c.from() != 100 || c.below() != 25 {
			t.Errorf("%+v: levels from %d iterations on, easy below %d: expected 100, 25", c, c.from(), c.below())
		}
	}
	if c, ok := AssumedCosts.Rounded(); !ok || c != AssumedCosts {
		t.Errorf("%+v are rounded to %+v", AssumedCosts, c)
	}
	// With what they cost the reference, in cloth of 10,000 vertices.
	if c := (LevelCosts{1.7, 23}); c.from() != 100 {
		t.Errorf("the reference takes levels from %d iterations on", c.from())
	}
}

// The more levels cost, the later they are taken, and the sooner they are left.
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
		if c.below() >= c.from() || c.below() >= rigidAMGFrom {
			t.Errorf("%+v: levels from %d iterations on, easy below %d", c, c.from(), c.below())
		}
		differ[c.from()] = true
		for _, more := range []LevelCosts{{c.Iteration + .25, c.Setup}, {c.Iteration, c.Setup + 5}} {
			more, _ = more.Rounded()
			if more.from() < c.from() || more.below() < c.below() {
				t.Errorf("%+v: levels from %d iterations on, easy below %d; %+v: %d, %d", c, c.from(), c.below(), more, more.from(),
					more.below())
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
		{"as assumed, stale", LevelCosts{}, []int{101, 30, 41}, true, false},
		{"as assumed, not quite", LevelCosts{}, []int{101, 30, 40}, true, true},
		{"a cheap iteration, stale", LevelCosts{1, 20}, []int{101, 30, 51}, true, false},
		{"a cheap iteration, not quite", LevelCosts{1, 20}, []int{101, 30, 50}, true, true},
		{"as assumed, easy", LevelCosts{}, []int{101, 24, 24}, false, false},
		{"as assumed, not easy", LevelCosts{}, []int{101, 25, 25}, true, true},
		{"dear, easy", LevelCosts{3, 20}, []int{201, 49, 49}, false, false},
		{"dear, not easy", LevelCosts{3, 20}, []int{201, 50, 50}, true, true},
	} {
		var p Precond
		p.configure(c.costs, false, false, false)
		p.Begin()
		if p.take(digits(c.iterations...)); p.now != first != c.multilevel || p.reuse != c.keep {
			t.Errorf("%s: %+v: expected levels %v, kept %v", c.name, p, c.multilevel, c.keep)
		}
	}
}

// TestFromSSOR: AMG with rigid-body modes follows solves of more than 200 iterations by SSOR, until SSOR would have
// cost less or solves are easy; it is made anew when it is stale.
func TestFromSSOR(t *testing.T) {
	cat := slices.Concat[[]solved]
	for _, c := range []struct {
		name        string
		bare, turns bool
		solves      []solved
		kind        preconditioner // of the next solve
		keep, later bool           // its levels are there, in the step and in the next
	}{
		{"at first", false, true, nil, first, false, false},
		{"not hard", false, true, solves(2, solved{200, 1}), first, false, false},
		{"hard", false, true, solves(1, solved{201, 1}), rigidModes, false, false},
		{"hard, none that turn", false, false, solves(1, solved{201, 1}), first, false, false},
		{"kept", false, true, []solved{{201, 1}, {40, 1}}, rigidModes, true, true},

		{"stale at once", false, true, []solved{{300, 1}, {40, 1}, {98, 1}}, rigidModes, false, false}, // 58 · 3.5
		{"not quite", false, true, []solved{{300, 1}, {40, 1}, {97, 1}}, rigidModes, true, true},
		{"by and by", false, true, []solved{{300, 1}, {40, 1}, {69, 1}, {69, 1}}, rigidModes, false, false},
		{"less and more", false, true, []solved{{300, 1}, {40, 1}, {69, 1}, {30, 1}, {69, 1}}, rigidModes, true, true},
		{"more digits", false, true, []solved{{300, 1}, {40, 1}, {134, 2}}, rigidModes, true, true}, // 2^1.75 = 3.36
		{"fewer digits", false, true, []solved{{300, 1}, {134, 2}, {98, 1}}, rigidModes, false, false},
		{"what tells nothing", false, true, []solved{{300, 1}, {40, 1}, {300, 0}, {300, math.NaN()}, {0, 1}}, rigidModes,
			true, true},

		{"many for nothing", false, true, solves(1, solved{201, 0}), rigidModes, false, false},
		{"few for nothing", false, true, solves(1, solved{200, 0}), first, false, false},

		// 84 · 3.5 + 200, then 84 · 3.5
		{"better", false, true, cat(solves(1, solved{300, 1}), solves(20, solved{84, 1})), rigidModes, true, true},
		{"unprofitable", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1})), first, false, false},
		{"unprofitable three times", false, true, cat(solves(1, solved{300, 1}), solves(3, solved{86, 1})), rigidModes, true,
			true},
		{"unprofitable, but for one", false, true, cat(solves(1, solved{300, 1}), solves(3, solved{86, 1}),
			solves(1, solved{84, 1}), solves(3, solved{86, 1})), rigidModes, true, true},
		{"better for more digits", false, true, cat(solves(1, solved{300, 1}), solves(20, solved{280, 2})), rigidModes, true,
			true},
		{"unprofitable, then as before", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}),
			solves(30, solved{300, 1})), first, false, false},
		{"unprofitable, and forgotten", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}),
			solves(31, solved{300, 1})), rigidModes, false, false},
		// 86 · 3.5 + 200/4
		{"unprofitable, then harder", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}),
			solves(1, solved{352, 1})), rigidModes, false, false},
		{"unprofitable, then hardly harder", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}),
			solves(1, solved{350, 1})), first, false, false},

		{"easy", false, true, cat(solves(1, solved{201, 1}), solves(2, solved{7, 1})), first, false, false},
		{"not easy", false, true, cat(solves(1, solved{201, 1}), solves(2, solved{8, 1})), rigidModes, true, true},
		{"easy, but nothing but cloth", true, true, cat(solves(1, solved{201, 1}), solves(9, solved{5, 1})), rigidModes, true,
			true},
	} {
		var p Precond
		p.configure(LevelCosts{}, c.turns, true, c.bare)
		p.Begin()
		p.take(c.solves)
		if p.now != c.kind || p.reuse != c.keep {
			t.Errorf("%s: %+v", c.name, p)
		}
		p.Begin()
		if p.Next(); p.now != c.kind || p.reuse != c.later {
			t.Errorf("%s, in the next step: %+v", c.name, p)
		}
	}
}

// TestStaleModes: stale levels of an earlier step are made anew, as those of the same step are. SSOR takes over only
// where it would have cost less, as in TestFromSSOR.
func TestStaleModes(t *testing.T) {
	var p Precond
	p.configure(LevelCosts{}, true, true, true)
	p.take(digits(400, 40))
	p.Begin()
	if p.Next(); p.now != rigidModes || !p.reuse {
		t.Fatalf("levels with rigid-body modes are not kept: %+v", p)
	}
	p.Done(98, .1) // 58 more than when they were new, each of 3.5: stale; but 400 by SSOR would cost more
	if p.Next(); p.now != rigidModes || p.reuse {
		t.Errorf("stale levels with rigid-body modes are followed by %+v, expected new ones", p)
	}
}
