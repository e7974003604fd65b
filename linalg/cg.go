package linalg

import (
	"errors"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Outcome says why a solve ended.
type Outcome int

const (
	// Converged: the residual fell below the tolerance.
	Converged Outcome = iota
	// MaxIterations: x is the best iterate found, the tolerance was not met.
	MaxIterations
	// NegativeCurvature: pᵀAp < 0 by more than round-off can explain, or a
	// diagonal block is indefinite: the assembly is wrong. x is the iterate
	// before.
	NegativeCurvature
	// RoundOff: the arithmetic allows no further progress (the curvature along
	// p, or what is left of the residual, is below its round-off error). x is
	// the iterate so far, usually as good as float64 can make it.
	RoundOff
	// NonFinite: NaN or Inf in A, b or x. x is the last finite iterate.
	NonFinite
)

func (o Outcome) String() string {
	switch o {
	case Converged:
		return "converged"
	case MaxIterations:
		return "max iterations"
	case NegativeCurvature:
		return "negative curvature"
	case RoundOff:
		return "round-off"
	case NonFinite:
		return "non-finite"
	}
	return "unknown outcome"
}

// Result describes a solve. Residuals are ‖b − A x‖ in the norm √(rᵀM⁻¹r) over
// the rows that are not fixed; for a system in N and m its unit is √J.
type Result struct {
	Outcome    Outcome
	Iterations int     // products with A, verifications not counted
	Residual   float64 // at the returned x, by the recurrence unless verified
	Initial    float64 // at the given x; both NaN if the preconditioner refused A
	Weighed    float64 // Σ Weight·|b − A x|² at the returned x
}

// CG solves A x = b by the preconditioned conjugate gradient method of
// Hestenes and Stiefel (J. Res. NBS 49, 1952),
//
//	α = rᵀz/pᵀAp,  x += αp,  r −= αAp,  z = M⁻¹r,  β = r₊ᵀz₊/rᵀz,  p = z + βp,
//
// for symmetric positive definite A. It stops when √(rᵀM⁻¹r) ≤
// max(Tol·its initial value, AbsTol): relative to b − A x₀, never to b, so that
// a warm start is not taken for a solution; and when Σ Weight·|r|² ≤ Most.
//
// The recurrence for r drifts away from b − A x. By the recurrences of Steihaug
// (SIAM J. Numer. Anal. 20, 1983) for norms of the iterate, which cost nothing,
// CG estimates how far; where that matters for the tolerance it computes the
// true residual, restarts from it, and reports RoundOff once that stops helping.
//
// Of a matrix with Rounds, products take Low as long as what it differs by is no matter: true residuals are those of
// Val, and where one is not that of the recurrence, or pᵀAp is near what rounding makes of it, Val is taken from there
// on.
//
// With [SSOR] it begins in Eisenstat's form, see sweeper, in single precision and with true residuals of Val, and goes
// on as above where that gets no further.
//
// A CG keeps its work space and preconditioner from solve to solve. It must not
// be used by two goroutines at once.
type CG struct {
	Tol     float64 // relative to the initial residual; zero: as far as round-off allows
	AbsTol  float64 // absolute, √J; zero: none
	MaxIter int     // zero: 3N, the number of unknowns

	// Weight is of the residual of each row, in a sum that has to come down to Most too; nil: in none. With Most zero
	// it is only measured.
	Weight []float64
	Most   float64

	// Precond is the preconditioner; nil takes block Jacobi, which is fused
	// with the vector updates.
	Precond Preconditioner

	// Stop, if not nil, is asked every stopEvery iterations whether to end with what there is.
	Stop func() bool

	// Extra is added to A, if not nil; its diagonal blocks must already be in A, so that
	// preconditioners know them.
	Extra Operator

	jacobi     BlockJacobi
	ssor       *SSOR        // goes first; nil: nothing does
	fused      *BlockJacobi // the preconditioner or its first part, if block Jacobi
	coarse     corrector    // the rest of it, if any
	A          *BSR
	b, x       []r3.Vec
	fixed      []bool
	r, z, p, q []r3.Vec
	part       []float64
	alpha      float64
	beta       float64
	low        bool        // products are those of A.Low
	starts     atomic.Bool // somewhere x is not zero

	// Loop bodies, bound once so that solves allocate nothing.
	multiply, step, updateDirection, advance, take, residual, startNorm, round func(lo, hi int)
}

// corrector adds the rest of a preconditioner's M⁻¹r to z, and returns its part of rᵀz.
type corrector interface {
	correct(p *Pool, z, r []r3.Vec) float64
}

// stopEvery is few enough for an answer within a second where an iteration of a million vertices takes 20 ms, and
// many enough to cost nothing.
const stopEvery = 32

// Operator is a symmetric operator that is given by what it adds to rows of a product.
type Operator interface {
	// Rows are those that it adds anything to, in ascending order.
	Rows() []int32
	// Prepare comes before the calls of AddRows for the same x.
	Prepare(p *Pool, x []r3.Vec)
	// AddRows adds rows [lo, hi) of its product with x to y, and returns what it added to xᵀy.
	AddRows(y, x []r3.Vec, lo, hi int) float64
}

// Solve improves x, the start, towards the solution of A x = b. Rows with
// fixed[i] are held: x[i] stays as given and equation i is left out (its column
// acts on the others through x[i]); nil holds none.
func (c *CG) Solve(p *Pool, A *BSR, b, x []r3.Vec, fixed []bool) Result {
	A.checkLen("b", len(b))
	A.checkLen("x", len(x))
	if fixed != nil {
		A.checkLen("fixed", len(fixed))
	}
	c.bind(A, b, x, fixed)
	defer c.release()

	precond, err := c.prepare(p)
	if err != nil {
		outcome := NegativeCurvature
		if errors.Is(err, ErrNonFinite) {
			outcome = NonFinite
		}
		return Result{Outcome: outcome, Residual: math.NaN(), Initial: math.NaN()}
	}
	rz := c.begin(p, precond)
	initial := math.Sqrt(math.Abs(rz))
	result := Result{Residual: initial, Initial: initial}
	target := max(c.Tol*initial, c.AbsTol)
	switch {
	case !cloth.Finite(rz):
		result.Outcome = NonFinite
	case rz < 0: // M is definite: only rounding can do that
		result.Outcome = RoundOff
	case initial <= target && c.light(p):
		result.Outcome = Converged
	default:
		result.Outcome = c.approach(p, precond, rz, target, &result)
	}
	result.Weighed = c.weighed(p)
	return result
}

// approach goes on from x, whose residual has norm² rz, until its norm is at most target and it is light: by relaxation
// as long as that gets on.
func (c *CG) approach(p *Pool, precond Preconditioner, rz, target float64, result *Result) Outcome {
	for c.ssor != nil {
		before := result.Residual
		goal := max(target, leastShare*before)
		end, off := c.solveSSOR(p, goal, result)
		// what is light may be far below the target
		if end == there && goal == target && off <= min(target/10, result.Residual) {
			return Converged
		}
		rz = c.begin(p, precond)
		result.Residual = math.Sqrt(math.Abs(rz))
		switch {
		case !cloth.Finite(rz):
			return NonFinite
		case result.Residual <= target && c.light(p):
			return Converged
		case end == stopped:
			return MaxIterations
		}
		if end == stuck || !(result.Residual < before/1000) {
			break
		}
	}
	if c.ssor != nil {
		rz = c.restart(p, precond)
	}
	return c.iterate(p, precond, rz, target, result)
}

// begin computes r = b − A x and returns rᵀM⁻¹r.
func (c *CG) begin(p *Pool, precond Preconditioner) float64 {
	if c.ssor == nil {
		return c.restart(p, precond)
	}
	c.starts.Store(false)
	p.For(c.A.N, chunkRows, c.take)
	if c.starts.Load() {
		if c.Extra != nil {
			c.Extra.Prepare(p, c.x)
		}
		p.For(c.A.N, chunkRows, c.residual)
	}
	return c.ssor.begin(p, c.r)
}

// most is the most iterations.
func (c *CG) most() int {
	if c.MaxIter > 0 {
		return c.MaxIter
	}
	return 3 * c.A.N
}

// iterate goes on from x, whose residual has norm² rz, until its norm is at most target and it is light. It counts
// iterations and follows the residual in result.
func (c *CG) iterate(p *Pool, precond Preconditioner, rz, target float64, result *Result) Outcome {
	n, width := c.A.N, float64(c.A.maxRow())
	d := drift{width: width, pMp: rz, base: c.sizeOfStart(p)}
	if c.low = c.A.Rounds && target >= lowTol*result.Initial; c.low {
		if c.A.Low == nil {
			c.A.Low = make([]float32, len(c.A.Val))
		}
		p.For(n, chunkRows, c.round)
		d.low = 2 * epsilon32 * math.Sqrt(width)
	}
	verified := result.Residual // the last residual that was that of x
	curvatureFloor := 9 * width * width * epsilon

	for result.Iterations < c.most() {
		pAp := c.curvature(p)
		if c.low && !(pAp > epsilon32*width*d.pMp) { // or not finite
			rz = c.exact(p, precond, &d)
			if verified = math.Sqrt(math.Abs(rz)); !cloth.Finite(rz) {
				return NonFinite
			}
			continue
		}
		if !cloth.Finite(pAp) {
			return NonFinite
		}
		if pAp <= curvatureFloor*d.pMp {
			return c.judgeCurvature(pAp)
		}
		if result.Iterations++; c.Stop != nil && result.Iterations%stopEvery == 0 && c.Stop() {
			return MaxIterations
		}
		c.alpha = rz / pAp
		rzNext := c.updateResidual(p, precond)
		if !cloth.Finite(rzNext, c.alpha) {
			return NonFinite
		}
		result.Residual = math.Sqrt(math.Abs(rzNext))
		bound := d.step(c.alpha, result.Iterations)
		solved := result.Residual <= target && c.light(p)
		if rzNext >= 0 && !solved && result.Residual > bound {
			c.beta = rzNext / rz
			rz = rzNext
			d.updateDirection(c.alpha, c.beta, rz)
			p.For(n, chunkRows, c.updateDirection)
			continue
		}
		p.For(n, chunkRows, c.advance)
		if rzNext < 0 { // M is definite: only rounding can do that
			return RoundOff
		}
		if solved && bound <= target/10 {
			return Converged
		}
		rz = c.restart(p, precond) // the true residual
		result.Residual = math.Sqrt(math.Abs(rz))
		switch {
		case !cloth.Finite(rz):
			return NonFinite
		case result.Residual <= target && rz >= 0 && c.light(p):
			return Converged
		case rz < 0 || !c.low && result.Residual > verified/2:
			return RoundOff
		}
		c.low, d.low = false, 0
		verified = result.Residual
		d.restart(rz)
	}
	return MaxIterations
}

// curvature computes q = A p and returns pᵀq.
func (c *CG) curvature(p *Pool) float64 {
	if c.Extra != nil {
		c.Extra.Prepare(p, c.p)
	}
	p.For(c.A.N, chunkRows, c.multiply)
	return total(c.part)
}

// weighed is Σ Weight·|r|².
func (c *CG) weighed(p *Pool) float64 {
	if c.Weight == nil {
		return 0
	}
	return p.Sum(c.A.N, func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			if c.fixed == nil || !c.fixed[i] { // in fixed rows r is anything
				sum += c.Weight[i] * r3.Norm2(c.r[i])
			}
		}
		return sum
	})
}

// light reports whether that is little enough.
func (c *CG) light(p *Pool) bool { return c.Most == 0 || c.weighed(p) <= c.Most }

// prepare sets up the preconditioner, and finds what of it is fused with the vector updates.
func (c *CG) prepare(p *Pool) (Preconditioner, error) {
	precond := c.Precond
	if precond == nil {
		precond = &c.jacobi
	}
	c.fused, c.coarse, c.ssor = nil, nil, nil
	switch m := precond.(type) {
	case *BlockJacobi:
		c.fused = m
	case *Multilevel:
		c.fused, c.coarse = &m.jacobi, m
	case *RigidAMG:
		c.fused, c.coarse = &m.jacobi, m
	}
	err := precond.Setup(p, c.A, c.fixed)
	if m, ok := precond.(*SSOR); ok && m.definite {
		c.ssor = m
	}
	return precond, err
}

// drift estimates how far the residual of the recurrence is from b − A x, in the norm √(rᵀM⁻¹r): by M-norms of
// p, of s = x − (x at the last restart), with sᵀMp, and of where the restarts were.
type drift struct {
	width         float64 // |λ(M⁻¹A)| ≤ width for block Jacobi
	pMp, sMs, sMp float64
	base          float64
	// ‖E s‖ over that of s, A + E being what products take: roundings of a row's entries add up as if by chance
	low float64
}

// step follows x += αp and returns the estimate after so many iterations.
func (d *drift) step(alpha float64, iterations int) float64 {
	d.sMs += alpha * (2*d.sMp + alpha*d.pMp)
	s := math.Sqrt(max(d.sMs, 0))
	return epsilon*math.Sqrt(float64(iterations))*d.width*(d.base+s) + d.low*s
}

// updateDirection follows p = z + βp, with the new rᵀz.
func (d *drift) updateDirection(alpha, beta, rz float64) {
	d.sMp = beta * (d.sMp + alpha*d.pMp)
	d.pMp = rz + beta*beta*d.pMp
}

// restart follows p = z.
func (d *drift) restart(rz float64) {
	d.base += math.Sqrt(max(d.sMs, 0))
	d.pMp, d.sMs, d.sMp = rz, 0, 0
}

// restart computes r = b − A x, z = M⁻¹r and p = z, and returns rᵀz.
func (c *CG) restart(p *Pool, precond Preconditioner) float64 {
	if c.Extra != nil {
		c.Extra.Prepare(p, c.x)
	}
	p.For(c.A.N, chunkRows, c.residual)
	rz := precond.Apply(p, c.z, c.r)
	copy(c.p, c.z)
	return rz
}

// exact goes on from where x is with products by Val, and returns rᵀz there.
func (c *CG) exact(p *Pool, precond Preconditioner, d *drift) float64 {
	c.low, d.low = false, 0
	rz := c.restart(p, precond)
	d.restart(rz)
	return rz
}

// updateResidual computes r −= αq and z = M⁻¹r and returns rᵀz.
func (c *CG) updateResidual(p *Pool, precond Preconditioner) float64 {
	p.For(c.A.N, chunkRows, c.step)
	if c.fused != nil {
		rz := total(c.part)
		if c.coarse != nil {
			rz += c.coarse.correct(p, c.z, c.r)
		}
		return rz
	}
	return precond.Apply(p, c.z, c.r)
}

// sizeOfStart returns √(xᵀDx) of the given x, D the diagonal blocks.
func (c *CG) sizeOfStart(p *Pool) float64 {
	p.For(c.A.N, chunkRows, c.startNorm)
	return math.Sqrt(max(total(c.part), 0))
}

// judgeCurvature tells a curvature pᵀAp that is negative beyond the rounding
// errors of its own sum from one that is not: these are at most ε·|p|ᵀ|A||p|
// times the number of additions that a term goes through, in its row, its chunk
// and the total.
func (c *CG) judgeCurvature(pAp float64) Outcome {
	size := 0.0
	for i := range c.A.N {
		row := r3.Vec{}
		for k := c.A.RowPtr[i]; k < c.A.RowPtr[i+1]; k++ {
			a, v := c.A.Block(k), absVec(c.p[c.A.Col[k]])
			row.X += math.Abs(a[0])*v.X + math.Abs(a[1])*v.Y + math.Abs(a[2])*v.Z
			row.Y += math.Abs(a[3])*v.X + math.Abs(a[4])*v.Y + math.Abs(a[5])*v.Z
			row.Z += math.Abs(a[6])*v.X + math.Abs(a[7])*v.Y + math.Abs(a[8])*v.Z
		}
		size += r3.Dot(absVec(c.p[i]), row)
	}
	additions := 3*c.A.maxRow() + 3*chunkRows + len(c.part)
	if pAp < -float64(additions)*epsilon*size {
		return NegativeCurvature
	}
	return RoundOff
}

// bind sets the operands of the loop bodies and makes room for the vectors.
func (c *CG) bind(A *BSR, b, x []r3.Vec, fixed []bool) {
	c.A, c.b, c.x, c.fixed = A, b, x, fixed
	c.r, c.z = resize(c.r, A.N), resize(c.z, A.N)
	c.p, c.q = resize(c.p, A.N), resize(c.q, A.N)
	c.part = resize(c.part, chunks(A.N))
	if c.multiply == nil {
		c.multiply, c.step, c.updateDirection = c.multiplyRows, c.stepRows, c.updateRows
		c.advance, c.take, c.residual, c.startNorm = c.advanceRows, c.takeRows, c.residualRows, c.startNormRows
		c.round = func(lo, hi int) { c.A.round(lo, hi) }
	}
}

// release forgets the caller's data.
func (c *CG) release() { c.A, c.b, c.x, c.fixed = nil, nil, nil, nil }

// multiplyRows: q = A p, part = pᵀq.
func (c *CG) multiplyRows(lo, hi int) {
	var dot float64
	if c.low {
		dot = c.A.mulLow(c.q, c.p, lo, hi)
	} else {
		dot = c.A.mulRows(c.q, c.p, lo, hi)
	}
	if c.Extra != nil {
		dot += c.Extra.AddRows(c.q, c.p, lo, hi)
	}
	c.part[lo/chunkRows] = dot
}

// stepRows: r −= αq; with block Jacobi also z = M⁻¹r, part = rᵀz.
func (c *CG) stepRows(lo, hi int) {
	alpha, r, q := c.alpha, c.r[lo:hi], c.q[lo:hi]
	if c.fused == nil {
		for i := range r {
			if c.fixed != nil && c.fixed[lo+i] {
				continue
			}
			r[i].X -= alpha * q[i].X
			r[i].Y -= alpha * q[i].Y
			r[i].Z -= alpha * q[i].Z
		}
		return
	}
	// In fixed rows the inverse is zero, so that what r gathers there is unseen.
	c.part[lo/chunkRows] = step(r, c.z[lo:hi], q, c.fused.inv[lo:hi+1], alpha)
}

// updateRows: x += αp, p = z + βp.
func (c *CG) updateRows(lo, hi int) {
	updateDirection(c.x[lo:hi], c.p[lo:hi], c.z[lo:hi], c.alpha, c.beta)
}

// advanceRows: x += αp.
func (c *CG) advanceRows(lo, hi int) {
	for i := lo; i < hi; i++ {
		c.x[i].X += c.alpha * c.p[i].X
		c.x[i].Y += c.alpha * c.p[i].Y
		c.x[i].Z += c.alpha * c.p[i].Z
	}
}

// takeRows: r = b, zero in fixed rows, which is the residual where x is zero.
func (c *CG) takeRows(lo, hi int) {
	for i := lo; i < hi; i++ {
		c.r[i] = c.b[i]
		if held := c.fixed != nil && c.fixed[i]; held {
			c.r[i] = r3.Vec{}
		}
		if (c.x[i] != r3.Vec{}) && !c.starts.Load() {
			c.starts.Store(true)
		}
	}
}

// residualRows: r = b − A x, zero in fixed rows.
func (c *CG) residualRows(lo, hi int) {
	c.A.mulRows(c.q, c.x, lo, hi)
	if c.Extra != nil {
		c.Extra.AddRows(c.q, c.x, lo, hi)
	}
	for i := lo; i < hi; i++ {
		if c.fixed != nil && c.fixed[i] {
			c.r[i] = r3.Vec{}
			continue
		}
		c.r[i] = r3.Sub(c.b[i], c.q[i])
	}
}

// startNormRows: part = xᵀDx.
func (c *CG) startNormRows(lo, hi int) {
	sum := 0.0
	for i := lo; i < hi; i++ {
		v := c.x[i]
		if v == (r3.Vec{}) {
			continue
		}
		d := c.A.Block(c.A.Diag[i])
		sum += v.X*(d[0]*v.X+d[1]*v.Y+d[2]*v.Z) +
			v.Y*(d[3]*v.X+d[4]*v.Y+d[5]*v.Z) +
			v.Z*(d[6]*v.X+d[7]*v.Y+d[8]*v.Z)
	}
	c.part[lo/chunkRows] = sum
}

func absVec(v r3.Vec) r3.Vec {
	return r3.Vec{X: math.Abs(v.X), Y: math.Abs(v.Y), Z: math.Abs(v.Z)}
}

// chunks returns the number of pieces of parallel work for n rows.
func chunks(n int) int { return (n + chunkRows - 1) / chunkRows }

func total(part []float64) float64 {
	sum := 0.0
	for _, v := range part {
		sum += v
	}
	return sum
}

// resize returns s with length n, in the same memory if it has room. What the
// elements hold is unspecified.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
