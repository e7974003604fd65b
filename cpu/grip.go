package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// grip is the friction limit in a contact plane. It depends on the direction of slip: with the
// friction measured along warp and weft, f₀₀ and f₁₁ (Chen et al. 2013, eq. 2), slip u = (u₀, u₁)
// costs the energy
//
//	D(u) = √(f₀₀²·u₀² + f₁₁²·u₁²)
//
// and the friction is its gradient. The forces at which cloth sticks fill the ellipse with the half
// axes f₀₀ and f₁₁, and along warp and weft friction is as measured.
//
// The paper has a force of (f₀₀·u₀² + f₁₁·u₁²)/|u|² straight against the slip instead. No potential
// has that as its gradient. Here the part of the force against the slip is the root of the mean square
// of the two curves where the paper has their mean, weighted by direction: at 45° 2 % more for curves
// of 1 and 1.5, 5 % for 1 and 2. And there is a part across it, which turns the slip to where
// friction is less, as in Pabst et al. 2009.
type grip struct {
	limit float64 // along axis [N]
	axis  r3.Vec  // unit vector in the plane, the direction of the largest limit; zero if isotropic
	weak  float64 // square of the smallest limit over the largest; 1: isotropic
}

// isotropic is Coulomb's law.
func isotropic(limit float64) grip { return grip{limit: limit, weak: 1} }

func (g grain) plus(k float64, o grain) grain {
	return grain{r3.Add(g.warp, r3.Scale(k, o.warp)), r3.Add(g.weft, r3.Scale(k, o.weft))}
}

// axes are the perpendicular directions in the plane of normal n that are nearest to the
// projections of warp and weft: both are turned alike where these are sheared.
func (g grain) axes(n r3.Vec) (u, v r3.Vec) {
	a, b := inPlane(g.warp, n), inPlane(g.weft, n)
	turned := r3.Cross(b, n) // by a quarter, onto a
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

// inPlane is the direction of v in the plane of normal n; zero where v stands on it.
func inPlane(v, n r3.Vec) r3.Vec {
	p := r3.Sub(v, r3.Scale(r3.Dot(v, n), n))
	if l := r3.Norm(p); l > 1e-6*r3.Norm(v) {
		return r3.Scale(1/l, p)
	}
	return r3.Vec{}
}

// measured is what one measured law allows: the squares of its limits along the axes of a grain.
type measured struct {
	u          r3.Vec
	warp, weft float64 // [N²]
}

// measure applies a law at the normal force λ [N] on the area of a contact point [m²].
func measure(law *cloth.MeasuredFriction, g grain, n r3.Vec, lambda, area float64) measured {
	u, _ := g.axes(n)
	p := lambda / area
	return measured{u, sq(area * law.Warp.At(p)), sq(area * law.Weft.At(p))}
}

// combine is the grip whose D² is the mean of those of several laws: friction between two pieces of
// cloth has the directions of both.
func combine(n r3.Vec, of ...measured) grip {
	u := of[0].u
	v := r3.Cross(n, u)
	var uu, uv, vv float64
	for i := range of {
		m := &of[i]
		c, s := r3.Dot(m.u, u), r3.Dot(m.u, v)
		w := 1 / float64(len(of))
		uu += w * (m.warp*c*c + m.weft*s*s)
		vv += w * (m.warp*s*s + m.weft*c*c)
		uv += w * (m.warp - m.weft) * c * s
	}
	mean, half := (uu+vv)/2, (uu-vv)/2
	d := math.Hypot(half, uv)
	most := mean + d
	if !(most > 0) {
		return isotropic(0)
	}
	sin, cos := math.Sincos(math.Atan2(uv, half) / 2)
	return grip{
		limit: math.Sqrt(most), weak: max(0, mean-d) / most,
		axis: r3.Add(r3.Scale(cos, u), r3.Scale(sin, v)),
	}
}

// across is Q·u and the length √(uᵀQu) of a slip u in the plane, with Q = D²/limit².
func (g *grip) across(u r3.Vec) (qu r3.Vec, length float64) {
	if g.weak == 1 {
		return u, r3.Norm(u)
	}
	along := r3.Dot(g.axis, u)
	qu = r3.Add(r3.Scale(g.weak, u), r3.Scale((1-g.weak)*along, g.axis))
	return qu, math.Sqrt(g.weak*r3.Norm2(u) + (1-g.weak)*along*along)
}

// beginGrain takes the directions of warp and weft at the start of a step, if anything rubs by
// direction.
func (w *now) beginGrain() {
	if !w.byDirection {
		return
	}
	m, n := w.Model, len(w.State.X)
	w.grain = resize(w.grain, n+len(m.Tri))
	w.pool.For(len(m.Tri), 512, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			v := m.Tri[t]
			wu, wv := deformation(&m.Rest[t], w.State.X[v[0]], w.State.X[v[1]], w.State.X[v[2]])
			w.grain[n+t] = grain{wu, wv}
		}
	})
	w.pool.For(n, 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			var g grain
			for _, ref := range w.rows.tri[w.rows.triPtr[i]:w.rows.triPtr[i+1]] {
				g = g.plus(m.Rest[ref.tri].Area/(3*m.Area[i]), w.grain[n+int(ref.tri)])
			}
			w.grain[i] = g
		}
	})
}

// gripOn is the grip of contact point i on an obstacle, with the normal force λ.
func (w *now) gripOn(o *step.Collider, i int, n r3.Vec, lambda float64) grip {
	part := w.partOf(i)
	if len(o.Measured) > 0 && o.Measured[part] != nil && lambda > 0 {
		_, k := w.contactLaw(i)
		return combine(n, measure(o.Measured[part], w.grain[i], n, lambda, k/w.Settings.ContactStiffness))
	}
	mu := o.Friction
	if mu < 0 {
		mu = w.Model.Parts[part].Fabric.Friction
	}
	return isotropic(mu * lambda)
}

// layerPairs is how often pairs of two layers of cloth that lie on each other count their area:
// vertices of either on triangles of the other, 2; and edges that cross. Of V vertices on an area
// V·√3/2·h², edges are 3V of length h each; lines of lengths L₁ and L₂ cross 2L₁L₂/(π·area) times
// (Buffon), which is 36V/(√3·π) times a third of a vertex' area: 12/(√3·π).
const layerPairs = 2 + 4*1.7320508075688772/math.Pi

// gripBetween is the grip of a pair of features of vertices v with weights, each on so much of its area [m²].
func (w *now) gripBetween(v *[4]int32, weight *[4]float64, area float64, n r3.Vec, lambda float64) grip {
	a, b := w.Model.Part[v[0]], w.Model.Part[v[3]]
	if len(w.Model.Rubbings) > 0 && lambda > 0 {
		// Weights of the two features have opposite signs.
		var of, on grain
		for k, i := range v {
			if weight[k] > 0 {
				of = of.plus(weight[k], w.grain[i])
			} else {
				on = on.plus(-weight[k], w.grain[i])
			}
		}
		switch ab, ba := w.Model.Rubs(a, b); {
		case ab != nil && ba != nil:
			return combine(n, measure(ab, of, n, lambda, area), measure(ba, on, n, lambda, area))
		case ab != nil:
			return combine(n, measure(ab, of, n, lambda, area))
		case ba != nil:
			return combine(n, measure(ba, on, n, lambda, area))
		}
	}
	return isotropic(math.Sqrt(w.Model.Parts[a].Fabric.ClothFriction*w.Model.Parts[b].Fabric.ClothFriction) * lambda)
}
