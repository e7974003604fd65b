package cpu

import (
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
)

// swap exchanges the present evaluation and the saved one.
func (s *Sim) swap() { s.elements, s.spare = s.spare, s.elements }

// evaluateElements evaluates all strain terms at positions x and returns their energy. Slots keep what the gather
// passes need. Kinds computed from strains of others come last.
func (s *Sim) evaluateElements(x []r3.Vec) (e float64) {
	for _, byStrains := range []bool{false, true} {
		for kind := range cloth.Kinds {
			if (kind.Row().Corners == 0) == byStrains && len(s.strains[kind].Of) > 0 {
				e += s.inBatches(kind, x)
				codes[kind].measured(s)
			}
		}
	}
	return e + s.evaluateAir(x)
}

// inBatches computes all elements of a kind, evaluates their terms, and returns the energy.
func (s *Sim) inBatches(kind cloth.Kind, x []r3.Vec) float64 {
	on, eps, code := &s.strains[kind], &s.eps[kind], codes[kind]
	return s.pool.Sum(len(on.Of), func(lo, hi int) (sum float64) {
		b := batches.Get().(*batch)
		code.measure(s, kind, lo, hi, x)
		b.first = lo
		for from := lo; from < hi; from = b.hi {
			b.evaluate(s.laws[kind], on, from, on.run(from, min(from+batchLength, hi)), eps)
			code.stressBatch(s, kind, b)
		}
		for _, e := range b.energy[:hi-lo] {
			sum += e
		}
		batches.Put(b)
		return sum
	})
}

// evaluatePoints evaluates all terms on vertices, centroids and pairs at positions x and returns their energy.
func (s *Sim) evaluatePoints(x []r3.Vec) float64 { return s.evaluateSome(x, nil) }

// evaluateChanged is evaluatePoints if all points at x are evaluated, except for changes by obstacles.
func (s *Sim) evaluateChanged(x []r3.Vec) float64 { return s.evaluateSome(x, s.changed) }

// evaluateSome evaluates all terms on some points, vertices first, and on pairs; nil: all.
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

// runLength is the number of points per call of a term, so that responses stay in the first-level cache.
const runLength = 128

// centroids is a pool of buffers for the centroids of a run of triangles.
var centroids = sync.Pool{New: func() any { return new([runLength]r3.Vec) }}

// runs calls visit for runs of the selected points of [lo, hi); nil: all.
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

// potential returns the sum of the energies of points.
func potential(r []PointResponse) (sum float64) {
	for i := range r {
		sum += r[i].Psi
	}
	return sum
}

// activeGrain is the number of active pairs per chunk.
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
