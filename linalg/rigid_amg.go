package linalg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Sizes of the hierarchy, and the damping ω of the smoothing of P. The best ω is 4/(3λ), with λ the largest eigenvalue
// of D⁻¹A (Vaněk, Mandel and Brezina): 3.3 for regular sheets, at most 4 for elements of four vertices, and 1.6 to 2 on
// coarse levels.
const (
	rigidAMGRatio = 9
	rigidAMGTop   = 12 // most rows of a level that is solved directly
	SmoothFine    = 0.4
	SmoothMore    = 0.6
	// minRelEigenvalue is the smallest eigenvalue of a block that is inverted, relative to the largest. Softer modes
	// are left out: rounding of r to single precision excites them with (6e-8)² times the stiffness of the others,
	// which is negligible beside their own energy down to 1e-9. Rotations of collinear rows about their line are
	// softer.
	minRelEigenvalue = 1e-9
)

var _ Preconditioner = (*RigidAMG)(nil)

// RigidAMG is a multilevel preconditioner for stiff bending, M⁻¹ = D⁻¹ + Σ_l P_l D_l⁻¹ P_lᵀ: AMG by smoothed
// aggregation with rigid-body modes (Vaněk, Mandel and Brezina, Computing 56, 1996). Aggregates that only translate, as
// in [Multilevel], represent a smooth shape with (H/h)³ times its bending energy, H the size of an aggregate, so CG
// would need more iterations the finer the mesh. Here an aggregate moves as a rigid body with six unknowns, and one
// step of damped Jacobi smooths the kinks between aggregates:
//
//	P = (I − ω D⁻¹A) T,
//
// T the rigid-body modes. The matrix of a level is PᵀAP; D_l is its 6×6 block diagonal, or all of it on the coarsest
// level. Levels are added instead of cycled through, as by Bramble, Pasciak and Xu (Math. Comp. 55, 1990).
//
// RigidAMG pays off where [Multilevel] needs more than about 150 iterations, see step.Precond: Setup costs some 150 of
// these, Apply two products. With Reuse, Setup keeps existing levels (a lagged preconditioner). X has the positions of
// the rows.
type RigidAMG struct {
	Reuse bool
	// Diagonal treats the coarsest level by its diagonal blocks, too, and coarsens until nothing is left to
	// aggregate, as the device does.
	Diagonal bool
	X        []r3.Vec

	jacobi BlockJacobi
	col    []int32 // the pattern the levels were made for
	levels []*rigidAMGLevel
	pinned []bool // the fixed rows they were made for
	made   bool   // the levels are computed

	z, r          []r3.Vec  // operands of the loop bodies
	rounded       []float32 // r in single precision, four per row
	round, spread func(lo, hi int)
}

// blocked is a sparse matrix of square blocks, row-major, in compressed block-row format.
type blocked struct {
	n, size  int
	stride   int // row stride of a block and of its inverse
	ptr, col []int32
	val      []float64
}

// block returns the values of block k.
func (a *blocked) block(k int32) []float64 {
	n := a.size * a.stride
	return a.val[n*int(k) : n*int(k)+n]
}

// rigidAMGLevel is a coarse level. A row is an aggregate of the finer level with six unknowns: translation, and
// rotation about its centre times its radius (root mean square distance of its members).
type rigidAMGLevel struct {
	*RigidAMGPattern
	direct bool      // solved directly
	p      []float32 // per block of P: one row of eight for each unknown of a row of the finer level
	q      []float64 // A P, while PᵀAP is computed
	a      blocked   // PᵀAP
	inv    []float64 // inverse diagonal blocks, or the inverse matrix

	centre []r3.Vec
	radius []float64
	r, z   []float32 // eight per row
	part   []float64 // per row: rᵀz

	below         *rigidAMGLevel // nil: the finer level is the matrix itself
	owner         *RigidAMG
	collect, more func(lo, hi int)
}

// Setup builds the levels if the pattern is new, and computes their matrices. Errors are those of [BlockJacobi.Setup].
func (m *RigidAMG) Setup(p *Pool, A *BSR, fixed []bool) error {
	if err := m.jacobi.Setup(p, A, fixed); err != nil {
		return err
	}
	if len(m.col) != len(A.Col) || len(m.col) == 0 || &m.col[0] != &A.Col[0] {
		m.build(A)
	} else if m.Reuse && m.made && slices.Equal(m.pinned, fixed) {
		return nil
	}
	m.made, m.pinned = true, append(m.pinned[:0], fixed...)
	m.fill(p, A, fixed)
	return nil
}

// Forget makes the next Setup recompute all levels. Their patterns are kept.
func (m *RigidAMG) Forget() { m.made = false }

// fill computes all levels.
func (m *RigidAMG) fill(p *Pool, A *BSR, fixed []bool) {
	below := blocked{n: A.N, size: 3, stride: 3, ptr: A.RowPtr, col: A.Col, val: A.Val}
	inv, x, radius := func(i int) []float64 { return m.jacobi.inv[i][:] }, m.X, []float64(nil)
	omega := SmoothFine
	for k, l := range m.levels {
		l.centres(x, radius, fixed)
		l.q = make([]float64, 8*below.size*len(l.ImageCol))
		p.For(below.n, rowGrain, func(lo, hi int) { l.smooth(&below, inv, x, radius, fixed, omega, lo, hi) })
		p.For(below.n, rowGrain, func(lo, hi int) { l.image(&below, lo, hi) })
		p.For(l.N, domainGrain, func(lo, hi int) { l.galerkin(below.size, lo, hi) })
		p.For(l.N, rowGrain, l.mirror)
		if l.q = nil; l.direct {
			l.invertAll()
		} else {
			p.For(l.N, rowGrain, l.invertBlocks)
		}
		if k+1 < len(m.levels) {
			below, x, radius, fixed, omega = l.a, l.centre, l.radius, nil, SmoothMore
			inv = func(i int) []float64 { return l.inv[48*i : 48*i+48] }
		}
	}
}

// build builds the levels for the pattern of A.
func (m *RigidAMG) build(A *BSR) {
	m.col, m.levels = A.Col, nil
	m.round, m.spread = m.roundRows, m.spreadRows
	size := 3
	for _, t := range rigidAMGPatterns(A, nil, m.top()) {
		l := newRigidAMGLevel(t, size)
		l.direct = t.N <= m.top()
		if n := len(m.levels); n > 0 {
			l.below = m.levels[n-1]
		}
		l.owner = m
		m.levels = append(m.levels, l)
		size = 6
	}
}

// top returns the largest number of rows of a level that is solved directly.
func (m *RigidAMG) top() int {
	if m.Diagonal {
		return 0
	}
	return rigidAMGTop
}

// newRigidAMGLevel allocates a level above one with size unknowns per row.
func newRigidAMGLevel(t *RigidAMGPattern, size int) *rigidAMGLevel {
	l := &rigidAMGLevel{RigidAMGPattern: t}
	n := t.N
	l.a.n, l.a.size, l.a.stride, l.a.ptr, l.a.col = n, 6, 8, t.MatrixPtr, t.MatrixCol
	l.p = make([]float32, 8*size*len(l.Col))
	l.a.val = make([]float64, 48*len(l.a.col))
	l.centre, l.radius = make([]r3.Vec, n), make([]float64, n)
	l.r, l.z, l.part = make([]float32, 8*n), make([]float32, 8*n), make([]float64, n)
	l.inv = make([]float64, 48*n)
	l.collect, l.more = l.collectRows, l.spreadRows
	return l
}

// centres computes the centres and radii of the aggregates of rows at x with the given radii (nil: points).
func (l *rigidAMGLevel) centres(x []r3.Vec, radius []float64, fixed []bool) {
	count := make([]float64, l.N)
	clear(l.centre)
	clear(l.radius)
	for i, a := range l.Parent {
		if fixed == nil || !fixed[i] {
			count[a]++
			l.centre[a] = r3.Add(l.centre[a], x[i])
		}
	}
	for a, c := range count {
		if c > 0 {
			l.centre[a] = r3.Scale(1/c, l.centre[a])
		}
	}
	for i, a := range l.Parent {
		if fixed == nil || !fixed[i] {
			l.radius[a] += r3.Norm2(r3.Sub(x[i], l.centre[a])) / count[a]
			if radius != nil {
				l.radius[a] += radius[i] * radius[i] / count[a]
			}
		}
	}
	for a, v := range l.radius {
		l.radius[a] = math.Sqrt(v)
	}
}

// rigid computes the rigid-body modes of the aggregate of row i, at the row: the first three unknowns of the row are
// its translation, the last three, if it has a radius, its rotation times the radius.
func (l *rigidAMGLevel) rigid(t *[48]float32, i int, x []r3.Vec, radius []float64) {
	*t = [48]float32{}
	a := l.Parent[i]
	t[0], t[9], t[18] = 1, 1, 1
	if l.radius[a] == 0 {
		return
	}
	d := r3.Scale(1/l.radius[a], r3.Sub(x[i], l.centre[a]))
	// ω × d
	t[4], t[5] = float32(d.Z), float32(-d.Y)
	t[11], t[13] = float32(-d.Z), float32(d.X)
	t[19], t[20] = float32(d.Y), float32(-d.X)
	if radius != nil {
		s := float32(radius[i] / l.radius[a])
		t[27], t[36], t[45] = s, s, s
	}
}

// smooth computes rows of P.
func (l *rigidAMGLevel) smooth(A *blocked, inv func(i int) []float64, x []r3.Vec, radius []float64, fixed []bool,
	omega float64, lo, hi int) {
	size, n := A.size, 8*A.size
	var t [48]float32
	var w []float64
	var rounded [48]float32
	for i := lo; i < hi; i++ {
		first, last := l.Ptr[i], l.Ptr[i+1]
		out := l.p[n*int(first) : n*int(last)]
		clear(out)
		if fixed != nil && fixed[i] {
			continue
		}
		w = resize(w, len(out))
		clear(w)
		for k := A.ptr[i]; k < A.ptr[i+1]; k++ {
			j := int(A.col[k])
			if fixed != nil && fixed[j] {
				continue
			}
			l.rigid(&t, j, x, radius)
			mulAddEight(w[n*int(l.ColumnBlock[k]-first):], A.block(k), t[:], size, A.stride)
		}
		l.rigid(&t, i, x, radius)
		own := int(place(l.Col[first:last], l.Parent[i]))
		for b := range int(last - first) {
			var s [48]float64
			for e, v := range w[n*b : n*b+n] {
				rounded[e] = float32(v)
			}
			mulAddEight(s[:], inv(i), rounded[:], size, A.stride)
			for e, v := range s[:n] {
				v *= -omega
				if b == own {
					v += float64(t[e])
				}
				out[n*b+e] = float32(v)
			}
		}
	}
}

// image computes rows of A P.
func (l *rigidAMGLevel) image(A *blocked, lo, hi int) {
	n := 8 * A.size
	for i := lo; i < hi; i++ {
		cols := l.ImageCol[l.ImagePtr[i]:l.ImagePtr[i+1]]
		out := l.q[n*int(l.ImagePtr[i]) : n*int(l.ImagePtr[i+1])]
		for k := A.ptr[i]; k < A.ptr[i+1]; k++ {
			j, a, at := A.col[k], A.block(k), 0
			for b := l.Ptr[j]; b < l.Ptr[j+1]; b++ {
				for cols[at] != l.Col[b] {
					at++
				}
				mulAddEight(out[n*at:], a, l.p[n*int(b):], A.size, A.stride)
			}
		}
	}
}

// galerkin computes rows of PᵀAP, the diagonal and what is right of it.
func (l *rigidAMGLevel) galerkin(size, lo, hi int) {
	n := 8 * size
	for v := lo; v < hi; v++ {
		cols := l.a.col[l.a.ptr[v]:l.a.ptr[v+1]]
		out := l.a.val[48*int(l.a.ptr[v]) : 48*int(l.a.ptr[v+1])]
		clear(out)
		for _, k := range l.Blocks(v) {
			i, at := l.Of[k], 0
			p := l.p[n*int(k) : n*int(k)+n]
			for b := l.ImagePtr[i]; b < l.ImagePtr[i+1]; b++ {
				if int(l.ImageCol[b]) < v {
					continue
				}
				for cols[at] != l.ImageCol[b] {
					at++
				}
				crossAddEight(out[48*at:], p, l.q[n*int(b):], size)
			}
		}
	}
}

// mirror copies the upper triangle to the lower.
func (l *rigidAMGLevel) mirror(lo, hi int) {
	for v := lo; v < hi; v++ {
		for k := l.a.ptr[v]; k < l.a.ptr[v+1] && int(l.a.col[k]) < v; k++ {
			u := l.a.col[k]
			first := l.a.ptr[u]
			to, from := l.a.block(k), l.a.block(first+place(l.a.col[first:l.a.ptr[u+1]], int32(v)))
			for e := range 6 {
				for c := range 6 {
					to[8*e+c] = from[8*c+e]
				}
			}
		}
	}
}

// invertBlocks inverts the diagonal blocks.
func (l *rigidAMGLevel) invertBlocks(lo, hi int) {
	var a [64]float64
	var work [16]float64
	for v := lo; v < hi; v++ {
		first := l.a.ptr[v]
		a = [64]float64{}
		copy(a[:48], l.a.block(first+place(l.a.col[first:l.a.ptr[v+1]], int32(v))))
		invertDense(a[:], 8, 6, minRelEigenvalue, work[:])
		copy(l.inv[48*v:48*v+48], a[:48])
	}
}

// invertAll inverts the matrix of a level that is solved directly.
func (l *rigidAMGLevel) invertAll() {
	n := padded(6 * l.N)
	l.inv = resize(l.inv, n*n)
	clear(l.inv)
	for v := range l.N {
		for k := l.a.ptr[v]; k < l.a.ptr[v+1]; k++ {
			for e := range 6 {
				copy(l.inv[n*(6*v+e)+6*int(l.a.col[k]):][:6], l.a.block(k)[8*e:8*e+6])
			}
		}
	}
	invertDense(l.inv, n, 6*l.N, minRelEigenvalue, make([]float64, 2*n))
}
