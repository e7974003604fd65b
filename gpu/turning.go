//go:build cgo

package gpu

import (
	"hysteron/gpu/layout"
	"hysteron/step"
)

// turning are the levels of sparse.Turning on the device. They are made when they are asked for first, which is seldom; where they do not fit, levels
// that only shift stand in for them.
type turning struct {
	*queue
	*layout.Turning // nil: not made
	asked           bool
	side            int // like that of the solver, of cg_solve_turning
	turns           int // see pack.Turning.Turns
}

var turningPasses = []pass{
	{name: "turning_centres", stage: stageSolve, uniforms: words("firstRow", "finest")},
	{name: "turning_smooth", stage: stageSolve, uniforms: words("firstBlock", "single", "omega")},
	{name: "turning_image", stage: stageSolve, uniforms: words("firstImage", "endImage", "each", "single", "finest")},
	{name: "turning_galerkin", stage: stageSolve, uniforms: words("firstUpper", "endUpper", "each")},
	{name: "turning_invert", stage: stageSolve, uniforms: words("firstRow")},
	{name: "turning_gather", stage: stageSolve, uniforms: words("firstRow", "finest")},
	{name: "turning_solve", stage: stageSolve, uniforms: words("firstRow", "single")},
	{name: "turning_spread", shape: looping, stage: stageSolve, uniforms: words("single")},
}

var turningTogether = pass{name: "cg_solve_turning", shape: together, stage: stageSolve,
	uniforms: words("pairCount", "single", "sums", "each", "all", "tolerance", "most", "warm", "levels", "rehearsals")}

// turningContents lists the buffers.
func turningContents(k *layout.Turning) []content {
	return []content{
		{"turnStart", k.Start}, {"turnRow", k.Row}, {"turnColumn", k.Column}, {"turnSmooth", k.Smooth.Start}, {"turnSmoothRef", k.Smooth.Item},
		{"turnImageStart", k.Image.Start}, {"turnImageRef", k.Image.Item}, {"turnSum", k.Sum.Start}, {"turnSumRef", k.Sum.Item}, {"turnPlace", k.Place},
		{"turnDiagonal", k.Diagonal}, {"turnMemberStart", k.Member.Start}, {"turnMember", k.Member.Item}, {"turnGatherStart", k.GatherStart}, {"turnGather", k.Gather},
		{"turnLevel", k.Levels(group)}, {"turnCentre", vectors(2 * k.Rows())}, {"turnStrip", vectors(6 * k.Strips())}, {"turnImage", vectors(6 * k.Images)},
		{"turnMatrix", vectors(12 * k.Matrices)}, {"turnInverse", vectors(12 * k.Rows())}, {"turnResidual", vectors(2 * k.Rows())}, {"turnCorrection", vectors(2 * k.Rows())},
	}
}

// ready makes the levels that turn, before the first solve with them is issued.
func (s *solver) ready(l step.Linear) {
	s.Linear = l
	if t := &s.turning; l.Turning && !t.asked {
		t.asked = true
		if layout.LeastImage*s.n > int(s.limits.SSBOBytes) {
			return
		}
		if k := layout.NewTurning(s.pack); k.Depth() > 0 && s.makeTurning(k) == nil {
			s.rehearseTurning()
		} else {
			t.Turning = nil
		}
		s.unbind()
	}
}

// makeTurning makes buffers and kernels; an error says that they do not fit the device.
func (s *solver) makeTurning(k *layout.Turning) error {
	list, t := turningContents(k), &s.turning
	for _, c := range list {
		z, _ := c.size()
		if err := s.memory.Fits(&buffer{Name: c.name, Format: z.format, Fetched: s.fetch || s.side > 0}, z.count); err != nil {
			return err
		}
	}
	if err := s.create(list...); err != nil {
		return err
	}
	if err := s.load(turningPasses); err != nil {
		return err
	}
	if s.side > 0 {
		p := turningTogether
		p.wide = s.wide
		if err := s.load([]pass{p}); err != nil {
			return err
		}
		t.turns = k.Turns(s.wide * group)
	}
	words := s.levels.startCommands(s.n)
	for l := range k.Depth() {
		copy(words[3*(commandTurn+l):], []int32{int32(ceil(2*k.RowsOf(l), group)), 1, 1})
	}
	write(s.queue, s.buffers["commandStart"], words)
	k.Forget()
	t.Turning = k
	return nil
}

// setup makes the levels for the present matrix and positions.
func (t *turning) setup() {
	for l := range t.Depth() {
		first, rows, strips := int(t.FirstRow[l]), t.RowsOf(l), min(2, 1+l)
		t.run("turning_centres", rows, first, l == 0)
		t.run("turning_smooth", int(t.FirstBlock[l+1]-t.FirstBlock[l]), int(t.FirstBlock[l]), t.Single(), t.Omega(l))
		blocks := t.FirstImage[l+1] - t.FirstImage[l]
		n, each := strips*int(blocks), 0
		if l > 0 {
			n, each = t.over(blocks, t.EachImage[l])
		}
		t.run("turning_image", n, int(t.FirstImage[l]), int(t.FirstImage[l+1]), each, t.Single(), l == 0)
		n, each = t.over(t.FirstUpper[l+1]-t.FirstUpper[l], t.EachUpper[l])
		t.run("turning_galerkin", n, int(t.FirstUpper[l]), int(t.FirstUpper[l+1]), each)
		t.run("turning_invert", rows, first)
	}
}

// over is how many invocations sum up so many blocks, two each where kernels fetch, else a work group for some, see include/turning_sums.glsl; and for how many.
func (t *turning) over(blocks, each int32) (n, of int) {
	if t.fetch {
		return 2 * int(blocks), 0
	}
	return ceil(int(blocks), int(each)) * group, int(each)
}

// correct is multilevel.correct of these levels.
func (t *turning) correct() {
	command := t.buffers["command"]
	for l := range t.Depth() {
		t.runBy(command, commandTurn+l, nil, "turning_gather", 2*t.RowsOf(l), int(t.FirstRow[l]), l == 0)
	}
	for l := t.Depth() - 1; l >= 0; l-- {
		t.runBy(command, commandTurn+l, nil, "turning_solve", 2*t.RowsOf(l), int(t.FirstRow[l]), t.Single())
	}
	t.runBy(command, commandVertices, nil, "turning_spread", t.Vertices, t.Single())
}
