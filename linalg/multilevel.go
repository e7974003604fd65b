package linalg

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Sizes of the hierarchy.
const (
	// levelRatio is the number of rows per aggregate. Larger ratios make levels cheaper and less accurate.
	levelRatio = 4
	// domainRows is the number of rows per domain of a coarse level; a domain is solved directly.
	domainRows = 16
	// topRows is the largest number of rows of a level that is solved directly.
	topRows = 64
	// coarseWeight is the weight ω of the coarse levels. Braess (Computing 55, 1995) uses 1.8 for multigrid with
	// plain aggregation. Measured for sheets of 5,000 vertices: 183, 148, 150 and 152 iterations at ω = 1, 1.5, 2
	// and 3.
	coarseWeight = 1.5
	// domainGrain and rowGrain are the numbers of domains and rows per chunk of parallel work: a few microseconds,
	// so that a small level is one chunk.
	domainGrain = 10
	rowGrain    = 200
)

var _ Preconditioner = (*Multilevel)(nil)

// Multilevel is an additive Schwarz preconditioner over a hierarchy of levels, AMG with a piecewise-constant coarse
// space:
//
//	M⁻¹ = D⁻¹ + ω Σ_l P_l S_l⁻¹ P_lᵀ.
//
// D is the block diagonal. A row of level l is an aggregate of about four neighbouring rows of the next finer level;
// P_l translates all vertices of an aggregate together, and A_l = P_lᵀ A P_l. S_l is A_l without the couplings between
// domains of about 16 rows; the coarsest level is one domain. The method is that of Wu, Wang and Wang, "GPU-based
// multilevel additive Schwarz preconditioner for cloth and deformable body simulation" (ACM TOG 41(4), 2022), with
// block Jacobi instead of domains on the finest level, where inverting them would cost more than it saves. The energy
// of a piecewise-constant correction exceeds that of the smooth correction that it approximates, so coarse corrections
// come out too small; ω, [coarseWeight], compensates for this.
//
// Multilevel pays off where block Jacobi needs more than about a hundred iterations: Setup costs about ten products,
// Apply about a third of one. With Reuse, Setup keeps existing coarse matrices (a lagged preconditioner).
//
// The levels depend on the pattern alone. They are kept as long as Setup gets matrices with the same Col slice, which
// must not be changed in place. The zero value is ready for Setup.
type Multilevel struct {
	Reuse bool

	jacobi BlockJacobi
	col    []int32 // the pattern the levels were made for
	levels []*level
	made   bool // the coarse matrices are computed

	z, r    []r3.Vec // operands of the loop bodies
	fixed   []bool
	prolong func(lo, hi int)
}

// level is one coarse level. Its vectors are flat: row v has its three numbers at at[v]. The rows of a domain are
// consecutive, and every domain is zero-padded to a multiple of eight. Corrections are float32, so M is symmetric up to
// their rounding error.
type level struct {
	A       *BSR    // the Galerkin matrix
	parent  []int32 // per row of the finer level: its row here
	members lists   // per row here: rows of the finer level, without fixed ones
	target  []int32 // per block of the finer level: its block here

	at        []int32   // per row: offset into r and z
	domain    []int32   // per row: its domain
	domains   lists     // per domain: its rows, consecutive
	start     []int32   // per domain: offset into r and z; one more at the end
	inv       []float32 // inverse matrices of the domains, in panels
	invStart  []int     // per domain: offset into inv
	r, z      []float32
	part      []float64 // per domain: rᵀz
	below     *level    // nil: the finer level is the matrix itself
	belowA    *BSR
	owner     *Multilevel
	galerkin  func(lo, hi int)
	factorise func(lo, hi int)
	solve     func(lo, hi int)
	spread    func(lo, hi int)
}

// Setup builds the levels if the pattern is new, and computes their matrices. Errors are those of [BlockJacobi.Setup].
func (m *Multilevel) Setup(p *Pool, A *BSR, fixed []bool) error {
	if err := m.jacobi.Setup(p, A, fixed); err != nil {
		return err
	}
	if len(m.col) != len(A.Col) || len(m.col) == 0 || &m.col[0] != &A.Col[0] {
		m.build(A)
	} else if m.Reuse && m.made && len(m.levels) > 0 {
		m.levels[0].members.collect(m.levels[0].parent, m.levels[0].A.N, fixed)
		return nil
	}
	m.fixed, m.made = fixed, true
	for k, l := range m.levels {
		if k == 0 {
			l.belowA = A
			l.members.collect(l.parent, l.A.N, fixed)
		}
		p.For(l.A.N, rowGrain, l.galerkin)
		p.For(len(l.part), 1, l.factorise)
	}
	if len(m.levels) > 0 {
		m.levels[0].belowA = nil
	}
	m.fixed = nil
	return nil
}

// Forget makes the next Setup recompute all matrices. The levels are kept.
func (m *Multilevel) Forget() { m.made = false }

// build builds the levels for the pattern of A.
func (m *Multilevel) build(A *BSR) {
	m.col, m.levels, m.prolong = A.Col, nil, m.prolongRows
	var below *level
	for A.N > 1 {
		parent, count := aggregate(A, levelRatio)
		if 4*count > 3*A.N && below != nil {
			break // components of one row each: nothing left to aggregate
		}
		l := newLevel(A, parent, count)
		l.owner, l.below, l.belowA = m, below, A
		m.levels = append(m.levels, l)
		if count <= topRows {
			break
		}
		A, below = l.A, l
	}
	if len(m.levels) > 0 {
		m.levels[0].belowA = nil // set by every Setup
	}
}

// newLevel returns the level whose rows are the given aggregates of the rows of A.
func newLevel(A *BSR, parent []int32, count int) *level {
	coarse := quotient(A, parent, count)
	domain, domains := make([]int32, count), 1
	if count > topRows {
		domain, domains = aggregate(coarse, domainRows)
	}
	// Number the rows domain by domain.
	var order lists
	order.collect(domain, domains, nil)
	rank := make([]int32, count)
	for k, v := range order.rows {
		rank[v] = int32(k)
	}
	l := &level{parent: make([]int32, A.N), domain: make([]int32, count)}
	for i, a := range parent {
		l.parent[i] = rank[a]
	}
	for v, d := range domain {
		l.domain[rank[v]] = d
	}
	l.A = quotient(A, l.parent, count)
	l.members.collect(l.parent, count, nil)
	l.domains.collect(l.domain, domains, nil)
	l.target = make([]int32, A.Blocks())
	for i := range A.N {
		for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
			l.target[k] = l.A.Find(l.parent[i], l.parent[A.Col[k]])
		}
	}
	l.at, l.start, l.invStart = make([]int32, count), make([]int32, domains+1), make([]int, domains+1)
	for d := range domains {
		rows := l.domains.of(d)
		for k, v := range rows {
			l.at[v] = l.start[d] + int32(3*k)
		}
		n := (3*len(rows) + 7) &^ 7
		l.start[d+1] = l.start[d] + int32(n)
		l.invStart[d+1] = l.invStart[d] + n*n
	}
	size := int(l.start[domains])
	l.inv = make([]float32, l.invStart[domains])
	l.r, l.z, l.part = make([]float32, size), make([]float32, size), make([]float64, domains)
	l.galerkin, l.factorise, l.solve, l.spread = l.galerkinRows, l.factoriseDomains, l.solveDomains, l.spreadRows
	return l
}

// galerkinRows computes rows of A_l = Pᵀ A P.
func (l *level) galerkinRows(lo, hi int) {
	A, fixed := l.belowA, []bool(nil)
	if l.below == nil {
		fixed = l.owner.fixed
	}
	clear(l.A.Val[9*int(l.A.RowPtr[lo]) : 9*int(l.A.RowPtr[hi])])
	for v := lo; v < hi; v++ {
		for _, i := range l.members.of(v) {
			first, last := A.RowPtr[i], A.RowPtr[i+1]
			for k := first; k < last; k++ {
				if fixed != nil && fixed[A.Col[k]] { // add the blocks before the fixed column and continue after it
					addBlocks(l.A.Val, l.target[first:k], A.Val[9*int(first):9*int(k)])
					first = k + 1
				}
			}
			addBlocks(l.A.Val, l.target[first:last], A.Val[9*int(first):9*int(last)])
		}
	}
}

// addBlocksGo adds block k of val to block target[k] of to. It is the portable twin of addBlocksAVX2.
func addBlocksGo(to []float64, target []int32, val []float64) {
	for k, t := range target {
		a, b := (*block)(to[9*int(t):]), (*block)(val[9*k:])
		for i := range a {
			a[i] += b[i]
		}
	}
}

// scratch is work space for the inversion of a domain's matrix.
type scratch struct{ inv, work []float64 }

// scratches is a free list of work spaces.
var scratches = make(chan *scratch, 64)

func acquireScratch() *scratch {
	select {
	case s := <-scratches:
		return s
	default:
		return new(scratch)
	}
}

func (s *scratch) release() {
	select {
	case scratches <- s:
	default:
	}
}

// factoriseDomains inverts the domains' matrices.
func (l *level) factoriseDomains(lo, hi int) {
	s := acquireScratch()
	defer s.release()
	for d := lo; d < hi; d++ {
		n := int(l.start[d+1] - l.start[d])
		inv := resize(s.inv, n*n)
		s.inv = inv
		clear(inv)
		rows := l.domains.of(d)
		for _, v := range rows {
			row := int(l.at[v] - l.start[d])
			for k := l.A.RowPtr[v]; k < l.A.RowPtr[v+1]; k++ {
				w := l.A.Col[k]
				if int(l.domain[w]) != d {
					continue
				}
				at := n*row + int(l.at[w]-l.start[d])
				for e, value := range l.A.Block(k) {
					inv[at+n*(e/3)+e%3] = value
				}
			}
		}
		s.work = resize(s.work, 2*n)
		invertDense(inv, n, 3*len(rows), 0, s.work)
		inPanels(l.inv[l.invStart[d]:l.invStart[d+1]], inv, n)
	}
}

// Apply computes z = M⁻¹r and returns rᵀz.
func (m *Multilevel) Apply(p *Pool, z, r []r3.Vec) float64 {
	return m.jacobi.Apply(p, z, r) + m.correct(p, z, r)
}

// correct adds the coarse levels to z = M⁻¹r and returns their contribution to rᵀz. Fixed rows of r are ignored and
// those of z unchanged.
func (m *Multilevel) correct(p *Pool, z, r []r3.Vec) float64 {
	if len(m.levels) == 0 {
		return 0
	}
	m.z, m.r = z, r
	dot := 0.0
	for _, l := range m.levels {
		p.For(len(l.part), domainGrain, l.solve)
		dot += coarseWeight * total(l.part)
	}
	for _, l := range slices.Backward(m.levels[1:]) {
		p.For(l.A.N, rowGrain, l.spread)
	}
	p.For(m.levels[0].A.N, rowGrain, m.prolong)
	m.z, m.r = nil, nil
	return dot
}

// solveDomains restricts r from the finer level and computes z = S⁻¹r.
func (l *level) solveDomains(lo, hi int) {
	for d := lo; d < hi; d++ {
		first, end := l.start[d], l.start[d+1]
		r, z := l.r[first:end], l.z[first:end]
		at := 0
		for _, v := range l.domains.of(d) {
			out := r[at : at+3]
			if l.below == nil {
				var s r3.Vec
				for _, i := range l.members.of(int(v)) {
					f := &l.owner.r[i]
					s.X += f.X
					s.Y += f.Y
					s.Z += f.Z
				}
				out[0], out[1], out[2] = float32(s.X), float32(s.Y), float32(s.Z)
			} else {
				var s [3]float32
				for _, i := range l.members.of(int(v)) {
					f := l.below.r[l.below.at[i]:][:3]
					s[0] += f[0]
					s[1] += f[1]
					s[2] += f[2]
				}
				out[0], out[1], out[2] = s[0], s[1], s[2]
			}
			at += 3
		}
		l.part[d] = symv(z, l.inv[l.invStart[d]:l.invStart[d+1]], r)
	}
}

// spreadRows adds this level's z to the finer level.
func (l *level) spreadRows(lo, hi int) {
	for v := lo; v < hi; v++ {
		f := l.z[l.at[v]:][:3]
		for _, i := range l.members.of(v) {
			to := l.below.z[l.below.at[i]:][:3]
			to[0] += f[0]
			to[1] += f[1]
			to[2] += f[2]
		}
	}
}

// prolongRows adds the z of the finest coarse level to the matrix rows.
func (m *Multilevel) prolongRows(lo, hi int) {
	l, z := m.levels[0], m.z
	for v := lo; v < hi; v++ {
		f := l.z[l.at[v]:][:3]
		x, y, w := coarseWeight*float64(f[0]), coarseWeight*float64(f[1]), coarseWeight*float64(f[2])
		for _, i := range l.members.of(v) {
			to := &z[i]
			to.X += x
			to.Y += y
			to.Z += w
		}
	}
}
