package cpu

import (
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
)

// swap goes back to the evaluation before the last swap, and keeps the present one for the next.
func (s *Sim) swap() { s.elements, s.spare = s.spare, s.elements }

// evaluateElements evaluates all terms on strains at positions x and returns their
// energy; what the gather passes need stays in the slots.
func (s *Sim) evaluateElements(x []r3.Vec) float64 {
	e := s.inBatches(cloth.Triangles, func(lo, hi int) { s.deform(lo, hi, x) }, s.stressTriangles)
	e += s.inBatches(cloth.Hinges, func(lo, hi int) { s.fold(lo, hi, x) }, s.stressHinges)
	if len(s.Model.Segments) > 0 {
		e += s.inBatches(cloth.Segments, func(lo, hi int) { s.elongate(lo, hi, x) }, s.stressSegments)
	}
	if len(s.Model.Curves) == 0 {
		return e
	}
	e += s.inBatches(cloth.Curves, s.bend, s.stressCurves)
	s.transferCurves()
	return e
}

// inBatches measures all elements of a kind, asks the terms about them, passes on what they say, and returns the
// energy. measure is given elements.
func (s *Sim) inBatches(kind cloth.Kind, measure func(lo, hi int), pass func(b *batch)) float64 {
	on, eps := &s.strains[kind], &s.eps[kind]
	return s.pool.Sum(len(on.Of), func(lo, hi int) (sum float64) {
		b := batches.Get().(*batch)
		measure(lo, hi)
		b.first = lo
		for from := lo; from < hi; from = b.hi {
			b.evaluate(s.laws[kind], on, from, on.run(from, min(from+batchLength, hi)), eps)
			pass(b)
		}
		for _, e := range b.energy[:hi-lo] {
			sum += e
		}
		batches.Put(b)
		return sum
	})
}

// deform measures triangles [lo, hi).
func (s *Sim) deform(lo, hi int, x []r3.Vec) {
	on, eps := &s.strains[cloth.Triangles], &s.eps[cloth.Triangles]
	for t := lo; t < hi; t++ {
		p := on.place[t]
		if t+4 <= hi && s.deformWide(t, int(p), x) {
			t += 3
			continue
		}
		v, q := &s.Model.Tri[t], &s.tri[t]
		q.Wu, q.Wv = deformation(&s.Model.Rest[t], x[v[0]], x[v[1]], x[v[2]])
		e := greenStrain(q.Wu, q.Wv)
		eps[0][p], eps[1][p], eps[2][p] = e[0], e[1], e[2]
	}
}

// stressTriangles keeps what the laws say about triangles.
func (s *Sim) stressTriangles(b *batch) {
	elements := b.elements()
	for p := 0; p < len(elements); p++ {
		if p+4 <= len(elements) && s.stressWide(b, p) {
			p += 3
			continue
		}
		t := elements[p]
		q, area := &s.tri[t], s.Model.Rest[t].Area
		b.stress(p, area, &q.S, &q.C)
		if s.exact {
			q.SP = q.S
		} else {
			q.SP = clampStress(q.S)
		}
		b.energy[int(t)-b.first] = area * b.psi[p]
	}
}

// fold measures hinges [lo, hi).
func (s *Sim) fold(lo, hi int, x []r3.Vec) {
	on, eps := &s.strains[cloth.Hinges], s.eps[cloth.Hinges][0]
	var theta [4]float64
	for i := lo; i < hi; i += len(theta) {
		hinges := s.Model.Hinges[i:min(i+len(theta), hi)]
		foldFour(hinges, x, s.hinge[i:], &theta)
		unfold(hinges, on.place[i:i+len(hinges)], &theta, on.epsN[0], eps)
	}
}

// stressHinges keeps what the laws say about hinges.
func (s *Sim) stressHinges(b *batch) {
	for p, i := range b.elements() {
		q, area := &s.hinge[i], s.Model.Hinges[i].Area()
		q.Sigma, q.K = area*b.sigma[0][p], area*b.slope[0][p]
		b.energy[int(i)-b.first] = area * b.psi[p]
	}
}

// elongate measures segments [lo, hi).
func (s *Sim) elongate(lo, hi int, x []r3.Vec) {
	on, eps := &s.strains[cloth.Segments], s.eps[cloth.Segments][0]
	for i := lo; i < hi; i++ {
		g, q := &s.Model.Segments[i], &s.segment[i]
		d := r3.Sub(x[g.V[1]], x[g.V[0]])
		l := r3.Norm(d)
		q.E, q.T = r3.Vec{}, 0
		if l > 0 {
			q.E, q.T = r3.Scale(1/l, d), 1/l
		}
		eps[on.place[i]] = l/g.Length - 1
	}
}

// stressSegments keeps what the laws say about segments: f = Ā·σ/l̄ along e, and the second derivative
// Ā·σ′/l̄²·eeᵀ + Ā·σ/(l̄·l)·(I − eeᵀ), whose second part is negative across a compressed segment, which gives way.
func (s *Sim) stressSegments(b *batch) {
	for p, i := range b.elements() {
		q, g := &s.segment[i], &s.Model.Segments[i]
		q.Sigma, q.K = g.Area/g.Length*b.sigma[0][p], g.Area/(g.Length*g.Length)*b.slope[0][p]
		q.T *= q.Sigma
		if q.T < 0 && !s.exact {
			q.T = 0
		}
		b.energy[int(i)-b.first] = g.Area * b.psi[p]
	}
}

// bend measures curves [lo, hi) by the strains of their hinges.
func (s *Sim) bend(lo, hi int) {
	on, eps, hinge, place := &s.strains[cloth.Curves], &s.eps[cloth.Curves], s.eps[cloth.Hinges][0],
		s.strains[cloth.Hinges].place
	bendAll(s.Model.Curves[lo:hi], on.place[lo:hi], hinge, place, eps)
}

// stressCurves keeps what the laws say about curves.
func (s *Sim) stressCurves(b *batch) {
	elements := b.elements()
	for p := 0; p < len(elements); p++ {
		if p+4 <= len(elements) && s.stressCurvesWide(b, p) {
			p += 3
			continue
		}
		i := elements[p]
		q, area := &s.curve[i], s.curveOf.area[i]
		b.stress(p, area, &q.S, &q.C)
		b.energy[int(i)-b.first] = area * b.psi[p]
	}
}

// transferCurves adds to the slot of each hinge what it has to pass on to its vertices for its curves.
func (s *Sim) transferCurves() {
	stiff := curveStiffening
	if s.exact {
		stiff = 1
	}
	s.pool.For(len(s.hinge), elementGrain, func(lo, hi int) {
		s.curveOf.transfer(s.hinge[lo:hi], lo, s.curve, stiff)
	})
}

// evaluatePoints evaluates all terms on vertices, centroids and pairs at positions x and returns
// their energy.
func (s *Sim) evaluatePoints(x []r3.Vec) float64 { return s.evaluateSome(x, nil) }

// evaluateChanged is evaluatePoints where all but what obstacles have changed has been evaluated at x.
func (s *Sim) evaluateChanged(x []r3.Vec) float64 { return s.evaluateSome(x, s.changed) }

// evaluateSome evaluates all terms on some points, vertices first, and on pairs; nil: on all.
func (s *Sim) evaluateSome(x []r3.Vec, some []bool) float64 {
	s.asked = s.semismooth
	someFaces := some
	if some != nil {
		some, someFaces = some[:len(x)], some[len(x):]
	}
	e := s.pool.Sum(len(s.face), func(lo, hi int) float64 {
		at := centroids.Get().(*[runLength]r3.Vec)
		runs(lo, hi, someFaces, func(from, to int) {
			c, r := at[:to-from], s.face[from:to]
			clear(r)
			for k, v := range s.Model.Tri[from:to] {
				c[k] = mean3(x, v)
			}
			for _, term := range s.faces {
				term.Faces(from, c, r)
			}
		})
		centroids.Put(at)
		return potential(s.face[lo:hi])
	})
	e += s.evaluatePairs(x)
	return e + s.pool.Sum(len(x), func(lo, hi int) float64 {
		runs(lo, hi, some, func(from, to int) {
			r := s.vert[from:to]
			clear(r)
			for _, term := range s.vertices {
				term.Vertices(from, x[from:to], r)
			}
		})
		return potential(s.vert[lo:hi])
	})
}

// runLength is how many points terms are asked about at once at most: what they say stays in the nearest cache from
// term to term.
const runLength = 128

// centroids are those of a run of triangles, for a goroutine to fill.
var centroids = sync.Pool{New: func() any { return new([runLength]r3.Vec) }}

// runs visits some of [lo, hi), run by run; nil: all.
func runs(lo, hi int, some []bool, visit func(from, to int)) {
	for from := lo; from < hi; {
		if some != nil && !some[from] {
			from++
			continue
		}
		to, most := from+1, min(from+runLength, hi)
		if some == nil {
			to = most
		}
		for to < most && some[to] {
			to++
		}
		visit(from, to)
		from = to
	}
}

// potential sums up the energies of points.
func potential(r []PointResponse) (sum float64) {
	for i := range r {
		sum += r[i].Psi
	}
	return sum
}

// activeGrain is how many active pairs a goroutine takes at once.
const activeGrain = 64

// evaluatePairs evaluates all terms on the active pairs at positions x and returns their energy.
func (s *Sim) evaluatePairs(x []r3.Vec) float64 {
	if s.self == nil {
		return 0
	}
	s.self.listed = false
	s.self.inHessian = resize(s.self.inHessian, len(s.self.active))
	s.pool.For(len(s.self.active), activeGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			p := &s.self.active[i]
			p.response = PointResponse{}
			at := points(x, &p.v)
			r := pairs.Between(&p.w, &at)
			for _, term := range s.pairTerms {
				term.Pair(i, r, &p.response)
			}
			s.self.inHessian[i] = p.response.G != r3.Vec{} || p.response.H != Sym3{}
		}
	})
	return s.pool.Sum(len(s.self.active), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += s.self.active[i].response.Psi
		}
		return sum
	})
}
