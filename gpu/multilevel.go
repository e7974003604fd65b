//go:build cgo

package gpu

import "hysteron/gpu/layout"

// multilevel is the device twin of linalg.Multilevel. Its matrices are recomputed on request of step.Linear; its
// structure follows from the mesh.
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

// contents lists the buffers for a model with the given number of vertices.
func (m *multilevel) contents(vertices int) []content {
	rows := m.Rows()
	return []content{
		{"coarseStart", m.BlockStart}, {"coarseRef", m.BlockRef}, {"coarseBlock", vectors(3 * m.FirstBlock[m.Depth()])},
		{"coarseDiagonal", m.Diagonal}, {"quad", m.Quad}, {"domainStart", m.DomainStart}, {"domainBlock",
			m.DomainBlock},
		{"sweepEven", vectors(m.Inverse)}, {"sweepOdd", vectors(m.Inverse)},
		{"memberStart", m.MemberStart}, {"member", m.Member}, {"ancestor", m.Ancestor},
		{"coarseResidual", vectors(3 * len(m.Quad))}, {"coarseVector", vectors(rows + 1)}, {"correction",
			vectors(rows + 1)},
		{"restricted", m.Restrictions()}, {"command", m.startCommands(vertices)}, {"commandStart",
			m.startCommands(vertices)},
	}
}

// sweepParts is the number of invocations per row of a sweep on hardware. There are few rows, with up to 48 texels in
// each of three lines.
const sweepParts = 8

// setup computes coarse matrices and inverses for the present matrix.
func (m *multilevel) setup() {
	for l := range m.Depth() {
		m.run("multilevel_galerkin", m.FirstBlock[l+1]-m.FirstBlock[l], m.FirstBlock[l], l == 0)
	}
	m.run("multilevel_fill", m.Rows())
	parts := sweepParts
	// each invocation inverts the pivots; a split dispatch goes over rows
	if m.fetch || m.kernels["multilevel_sweep"].plan != nil {
		parts = 1
	}
	for turn := range m.Sweeps {
		m.runWith(map[string]*buffer{"sweepFrom": m.swept(turn), "sweepTo": m.swept(turn + 1)}, "multilevel_sweep",
			parts*m.Rows(), m.Rows(), turn)
	}
}

// swept returns the buffer that sweep number turn reads, the output of the sweep before.
func (m *multilevel) swept(turn int) *buffer {
	if turn%2 == 0 {
		return m.buffers["sweepEven"]
	}
	return m.buffers["sweepOdd"]
}

// startCommands returns the dispatch commands at the start of a solve.
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

// correct adds the coarse correction to the preconditioned residual, in solves of several dispatches. It does nothing
// after the end of a solve, which empties the commands.
func (m *multilevel) correct() {
	command := m.buffers["command"]
	for g := range m.Groups() {
		first, end := m.Restricted(g)
		m.runIndirect(command, commandRestrict+g, nil, "multilevel_restrict", int(m.FirstRow[end]-m.FirstRow[first]),
			int(m.FirstRow[first]), int(m.FirstRow[end]), g == 0)
	}
	m.runIndirect(command, commandRows, map[string]*buffer{"inverse": m.swept(m.Sweeps)}, "multilevel_solve", m.Rows())
	m.runIndirect(command, commandVertices, nil, "multilevel_prolong", m.vertices, m.Fourth())
}
