package layout

import (
	"fmt"
)

// KernelCuts splits the kernels that do not write item by item into parts.
func KernelCuts(p *Model, k *Multilevel, f *Pairs, b Blocks) (cuts map[string][]BlockPart, err error) {
	cuts = map[string][]BlockPart{}
	cut := func(kernel string, list []BlockPart, e error) {
		if cuts[kernel] = list; e != nil && err == nil {
			err = fmt.Errorf("kernel %s: %w in a storage block of %d", kernel, e, b.Most)
		}
	}
	if b.Large("matrix") {
		list, err := blocks(p.BlockPlace, p.PlaneStart, p.PlaneSlice, b.Most)
		cut("gather_matrix", list, err)
	}
	if b.Large("sweepEven") {
		for kernel, outputs := range map[string]int{"multilevel_fill": 2, "multilevel_sweep": 1} {
			list, err := domains(k.Quad, 16*k.Inverse, outputs, b.Most)
			cut(kernel, list, err)
		}
	}
	if b.Large("pairBox") { // nodes read results of the same dispatch
		list, err := whole(len(f.Node), 2*16*len(f.Node), b.Most)
		cut("pair_boxes", list, err)
	}
	return cuts, err
}

// whole is a single part, for items that all write to the same range.
func whole(n, bytes, most int) ([]BlockPart, error) {
	if bytes > most {
		return nil, fmt.Errorf("%d bytes of boxes do not fit", bytes)
	}
	return []BlockPart{{BlockRange{0, n}, []BlockRange{{0, bytes}}}}, nil
}

// blocks splits the matrix blocks that gather_matrix.comp sums, each with two places, see Model. A part has consecutive
// slices, and the blocks from the first to the last in these. start is the first plane of each slice, with the end, and
// slice is the slice of each plane.
func blocks(place, start, slice []int32, most int) (list []BlockPart, err error) {
	const plane = 16 * SliceRows    // bytes
	of := make([]int, len(start)-1) // part of each slice
	for s := range of {
		from, to := plane*int(start[s]), plane*int(start[s+1])
		if to-from > most {
			return nil, fmt.Errorf("%d bytes of %d rows of the matrix do not fit", to-from, SliceRows)
		}
		if n := len(list); n == 0 || to-list[n-1].Windows[0].From > most {
			list = append(list, BlockPart{BlockRange{len(place) / 2, 0}, []BlockRange{{from, to}}})
		}
		of[s] = len(list) - 1
		list[of[s]].Windows[0].To = to
	}
	for k, at := range place {
		p := &list[of[slice[int(at>>1)/SliceRows]]].Items
		p.From, p.To = min(p.From, k/2), max(p.To, k/2+1)
	}
	return list, nil
}

// domains splits the rows of the coarse levels into parts of whole domains, see Multilevel, for outputs buffers of
// bytes bytes each that hold the inverses.
func domains(quad [][4]int32, bytes, outputs, most int) (list []BlockPart, err error) {
	for k := 0; k < len(quad); {
		first, to := k, bytes
		for k < len(quad) && quad[k][0] == quad[first][0] {
			k++
		}
		if k < len(quad) {
			to = 16 * int(quad[k][2])
		}
		from := 16 * int(quad[first][2]) / align * align
		if to-from > most {
			return nil, fmt.Errorf("%d bytes of an inverse do not fit", to-from)
		}
		if n := len(list); n == 0 || to-list[n-1].Windows[0].From > most {
			list = append(list, BlockPart{BlockRange{4 * first, 0}, make([]BlockRange, outputs)})
			for i := range list[n].Windows {
				list[n].Windows[i].From = from
			}
		}
		p := &list[len(list)-1]
		p.Items.To = 4 * k
		for i := range p.Windows {
			p.Windows[i].To = to
		}
	}
	return list, nil
}
