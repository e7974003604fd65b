package gpu

import "testing"

// TestGates: a number of groups that what is issued ahead goes on with keeps its command, however many others come up;
// those that nothing asks for give way.
func TestGates(t *testing.T) {
	const commands = 64
	g := NewGates(new(int), commands)
	g.Of(7, 1)
	g.Of(8, 1)
	ahead := func(x int) (missed bool) {
		g.On = true
		g.Of(x, 1)
		g.On, missed, g.Missed = false, g.Missed, false
		return missed
	}
	for k := range 3 * commands {
		g.Of(100+k, 1)
		if ahead(7) {
			t.Fatalf("no command for 7 groups after %d other numbers", k)
		}
		at, _ := g.Place(7, 1)
		if g.Groups[3*at] != 7 {
			t.Fatalf("the command for 7 groups is one for %d", g.Groups[3*at])
		}
	}
	if !ahead(8) || !ahead(100) || ahead(100+3*commands-1) {
		t.Errorf("a command for 8 groups, or for 100: they were asked for longest ago; or none for the latest")
	}
}
