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
	heaviest    float64 // limit of Σ weight·|r|²
	levels      multilevel
	rigidAMG    rigidAMG
	n           int      // vertices
	copy        readback // of Status
	pack        *layout.Model
	stop        func() bool // polled between batches; true ends the solve

	solves Solves

	side     int  // work groups that run concurrently, see cg_solve.comp; 0: unknown
	wide     int  // groups of invocations per work group
	reach    int  // limit of iterations per dispatch, see Within
	duration int  // limit of iterations by the time of a dispatch
	warm     bool // of the latest solve, like the fields below
	active   int
	most     int

	counted int // its iterations already added to Counts

	seen    status // contents of Status at the last read
	version int    // version of the buffer then
}

var solveDispatches = []dispatch{
	{name: "precondition", shape: looping, stage: stageSolve, uniforms: words("firstReduction", "warm"), part: ofNorm},
	{name: "cg_multiply", shape: looping, stage: stageSolve, uniforms: words("pairCount", "iteration", "tolerance",
		"most")},
	{name: "cg_update", shape: looping, stage: stageSolve, uniforms: words("iteration", "tolerance", "most", "warm")},
}

// togetherDispatches lists the kernel that iterates on the device, which not every device supports, and the kernel that
// decides on speculation.
var togetherDispatches = []dispatch{{name: "cg_solve", shape: together, stage: stageSolve,
	callBuffers: words("inverse"),
	uniforms: words("pairCount", "fourth", "sums", "each", "all", "tolerance", "most", "warm", "levels", "coarseRows",
		"rehearsals")},
	{name: "decide", shape: together, uniforms: words("sum0", "sum1", "sum2", "sum3", "kind", "late", "coarse", "kept",
		"limits")}}

func newSolver(q *queue, m *cloth.Model, p *layout.Model) *solver {
	s := &solver{queue: q, duration: Unbounded, levels: multilevel{q, layout.NewMultilevel(m, p), len(m.X0)},
		rigidAMG: rigidAMG{queue: q}, n: len(m.X0), pack: p}
	s.copy = newReadback(int(unsafe.Sizeof(status{})))
	return s
}

// contents lists the buffers.
func (s *solver) contents() []content {
	n, p := s.n, s.pack
	return append([]content{
		{"planeStart", p.PlaneStart}, {"planeSlice", p.PlaneSlice}, {"blockPlace", p.BlockPlace}, {"matrix", p.EmptyMatrix()},
		{"vertexWeight", p.Weights}, {"blockInverse", vectors(2 * n)},
		{"residual", vectors(n + 1)}, {"preconditioned", vectors(n)}, {"directionBefore", vectors(n)},
		{"search", vectors(n)}, {"searchImage", vectors(n)}, {"image", vectors(n)}, {"cgReduction", vectors(mostGroups)},
		{"cgEnd", vectors(mostGroups)},
		{"status", integers(int(unsafe.Sizeof(status{}) / 4))}, {"gate", integers(1)},
		{"ahead", quads(aheadLog + aheadEntry*aheadMost)}, {"aheadCommand", integers(commandBytes / 4 * aheadCommands)},
	}, s.levels.contents(n)...)
}

// request sets the parameters of the following solves, in a step of h [s].
func (s *solver) request(l step.Linear, h float64) {
	s.Linear, s.heaviest = l, math.MaxFloat32
	if l.MaxResidual > 0 {
		s.heaviest = min(s.heaviest, l.MaxResidual*l.MaxResidual/(h*h*h*h))
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
	s.warm, s.active, s.most = warm, pairs, most
	together := s.together(pairs)
	s.setUp(warm, pairs)
	if together {
		s.counted = 0
		s.whole()
		return
	}
	command, looks := s.buffers["command"], btoi(!s.coarse())
	for it, count := 0, s.solves.Expected(); it < most; count = Next {
		for end := min(it+count, most); it < end; it++ {
			s.runBy(command, commandVertices, nil, "cg_multiply", s.n, pairs, it*looks, s.Tolerance, s.heaviest)
			s.runBy(command, commandVertices, nil, "cg_update", s.n, it, s.Tolerance, s.heaviest, warm)
			if s.coarse() {
				s.correct()
			}
		}
		s.counts.Issued += count
		if s.status().Outcome != cgRunning || s.stop() {
			break
		}
	}
	s.solves.Took(int(s.status().Iterations))
}

// whole runs a solve to its end before the trial, because friction depends on trials. Iterations after convergence do
// nothing. Counts includes only the first dispatch.
func (s *solver) whole() {
	reach := s.within(s.active)
	s.rows(reach)
	for it, before := reach, s.counts; it < s.most; it += reach {
		s.rows(reach)
		s.counts = before
	}
}

// within returns the number of iterations of one dispatch.
func (s *solver) within(pairs int) int {
	return min(s.duration, Within(s.reach, s.n, pairs, s.wide*group, btoi(s.hasRigidAMG())*s.rigidAMG.iterations))
}

// together reports whether a solve is one dispatch. If not even one iteration fits, it never is from then on.
func (s *solver) together(pairs int) bool {
	if s.side > 0 && s.within(pairs) == 0 {
		s.side = 0
	}
	return s.side > 0
}

// rows runs each more iterations.
func (s *solver) rows(each int) {
	side := s.side
	if s.hasRigidAMG() {
		side = s.rigidAMG.side
	}
	s.gated(min(side, ceil(s.loopGroups(s.n), s.wide)), each, 0)
}

// gated runs each more iterations in concurrent work groups, after some test rounds of the barrier between groups.
func (s *solver) gated(groups, each, rehearsals int) {
	s.wipe(s.buffers["gate"], 0, 4)
	if s.hasRigidAMG() {
		s.runTogether(groups, nil, "cg_solve_rigid_amg",
			s.active, s.rigidAMG.Single(), s.loopGroups(s.n), each, s.most, s.Tolerance, s.heaviest, s.warm, s.rigidAMG.Depth(),
			rehearsals)
		return
	}
	k, restrictions := &s.levels, 0
	if s.coarse() {
		restrictions = k.Groups()
	}
	s.runTogether(groups, map[string]*buffer{"inverse": k.swept(k.Sweeps)}, "cg_solve",
		s.active, k.Fourth(), s.loopGroups(s.n), each, s.most, s.Tolerance, s.heaviest, s.warm, restrictions, k.Rows(),
		rehearsals)
}

// iterationBytes implements Sim.IterationBytes.
func (s *solver) iterationBytes() int64 {
	const vector = 16 // also a texel of the matrix
	// cg_multiply: reads u, r, writes w (the gather of u is counted once). cg_update: reads w, u, p, s,
	// x, r and the inverse (two), writes p, s, x, r, u.
	return int64(len(s.pack.PlaneSlice))*layout.SliceRows*vector + int64(s.n)*vector*(3+8+5)
}

// widest is the number of groups in the largest work group that OpenGL 4.3 guarantees.
const widest = mostInvocations / group

// rehearse finds the number of work groups of cg_solve that run concurrently, by trying. Software devices may run
// groups one after the other, and end loops after 65535 iterations per invocation; they use one large work group and
// few iterations per dispatch. Devices that fetch do not use cg_solve.
func (s *solver) rehearse(software bool, known *int) error {
	if s.fetch {
		return nil
	}
	if s.reach, s.wide, s.duration = Unbounded, 1, DispatchIterations(s.iterationBytes()); software {
		*known, s.reach, s.wide, s.duration = 1, InTurns, widest, Unbounded
	}
	err := s.loadTogether()
	if errors.Is(err, ErrTooLarge) {
		return nil
	}
	if *known == 0 {
		*known = SideBySide(mostGroups, s.passes)
	}
	s.side = *known
	return err
}

// passes tests the barrier between the given number of groups, whatever the size of the cloth, because the result is
// kept for all simulations on the context.
func (s *solver) passes(groups int) bool {
	const gates = 64
	write(s.queue, s.buffers["status"], []status{{}})
	s.gated(groups, 0, gates)
	return s.status().Stuck == 0
}

// rehearseRigidAMG is rehearse for cg_solve_rigid_amg, within a step.
func (s *solver) rehearseRigidAMG() {
	t := &s.rigidAMG
	if t.side = s.side; t.side < 2 {
		return
	}
	before := s.status()
	t.side = SideBySide(t.side, s.passes)
	write(s.queue, s.buffers["status"], []status{before})
}

// loadTogether loads togetherDispatches.
func (s *solver) loadTogether() error {
	list := slices.Clone(togetherDispatches)
	list[0].wide = s.wide
	return s.load(list)
}

// begin starts a step.
func (s *solver) begin() { s.solves.Begin() }

// setUp computes the preconditioner for the present matrix, the first residual and the first search direction.
func (s *solver) setUp(warm bool, pairs int) {
	if warm { // A·direction
		s.duplicate(s.buffers["direction"], s.buffers["preconditioned"])
		s.run("cg_multiply", s.n, pairs, 0, 0., 0.)
	}
	if s.side == 0 { // otherwise nothing empties them
		s.duplicate(s.buffers["commandStart"], s.buffers["command"])
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
		if s.side == 0 { // otherwise cg_solve does
			s.correct()
		}
	}
}

// status reads Status. It waits for the device unless nothing changed since the last read.
func (s *solver) status() status {
	s.sumUp()
	b := s.buffers["status"]
	if s.version != b.Version {
		s.saw(readBack[status](s.queue, b, &s.copy))
	}
	return s.seen
}

// saw stores the current contents of Status.
func (s *solver) saw(st status) {
	s.seen, s.version = st, s.buffers["status"].Version
	if s.side > 0 {
		n := st.products()
		s.counts.Issued += max(0, n-s.counted) // zero at the start of a step
		s.counted = max(s.counted, n)
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
