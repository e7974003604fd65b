package linalg

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// clothMatrix is clothSystem at 60 steps per second.
func clothMatrix(n int) *BSR { return clothSystem(n, 1.0/60, 0.2) }

// clothSystem is the matrix M + h²K of an implicit step of h seconds of a
// wrinkled square of woven cotton, 1 m wide with n×n vertices, density kg/m²:
// 1000, 600 and 30 N/m in warp, weft and shear, with coupling 100 N/m (a St.
// Venant–Kirchhoff membrane with its geometric stiffness, compression clamped);
// bending 1e-5 N·m (hinges, Gauss–Newton). The sheet is bent without stretch
// into waves 0.2 m long and 2 cm high, then disturbed by a thousandth of an
// edge, so that some triangles are taut and others slack.
func clothSystem(n int, h, density float64) *BSR {
	A, _ := clothAt(n, h, density)
	return A
}

// clothAt is that and where its vertices are.
func clothAt(n int, h, density float64) (*BSR, []r3.Vec) {
	A := NewPattern(n*n, gridStencils(n, n))
	edge := 1 / float64(n-1)
	rng := newRand(99)
	rest, x := make([][2]float64, n*n), make([]r3.Vec, n*n)
	const waves, height = 2 * math.Pi / 0.2, 0.02
	along := 0.0
	for i := range n {
		u := float64(i) * edge
		if i > 0 {
			slope := height * waves * math.Cos(waves*(u-edge/2))
			along += edge * math.Sqrt(max(0, 1-min(1, slope*slope)))
		}
		for j := range n {
			v := float64(j) * edge
			rest[j*n+i] = [2]float64{u, v}
			noise := r3.Scale(1e-3*edge, r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
			x[j*n+i] = r3.Add(r3.Vec{X: along, Y: height * math.Sin(waves*u), Z: v}, noise)
		}
	}
	for s := range gridStencils(n, n) {
		if len(s) == 3 {
			addTriangle(A, s, rest, x, h, density)
		} else {
			addHinge(A, s, x, h)
		}
	}
	return A, x
}

// addTriangle adds lumped mass and h² times the membrane's Hessian, area·(BᵀCB
// + g S⁺gᵀ ⊗ I).
func addTriangle(A *BSR, t []int32, rest [][2]float64, x []r3.Vec, h, density float64) {
	p, q, r := rest[t[0]], rest[t[1]], rest[t[2]]
	a, b, c, d := q[0]-p[0], r[0]-p[0], q[1]-p[1], r[1]-p[1]
	det := a*d - b*c
	area := math.Abs(det) / 2
	g := [3][2]float64{{}, {d / det, -b / det}, {-c / det, a / det}}
	g[0] = [2]float64{-g[1][0] - g[2][0], -g[1][1] - g[2][1]}
	var F [2]r3.Vec
	for k, i := range t {
		F[0] = r3.Add(F[0], r3.Scale(g[k][0], x[i]))
		F[1] = r3.Add(F[1], r3.Scale(g[k][1], x[i]))
	}
	E := [3]float64{(r3.Norm2(F[0]) - 1) / 2, (r3.Norm2(F[1]) - 1) / 2, r3.Dot(F[0], F[1])}
	C := [3][3]float64{{1000, 100, 0}, {100, 600, 0}, {0, 0, 30}}
	var S [3]float64
	var B [3][3]r3.Vec // strain, vertex
	for m := range 3 {
		for k := range 3 {
			S[m] += C[m][k] * E[k]
		}
	}
	for k := range 3 {
		B[0][k] = r3.Scale(g[k][0], F[0])
		B[1][k] = r3.Scale(g[k][1], F[1])
		B[2][k] = r3.Add(r3.Scale(g[k][0], F[1]), r3.Scale(g[k][1], F[0]))
	}
	// S⁺: the part of the stress with positive eigenvalues.
	mean, radius := (S[0]+S[1])/2, math.Hypot((S[0]-S[1])/2, S[2])
	keep := func(l float64) float64 { return max(l, 0) }
	up, down := keep(mean+radius), keep(mean-radius)
	angle := math.Atan2(S[2], (S[0]-S[1])/2) / 2
	co, si := math.Cos(angle), math.Sin(angle)
	Sp := [3]float64{up*co*co + down*si*si, up*si*si + down*co*co, (up - down) * co * si}
	for k, i := range t {
		A.AddScaledIdentity(A.Diag[i], density*area/3)
		for l, j := range t {
			var block [9]float64
			for m := range 3 {
				for o := range 3 {
					addOuter(&block, h*h*area*C[m][o], B[m][k], B[o][l])
				}
			}
			tension := g[k][0]*(Sp[0]*g[l][0]+Sp[2]*g[l][1]) + g[k][1]*(Sp[2]*g[l][0]+Sp[1]*g[l][1])
			for e := range 3 {
				block[4*e] += h * h * area * tension
			}
			A.Add(A.Find(i, j), &block)
		}
	}
}

// addHinge adds h²k∇θ∇θᵀ for the hinge of edge s[0], s[1] with the opposite
// vertices s[2], s[3]; k = bending·3|e|²/(area of both).
func addHinge(A *BSR, s []int32, x []r3.Vec, h float64) {
	e := r3.Sub(x[s[1]], x[s[0]])
	length2 := r3.Norm2(e)
	var grad [4]r3.Vec
	areas := 0.0
	for k, sign := range [2]float64{1, -1} {
		d := r3.Sub(x[s[2+k]], x[s[0]])
		normal := r3.Scale(sign, r3.Cross(e, d)) // both to the same side
		size := r3.Norm(normal)
		areas += size / 2
		// Unit normal over the height size/√length2.
		dn := r3.Scale(math.Sqrt(length2)/(size*size), normal)
		at := r3.Dot(d, e) / length2
		grad[2+k] = r3.Scale(-1, dn)
		grad[0] = r3.Add(grad[0], r3.Scale(1-at, dn))
		grad[1] = r3.Add(grad[1], r3.Scale(at, dn))
	}
	k := h * h * 1e-5 * 3 * length2 / areas
	for a, i := range s {
		for b, j := range s {
			var block [9]float64
			addOuter(&block, k, grad[a], grad[b])
			A.Add(A.Find(i, j), &block)
		}
	}
}

func addOuter(m *[9]float64, s float64, a, b r3.Vec) {
	for i, u := range [3]float64{a.X, a.Y, a.Z} {
		m[3*i] += s * u * b.X
		m[3*i+1] += s * u * b.Y
		m[3*i+2] += s * u * b.Z
	}
}
