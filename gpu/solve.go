//go:build cgo

package gpu

import (
	"unsafe"

	"hysteron/cloth"
	"hysteron/step"
)

// cgFloor is the smallest relative tolerance that is asked of the conjugate gradients: float32
// residuals do not follow the true ones much further, and another Newton step with new forces does.
const cgFloor = 1e-3

// Iterations are issued in batches, through which the device goes by itself: first as many as the same solve of the step
// before took, then few at a time. An iteration in vain takes hardware a few µs, and the host some 30 to look.
const (
	firstBatch = 8 // where nothing is known
	nextBatch  = 4
)

// solver finds search directions by preconditioned conjugate gradients.
type solver struct {
	*queue
	step.Linear // how the next system is to be solved
	levels      multilevel
	n           int      // vertices
	copy        readback // of Status
	pack        *pack
	stop        func() bool // asked between batches whether to end with what there is

	turn int   // solves of the step so far
	took []int // iterations of each, in this step or the one before

	seen    status // Status as it was read
	version int    // of the buffer then
}

var solvePasses = []pass{
	{name: "precondition", shape: striding, stage: stageSolve, uniforms: words("warm")},
	{name: "cg_multiply", shape: striding, stage: stageSolve, uniforms: words("pairCount")},
	{name: "cg_update", shape: striding, stage: stageSolve, uniforms: words("iteration", "tolerance", "warm")},
}

func newSolver(q *queue, m *cloth.Model, p *pack) *solver {
	s := &solver{queue: q, levels: multilevel{q, newMultilevelPack(m, p)}, n: len(m.X0), pack: p}
	s.copy = newReadback(int(unsafe.Sizeof(status{})))
	return s
}

// contents lists the buffers.
func (s *solver) contents() []content {
	n, p := s.n, s.pack
	return append([]content{
		{"planeStart", p.planeStart}, {"planeSlice", p.planeSlice}, {"blockPlace", p.blockPlace}, {"matrix", p.emptyMatrix()},
		{"scale", floats(n)}, {"blockInverse", vectors(2 * n)},
		{"residual", vectors(n + 1)}, {"preconditioned", vectors(n)}, {"directionBefore", vectors(n)},
		{"search", vectors(n)}, {"searchImage", vectors(n)}, {"image", vectors(n)}, {"cgTally", vectors(mostGroups)},
		{"status", integers(int(unsafe.Sizeof(status{}) / 4))},
	}, s.levels.contents(n)...)
}

// coarse tells whether the next solve takes the multilevel preconditioner.
func (s *solver) coarse() bool { return s.Multilevel && s.levels.depth() > 0 }

// solve finds the Newton step from zero or, if warm, from the search direction of the last solve, to the same residual,
// in most iterations at most. pairs are active.
func (s *solver) solve(most int, warm bool, pairs int) {
	s.setUp(warm, pairs)
	command := s.buffers["command"]
	for it, batch := 0, s.expected(); it < most; batch = nextBatch {
		for end := min(it+batch, most); it < end; it++ {
			s.runBy(command, commandVertices, nil, "cg_multiply", s.n, pairs)
			s.runBy(command, commandVertices, nil, "cg_update", s.n, it, s.Tolerance, warm)
			if s.coarse() {
				s.levels.correct()
			}
		}
		s.counts.Issued += batch
		if s.status().Outcome != cgRunning || s.stop() {
			break
		}
	}
	if took := int(s.status().Iterations); s.turn < len(s.took) {
		s.took[s.turn] = took
	} else {
		s.took = append(s.took, took)
	}
	s.turn++
}

// begin begins a step.
func (s *solver) begin() { s.turn = 0 }

// expected is how many iterations the next solve is likely to take, the last of which finds that it has converged.
func (s *solver) expected() int {
	if n := len(s.took); n > 0 {
		return s.took[min(s.turn, n-1)] + 1
	}
	return firstBatch
}

// setUp makes the preconditioner for the present matrix, and the first residual and search direction.
func (s *solver) setUp(warm bool, pairs int) {
	if warm { // A·direction
		s.duplicate(s.buffers["direction"], s.buffers["preconditioned"])
		s.run("cg_multiply", s.n, pairs)
	}
	s.duplicate(s.buffers["commandStart"], s.buffers["command"])
	s.run("precondition", s.n, warm)
	s.sum(0, s.sums(s.n), tallyNorm)
	if s.coarse() {
		if !s.Keep && !warm {
			s.levels.setup()
		}
		s.levels.correct()
	}
}

// status reads Status, for which it waits unless nothing has changed since.
func (s *solver) status() status {
	b := s.buffers["status"]
	if s.version != b.version {
		s.seen, s.version = readBack[status](s.queue, b, &s.copy), b.version
	}
	return s.seen
}

func (s *solver) free() {
	s.copy.free()
}
