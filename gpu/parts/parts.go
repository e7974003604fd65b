// Package parts cuts dispatches of kernels whose outputs are larger than a device's storage blocks. The limit is one of
// the range that a kernel has bound, not of the buffer: so a kernel goes over its items part by part, each with the ranges
// of the outputs that its items write to. What kernels only read they read as textures then, which reach farther. Each item does what
// it does in one dispatch, once and in the same order: results have the same bits. It knows no OpenGL.
package parts

import (
	"errors"
	"fmt"

	"hysteron/gpu/pack"
	"hysteron/shaders"
)

// Align is what ranges that are bound begin at multiples of [bytes]: OpenGL lets no device ask for more.
const Align = 256

// Range is one of items or of bytes.
type Range struct{ From, To int }

// Part is what one dispatch does.
type Part struct {
	Items   Range
	Windows []Range // of the outputs, in the order of shaders.Windowed [bytes]
}

// Text adapts the text of a kernel, includes in place, to buffers that are larger than a storage block: it fetches those that it reads,
// and has those that it writes in windows. whole are outputs that are larger and of which it cannot have a window.
func Text(src string, large func(name string) bool) (text string, windows []shaders.Window, whole []string) {
	text, windows = shaders.Windowed(src, large)
	text = shaders.Fetched(text, large)
	known := map[string]bool{}
	for _, w := range windows {
		known[w.Name] = true
	}
	for name, a := range shaders.Accesses(src) {
		if a.Writes && large(name) && !known[name] {
			whole = append(whole, name)
		}
	}
	return text, windows, whole
}

// Own cuts n items each of which has places of its own in outputs, behind those of so many others: stride bytes in each. Parts
// are of whole groups, of so many items. Windows are of most bytes at most.
func Own(n, before, group, most int, stride ...int) (list []Part) {
	each := n
	for _, s := range stride {
		each = min(each, max(1, (most-Align)/(s*group))*group) // OpenGL promises 16 MiB
	}
	for first := 0; first < n; first += each {
		p := Part{Items: Range{first, min(first+each, n)}}
		for _, s := range stride {
			p.Windows = append(p.Windows, Range{s * (before + first) / Align * Align, s * (before + p.Items.To)})
		}
		list = append(list, p)
	}
	return list
}

// Cuts cuts the kernels that write to outputs otherwise than item by item, and which are large.
func Cuts(p *pack.Model, k *pack.Multilevel, f *pack.Pairs, large func(name string) bool, most int) (cuts map[string][]Part, err error) {
	cuts = map[string][]Part{}
	cut := func(kernel string, list []Part, e error) {
		if cuts[kernel] = list; e != nil && err == nil {
			err = fmt.Errorf("kernel %s: %w", kernel, e)
		}
	}
	if large("matrix") {
		list, err := Matrix(p.BlockPlace, p.PlaneStart, p.PlaneSlice, pack.SliceRows, most)
		cut("gather_matrix", list, err)
	}
	if large("sweepEven") {
		for kernel, outputs := range map[string]int{"multilevel_fill": 2, "multilevel_sweep": 1} {
			list, err := Domains(k.Quad, 16*k.Inverse, outputs, most)
			cut(kernel, list, err)
		}
	}
	if large("pairBox") { // of which nodes read what others have written
		list, err := Whole(len(f.Node), 2*16*len(f.Node), most)
		cut("pair_boxes", list, err)
	}
	return cuts, err
}

// ErrWhole is that of what cannot be cut.
var ErrWhole = errors.New("does not fit")

// Whole is the one part of items that all reach the same range.
func Whole(n, bytes, most int) ([]Part, error) {
	if bytes > most {
		return nil, fmt.Errorf("%w: %d bytes in a storage block of %d", ErrWhole, bytes, most)
	}
	return []Part{{Range{0, n}, []Range{{0, bytes}}}}, nil
}

// Matrix cuts the blocks of a matrix that gather_matrix.comp sums, each with two places, see pack.Model: a part has some slices, and the blocks
// between the first and the last that has a place there. plane is the size of a plane [bytes], start the first of each slice, and the end.
func Matrix(place, start, slice []int32, rows, most int) ([]Part, error) {
	plane := 16 * rows
	of := make([]int, len(start)-1) // part of each slice
	var list []Part
	for s := range of {
		from, to := plane*int(start[s]), plane*int(start[s+1])
		if to-from > most {
			return nil, fmt.Errorf("%w: %d bytes of %d rows of the matrix in a storage block of %d", ErrWhole, to-from, rows, most)
		}
		if n := len(list); n == 0 || to-list[n-1].Windows[0].From > most {
			list = append(list, Part{Range{len(place) / 2, 0}, []Range{{from, to}}})
		}
		of[s] = len(list) - 1
		list[of[s]].Windows[0].To = to
	}
	for k, at := range place {
		p := &list[of[slice[int(at>>1)/rows]]].Items
		p.From, p.To = min(p.From, k/2), max(p.To, k/2+1)
	}
	return list, nil
}

// Domains cuts the rows of the coarse levels by the domains that are inverted together, see pack.Multilevel, for so many outputs that hold the inverses, of so many bytes.
func Domains(quad [][4]int32, bytes, outputs, most int) ([]Part, error) {
	var list []Part
	for k := 0; k < len(quad); {
		first, end, to := k, k+1, bytes
		for end < len(quad) && quad[end][0] == quad[first][0] {
			end++
		}
		if end < len(quad) {
			to = 16 * int(quad[end][2])
		}
		from := 16 * int(quad[first][2]) / Align * Align
		if to-from > most {
			return nil, fmt.Errorf("%w: %d bytes of the inverse of a domain in a storage block of %d", ErrWhole, to-from, most)
		}
		if n := len(list); n == 0 || to-list[n-1].Windows[0].From > most {
			list = append(list, Part{Range{4 * first, 0}, make([]Range, outputs)})
			for i := range list[n].Windows {
				list[n].Windows[i].From = from
			}
		}
		p := &list[len(list)-1]
		p.Items.To = 4 * end
		for i := range p.Windows {
			p.Windows[i].To = to
		}
		k = end
	}
	return list, nil
}
