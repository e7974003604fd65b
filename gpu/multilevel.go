//go:build cgo

package gpu

import (
	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/step"
)

// multilevel is the preconditioner of sparse.Multilevel on the device. Its matrices are made anew when
// step.Precond asks for it; what follows from the mesh alone is made once.
type multilevel struct {
	*multilevelPack
	step.Precond
}

// on tells whether the next solve takes it.
func (m *multilevel) on() bool { return m.Multilevel && m.levels() > 0 }

// multilevelKernels lists its kernels.
var multilevelKernels = []string{
	"multilevel_galerkin", "multilevel_fill", "multilevel_sweep",
	"multilevel_restrict", "multilevel_solve", "multilevel_prolong",
}

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
		{"coarseDiagonal", gl.R32I, len(k.diagonal)}, {"quad", gl.RGBA32I, len(k.quad)},
		{"domainStart", gl.R32I, len(k.domainStart)}, {"domainBlock", gl.R32I, len(k.domainBlock)},
		{"sweepEven", gl.RGBA32F, k.inverse}, {"sweepOdd", gl.RGBA32F, k.inverse},
		{"memberStart", gl.R32I, len(k.memberStart)}, {"member", gl.RGBA32I, len(k.member)}, {"ancestor", gl.RGBA32I, len(k.ancestor)},
		{"coarseResidual", gl.RGBA32F, 3 * len(k.quad)}, {"coarseVector", gl.RGBA32F, k.rows() + 1}, {"correction", gl.RGBA32F, k.rows() + 1},
		{"commandStart", gl.R32I, commands},
	} {
		buf, err := s.memory.alloc(b.name, b.format, b.count)
		if err != nil {
			return err
		}
		s.buffers[b.name] = buf
	}
	write(s.buffers["coarseStart"], k.blockStart)
	write(s.buffers["coarseRef"], k.blockRef)
	write(s.buffers["coarseDiagonal"], k.diagonal)
	write(s.buffers["quad"], k.quad)
	write(s.buffers["domainStart"], k.domainStart)
	write(s.buffers["domainBlock"], k.domainBlock)
	write(s.buffers["memberStart"], k.memberStart)
	write(s.buffers["member"], k.member)
	write(s.buffers["ancestor"], k.ancestor)
	s.writeCommands()
	return nil
}

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
	s.kernels["multilevel_fill"].set("rows", m.rows())
	s.over("multilevel_fill", m.rows(), nil)
	k = s.kernels["multilevel_sweep"]
	k.set("rows", m.rows())
	for turn := range m.turns {
		k.set("turn", turn)
		s.over("multilevel_sweep", m.rows(), map[string]*buffer{"sweepFrom": s.swept(turn), "sweepTo": s.swept(turn + 1)})
	}
}

// swept is the buffer that a turn of sweeps reads, and the turn before writes.
func (s *Sim) swept(turn int) *buffer {
	if turn%2 == 0 {
		return s.buffers["sweepEven"]
	}
	return s.buffers["sweepOdd"]
}

// Commands of the dispatches of a solve: of kernels that stride over vertices, of the rows that gather in each
// group of levels, and of all coarse rows.
const (
	commandVertices = 0
	commandRestrict = 1
	commandRows     = commandRestrict + mostRestricted
	commands        = 3 * (commandRows + 1) // words; cg_update.comp empties them at the end of a solve
)

// writeCommands prepares the commands that each solve starts from.
func (s *Sim) writeCommands() {
	var words [commands]int32
	put := func(command, groups int) {
		copy(words[3*command:], []int32{int32(groups), 1, 1})
	}
	groups := func(n int) int { return (n + group - 1) / group }
	put(commandVertices, s.strideGroups(len(s.Model.X0)))
	m := &s.multilevel
	for g := range mostRestricted {
		first, end := m.restricted(g)
		put(commandRestrict+g, groups(int(m.firstRow[end]-m.firstRow[first])))
	}
	put(commandRows, groups(m.rows()))
	write(s.buffers["commandStart"], words[:])
}

// correct adds what the coarse levels know to the preconditioned residual; nothing where the solve has
// ended.
func (s *Sim) correct() {
	m := &s.multilevel
	k := s.kernels["multilevel_restrict"]
	for g := range mostRestricted {
		first, end := m.restricted(g)
		if first == end {
			break
		}
		k.set("firstRow", int(m.firstRow[first]))
		k.set("endRow", int(m.firstRow[end]))
		k.set("finest", btoi(g == 0))
		s.indirect(k, commandRestrict+g, nil)
	}
	k = s.kernels["multilevel_solve"]
	k.set("rows", m.rows())
	s.indirect(k, commandRows, map[string]*buffer{"inverse": s.swept(m.turns)})
	fourth := -1
	if m.levels() > 4 {
		fourth = int(m.firstRow[3])
	}
	k = s.kernels["multilevel_prolong"]
	k.set("fourth", fourth)
	s.indirect(k, commandVertices, nil)
}

// indirect runs a kernel by one of the commands.
func (s *Sim) indirect(k *kernel, command int, own map[string]*buffer) {
	gl.MemoryBarrier(barriers | gl.COMMAND_BARRIER_BIT)
	s.bind(k, own)
	gl.DispatchComputeIndirect(s.buffers["command"].guard + 12*command)
}
