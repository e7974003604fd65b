// Batches of conjugate gradient iterations, and the number of iterations of a dispatch.

package gpu

// Iterations are issued in batches that the device runs without the host: first as many as the same solve of the
// previous step took, then a few at a time. An iteration after convergence costs hardware a few µs; a read-back costs
// the host about 30 µs.
const (
	first = 8 // without a previous solve
	Next  = 4
)

// Solves records the iteration counts of a step's solves, for the next step.
type Solves struct {
	turn int   // index of the current solve in the step
	took []int // iterations of each solve, in this step or the previous
}

// Begin starts a step.
func (s *Solves) Begin() { s.turn = 0 }

// Expected returns the predicted iteration count of the next solve, including the iteration that detects convergence.
func (s *Solves) Expected() int {
	if n := len(s.took); n > 0 {
		return s.took[min(s.turn, n-1)] + 1
	}
	return first
}

// Took records the iteration count of a solve.
func (s *Solves) Took(iterations int) {
	if s.turn < len(s.took) {
		s.took[s.turn] = iterations
	} else {
		s.took = append(s.took, iterations)
	}
	s.turn++
}

// Limits of iterations per dispatch for [Within]: Unbounded on hardware, InTurns on software devices.
const (
	Unbounded = 1 << 30
	InTurns   = Unbounded - 1
)

// Software devices silently leave a loop after 65535 iterations per invocation, nested loops included.
const maxLoopTurns = 60000

// Within returns the number of CG iterations in one dispatch, for a work group of the given size that solves a system
// of the given vertices and contact pairs; 0: none. On a software device it follows from the loop limit: an invocation
// loops over its rows and their blocks, over its pairs, which count twice because neighbouring rows wait for them, and
// levels times for AMG with rigid-body modes.
func Within(reach, vertices, pairs, group, levels int) int {
	if reach == Unbounded {
		return reach
	}
	const blocks, ends = 40, 4
	rows := (vertices + group - 1) / group
	// the start of a solve applies the levels once more
	return min(reach, (maxLoopTurns-levels)/(blocks*rows+2*ends*((pairs+group-1)/group)+levels+64))
}

// longest is the memory traffic of one dispatch [bytes]: a second on a slow device. Drivers abort dispatches of several
// seconds as hung.
const longest = 40e9

// DispatchIterations returns the number of iterations of one dispatch on hardware, at the given bytes per iteration.
func DispatchIterations(bytes int64) int { return int(max(1, longest/max(1, bytes))) }

// SideBySide returns the largest number of work groups, up to most, for which passes holds, to within a ninth. It is at
// least one.
func SideBySide(most int, passes func(groups int) bool) int {
	n := most
	for n > 1 && !passes(n) {
		n /= 2
	}
	if n = max(n, 1); n == most {
		return n
	}
	for by := n / 2; by > 0 && 16*by >= n; by /= 2 { // 2n does not pass
		if passes(n + by) {
			n += by
		}
	}
	return n
}
