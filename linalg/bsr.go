// Symmetric 3×3-block sparse matrices over mesh vertices, and their products with vectors.
//
// All loops run on a [Pool] in chunks that do not depend on the number of workers, and sums are added in chunk order,
// so that results have the same bits for any worker count on one machine. Machines with and without AVX2 and FMA round
// differently.

package linalg

import (
	"fmt"
	"iter"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// chunkRows is the number of rows per chunk of parallel work. The work of a chunk is hundreds of times the cost of
// dispatching it, and a 50×50 cloth still has ten chunks. Partial sums are per chunk, so the value affects the bits of
// results.
const chunkRows = 256

// BSR is a square matrix of 3×3 blocks in compressed block-row format, with one block row and column per vertex. The
// pattern is symmetric, with both triangles stored, and includes the diagonal. The columns of a row ascend.
//
// Block k, RowPtr[i] ≤ k < RowPtr[i+1], couples row i to column Col[k]. Its values are Val[9k:9k+9] in row-major order:
// entry (a, b) is Val[9k+3a+b]. In a cloth system their unit is N/m (or kg, in a system scaled by h²).
type BSR struct {
	N      int       // block rows
	RowPtr []int32   // N+1 offsets into Col
	Col    []int32   // block column of every block
	Diag   []int32   // N: index of the diagonal block of every row
	Val    []float64 // 9 per block
	Low    []float32 // Val rounded to single precision by the last solve that used it
	Rounds bool      // solves use Low, see StoreLow
}

// NewPattern returns the zero matrix over n vertices whose pattern is the union of the diagonal and the given stencils.
// A stencil (the vertices of an element or a hinge) couples all its vertices with each other. The order of the stencils
// does not matter. NewPattern panics if a vertex is not in [0, n), or if the pattern has more blocks than fit an int32.
func NewPattern(n int, stencils iter.Seq[[]int32]) *BSR {
	// The stencils in one list, so that the iterator runs only once.
	var verts []int32
	var ends []int
	count := make([]int, n+1) // couplings per row, with repeats
	for s := range stencils {
		for _, v := range s {
			if v < 0 || int(v) >= n {
				panic(fmt.Sprintf("sparse: stencil %d names vertex %d, want 0 to %d", len(ends), v, n-1))
			}
			count[v] += len(s)
		}
		verts = append(verts, s...)
		ends = append(ends, len(verts))
	}
	start := make([]int, n+1)
	for i := range n {
		start[i+1] = start[i] + count[i] + 1
	}
	cols := make([]int32, start[n])
	fill := slices.Clone(start[:n])
	for i := range n {
		cols[fill[i]] = int32(i)
		fill[i]++
	}
	lo := 0
	for _, hi := range ends {
		for _, i := range verts[lo:hi] {
			fill[i] += copy(cols[fill[i]:], verts[lo:hi])
		}
		lo = hi
	}

	m := &BSR{N: n, RowPtr: make([]int32, n+1), Diag: make([]int32, n)}
	total := 0
	for i := range n {
		row := cols[start[i]:start[i+1]]
		slices.Sort(row)
		total += copy(cols[total:], slices.Compact(row))
		if total > 1<<31-1 {
			panic(fmt.Sprintf("sparse: more than %d blocks", 1<<31-1))
		}
		m.RowPtr[i+1] = int32(total)
	}
	m.Col = slices.Clone(cols[:total])
	m.Val = make([]float64, 9*total)
	for i := range n {
		m.Diag[i] = m.Find(int32(i), int32(i))
	}
	return m
}

// Find returns the index of block (i, j), or −1 if it is not in the pattern. It is a binary search; assemblers store
// the index.
func (m *BSR) Find(i, j int32) int32 {
	lo := m.RowPtr[i]
	k, found := slices.BinarySearch(m.Col[lo:m.RowPtr[i+1]], j)
	if !found {
		return -1
	}
	return lo + int32(k)
}

// Blocks returns the number of stored blocks.
func (m *BSR) Blocks() int { return len(m.Col) }

// Block returns the values of block k, row-major, for reading and writing.
func (m *BSR) Block(k int32) *[9]float64 {
	return (*[9]float64)(m.Val[9*int(k):])
}

// Add adds b, row-major, to block k.
func (m *BSR) Add(k int32, b *[9]float64) {
	v := m.Block(k)
	for i := range v {
		v[i] += b[i]
	}
}

// AddScaledIdentity adds s·I to block k (mass or isotropic damping).
func (m *BSR) AddScaledIdentity(k int32, s float64) {
	v := m.Block(k)
	v[0] += s
	v[4] += s
	v[8] += s
}

// Zero sets all values to zero and keeps the pattern.
func (m *BSR) Zero() { clear(m.Val) }

// maxRow returns the largest number of blocks in a row.
func (m *BSR) maxRow() int {
	most := int32(0)
	for i := range m.N {
		most = max(most, m.RowPtr[i+1]-m.RowPtr[i])
	}
	return int(most)
}

// MulVec computes y = A x. x and y have N elements and must not overlap.
func (m *BSR) MulVec(p *Pool, y, x []r3.Vec) {
	m.checkLen("x", len(x))
	m.checkLen("y", len(y))
	p.For(m.N, chunkRows, func(lo, hi int) { m.mulRows(y, x, lo, hi) })
}

func (m *BSR) checkLen(name string, got int) {
	if got != m.N {
		panic(fmt.Sprintf("sparse: %s has %d vectors, the matrix %d rows", name, got, m.N))
	}
}

// mulRowsGo computes rows [lo, hi) of y = A x and returns their contribution to xᵀA x. It is the portable twin of
// mulRowsAVX2.
func (m *BSR) mulRowsGo(y, x []r3.Vec, lo, hi int) float64 {
	dot := 0.0
	for i := lo; i < hi; i++ {
		var s r3.Vec
		first, last := m.RowPtr[i], m.RowPtr[i+1]
		cols := m.Col[first:last]
		vals := m.Val[9*int(first) : 9*int(last)]
		for _, j := range cols {
			a := (*block)(vals)
			vals = vals[9:]
			v := x[j]
			s.X += a[0]*v.X + a[1]*v.Y + a[2]*v.Z
			s.Y += a[3]*v.X + a[4]*v.Y + a[5]*v.Z
			s.Z += a[6]*v.X + a[7]*v.Y + a[8]*v.Z
		}
		y[i] = s
		dot += s.X*x[i].X + s.Y*x[i].Y + s.Z*x[i].Z
	}
	return dot
}

// AddOuter adds k·a bᵀ to a row-major block.
func AddOuter(out *[9]float64, k float64, a, b r3.Vec) {
	x, y, z := k*a.X, k*a.Y, k*a.Z
	out[0] += x * b.X
	out[1] += x * b.Y
	out[2] += x * b.Z
	out[3] += y * b.X
	out[4] += y * b.Y
	out[5] += y * b.Z
	out[6] += z * b.X
	out[7] += z * b.Y
	out[8] += z * b.Z
}
