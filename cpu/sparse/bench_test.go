package sparse

import (
	"fmt"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu/par"
)

var benchSizes = []int{51, 101, 201}

// copyBandwidth is what the machine moves, read and written, when all workers
// copy arrays of 256 MiB, far beyond any cache: the best of several passes.
func copyBandwidth(p *par.Pool) float64 {
	const n = 32 << 20
	from, to := make([]float64, n), make([]float64, n)
	for i := range from {
		from[i] = float64(i)
	}
	best := time.Hour
	for range 6 {
		t := time.Now()
		p.For(n, 64<<10, func(lo, hi int) { copy(to[lo:hi], from[lo:hi]) })
		best = min(best, time.Since(t))
	}
	return 16 * n / best.Seconds()
}

// productBytes is the least a product must move: every block (values and
// column) once, the row pointers, x once and y once.
func productBytes(A *BSR) float64 {
	return float64(76*A.Blocks() + 4*(A.N+1) + 48*A.N)
}

// BenchmarkMulVec reports the product's bytes per second, also as a fraction of
// the copy bandwidth measured in the same run. Matrices that fit in the last
// cache may pass 1.
func BenchmarkMulVec(b *testing.B) {
	p := par.New(0)
	defer p.Close()
	bandwidth := copyBandwidth(p)
	for _, n := range append(benchSizes, 401) {
		A := clothMatrix(n)
		x, y := randomVecs(A.N, newRand(1)), make([]r3.Vec, A.N)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				A.MulVec(p, y, x)
			}
			rate := productBytes(A) * float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rate/1e9, "GB/s")
			b.ReportMetric(rate/bandwidth, "of-copy")
			b.ReportMetric(bandwidth/1e9, "copy-GB/s")
		})
	}
}

// BenchmarkCG solves cloth systems to 1e-3 from rest.
func BenchmarkCG(b *testing.B) {
	p := par.New(0)
	defer p.Close()
	for _, n := range benchSizes {
		A := clothMatrix(n)
		f, x := randomVecs(A.N, newRand(1)), make([]r3.Vec, A.N)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := CG{Tol: 1e-3}
			var res Result
			for b.Loop() {
				clear(x)
				res = c.Solve(p, A, f, x, nil)
			}
			b.ReportMetric(float64(res.Iterations), "iterations")
			b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N*res.Iterations), "ms/iteration")
		})
	}
}
