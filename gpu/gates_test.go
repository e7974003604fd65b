//go:build cgo

package gpu

import "testing"

// TestGates: a number of groups that what is issued ahead goes on with keeps its command, however many others come up; those that nothing asks for give way.
func TestGates(t *testing.T) {
	g := gates{commands: &buffer{}, groups: make([]int32, commandBytes/4*aheadCommands), at: map[[2]int]int{}}
	g.of(7, 1)
	g.of(8, 1)
	ahead := func(x int) (missed bool) {
		g.on = true
		g.of(x, 1)
		g.on, missed, g.missed = false, g.missed, false
		return missed
	}
	for k := range 3 * aheadCommands {
		g.of(100+k, 1)
		if ahead(7) {
			t.Fatalf("no command for 7 groups after %d other numbers", k)
		}
		at, _ := g.place(7, 1)
		if g.groups[3*at] != 7 {
			t.Fatalf("the command for 7 groups is one for %d", g.groups[3*at])
		}
	}
	if !ahead(8) || !ahead(100) || ahead(100+3*aheadCommands-1) {
		t.Errorf("a command for 8 groups, or for 100: they were asked for longest ago; or none for the latest")
	}
}
