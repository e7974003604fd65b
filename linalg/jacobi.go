package linalg

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// epsilon is the unit round-off of float64, epsilon32 that of float32.
const (
	epsilon   = 0x1p-53
	epsilon32 = 0x1p-24
)

// Errors of [Preconditioner.Setup].
var (
	ErrIndefinite = errors.New("sparse: the matrix is not positive semidefinite")
	ErrNonFinite  = errors.New("sparse: the matrix has a value that is not finite")
)

// Preconditioner is a symmetric positive definite approximation M of a matrix, on the rows that are not fixed. Systems
// with M are cheap to solve.
type Preconditioner interface {
	// Setup computes M for the current values of A and the fixed rows (nil: none). It returns ErrIndefinite if it
	// finds negative curvature beyond round-off, and ErrNonFinite if it finds NaN or Inf. It need not find either.
	Setup(p *Pool, A *BSR, fixed []bool) error
	// Apply computes z = M⁻¹r and returns rᵀz. r and z are zero in the fixed rows and must not overlap.
	Apply(p *Pool, z, r []r3.Vec) float64
}

var _ Preconditioner = (*BlockJacobi)(nil)

// BlockJacobi is the preconditioner of the 3×3 diagonal blocks. The zero value is ready for Setup; a BlockJacobi may be
// reused for any matrix.
type BlockJacobi struct {
	inv   []block   // per row; zero in fixed rows; one spare block at the end (see step)
	part  []float64 // per chunk
	fault []error   // per chunk

	// Operands of the loop bodies. The bodies are bound once, so that solves do not allocate.
	matrix       *BSR
	fixed        []bool
	z, r         []r3.Vec
	setup, apply func(lo, hi int)
}

// symmetric is a symmetric 3×3 matrix: xx, xy, xz, yy, yz, zz.
type symmetric [6]float64

// Setup inverts the diagonal blocks. A block that is singular to 12 digits (such as that of a vertex without mass) is
// replaced by its positive diagonal entries.
func (j *BlockJacobi) Setup(p *Pool, A *BSR, fixed []bool) error {
	j.inv = resize(j.inv, A.N+1)
	j.part, j.fault = resize(j.part, chunks(A.N)), resize(j.fault, chunks(A.N))
	if j.setup == nil {
		j.setup, j.apply = j.setupRows, j.applyRows
	}
	j.matrix, j.fixed = A, fixed
	p.For(A.N, chunkRows, j.setup)
	j.matrix, j.fixed = nil, nil
	for _, err := range j.fault {
		if err != nil {
			return err
		}
	}
	return nil
}

func (j *BlockJacobi) setupRows(lo, hi int) {
	fault := &j.fault[lo/chunkRows]
	*fault = nil
	for i := lo; i < hi; i++ {
		j.inv[i] = block{}
		if j.fixed != nil && j.fixed[i] {
			continue
		}
		s, err := invert(j.matrix.Block(j.matrix.Diag[i]))
		if err != nil {
			*fault = err
			return
		}
		j.inv[i] = block{s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5]}
	}
}

// Apply computes z = M⁻¹r and returns rᵀz.
func (j *BlockJacobi) Apply(p *Pool, z, r []r3.Vec) float64 {
	j.z, j.r = z, r
	p.For(len(r), chunkRows, j.apply)
	j.z, j.r = nil, nil
	return total(j.part)
}

func (j *BlockJacobi) applyRows(lo, hi int) {
	inv, z, r := j.inv[lo:hi], j.z[lo:hi], j.r[lo:hi]
	dot := 0.0
	for i, v := range r {
		w := mulBlock(&inv[i], v)
		z[i] = w
		dot += v.X*w.X + v.Y*w.Y + v.Z*w.Z
	}
	j.part[lo/chunkRows] = dot
}

// invert returns the inverse of the symmetric part of a 3×3 block.
func invert(b *block) (symmetric, error) {
	a := symmetric{b[0], (b[1] + b[3]) / 2, (b[2] + b[6]) / 2, b[4], (b[5] + b[7]) / 2, b[8]}
	// No entry of a definite matrix exceeds its largest diagonal entry. A non-finite entry yields a pivot that
	// fails the test below. Pivots above 2⁻⁴⁰ of the largest entry leave the inverse a dozen correct bits, enough
	// to be definite.
	most := a[0]
	if a[3] > most {
		most = a[3]
	}
	if a[5] > most {
		most = a[5]
	}
	if inv, ok := invertDefinite(a, 0x1p-40*most); ok {
		return inv, nil
	}
	scale := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2]), math.Abs(a[3]), math.Abs(a[4]), math.Abs(a[5]))
	if !cloth.Finite(scale) { // max propagates NaN
		return symmetric{}, ErrNonFinite
	}
	// Assembly adds a few dozen terms, each rounded to epsilon·scale.
	slack := 64 * epsilon * scale
	// Cholesky factorisation is backward stable: for the matrix shifted by slack it fails only if an eigenvalue is
	// negative beyond round-off.
	moved := a
	moved[0] += slack
	moved[3] += slack
	moved[5] += slack
	if _, ok := invertDefinite(moved, 0); !ok && scale > 0 {
		return symmetric{}, ErrIndefinite
	}
	mean := (max(a[0], 0) + max(a[3], 0) + max(a[5], 0)) / 3
	if mean == 0 {
		mean = 1 // empty row: any positive number makes M definite
	}
	var inv symmetric
	for _, k := range [3]int{0, 3, 5} {
		if a[k] > slack {
			inv[k] = 1 / a[k]
		} else {
			inv[k] = 1 / mean
		}
	}
	return inv, nil
}

// invertDefinite inverts a by its LDLᵀ factors if all pivots exceed least.
func invertDefinite(a symmetric, least float64) (symmetric, bool) {
	d0 := a[0]
	if !(d0 > least) {
		return symmetric{}, false
	}
	i0 := 1 / d0
	l10, l20 := a[1]*i0, a[2]*i0
	d1 := a[3] - l10*a[1]
	if !(d1 > least) {
		return symmetric{}, false
	}
	i1 := 1 / d1
	t := a[4] - l20*a[1]
	l21 := t * i1
	d2 := a[5] - l20*a[2] - l21*t
	if !(d2 > least) {
		return symmetric{}, false
	}
	i2 := 1 / d2
	// A⁻¹ = L⁻ᵀD⁻¹L⁻¹, L⁻¹ = [1 0 0; −l10 1 0; m −l21 1].
	m := l10*l21 - l20
	return symmetric{
		i0 + l10*l10*i1 + m*m*i2,
		-l10*i1 - m*l21*i2,
		m * i2,
		i1 + l21*l21*i2,
		-l21 * i2,
		i2,
	}, true
}
