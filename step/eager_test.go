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

// An eager machine takes coarse levels from 40 iterations on, for as long as block Jacobi would not have done for less or solves are easy, and makes them anew when they are worn.
func TestEager(t *testing.T) {
	cat := slices.Concat[[]solved]
	for _, c := range []struct {
		name        string
		bare, turns bool
		solves      []solved
		kind        kind // of the next solve, in the step
		keep, later bool // its levels are there, in the step and in the next
	}{
		{"at first", false, false, nil, byBlocks, false, false},
		{"40 iterations", false, false, solves(2, solved{40, 1}), byBlocks, false, false},
		{"41 iterations", false, false, solves(1, solved{41, 1}), shifting, false, false},
		{"kept in the step", false, false, []solved{{60, 1}, {15, 1}}, shifting, true, false},
		{"nothing but cloth", true, false, solves(1, solved{15, 1}), shifting, true, true},

		{"worn at once", true, false, []solved{{30, 1}, {36, 1}}, shifting, false, false}, // 6 · 1.7 products
		{"not quite", true, false, []solved{{30, 1}, {35, 1}}, shifting, true, true},
		{"by and by", true, false, []solved{{30, 1}, {33, 1}, {33, 1}}, shifting, false, false},
		{"less and more", true, false, []solved{{30, 1}, {33, 1}, {20, 1}, {35, 1}}, shifting, true, true},
		{"more digits", true, false, []solved{{30, 1}, {100, 2}}, shifting, true, true}, // 2^1.75 = 3.36
		{"fewer digits", true, false, []solved{{100, 2}, {36, 1}}, shifting, false, false},
		{"what tells nothing", true, false, []solved{{30, 1}, {300, 0}, {300, math.NaN()}, {0, 1}}, shifting, true, true},

		{"better", false, false, cat(solves(1, solved{60, 1}), solves(20, solved{35, 1})), shifting, true, false},
		{"in vain", false, false, cat(solves(1, solved{60, 1}), solves(4, solved{36, 1})), byBlocks, false, false},
		{"in vain three times", false, false, cat(solves(1, solved{60, 1}), solves(3, solved{36, 1})), shifting, true, false},
		{"in vain, but for one", false, false, cat(solves(1, solved{60, 1}), solves(3, solved{36, 1}), solves(1, solved{34, 1}), solves(3, solved{36, 1})), shifting, true, false},
		{"better for more digits", false, false, cat(solves(1, solved{60, 1}), solves(20, solved{110, 2})), shifting, true, false},
		{"in vain for fewer digits", false, false, cat(solves(1, solved{60, 2}), solves(4, solved{30, 1})), byBlocks, false, false},
		{"in vain, then as before", false, false, cat(solves(1, solved{60, 1}), solves(4, solved{36, 1}), solves(30, solved{60, 1})), byBlocks, false, false},
		{"in vain, and forgotten", false, false, cat(solves(1, solved{60, 1}), solves(4, solved{36, 1}), solves(31, solved{60, 1})), shifting, false, false},
		{"in vain, then harder", false, false, cat(solves(1, solved{60, 1}), solves(4, solved{36, 1}), solves(1, solved{85, 1})), shifting, false, false}, // 36 · 1.7 + 23

		{"easy", false, false, cat(solves(1, solved{60, 1}), solves(2, solved{24, 1})), byBlocks, false, false},
		{"not easy", false, false, cat(solves(1, solved{60, 1}), solves(2, solved{25, 1})), shifting, true, false},
		{"easy, but nothing but cloth", true, false, solves(9, solved{5, 1}), shifting, true, true},

		{"hard, none that turn", true, false, solves(1, solved{151, 1}), shifting, true, true},
		{"hard", true, true, solves(1, solved{151, 1}), turning, false, false},
		{"not hard", true, true, solves(1, solved{150, 1}), shifting, true, true},
		{"turning", true, true, []solved{{151, 1}, {40, 1}}, turning, true, true},
		{"turning, beside a body", false, true, []solved{{60, 1}, {151, 1}, {40, 1}}, turning, true, true},
		{"turning, worn", true, true, []solved{{151, 1}, {40, 1}, {81, 1}}, turning, false, false}, // 41 · 2.5
		{"turning in vain", true, true, cat(solves(1, solved{151, 1}), solves(4, solved{110, 1})), shifting, false, false},
		{"turning, easy", false, true, cat(solves(1, solved{60, 1}), solves(1, solved{151, 1}), solves(2, solved{7, 1})), shifting, false, false},
		{"turning, not easy", false, true, cat(solves(1, solved{60, 1}), solves(1, solved{151, 1}), solves(2, solved{8, 1})), turning, true, true},
	} {
		p := Precond{turns: c.turns, eager: eager{on: true, bare: c.bare, turns: c.turns}}
		p.Begin()
		for _, s := range c.solves {
			p.Next()
			p.Done(s.iterations, math.Pow(10, -s.digits))
		}
		check := func(when string, keep bool) {
			if p.Next(); p.eager.kind != c.kind || p.Keep != keep || p.Multilevel != (c.kind != byBlocks) || p.Turning != (c.kind == turning) {
				t.Errorf("%s, %s: %+v", c.name, when, p)
			}
		}
		if len(c.solves) > 0 || !c.bare {
			check("in the step", c.keep)
		}
		p.Begin()
		check("in the next", c.later)
	}
}

// Levels that turn are not made anew where they are worn from an earlier step.
func TestWornTurning(t *testing.T) {
	p := Precond{eager: eager{on: true, bare: true, turns: true}}
	p.Begin()
	for _, n := range []int{151, 40} {
		p.Next()
		p.Done(n, .1)
	}
	p.Begin()
	p.Next()
	if !p.Turning || !p.Keep {
		t.Fatalf("levels that turn are not kept: %+v", p)
	}
	p.Done(81, .1)
	if p.Next(); p.Turning || !p.Multilevel || p.Keep {
		t.Errorf("worn levels that turn are followed by %+v", p)
	}
}
