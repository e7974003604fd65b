//go:build cgo

package gpu

import (
	"hysteron/gpu/layout"
	"hysteron/step"
)

// rigidAMG has the levels of linalg.RigidAMG on the device. They are created at their first use. If they do not fit the
// device, AMG with a piecewise-constant coarse space replaces them.
type rigidAMG struct {
	*queue
	*layout.RigidAMG // nil: not created
	attempted        bool
	concurrent       int // as in solver, for cg_solve_rigid_amg
	iterations       int // see layout.RigidAMG
}

var rigidAMGPasses = []dispatch{
	{name: "rigid_amg_centres", stage: stageSolve, uniforms: words("firstRow", "finest")},
	{name: "rigid_amg_smooth", stage: stageSolve, uniforms: words("firstBlock", "single", "omega")},
	{name: "rigid_amg_image", stage: stageSolve, uniforms: words("firstImage", "endImage", "each", "single", "finest")},
	{name: "rigid_amg_galerkin", stage: stageSolve, uniforms: words("firstUpper", "endUpper", "each")},
	{name: "rigid_amg_invert", stage: stageSolve, uniforms: words("firstRow")},
	{name: "rigid_amg_gather", stage: stageSolve, uniforms: words("firstRow", "finest")},
	{name: "rigid_amg_solve", stage: stageSolve, uniforms: words("firstRow", "single")},
	{name: "rigid_amg_spread", shape: looping, stage: stageSolve, uniforms: words("single")},
}

var rigidAMGConcurrent = dispatch{name: "cg_solve_rigid_amg", shape: concurrentGroups, stage: stageSolve,
	uniforms: words("pairCount", "single", "sums", "each", "all", "tolerance", "most", "warm", "levels",
		"barrierTests")}

// rigidAMGContents lists the buffers.
func rigidAMGContents(k *layout.RigidAMG) []content {
	return []content{
		{"amgStart", k.Start}, {"amgRow", k.Row}, {"amgColumn", k.Column}, {"amgSmooth", k.Smooth.Start},
		{"amgSmoothRef", k.Smooth.Item},
		{"amgImageStart", k.Image.Start}, {"amgImageRef", k.Image.Item}, {"amgSum", k.Sum.Start}, {"amgSumRef",
			k.Sum.Item},
		{"amgPlace", k.Place},
		{"turnDiagonal", k.Diagonal}, {"amgMemberStart", k.Member.Start}, {"amgMember", k.Member.Item},
		{"amgGatherStart", k.GatherStart}, {"amgGather", k.Gather},
		{"amgLevel", k.Levels(group)}, {"amgCentre", vectors(2 * k.Rows())}, {"amgStrip", vectors(6 * k.Strips())},
		{"amgImage", vectors(6 * k.Images)},
		{"amgMatrix", vectors(12 * k.Matrices)}, {"amgInverse", vectors(12 * k.Rows())},
		{"amgResidual", vectors(2 * k.Rows())}, {"amgCorrection", vectors(2 * k.Rows())},
	}
}

// prepareRigidAMG creates AMG with rigid-body modes before the first solve that uses it.
func (s *solver) prepareRigidAMG(l step.Linear) {
	s.Linear = l
	if t := &s.rigidAMG; l.RigidModes && !t.attempted {
		t.attempted = true
		if layout.LeastImage*s.n > int(s.limits.SSBOBytes) {
			return
		}
		if k := layout.NewRigidAMG(s.pack); k.Depth() > 0 && s.makeRigidAMG(k) == nil {
			s.measureRigidAMGConcurrency()
		} else {
			t.RigidAMG = nil
		}
		s.unbind()
	}
}

// makeRigidAMG creates buffers and kernels. An error means that they do not fit the device.
func (s *solver) makeRigidAMG(k *layout.RigidAMG) error {
	list, t := rigidAMGContents(k), &s.rigidAMG
	for _, c := range list {
		z, _ := c.size()
		if err := s.allocations.Fits(&buffer{Name: c.name, Format: z.format, Fetched: s.fetch || s.concurrent > 0},
			z.count); err != nil {
			return err
		}
	}
	if err := s.create(list...); err != nil {
		return err
	}
	if err := s.load(rigidAMGPasses); err != nil {
		return err
	}
	if s.concurrent > 0 {
		p := rigidAMGConcurrent
		p.width = s.width
		if err := s.load([]dispatch{p}); err != nil {
			return err
		}
		t.iterations = k.Iterations(s.width * group)
	}
	words := s.levels.startCommands(s.n)
	for l := range k.Depth() {
		copy(words[3*(commandRigidAMG+l):], []int32{int32(ceil(2*k.RowsOf(l), group)), 1, 1})
	}
	write(s.queue, s.buffers["commandStart"], words)
	k.Forget()
	t.RigidAMG = k
	return nil
}

// setup computes the levels for the present matrix and positions.
func (t *rigidAMG) setup() {
	for l := range t.Depth() {
		first, rows, strips := int(t.FirstRow[l]), t.RowsOf(l), min(2, 1+l)
		t.run("rigid_amg_centres", rows, first, l == 0)
		t.run("rigid_amg_smooth", int(t.FirstBlock[l+1]-t.FirstBlock[l]), int(t.FirstBlock[l]), t.Single(), t.Omega(l))
		blocks := t.FirstImage[l+1] - t.FirstImage[l]
		n, each := strips*int(blocks), 0
		if l > 0 {
			n, each = t.sumInvocations(blocks, t.EachImage[l])
		}
		t.run("rigid_amg_image", n, int(t.FirstImage[l]), int(t.FirstImage[l+1]), each, t.Single(), l == 0)
		n, each = t.sumInvocations(t.FirstUpper[l+1]-t.FirstUpper[l], t.EachUpper[l])
		t.run("rigid_amg_galerkin", n, int(t.FirstUpper[l]), int(t.FirstUpper[l+1]), each)
		t.run("rigid_amg_invert", rows, first)
	}
}

// sumInvocations returns the number of invocations that sum the blocks, and the number of sums: two per block where
// kernels fetch, else a work group for several blocks, see include/rigid_amg_sums.glsl.
func (t *rigidAMG) sumInvocations(blocks, each int32) (n, of int) {
	if t.fetch {
		return 2 * int(blocks), 0
	}
	return ceil(int(blocks), int(each)) * group, int(each)
}

// correct is multilevel.correct for these levels.
func (t *rigidAMG) correct() {
	command := t.buffers["command"]
	for l := range t.Depth() {
		t.runIndirect(command, commandRigidAMG+l, nil, "rigid_amg_gather", 2*t.RowsOf(l), int(t.FirstRow[l]), l == 0)
	}
	for l := t.Depth() - 1; l >= 0; l-- {
		t.runIndirect(command, commandRigidAMG+l, nil, "rigid_amg_solve", 2*t.RowsOf(l), int(t.FirstRow[l]), t.Single())
	}
	t.runIndirect(command, commandVertices, nil, "rigid_amg_spread", t.Vertices, t.Single())
}
