//go:build cgo

package gpu

// multilevel is the preconditioner of sparse.Multilevel on the device. Its matrices are made anew when step.Linear
// asks for it; what follows from the mesh alone is made once.
type multilevel struct {
	*queue
	*multilevelPack
}

var multilevelPasses = []pass{
	{name: "multilevel_galerkin", stage: stageSolve, uniforms: words("firstBlock", "finest")},
	{name: "multilevel_fill", stage: stageSolve},
	{name: "multilevel_sweep", stage: stageSolve, uniforms: words("turn"), lent: words("sweepFrom", "sweepTo")},
	{name: "multilevel_restrict", stage: stageSolve, uniforms: words("firstRow", "endRow", "finest")},
	{name: "multilevel_solve", stage: stageSolve, lent: words("inverse")},
	{name: "multilevel_prolong", shape: striding, stage: stageSolve, uniforms: words("fourth")},
}

// contents lists the buffers, for a model of so many vertices.
func (m *multilevel) contents(vertices int) []content {
	rows := m.rows()
	return []content{
		{"coarseStart", m.blockStart}, {"coarseRef", m.blockRef}, {"coarseBlock", vectors(3 * m.firstBlock[m.depth()])},
		{"coarseDiagonal", m.diagonal}, {"quad", m.quad}, {"domainStart", m.domainStart}, {"domainBlock", m.domainBlock},
		{"sweepEven", vectors(m.inverse)}, {"sweepOdd", vectors(m.inverse)},
		{"memberStart", m.memberStart}, {"member", m.member}, {"ancestor", m.ancestor},
		{"coarseResidual", vectors(3 * len(m.quad))}, {"coarseVector", vectors(rows + 1)}, {"correction", vectors(rows + 1)},
		{"restricted", m.restrictions()}, {"command", m.startCommands(vertices)}, {"commandStart", m.startCommands(vertices)},
	}
}

// setup makes coarse matrices and inverses for the present matrix.
func (m *multilevel) setup() {
	for l := range m.depth() {
		m.run("multilevel_galerkin", m.firstBlock[l+1]-m.firstBlock[l], m.firstBlock[l], l == 0)
	}
	m.run("multilevel_fill", m.rows())
	for turn := range m.turns {
		m.runWith(map[string]*buffer{"sweepFrom": m.swept(turn), "sweepTo": m.swept(turn + 1)}, "multilevel_sweep", m.rows(), turn)
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
	put(commandVertices, m.strideGroups(vertices))
	for g := range mostRestricted {
		first, end := m.restricted(g)
		put(commandRestrict+g, ceil(int(m.firstRow[end]-m.firstRow[first]), group))
	}
	put(commandRows, ceil(m.rows(), group))
	return words
}

// restrictions lists the groups of levels as cg_solve.comp reads them.
func (m *multilevel) restrictions() [][4]int32 {
	list := make([][4]int32, mostRestricted)
	for g := range list {
		first, end := m.restricted(g)
		list[g] = [4]int32{m.firstRow[first], m.firstRow[end], int32(btoi(g == 0))}
	}
	return list
}

// groups is how many of them have levels.
func (m *multilevel) groups() (n int) {
	for ; n < mostRestricted; n++ {
		if first, end := m.restricted(n); first == end {
			break
		}
	}
	return n
}

// fourth is the first row of the fourth level, −1 where there are at most four.
func (m *multilevel) fourth() int {
	if m.depth() > 4 {
		return int(m.firstRow[3])
	}
	return -1
}

// correct adds what the coarse levels know to the preconditioned residual; nothing where the solve has
// ended.
func (m *multilevel) correct() {
	command := m.buffers["command"]
	for g := range m.groups() {
		first, end := m.restricted(g)
		m.runBy(command, commandRestrict+g, nil, "multilevel_restrict", 0, int(m.firstRow[first]), int(m.firstRow[end]), g == 0)
	}
	m.runBy(command, commandRows, map[string]*buffer{"inverse": m.swept(m.turns)}, "multilevel_solve", m.rows())
	m.runBy(command, commandVertices, nil, "multilevel_prolong", 0, m.fourth())
}
