package layout

import (
	"slices"

	"hysteron/cloth"
	"hysteron/linalg"
)

// The matrix is stored in slices of 32 rows (sliced ELL), in planes of 32 texels, one per row of the slice: three
// planes for the diagonal block, then five for every two further entries of the rows. A texel has four numbers:
// three planes for the block on the diagonal, then five for each two further entries of the rows. A texel has four
// numbers:
//
//	plane     0           1           2                             3           4
//	diagonal  xx xy xz yx yy yz zx zy zz column
//	pair      xx xy xz yx yy yz zx zy zz column zz′ column′         xx′ …       yy′ …
//
// The place of a block is twice that of its first texel, plus one for the second of a pair.
const (
	SliceRows      = 32
	diagonalPlanes = 3
	pairPlanes     = 5
)

// firstEntry returns the number of entries in the slices before s: 1 in three planes, 2 in each five.
func (p *Model) firstEntry(s int) int { return (2*int(p.PlaneStart[s]) - s) / pairPlanes }

// blockAt returns the place of the block in slice s whose column is at slot.
func (p *Model) blockAt(s, slot int32) int32 {
	e, lane := slot/SliceRows-int32(p.firstEntry(int(s))), slot%SliceRows
	plane, second := p.PlaneStart[s], int32(0)
	if e > 0 {
		second = (e - 1) % 2
		plane += diagonalPlanes + (e-1)/2*pairPlanes + second*diagonalPlanes
	}
	return 2*(SliceRows*plane+lane) + second
}

// LastOf returns the position of the ninth number of the block at a place, which is followed by its column.
func LastOf(place int32) (texel, component int32) {
	if place&1 != 0 {
		return place>>1 - SliceRows, 2
	}
	return place>>1 + 2*SliceRows, 0
}

// EmptyMatrix returns a zero matrix with all columns.
func (p *Model) EmptyMatrix() [][4]float32 {
	m := make([][4]float32, SliceRows*len(p.PlaneSlice))
	for s := range len(p.PlaneStart) - 1 {
		for slot := SliceRows * p.firstEntry(s); slot < SliceRows*p.firstEntry(s+1); slot++ {
			t, k := LastOf(p.blockAt(int32(s), int32(slot)))
			m[t][k+1] = float32(p.column[slot])
		}
	}
	return m
}

// matrix lays out the blocks and lists the elements of each.
func (p *Model) matrix(n int) {
	pattern := linalg.NewPattern(n, func(yield func(v []int32) bool) {
		for t := range p.Corners {
			if !yield(p.Corners[t][:3]) {
				return
			}
		}
		for h := range p.Hinges {
			if !yield(p.Hinges[h][:]) {
				return
			}
		}
		for _, kind := range p.kinds {
			for i := range p.Listed[kind].Vertices {
				if !yield(p.Listed[kind].Vertices[i][:kind.Row().Corners]) {
					return
				}
			}
		}
	})
	sliceCount := (n + SliceRows - 1) / SliceRows
	p.PlaneStart = make([]int32, sliceCount+1)
	for s := range sliceCount {
		longest := int32(0)
		for i := s * SliceRows; i < min(n, (s+1)*SliceRows); i++ {
			longest = max(longest, pattern.RowPtr[i+1]-pattern.RowPtr[i])
		}
		planes := diagonalPlanes + longest/2*pairPlanes // longest − 1 off-diagonal blocks
		p.PlaneStart[s+1] = p.PlaneStart[s] + planes
		p.PlaneSlice = append(p.PlaneSlice, slices.Repeat([]int32{int32(s)}, int(planes))...)
	}
	p.column = make([]int32, p.firstEntry(sliceCount)*SliceRows)
	slot := make([]int32, pattern.Blocks()) // slot of each block's column
	for s := range sliceCount {
		first, end := p.firstEntry(s), p.firstEntry(s+1)
		for lane := range SliceRows {
			i := s*SliceRows + lane
			row := min(i, n-1)
			for e := first; e < end; e++ {
				p.column[e*SliceRows+lane] = int32(row) // padding: zero block
			}
			if i >= n {
				continue
			}
			at := first + 1
			for k := pattern.RowPtr[i]; k < pattern.RowPtr[i+1]; k++ {
				e := first // the diagonal is first
				if k != pattern.Diag[i] {
					e = at
					at++
				}
				slot[k] = int32(e*SliceRows + lane)
				p.column[slot[k]] = pattern.Col[k]
			}
		}
	}
	// Blocks on and above the diagonal, slice by slice, sorted so that neighbours have the same number of elements.
	count := make([][2 + cloth.Kinds]int32, pattern.Blocks())
	p.eachBlock(func(kind, v, w, _ int32) { count[pattern.Find(v, w)][kind]++ })
	upper := make([]int32, pattern.Blocks()) // position of each in the list, or −1
	at := make([]int32, len(p.column))       // block at each slot, or −1
	for i := range at {
		at[i] = -1
	}
	row := make([]int32, pattern.Blocks())
	for i := range n {
		for k := pattern.RowPtr[i]; k < pattern.RowPtr[i+1]; k++ {
			at[slot[k]], row[k], upper[k] = k, int32(i), -1
		}
	}
	var list []int32 // the blocks
	for s := range sliceCount {
		first := len(list)
		for _, k := range at[p.firstEntry(s)*SliceRows : p.firstEntry(s+1)*SliceRows] {
			if k >= 0 && row[k] <= pattern.Col[k] {
				list = append(list, k)
			}
		}
		slices.SortStableFunc(list[first:], func(a, b int32) int {
			return slices.Compare(count[a][:], count[b][:])
		})
	}
	for i, k := range list {
		upper[k] = int32(i)
		mirror := pattern.Find(pattern.Col[k], row[k])
		p.BlockPlace = append(p.BlockPlace, p.blockAt(row[k]/SliceRows, slot[k]), p.blockAt(row[mirror]/SliceRows,
			slot[mirror]))
	}
	kinds := 2 + int32(len(p.kinds))
	l := collect(int(kinds)*len(list), func(add func(key, item int32)) {
		p.eachBlock(func(kind, v, w, ref int32) {
			if k := upper[pattern.Find(v, w)]; k >= 0 {
				add(kinds*k+kind, ref)
			}
		})
	})
	p.BlockStart, p.BlockElement = l.Start, l.Item
}

// eachBlock calls do with every pair of corners of each triangle (kind 0), hinge (1) and element of other kinds (2…),
// and with their reference.
func (p *Model) eachBlock(do func(kind, v, w, ref int32)) {
	for t := range p.Corners {
		for a := range int32(3) {
			for b := range int32(3) {
				do(0, p.Corners[t][a], p.Corners[t][b], int32(t)<<4|a<<2|b)
			}
		}
	}
	for h := range p.Hinges {
		for a, v := range p.Hinges[h] {
			for b, w := range p.Hinges[h] {
				do(1, v, w, int32(h)<<4|int32(a)<<2|int32(b))
			}
		}
	}
	for row, kind := range p.kinds {
		for i, of := range p.Listed[kind].Vertices {
			for a, v := range of[:kind.Row().Corners] {
				for b, w := range of[:kind.Row().Corners] {
					do(2+int32(row), v, w, int32(i)<<4|int32(a)<<2|int32(b))
				}
			}
		}
	}
}
