package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// triSlot has what the gather pass needs of a triangle, after the laws.
type triSlot struct {
	Wu, Wv r3.Vec // columns of F = ∂x/∂(u,v)
	S      Strain // total second Piola stress times area: S_uu, S_vv, S_uv [N·m]
	SP     Strain // S with its negative eigenvalue clamped
	C      Sym3   // tangent times area
}

// deformation returns the columns of F = Σ_a x_a ⊗ B[a].
func deformation(r *cloth.TriRest, x0, x1, x2 r3.Vec) (wu, wv r3.Vec) {
	p, q := r3.Sub(x1, x0), r3.Sub(x2, x0)
	wu = r3.Add(r3.Scale(r.B[1][0], p), r3.Scale(r.B[2][0], q))
	wv = r3.Add(r3.Scale(r.B[1][1], p), r3.Scale(r.B[2][1], q))
	return wu, wv
}

// greenStrain returns E = ½(FᵀF − I) as (E_uu, E_vv, 2E_uv).
func greenStrain(wu, wv r3.Vec) Strain {
	return Strain{(r3.Norm2(wu) - 1) / 2, (r3.Norm2(wv) - 1) / 2, r3.Dot(wu, wv)}
}

// clampStress returns the 2×2 stress (S_uu, S_vv, S_uv) without its negative eigenvalues.
func clampStress(s Strain) Strain {
	m, d := (s[0]+s[1])/2, (s[0]-s[1])/2
	r := math.Sqrt(d*d + s[2]*s[2])
	switch {
	case m-r >= 0:
		return s
	case m+r <= 0:
		return Strain{}
	}
	// One eigenvalue l = m+r > 0 survives: l·v vᵀ with v vᵀ = ½(I + [d, s2; s2, −d]/r).
	l := (m + r) / 2
	return Strain{l * (1 + d/r), l * (1 - d/r), l * s[2] / r}
}

// gradient returns ∂/∂x_a of Σ S·∇ε for the corner with shape gradient b.
func (q *triSlot) gradient(b [2]float64) r3.Vec {
	cu := b[0]*q.S[0] + b[1]*q.S[2]
	cv := b[1]*q.S[1] + b[0]*q.S[2]
	return r3.Add(r3.Scale(cu, q.Wu), r3.Scale(cv, q.Wv))
}

// block adds the 3×3 Hessian block of corners with shape gradients a and b (rows of a): Σ C_kl ∇ε_k ∇ε_lᵀ + (bᵀ S a)·I,
// with S clamped if sp is SP. ∇ε_u = a_u w_u, ∇ε_v = a_v w_v, ∇γ = a_u w_v + a_v w_u, so only outer products of w_u and
// w_v occur.
func (q *triSlot) block(a, b [2]float64, sp *Strain, out *[9]float64) {
	c := &q.C
	// c: uu, vv, γγ, vγ, uγ, uv. Coefficients of w_p w_qᵀ.
	muu := a[0]*b[0]*c[0] + (a[0]*b[1]+a[1]*b[0])*c[4] + a[1]*b[1]*c[2]
	mvv := a[1]*b[1]*c[1] + (a[1]*b[0]+a[0]*b[1])*c[3] + a[0]*b[0]*c[2]
	muv := a[0]*b[1]*c[5] + a[0]*b[0]*c[4] + a[1]*b[1]*c[3] + a[1]*b[0]*c[2]
	mvu := a[1]*b[0]*c[5] + a[1]*b[1]*c[3] + a[0]*b[0]*c[4] + a[0]*b[1]*c[2]
	g := a[0]*b[0]*sp[0] + a[1]*b[1]*sp[1] + (a[0]*b[1]+a[1]*b[0])*sp[2]
	// p = muu·w_u + mvu·w_v multiplies w_uᵀ, r multiplies w_vᵀ.
	u, v := &q.Wu, &q.Wv
	px, py, pz := muu*u.X+mvu*v.X, muu*u.Y+mvu*v.Y, muu*u.Z+mvu*v.Z
	rx, ry, rz := muv*u.X+mvv*v.X, muv*u.Y+mvv*v.Y, muv*u.Z+mvv*v.Z
	out[0] += px*u.X + rx*v.X + g
	out[1] += px*u.Y + rx*v.Y
	out[2] += px*u.Z + rx*v.Z
	out[3] += py*u.X + ry*v.X
	out[4] += py*u.Y + ry*v.Y + g
	out[5] += py*u.Z + ry*v.Z
	out[6] += pz*u.X + rz*v.X
	out[7] += pz*u.Y + rz*v.Y
	out[8] += pz*u.Z + rz*v.Z + g
}

// most is the largest number of strains of an element.
const most = cloth.MostStrains
