//go:build cgo

package gpu

import (
	"fmt"
	"slices"

	"hysteron/gpu/parts"
	"hysteron/shaders"
)

// strides are the bytes that each item of a kernel has for its own in outputs; 0: items share the buffer evenly.
type strides map[string]int

// large tells whether a buffer, or what is lent by a name, is larger than a storage block.
func (q *queue) large(name string) bool {
	return slices.ContainsFunc(append(lentAs[name], name), func(n string) bool {
		b := q.buffers[n]
		return b != nil && int64(b.bytes) > q.limits.SSBOBytes
	})
}

// adapt has a kernel fetch large buffers, and write them in windows, whose uniforms its pass gets.
func (q *queue) adapt(p *pass, text string) (string, []shaders.Window, error) {
	text, windows, whole := parts.Text(text, q.large)
	for _, w := range windows {
		if _, own := p.own[w.Name]; !own && q.cuts[p.name] == nil || p.shape != perItem {
			whole = append(whole, w.Name)
		}
		p.uniforms = append(slices.Clip(p.uniforms), w.Uniform())
	}
	for _, name := range whole {
		return "", nil, fmt.Errorf("kernel %s: %w: it writes all over %s, which is larger than a storage block of %d bytes", p.name, ErrTooLarge, name, q.limits.SSBOBytes)
	}
	return text, windows, nil
}

// runParts is runWith for a kernel with windows.
func (q *queue) runParts(k *kernel, lent map[string]*buffer, n int, args []any) {
	outputs := make([]*buffer, len(k.windows))
	stride := make([]int, len(k.windows))
	for i, w := range k.windows {
		b := q.buffers[w.Name]
		if b == nil {
			b = lent[w.Name]
		}
		if outputs[i], stride[i] = b, k.own[w.Name]; stride[i] == 0 {
			stride[i] = b.bytes / n
		}
	}
	list, before := q.cuts[k.name], 0
	if k.before != nil {
		before = k.before(n, args)
	}
	if list == nil {
		list = parts.Own(n, before, group, int(q.limits.SSBOBytes), stride...)
	}
	var commands *buffer
	groups := make([][2]int, len(list))
	for i, p := range list { // all or none
		x, y := foldGroups(ceil(p.Items.To-p.Items.From, group), q.limits.GroupCount[0])
		groups[i], commands = [2]int{x, y}, q.gates.of(x, y)
	}
	if q.gates.missed {
		return
	}
	for i, p := range list {
		all := slices.Clip(args)
		for j, w := range k.windows {
			outputs[j].window = p.Windows[j]
			all = append(all, [4]int32{int32(p.Windows[j].From / w.Unit), int32(p.Windows[j].To / w.Unit), int32(p.Items.From), int32(p.Items.To)})
		}
		q.bound[asBlock] = [mostSlots]*buffer{}
		q.prepare(lent, k.name, n, commands, all)
		q.dispatch(groups[i][0], groups[i][1])
	}
	q.bound[asBlock] = [mostSlots]*buffer{}
}
