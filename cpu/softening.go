package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/pairs"
	"hysteron/step"
)

// Semismooth selects the matrix of friction, see step.Operations. Points must be evaluated again.
func (s operations) Semismooth(on bool) {
	s.semismooth, s.points, s.most = on, false, false
}

// Softening returns the friction softening along the Newton step p at the present positions.
func (s operations) Softening() float64 {
	sum := 0.
	for _, o := range s.obstacles {
		sum += s.pool.Sum(len(o.near), func(lo, hi int) (sum float64) {
			for i := lo; i < hi; i++ {
				if !o.live[i] {
					continue
				}
				q := &o.near[i]
				for k := range q.planes[:q.count] {
					if pl := &q.planes[k]; pl.cone.Limit > 0 {
						u := r3.Sub(s.point(s.x, i), s.point(s.State.X, i))
						sum += s.softens(&pl.cone, r3.Add(pl.anchor, r3.Sub(u, pl.disp)), s.point(s.p, i), pl.normal)
					}
				}
			}
			return sum
		})
	}
	if s.self == nil {
		return sum
	}
	return sum + s.pool.Sum(len(s.self.active), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			if q := &s.self.active[i]; q.cone.Limit > 0 {
				x, p := points(s.x, &q.v), points(s.p, &q.v)
				slip := r3.Add(q.anchor, r3.Sub(pairs.Between(&q.w, &x), q.start))
				sum += s.softens(&q.cone, slip, pairs.Between(&q.w, &p), q.normal)
			}
		}
		return sum
	})
}

// softens returns the softening of a contact with the slip q, after s.gone Newton steps p.
func (s operations) softens(g *FrictionCone, q, p, n r3.Vec) float64 {
	q, p = r3.Sub(q, r3.Scale(r3.Dot(q, n), n)), r3.Sub(p, r3.Scale(r3.Dot(p, n), n))
	before := r3.Sub(q, r3.Scale(s.gone, p))
	q0, y0 := g.Across(before)
	q1, y1 := g.Across(q)
	if y0 <= s.Settings.FrictionSlip && y1 <= s.Settings.FrictionSlip {
		return 0 // of the same elastic slip
	}
	_, length := g.Across(p)
	curvature := func(qq r3.Vec, y float64, semismooth bool) float64 {
		_, radial, lateral := step.Coulomb(g.Limit, y, s.Settings.FrictionSlip)
		if semismooth && radial != lateral {
			return lateral*sq(length) + (radial-lateral)*sq(r3.Dot(qq, p)/y)
		}
		return lateral * sq(length)
	}
	return curvature(q0, y0, s.solved) - curvature(q1, y1, true)
}
