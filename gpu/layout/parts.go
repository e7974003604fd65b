// Splitting of dispatches whose outputs are larger than a storage block. The limit applies to the bound range, not to
// the buffer, so a kernel runs part by part, each with the ranges of the outputs that its items write. Inputs are read
// from buffer textures, whose limit is larger. Each item is processed by one dispatch, so results have the same bits.
// This file does not use OpenGL.

package layout

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hysteron/shaders"
)

// align is the alignment of bound ranges [bytes], the largest that OpenGL allows a device to require.
const align = 256

// Blocks has the limit of storage blocks of a device, and the sizes of the bound buffers [bytes].
type Blocks struct {
	Most  int
	Bytes func(name string) int
}

// Large reports whether a buffer exceeds a storage block.
func (b Blocks) Large(name string) bool { return b.Bytes(name) > b.Most }

// BlockRange is a range of items or bytes.
type BlockRange struct{ From, To int }

// BlockPart is one dispatch of a split kernel.
type BlockPart struct {
	Items   BlockRange
	Windows []BlockRange // of the large outputs [bytes]
}

// Strides are the bytes per item in a kernel's outputs; 0: items share the buffer evenly.
type Strides map[string]int

// SplitPlan is the division of a kernel's dispatch.
type SplitPlan struct {
	windows []shaders.Window
	strides []int // per window
	bytes   []int // size of each window's buffer
	fixed   []BlockPart
	most    int
}

// AdaptKernel rewrites a kernel, with includes expanded, for buffers larger than storage blocks. Inputs become
// textures. Outputs become windows, by the items' own slots or by cut. The plan is nil if no output is large.
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

// Outputs returns the names of the buffers with windows.
func (p *SplitPlan) Outputs() (names []string) {
	for _, w := range p.windows {
		names = append(names, w.Name)
	}
	return names
}

// Uniforms returns the names of the uniforms of a part.
func (p *SplitPlan) Uniforms() (names []string) {
	for _, w := range p.windows {
		names = append(names, w.Uniform())
	}
	return names
}

// Values returns the values of these uniforms for a part.
func (p *SplitPlan) Values(part BlockPart) (values []any) {
	for i, w := range p.windows {
		at := part.Windows[i]
		values = append(values, [4]int32{int32(at.From / w.Unit), int32(at.To / w.Unit), int32(part.Items.From),
			int32(part.Items.To)})
	}
	return values
}

// Parts divides a call over n items, whose slots follow those of before others, into parts of whole groups of group
// items.
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
		each = min(each, max(1, (p.most-align)/(s*group))*group) // OpenGL guarantees 16 MiB
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
