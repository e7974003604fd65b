//go:build cgo

package gpu

import (
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Iterations of the last solve from which the multilevel preconditioner is taken, and below which
// block Jacobi again, as in cpu.
const (
	multilevelFrom = 100
	jacobiBelow    = 15
)

// multilevel is the preconditioner of sparse.Multilevel on the device. Its matrices are made anew for
// every matrix it is used with; what follows from the mesh alone is made once.
type multilevel struct {
	*multilevelPack
	on     bool // for the next solve
	lastCG int  // iterations of the last solve
}

// multilevelKernels lists its kernels.
var multilevelKernels = []string{"multilevel_galerkin", "multilevel_invert", "multilevel_solve", "multilevel_prolong"}

// buildMultilevel makes its buffers; the kernels come later.
func (s *Sim) buildMultilevel() error {
	k := newMultilevelPack(s.Model, s.pack)
	s.multilevel = multilevel{multilevelPack: k}
	blocks := k.firstBlock[k.levels()]
	for _, b := range []struct {
		name   string
		format uint32
		count  int
	}{
		{"coarseStart", gl.R32I, len(k.blockStart)}, {"coarseRef", gl.R32I, len(k.blockRef)}, {"coarseBlock", gl.RGBA32F, 3 * blocks},
		{"domain", gl.RGBA32I, len(k.domain)}, {"domainBlock", gl.R32I, len(k.domainBlock)}, {"inverse", gl.RGBA32F, k.inverse},
		{"memberStart", gl.R32I, len(k.memberStart)}, {"member", gl.R32I, len(k.member)}, {"ancestor", gl.RGBA32I, len(k.ancestor)},
		{"coarseResidual", gl.RGBA32F, k.rows()}, {"correction", gl.RGBA32F, k.rows()},
	} {
		buf, err := s.memory.alloc(b.name, b.format, b.count)
		if err != nil {
			return err
		}
		s.buffers[b.name] = buf
	}
	write(s.buffers["coarseStart"], k.blockStart)
	write(s.buffers["coarseRef"], k.blockRef)
	write(s.buffers["domain"], k.domain)
	write(s.buffers["domainBlock"], k.domainBlock)
	write(s.buffers["memberStart"], k.memberStart)
	write(s.buffers["member"], k.member)
	write(s.buffers["ancestor"], k.ancestor)
	return nil
}

// choose picks the preconditioner by how hard the last solve was; twin of cpu's choosePrecond.
func (m *multilevel) choose() {
	switch {
	case !m.on && m.lastCG > multilevelFrom:
		m.on = m.levels() > 0
	case m.on && m.lastCG < jacobiBelow:
		m.on = false
	}
}

// domainGroups are the work groups for n domains.
func (s *Sim) domainGroups(n int) int { return min(n, s.limits.GroupCount[0]) }

// high is the number of domains above the low levels.
func (k *multilevelPack) high() int { return len(k.domain) - 1 - k.low }

// setupMultilevel makes coarse matrices and inverses for the present matrix.
func (s *Sim) setupMultilevel() {
	m := &s.multilevel
	k := s.kernels["multilevel_galerkin"]
	for l := range m.levels() {
		blocks := m.firstBlock[l+1] - m.firstBlock[l]
		k.set("firstBlock", m.firstBlock[l])
		k.set("blocks", blocks)
		k.set("finest", btoi(l == 0))
		s.over("multilevel_galerkin", blocks, nil)
	}
	k = s.kernels["multilevel_invert"]
	k.set("domains", len(m.domain)-1)
	s.bind(k, nil)
	gl.DispatchCompute(uint32(s.domainGroups(len(m.domain)-1)), 1, 1)
	gl.MemoryBarrier(barriers)
	rowsBelow := -1
	if m.high() > 0 {
		rowsBelow = int(m.firstRow[lowLevels-1])
	}
	s.kernels["multilevel_prolong"].set("rowsBelow", rowsBelow)
}

// Places of the dispatch commands in the buffer command, in bytes. The shaders fill and empty them.
const (
	commandVertices = 0  // kernels that stride over vertices
	commandLow      = 12 // domains of the low levels
	commandHigh     = 24 // domains above
	commands        = 9  // words
)

// correct adds what the coarse levels know to the preconditioned residual; nothing where the solve has
// ended.
func (s *Sim) correct() {
	m := &s.multilevel
	solve := s.kernels["multilevel_solve"]
	for _, part := range []struct{ first, end, above, command int }{
		{0, m.low, 0, commandLow},
		{m.low, len(m.domain) - 1, 1, commandHigh},
	} {
		if part.first == part.end {
			continue
		}
		solve.set("firstDomain", part.first)
		solve.set("endDomain", part.end)
		solve.set("above", part.above)
		s.indirect(solve, part.command)
	}
	s.indirect(s.kernels["multilevel_prolong"], commandVertices)
}

// indirect runs a kernel by one of the commands.
func (s *Sim) indirect(k *kernel, command int) {
	gl.MemoryBarrier(barriers | gl.COMMAND_BARRIER_BIT)
	s.bind(k, nil)
	gl.DispatchComputeIndirect(s.buffers["command"].guard + command)
}
