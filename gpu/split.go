//go:build cgo

package gpu

import (
	"cmp"
	"fmt"
	"slices"

	"hysteron/gpu/layout"
)

// blocks returns the storage blocks and the sizes of their buffers, by the names in kernels.
func (q *queue) blocks() layout.Blocks {
	return layout.Blocks{Most: int(q.limits.SSBOBytes), Bytes: func(name string) (bytes int) {
		for _, n := range append(aliases[name], name) {
			if b := q.buffers[n]; b != nil {
				bytes = max(bytes, b.Bytes)
			}
		}
		return bytes
	}}
}

// adapt rewrites a kernel for buffers larger than a storage block, and adds uniforms to its dispatch.
func (q *queue) adapt(p *dispatch, text string) (string, *layout.SplitPlan, error) {
	text, plan, err := layout.AdaptKernel(text, q.blocks(), p.strides, q.cuts[p.name])
	if err != nil {
		return "", nil, fmt.Errorf("kernel %s: %w: %w", p.name, ErrTooLarge, err)
	}
	if plan != nil {
		p.uniforms = slices.Concat(p.uniforms, plan.Uniforms())
	}
	return text, plan, nil
}

// runParts is runWith for a split kernel. It issues all parts, or none.
func (q *queue) runParts(k *kernel, callBuffers map[string]*buffer, n int, args []any) {
	before := 0
	if k.itemsBefore != nil {
		before = k.itemsBefore(n, args)
	}
	list := k.plan.Parts(n, before, group)
	groups := make([][2]int, len(list))
	var commands *buffer
	for i, p := range list {
		x, y := q.limits.Fold(ceil(p.Items.To-p.Items.From, group))
		groups[i], commands = [2]int{x, y}, q.commandTable.Command(x, y)
	}
	for i := 0; i < len(list) && !q.commandTable.Missed; i++ {
		for w, name := range k.plan.Outputs() {
			cmp.Or(q.buffers[name], callBuffers[name]).Window = list[i].Windows[w]
		}
		clear(q.bound[layout.AsBlock][:])
		q.prepare(callBuffers, k.name, n, commands, slices.Concat(args, k.plan.Values(list[i])))
		q.dispatch(groups[i][0], groups[i][1])
	}
	clear(q.bound[layout.AsBlock][:])
}
