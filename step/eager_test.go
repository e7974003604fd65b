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

// An eager machine takes coarse levels from 200 iterations on, for as long as over-relaxation would not have done for less or solves are easy, and makes them anew when they are worn.
func TestEager(t *testing.T) {
	cat := slices.Concat[[]solved]
	for _, c := range []struct {
		name        string
		bare, turns bool
		solves      []solved
		kind        kind // of the next solve, in the step
		keep, later bool // its levels are there, in the step and in the next
	}{
		{"at first", false, true, nil, relaxing, false, false},
		{"not hard", false, true, solves(2, solved{200, 1}), relaxing, false, false},
		{"hard", false, true, solves(1, solved{201, 1}), turning, false, false},
		{"hard, none that turn", false, false, solves(1, solved{201, 1}), relaxing, false, false},
		{"kept", false, true, []solved{{201, 1}, {40, 1}}, turning, true, true},

		{"worn at once", false, true, []solved{{300, 1}, {40, 1}, {69, 1}}, turning, false, false}, // 29 · 3.5
		{"not quite", false, true, []solved{{300, 1}, {40, 1}, {68, 1}}, turning, true, true},
		{"by and by", false, true, []solved{{300, 1}, {40, 1}, {55, 1}, {55, 1}}, turning, false, false},
		{"less and more", false, true, []solved{{300, 1}, {40, 1}, {55, 1}, {30, 1}, {55, 1}}, turning, true, true},
		{"more digits", false, true, []solved{{300, 1}, {40, 1}, {134, 2}}, turning, true, true}, // 2^1.75 = 3.36
		{"fewer digits", false, true, []solved{{300, 1}, {134, 2}, {69, 1}}, turning, false, false},
		{"what tells nothing", false, true, []solved{{300, 1}, {40, 1}, {300, 0}, {300, math.NaN()}, {0, 1}}, turning, true, true},

		{"many for nothing", false, true, solves(1, solved{201, 0}), turning, false, false},
		{"few for nothing", false, true, solves(1, solved{200, 0}), relaxing, false, false},

		{"better", false, true, cat(solves(1, solved{300, 1}), solves(20, solved{84, 1})), turning, true, true}, // 84 · 3.5 + 200, then 84 · 3.5
		{"in vain", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1})), relaxing, false, false},
		{"in vain three times", false, true, cat(solves(1, solved{300, 1}), solves(3, solved{86, 1})), turning, true, true},
		{"in vain, but for one", false, true, cat(solves(1, solved{300, 1}), solves(3, solved{86, 1}), solves(1, solved{84, 1}), solves(3, solved{86, 1})), turning, true, true},
		{"better for more digits", false, true, cat(solves(1, solved{300, 1}), solves(20, solved{280, 2})), turning, true, true},
		{"in vain, then as before", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}), solves(30, solved{300, 1})), relaxing, false, false},
		{"in vain, and forgotten", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}), solves(31, solved{300, 1})), turning, false, false},
		{"in vain, then harder", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}), solves(1, solved{352, 1})), turning, false, false}, // 86 · 3.5 + 200/4
		{"in vain, then hardly harder", false, true, cat(solves(1, solved{300, 1}), solves(4, solved{86, 1}), solves(1, solved{350, 1})), relaxing, false, false},

		{"easy", false, true, cat(solves(1, solved{201, 1}), solves(2, solved{7, 1})), relaxing, false, false},
		{"not easy", false, true, cat(solves(1, solved{201, 1}), solves(2, solved{8, 1})), turning, true, true},
		{"easy, but nothing but cloth", true, true, cat(solves(1, solved{201, 1}), solves(9, solved{5, 1})), turning, true, true},
	} {
		p := Precond{turns: c.turns, eager: eager{on: true, bare: c.bare, turns: c.turns}}
		p.Begin()
		for _, s := range c.solves {
			p.Next()
			p.Done(s.iterations, math.Pow(10, -s.digits))
		}
		check := func(when string, keep bool) {
			if p.Next(); p.eager.kind != c.kind || p.Keep != keep || p.Multilevel != p.Turning || p.Turning != (c.kind == turning) {
				t.Errorf("%s, %s: %+v", c.name, when, p)
			}
		}
		check("in the step", c.keep)
		p.Begin()
		check("in the next", c.later)
	}
}

// Wear of levels measures these levels, not their kind: levels of an earlier step that are worn are made anew, as those
// of the same step are. Over-relaxation takes over where it would have cost less, as in TestEager.
func TestWornTurning(t *testing.T) {
	p := Precond{eager: eager{on: true, bare: true, turns: true}}
	p.Begin()
	for _, n := range []int{300, 40} {
		p.Next()
		p.Done(n, .1)
	}
	p.Begin()
	p.Next()
	if !p.Turning || !p.Keep {
		t.Fatalf("levels that turn are not kept: %+v", p)
	}
	p.Done(81, .1) // 41 more than when they were new, each of 3.5: worn; but 300 by over-relaxation would cost more
	if p.Next(); !p.Turning || !p.Multilevel || p.Keep {
		t.Errorf("worn levels that turn are followed by %+v, expected new ones", p)
	}
}
