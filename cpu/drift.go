package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/pairs"
	"hysteron/linalg"
	"hysteron/step"
)

// slide is the state of friction at a contact point, a pair, or a vertex of those.
type slide uint8

// Bits of a slide.
const (
	slips  slide = 1 << iota // a contact is beyond the elastic slip
	sticks                   // a contact is within it
)

// slideAt returns the state of a contact with the slip q. It replaces h by the second derivative of friction, which is
// zero along a slip, instead of the stiffness that bounds its potential.
func (s operations) slideAt(g *FrictionCone, q, n r3.Vec, h *Sym3) slide {
	qq, y := g.Across(r3.Sub(q, r3.Scale(r3.Dot(q, n), n)))
	if y <= s.Settings.FrictionSlip {
		return sticks
	}
	_, radial, lateral := step.Coulomb(g.Limit, y, s.Settings.FrictionSlip)
	h.AddOuter((radial-lateral)/(y*y), qq)
	return slips
}

// slides returns the states of the vertices at the present positions: of a vertex's own contacts, of the centroids of
// its triangles, and of its pairs. It stores the second derivatives of all terms on points and pairs in s.curvature and
// s.pairCurvature.
func (s operations) slides() []slide {
	n := len(s.x)
	s.slide, s.curvature = resize(s.slide, n+len(s.face)), resize(s.curvature, n+len(s.face))
	s.pool.For(len(s.slide), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.slide[i] = 0
			h := &s.curvature[i]
			if i < n {
				*h = s.vert[i].H
			} else {
				*h = s.face[i-n].H
			}
			for _, o := range s.obstacles {
				if !o.live[i] {
					continue
				}
				q := &o.near[i]
				for k := range q.planes[:q.count] {
					if pl := &q.planes[k]; pl.cone.Limit > 0 {
						u := r3.Sub(s.point(s.x, i), s.point(s.State.X, i))
						s.slide[i] |= s.slideAt(&pl.cone, r3.Add(pl.anchor, r3.Sub(u, pl.disp)), pl.normal, h)
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
		s.pairCurvature = resize(s.pairCurvature, len(s.self.active))
		for i := range s.self.active {
			q, h := &s.self.active[i], &s.pairCurvature[i]
			if *h = q.response.H; q.cone.Limit > 0 {
				x := points(s.x, &q.v)
				g := s.slideAt(&q.cone, r3.Add(q.anchor, r3.Sub(pairs.Between(&q.w, &x), q.start)), q.normal, h)
				for _, v := range q.v {
					s.slide[v] |= g
				}
			}
		}
	}
	together(&s.rigid, s.slide[:n])
	return s.slide[:n]
}

// Drift returns the rigid-body displacement of free parts of components by the residual, see step.Operations.
func (s operations) Drift() float64 {
	p := &s.components
	p.join(s.self)
	p.free = resize(p.free, len(p.bodies))
	clear(p.free)
	of := func(i int32) *freePart { return &p.free[p.component[p.of[i]]] }
	slides := s.slides()
	for i, g := range slides {
		f := of(int32(i))
		f.slips = f.slips || g&slips != 0
		// Soft pins of a rigid body are part of its stiffness.
		if s.grabs.hold(i) && !s.rigid.any(i) || s.fixed[i] {
			slides[i] |= sticks
		}
		if slides[i]&sticks == 0 {
			f.addMass(s.Model.Mass[i], s.x[i])
		}
	}
	for k := range p.free {
		p.free[k].begin()
	}
	for i, x := range s.x {
		if f := of(int32(i)); slides[i]&sticks == 0 && !f.Held {
			h := s.stiffnessToHeld(i)
			h.Add(&s.curvature[i])
			f.Add(x, s.g[i], &h)
		}
	}
	for t, v := range s.Model.Tri {
		of(v[0]).add(s.x, v[:], []float64{1. / 3, 1. / 3, 1. / 3}, slides, &s.curvature[len(s.x)+t])
	}
	if s.self != nil {
		for k := range s.self.active {
			q := &s.self.active[k]
			of(q.v[0]).add(s.x, q.v[:], q.w[:], slides, &s.pairCurvature[k])
		}
	}
	for k := range p.free {
		p.free[k].Solve()
	}
	for i, g := range slides {
		if f := of(int32(i)); g&sticks == 0 && !f.still {
			f.square += s.Model.Mass[i] * r3.Norm2(f.displacement(s.x[i]))
		}
	}
	most := 0.
	for k := range p.free {
		if f := &p.free[k]; !f.still {
			most = max(most, math.Sqrt(f.square/f.Mass))
		}
	}
	return most
}

// stiffnessToHeld returns the stiffness of the elements between vertex i and held vertices. Contact has positive
// off-diagonal blocks, which do not count.
func (s operations) stiffnessToHeld(i int) (h Sym3) {
	a, any := s.matrix, false
	for k := a.RowPtr[i]; k < a.RowPtr[i+1]; k++ {
		if s.slide[a.Col[k]]&sticks != 0 {
			b := a.Block(k)
			for c, v := range [6]float64{b[0], b[4], b[8], (b[5] + b[7]) / 2, (b[2] + b[6]) / 2, (b[1] + b[3]) / 2} {
				h[c] -= v
			}
			any = true
		}
	}
	if any {
		h = h.Positive()
	}
	return h
}

// freePart is the free part of a component, held neither by pins or grabs nor by friction within its elastic slip, as a
// rigid body.
type freePart struct {
	RigidBody
	slips  bool    // a contact of the component slips
	square float64 // mass-weighted squared displacement [kg·m²]
}

// leastShare is the smallest weight of a moving point; less of a pair is rounding of its weights.
const leastShare = 1e-3 // derived: counts for its square

// addMass adds a vertex at x.
func (f *freePart) addMass(mass float64, x r3.Vec) {
	f.Mass += mass
	f.Centre = r3.Add(f.Centre, r3.Scale(mass, x))
}

// begin computes the centre of mass.
func (f *freePart) begin() {
	f.Held = !f.slips || f.Mass == 0
	f.Centre = r3.Scale(1/f.Mass, f.Centre)
}

// add adds the second derivative h at the point that these vertices, with weights, make.
func (f *freePart) add(x []r3.Vec, v []int32, w []float64, slides []slide, h *Sym3) {
	if f.Held || *h == (Sym3{}) {
		return
	}
	var at r3.Vec
	free := 0.
	for c, i := range v {
		if slides[i]&sticks == 0 {
			free += w[c]
			at = r3.Add(at, r3.Scale(w[c], x[i]))
		}
	}
	if math.Abs(free) < leastShare {
		return
	}
	scaled := *h
	for c := range scaled {
		scaled[c] *= free * free
	}
	f.Add(r3.Scale(1/free, at), r3.Vec{}, &scaled)
}

// displacement returns the displacement of a point at x.
func (f *freePart) displacement(x r3.Vec) r3.Vec {
	shift, turn := f.motion()
	return r3.Add(shift, r3.Cross(turn, r3.Sub(x, f.Centre)))
}
