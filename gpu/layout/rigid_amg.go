package layout

import (
	"slices"

	"hysteron/linalg"
)

// MaxRigidAMG is the largest number of levels: enough for 9⁸ vertices.
const MaxRigidAMG = 8

// LeastImage is a lower bound of the bytes per vertex of the largest buffer, A P (measured: 712 to 734).
const LeastImage = 600

// RigidAMG is the constant part of AMG with rigid-body modes in the layout of the kernels: the hierarchy of
// [linalg.RigidAMGPatterns] for the model's order, in device indices. Coarse rows and blocks are numbered through all
// levels, the finest first. A coarse row has two vectors, 2·row and 2·row + 1, of translation and rotation; they
// restrict from such vectors of the finer level, or from vertices.
//
// A strip is three rows of six columns, one texel per column. A block of P or A P has one strip if its row is a vertex,
// otherwise two, see Strip. Blocks of the coarse matrices have two.
type RigidAMG struct {
	FirstRow   []int32 // per level, and the end
	FirstBlock []int32 // of P, per level, and the end
	FirstImage []int32 // the same of A P
	FirstUpper []int32 // the same of PᵀAP on or above the diagonal
	Matrices   int     // blocks of PᵀAP on all levels
	Images     int     // most strips of A P on a level

	EachImage, EachUpper []int32 // per level: blocks of A P and of PᵀAP per work group, see eachOf

	Start       []int32    // per vertex, then per coarse row: its first block of P; and the end
	Row, Column []int32    // per block of P: vertex or coarse row, and row on the coarser level
	Smooth      lister     // per block of P, two numbers each: place of a block of the finer matrix, and its column
	Image       lister     // per block of A P: place of a block of the finer matrix, block of P
	Sum         lister     // per block of PᵀAP on or above the diagonal: strip of P, strip of A P
	Place       []int32    // two per block of PᵀAP on or above the diagonal: its place and that of its mirror image
	Diagonal    []int32    // per coarse row: its block
	Member      lister     // per coarse row: vertices, or coarse rows
	GatherStart []int32    // per coarse row, and the end
	Gather      [][4]int32 // strip of P and vector, twice; padded with the last strip, of zeros
	Vertices    int
}

// lower is the matrix of the next finer level.
type lower struct {
	ptr, col []int32
	place    []int32 // of each block, in the layout of the kernels
	first    int32   // index of its first row
	strips   int32   // per block of P
}

// NewRigidAMG builds the hierarchy for a packed model.
func NewRigidAMG(p *Model) *RigidAMG {
	n := len(p.Vertex)
	pattern := func(of func(i int32) int32) *linalg.BSR {
		return linalg.NewPattern(n, func(yield func([]int32) bool) {
			p.EachBlock(func(i, j, _ int32) { yield([]int32{of(i), of(j)}) })
		})
	}
	levels := linalg.RigidAMGPatterns(pattern(func(i int32) int32 { return p.Vertex[i] }), p.Vertex)
	levels = levels[:min(len(levels), MaxRigidAMG)]
	k := &RigidAMG{Vertices: n, FirstRow: []int32{0}, FirstBlock: []int32{0}, FirstImage: []int32{0},
		FirstUpper: []int32{0}}
	k.Smooth.Start, k.Image.Start, k.Sum.Start, k.Member.Start = []int32{0}, []int32{0}, []int32{0}, []int32{0}
	own := pattern(func(i int32) int32 { return i })
	below := lower{ptr: own.RowPtr, col: own.Col, place: make([]int32, own.Blocks()), strips: 1}
	p.EachBlock(func(i, j, place int32) { below.place[own.Find(i, j)] = place })
	for _, t := range levels {
		first := int32(k.Matrices)
		k.add(t, &below)
		below = lower{ptr: t.MatrixPtr, col: t.MatrixCol, place: iota32(len(t.MatrixCol)), first: k.FirstRow[k.Depth()-1],
			strips: 2}
		for i := range below.place {
			below.place[i] += first
		}
	}
	for range len(below.ptr) { // the coarsest level has no P
		k.Start = append(k.Start, int32(len(k.Column)))
	}
	k.GatherStart = append(k.GatherStart, int32(len(k.Gather)))
	k.padGather()
	return k
}

// Depth returns the number of levels.
func (k *RigidAMG) Depth() int { return len(k.FirstRow) - 1 }

// Rows returns the number of coarse rows.
func (k *RigidAMG) Rows() int { return int(k.FirstRow[k.Depth()]) }

// RowsOf returns the number of rows of a level.
func (k *RigidAMG) RowsOf(level int) int { return int(k.FirstRow[level+1] - k.FirstRow[level]) }

// Omega returns the damping of the Jacobi step that smooths P of a level.
func (k *RigidAMG) Omega(level int) float64 {
	if level == 0 {
		return linalg.SmoothFine
	}
	return linalg.SmoothMore
}

// Single returns the number of blocks of P with one strip, those of vertices.
func (k *RigidAMG) Single() int { return int(k.FirstBlock[min(1, k.Depth())]) }

// Strip returns the index of a strip of a block of P.
func (k *RigidAMG) Strip(block, half int) int {
	if block < k.Single() {
		return block
	}
	return 2*block - k.Single() + half
}

// Strips returns the number of strips of P, including one of zeros at the end.
func (k *RigidAMG) Strips() int { return 2*int(k.FirstBlock[k.Depth()]) - k.Single() + 1 }

// Forget frees the lists after their upload.
func (k *RigidAMG) Forget() {
	*k = RigidAMG{FirstRow: k.FirstRow, FirstBlock: k.FirstBlock, FirstImage: k.FirstImage, FirstUpper: k.FirstUpper,
		EachImage: k.EachImage, EachUpper: k.EachUpper,
		Matrices: k.Matrices, Images: k.Images, Vertices: k.Vertices}
}

// mostEach is MOST_EACH of shaders/include/rigid_amg_sums.glsl. products is the number of products that a work group
// computes at once on hardware.
const mostEach, products = 8, 64

// eachOf returns the number of lists per work group for the last lists lists, such that their items are a small
// multiple of products.
func eachOf(l *lister, lists int) int32 {
	items := l.Start[len(l.Start)-1] - l.Start[len(l.Start)-1-lists]
	return min(mostEach, max(1, 2*products*int32(lists)/max(1, items)))
}

// add adds a level.
func (k *RigidAMG) add(t *linalg.RigidAMGPattern, below *lower) {
	here, block, upper := k.FirstRow[k.Depth()], k.FirstBlock[k.Depth()], int32(0)
	for _, at := range t.Ptr[:len(t.Ptr)-1] {
		k.Start = append(k.Start, block+at)
	}
	for b, v := range t.Col {
		k.Row, k.Column = append(k.Row, below.first+t.Of[b]), append(k.Column, here+v)
	}
	k.FirstRow, k.FirstBlock = append(k.FirstRow, here+int32(t.N)), append(k.FirstBlock, int32(len(k.Column)))
	k.Smooth.append(2, collectPairs(len(t.Col), func(add func(key, a, b int32)) {
		for e, b := range t.ColumnBlock {
			add(b, below.place[e], below.first+below.col[e])
		}
	}))
	k.Image.append(2, collectPairs(len(t.ImageCol), func(add func(key, a, b int32)) {
		for i := range len(t.Ptr) - 1 {
			for e := below.ptr[i]; e < below.ptr[i+1]; e++ {
				at, j := t.ImagePtr[i], below.col[e]
				for b := t.Ptr[j]; b < t.Ptr[j+1]; b++ {
					for ; t.ImageCol[at] != t.Col[b]; at++ {
					}
					add(at, below.place[e], block+b)
				}
			}
		}
	}))
	k.EachImage = append(k.EachImage, eachOf(&k.Image, len(t.ImageCol)))
	k.FirstImage = append(k.FirstImage, k.FirstImage[len(k.FirstImage)-1]+int32(len(t.ImageCol)))
	k.Images = max(k.Images, int(below.strips)*len(t.ImageCol))
	number := make([]int32, len(t.MatrixCol)) // numbers of blocks on or above the diagonal
	for v := range int32(t.N) {
		for e := t.MatrixPtr[v]; e < t.MatrixPtr[v+1]; e++ {
			w := t.MatrixCol[e]
			if w < v {
				continue
			}
			row := t.MatrixCol[t.MatrixPtr[w]:t.MatrixPtr[w+1]]
			at, _ := slices.BinarySearch(row, v)
			number[e], upper = upper, upper+1
			k.Place = append(k.Place, int32(k.Matrices)+e, int32(k.Matrices)+t.MatrixPtr[w]+int32(at))
			if w == v {
				k.Diagonal = append(k.Diagonal, int32(k.Matrices)+e)
			}
		}
	}
	k.FirstUpper = append(k.FirstUpper, k.FirstUpper[len(k.FirstUpper)-1]+upper)
	k.Sum.append(2, collectPairs(int(upper), func(add func(key, a, b int32)) {
		for v := range int32(t.N) {
			for _, b := range t.Blocks(int(v)) {
				at, i := t.MatrixPtr[v], t.Of[b]
				for q := t.ImagePtr[i]; q < t.ImagePtr[i+1]; q++ {
					if t.ImageCol[q] < v {
						continue
					}
					for ; t.MatrixCol[at] != t.ImageCol[q]; at++ {
					}
					for h := range below.strips {
						add(number[at], int32(k.Strip(int(block+b), int(h))), below.strips*q+h)
					}
				}
			}
		}
	}))
	k.EachUpper = append(k.EachUpper, eachOf(&k.Sum, int(upper)))
	k.Matrices += len(t.MatrixCol)
	k.Member.append(1, collect(t.N, func(add func(key, item int32)) {
		for i, v := range t.Parent {
			add(v, below.first+int32(i))
		}
	}))
	for v := range t.N {
		k.GatherStart = append(k.GatherStart, int32(len(k.Gather)))
		n := 0
		for _, b := range t.Blocks(v) {
			for h := range below.strips {
				if n%2 == 0 {
					k.Gather = append(k.Gather, [4]int32{0, 0, -1, 0})
				}
				last := &k.Gather[len(k.Gather)-1]
				last[2*(n%2)], last[2*(n%2)+1] = int32(k.Strip(int(block+b), int(h))), below.strips*(below.first+t.Of[b])+h
				n++
			}
		}
	}
}

// padGather pads rows with an odd number of strips by the strip of zeros.
func (k *RigidAMG) padGather() {
	for i := range k.Gather {
		if k.Gather[i][2] < 0 {
			k.Gather[i][2] = int32(k.Strips() - 1)
		}
	}
}

// aloneItems is the most items per invocation on levels that a single work group processes. Above it, several groups
// with barriers in between are faster.
const aloneItems = 4

// Levels returns the levels in the layout of cg_solve_rigid_amg.comp: first row, end, 1 for the finest, and 1 if a
// single work group of the given size processes it.
func (k *RigidAMG) Levels(group int) (list [][4]int32) {
	for n := range k.Depth() {
		first, end := k.FirstRow[n], k.FirstRow[n+1]
		list = append(list, [4]int32{first, end, btoi(n == 0),
			btoi(int(k.GatherStart[end]-k.GatherStart[first]) <= aloneItems*group)})
	}
	return list
}

// Iterations returns an upper bound of the loop iterations of an invocation, in groups that restrict, solve and prolong
// one after the other.
func (k *RigidAMG) Iterations(group int) (turns int) {
	through := func(items, each int, loop func(i int) int32) {
		for first := 0; first < items; first += group {
			most := int32(0)
			for i := first; i < min(first+group, items); i++ {
				most = max(most, loop(i/each))
			}
			turns += int(most) + 2
		}
	}
	through(2*k.Rows(), 2, func(i int) int32 { return k.GatherStart[i+1] - k.GatherStart[i] })
	through(2*k.Rows(), 2, func(i int) int32 { return k.Start[k.Vertices+i+1] - k.Start[k.Vertices+i] })
	through(k.Vertices, 1, func(i int) int32 { return k.Start[i+1] - k.Start[i] })
	return turns + 4*k.Depth()
}

func btoi(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
