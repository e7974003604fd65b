package layout

import (
	"slices"

	"hysteron/cloth"
	"hysteron/linalg"
)

// mostLevels of the hierarchy are used: enough for 4⁸·64 vertices.
const mostLevels = 8

// mostDomainRows of a level are inverted together; larger domains are cut.
const mostDomainRows = 64

// Multilevel is the constant part of the multilevel preconditioner as the kernels read it: the
// hierarchy of sparse.Multilevel for the model's own order, in terms of the device's. Coarse rows and
// blocks are numbered through all levels, the finest first; domains begin at multiples of four. Of
// blocks, those on or above the diagonal are stored.
type Multilevel struct {
	FirstRow   []int32    // of each level, and the end
	id         [][]int32  // of each level's rows
	FirstBlock []int      // of each level, and the end
	BlockStart []int32    // per block: where its summands start in blockRef, and the end
	BlockRef   []int32    // level 1: places in the matrix; above: 2·block of the level below + 1 if transposed
	Diagonal   []int32    // per row: its block, −1 beside the domains
	Quad       [][4]int32 // per four rows: first row, rows of the domain, place of its inverse, turn of its first sweep
	Sweeps     int        // sweeps
	// DomainStart and domainBlock list the blocks of each row within its domain: 2·block + 1 if
	// transposed, column within the domain.
	DomainStart, DomainBlock []int32
	Inverse                  int        // texels of all inverses
	MemberStart              []int32    // per row: start in member, and the end
	Member                   [][4]int32 // vertices, or rows; their end, where zeros are, fills up
	// Ancestor has the rows of the first four levels that stand for each vertex, then those of the levels
	// above for each row of the fourth; the end of the rows where there is none.
	Ancestor [][4]int32
}

// NewMultilevel builds it for a packed model.
func NewMultilevel(m *cloth.Model, p *Model) *Multilevel {
	levels := linalg.Hierarchy(linalg.NewPattern(len(m.X0), m.Stencils()))
	levels = levels[:min(len(levels), mostLevels)]
	k := &Multilevel{FirstRow: []int32{0}, FirstBlock: []int{0}}
	k.domains(levels)
	k.listBlocks(p, levels)
	k.members(p, levels)
	return k
}

// Depth is the number of coarse levels.
func (k *Multilevel) Depth() int { return len(k.FirstRow) - 1 }

// Rows is the number of coarse rows, padding included.
func (k *Multilevel) Rows() int { return int(k.FirstRow[k.Depth()]) }

// Restricted is the range of levels of a group; none behind the last group.
func (k *Multilevel) Restricted(group int) (first, end int) {
	n := k.Depth()
	if n <= 4 {
		return min(4*group, n), n
	}
	return min(max(0, 4*group-2), n), min(4*group+2, n)
}

// numberUpper numbers the blocks of a pattern that are on or above the diagonal, from first on.
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

// listBlocks lists what each coarse block sums.
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

// EachBlock calls do for every stored block of the matrix, row by row in the order of the device.
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

// inDomains lists the blocks of a level that lie within domains; number has those of the upper ones.
func (k *Multilevel) inDomains(m *linalg.BSR, id, number []int32) {
	for i := range int32(m.N) {
		for int32(len(k.DomainStart)) < id[i] { // rows that pad the domain before
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

// domains cuts the levels into what is inverted together, and numbers the rows.
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

// members lists what each row gathers its residual from, and what each vertex gets corrections from.
func (k *Multilevel) members(p *Model, levels []linalg.Coarse) {
	end := int32(k.Rows())
	none := [4]int32{end, end, end, end}
	// What the rows of a group of levels gather from, and which row of the present level it belongs to.
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
		rows := make([]int32, k.FirstRow[4]-k.FirstRow[3]) // of the padding: any
		for i, at := range k.id[3] {
			rows[at-k.FirstRow[3]] = int32(i)
		}
		climb(rows, 4)
	}
}

// MostRestricted is in how many groups levels gather residuals at most, each in a
// dispatch: up to four levels all from vertices, so that a row gathers from about 4 to 256. Where there are more
// levels, the first two gather from vertices, and every four that follow from the last level of the group before.
const MostRestricted = 3

// Restrictions lists the groups of levels as cg_solve.comp reads them.
func (k *Multilevel) Restrictions() [][4]int32 {
	list := make([][4]int32, MostRestricted)
	for g := range list {
		first, end := k.Restricted(g)
		list[g] = [4]int32{k.FirstRow[first], k.FirstRow[end], 0}
	}
	list[0][2] = 1
	return list
}

// Groups is how many of them have levels.
func (k *Multilevel) Groups() (n int) {
	for ; n < MostRestricted; n++ {
		if first, end := k.Restricted(n); first == end {
			break
		}
	}
	return n
}

// Fourth is the first row of the fourth level, −1 where there are at most four.
func (k *Multilevel) Fourth() int {
	if k.Depth() > 4 {
		return int(k.FirstRow[3])
	}
	return -1
}
