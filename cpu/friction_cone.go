// Friction limit in a contact plane, which may depend on the direction of slip.

package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Grain has the directions of warp and weft at a contact point, at the start of the step, not normalised.
type Grain struct{ Warp, Weft r3.Vec }

// FrictionCone is the friction limit in a contact plane. It depends on the direction of slip. With friction measured
// along warp and weft, f₀₀ and f₁₁ (Chen et al. 2013, eq. 2), slip u = (u₀, u₁) dissipates
//
//	D(u) = √(f₀₀²·u₀² + f₁₁²·u₁²),
//
// and the friction force is its gradient. The forces of sticking fill the ellipse with half axes f₀₀ and f₁₁; along
// warp and weft friction is as measured.
//
// The paper has a force of (f₀₀·u₀² + f₁₁·u₁²)/|u|² opposite to the slip instead, which is not the gradient of a
// potential. Here the component opposite to the slip is the root mean square of the two curves where the paper has
// their mean, weighted by direction: at 45° 2 % more for curves of 1 and 1.5, 5 % for 1 and 2. There is also a lateral
// component, which turns the slip to where friction is less, as in Pabst et al. 2009.
type FrictionCone struct {
	Limit float64 // along axis [N]
	Axis  r3.Vec  // unit vector in the plane, the direction of the largest limit; zero if isotropic
	Weak  float64 // (smallest/largest limit)²; 1: isotropic
}

// IsotropicCone is Coulomb's law.
func IsotropicCone(limit float64) FrictionCone { return FrictionCone{Limit: limit, Weak: 1} }

// Plus returns g + k·o.
func (g Grain) Plus(k float64, o Grain) Grain {
	return Grain{r3.Add(g.Warp, r3.Scale(k, o.Warp)), r3.Add(g.Weft, r3.Scale(k, o.Weft))}
}

// Axes returns the orthogonal directions in the plane of normal n that are nearest to the projections of warp and weft:
// rotated equally from both if these are sheared.
func (g Grain) Axes(n r3.Vec) (u, v r3.Vec) {
	a, b := inPlane(g.Warp, n), inPlane(g.Weft, n)
	turned := r3.Cross(b, n) // by 90°, towards a
	if r3.Dot(n, r3.Cross(a, b)) < 0 {
		turned = r3.Scale(-1, turned)
	}
	u = r3.Add(a, turned)
	l := r3.Norm(u)
	if l == 0 {
		return r3.Vec{}, r3.Vec{}
	}
	u = r3.Scale(1/l, u)
	return u, r3.Cross(n, u)
}

// inPlane returns the direction of v in the plane of normal n; zero if v is normal to it.
func inPlane(v, n r3.Vec) r3.Vec {
	p := r3.Sub(v, r3.Scale(r3.Dot(v, n), n))
	if l := r3.Norm(p); l > 1e-6*r3.Norm(v) {
		return r3.Scale(1/l, p)
	}
	return r3.Vec{}
}

// MeasuredCone has the squared limits of one measured law along the axes of a grain.
type MeasuredCone struct {
	U          r3.Vec
	Warp, Weft float64 // [N²]
}

// MeasureCone evaluates a law at the normal force λ [N] on the area of a contact point [m²].
func MeasureCone(law *cloth.MeasuredFriction, g Grain, n r3.Vec, lambda, area float64) MeasuredCone {
	u, _ := g.Axes(n)
	p := lambda / area
	return MeasuredCone{u, square(area * law.Warp.At(p)), square(area * law.Weft.At(p))}
}

// CombineCones returns the cone whose D² is the mean of those of several laws: friction between two cloths depends on
// the directions of both.
func CombineCones(n r3.Vec, of ...MeasuredCone) FrictionCone {
	u := of[0].U
	v := r3.Cross(n, u)
	var uu, uv, vv float64
	for i := range of {
		m := &of[i]
		c, s := r3.Dot(m.U, u), r3.Dot(m.U, v)
		w := 1 / float64(len(of))
		uu += w * (m.Warp*c*c + m.Weft*s*s)
		vv += w * (m.Warp*s*s + m.Weft*c*c)
		uv += w * (m.Warp - m.Weft) * c * s
	}
	mean, half := (uu+vv)/2, (uu-vv)/2
	d := math.Hypot(half, uv)
	most := mean + d
	if !(most > 0) {
		return IsotropicCone(0)
	}
	sin, cos := math.Sincos(math.Atan2(uv, half) / 2)
	return FrictionCone{
		Limit: math.Sqrt(most), Weak: max(0, mean-d) / most,
		Axis: r3.Add(r3.Scale(cos, u), r3.Scale(sin, v)),
	}
}

// Across returns Q·u and the length √(uᵀQu) of a slip u in the plane, with Q = D²/limit².
func (g *FrictionCone) Across(u r3.Vec) (qu r3.Vec, length float64) {
	if g.Weak == 1 {
		return u, r3.Norm(u)
	}
	along := r3.Dot(g.Axis, u)
	qu = r3.Add(r3.Scale(g.Weak, u), r3.Scale((1-g.Weak)*along, g.Axis))
	return qu, math.Sqrt(g.Weak*r3.Norm2(u) + (1-g.Weak)*along*along)
}

// Held returns the elastic part of the slip q.
func (g *FrictionCone) Held(q, n r3.Vec, slip float64) r3.Vec {
	q = r3.Sub(q, r3.Scale(r3.Dot(q, n), n))
	if _, y := g.Across(q); y > slip {
		return r3.Scale(slip/y, q)
	}
	return q
}

func square(v float64) float64 { return v * v }
