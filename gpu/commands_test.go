package gpu

import "testing"

// TestCommandTable: a number of groups that speculation uses keeps its command, however many others come up; unused
// ones are replaced.
func TestCommandTable(t *testing.T) {
	const commands = 64
	g := NewCommandTable(new(int), commands)
	g.Command(7, 1)
	g.Command(8, 1)
	ahead := func(x int) (missed bool) {
		g.Speculative = true
		g.Command(x, 1)
		g.Speculative, missed, g.Missed = false, g.Missed, false
		return missed
	}
	for k := range 3 * commands {
		g.Command(100+k, 1)
		if ahead(7) {
			t.Fatalf("no command for 7 groups after %d other numbers", k)
		}
		at, _ := g.Index(7, 1)
		if g.Groups[3*at] != 7 {
			t.Fatalf("the command for 7 groups is one for %d", g.Groups[3*at])
		}
	}
	if !ahead(8) || !ahead(100) || ahead(100+3*commands-1) {
		t.Errorf("a command for 8 groups, or for 100: they were asked for longest ago; or none for the latest")
	}
}
