package gpu

// CommandTable holds the indirect dispatch commands of speculation, one for each number of work groups. Where the
// device stops, it sets all of them to zero groups, so that later dispatches do nothing.
type CommandTable[Buffer any] struct {
	Speculative bool    // dispatches are speculative
	Missed      bool    // a number of groups without a command occurred: nothing more was issued
	Commands    *Buffer // nil: no speculation
	Groups      []int32 // groups of each command along x, y and z
	index       map[[2]int]int
	lastUse     []int // dispatch count at the last use
	clock       int
}

// NewCommandTable returns a table for a buffer of count commands.
func NewCommandTable[Buffer any](commands *Buffer, count int) CommandTable[Buffer] {
	return CommandTable[Buffer]{Commands: commands, Groups: make([]int32, 3*count), index: map[[2]int]int{},
		lastUse: make([]int, count)}
}

// Command returns the buffer with the command of a dispatch of x×y groups, or nil for a direct dispatch. Direct
// dispatches define the commands.
func (g *CommandTable[Buffer]) Command(x, y int) *Buffer {
	if g.Commands == nil {
		return nil
	}
	at, known := g.index[[2]int{x, y}]
	if g.Speculative && !known {
		g.Missed = true
		return g.Commands
	}
	if !known {
		for k, t := range g.lastUse { // reuse the least recently used command
			if t < g.lastUse[at] {
				at = k
			}
		}
		delete(g.index, [2]int{int(g.Groups[3*at]), int(g.Groups[3*at+1])})
		g.index[[2]int{x, y}] = at
		copy(g.Groups[3*at:], []int32{int32(x), int32(y), 1})
	}
	g.clock++
	g.lastUse[at] = g.clock
	if g.Speculative {
		return g.Commands
	}
	return nil
}

// Index returns the index of the command of a speculative dispatch of x×y groups.
func (g *CommandTable[Buffer]) Index(x, y int) (at int, on bool) {
	return g.index[[2]int{x, y}], g.Speculative
}
