package law

import "math"

// Gradient is a deformation gradient F = ∂x/∂X of a solid, row-major, or its conjugate stress.
type Gradient [3][3]float64

// Tangent is a second derivative by a Gradient, with components in row-major order.
type Tangent [9][9]float64

// singularValues decomposes f = U diag(s) Vᵀ with rotations U and V, s₀ ≥ s₁ ≥ |s₂|, and s₂ < 0 if f is inverted. It
// uses Hestenes' one-sided Jacobi method, which is accurate for small singular values, unlike the eigenvalues of fᵀf.
func singularValues(f *Gradient) (u Gradient, s [3]float64, v Gradient) {
	largest := 0.
	for i := range f {
		largest = max(largest, math.Abs(f[i][0]), math.Abs(f[i][1]), math.Abs(f[i][2]))
	}
	_, exponent := math.Frexp(largest) // scale so that squares neither overflow nor underflow
	var a, w [3][3]float64             // columns of f, and those of v
	for i := range 3 {
		w[i][i] = 1
		for k := range 3 {
			a[k][i] = math.Ldexp(f[i][k], -exponent)
		}
	}
	for range mostSweeps {
		turned := false
		for p := range 2 {
			for q := p + 1; q < 3; q++ {
				aa, bb, ab := dot3(&a[p], &a[p]), dot3(&a[q], &a[q]), dot3(&a[p], &a[q])
				if math.Abs(ab) <= 0x1p-52*math.Sqrt(aa)*math.Sqrt(bb) {
					continue
				}
				turned = true
				zeta := (bb - aa) / (2 * ab)
				t := math.Copysign(1/(math.Abs(zeta)+math.Sqrt(1+zeta*zeta)), zeta)
				c := 1 / math.Sqrt(1+t*t)
				rotate(c, c*t, &a[p], &a[q])
				rotate(c, c*t, &w[p], &w[q])
			}
		}
		if !turned {
			break
		}
	}
	length := [3]float64{norm3(&a[0]), norm3(&a[1]), norm3(&a[2])}
	for _, p := range [3]int{0, 1, 0} { // sort; one swapped column is negated, so that V stays a rotation
		if length[p] < length[p+1] {
			length[p], length[p+1] = length[p+1], length[p]
			for k := range 3 {
				a[p][k], a[p+1][k] = a[p+1][k], -a[p][k]
				w[p][k], w[p+1][k] = w[p+1][k], -w[p][k]
			}
		}
	}
	e := [3][3]float64{{1}, {0, 1}, {0, 0, 1}} // columns of u
	if length[0] > 0 {
		e[0] = scaled3(1/length[0], &a[0])
		if length[1] > 0 {
			e[1] = scaled3(1/length[1], &a[1])
		} else {
			e[1] = across(&e[0])
		}
		e[2] = cross3(&e[0], &e[1])
	}
	s = [3]float64{length[0], length[1], dot3(&a[2], &e[2])}
	for i := range 3 {
		s[i] = math.Ldexp(s[i], exponent)
		for k := range 3 {
			u[i][k], v[i][k] = e[k][i], w[k][i]
		}
	}
	return u, s, v
}

// mostSweeps limits the sweeps over all pairs: convergence is quadratic, random matrices take five at most.
const mostSweeps = 12

// ClampSym returns a symmetric matrix without its negative eigenvalues.
func ClampSym(a [3][3]float64) (out [3][3]float64) {
	value, vector := symEigen(a)
	for k, l := range value {
		if l <= 0 {
			continue
		}
		for i := range 3 {
			for j := range 3 {
				out[i][j] += l * vector[k][i] * vector[k][j]
			}
		}
	}
	return out
}

// symEigen returns the eigenvalues of a symmetric matrix, and unit eigenvectors, by Jacobi's method.
func symEigen(a [3][3]float64) (value [3]float64, vector [3][3]float64) {
	vector = [3][3]float64{{1}, {0, 1}, {0, 0, 1}}
	for range mostSweeps {
		size := math.Abs(a[0][0]) + math.Abs(a[1][1]) + math.Abs(a[2][2])
		if math.Abs(a[0][1])+math.Abs(a[0][2])+math.Abs(a[1][2]) <= 0x1p-60*size {
			break
		}
		for p := range 2 {
			for q := p + 1; q < 3; q++ {
				if a[p][q] == 0 {
					continue
				}
				zeta := (a[q][q] - a[p][p]) / (2 * a[p][q])
				t := math.Copysign(1/(math.Abs(zeta)+math.Sqrt(1+zeta*zeta)), zeta)
				c := 1 / math.Sqrt(1+t*t)
				rotate(c, c*t, &a[p], &a[q])
				for k := range 3 {
					x, y := a[k][p], a[k][q]
					a[k][p], a[k][q] = c*x-c*t*y, c*t*x+c*y
				}
				rotate(c, c*t, &vector[p], &vector[q])
			}
		}
	}
	return [3]float64{a[0][0], a[1][1], a[2][2]}, vector
}

// rotate applies a plane rotation: p' = c·p − s·q, q' = s·p + c·q.
func rotate(c, s float64, p, q *[3]float64) {
	for k := range 3 {
		x, y := p[k], q[k]
		p[k], q[k] = c*x-s*y, s*x+c*y
	}
}

func dot3(a, b *[3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func norm3(a *[3]float64) float64 { return math.Sqrt(dot3(a, a)) }

func scaled3(by float64, a *[3]float64) [3]float64 {
	return [3]float64{by * a[0], by * a[1], by * a[2]}
}

func cross3(a, b *[3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// across returns a unit vector orthogonal to a unit vector.
func across(a *[3]float64) [3]float64 {
	e := [3]float64{}
	least := 0
	for k := range 3 {
		if math.Abs(a[k]) < math.Abs(a[least]) {
			least = k
		}
	}
	e[least] = 1
	c := cross3(a, &e)
	return scaled3(1/norm3(&c), &c)
}

// NearestRotation is the rotation R that is nearest to f, the one of its polar decomposition f = R·S. Where f is
// inverted, S turns its least stretch over.
func NearestRotation(f *Gradient) (r Gradient) {
	u, _, v := singularValues(f)
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				r[i][j] += u[i][k] * v[j][k]
			}
		}
	}
	return r
}
