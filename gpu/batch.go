// Says what is issued at once: how many iterations of the conjugate gradients, and by which commands what the device
// may empty.

package gpu

// Iterations are issued in batches, through which the device goes by itself: first as many as the same solve of the
// step before took, then few at a time. An iteration in vain takes hardware a few µs, and the host some 30 to look.
const (
	first = 8 // where nothing is known
	Next  = 4
)

// Solves are those of a step, and what they took in the step before.
type Solves struct {
	turn int   // solves of the step so far
	took []int // iterations of each, in this step or the one before
}

// Begin begins a step.
func (s *Solves) Begin() { s.turn = 0 }

// Expected is how many iterations the next solve is likely to take, the last of which finds that it has converged.
func (s *Solves) Expected() int {
	if n := len(s.took); n > 0 {
		return s.took[min(s.turn, n-1)] + 1
	}
	return first
}

// Took notes how many iterations the solve took.
func (s *Solves) Took(iterations int) {
	if s.turn < len(s.took) {
		s.took[s.turn] = iterations
	} else {
		s.took = append(s.took, iterations)
	}
	s.turn++
}

// Unbounded is what one dispatch takes on hardware, and InTurns what it takes on software devices, see Within.
const (
	Unbounded = 1 << 30
	InTurns   = Unbounded - 1
)

// Software devices leave loops after 65535 turns in an invocation, inner ones included, and go on as if these had
// ended.
const maxLoopTurns = 60000

// Within is how many iterations one dispatch takes, for so many vertices and pairs of cloth, if a work group of so many
// invocations does what is to be done. An invocation goes through its rows, their blocks, and the pairs of these: those
// of a row are waited for by the rows beside it, so that they count twice; and through so many turns for AMG with
// rigid-body modes. 0: not one.
func Within(reach, vertices, pairs, group, levels int) int {
	if reach == Unbounded {
		return reach
	}
	const blocks, ends = 40, 4
	rows := (vertices + group - 1) / group
	// levels once more where a solve begins
	return min(reach, (maxLoopTurns-levels)/(blocks*rows+2*ends*((pairs+group-1)/group)+levels+64))
}

// longest is how many bytes the iterations of one dispatch read and write: a second of a slow device's. Drivers take
// what lasts several for hung.
const longest = 40e9

// DispatchIterations is how many iterations of so many bytes one dispatch takes on hardware, that it may not be taken
// for hung.
func DispatchIterations(bytes int64) int { return int(max(1, longest/max(1, bytes))) }

// SideBySide is how many of so many work groups pass: no more than do, and no fewer than eight ninths of them. One
// always does.
func SideBySide(most int, passes func(groups int) bool) int {
	n := most
	for n > 1 && !passes(n) {
		n /= 2
	}
	if n = max(n, 1); n == most {
		return n
	}
	for by := n / 2; by > 0 && 16*by >= n; by /= 2 { // twice as many do not
		if passes(n + by) {
			n += by
		}
	}
	return n
}
