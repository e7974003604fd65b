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
	h    float64
	prev []r3.Vec // mean position at the start plus h·wind: v = (mean − prev)/h
	n    []r3.Vec // unit normals
	kn   []float64
	kt   []float64
}

// Name of the term.
func (*Aero) Name() string { return "aero" }

// Begin fixes speed, normal, area and wind of each triangle.
func (c *Aero) Begin(w *World) {
	n := len(w.Model.Tri)
	c.h = w.H
	c.prev, c.n, c.kn, c.kt = resize(c.prev, n), resize(c.n, n), resize(c.kn, n), resize(c.kt, n)
	x, v := w.State.X, w.State.V
	w.pool.For(n, elementGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			f := &w.Model.Parts[w.Model.Rest[t].Part].Fabric
			c.kn[t], c.kt[t] = 0, 0
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
			c.n[t] = r3.Scale(1/l, normal)
			c.prev[t] = r3.Add(mean, r3.Scale(w.H, wind))
			k := w.Settings.AirDensity / 2 * math.Sqrt(r3.Norm2(vel)) * l / 2 / w.H
			c.kn[t], c.kt[t] = k*f.Drag, k*f.DragSkin
		}
	})
}

// Face adds the air's resistance on triangle t.
func (c *Aero) Face(t int, x r3.Vec, r *PointResponse) {
	kn, kt := c.kn[t], c.kt[t]
	if kn == 0 && kt == 0 {
		return
	}
	d := r3.Sub(x, c.prev[t])
	dn := r3.Dot(d, c.n[t])
	r.Psi += (kn-kt)/2*dn*dn + kt/2*r3.Norm2(d)
	r.G = r3.Add(r.G, r3.Add(r3.Scale((kn-kt)*dn, c.n[t]), r3.Scale(kt, d)))
	r.H.AddIdentity(kt)
	r.H.AddOuter(kn-kt, c.n[t])
}
