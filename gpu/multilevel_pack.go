package gpu

import (
	"hysteron/cloth"
	"hysteron/cpu/sparse"
)

const (
	// lowLevels is how many coarse levels gather residuals from the vertices themselves, and at once;
	// those above gather them from the rows of the last of these. A row of it stands for some
	// 4⁴ = 256 vertices, as many as a work group gathers in little time.
	lowLevels = 4
	// mostLevels of the hierarchy are used: enough for 4⁸·64 vertices.
	mostLevels = 2 * lowLevels
	// mostDomainRows of a level are inverted together; larger domains are cut. DOMAIN of
	// include/multilevel.glsl.
	mostDomainRows = 64
)

// multilevelPack is the constant part of the multilevel preconditioner as the kernels read it: the
// hierarchy of sparse.Multilevel for the model's own order, in terms of the device's. Coarse rows and
// blocks are numbered through all levels, the finest first; of blocks, those on or above the diagonal
// are stored.
type multilevelPack struct {
	firstRow   []int32    // of each level, and the end
	firstBlock []int      // of each level, and the end
	blockStart []int32    // per block: where its summands start in blockRef, and the end
	blockRef   []int32    // level 1: places in the matrix; above: 2·block of the level below + 1 if transposed
	domain     [][4]int32 // first row, rows, place of the inverse, start in domainBlock; and an end
	low        int        // domains of the first lowLevels levels
	// domainBlock lists the blocks within each domain: block, row·256 + column.
	domainBlock []int32
	inverse     int     // texels of all inverses
	memberStart []int32 // per row: start in member, and the end
	member      []int32 // vertices, or above lowLevels rows of level lowLevels
	// ancestor has the rows of the first levels that stand for each vertex, then those of the levels
	// above for each row of level lowLevels; −1 where there is none.
	ancestor [][4]int32
}

func newMultilevelPack(m *cloth.Model, p *pack) *multilevelPack {
	levels := sparse.Hierarchy(sparse.NewPattern(len(m.X0), func(yield func(v []int32) bool) {
		for i := range m.Tri {
			if !yield(m.Tri[i][:]) {
				return
			}
		}
		for i := range m.Hinges {
			if !yield(m.Hinges[i].V[:]) {
				return
			}
		}
	}))
	levels = levels[:min(len(levels), mostLevels)]
	k := &multilevelPack{firstRow: []int32{0}, firstBlock: []int{0}}
	for _, l := range levels {
		k.firstRow = append(k.firstRow, k.firstRow[len(k.firstRow)-1]+int32(l.Matrix.N))
	}
	k.blocks(p, levels)
	k.domains(levels)
	k.members(p, levels)
	return k
}

// levels is the number of coarse levels.
func (k *multilevelPack) levels() int { return len(k.firstRow) - 1 }

// rows is the number of coarse rows.
func (k *multilevelPack) rows() int { return int(k.firstRow[k.levels()]) }

// upper numbers the blocks of a pattern that are on or above the diagonal, from first on.
func upper(m *sparse.BSR, first int) (number []int32, end int) {
	number = make([]int32, m.Blocks())
	for i := range m.N {
		for b := m.RowPtr[i]; b < m.RowPtr[i+1]; b++ {
			if number[b] = -1; m.Col[b] >= int32(i) {
				number[b] = int32(first)
				first++
			}
		}
	}
	return number, first
}

// blocks lists what each coarse block sums.
func (k *multilevelPack) blocks(p *pack, levels []sparse.Coarse) {
	k.blockStart = []int32{0}
	var below []int32 // numbers of the blocks of the level below
	for n, l := range levels {
		number, end := upper(l.Matrix, k.firstBlock[n])
		first := int32(k.firstBlock[n])
		refs := collect(end-k.firstBlock[n], func(add func(key, item int32)) {
			to := func(i, j, ref int32) {
				if v, w := l.Parent[i], l.Parent[j]; v <= w {
					add(number[l.Matrix.Find(v, w)]-first, ref)
				}
			}
			if n == 0 {
				p.eachBlock(func(i, j, slot int32) { to(p.vertex[i], p.vertex[j], slot) })
				return
			}
			fine := levels[n-1].Matrix
			for i := range int32(fine.N) {
				for b := fine.RowPtr[i]; b < fine.RowPtr[i+1]; b++ {
					if j := fine.Col[b]; j >= i {
						to(i, j, 2*below[b])
					} else {
						to(i, j, 2*below[fine.Find(j, i)]+1)
					}
				}
			}
		})
		at := int32(len(k.blockRef))
		for _, s := range refs.start[1:] {
			k.blockStart = append(k.blockStart, at+s)
		}
		k.blockRef = append(k.blockRef, refs.item...)
		k.firstBlock = append(k.firstBlock, end)
		below = number
	}
}

// eachBlock calls do for every stored block of the matrix, row by row in the order of the device.
func (p *pack) eachBlock(do func(row, column, slot int32)) {
	for i := range p.vertex {
		first := p.sliceStart[i/sliceRows]
		for e := first; e < p.sliceStart[i/sliceRows+1]; e++ {
			slot := e*sliceRows + int32(i%sliceRows)
			if j := p.column[slot]; e == first || j != int32(i) { // else padding
				do(int32(i), j, slot)
			}
		}
	}
}

// domains cuts the levels into what is inverted together.
func (k *multilevelPack) domains(levels []sparse.Coarse) {
	for n, l := range levels {
		number, _ := upper(l.Matrix, k.firstBlock[n])
		rows := int32(l.Matrix.N)
		for lo := int32(0); lo < rows; {
			hi := lo + 1
			for hi < rows && l.Domain[hi] == l.Domain[lo] && hi-lo < mostDomainRows {
				hi++
			}
			k.domain = append(k.domain, [4]int32{k.firstRow[n] + lo, hi - lo, int32(k.inverse), int32(len(k.domainBlock) / 2)})
			for i := lo; i < hi; i++ {
				for b := l.Matrix.RowPtr[i]; b < l.Matrix.RowPtr[i+1]; b++ {
					if j := l.Matrix.Col[b]; j >= i && j < hi {
						k.domainBlock = append(k.domainBlock, number[b], (i-lo)<<8|(j-lo))
					}
				}
			}
			side := int(3*(hi-lo)+3) &^ 3
			k.inverse += side * side / 4
			lo = hi
		}
		if n < lowLevels {
			k.low = len(k.domain)
		}
	}
	k.domain = append(k.domain, [4]int32{int32(k.rows()), 0, int32(k.inverse), int32(len(k.domainBlock) / 2)})
}

// members lists what each row gathers its residual from, and what each vertex gets corrections from.
func (k *multilevelPack) members(p *pack, levels []sparse.Coarse) {
	// Rows of the present level that stand for each vertex, and for each row of level lowLevels.
	of := append([]int32(nil), p.vertex...)
	var above []int32
	none := [4]int32{-1, -1, -1, -1}
	k.ancestor = make([][4]int32, len(of))
	for i := range k.ancestor {
		k.ancestor[i] = none
	}
	k.memberStart = []int32{0}
	for n, l := range levels {
		from, shift, at := of, int32(0), k.ancestor
		if n == lowLevels {
			above = iota32(levels[n-1].Matrix.N)
			for range above {
				k.ancestor = append(k.ancestor, none)
			}
		}
		if n >= lowLevels {
			from, shift, at = above, k.firstRow[lowLevels-1], k.ancestor[len(of):]
		}
		for i, v := range from {
			from[i] = l.Parent[v]
			at[i][n%lowLevels] = k.firstRow[n] + from[i]
		}
		list := collect(l.Matrix.N, func(add func(key, item int32)) {
			for i, v := range from {
				add(v, shift+int32(i))
			}
		})
		start := int32(len(k.member))
		for _, s := range list.start[1:] {
			k.memberStart = append(k.memberStart, start+s)
		}
		k.member = append(k.member, list.item...)
	}
}
