package gpu

import (
	"slices"

	"hysteron/cloth"
	"hysteron/cpu/sparse"
)

// mostDomainRows of a level are inverted together; larger domains are cut.
const mostDomainRows = 64

// multilevelPack is the constant part of the multilevel preconditioner as the kernels read it: the
// hierarchy of sparse.Multilevel for the model's own order, in terms of the device's. Coarse rows and
// blocks are numbered through all levels, the finest first; domains begin at multiples of four. Of
// blocks, those on or above the diagonal are stored.
type multilevelPack struct {
	firstRow   []int32    // of each level, and the end
	id         [][]int32  // of each level's rows
	firstBlock []int      // of each level, and the end
	blockStart []int32    // per block: where its summands start in blockRef, and the end
	blockRef   []int32    // level 1: places in the matrix; above: 2·block of the level below + 1 if transposed
	diagonal   []int32    // per row: its block, −1 beside the domains
	quad       [][4]int32 // per four rows: first row, rows of the domain, place of its inverse, turn of its first sweep
	turns      int        // sweeps
	// domainStart and domainBlock list the blocks of each row within its domain: 2·block + 1 if
	// transposed, column within the domain.
	domainStart, domainBlock []int32
	inverse                  int        // texels of all inverses
	memberStart              []int32    // per row: start in member, and the end
	member                   [][4]int32 // vertices, or rows; their end, where zeros are, fills up
	// ancestor has the rows of the first four levels that stand for each vertex, then those of the levels
	// above for each row of the fourth; the end of the rows where there is none.
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
	k.domains(levels)
	k.listBlocks(p, levels)
	k.members(p, levels)
	return k
}

// depth is the number of coarse levels.
func (k *multilevelPack) depth() int { return len(k.firstRow) - 1 }

// rows is the number of coarse rows, padding included.
func (k *multilevelPack) rows() int { return int(k.firstRow[k.depth()]) }

// restricted is the range of levels of a group; none behind the last group.
func (k *multilevelPack) restricted(group int) (first, end int) {
	n := k.depth()
	if n <= 4 {
		return min(4*group, n), n
	}
	return min(max(0, 4*group-2), n), min(4*group+2, n)
}

// numberUpper numbers the blocks of a pattern that are on or above the diagonal, from first on.
func numberUpper(m *sparse.BSR, first int) (number []int32, end int) {
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

// listBlocks lists what each coarse block sums.
func (k *multilevelPack) listBlocks(p *pack, levels []sparse.Coarse) {
	k.blockStart = []int32{0}
	var below []int32 // numbers of the blocks of the level below
	for n, l := range levels {
		number, end := numberUpper(l.Matrix, k.firstBlock[n])
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
		k.inDomains(l.Matrix, k.id[n], number)
		below = number
	}
	k.domainStart = append(k.domainStart, int32(len(k.domainBlock)/2))
}

// eachBlock calls do for every stored block of the matrix, row by row in the order of the device.
func (p *pack) eachBlock(do func(row, column, place int32)) {
	for i := range int32(len(p.vertex)) {
		s := int(i / sliceRows)
		first, end := p.firstEntry(s), p.firstEntry(s+1)
		for e := first; e < end; e++ {
			slot := int32(e)*sliceRows + i%sliceRows
			if j := p.column[slot]; e == first || j != i { // else padding
				do(i, j, p.blockAt(int32(s), slot))
			}
		}
	}
}

// inDomains lists the blocks of a level that lie within domains; number has those of the upper ones.
func (k *multilevelPack) inDomains(m *sparse.BSR, id, number []int32) {
	for i := range int32(m.N) {
		for int32(len(k.domainStart)) < id[i] { // rows that pad the domain before
			k.domainStart, k.diagonal = append(k.domainStart, int32(len(k.domainBlock)/2)), append(k.diagonal, -1)
		}
		d := k.quad[id[i]/4]
		k.domainStart = append(k.domainStart, int32(len(k.domainBlock)/2))
		k.diagonal = append(k.diagonal, number[m.Diag[i]])
		for b := m.RowPtr[i]; b < m.RowPtr[i+1]; b++ {
			j := m.Col[b]
			if at := id[j] - d[0]; at >= 0 && at < d[1] {
				ref := 2 * number[b]
				if j < i {
					ref = 2*number[m.Find(j, i)] + 1
				}
				k.domainBlock = append(k.domainBlock, ref, at)
			}
		}
	}
	for len(k.domainStart)%4 != 0 {
		k.domainStart, k.diagonal = append(k.domainStart, int32(len(k.domainBlock)/2)), append(k.diagonal, -1)
	}
}

// domains cuts the levels into what is inverted together, and numbers the rows.
func (k *multilevelPack) domains(levels []sparse.Coarse) {
	most := int32(0)
	for _, l := range levels {
		rows := int32(l.Matrix.N)
		id := make([]int32, rows)
		for lo := int32(0); lo < rows; {
			hi := lo + 1
			for hi < rows && l.Domain[hi] == l.Domain[lo] && hi-lo < mostDomainRows {
				hi++
			}
			first, count := int32(4*len(k.quad)), hi-lo
			for i := lo; i < hi; i++ {
				id[i] = first + i - lo
			}
			side := (count + 3) &^ 3
			for range side / 4 {
				k.quad = append(k.quad, [4]int32{first, count, int32(k.inverse), (count + 1) / 2})
			}
			k.inverse += int(side * side * 9 / 4)
			most = max(most, (count+1)/2)
			lo = hi
		}
		k.id = append(k.id, id)
		k.firstRow = append(k.firstRow, int32(4*len(k.quad)))
	}
	k.turns = int(most)
	for i := range k.quad {
		k.quad[i][3] = most - k.quad[i][3]
	}
}

// members lists what each row gathers its residual from, and what each vertex gets corrections from.
func (k *multilevelPack) members(p *pack, levels []sparse.Coarse) {
	end := int32(k.rows())
	none := [4]int32{end, end, end, end}
	// What the rows of a group of levels gather from, and which row of the present level it belongs to.
	from, of := iota32(len(p.vertex)), append([]int32(nil), p.vertex...)
	zero := int32(len(p.vertex))
	k.memberStart = []int32{0}
	group := 0
	for n, l := range levels {
		if _, above := k.restricted(group); n == above {
			group++
			from, of, zero = k.id[n-1], iota32(levels[n-1].Matrix.N), end
		}
		for i, v := range of {
			of[i] = l.Parent[v]
		}
		first := k.firstRow[n]
		list := collect(int(k.firstRow[n+1]-first), func(add func(key, item int32)) {
			for i, v := range of {
				add(k.id[n][v]-first, from[i])
			}
		})
		for i := range len(list.start) - 1 {
			items := list.item[list.start[i]:list.start[i+1]]
			for lo := 0; lo < len(items); lo += 4 {
				four := [4]int32{zero, zero, zero, zero}
				copy(four[:], items[lo:])
				k.member = append(k.member, four)
			}
			k.memberStart = append(k.memberStart, int32(len(k.member)))
		}
	}
	climb := func(rows []int32, lo int) {
		at := slices.Repeat([][4]int32{none}, len(rows))
		for n := lo; n < min(lo+4, len(levels)); n++ {
			for i, v := range rows {
				rows[i] = levels[n].Parent[v]
				at[i][n-lo] = k.id[n][rows[i]]
			}
		}
		k.ancestor = append(k.ancestor, at...)
	}
	climb(append([]int32(nil), p.vertex...), 0)
	if len(levels) > 4 {
		rows := make([]int32, k.firstRow[4]-k.firstRow[3]) // of the padding: any
		for i, at := range k.id[3] {
			rows[at-k.firstRow[3]] = int32(i)
		}
		climb(rows, 4)
	}
}
