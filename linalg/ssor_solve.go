package linalg

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// sweeper is what [SSOR] takes to be swept. With it the conjugate gradient method goes as Eisenstat has it (SIAM J.
// Sci. Stat. Comput. 2, 1981). With A and vectors in scaled form it solves
//
//	(E + L)⁻¹ A (E + Lᵀ)⁻¹ x̂ = (E + L)⁻¹ b,
//
// without a preconditioner. With t = (E + Lᵀ)⁻¹ p, and as A = (E + L) + (E + Lᵀ) + I − 2E, the product with p is
//
//	q = t + u,  u = (E + L)⁻¹ (p + (1 − 2/ω) t),
//
// so that an iteration takes a sweep over either triangle of A: as much as a product. Steps of x̂ along p are those of
// x along t. What it solves for is r̂ = (E + L)⁻¹ r; the residual r itself takes half a product more, and is looked at
// when it may be small enough.
type sweeper struct {
	x, r, p, t, u []lane
	part          []float64
	alpha, beta   float64
	first         int // of order, of the colour that is swept

	extra              Operator
	unscaled, image    []r3.Vec // t in original form, and what extra adds to its product
	w                  []lane   // this in scaled form; zero where it is nothing
	added              []lane   // w; nil: it is all zero
	residual, solution []r3.Vec // in original form

	starts, backwards, forwards, advances, checks, prepares, addBody, removes, begins, ends, sizes func(lo, hi int)
	squares, unscaleBody                                                                           func(lo, hi int) float64
}

// leastShare is down to which share of the residual a relaxation goes at once: of a well-conditioned matrix rounding
// leaves about as much, and it begins again from the true residual. Where rounding leaves more, as seen every
// roundedEvery iterations, it does so earlier.
const (
	leastShare   = 1e-5
	roundedEvery = 32
)

// ending says how a relaxation ended.
type ending int

const (
	there   ending = iota // where it was to go
	stuck                 // something is wrong with the matrix, or as much as rounding
	stopped               // out of iterations, or told to
)

// solveSSOR goes on from x, whose residual c.r has come by begin, until its norm is at most target and it is light. c.r
// is the residual then, but for what rounding makes of it: about off.
func (c *CG) solveSSOR(p *Pool, target float64, result *Result) (end ending, off float64) {
	s, n := c.ssor, c.A.N
	s.extra, s.residual, s.solution = c.Extra, c.r, c.x
	size, low := c.sizeOfStart(p), 2*epsilon32*math.Sqrt(float64(c.A.maxRow()))
	rr, done := result.Residual*result.Residual, 0
	light := look{weighed: c.weighed(p)}
	light.compare(0, rr)
	for s.beta = 0; ; done++ {
		if end = there; math.Sqrt(rr) <= target {
			if c.Most == 0 {
				break
			}
			if light.due(done, rr, c.Most) {
				s.look(p)
				light.weighed = c.weighed(p)
				if light.compare(done, rr); light.weighed <= c.Most {
					break
				}
			}
		}
		if done%roundedEvery == roundedEvery-1 && 2*math.Sqrt(rr) < low*s.sizeOf(p) {
			break
		}
		if end = stopped; result.Iterations >= c.most() {
			break
		}
		pAp := s.multiply(p)
		if end = stuck; !(pAp > 0) || !cloth.Finite(pAp, rr) {
			break
		}
		if result.Iterations++; c.Stop != nil && result.Iterations%stopEvery == 0 && c.Stop() {
			end = stopped
			break
		}
		s.alpha = rr / pAp
		p.For(n, chunkRows, s.advances)
		next := total(s.part[:chunks(n)])
		s.beta, rr = next/rr, next
	}
	result.Residual = math.Sqrt(rr)
	if light.at < done {
		s.look(p)
	}
	p.For(n, chunkRows, s.ends)
	way := s.sizeOf(p)
	s.extra, s.residual, s.solution = nil, nil, nil
	return end, epsilon*math.Sqrt(float64(done))*float64(c.A.maxRow())*(size+way) + low*way
}

// sizeOf is the root of xᵀx.
func (s *SSOR) sizeOf(p *Pool) float64 {
	p.For(len(s.x), chunkRows, s.sizes)
	return math.Sqrt(total(s.part[:chunks(len(s.x))]))
}

// look computes the residual.
func (s *SSOR) look(p *Pool) { p.For(len(s.domains)-1, 1, s.checks) }

// bind makes room for vectors of n rows.
func (s *SSOR) bind(n int) {
	if len(s.x) == n {
		return
	}
	for _, v := range []*[]lane{&s.x, &s.r, &s.p, &s.t, &s.u, &s.w} {
		*v = make([]lane, n)
	}
	s.unscaled, s.image = make([]r3.Vec, n), make([]r3.Vec, n)
	s.part = make([]float64, max(chunks(n), len(s.domains)))
}

// look is the last one at the residual. What it weighs goes with what the recurrence has, within some percent after the
// first iterations.
type look struct {
	weighed float64
	share   float64 // of the recurrence's
	at      int     // after so many iterations
}

// compare notes what the recurrence has, after so many iterations.
func (l *look) compare(done int, rr float64) { l.share, l.at = l.weighed/rr, done }

// Iterations after which the residual is looked at though it seems too heavy: the first ones, as its share at the start
// says little, and what share of all.
const (
	checkAfter = 4
	checkEvery = 4
)

// due reports whether to look again.
func (l *look) due(done int, rr, most float64) bool {
	return l.share*rr <= most && done > l.at || done >= l.at+max(checkAfter, l.at/checkEvery)
}

// begin makes ready to be relaxed from the residual r, and returns rᵀM⁻¹r.
func (s *SSOR) begin(p *Pool, r []r3.Vec) float64 {
	s.bind(len(r))
	s.residual = r
	p.For(len(r), chunkRows, s.begins)
	s.residual = nil
	return s.start(p)
}

// start computes r̂ of the residual in u, and returns r̂ᵀr̂.
func (s *SSOR) start(p *Pool) float64 {
	s.forward(p, s.starts)
	return p.Sum(len(s.r), s.squares)
}

// squareRows is r̂ᵀr̂.
func (s *SSOR) squareRows(lo, hi int) (sum float64) {
	for i := range s.r[lo:hi] {
		v := &s.r[lo+i]
		sum += v[0]*v[0] + v[1]*v[1] + v[2]*v[2]
	}
	return sum
}

// multiply computes t and q of r̂ + βp, and returns pᵀq.
func (s *SSOR) multiply(p *Pool) float64 {
	s.backward(p)
	s.added = nil
	if s.extra != nil {
		if rows := s.extra.Rows(); len(rows) > 0 {
			p.For(len(rows), chunkRows, s.prepares)
			s.extra.Prepare(p, s.unscaled)
			p.For(len(rows), chunkRows, s.addBody)
			s.added = s.w
			defer p.For(len(rows), chunkRows, s.removes)
		}
	}
	s.forward(p, s.forwards)
	return total(s.part[:len(s.domains)-1])
}

// forward sweeps all domains, colour by colour.
func (s *SSOR) forward(p *Pool, body func(lo, hi int)) {
	for c := range s.colours[:len(s.colours)-1] {
		s.first = s.colours[c]
		p.For(s.colours[c+1]-s.first, 1, body)
	}
}

// backward likewise, from the last colour to the first.
func (s *SSOR) backward(p *Pool) {
	for c := len(s.colours) - 2; c >= 0; c-- {
		s.first = s.colours[c]
		p.For(s.colours[c+1]-s.first, 1, s.backwards)
	}
}

// backwardDomains: p = r̂ + βp, t = (E + Lᵀ)⁻¹p.
func (s *SSOR) backwardDomains(lo, hi int) {
	for _, d := range s.order[s.first+lo : s.first+hi] {
		a, b := s.domains[d], s.domains[d+1]
		s.lower.backward(&s.upper, len(s.t)-int(b), int(a), s.inner[a:b], s.r, s.p, s.t, s.beta, s.omega)
	}
}

// forwardDomains: u = (E + L)⁻¹(p + (1 − 2/ω)t + w), part = pᵀq.
func (s *SSOR) forwardDomains(lo, hi int) {
	for _, d := range s.order[s.first+lo : s.first+hi] {
		a, b := s.domains[d], s.domains[d+1]
		var w []lane
		if s.added != nil {
			w = s.added[a:b]
		}
		s.part[d] = s.lower.forward(int(a), s.u, s.p[a:b], s.t[a:b], w, s.u[a:b], 1-2/s.omega, s.omega)
	}
}

// startDomains: r̂ = (E + L)⁻¹u.
func (s *SSOR) startDomains(lo, hi int) {
	for _, d := range s.order[s.first+lo : s.first+hi] {
		a, b := s.domains[d], s.domains[d+1]
		s.lower.forward(int(a), s.r, s.u[a:b], s.u[a:b], nil, s.r[a:b], 0, s.omega)
	}
}

// advanceRows: x += αt, r̂ −= α(t + u), t = 0, part = r̂ᵀr̂.
func (s *SSOR) advanceRows(lo, hi int) {
	s.part[lo/chunkRows] = advance(s.x[lo:hi], s.r[lo:hi], s.t[lo:hi], s.u[lo:hi], s.alpha)
}

// checkDomains: the residual r = (E + L) r̂, by u = ωL r̂.
func (s *SSOR) checkDomains(lo, hi int) {
	for d := lo; d < hi; d++ {
		a, b := int(s.domains[d]), int(s.domains[d+1])
		s.lower.forward(a, s.r, s.r[a:b], s.r[a:b], nil, s.u[a:b], -1, -s.omega)
		for i := a; i < b; i++ {
			r, u := &s.r[i], &s.u[i]
			v := lane{r[0] + u[0], r[1] + u[1], r[2] + u[2]}
			s.residual[s.rows[i]] = r3.Scale(1/s.omega, s.force(i, &v))
		}
	}
}

// prepareRows: t in original form, in rows that extra has.
func (s *SSOR) prepareRows(lo, hi int) {
	for _, i := range s.extra.Rows()[lo:hi] {
		r := s.rank[i]
		s.unscaled[i] = s.unscale(int(r), &s.t[r])
	}
}

// addRows computes the product of extra.
func (s *SSOR) addRows(lo, hi int) {
	for _, i := range s.extra.Rows()[lo:hi] {
		s.image[i] = r3.Vec{}
		s.extra.AddRows(s.image, s.unscaled, int(i), int(i)+1)
		s.w[s.rank[i]] = s.shrink(int(s.rank[i]), s.image[i])
	}
}

// removeRows takes it away again.
func (s *SSOR) removeRows(lo, hi int) {
	for _, i := range s.extra.Rows()[lo:hi] {
		s.w[s.rank[i]] = lane{}
	}
}

// beginRows: u = F r; x, p and t are zero.
func (s *SSOR) beginRows(lo, hi int) {
	clear(s.x[lo:hi])
	clear(s.p[lo:hi])
	clear(s.t[lo:hi])
	for i := lo; i < hi; i++ {
		s.u[i] = s.shrink(i, s.residual[s.rows[i]])
	}
}

// endRows: the solution goes on by x.
func (s *SSOR) endRows(lo, hi int) {
	for i := lo; i < hi; i++ {
		row := s.rows[i]
		s.solution[row] = r3.Add(s.solution[row], s.unscale(i, &s.x[i]))
	}
}

// sizeRows: part = xᵀx.
func (s *SSOR) sizeRows(lo, hi int) {
	sum := 0.
	for i := lo; i < hi; i++ {
		x := &s.x[i]
		sum += x[0]*x[0] + x[1]*x[1] + x[2]*x[2]
	}
	s.part[lo/chunkRows] = sum
}
