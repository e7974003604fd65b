package cpu

import (
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
func (c *Aero) Begin(s *Sim) {
	n := len(s.Model.Tri)
	c.h = s.H
	c.prev, c.n, c.kn, c.kt = resize(c.prev, n), resize(c.n, n), resize(c.kn, n), resize(c.kt, n)
	x, v := s.State.X, s.State.V
	s.pool.For(n, elementGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			f := &s.Model.Parts[s.Model.Rest[t].Part].Fabric
			c.kn[t], c.kt[t] = 0, 0
			if f.Drag == 0 && f.DragSkin == 0 {
				continue
			}
			a := s.Model.Tri[t]
			mean := mean3(x, a)
			wind := s.Settings.Wind.At(mean, s.State.Time)
			vel := r3.Sub(mean3(v, a), wind)
			normal := s.Model.Normal(t, x)
			l := r3.Norm(normal)
			if l == 0 {
				continue
			}
			c.n[t] = r3.Scale(1/l, normal)
			c.prev[t] = r3.Add(mean, r3.Scale(s.H, wind))
			k := s.Settings.AirDensity / 2 * r3.Norm(vel) * l / 2 / s.H
			c.kn[t], c.kt[t] = k*f.Drag, k*f.DragSkin
		}
	})
}

func mean3(x []r3.Vec, a [3]int32) r3.Vec {
	return r3.Scale(1./3, r3.Add(x[a[0]], r3.Add(x[a[1]], x[a[2]])))
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
	r.H.addIdentity(kt)
	r.H.addOuter(kn-kt, c.n[t])
}
