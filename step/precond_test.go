package step

import "testing"

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
			p.Done(n, 1)
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
