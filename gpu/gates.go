package gpu

// Gates are the dispatch commands of what is issued ahead: one for each number of groups. The device empties all of
// them where it stops, and everything after that does nothing.
type Gates[Buffer any] struct {
	On       bool    // what is issued is issued ahead
	Missed   bool    // since a number of groups came up that has no command: nothing more was issued
	Commands *Buffer // nil: nothing is ever issued ahead
	Groups   []int32 // of each command along x, y and z
	at       map[[2]int]int
	used     []int // when last, in dispatches
	now      int
}

// NewGates has so many commands in a buffer.
func NewGates[Buffer any](commands *Buffer, count int) Gates[Buffer] {
	return Gates[Buffer]{Commands: commands, Groups: make([]int32, 3*count), at: map[[2]int]int{},
		used: make([]int, count)}
}

// Of is where the command of a dispatch is read from, nil if it is dispatched in any case. Numbers of groups are
// learned from such dispatches.
func (g *Gates[Buffer]) Of(x, y int) *Buffer {
	if g.Commands == nil {
		return nil
	}
	at, known := g.at[[2]int{x, y}]
	if g.On && !known {
		g.Missed = true
		return g.Commands
	}
	if !known {
		for k, t := range g.used { // the place that was used longest ago
			if t < g.used[at] {
				at = k
			}
		}
		delete(g.at, [2]int{int(g.Groups[3*at]), int(g.Groups[3*at+1])})
		g.at[[2]int{x, y}] = at
		copy(g.Groups[3*at:], []int32{int32(x), int32(y), 1})
	}
	g.now++
	g.used[at] = g.now
	if g.On {
		return g.Commands
	}
	return nil
}

// Place is the place of a command, of what is issued ahead.
func (g *Gates[Buffer]) Place(x, y int) (at int, on bool) { return g.at[[2]int{x, y}], g.On }
