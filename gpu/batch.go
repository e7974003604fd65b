// Batches of conjugate gradient iterations, and the number of iterations of a dispatch.

package gpu

// Iterations are issued in batches that the device runs without the host: first as many as the same solve of the
// previous step took, then a few at a time. An iteration after convergence costs hardware a few µs; a read-back costs
// the host about 30 µs.
const (
	firstBatch = 8 // without a previous solve
	NextBatch  = 4
)

// IterationCounts records the iteration counts of a step's solves, for the next step.
type IterationCounts struct {
	next   int   // index of the current solve in the step
	counts []int // iterations of each solve, in this step or the previous
}

// Begin starts a step.
func (s *IterationCounts) Begin() { s.next = 0 }

// Expected returns the predicted iteration count of the next solve, including the iteration that detects convergence.
func (s *IterationCounts) Expected() int {
	if n := len(s.counts); n > 0 {
		return s.counts[min(s.next, n-1)] + 1
	}
	return firstBatch
}

// Record records the iteration count of a solve.
func (s *IterationCounts) Record(iterations int) {
	if s.next < len(s.counts) {
		s.counts[s.next] = iterations
	} else {
		s.counts = append(s.counts, iterations)
	}
	s.next++
}

// Limits of iterations per dispatch for [Within]: Unbounded on hardware, SerialLimit on software devices.
const (
	NoLimit     = 1 << 30
	SerialLimit = NoLimit - 1
)

// Software devices silently leave a loop after 65535 iterations per invocation, nested loops included.
const maxLoopIterations = 60000

// IterationsPerDispatch returns the number of CG iterations in one dispatch, for a work group of the given size that
// solves a system of the given vertices and contact pairs; 0: none. On a software device it follows from the loop
// limit: an invocation loops over its rows and their blocks, over its pairs, which count twice because neighbouring
// rows wait for them, and levels times for AMG with rigid-body modes.
func IterationsPerDispatch(reach, vertices, pairs, group, levels int) int {
	if reach == NoLimit {
		return reach
	}
	const blocks, ends = 40, 4
	rows := (vertices + group - 1) / group
	// the start of a solve applies the levels once more
	return min(reach, (maxLoopIterations-levels)/(blocks*rows+2*ends*((pairs+group-1)/group)+levels+64))
}

// maxDispatchBytes is the memory traffic of one dispatch [bytes]: a second on a slow device. Drivers abort dispatches
// of several seconds as hung.
const maxDispatchBytes = 40e9

// DispatchIterations returns the number of iterations of one dispatch on hardware, at the given bytes per iteration.
func DispatchIterations(bytes int64) int { return int(max(1, maxDispatchBytes/max(1, bytes))) }

// ConcurrentGroups returns the largest number of work groups, up to most, for which passes holds, to within a ninth. It
// is at least one.
func ConcurrentGroups(most int, passes func(groups int) bool) int {
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
