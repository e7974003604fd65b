//go:build cgo

package gpu

import (
	"errors"
	"math"
	"slices"
	"unsafe"

	"hysteron/cloth"

	"hysteron/gpu/layout"
	"hysteron/step"
)

// cgFloor is the smallest relative tolerance of the conjugate gradients. Below it float32 residuals of the recurrence
// are inaccurate, and another Newton step is more effective.
const cgFloor = 1e-3

// solver computes search directions by preconditioned conjugate gradients.
type solver struct {
	*queue
	step.Linear         // parameters of the next solve
	maxWeighted float64 // limit of Σ weight·|r|²
	levels      multilevel
	rigidAMG    rigidAMG
	rigid       *rigid
	n           int      // vertices
	copy        readback // of Status
	pack        *layout.Model
	stop        func() bool // polled between batches; true ends the solve

	iterationCounts IterationCounts

	concurrent    int  // work groups that run concurrently, see cg_solve.comp; 0: unknown
	width         int  // groups of invocations per work group
	loopLimit     int  // limit of iterations per dispatch, see Within
	timeLimit     int  // limit of iterations by the time of a dispatch
	warm          bool // of the latest solve, like the fields below
	pairCount     int
	maxIterations int

	countedProducts int // its iterations already added to Counts

	cached  status // contents of Status at the last read
	version int    // version of the buffer then
}

var solveDispatches = []dispatch{
	{name: "precondition", shape: looping, stage: stageSolve, uniforms: words("firstReduction", "warm"), part: ofNorm},
	{name: "cg_multiply", shape: looping, stage: stageSolve, uniforms: words("pairCount", "iteration", "tolerance",
		"most")},
	{name: "cg_update", shape: looping, stage: stageSolve, uniforms: words("iteration", "tolerance", "most", "warm")},
}

// concurrentDispatches lists the kernel that iterates on the device, which not every device supports, and the kernel
// that decides on speculation.
var concurrentDispatches = []dispatch{{name: "cg_solve", shape: concurrentGroups, stage: stageSolve,
	callBuffers: words("inverse"),
	uniforms: words("pairCount", "fourth", "sums", "each", "all", "tolerance", "most", "warm", "levels", "coarseRows",
		"barrierTests")},
	{name: "decide", shape: concurrentGroups, uniforms: words("sum0", "sum1", "sum2", "sum3", "kind", "late", "coarse",
		"kept",
		"limits")}}

func newSolver(q *queue, m *cloth.Model, p *layout.Model, r *rigid) *solver {
	s := &solver{queue: q, timeLimit: NoLimit, levels: multilevel{q, layout.NewMultilevel(m, p), len(m.X0)},
		rigidAMG: rigidAMG{queue: q}, rigid: r, n: len(m.X0), pack: p}
	s.copy = newReadback(int(unsafe.Sizeof(status{})))
	return s
}

// contents lists the buffers.
func (s *solver) contents() []content {
	n, p := s.n, s.pack
	return append([]content{
		{"planeStart", p.PlaneStart}, {"planeSlice", p.PlaneSlice}, {"blockPlace", p.BlockPlace}, {"matrix",
			p.EmptyMatrix()},
		{"vertexWeight", p.Weights}, {"blockInverse", vectors(2 * n)},
		{"residual", vectors(n + 1)}, {"preconditioned", vectors(n)}, {"directionBefore", vectors(n)},
		{"search", vectors(n)}, {"searchImage", vectors(n)}, {"image", vectors(n)}, {"cgReduction",
			vectors(mostGroups)},
		{"cgEnd", vectors(mostGroups)},
		{"status", integers(int(unsafe.Sizeof(status{}) / 4))}, {"gate", integers(1)},
		{"decisions", quads(decisionLog + decisionSize*maxDecisions)}, {"speculativeCommand",
			integers(commandBytes / 4 * speculativeCommands)},
	}, s.levels.contents(n)...)
}

// request sets the parameters of the following solves, in a step of h [s].
func (s *solver) request(l step.Linear, h float64) {
	s.Linear, s.maxWeighted = l, math.MaxFloat32
	if l.MaxResidual > 0 {
		s.maxWeighted = min(s.maxWeighted, l.MaxResidual*l.MaxResidual/(h*h*h*h))
	}
}

// coarse reports whether the next solve uses AMG, hasRigidAMG whether with rigid-body modes.
func (s *solver) coarse() bool      { return s.Multilevel && s.levels.Depth() > 0 }
func (s *solver) hasRigidAMG() bool { return s.coarse() && s.RigidModes && s.rigidAMG.RigidAMG != nil }

// correct adds the coarse correction to the preconditioned residual.
func (s *solver) correct() {
	if s.hasRigidAMG() {
		s.rigidAMG.correct()
	} else {
		s.levels.correct()
	}
}

// solve computes the Newton step from zero or, if warm, from the search direction of the last solve, to the same
// residual, in at most most iterations. pairs is the upper bound of active pairs.
func (s *solver) solve(most int, warm bool, pairs int) {
	s.warm, s.pairCount, s.maxIterations = warm, pairs, most
	together := s.isConcurrent(pairs)
	s.setUp(warm, pairs)
	if together {
		s.countedProducts = 0
		s.solveConcurrently()
		return
	}
	command, looks := s.buffers["command"], btoi(!s.coarse() && s.rigid.Bodies == 0)
	for it, count := 0, s.iterationCounts.Expected(); it < most; count = NextBatch {
		for end := min(it+count, most); it < end; it++ {
			s.runIndirect(command, commandVertices, nil, "cg_multiply", s.n, pairs, it*looks, s.Tolerance,
				s.maxWeighted)
			s.runIndirect(command, commandVertices, nil, "cg_update", s.n, it, s.Tolerance, s.maxWeighted, warm)
			if s.coarse() {
				s.correct()
			}
			s.rigid.precondition(false)
		}
		s.counts.Issued += count
		if s.status().Outcome != cgRunning || s.stop() {
			break
		}
	}
	s.iterationCounts.Record(int(s.status().Iterations))
}

// solveConcurrently runs a solve to its end before the trial, because friction depends on trials. Iterations after
// convergence do nothing. Counts includes only the first dispatch.
func (s *solver) solveConcurrently() {
	reach := s.iterationsPerDispatch(s.pairCount)
	s.iterate(reach)
	for it, before := reach, s.counts; it < s.maxIterations; it += reach {
		s.iterate(reach)
		s.counts = before
	}
}

// iterationsPerDispatch returns the number of iterations of one dispatch.
func (s *solver) iterationsPerDispatch(pairs int) int {
	return min(s.timeLimit, IterationsPerDispatch(s.loopLimit, s.n, pairs, s.width*group,
		btoi(s.hasRigidAMG())*s.rigidAMG.iterations))
}

// isConcurrent reports whether a solve is one dispatch. If not even one iteration fits, it never is from then on.
func (s *solver) isConcurrent(pairs int) bool {
	if s.concurrent > 0 && s.iterationsPerDispatch(pairs) == 0 {
		s.concurrent = 0
	}
	return s.concurrent > 0
}

// iterate runs each more iterations.
func (s *solver) iterate(each int) {
	side := s.concurrent
	if s.hasRigidAMG() {
		side = s.rigidAMG.concurrent
	}
	s.dispatchIterations(min(side, ceil(s.loopGroups(s.n), s.width)), each, 0)
}

// dispatchIterations runs each more iterations in concurrent work groups, after some test rounds of the barrier between
// groups.
func (s *solver) dispatchIterations(groups, each, barrierTests int) {
	s.clearBytes(s.buffers["gate"], 0, 4)
	if s.hasRigidAMG() {
		s.runConcurrent(groups, nil, "cg_solve_rigid_amg",
			s.pairCount, s.rigidAMG.Single(), s.loopGroups(s.n), each, s.maxIterations, s.Tolerance, s.maxWeighted,
			s.warm, s.rigidAMG.Depth(),
			barrierTests)
		return
	}
	k, restrictions := &s.levels, 0
	if s.coarse() {
		restrictions = k.Groups()
	}
	s.runConcurrent(groups, map[string]*buffer{"inverse": k.swept(k.Sweeps)}, "cg_solve",
		s.pairCount, k.Fourth(), s.loopGroups(s.n), each, s.maxIterations, s.Tolerance, s.maxWeighted, s.warm,
		restrictions, k.Rows(),
		barrierTests)
}

// iterationBytes implements Sim.IterationBytes.
func (s *solver) iterationBytes() int64 {
	const vector = 16 // also a texel of the matrix
	// cg_multiply: reads u, r, writes w (the gather of u is counted once). cg_update: reads w, u, p, s,
	// x, r and the inverse (two), writes p, s, x, r, u.
	return int64(len(s.pack.PlaneSlice))*layout.SliceRows*vector + int64(s.n)*vector*(3+8+5)
}

// minGuaranteedWidth is the number of groups in the largest work group that OpenGL 4.3 guarantees.
const minGuaranteedWidth = mostInvocations / group

// measureConcurrency finds the number of work groups of cg_solve that run concurrently, by trying. Software devices may
// run groups one after the other, and end loops after 65535 iterations per invocation; they use one large work group
// and few iterations per dispatch. Devices that fetch do not use cg_solve.
func (s *solver) measureConcurrency(software bool, known *int) error {
	if s.fetch || s.rigid.Bodies > 0 { // unknowns of bodies are solved for by kernels of their own
		return nil
	}
	if s.loopLimit, s.width, s.timeLimit = NoLimit, 1, DispatchIterations(s.iterationBytes()); software {
		*known, s.loopLimit, s.width, s.timeLimit = 1, SerialLimit, minGuaranteedWidth, NoLimit
	}
	err := s.loadConcurrent()
	if errors.Is(err, ErrTooLarge) {
		return nil
	}
	if *known == 0 {
		*known = ConcurrentGroups(mostGroups, s.barrierHolds)
	}
	s.concurrent = *known
	return err
}

// barrierHolds tests the barrier between the given number of groups, whatever the size of the cloth, because the result
// is kept for all simulations on the context.
func (s *solver) barrierHolds(groups int) bool {
	const gates = 64
	write(s.queue, s.buffers["status"], []status{{}})
	s.dispatchIterations(groups, 0, gates)
	return s.status().Stuck == 0
}

// measureRigidAMGConcurrency is measureConcurrency for cg_solve_rigid_amg, within a step.
func (s *solver) measureRigidAMGConcurrency() {
	t := &s.rigidAMG
	if t.concurrent = s.concurrent; t.concurrent < 2 {
		return
	}
	before := s.status()
	t.concurrent = ConcurrentGroups(t.concurrent, s.barrierHolds)
	write(s.queue, s.buffers["status"], []status{before})
}

// loadConcurrent loads concurrentDispatches.
func (s *solver) loadConcurrent() error {
	list := slices.Clone(concurrentDispatches)
	list[0].width = s.width
	return s.load(list)
}

// begin starts a step.
func (s *solver) begin() { s.iterationCounts.Begin() }

// setUp computes the preconditioner for the present matrix, the first residual and the first search direction.
func (s *solver) setUp(warm bool, pairs int) {
	if warm { // A·direction
		s.copyBuffer(s.buffers["direction"], s.buffers["preconditioned"])
		s.rigid.precondition(true)
		s.run("cg_multiply", s.n, pairs, 0, 0., 0.)
	}
	if s.concurrent == 0 { // otherwise nothing empties them
		s.copyBuffer(s.buffers["commandStart"], s.buffers["command"])
	}
	s.run("precondition", s.n, normReductions, warm)
	s.sum(normReductions, s.sums(s.n), reductionNorm)
	if s.coarse() {
		if !s.Reuse && !warm {
			if s.hasRigidAMG() {
				s.rigidAMG.setup()
			} else {
				s.levels.setup()
			}
		}
		if s.concurrent == 0 { // otherwise cg_solve does
			s.correct()
		}
	}
	s.rigid.precondition(false)
}

// status reads Status. It waits for the device unless nothing changed since the last read.
func (s *solver) status() status {
	s.issueSums()
	b := s.buffers["status"]
	if s.version != b.Version {
		s.cacheStatus(readBack[status](s.queue, b, &s.copy))
	}
	return s.cached
}

// cacheStatus stores the current contents of Status.
func (s *solver) cacheStatus(st status) {
	s.cached, s.version = st, s.buffers["status"].Version
	if s.concurrent > 0 {
		n := st.products()
		s.counts.Issued += max(0, n-s.countedProducts) // zero at the start of a step
		s.countedProducts = max(s.countedProducts, n)
	}
}

// products returns the number of matrix products of the solve: one more than iterations if the last product detected
// convergence.
func (st *status) products() int {
	return int(st.Iterations) + btoi(st.Outcome != cgRunning && st.Outcome != cgEarly)
}

func (s *solver) free() {
	s.copy.free()
}
