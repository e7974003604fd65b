package layout

import (
	"slices"

	"hysteron/cloth"
	"hysteron/linalg"
)

// mostLevels is the largest number of levels: enough for 4⁸·64 vertices.
const mostLevels = 8

// mostDomainRows is the largest number of rows of a domain on the device. Larger domains are divided.
const mostDomainRows = 64

// Multilevel is the constant part of AMG with a piecewise-constant coarse space in the layout of the kernels: the
// hierarchy of linalg.Multilevel for the model's order, in device indices. Coarse rows and blocks are numbered through
// all levels, the finest first; domains start at multiples of four. Blocks on or above the diagonal are stored.
type Multilevel struct {
	FirstRow   []int32    // per level, and the end
	id         [][]int32  // index of each level's rows
	FirstBlock []int      // per level, and the end
	BlockStart []int32    // per block: start of its summands in BlockRef, and the end
	BlockRef   []int32    // level 1: places in the matrix; above: 2·block of the finer level + 1 if transposed
	Diagonal   []int32    // per row: its block, −1 for padding
	Quad       [][4]int32 // per four rows: the domain's first row, rows, offset of its inverse, first sweep
	Sweeps     int        // number of sweeps
	// DomainStart and DomainBlock list the blocks of each row within its domain: 2·block + 1 if transposed, and the
	// column within the domain.
	DomainStart, DomainBlock []int32
	Inverse                  int        // texels of all inverses
	MemberStart              []int32    // per row: start in Member, and the end
	Member                   [][4]int32 // vertices or rows, padded with the index of a zero
	// Ancestor has, per vertex, its rows on the first four levels, then per row of the fourth level those on the
	// levels above; the number of rows if there is none.
	Ancestor [][4]int32
}

// NewMultilevel builds the hierarchy for a packed model.
func NewMultilevel(m *cloth.Model, p *Model) *Multilevel {
	levels := linalg.Hierarchy(linalg.NewPattern(len(m.X0), m.Stencils()))
	levels = levels[:min(len(levels), mostLevels)]
	k := &Multilevel{FirstRow: []int32{0}, FirstBlock: []int{0}}
	k.domains(levels)
	k.listBlocks(p, levels)
	k.members(p, levels)
	return k
}

// Depth returns the number of coarse levels.
func (k *Multilevel) Depth() int { return len(k.FirstRow) - 1 }

// Rows returns the number of coarse rows, including padding.
func (k *Multilevel) Rows() int { return int(k.FirstRow[k.Depth()]) }

// Restricted returns the range of levels of a group, empty after the last group.
func (k *Multilevel) Restricted(group int) (first, end int) {
	n := k.Depth()
	if n <= 4 {
		return min(4*group, n), n
	}
	return min(max(0, 4*group-2), n), min(4*group+2, n)
}

// numberUpper numbers the blocks on or above the diagonal, starting at first.
func numberUpper(m *linalg.BSR, first int) (number []int32, end int) {
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

// listBlocks lists the summands of each coarse block.
func (k *Multilevel) listBlocks(p *Model, levels []linalg.Coarse) {
	k.BlockStart = []int32{0}
	var below []int32 // numbers of the blocks of the level below
	for n, l := range levels {
		number, end := numberUpper(l.Matrix, k.FirstBlock[n])
		first := int32(k.FirstBlock[n])
		refs := collect(end-k.FirstBlock[n], func(add func(key, item int32)) {
			to := func(i, j, ref int32) {
				if v, w := l.Parent[i], l.Parent[j]; v <= w {
					add(number[l.Matrix.Find(v, w)]-first, ref)
				}
			}
			if n == 0 {
				p.EachBlock(func(i, j, slot int32) { to(p.Vertex[i], p.Vertex[j], slot) })
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
		at := int32(len(k.BlockRef))
		for _, s := range refs.Start[1:] {
			k.BlockStart = append(k.BlockStart, at+s)
		}
		k.BlockRef = append(k.BlockRef, refs.Item...)
		k.FirstBlock = append(k.FirstBlock, end)
		k.inDomains(l.Matrix, k.id[n], number)
		below = number
	}
	k.DomainStart = append(k.DomainStart, int32(len(k.DomainBlock)/2))
}

// EachBlock calls do with every stored block of the matrix, in device order.
func (p *Model) EachBlock(do func(row, column, place int32)) {
	for i := range int32(len(p.Vertex)) {
		s := int(i / SliceRows)
		first, end := p.firstEntry(s), p.firstEntry(s+1)
		for e := first; e < end; e++ {
			slot := int32(e)*SliceRows + i%SliceRows
			if j := p.column[slot]; e == first || j != i { // else padding
				do(i, j, p.blockAt(int32(s), slot))
			}
		}
	}
}

// inDomains lists the blocks within domains on a level. number has the numbers of blocks on or above the diagonal.
func (k *Multilevel) inDomains(m *linalg.BSR, id, number []int32) {
	for i := range int32(m.N) {
		for int32(len(k.DomainStart)) < id[i] { // padding rows of the previous domain
			k.DomainStart, k.Diagonal = append(k.DomainStart, int32(len(k.DomainBlock)/2)), append(k.Diagonal, -1)
		}
		d := k.Quad[id[i]/4]
		k.DomainStart = append(k.DomainStart, int32(len(k.DomainBlock)/2))
		k.Diagonal = append(k.Diagonal, number[m.Diag[i]])
		for b := m.RowPtr[i]; b < m.RowPtr[i+1]; b++ {
			j := m.Col[b]
			if at := id[j] - d[0]; at >= 0 && at < d[1] {
				ref := 2 * number[b]
				if j < i {
					ref = 2*number[m.Find(j, i)] + 1
				}
				k.DomainBlock = append(k.DomainBlock, ref, at)
			}
		}
	}
	for len(k.DomainStart)%4 != 0 {
		k.DomainStart, k.Diagonal = append(k.DomainStart, int32(len(k.DomainBlock)/2)), append(k.Diagonal, -1)
	}
}

// domains divides the levels into domains and numbers the rows.
func (k *Multilevel) domains(levels []linalg.Coarse) {
	most := int32(0)
	for _, l := range levels {
		rows := int32(l.Matrix.N)
		id := make([]int32, rows)
		for lo := int32(0); lo < rows; {
			hi := lo + 1
			for hi < rows && l.Domain[hi] == l.Domain[lo] && hi-lo < mostDomainRows {
				hi++
			}
			first, count := int32(4*len(k.Quad)), hi-lo
			for i := lo; i < hi; i++ {
				id[i] = first + i - lo
			}
			side := (count + 3) &^ 3
			for range side / 4 {
				k.Quad = append(k.Quad, [4]int32{first, count, int32(k.Inverse), (count + 1) / 2})
			}
			k.Inverse += int(side * side * 9 / 4)
			most = max(most, (count+1)/2)
			lo = hi
		}
		k.id = append(k.id, id)
		k.FirstRow = append(k.FirstRow, int32(4*len(k.Quad)))
	}
	k.Sweeps = int(most)
	for i := range k.Quad {
		k.Quad[i][3] = most - k.Quad[i][3]
	}
}

// members lists what each row restricts from, and the corrections of each vertex.
func (k *Multilevel) members(p *Model, levels []linalg.Coarse) {
	end := int32(k.Rows())
	none := [4]int32{end, end, end, end}
	// Sources of restriction for a group of levels, and the row of the current level to which each belongs.
	from, of := iota32(len(p.Vertex)), append([]int32(nil), p.Vertex...)
	zero := int32(len(p.Vertex))
	k.MemberStart = []int32{0}
	group := 0
	for n, l := range levels {
		if _, above := k.Restricted(group); n == above {
			group++
			from, of, zero = k.id[n-1], iota32(levels[n-1].Matrix.N), end
		}
		for i, v := range of {
			of[i] = l.Parent[v]
		}
		first := k.FirstRow[n]
		list := collect(int(k.FirstRow[n+1]-first), func(add func(key, item int32)) {
			for i, v := range of {
				add(k.id[n][v]-first, from[i])
			}
		})
		for i := range len(list.Start) - 1 {
			items := list.Item[list.Start[i]:list.Start[i+1]]
			for lo := 0; lo < len(items); lo += 4 {
				four := [4]int32{zero, zero, zero, zero}
				copy(four[:], items[lo:])
				k.Member = append(k.Member, four)
			}
			k.MemberStart = append(k.MemberStart, int32(len(k.Member)))
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
		k.Ancestor = append(k.Ancestor, at...)
	}
	climb(append([]int32(nil), p.Vertex...), 0)
	if len(levels) > 4 {
		rows := make([]int32, k.FirstRow[4]-k.FirstRow[3]) // any row for padding
		for i, at := range k.id[3] {
			rows[at-k.FirstRow[3]] = int32(i)
		}
		climb(rows, 4)
	}
}

// MostRestricted is the largest number of groups of levels, one dispatch each. Up to four levels restrict directly from
// vertices, so that a row sums 4 to 256 of them. With more levels, the first two restrict from vertices, and every
// further four from the last level of the previous group.
const MostRestricted = 3

// Restrictions returns the groups of levels in the layout of cg_solve.comp.
func (k *Multilevel) Restrictions() [][4]int32 {
	list := make([][4]int32, MostRestricted)
	for g := range list {
		first, end := k.Restricted(g)
		list[g] = [4]int32{k.FirstRow[first], k.FirstRow[end], 0}
	}
	list[0][2] = 1
	return list
}

// Groups returns the number of non-empty groups.
func (k *Multilevel) Groups() (n int) {
	for ; n < MostRestricted; n++ {
		if first, end := k.Restricted(n); first == end {
			break
		}
	}
	return n
}

// Fourth returns the first row of the fourth level, −1 with at most four levels.
func (k *Multilevel) Fourth() int {
	if k.Depth() > 4 {
		return int(k.FirstRow[3])
	}
	return -1
}
