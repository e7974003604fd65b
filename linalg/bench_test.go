package linalg

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"
)

var benchSizes = []int{51, 101, 201}

// copyBandwidth is what the machine moves, read and written, when all workers
// copy arrays of 256 MiB, far beyond any cache: the best of several passes.
func copyBandwidth(p *Pool) float64 {
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
	p := New(0)
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

// BenchmarkCG solves cloth systems to 1e-3 from rest under smooth loads, the
// set-up of the preconditioner included: what a Newton step costs.
func BenchmarkCG(b *testing.B) {
	p := New(0)
	defer p.Close()
	for _, n := range benchSizes {
		for _, rate := range []float64{60, 240, 1000} {
			A := clothSystem(n, 1/rate, 0.2)
			f, x := smoothLoad(n), make([]r3.Vec, A.N)
			for _, precond := range []Preconditioner{&BlockJacobi{}, &Multilevel{}, &SSOR{}} {
				name := strings.TrimPrefix(fmt.Sprintf("%d/%g Hz/%T", n, rate, precond), "*sparse.")
				b.Run(strings.Replace(name, "*sparse.", "", 1), func(b *testing.B) {
					c := CG{Tol: 1e-3, Precond: precond}
					c.Solve(p, A, f, x, nil)
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
	}
}

// BenchmarkSetup renews a preconditioner for new values.
func BenchmarkSetup(b *testing.B) {
	p := New(0)
	defer p.Close()
	A := clothMatrix(101)
	for _, precond := range []Preconditioner{&BlockJacobi{}, &Multilevel{}, &SSOR{}} {
		b.Run(fmt.Sprintf("%T", precond), func(b *testing.B) {
			for b.Loop() {
				if err := precond.Setup(p, A, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// smoothLoad is gravity, a gust on one spot and a sideways pull.
func smoothLoad(n int) []r3.Vec {
	f := make([]r3.Vec, n*n)
	for i := range f {
		u, v := float64(i%n)/float64(n), float64(i/n)/float64(n)
		f[i] = r3.Vec{X: math.Sin(9*u) * v, Y: -1 + 5*math.Exp(-100*((u-.5)*(u-.5)+(v-.3)*(v-.3))), Z: u * v}
	}
	return f
}

// BenchmarkSweeps reports the least time of either way of an iteration of SSOR, and of what is added up after them.
func BenchmarkSweeps(b *testing.B) {
	p := New(1)
	defer p.Close()
	for _, n := range benchSizes {
		A, s := clothSystem(n, 1./240, 0.2), new(SSOR)
		if err := s.Setup(p, A, nil); err != nil {
			b.Fatal(err)
		}
		s.bind(A.N)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			there, back, rest := math.Inf(1), math.Inf(1), math.Inf(1)
			for b.Loop() {
				began := time.Now()
				s.backward(p)
				turned := time.Now()
				s.forward(p, s.forwards)
				ended := time.Now()
				p.For(A.N, chunkRows, s.advances)
				back, there = min(back, turned.Sub(began).Seconds()), min(there, ended.Sub(turned).Seconds())
				rest = min(rest, time.Since(ended).Seconds())
			}
			b.ReportMetric(1e3*there, "ms-there")
			b.ReportMetric(1e3*back, "ms-back")
			b.ReportMetric(1e3*rest, "ms-rest")
		})
	}
}
