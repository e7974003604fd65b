package linalg

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

// rounded is a matrix that keeps its values rounded, whatever its size.
func rounded(A *BSR) *BSR {
	A.Low, A.Rounds = make([]float32, len(A.Val)), true
	A.round(0, A.N)
	return A
}

// The kernel of rounded values in use is the product by them, on any rows, and writes nothing outside them.
func TestLowKernelTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		A := randomPattern(n, rapid.IntRange(0, 4*n).Draw(t, "stencils"), rng)
		fillRandom(A, rng)
		rounded(A)
		for k, v := range A.Val {
			if A.Low[k] != float32(v) {
				t.Fatalf("value %d: %v is rounded to %v", k, v, A.Low[k])
			}
			A.Val[k] = float64(A.Low[k])
		}
		lo := rapid.IntRange(0, n).Draw(t, "lo")
		hi := rapid.IntRange(lo, n).Draw(t, "hi")
		x := randomVecs(n, rng)
		y, portable, want := make([]r3.Vec, n), make([]r3.Vec, n), make([]r3.Vec, n)
		dots := [3]float64{A.mulLow(y, x, lo, hi), A.mulLowGo(portable, x, lo, hi), A.mulRowsGo(want, x, lo, hi)}
		scale := 0.0
		for i := lo; i < hi; i++ {
			for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
				for a, v := range A.Block(k) {
					scale += math.Abs(v * [3]float64{x[A.Col[k]].X, x[A.Col[k]].Y, x[A.Col[k]].Z}[a%3])
				}
			}
		}
		for i := range y {
			if d := max(r3.Norm(r3.Sub(y[i], want[i])), r3.Norm(r3.Sub(portable[i], want[i]))); !(d <= 1e-14*scale) {
				t.Fatalf("row %d: %v, portable %v, want %v", i, y[i], portable[i], want[i])
			}
		}
		for _, d := range dots {
			if !(math.Abs(d-dots[2]) <= 1e-13*scale*float64(n)) {
				t.Fatalf("xᵀAx: %v", dots)
			}
		}
	})
}

// A solve by rounded values keeps its promise about the residual of the values themselves, to tolerances that float32
// does not know, in about as many iterations.
func TestLowSolve(t *testing.T) {
	p := New(2)
	defer p.Close()
	for name, precond := range preconditioners {
		for _, h := range []float64{1. / 60, 1. / 10} { // the second is nearer to singular
			for _, tol := range []float64{0.1, 1e-3, 1e-6} {
				A := clothSystem(40, h, 0.2)
				fixed := make([]bool, A.N)
				fixed[0], fixed[39] = true, true
				f := smoothLoad(40)
				x := make([]r3.Vec, A.N)
				want := (&CG{Tol: tol, Precond: precond()}).Solve(p, A, f, x, fixed)
				clear(x)
				got := (&CG{Tol: tol, Precond: precond()}).Solve(p, rounded(A), f, x, fixed)
				if got.Outcome != Converged || want.Outcome != Converged {
					t.Fatalf("%s, h = %g s, to %g: %+v, without %+v", name, h, tol, got, want)
				}
				// The true residual, by a solve that may do nothing.
				A.Rounds = false
				if r := (&CG{Tol: 1, Precond: precond()}).Solve(p, A, f, x, fixed).Initial; !(r <= 1.1*tol*got.Initial) {
					t.Errorf("%s, h = %g s: a residual of %g of the first one, want %g", name, h, r/got.Initial, tol)
				}
				t.Logf("%s, h = %g s, to %g: %d iterations, %d without", name, h, tol, got.Iterations, want.Iterations)
				if tol >= 1e-3 && got.Iterations > want.Iterations+want.Iterations/10+2 {
					t.Errorf("%s, h = %g s, to %g: %d iterations, %d without", name, h, tol, got.Iterations, want.Iterations)
				}
			}
		}
	}
}

// What float32 cannot hold at all is left to float64.
func TestLowOutOfRange(t *testing.T) {
	p := New(1)
	defer p.Close()
	for _, scale := range []float64{1e-60, 1e60} {
		A := clothMatrix(12)
		f := smoothLoad(12)
		for i := range A.Val {
			A.Val[i] *= scale
		}
		for i := range f {
			f[i] = r3.Scale(scale, f[i])
		}
		x := make([]r3.Vec, A.N)
		if res := (&CG{Tol: 1e-6}).Solve(p, rounded(A), f, x, nil); res.Outcome != Converged {
			t.Errorf("values of %g: %+v", scale, res)
		}
		checkFinite(t, "x", x)
	}
}
