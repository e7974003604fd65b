package exact

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestClampedTwist computes ClampedTwist for a plate of width 1 and ν = 0 that is clamped at x = 0 and twisted:
// w = xy + v, with v → −λy far from the clamp and the least energy ½∫w_xx² + w_yy² + 2w_xy². By Ritz: odd
// Legendre polynomials across, Hermite cubics along. One polynomial alone gives Vlasov's 1/√24.
func TestClampedTwist(t *testing.T) {
	if got := clampedTwist(1, 48, 4); math.Abs(got*math.Sqrt(24)-1) > 1e-4 {
		t.Errorf("with rigid sections %.6f, expected 1/√24", got)
	}
	coarse, fine := clampedTwist(4, 48, 3), clampedTwist(6, 64, 3)
	t.Logf("λ/w = %.6f and %.6f", coarse, fine)
	if math.Abs(fine-ClampedTwist) > 1e-4 || math.Abs(coarse-fine) > 1e-3 {
		t.Errorf("λ/w = %.6f, finer %.6f, expected %.5f", coarse, fine, ClampedTwist)
	}
}

// clampedTwist with m polynomials and n elements, which grow away from the clamp, over a length.
func clampedTwist(m, n int, length float64) float64 {
	// Integrals of products of polynomials, of their first and second derivatives, by Gauss and Legendre.
	value, first, second := mat.NewDense(m, m, nil), mat.NewDense(m, m, nil), mat.NewDense(m, m, nil)
	for _, g := range gauss(12) {
		var p, d, dd []float64
		for j := range m {
			a, b, c := legendre(2*j+1, g.at)
			p, d, dd = append(p, a), append(d, 2*b), append(dd, 4*c) // t = 2y
		}
		for i := range m {
			for j := range m {
				value.Set(i, j, value.At(i, j)+g.weight/2*p[i]*p[j])
				first.Set(i, j, first.At(i, j)+g.weight/2*d[i]*d[j])
				second.Set(i, j, second.At(i, j)+g.weight/2*dd[i]*dd[j])
			}
		}
	}
	// Unknowns: value and slope of each polynomial's coefficient at each node.
	size := 2 * m * (n + 1)
	k := mat.NewSymDense(size, nil)
	at := func(i int) float64 { s := float64(i) / float64(n); return length * s * s }
	for e := range n {
		h := at(e+1) - at(e)
		for _, g := range gauss(4) {
			x, w := (1+g.at)/2, g.weight*h/2
			f := [4]float64{1 - 3*x*x + 2*x*x*x, h * (x - 2*x*x + x*x*x), 3*x*x - 2*x*x*x, h * (x*x*x - x*x)}
			f1 := [4]float64{(-6*x + 6*x*x) / h, 1 - 4*x + 3*x*x, (6*x - 6*x*x) / h, 3*x*x - 2*x}
			f2 := [4]float64{(-6 + 12*x) / (h * h), (-4 + 6*x) / h, (6 - 12*x) / (h * h), (6*x - 2) / h}
			for a := range 4 {
				for b := range 4 {
					for i := range m {
						for j := range m {
							r, c := 2*m*(e+a/2)+2*i+a%2, 2*m*(e+b/2)+2*j+b%2
							if r <= c {
								k.SetSym(r, c, k.At(r, c)+w*(f2[a]*f2[b]*value.At(i, j)+f[a]*f[b]*second.At(i, j)+2*f1[a]*f1[b]*first.At(i, j)))
							}
						}
					}
				}
			}
		}
	}
	// v = 0 and v_x = −y at the clamp; y = P₁(2y)/2.
	held := make([]float64, 2*m)
	held[1] = -.5
	free := size - 2*m
	matrix, load := mat.NewSymDense(free, nil), mat.NewVecDense(free, nil)
	for r := range free {
		for c := r; c < free; c++ {
			matrix.SetSym(r, c, k.At(2*m+r, 2*m+c))
		}
		for c, v := range held {
			load.SetVec(r, load.AtVec(r)-k.At(2*m+r, c)*v)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(matrix) {
		return math.NaN()
	}
	var v mat.VecDense
	if err := chol.SolveVecTo(&v, load); err != nil {
		return math.NaN()
	}
	return -2 * v.AtVec(free-2*m)
}

// legendre polynomial of degree n at t, with its first two derivatives.
func legendre(n int, t float64) (p, d, dd float64) {
	q, dq, ddq := 0., 0., 0. // one degree less
	p = 1
	for i := range n {
		a, b := float64(2*i+1)/float64(i+1), float64(i)/float64(i+1)
		p, q, d, dq, dd, ddq = a*t*p-b*q, p, a*(p+t*d)-b*dq, d, a*(2*d+t*dd)-b*ddq, dd
	}
	return p, d, dd
}

type gaussPoint struct{ at, weight float64 }

// gauss points of n, by Newton's method.
func gauss(n int) (list []gaussPoint) {
	for i := range n {
		t := math.Cos(math.Pi * (float64(i) + .75) / (float64(n) + .5))
		for range 20 {
			p, d, _ := legendre(n, t)
			t -= p / d
		}
		_, d, _ := legendre(n, t)
		list = append(list, gaussPoint{t, 2 / ((1 - t*t) * d * d)})
	}
	return list
}
