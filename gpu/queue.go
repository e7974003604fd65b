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

// queue issues the dispatches of a simulation and counts operations. A barrier is issued only before a dispatch that
// depends on an earlier one: one of the two writes what the other reads or writes.
type queue struct {
	ctx         *opengl.Context
	limits      opengl.Limits
	generated   map[string]string // generated texts that kernels include, see madeTexts
	software    bool              // software device
	fetch       bool              // kernels read by texel fetch, see include/load.glsl and include/reduce.glsl
	groups      int               // most groups of looping kernels, see groupsOf
	allocations *layout.Allocations
	buffers     map[string]*buffer
	kernels     map[string]*kernel
	cuts        map[string][]layout.BlockPart // of kernels that do not write item by item, see adapt
	fetched     map[string]bool               // names under which kernels fetch buffers
	timer       opengl.Timer
	timed       bool
	counts      Counts
	ended       func() error // see opengl.Options; may be nil

	epoch       int // counts barriers; a buffer's accesses of earlier epochs need none
	bound       [layout.Bindings][mostSlots]*buffer
	current     [layout.Bindings][mostSlots]*buffer // buffers of the current kernel
	commands    *buffer                             // bound command buffer
	pendingSums [reductionCount][4]int32            // sums not issued yet, see sum
	multi       bool                                // several buffers are bound by one call

	watch func(kernel string) // called before each dispatch with its kernel; may be nil

	commandTable CommandTable[buffer] // commands of speculative dispatches
}

// newQueue must be called inside Context.Do. Limits are those of the device, or tighter.
func newQueue(ctx *opengl.Context, l opengl.Limits, fetch bool) *queue {
	return &queue{
		ctx: ctx, software: ctx.Device().Software, limits: l, fetch: fetch, groups: groupsOf(fetch), epoch: 1,
		allocations: layout.NewAllocations(l), buffers: map[string]*buffer{}, kernels: map[string]*kernel{},
		fetched: map[string]bool{},
		multi:   opengl.HasExtension("GL_ARB_multi_bind"),
	}
}

// fetchMost is the number of processors that llvmpipe uses.
const fetchMost = 16

// groupsOf returns the largest number of work groups of looping kernels.
func groupsOf(fetch bool) int {
	if fetch {
		return min(2*runtime.NumCPU(), fetchMost)
	}
	return mostGroups
}

// load compiles the kernels of dispatches.
func (q *queue) load(list []dispatch) error {
	for _, p := range list {
		if q.ended != nil {
			if err := q.ended(); err != nil {
				return err
			}
		}
		err := q.loadDispatch(p)
		if err != nil && p.shape == groupPerItem && !q.fetch { // a driver may lack registers for so many invocations
			p.narrow = true
			err = q.loadDispatch(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loadDispatch compiles the kernel of a dispatch.
func (q *queue) loadDispatch(p dispatch) error {
	text, err := p.source(q.fetch, q.software, q.generated)
	if err != nil {
		return err
	}
	return q.loadText(p, text)
}

// loadText compiles the kernel of a dispatch from its text.
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

// run dispatches a kernel over n items, with values for all uniforms of its dispatch. It does nothing for n = 0.
func (q *queue) run(name string, n int, args ...any) { q.runWith(nil, name, n, args...) }

// runWith is run with the buffers that come with the call.
func (q *queue) runWith(callBuffers map[string]*buffer, name string, n int, args ...any) {
	if n == 0 {
		return
	}
	k := q.kernels[name]
	if k == nil {
		panic("gpu: no kernel " + name)
	}
	if k.plan != nil {
		q.runParts(k, callBuffers, n, args)
		return
	}
	x, y := q.groupsFor(k.shape, n)
	commands := q.commandTable.Command(x, y)
	if q.commandTable.Missed {
		return
	}
	q.prepare(callBuffers, name, n, commands, args)
	q.dispatch(x, y)
}

// groupsFor returns the number of work groups for n items.
func (q *queue) groupsFor(as shape, n int) (x, y int) {
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

// runIndirect dispatches a kernel over n items by an indirect command, number at of a buffer.
func (q *queue) runIndirect(commands *buffer, at int, callBuffers map[string]*buffer, name string, n int, args ...any) {
	q.prepare(callBuffers, name, n, commands, args)
	q.dispatchIndirect(commands, at)
}

// dispatchIndirect issues an indirect dispatch, with command number at of a buffer.
func (q *queue) dispatchIndirect(commands *buffer, at int) {
	if q.commands != commands {
		q.commands = commands
		gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, commands.ID)
		q.counts.Calls++
	}
	gl.DispatchComputeIndirect(commands.Guard + commandBytes*at)
}

// dispatch dispatches x×y groups: none if the dispatch is speculative and the device has stopped.
func (q *queue) dispatch(x, y int) {
	if at, ok := q.commandTable.Index(x, y); ok {
		q.dispatchIndirect(q.commandTable.Commands, at)
		return
	}
	gl.DispatchCompute(uint32(x), uint32(y), 1)
}

// runConcurrent dispatches a kernel with the given number of concurrent groups.
func (q *queue) runConcurrent(groups int, callBuffers map[string]*buffer, name string, args ...any) {
	commands := q.commandTable.Command(groups, 1)
	if q.commandTable.Missed {
		return
	}
	q.prepare(callBuffers, name, 0, commands, args)
	q.dispatch(groups, 1)
}

// commandBytes is the size of a command: the numbers of groups along x, y and z.
const commandBytes = 12

// prepare sets uniforms, bindings and, if necessary, a barrier for a dispatch.
func (q *queue) prepare(callBuffers map[string]*buffer, name string, n int, commands *buffer, args []any) *kernel {
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
	q.counts.Calls += set + 2 // the dispatch and its program
	gl.UseProgram(k.program.ID)
	var all [layout.Bindings][]*buffer
	for as := range k.slots {
		all[as] = q.current[as][:len(k.slots[as])]
		for i := range k.slots[as] {
			s := &k.slots[as][i]
			b := s.buffer
			if b == nil {
				if b = callBuffers[s.name]; b == nil {
					panic(fmt.Sprintf("gpu: kernel %s: no buffer %s", name, s.name))
				}
			}
			all[as][i] = b
		}
	}
	q.issueBarrier(k, all, commands)
	for as := range all {
		q.bind(as, all[as])
	}
	return k
}

// issueBarrier issues a barrier if the kernel depends on an earlier dispatch, and records its accesses.
func (q *queue) issueBarrier(k *kernel, all [layout.Bindings][]*buffer, commands *buffer) {
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

// barrier orders all later commands after all earlier ones.
func (q *queue) barrier() {
	gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT | gl.TEXTURE_FETCH_BARRIER_BIT | gl.BUFFER_UPDATE_BARRIER_BIT |
		gl.COMMAND_BARRIER_BIT)
	q.counts.Barriers++
	q.counts.Calls++
	q.epoch++
}

// bind binds buffers from binding point 0 on, skipping those already bound.
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

// canSpeculate reports whether dispatches may be speculative.
func (q *queue) canSpeculate() bool { return q.commandTable.Commands != nil }

// unbind discards the recorded bindings, after other code used the context.
func (q *queue) unbind() {
	for as := range q.bound {
		clear(q.bound[as][:])
	}
	q.commands = nil
}

// enter assigns the following dispatches to a stage of the step.
func (q *queue) enter(s stage) {
	if !q.timed || s == sameStage {
		return
	}
	n := q.timer.Enter(int(s - noStage))
	q.counts.Queries += n
	q.counts.Calls += n
}

func ceil(n, each int) int { return (n + each - 1) / each }

// loopGroups returns the number of work groups of a looping kernel over n items.
func (q *queue) loopGroups(n int) int { return min(ceil(n, loopGroup(q.fetch)), q.groups) }

// sums returns the number of partial sums of a looping kernel over n items.
func (q *queue) sums(n int) int {
	if q.fetch {
		return q.loopGroups(n) * fetchGroup
	}
	return q.loopGroups(n)
}

// sum adds count partial sums from first on to status.Reductions[target], before that is read.
func (q *queue) sum(first, count, target int) {
	q.pendingSums[target] = [4]int32{int32(first), int32(count), int32(target)}
}

// issueSums issues all pending sums in one dispatch.
func (q *queue) issueSums() {
	if list, n := q.takePendingSums(); n > 0 {
		q.runConcurrent(n, nil, "reduce", list[0], list[1], list[2], list[3])
	}
}

// takePendingSums returns and clears the pending sums.
func (q *queue) takePendingSums() (list [reductionCount][4]int32, n int) {
	for _, sum := range q.pendingSums {
		if sum[1] > 0 {
			list[n] = sum
			n++
		}
	}
	q.pendingSums = [reductionCount][4]int32{}
	return list, n
}

// free deletes the queue's resources.
func (q *queue) free() {
	q.allocations.Free()
	for _, k := range q.kernels {
		q.ctx.Release(k.program)
	}
	q.timer.Free()
}
