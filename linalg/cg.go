package linalg

import (
	"errors"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Outcome is the reason for which a solve ended.
type Outcome int

const (
	// Converged: the residual fell below the tolerance.
	Converged Outcome = iota
	// MaxIterations: iteration limit reached. x is the last iterate.
	MaxIterations
	// NegativeCurvature: pᵀAp is negative beyond round-off, or a diagonal block is indefinite, which means an error
	// in the assembly. x is the iterate before.
	NegativeCurvature
	// RoundOff: pᵀAp or the residual is below its round-off error. x is the last iterate, usually accurate to
	// float64.
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

// Result describes a solve. Residuals are ‖b − A x‖ in the norm √(rᵀM⁻¹r) over the rows that are not fixed. For a
// system in N and m the unit is √J.
type Result struct {
	Outcome    Outcome
	Iterations int     // products with A; true residuals are not counted
	Residual   float64 // at the returned x, from the recurrence unless recomputed
	Initial    float64 // at the given x; both are NaN if Setup of the preconditioner failed
	Weighed    float64 // Σ Weight·|b − A x|² at the returned x
}

// CG solves A x = b, A symmetric positive definite, by the preconditioned conjugate gradient method of Hestenes and
// Stiefel (J. Res. NBS 49, 1952),
//
//	α = rᵀz/pᵀAp,  x += αp,  r −= αAp,  z = M⁻¹r,  β = r₊ᵀz₊/rᵀz,  p = z + βp.
//
// It stops when √(rᵀM⁻¹r) ≤ max(Tol·its initial value, AbsTol) and Σ Weight·|r|² ≤ Most. The tolerance is relative to
// the initial residual b − A x₀, not to b, so that a good initial guess is improved too.
//
// The recurrence for r drifts away from b − A x. CG estimates the drift with Steihaug's recurrences for norms of the
// iterate (SIAM J. Numer. Anal. 20, 1983), at no cost. Where the drift matters for the tolerance, CG recomputes the
// true residual and restarts from it, and returns RoundOff when a restart no longer halves the residual.
//
// For a matrix with Rounds, products use the single-precision values Low while their rounding error does not matter.
// True residuals are always computed with Val. CG changes to Val when a true residual is not that of the recurrence, or
// pᵀAp is near its rounding error.
//
// With [SSOR] as preconditioner CG starts in Eisenstat's form (see sweeper), in single precision with true residuals
// from Val, and continues as above when that stops converging.
//
// A CG keeps its work space and preconditioner between solves. It must not be used by two goroutines at once.
type CG struct {
	Tol     float64 // relative to the initial residual; zero: as far as round-off allows
	AbsTol  float64 // absolute, √J; zero: none
	MaxIter int     // zero: 3N, the number of unknowns

	// Weight, if not nil, has a weight per row for the sum Σ Weight·|r|², which must fall to Most. With Most zero
	// the sum is only reported.
	Weight []float64
	Most   float64

	// Precond is the preconditioner. nil means block Jacobi, fused with the vector updates.
	Precond Preconditioner

	// Stop, if not nil, is polled every stopEvery iterations. If it returns true the solve ends with MaxIterations.
	Stop func() bool

	// Extra, if not nil, is added to A. Its diagonal blocks must also be in A, for the preconditioners.
	Extra Operator

	jacobi     BlockJacobi
	ssor       *SSOR        // runs before the plain iteration; nil: none
	fused      *BlockJacobi // the preconditioner, or its finest level, if block Jacobi
	coarse     corrector    // the coarse levels, if any
	A          *BSR
	b, x       []r3.Vec
	fixed      []bool
	r, z, p, q []r3.Vec
	part       []float64
	alpha      float64
	beta       float64
	low        bool        // products use A.Low
	starts     atomic.Bool // the initial x is not zero

	// Loop bodies, bound once so that solves allocate nothing.
	multiply, step, updateDirection, advance, take, residual, startNorm, round func(lo, hi int)
}

// corrector adds the coarse levels of a preconditioner to z = M⁻¹r and returns their contribution to rᵀz.
type corrector interface {
	correct(p *Pool, z, r []r3.Vec) float64
}

// stopEvery is the number of iterations between calls of Stop: less than a second for a million vertices (20 ms per
// iteration), and negligible cost.
const stopEvery = 32

// Operator is a symmetric operator that is defined by its products with vectors.
type Operator interface {
	// Rows returns the rows that are not zero, ascending.
	Rows() []int32
	// Prepare is called once for each x, before AddRows.
	Prepare(p *Pool, x []r3.Vec)
	// AddRows adds rows [lo, hi) of the product with x to y and returns their contribution to xᵀy.
	AddRows(y, x []r3.Vec, lo, hi int) float64
}

// Solve improves the initial guess x towards the solution of A x = b. Rows with fixed[i] are Dirichlet rows: x[i] keeps
// its value and equation i is left out (column i still acts on the others). nil: no fixed rows.
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
	case rz < 0: // M is definite, so this is rounding
		result.Outcome = RoundOff
	case initial <= target && c.weightedSolved(p):
		result.Outcome = Converged
	default:
		result.Outcome = c.iterateFrom(p, precond, rz, target, &result)
	}
	result.Weighed = c.weighed(p)
	return result
}

// iterateFrom iterates from x, whose squared residual norm is rz, until the norm is at most target and weightedSolved
// holds. With SSOR it repeats Eisenstat's iteration as long as that converges.
func (c *CG) iterateFrom(p *Pool, precond Preconditioner, rz, target float64, result *Result) Outcome {
	for c.ssor != nil {
		before := result.Residual
		goal := max(target, leastShare*before)
		end, off := c.solveSSOR(p, goal, result)
		// The tolerance of weightedSolved may be far below the target.
		if end == reachedTarget && goal == target && off <= min(target/10, result.Residual) {
			return Converged
		}
		rz = c.begin(p, precond)
		result.Residual = math.Sqrt(math.Abs(rz))
		switch {
		case !cloth.Finite(rz):
			return NonFinite
		case result.Residual <= target && c.weightedSolved(p):
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

// maxIterations returns the iteration limit.
func (c *CG) maxIterations() int {
	if c.MaxIter > 0 {
		return c.MaxIter
	}
	return 3 * c.A.N
}

// iterate runs plain CG from x, whose squared residual norm is rz, until the norm is at most target and weightedSolved
// holds. It updates the iteration count and the residual in result.
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
	verified := result.Residual // the last true residual
	curvatureFloor := 9 * width * width * epsilon

	for result.Iterations < c.maxIterations() {
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
			return c.classifyCurvature(pAp)
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
		solved := result.Residual <= target && c.weightedSolved(p)
		if rzNext >= 0 && !solved && result.Residual > bound {
			c.beta = rzNext / rz
			rz = rzNext
			d.updateDirection(c.alpha, c.beta, rz)
			p.For(n, chunkRows, c.updateDirection)
			continue
		}
		p.For(n, chunkRows, c.advance)
		if rzNext < 0 { // M is definite, so this is rounding
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
		case result.Residual <= target && rz >= 0 && c.weightedSolved(p):
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

// weighed returns Σ Weight·|r|².
func (c *CG) weighed(p *Pool) float64 {
	if c.Weight == nil {
		return 0
	}
	return p.Sum(c.A.N, func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			if c.fixed == nil || !c.fixed[i] { // r is unspecified in fixed rows
				sum += c.Weight[i] * r3.Norm2(c.r[i])
			}
		}
		return sum
	})
}

// weightedSolved reports whether Σ Weight·|r|² ≤ Most.
func (c *CG) weightedSolved(p *Pool) bool { return c.Most == 0 || c.weighed(p) <= c.Most }

// prepare sets up the preconditioner and selects the parts that are fused with the vector updates.
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

// drift estimates the difference between the residual of the recurrence and b − A x, in the norm √(rᵀM⁻¹r), from
// M-norms of p and of s = x − (x at the last restart), from sᵀMp, and from the sum of the earlier s.
type drift struct {
	width         float64 // |λ(M⁻¹A)| ≤ width for block Jacobi
	pMp, sMs, sMp float64
	base          float64
	// ‖E s‖/‖s‖, where products use A + E. The rounding errors of the entries of a row are taken as independent.
	low float64
}

// step updates the norms for x += αp and returns the estimate after that many iterations.
func (d *drift) step(alpha float64, iterations int) float64 {
	d.sMs += alpha * (2*d.sMp + alpha*d.pMp)
	s := math.Sqrt(max(d.sMs, 0))
	return epsilon*math.Sqrt(float64(iterations))*d.width*(d.base+s) + d.low*s
}

// updateDirection updates the norms for p = z + βp, with the new rᵀz.
func (d *drift) updateDirection(alpha, beta, rz float64) {
	d.sMp = beta * (d.sMp + alpha*d.pMp)
	d.pMp = rz + beta*beta*d.pMp
}

// restart updates the norms for p = z.
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

// exact restarts at x with products by Val and returns rᵀz.
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

// sizeOfStart returns √(xᵀDx) of the current x. D is the block diagonal of A.
func (c *CG) sizeOfStart(p *Pool) float64 {
	p.For(c.A.N, chunkRows, c.startNorm)
	return math.Sqrt(max(total(c.part), 0))
}

// classifyCurvature decides whether a negative pᵀAp is beyond the rounding error of its own sum. The error is at most
// ε·|p|ᵀ|A||p| times the number of additions that a term goes through: in its row, its chunk and the total.
func (c *CG) classifyCurvature(pAp float64) Outcome {
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

// release drops references to the caller's data.
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
	// The inverse is zero in fixed rows, so r has no effect there.
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

// takeRows: r = b, zero in fixed rows. This is the residual where x is zero.
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

// chunks returns the number of chunks of n rows.
func chunks(n int) int { return (n + chunkRows - 1) / chunkRows }

func total(part []float64) float64 {
	sum := 0.0
	for _, v := range part {
		sum += v
	}
	return sum
}

// resize returns s with length n, in the same memory if the capacity suffices. Its elements are unspecified.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
