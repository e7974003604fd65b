package step

import "testing"

// An eager machine has its coarse levels from 40 iterations on and keeps them for solves of 8, until they have saved too little four times in a row; from then on it is like
// others.
func TestEagerPrecond(t *testing.T) {
	solves := func(p *Precond, iterations ...int) (with []bool) {
		for _, n := range iterations {
			p.Next()
			with = append(with, p.Multilevel)
			p.Done(n)
		}
		return with
	}
	for _, c := range []struct {
		name       string
		eager      bool
		iterations []int
		last       bool // with coarse levels
	}{
		{"60 iterations", false, []int{60, 60}, false},
		{"60 iterations, eager", true, []int{60, 15}, true},
		{"40 iterations, eager", true, []int{40, 40}, false},
		{"easy solves, eager", true, []int{60, 9, 8, 9, 8}, true},
		{"too easy solves, eager", true, []int{60, 7, 7, 7}, false},
		{"in vain, eager", true, []int{60, 40, 40, 40, 40, 20, 20, 20}, false},
		{"in vain, and then eager no more", true, []int{60, 40, 40, 40, 40, 20, 20, 60, 60}, false},
		{"in vain, but for one", true, []int{60, 40, 40, 40, 15, 40, 40, 10, 10, 10}, true},
		{"more than 100 without", true, []int{110, 90, 90, 90, 90, 10, 10, 10}, true},
	} {
		p := Precond{eager: c.eager}
		with := solves(&p, c.iterations...)
		if with[len(with)-1] != c.last {
			t.Errorf("%s: %v", c.name, with)
		}
	}
}

// Levels that turn come after a solve of more than 150 iterations with those that only shift, and are kept from step to step until solves get much harder; they go for solves of
// less than 8, and for good where they have saved less than two thirds four times in a row.
func TestTurningPrecond(t *testing.T) {
	for _, c := range []struct {
		name          string
		turns         bool
		iterations    []int
		turning, keep bool // of the solve after these
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
		p := Precond{turns: c.turns}
		for _, n := range c.iterations {
			p.Next()
			p.Done(n)
		}
		p.Next()
		if p.Turning != c.turning || p.Keep != c.keep {
			t.Errorf("%s: turning %v, kept %v, expected %v, %v", c.name, p.Turning, p.Keep, c.turning, c.keep)
		}
		if p.Begin(); p.Turning && c.keep && p.fresh == 0 || !p.Turning && p.fresh != 0 {
			t.Errorf("%s: another step begins with levels of %d iterations", c.name, p.fresh)
		}
	}
}
