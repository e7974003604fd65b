package linalg

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/cloth"
)

// anywhere is where rows are for the sake of their turns.
var anywhere = randomVecs(10_000, newRand(7))

// preconditioners are what every solver test runs with.
var preconditioners = map[string]func() Preconditioner{
	"block Jacobi, fused": func() Preconditioner { return nil },
	"block Jacobi, apart": func() Preconditioner { return &wrapped{&BlockJacobi{}} },
	"multilevel, fused":   func() Preconditioner { return &Multilevel{} },
	"multilevel, apart":   func() Preconditioner { return &wrapped{&Multilevel{}} },
	"turning, fused":      func() Preconditioner { return &RigidAMG{X: anywhere} },
	"turning, apart":      func() Preconditioner { return &wrapped{&RigidAMG{X: anywhere}} },
	"SSOR, fused":         func() Preconditioner { return &SSOR{} },
	"SSOR, apart":         func() Preconditioner { return &wrapped{&SSOR{}} },
	"turning, diagonal":   func() Preconditioner { return &RigidAMG{X: anywhere, Diagonal: true} },
}

// wrapped hides what it holds, so that the solver cannot fuse it.
type wrapped struct{ Preconditioner }

// Random SPD systems, some rows held: the free part against gonum's dense
// Cholesky solution of the reduced system.
func TestCGAgainstCholesky(t *testing.T) {
	p := New(2)
	defer p.Close()
	for name, precond := range preconditioners {
		t.Run(name, func(t *testing.T) {
			c := CG{Tol: 1e-12, MaxIter: 2000, Precond: precond()} // kept from system to system
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.IntRange(1, 40).Draw(t, "n")
				rng := newRand(rapid.Uint64().Draw(t, "seed"))
				A := randomSPD(n, rapid.IntRange(0, 3*n).Draw(t, "stencils"), rng)
				b, x := randomVecs(n, rng), randomVecs(n, rng)
				fixed := make([]bool, n)
				for i := range fixed {
					fixed[i] = rng.IntN(4) == 0
				}
				start := slices.Clone(x)
				want, condition := solveDense(t, A, b, x, fixed)
				res := c.Solve(p, A, b, x, fixed)
				if res.Outcome != Converged {
					t.Fatalf("%v after %d iterations, residual %g of %g", res.Outcome, res.Iterations, res.Residual, res.Initial)
				}
				for i := range fixed {
					if fixed[i] && x[i] != start[i] {
						t.Fatalf("held row %d moved from %v to %v", i, start[i], x[i])
					}
				}
				if d := maxDiff(x, want); d > 1e-11*condition*(1+mat.Norm(want, 2)) {
					t.Fatalf("differs from the dense solution by %g (condition %g)", d, condition)
				}
			})
		})
	}
}

// solveDense returns the solution with held rows replaced by x_i = given, and
// the condition number of the free part.
func solveDense(t *rapid.T, A *BSR, b, x []r3.Vec, fixed []bool) (*mat.VecDense, float64) {
	want := flat(x)
	var free []int
	for i := range fixed {
		if !fixed[i] {
			free = append(free, 3*i, 3*i+1, 3*i+2)
		}
	}
	if len(free) == 0 {
		return want, 1
	}
	D, rhs := dense(A), flat(b)
	S, g := mat.NewSymDense(len(free), nil), mat.NewVecDense(len(free), nil)
	for a, i := range free {
		sum := rhs.AtVec(i)
		for j := range 3 * A.N {
			if fixed[j/3] {
				sum -= D.At(i, j) * want.AtVec(j)
			}
		}
		g.SetVec(a, sum)
		for c := a; c < len(free); c++ {
			S.SetSym(a, c, D.At(i, free[c]))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(S) {
		t.Fatal("the test matrix is not positive definite")
	}
	var y mat.VecDense
	if err := chol.SolveVecTo(&y, g); err != nil {
		t.Fatal(err)
	}
	for a, i := range free {
		want.SetVec(i, y.AtVec(a))
	}
	return want, chol.Cond()
}

// The tolerance is relative to the initial residual in the preconditioned
// norm, and the reported residuals are that norm.
func TestToleranceIsRelativeToInitialResidual(t *testing.T) {
	p := New(2)
	defer p.Close()
	const n = 15
	A := clothMatrix(n)
	rng := newRand(3)
	exact := randomVecs(A.N, rng)
	b := make([]r3.Vec, A.N)
	A.MulVec(p, b, exact)
	norm := func(x []r3.Vec) float64 {
		r := make([]r3.Vec, A.N)
		A.MulVec(p, r, x)
		sum := 0.0
		for i := range r {
			block := mat.NewDense(3, 3, A.Block(A.Diag[i])[:])
			g := flat([]r3.Vec{r3.Sub(b[i], r[i])})
			var z mat.VecDense
			if err := z.SolveVec(block, g); err != nil {
				t.Fatal(err)
			}
			sum += mat.Dot(g, &z)
		}
		return math.Sqrt(sum)
	}
	for _, warm := range []float64{0, 0.999} {
		x := make([]r3.Vec, A.N)
		for i := range x {
			x[i] = r3.Scale(warm, exact[i])
		}
		initial := norm(x)
		res := (&CG{Tol: 1e-4}).Solve(p, A, b, x, nil)
		if res.Outcome != Converged || res.Iterations == 0 {
			t.Fatalf("start %g: %v after %d iterations", warm, res.Outcome, res.Iterations)
		}
		if math.Abs(res.Initial-initial) > 1e-9*initial {
			t.Errorf("start %g: initial residual %g, want %g", warm, res.Initial, initial)
		}
		if got := norm(x); got > 1e-4*initial*(1+1e-6) || math.Abs(got-res.Residual) > 1e-6*got {
			t.Errorf("start %g: residual %g (reported %g), want at most %g", warm, got, res.Residual, 1e-4*initial)
		}
	}
	x := make([]r3.Vec, A.N)
	res := (&CG{AbsTol: 2 * norm(x)}).Solve(p, A, b, x, nil)
	if res.Outcome != Converged || res.Iterations != 0 || slices.ContainsFunc(x, func(v r3.Vec) bool {
		return v != r3.Vec{}
	}) {
		t.Errorf("a start within AbsTol: %+v", res)
	}
}

// For an SPD matrix the energy falls with every iteration, so that a truncated
// solve is of use.
func TestMaxIterations(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothMatrix(12)
	b := randomVecs(A.N, newRand(4))
	last := 0.0
	for _, iterations := range []int{1, 2, 4, 8, 16} {
		x := make([]r3.Vec, A.N)
		res := (&CG{Tol: 1e-10, MaxIter: iterations}).Solve(p, A, b, x, nil)
		if res.Outcome != MaxIterations || res.Iterations != iterations {
			t.Fatalf("MaxIter %d: %v after %d", iterations, res.Outcome, res.Iterations)
		}
		g := make([]r3.Vec, A.N)
		A.MulVec(p, g, x)
		energy := 0.0
		for i := range g {
			energy += r3.Dot(x[i], r3.Sub(r3.Scale(0.5, g[i]), b[i]))
		}
		if energy >= last {
			t.Errorf("%d iterations: energy %g, %g before", iterations, energy, last)
		}
		last = energy
	}
}

// An indefinite diagonal block and one hidden in the coupling are both found.
func TestNegativeCurvature(t *testing.T) {
	p := New(2)
	defer p.Close()
	for name, spoil := range map[string]func(A *BSR){
		"diagonal block": func(A *BSR) { A.AddScaledIdentity(A.Diag[20], -1) },
		"coupling": func(A *BSR) {
			A.AddScaledIdentity(A.Find(20, 21), 50)
			A.AddScaledIdentity(A.Find(21, 20), 50)
		},
	} {
		A := clothMatrix(10)
		spoil(A)
		var eig mat.EigenSym
		if !eig.Factorize(denseSym(A), false) || slices.Min(eig.Values(nil)) > -1e-3 {
			t.Fatalf("%s: the test matrix is not indefinite", name)
		}
		for pname, precond := range preconditioners {
			x := make([]r3.Vec, A.N)
			res := (&CG{Tol: 1e-8, Precond: precond()}).Solve(p, A, randomVecs(A.N, newRand(5)), x, nil)
			if res.Outcome != NegativeCurvature {
				t.Errorf("%s, %s: %v after %d iterations, want negative curvature", name, pname, res.Outcome, res.Iterations)
			}
			checkFinite(t, name, x)
		}
	}
}

// A singular system (a free cloth without mass) whose right-hand side pulls on
// it has no solution: the curvature along the translation is rounding noise of
// either sign, which must not pass for a wrong assembly.
func TestRoundOffCurvatureIsNotNegative(t *testing.T) {
	p := New(2)
	defer p.Close()
	for seed := range uint64(20) {
		A := clothSystem(6, 1.0/60, 0)
		x := make([]r3.Vec, A.N)
		res := (&CG{Tol: 1e-10}).Solve(p, A, randomVecs(A.N, newRand(seed)), x, nil)
		if res.Outcome != RoundOff {
			t.Errorf("seed %d: %v after %d iterations, want round-off", seed, res.Outcome, res.Iterations)
		}
		checkFinite(t, "singular", x)
	}
}

// A tolerance below what float64 can reach ends by itself, with a true
// residual near the rounding error of the products.
func TestRoundOffStagnation(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothMatrix(12)
	rng := newRand(7)
	b, x := randomVecs(A.N, rng), randomVecs(A.N, rng)
	for _, tol := range []float64{0, 1e-18} {
		x := slices.Clone(x)
		res := (&CG{Tol: tol, MaxIter: 20000}).Solve(p, A, b, x, nil)
		if res.Outcome != RoundOff {
			t.Errorf("Tol %g: %v after %d iterations, residual %g of %g", tol, res.Outcome, res.Iterations, res.Residual,
				res.Initial)
		}
		if res.Residual > 1e-12*res.Initial {
			t.Errorf("Tol %g: stopped at %g of the initial residual", tol, res.Residual/res.Initial)
		}
	}
}

// A warm start that is right to the last bits has nothing left to solve, and
// must not be taken for a failure of the matrix.
func TestRoundOffAtSolution(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothMatrix(12)
	b := randomVecs(A.N, newRand(8))
	x := make([]r3.Vec, A.N)
	c := CG{Tol: 0, MaxIter: 20000}
	c.Solve(p, A, b, x, nil)
	c.Tol = 1e-3
	before := slices.Clone(x)
	res := c.Solve(p, A, b, x, nil)
	if res.Outcome != RoundOff && res.Outcome != Converged {
		t.Errorf("%v after %d iterations", res.Outcome, res.Iterations)
	}
	if res.Iterations > 100 {
		t.Errorf("%d iterations on rounding noise", res.Iterations)
	}
	for i := range x {
		if d := r3.Norm(r3.Sub(x[i], before[i])); d > 1e-9*(1+r3.Norm(before[i])) {
			t.Fatalf("vertex %d moved by %g", i, d)
		}
	}
}

// NaN and Inf anywhere are reported, and x never becomes NaN unless it was.
func TestNonFinite(t *testing.T) {
	p := New(2)
	defer p.Close()
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for pname, precond := range preconditioners {
			for name, spoil := range map[string]func(A *BSR, b []r3.Vec){
				"diagonal": func(A *BSR, _ []r3.Vec) { A.Block(A.Diag[33])[1] = bad },
				"coupling": func(A *BSR, _ []r3.Vec) { A.Block(A.Find(33, 34))[8] = bad },
				"b":        func(_ *BSR, b []r3.Vec) { b[50].Z = bad },
			} {
				A := clothMatrix(9)
				b, x := randomVecs(A.N, newRand(9)), make([]r3.Vec, A.N)
				spoil(A, b)
				res := (&CG{Tol: 1e-6, Precond: precond()}).Solve(p, A, b, x, nil)
				if res.Outcome != NonFinite {
					t.Errorf("%v in %s, %s: %v", bad, name, pname, res.Outcome)
				}
				checkFinite(t, name, x)
			}
			A := clothMatrix(9)
			x := make([]r3.Vec, A.N)
			x[7].Y = bad
			if res := (&CG{Tol: 1e-6, Precond: precond()}).Solve(p, A, make([]r3.Vec, A.N), x, nil); res.Outcome != NonFinite {
				t.Errorf("%v in x, %s: %v", bad, pname, res.Outcome)
			}
		}
	}
}

// What is wrong in a held row's equation does not matter.
func TestHeldRowsAreLeftOut(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothMatrix(9)
	fixed := make([]bool, A.N)
	fixed[33] = true
	b := randomVecs(A.N, newRand(10))
	b[33].X = math.NaN()
	A.AddScaledIdentity(A.Diag[33], -1e6) // indefinite, but held
	for name, precond := range preconditioners {
		for _, at := range []r3.Vec{{X: 1e-3, Y: 2e-3, Z: -1e-3}, {}} {
			x := make([]r3.Vec, A.N)
			x[33] = at
			res := (&CG{Tol: 1e-8, Precond: precond()}).Solve(p, A, b, x, fixed)
			if res.Outcome != Converged || x[33] != at {
				t.Errorf("%s, held at %v: %v, vertex at %v", name, at, res.Outcome, x[33])
			}
			checkFinite(t, name, x)
		}
	}
	all := slices.Repeat([]bool{true}, A.N)
	x := make([]r3.Vec, A.N)
	if res := (&CG{Tol: 1e-8}).Solve(p, A, b, x, all); res.Outcome != Converged || res.Iterations != 0 {
		t.Errorf("all rows held: %+v", res)
	}
}

// The same bits for any number of workers, and from run to run.
func TestSameBitsForAnyWorkerCount(t *testing.T) {
	A := clothMatrix(40)
	b := randomVecs(A.N, newRand(11))
	for name, precond := range preconditioners {
		var want []r3.Vec
		var wantResult Result
		for _, workers := range []int{1, 2, 3, 8} {
			p := New(workers)
			c := CG{Tol: 1e-5, Precond: precond()}
			for range 3 {
				x := make([]r3.Vec, A.N)
				res := c.Solve(p, A, b, x, nil)
				if want == nil {
					want, wantResult = x, res
				}
				if !sameBits(x, want) || res != wantResult {
					t.Errorf("%s, %d workers: %+v, one worker %+v", name, workers, res, wantResult)
				}
			}
			p.Close()
		}
		if wantResult.Outcome != Converged {
			t.Errorf("%s: %v", name, wantResult.Outcome)
		}
	}
}

// A solve of a size seen before allocates nothing.
func TestSolveDoesNotAllocate(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothMatrix(30)
	b, x := randomVecs(A.N, newRand(12)), make([]r3.Vec, A.N)
	for _, precond := range []Preconditioner{nil, &SSOR{}, &wrapped{&SSOR{}}} {
		c := CG{Tol: 1e-3, Precond: precond}
		c.Solve(p, A, b, x, nil)
		if a := testing.AllocsPerRun(5, func() { clear(x); c.Solve(p, A, b, x, nil) }); a != 0 {
			t.Errorf("%T: %v allocations per solve", precond, a)
		}
	}
}

func checkFinite(t *testing.T, name string, x []r3.Vec) {
	t.Helper()
	for i, v := range x {
		if !cloth.FiniteVec(v) {
			t.Fatalf("%s: x[%d] = %v", name, i, v)
		}
	}
}

// Degenerate diagonal blocks: what is inverted, replaced or refused.
func TestInvertBlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		rank := rapid.IntRange(0, 6).Draw(t, "rank")
		scale := math.Exp(rapid.Float64Range(-30, 30).Draw(t, "log scale"))
		var b [9]float64
		for range rank {
			g := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			for a := range b {
				b[a] += scale * g[a/3] * g[a%3]
			}
		}
		inv, err := invert(&b)
		if err != nil {
			t.Fatalf("rank %d, scale %g: %v", rank, scale, err)
		}
		if _, ok := invertDefinite(inv, 0); !ok {
			t.Fatalf("rank %d: the inverse %v is not positive definite", rank, inv)
		}
		if rank < 4 {
			return // may be singular
		}
		B := mat.NewDense(3, 3, b[:])
		cond := mat.Cond(B, 2)
		I := mat.NewDense(3, 3, nil)
		I.Mul(mat.NewDense(3, 3, []float64{inv[0], inv[1], inv[2], inv[1], inv[3], inv[4], inv[2], inv[4], inv[5]}), B)
		for a := range 9 {
			want := 0.0
			if a%4 == 0 {
				want = 1
			}
			if math.Abs(I.At(a/3, a%3)-want) > 1e-14*cond {
				t.Fatalf("inverse times block, entry %d: %g (condition %g)", a, I.At(a/3, a%3), cond)
			}
		}
	})
	if _, err := invert(&[9]float64{1, 2, 0, 2, 1, 0, 0, 0, 1}); err != ErrIndefinite {
		t.Errorf("indefinite block: %v", err)
	}
	if _, err := invert(&[9]float64{1, 0, 0, 0, -1e-9, 0, 0, 0, 1}); err != ErrIndefinite {
		t.Errorf("slightly indefinite block: %v", err)
	}
	if _, err := invert(&[9]float64{1, 0, 0, 0, -1e-16, 0, 0, 0, 1}); err != nil {
		t.Errorf("block indefinite by round-off only: %v", err)
	}
}
