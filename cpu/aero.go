package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Aero is the aerodynamic force of the lecture's spring cloth on each triangle,
//
//	f = −½ ρ |v| a (c_d (v·n) n + c_t (v − (v·n)n))
//
// with v the mean vertex velocity relative to the wind, n the normal and a the area. |v|, n
// and a are taken at the start of the step, which leaves a convex quadratic potential of the
// end positions. The tangential part (c_t) goes beyond the lecture.
type Aero struct {
	on []blown // per triangle
}

// blown is a triangle in the air, in one line of the cache.
type blown struct {
	prev   r3.Vec // mean position at the start plus h·wind: v = (mean − prev)/h
	n      r3.Vec // unit normal
	kn, kt float64
}

// Name of the term.
func (*Aero) Name() string { return "aero" }

// Begin fixes speed, normal, area and wind of each triangle.
func (c *Aero) Begin(w *World) {
	c.on = resize(c.on, len(w.Model.Tri))
	x, v := w.State.X, w.State.V
	w.pool.For(len(c.on), elementGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			f := &w.Model.Parts[w.Model.Rest[t].Part].Fabric
			q := &c.on[t]
			q.kn, q.kt = 0, 0
			if f.Drag == 0 && f.DragSkin == 0 {
				continue
			}
			a := w.Model.Tri[t]
			mean := mean3(x, a)
			wind := w.Settings.Wind.At(mean, w.State.Time)
			vel := r3.Sub(mean3(v, a), wind)
			normal := w.Model.Normal(t, x)
			l := math.Sqrt(r3.Norm2(normal))
			if l == 0 {
				continue
			}
			q.n = r3.Scale(1/l, normal)
			q.prev = r3.Add(mean, r3.Scale(w.H, wind))
			k := w.Settings.AirDensity / 2 * math.Sqrt(r3.Norm2(vel)) * l / 2 / w.H
			q.kn, q.kt = k*f.Drag, k*f.DragSkin
		}
	})
}

// Faces adds the air's resistance on triangles.
func (c *Aero) Faces(t int, x []r3.Vec, r []PointResponse) {
	on := c.on[t:]
	for i := range x {
		if q := &on[i]; q.kn != 0 || q.kt != 0 {
			q.resist(x[i], &r[i])
		}
	}
}

func (q *blown) resist(x r3.Vec, r *PointResponse) {
	d, k := r3.Sub(x, q.prev), q.kn-q.kt
	dn := r3.Dot(d, q.n)
	r.Psi += k/2*dn*dn + q.kt/2*r3.Norm2(d)
	r.G = r3.Add(r.G, r3.Add(r3.Scale(k*dn, q.n), r3.Scale(q.kt, d)))
	r.H.AddIdentity(q.kt)
	r.H.AddOuter(k, q.n)
}
