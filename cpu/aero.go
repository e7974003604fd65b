package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Aero is the aerodynamic force of the lecture's spring cloth on each triangle,
//
//	f = −½ ρ |v| a (c_d (v·n) n + c_t (v − (v·n)n))
//
// with v the mean vertex velocity relative to the wind at the end of the step, n the normal and a the area. |v|, n
// and a are fixed before the step, which leaves a convex quadratic potential of the end positions: for backward Euler
// those at its start. For BDF2 they are extrapolated to its end, so that the force errs by h²: n, a and the place in
// the wind by x + h·v, |v| by v + w·c, see step.TwoStep. The tangential part (c_t) goes beyond the lecture.
type Aero struct {
	on []airTriangle // per triangle
}

// airTriangle is a triangle in the air, in one line of the cache.
type airTriangle struct {
	prev   r3.Vec // v = (mean − prev)/k with the mean position and k of its integrator
	n      r3.Vec // unit normal
	kn, kt float64
}

// Name of the term.
func (*Aero) Name() string { return "aero" }

// Begin fixes speed, normal, area and wind of each triangle.
func (c *Aero) Begin(w *World) {
	c.on = resize(c.on, len(w.Model.Tri))
	w.pool.For(len(c.on), elementGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			c.on[t] = w.airOnTriangle(t)
		}
	})
}

// Integrate does that once more, by the integrators that vertices take.
func (c *Aero) Integrate(w *World) { c.Begin(w) }

// airOnTriangle is triangle t in the air over the step.
func (w *World) airOnTriangle(t int) (q airTriangle) {
	f, two := &w.Model.Parts[w.Model.Rest[t].Part].Fabric, &w.twoStep
	if f.Drag == 0 && f.DragSkin == 0 {
		return q
	}
	a, k, at := w.Model.Tri[t], w.H, w.State.Time
	if two.B > 0 {
		at += w.H
	}
	var x [3]r3.Vec      // corners
	var mean, vel r3.Vec // of them
	if two.all(a) {
		b := &w.State.Before
		k = two.K
		for c, i := range a {
			v := w.State.V[i]
			x[c] = r3.Add(w.State.X[i], r3.Scale(w.H, v))
			vel = r3.Add(vel, r3.Scale(1./3, r3.Add(v, r3.Scale(two.W, b.Gain[i]))))
			from := r3.Sub(x[c], r3.Add(r3.Scale(k, v), r3.Scale(two.B, b.Lag[i])))
			q.prev = r3.Add(q.prev, r3.Scale(1./3, from))
		}
		mean = r3.Scale(1./3, r3.Add(x[0], r3.Add(x[1], x[2])))
	} else {
		for c, i := range a {
			x[c] = w.State.X[i]
		}
		mean, vel = mean3(w.State.X, a), mean3(w.State.V, a)
		q.prev = mean
	}
	normal := r3.Cross(r3.Sub(x[1], x[0]), r3.Sub(x[2], x[0]))
	l := math.Sqrt(r3.Norm2(normal))
	if l == 0 {
		return airTriangle{}
	}
	wind := w.Settings.Wind.At(mean, at)
	q.n = r3.Scale(1/l, normal)
	q.prev = r3.Add(q.prev, r3.Scale(k, wind))
	k = w.Settings.AirDensity / 2 * math.Sqrt(r3.Norm2(r3.Sub(vel, wind))) * l / 2 / k
	q.kn, q.kt = k*f.Drag, k*f.DragSkin
	return q
}

// Faces adds the air's resistance on triangles.
func (c *Aero) Faces(t int, x []r3.Vec, r []PointResponse) {
	on := c.on[t:]
	for i := range x {
		if q := &on[i]; q.kn != 0 || q.kt != 0 {
			q.addDrag(x[i], &r[i])
		}
	}
}

func (q *airTriangle) addDrag(x r3.Vec, r *PointResponse) {
	d, k := r3.Sub(x, q.prev), q.kn-q.kt
	dn := r3.Dot(d, q.n)
	r.Psi += k/2*dn*dn + q.kt/2*r3.Norm2(d)
	r.G = r3.Add(r.G, r3.Add(r3.Scale(k*dn, q.n), r3.Scale(q.kt, d)))
	r.H.AddIdentity(q.kt)
	r.H.AddOuter(k, q.n)
}
