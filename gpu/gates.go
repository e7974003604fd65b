package gpu

// Gates are the indirect dispatch commands of speculation, one for each number of work groups. Where the device stops,
// it sets all of them to zero groups, so that later dispatches do nothing.
type Gates[Buffer any] struct {
	On       bool    // dispatches are speculative
	Missed   bool    // a number of groups without a command occurred: nothing more was issued
	Commands *Buffer // nil: no speculation
	Groups   []int32 // groups of each command along x, y and z
	at       map[[2]int]int
	used     []int // dispatch count at the last use
	now      int
}

// NewGates returns gates for a buffer of count commands.
func NewGates[Buffer any](commands *Buffer, count int) Gates[Buffer] {
	return Gates[Buffer]{Commands: commands, Groups: make([]int32, 3*count), at: map[[2]int]int{},
		used: make([]int, count)}
}

// Of returns the buffer with the command of a dispatch of x×y groups, or nil for a direct dispatch. Direct dispatches
// define the commands.
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
		for k, t := range g.used { // reuse the least recently used command
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

// Place returns the index of the command of a speculative dispatch of x×y groups.
func (g *Gates[Buffer]) Place(x, y int) (at int, on bool) { return g.at[[2]int{x, y}], g.On }
