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
