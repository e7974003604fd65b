// Cuts dispatches of kernels whose outputs are larger than a device's storage blocks. The limit is one of
// the range that a kernel has bound, not of the buffer: so a kernel goes over its items part by part, each with the
// ranges of the outputs that its items write to. What kernels only read they read as buffer textures then, which reach
// farther. Each item does what it does in one dispatch: results have the same bits. It knows no OpenGL.

package layout

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hysteron/shaders"
)

// align is what ranges that are bound begin at multiples of [bytes]: OpenGL lets no device ask for more.
const align = 256

// Blocks are the storage blocks of a device, and the sizes of what is to be bound there [bytes].
type Blocks struct {
	Most  int
	Bytes func(name string) int
}

// Large reports whether a buffer is larger.
func (b Blocks) Large(name string) bool { return b.Bytes(name) > b.Most }

// Range is one of items or of bytes.
type BlockRange struct{ From, To int }

// Part is what one dispatch does.
type BlockPart struct {
	Items   BlockRange
	Windows []BlockRange // of the outputs that are large [bytes]
}

// Strides are the bytes that each item of a kernel has for its own in outputs; 0: items share the buffer evenly.
type Strides map[string]int

// Plan is how a kernel is dispatched in parts.
type SplitPlan struct {
	windows []shaders.Window
	strides []int // of each window
	bytes   []int // of its buffer
	fixed   []BlockPart
	most    int
}

// Adapt adapts the text of a kernel, includes in place, to buffers that are larger than storage blocks: it fetches
// those that it reads, and has those that it writes in windows, where items have places of their own there or cut says
// which do what. The plan is nil where it writes to none.
func AdaptKernel(src string, b Blocks, own Strides, cut []BlockPart) (text string, plan *SplitPlan, err error) {
	p := &SplitPlan{fixed: cut, most: b.Most}
	text, p.windows = shaders.Windowed(src, func(name string) bool {
		_, ok := own[name]
		return (ok || cut != nil) && b.Large(name)
	})
	for _, w := range p.windows {
		p.strides, p.bytes = append(p.strides, own[w.Name]), append(p.bytes, b.Bytes(w.Name))
	}
	var whole []string
	for name, a := range shaders.Accesses(src) {
		if a.Writes && b.Large(name) && !slices.ContainsFunc(p.windows, func(w shaders.Window) bool {
			return w.Name == name
		}) {
			whole = append(whole, fmt.Sprintf("%s needs a storage buffer of %d bytes, the most is %d", name, b.Bytes(name),
				b.Most))
		}
	}
	if len(whole) > 0 {
		slices.Sort(whole)
		return "", nil, errors.New(strings.Join(whole, ", "))
	}
	if text = shaders.Fetched(text, b.Large); len(p.windows) == 0 {
		p = nil
	}
	return text, p, nil
}

// Outputs are the buffers of which parts have windows.
func (p *SplitPlan) Outputs() (names []string) {
	for _, w := range p.windows {
		names = append(names, w.Name)
	}
	return names
}

// Uniforms are the names of those that a part needs, see Part.Uniforms.
func (p *SplitPlan) Uniforms() (names []string) {
	for _, w := range p.windows {
		names = append(names, w.Uniform())
	}
	return names
}

// Values are those of the uniforms for a part.
func (p *SplitPlan) Values(part BlockPart) (values []any) {
	for i, w := range p.windows {
		at := part.Windows[i]
		values = append(values, [4]int32{int32(at.From / w.Unit), int32(at.To / w.Unit), int32(part.Items.From),
			int32(part.Items.To)})
	}
	return values
}

// Parts are those of a call over n items, whose own places lie behind those of so many others; of whole groups, of so
// many items.
func (p *SplitPlan) Parts(n, before, group int) (list []BlockPart) {
	if p.fixed != nil {
		return p.fixed
	}
	each, strides := n, make([]int, len(p.windows))
	for i, s := range p.strides {
		if s == 0 {
			s = p.bytes[i] / n
		}
		strides[i] = s
		each = min(each, max(1, (p.most-align)/(s*group))*group) // OpenGL promises 16 MiB
	}
	for first := 0; first < n; first += each {
		one := BlockPart{Items: BlockRange{first, min(first+each, n)}}
		for _, s := range strides {
			one.Windows = append(one.Windows, BlockRange{s * (before + first) / align * align, s * (before + one.Items.To)})
		}
		list = append(list, one)
	}
	return list
}
