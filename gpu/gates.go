//go:build cgo

package gpu

// gates are the dispatch commands of what is issued ahead: one for each number of groups. The device empties all of them where
// it stops, and everything after that does nothing.
type gates struct {
	on       bool    // what is issued is issued ahead
	missed   bool    // since a number of groups came up that has no command: nothing more was issued
	commands *buffer // nil: nothing is ever issued ahead
	groups   []int32 // of each command along x, y and z
	at       map[[2]int]int
	used     [aheadCommands]int // when last, in dispatches
	now      int
}

// of is where the command of a dispatch is read from, nil if it is dispatched in any case. Numbers of groups are learned
// from such dispatches.
func (g *gates) of(x, y int) *buffer {
	if g.commands == nil {
		return nil
	}
	at, known := g.at[[2]int{x, y}]
	if g.on && !known {
		g.missed = true
		return g.commands
	}
	if !known {
		for k, t := range g.used { // the place that was used longest ago
			if t < g.used[at] {
				at = k
			}
		}
		delete(g.at, [2]int{int(g.groups[3*at]), int(g.groups[3*at+1])})
		g.at[[2]int{x, y}] = at
		copy(g.groups[3*at:], []int32{int32(x), int32(y), 1})
	}
	g.now++
	g.used[at] = g.now
	if g.on {
		return g.commands
	}
	return nil
}

// place is the place of a command, of what is issued ahead.
func (g *gates) place(x, y int) (at int, on bool) { return g.at[[2]int{x, y}], g.on }
