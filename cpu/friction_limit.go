package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// beginGrain computes the directions of warp and weft at the start of a step, if any friction depends on them.
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
			w.grain[n+t] = Grain{Warp: wu, Weft: wv}
		}
	})
	w.pool.For(n, 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			var g Grain
			for _, ref := range w.rows.triangles(i) {
				g = g.Plus(m.Rest[ref.tri].Area/(3*m.Area[i]), w.grain[n+int(ref.tri)])
			}
			w.grain[i] = g
		}
	})
}

// coneOn returns the friction cone of contact point i on an obstacle, with the normal force λ.
func (w *now) coneOn(o *step.Collider, i int, n r3.Vec, lambda float64) FrictionCone {
	part := w.partOf(i)
	if len(o.Measured) > 0 && o.Measured[part] != nil && lambda > 0 {
		_, k := w.contactLaw(i)
		return CombineCones(n, MeasureCone(o.Measured[part], w.grain[i], n, lambda, k/w.Settings.ContactStiffness))
	}
	mu := o.Friction
	if mu < 0 {
		mu = w.Model.Parts[part].Fabric.Friction
	}
	return IsotropicCone(mu * lambda)
}

// layerPairs is the multiplicity of the area of two layers in contact: vertices of each with triangles of the other.
const layerPairs = 2

// coneBetween returns the friction cone of a pair of features of vertices v with weights, each with the given area
// [m²].
func (w *now) coneBetween(v *[4]int32, weight *[4]float64, area float64, n r3.Vec, lambda float64) FrictionCone {
	a, b := w.Model.Part[v[0]], w.Model.Part[v[3]]
	if len(w.Model.Rubbings) > 0 && lambda > 0 {
		// Weights of the two features have opposite signs.
		var of, on Grain
		for k, i := range v {
			if weight[k] > 0 {
				of = of.Plus(weight[k], w.grain[i])
			} else {
				on = on.Plus(-weight[k], w.grain[i])
			}
		}
		switch ab, ba := w.Model.MeasuredFriction(a, b); {
		case ab != nil && ba != nil:
			return CombineCones(n, MeasureCone(ab, of, n, lambda, area), MeasureCone(ba, on, n, lambda, area))
		case ab != nil:
			return CombineCones(n, MeasureCone(ab, of, n, lambda, area))
		case ba != nil:
			return CombineCones(n, MeasureCone(ba, on, n, lambda, area))
		}
	}
	return IsotropicCone(math.Sqrt(w.Model.Parts[a].Fabric.ClothFriction*w.Model.Parts[b].Fabric.ClothFriction) * lambda)
}
