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

// Iterations per batch. The device goes through a batch by itself; the host looks at the outcome of
// the batch before while the next one runs, so that at most one batch is in vain. On software devices
// nothing runs at the same time, and it looks at once.
const (
	batchHardware = 24
	batchSoftware = 8
)

// solver finds search directions by preconditioned conjugate gradients.
type solver struct {
	*queue
	step.Linear // how the next system is to be solved
	levels      multilevel
	n           int // vertices
	software    bool
	ring        [2]readback // of Status
	pack        *pack
}

var solvePasses = []pass{
	{name: "precondition", shape: striding, stage: stageSolve, uniforms: words("warm")},
	{name: "cg_multiply", shape: striding, stage: stageSolve, uniforms: words("pairCount")},
	{name: "cg_update", shape: striding, stage: stageSolve, uniforms: words("iteration", "tolerance", "warm")},
}

func newSolver(q *queue, m *cloth.Model, p *pack, software bool) *solver {
	s := &solver{queue: q, levels: multilevel{q, newMultilevelPack(m, p)}, n: len(m.X0), software: software, pack: p}
	for i := range s.ring {
		s.ring[i] = newReadback(int(unsafe.Sizeof(status{})))
	}
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
func (s *solver) coarse() bool { return s.Multilevel && s.levels.levels() > 0 }

// solve finds the Newton step from zero or, if warm, from the search direction of the last solve, to the same residual, in most iterations at most. pairs are active.
func (s *solver) solve(most int, warm bool, pairs int) {
	s.setUp(warm, pairs)
	batch := batchHardware
	if s.software {
		batch = batchSoftware
	}
	pending := -1 // the ring's slot that holds the outcome of the batch before
	for it, turn := 0, 0; it < most; turn++ {
		for end := min(it+batch, most); it < end; it++ {
			s.runBy(s.buffers["command"], commandVertices, nil, "cg_multiply", s.n, pairs)
			s.runBy(s.buffers["command"], commandVertices, nil, "cg_update", s.n, it, s.Tolerance, warm)
			if s.coarse() {
				s.levels.correct()
			}
			s.counts.Issued++
		}
		slot := turn % len(s.ring)
		s.ring[slot].fill(s.queue, s.buffers["status"])
		if s.software {
			pending = slot
		}
		if pending >= 0 && s.outcome(pending) != cgRunning {
			break
		}
		pending = slot
	}
}

// outcome waits for a slot of the ring.
func (s *solver) outcome(slot int) int32 {
	var st status
	await(s.queue, &s.ring[slot], &st)
	return st.Outcome
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

// status waits for the device and reads Status.
func (s *solver) status() status { return readOne[status](s.queue, s.buffers["status"]) }

func (s *solver) free() {
	for i := range s.ring {
		s.ring[i].free()
	}
}
