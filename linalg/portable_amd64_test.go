package linalg

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Machines without AVX2 and FMA solve the same systems to rounding.
func TestPortableSolve(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2 and FMA: all tests run the portable kernels")
	}
	p := New(2)
	defer p.Close()
	const n = 25
	A, f := clothMatrix(n), smoothLoad(n)
	fixed := make([]bool, A.N)
	fixed[0], fixed[n-1] = true, true
	for name, precond := range preconditioners {
		solve := func(avx bool) ([]r3.Vec, Result) {
			defer func(was bool) { useAVX2 = was }(useAVX2)
			useAVX2 = avx
			x := make([]r3.Vec, A.N)
			return x, (&CG{Tol: 1e-10, Precond: precond()}).Solve(p, A, f, x, fixed)
		}
		x, res := solve(true)
		y, want := solve(false)
		if res.Outcome != Converged || want.Outcome != Converged {
			t.Fatalf("%s: %v, portable %v", name, res.Outcome, want.Outcome)
		}
		if d := res.Iterations - want.Iterations; d < -3 || d > 3 {
			t.Errorf("%s: %d iterations, portable %d", name, res.Iterations, want.Iterations)
		}
		size, diff := 0.0, 0.0
		for i := range x {
			size = max(size, r3.Norm(x[i]))
			diff = max(diff, r3.Norm(r3.Sub(x[i], y[i])))
		}
		if math.IsNaN(diff) || diff > 1e-7*size {
			t.Errorf("%s: solutions differ by %g of %g", name, diff, size)
		}
	}
}
