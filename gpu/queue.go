//go:build cgo

package gpu

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"

	"hysteron/shaders"
)

// queue issues the passes of a simulation and counts what they ask for. Of the orders that OpenGL leaves open it asks
// for those alone that results depend on: a pass waits for those before it by a barrier only where one
// writes what the other reads or writes.
type queue struct {
	ctx         *opengl.Context
	limits      opengl.Limits
	made        map[string]string // texts for the model that kernels include, see madeTexts
	software    bool              // the device is
	fetch       bool              // how kernels read, see include/load.glsl, and sum, see include/reduce.glsl
	groups      int               // of kernels that loop, at most: groupsOf
	allocations *layout.Allocations
	buffers     map[string]*buffer
	kernels     map[string]*kernel
	cuts        map[string][]layout.BlockPart // of kernels that write otherwise than item by item, see adapt
	fetched     map[string]bool               // what is lent by these names
	timer       opengl.Timer
	timed       bool
	counts      Counts
	ended       func() error // see opengl.Options; may be nil

	epoch    int // counts barriers: what buffers say of reads and writes before is over
	bound    [layout.Bindings][mostSlots]*buffer
	now      [layout.Bindings][mostSlots]*buffer // of the kernel at hand
	commands *buffer                             // bound
	owed     [reductions_][4]int32               // sums, see sum
	multi    bool                                // many buffers are bound by one call

	watch func(kernel string) // of each dispatch, before it; may be nil

	gates Gates[buffer] // of what is issued ahead
}

// newQueue is to be called inside Context.Do; limits are those of the device, or tighter.
func newQueue(ctx *opengl.Context, l opengl.Limits, fetch bool) *queue {
	return &queue{
		ctx: ctx, software: ctx.Device().Software, limits: l, fetch: fetch, groups: groupsOf(fetch), epoch: 1,
		allocations: layout.NewAllocations(l), buffers: map[string]*buffer{}, kernels: map[string]*kernel{},
		fetched: map[string]bool{},
		multi:   opengl.HasExtension("GL_ARB_multi_bind"),
	}
}

// fetchMost is as many processors as llvmpipe takes.
const fetchMost = 16

// groupsOf is how many groups of kernels that loop run at most.
func groupsOf(fetch bool) int {
	if fetch {
		return min(2*runtime.NumCPU(), fetchMost)
	}
	return mostGroups
}

// load compiles the kernels of passes.
func (q *queue) load(list []dispatch) error {
	for _, p := range list {
		if q.ended != nil {
			if err := q.ended(); err != nil {
				return err
			}
		}
		err := q.loadPass(p)
		if err != nil && p.shape == groupPerItem && !q.fetch { // a driver may lack registers for so many invocations
			p.narrow = true
			err = q.loadPass(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loadPass compiles the kernel of a pass.
func (q *queue) loadPass(p dispatch) error {
	text, err := p.source(q.fetch, q.software, q.made)
	if err != nil {
		return err
	}
	return q.loadText(p, text)
}

// loadText compiles the kernel of a pass from its text.
func (q *queue) loadText(p dispatch, text opengl.Source) error {
	var plan *layout.SplitPlan
	var err error
	if text.Text, plan, err = q.adapt(&p, text.Text); err != nil {
		return err
	}
	q.allocations.Whole = true
	k, err := loadKernel(q.ctx, p, text, q.limits, q.buffers)
	if err != nil {
		return err
	}
	k.plan = plan
	for i := range k.slots[layout.AsTexture] {
		s := &k.slots[layout.AsTexture][i]
		q.fetched[s.name] = q.fetched[s.name] || s.buffer == nil
		for _, b := range append(aliases[s.name], s.name) {
			if b := q.buffers[b]; b != nil {
				err = cmp.Or(err, q.allocations.Fetched(b))
			}
		}
	}
	if err != nil {
		q.ctx.Release(k.program)
		return fmt.Errorf("kernel %s: %w", p.name, err)
	}
	q.kernels[p.name] = k
	return nil
}

// run lets a kernel go over n items, with values for all uniforms of its pass; nothing where there are none.
func (q *queue) run(name string, n int, args ...any) { q.runWith(nil, name, n, args...) }

// runWith is run with the buffers that the pass lists as lent.
func (q *queue) runWith(lent map[string]*buffer, name string, n int, args ...any) {
	if n == 0 {
		return
	}
	k := q.kernels[name]
	if k == nil {
		panic("gpu: no kernel " + name)
	}
	if k.plan != nil {
		q.runParts(k, lent, n, args)
		return
	}
	x, y := q.groupsOver(k.shape, n)
	commands := q.gates.Of(x, y)
	if q.gates.Missed {
		return
	}
	q.prepare(lent, name, n, commands, args)
	q.dispatch(x, y)
}

// groupsOver is how many groups go over n items.
func (q *queue) groupsOver(as shape, n int) (x, y int) {
	switch as {
	case looping:
		return q.loopGroups(n), 1
	case inBlocks:
		return q.limits.Fold(ceil(n, scanEach*group))
	case perItem:
		return q.limits.Fold(ceil(n, group))
	case groupPerItem:
		return q.limits.Fold(n)
	}
	return 1, 1
}

// runBy lets a kernel go over n items, or over none, as the command at a place of a buffer says.
func (q *queue) runBy(commands *buffer, at int, lent map[string]*buffer, name string, n int, args ...any) {
	q.prepare(lent, name, n, commands, args)
	q.dispatchBy(commands, at)
}

// dispatchBy dispatches as the command at a place of a buffer says.
func (q *queue) dispatchBy(commands *buffer, at int) {
	if q.commands != commands {
		q.commands = commands
		gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, commands.ID)
		q.counts.Calls++
	}
	gl.DispatchComputeIndirect(commands.Guard + commandBytes*at)
}

// dispatch dispatches so many groups, or none if that is issued ahead and the device has stopped.
func (q *queue) dispatch(x, y int) {
	if at, ok := q.gates.Place(x, y); ok {
		q.dispatchBy(q.gates.Commands, at)
		return
	}
	gl.DispatchCompute(uint32(x), uint32(y), 1)
}

// runTogether runs so many groups of a kernel.
func (q *queue) runTogether(groups int, lent map[string]*buffer, name string, args ...any) {
	commands := q.gates.Of(groups, 1)
	if q.gates.Missed {
		return
	}
	q.prepare(lent, name, 0, commands, args)
	q.dispatch(groups, 1)
}

// commandBytes is the size of a command: groups along x, y and z.
const commandBytes = 12

// prepare makes all ready for a dispatch: uniforms, bindings, and a barrier if it has to wait.
func (q *queue) prepare(lent map[string]*buffer, name string, n int, commands *buffer, args []any) *kernel {
	k := q.kernels[name]
	if k == nil {
		panic("gpu: no kernel " + name)
	}
	if q.watch != nil {
		q.watch(name)
	}
	q.enter(k.stage)
	if len(args) != len(k.uniforms) {
		panic(fmt.Sprintf("gpu: kernel %s: %d values for the uniforms %q", name, len(args), k.dispatch.uniforms))
	}
	set := 0
	for i := range k.uniforms {
		set += k.uniforms[i].Set(k.program.ID, args[i])
	}
	if k.count != nil {
		set += k.count.Set(k.program.ID, n)
	}
	q.counts.Uniforms += set
	q.counts.Dispatches++
	q.counts.Calls += set + 2 // the dispatch, and its program
	gl.UseProgram(k.program.ID)
	var all [layout.Bindings][]*buffer
	for as := range k.slots {
		all[as] = q.now[as][:len(k.slots[as])]
		for i := range k.slots[as] {
			s := &k.slots[as][i]
			b := s.buffer
			if b == nil {
				if b = lent[s.name]; b == nil {
					panic(fmt.Sprintf("gpu: kernel %s: no buffer %s", name, s.name))
				}
			}
			all[as][i] = b
		}
	}
	q.order(k, all, commands)
	for as := range all {
		q.bind(as, all[as])
	}
	return k
}

// order puts a barrier before the kernel if it needs one, and notes what it reads and writes.
func (q *queue) order(k *kernel, all [layout.Bindings][]*buffer, commands *buffer) {
	waits := commands != nil && commands.Waits(q.epoch, shaders.Access{Reads: true}, allParts)
	for as := range all {
		for i, b := range all[as] {
			s := &k.slots[as][i]
			waits = waits || b.Waits(q.epoch, s.access, s.parts)
		}
	}
	if waits {
		q.barrier()
	}
	if commands != nil {
		commands.Note(q.epoch, shaders.Access{Reads: true}, allParts)
	}
	for as := range all {
		for i, b := range all[as] {
			s := &k.slots[as][i]
			b.Note(q.epoch, s.access, s.parts)
		}
	}
}

// barrier makes everything after it wait for everything before.
func (q *queue) barrier() {
	gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT | gl.TEXTURE_FETCH_BARRIER_BIT | gl.BUFFER_UPDATE_BARRIER_BIT |
		gl.COMMAND_BARRIER_BIT)
	q.counts.Barriers++
	q.counts.Calls++
	q.epoch++
}

// bind binds buffers from the first binding point on, those that are not bound there yet.
func (q *queue) bind(as int, all []*buffer) {
	bound := &q.bound[as]
	first, end := len(all), 0
	for i, b := range all {
		if bound[i] != b {
			first, end = min(first, i), i+1
			bound[i] = b
			if !q.multi {
				b.Bind(as, uint32(i))
				q.counts.Calls += 1 + as // a texture needs its unit
			}
		}
	}
	if !q.multi || first >= end {
		return
	}
	var ids [mostSlots]uint32
	var offsets, sizes [mostSlots]int
	for i, b := range all[first:end] {
		ids[i], offsets[i], sizes[i] = b.ID, b.Guard+b.Window.From, b.Window.To-b.Window.From
		if as == layout.AsTexture {
			ids[i] = b.Texture
		}
	}
	q.counts.Calls++
	if as == layout.AsTexture {
		gl.BindTextures(uint32(first), int32(end-first), &ids[0])
		return
	}
	gl.BindBuffersRange(gl.SHADER_STORAGE_BUFFER, uint32(first), int32(end-first), &ids[0], &offsets[0], &sizes[0])
}

// runsAhead reports whether anything is ever issued ahead.
func (q *queue) runsAhead() bool { return q.gates.Commands != nil }

// unbind forgets what is bound, after others have used the context.
func (q *queue) unbind() {
	for as := range q.bound {
		clear(q.bound[as][:])
	}
	q.commands = nil
}

// enter has what follows belong to a stage of the step.
func (q *queue) enter(s stage) {
	if !q.timed || s == sameStage {
		return
	}
	n := q.timer.Enter(int(s - noStage))
	q.counts.Queries += n
	q.counts.Calls += n
}

func ceil(n, each int) int { return (n + each - 1) / each }

// loopGroups is the number of groups of a kernel that loops over n items.
func (q *queue) loopGroups(n int) int { return min(ceil(n, loopGroup(q.fetch)), q.groups) }

// sums is how many sums a kernel leaves that loops over n items.
func (q *queue) sums(n int) int {
	if q.fetch {
		return q.loopGroups(n) * fetchGroup
	}
	return q.loopGroups(n)
}

// sum has count tallies from the first on added up into one of status.Reductions before that is read.
func (q *queue) sum(first, count, target int) {
	q.owed[target] = [4]int32{int32(first), int32(count), int32(target)}
}

// sumUp adds up what is owed, in one dispatch.
func (q *queue) sumUp() {
	if list, n := q.takeOwed(); n > 0 {
		q.runTogether(n, nil, "reduce", list[0], list[1], list[2], list[3])
	}
}

// takeOwed is what is owed, and nothing is from now on.
func (q *queue) takeOwed() (list [reductions_][4]int32, n int) {
	for _, sum := range q.owed {
		if sum[1] > 0 {
			list[n] = sum
			n++
		}
	}
	q.owed = [reductions_][4]int32{}
	return list, n
}

// free deletes what the queue has made.
func (q *queue) free() {
	q.allocations.Free()
	for _, k := range q.kernels {
		q.ctx.Release(k.program)
	}
	q.timer.Free()
}
