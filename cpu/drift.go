package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/pairs"
	"hysteron/linalg"
)

// slide is what friction does at a contact point, a pair, or a vertex of those.
type slide uint8

// Bits of a slide.
const (
	slips  slide = 1 << iota // a contact is beyond the elastic slip
	sticks                   // a contact is within it
)

// slideAt is that of a contact with the slip q.
func (s operations) slideAt(g *FrictionCone, q, n r3.Vec) slide {
	if _, y := g.Across(r3.Sub(q, r3.Scale(r3.Dot(q, n), n))); y > s.Settings.FrictionSlip {
		return slips
	}
	return sticks
}

// slides are those of the vertices at the present positions: of a vertex's own contacts, of centroids of its triangles
// and of pairs that it is in.
func (s operations) slides() []slide {
	n := len(s.x)
	s.slide = resize(s.slide, n+len(s.face))
	s.pool.For(len(s.slide), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.slide[i] = 0
			for _, o := range s.obstacles {
				if !o.live[i] {
					continue
				}
				q := &o.near[i]
				for k := range q.planes[:q.count] {
					if pl := &q.planes[k]; pl.cone.Limit > 0 {
						u := r3.Sub(s.point(s.x, i), s.point(s.State.X, i))
						s.slide[i] |= s.slideAt(&pl.cone, r3.Add(pl.anchor, r3.Sub(u, pl.disp)), pl.normal)
					}
				}
			}
		}
	})
	for t, g := range s.slide[n:] {
		for _, v := range s.Model.Tri[t] {
			s.slide[v] |= g
		}
	}
	if s.self != nil {
		for i := range s.self.active {
			if q := &s.self.active[i]; q.cone.Limit > 0 {
				x := points(s.x, &q.v)
				g := s.slideAt(&q.cone, r3.Add(q.anchor, r3.Sub(pairs.Between(&q.w, &x), q.start)), q.normal)
				for _, v := range q.v {
					s.slide[v] |= g
				}
			}
		}
	}
	return s.slide[:n]
}

// Drift is how far the residual moves what is free of a component, see step.Operations.
func (s operations) Drift() float64 {
	p := &s.components
	p.join(s.self)
	p.free = resize(p.free, len(p.bodies))
	clear(p.free)
	of := func(i int) *freePart { return &p.free[p.component[p.of[i]]] }
	for i, g := range s.slides() {
		f := of(i)
		f.slips = f.slips || g&slips != 0
		if s.grabs.hold(i) || s.fixed[i] {
			s.slide[i] |= sticks
		}
		if s.slide[i]&sticks == 0 {
			f.residual, f.mass = r3.Add(f.residual, s.g[i]), f.mass+s.Model.Mass[i]
		}
	}
	for i, g := range s.slide[:len(s.x)] {
		if f := of(i); g&sticks == 0 && f.slips {
			f.stiffness += s.joins(i, r3.Unit(f.residual))
		}
	}
	most := 0.
	for i := range p.free {
		if f := &p.free[i]; f.slips && f.mass > 0 {
			most = max(most, r3.Norm(f.residual)/(f.mass/(s.H*s.H)+f.stiffness))
		}
	}
	return most
}

// joins is the stiffness along u of the elements that join vertex i to those that something holds [N/m]. Contact has
// positive blocks off the diagonal, which count as none.
func (s operations) joins(i int, u r3.Vec) float64 {
	a, sum := s.matrix, 0.
	for k := a.RowPtr[i]; k < a.RowPtr[i+1]; k++ {
		if s.slide[a.Col[k]]&sticks != 0 {
			sum -= along(a.Block(k), u)
		}
	}
	return max(0, sum)
}

// along is uᵀ·b·u.
func along(b *[9]float64, u r3.Vec) float64 {
	return u.X*(b[0]*u.X+(b[1]+b[3])*u.Y+(b[2]+b[6])*u.Z) + u.Y*(b[4]*u.Y+(b[5]+b[7])*u.Z) + u.Z*b[8]*u.Z
}

// freePart is what nothing holds of a component: neither pins nor hands, nor friction within its elastic slip.
type freePart struct {
	slips     bool // a contact of the component does
	mass      float64
	residual  r3.Vec  // [N]
	stiffness float64 // along the residual, of the elements that join it to the rest [N/m]
}
