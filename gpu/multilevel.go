//go:build cgo

package gpu

import "hysteron/gpu/layout"

// multilevel is the preconditioner of sparse.Multilevel on the device. Its matrices are made anew when step.Linear
// asks for it; what follows from the mesh alone is made once.
type multilevel struct {
	*queue
	*layout.Multilevel
	vertices int
}

var multilevelDispatches = []dispatch{
	{name: "multilevel_galerkin", stage: stageSolve, uniforms: words("firstBlock", "finest")},
	{name: "multilevel_fill", stage: stageSolve},
	{name: "multilevel_sweep", stage: stageSolve, uniforms: words("rows", "turn"), callBuffers: words("sweepFrom",
		"sweepTo")},
	{name: "multilevel_restrict", stage: stageSolve, uniforms: words("firstRow", "endRow", "finest")},
	{name: "multilevel_solve", stage: stageSolve, callBuffers: words("inverse")},
	{name: "multilevel_prolong", shape: looping, stage: stageSolve, uniforms: words("fourth")},
}

// contents lists the buffers, for a model of so many vertices.
func (m *multilevel) contents(vertices int) []content {
	rows := m.Rows()
	return []content{
		{"coarseStart", m.BlockStart}, {"coarseRef", m.BlockRef}, {"coarseBlock", vectors(3 * m.FirstBlock[m.Depth()])},
		{"coarseDiagonal", m.Diagonal}, {"quad", m.Quad}, {"domainStart", m.DomainStart}, {"domainBlock", m.DomainBlock},
		{"sweepEven", vectors(m.Inverse)}, {"sweepOdd", vectors(m.Inverse)},
		{"memberStart", m.MemberStart}, {"member", m.Member}, {"ancestor", m.Ancestor},
		{"coarseResidual", vectors(3 * len(m.Quad))}, {"coarseVector", vectors(rows + 1)}, {"correction", vectors(rows + 1)},
		{"restricted", m.Restrictions()}, {"command", m.startCommands(vertices)}, {"commandStart", m.startCommands(vertices)},
	}
}

// sweepParts is how many invocations of hardware sweep a row: there are few rows, with up to 48 texels in each of three
// lines.
const sweepParts = 8

// setup makes coarse matrices and inverses for the present matrix.
func (m *multilevel) setup() {
	for l := range m.Depth() {
		m.run("multilevel_galerkin", m.FirstBlock[l+1]-m.FirstBlock[l], m.FirstBlock[l], l == 0)
	}
	m.run("multilevel_fill", m.Rows())
	parts := sweepParts
	// each inverts the pivots; and dispatches in parts go over rows
	if m.fetch || m.kernels["multilevel_sweep"].plan != nil {
		parts = 1
	}
	for turn := range m.Sweeps {
		m.runWith(map[string]*buffer{"sweepFrom": m.swept(turn), "sweepTo": m.swept(turn + 1)}, "multilevel_sweep",
			parts*m.Rows(), m.Rows(), turn)
	}
}

// swept is the buffer that a turn of sweeps reads, and the turn before writes.
func (m *multilevel) swept(turn int) *buffer {
	if turn%2 == 0 {
		return m.buffers["sweepEven"]
	}
	return m.buffers["sweepOdd"]
}

// startCommands are those that each solve starts from.
func (m *multilevel) startCommands(vertices int) []int32 {
	words := make([]int32, commands*commandBytes/4)
	put := func(command, groups int) { copy(words[3*command:], []int32{int32(groups), 1, 1}) }
	put(commandVertices, m.loopGroups(vertices))
	for g := range layout.MostRestricted {
		first, end := m.Restricted(g)
		put(commandRestrict+g, ceil(int(m.FirstRow[end]-m.FirstRow[first]), group))
	}
	put(commandRows, ceil(m.Rows(), group))
	return words
}

// correct adds what the coarse levels know to the preconditioned residual, in solves of several dispatches; nothing
// where the solve has ended, which empties the commands.
func (m *multilevel) correct() {
	command := m.buffers["command"]
	for g := range m.Groups() {
		first, end := m.Restricted(g)
		m.runBy(command, commandRestrict+g, nil, "multilevel_restrict", int(m.FirstRow[end]-m.FirstRow[first]),
			int(m.FirstRow[first]), int(m.FirstRow[end]), g == 0)
	}
	m.runBy(command, commandRows, map[string]*buffer{"inverse": m.swept(m.Sweeps)}, "multilevel_solve", m.Rows())
	m.runBy(command, commandVertices, nil, "multilevel_prolong", m.vertices, m.Fourth())
}
