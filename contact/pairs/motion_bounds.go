// Motion-bound culling: pairs of features that cannot have come near each other since their distances were measured are
// skipped without a look at their features. Of the pairs near enough to be listed, few come near in any one step.

package pairs

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// MotionBounds bounds the distances of pairs of features (vertex and triangle, or two edges). Positions move linearly
// over a step. The vector between two features changes by at most the relative displacement of one vertex of each since
// their distance was measured, plus the displacements of the others relative to these; on the path, by at most the
// larger value at its ends.
type MotionBounds struct {
	ptr, next []int32 // neighbours of each vertex

	measured        []r3.Vec // positions at the measurement [m]
	pairs           []pair
	usedVertices    []int32 // vertices used by pairs, ascending; the others are not followed
	names           []bool  // per vertex: used by a pair
	from, to        []moved // per vertex, at the ends of the path
	last            []r3.Vec
	stepPositions   bool // from and last are those of this step
	list            []int32
	found           [][]int32 // per chunk
	falseCandidates int       // pairs reported by Near since the measurement that were not near
}

// pair has the bound of one pair.
type pair struct {
	room float64 // distance by which the features may approach until they are near [m]
	a, b int32   // a vertex of each; ^a if it is the whole feature
}

// moved is the displacement of a vertex since the measurement, and the largest displacement of its neighbours relative
// to it [m].
type moved struct {
	u      r3.Vec
	spread float64
}

// NewMotionBounds returns bounds for cloth with the given edges and number of vertices.
func NewMotionBounds(edges [][3]int32, vertices int) *MotionBounds {
	p := &MotionBounds{ptr: make([]int32, vertices+1), next: make([]int32, 2*len(edges))}
	for _, e := range edges {
		p.ptr[e[0]+1]++
		p.ptr[e[1]+1]++
	}
	for i := range vertices {
		p.ptr[i+1] += p.ptr[i]
	}
	at := slices.Clone(p.ptr)
	for _, e := range edges {
		p.next[at[e[0]]], p.next[at[e[1]]] = e[1], e[0]
		at[e[0]]++
		at[e[1]]++
	}
	return p
}

// Like returns MotionBounds of the same cloth without measurements.
func (p *MotionBounds) Like() *MotionBounds { return &MotionBounds{ptr: p.ptr, next: p.next} }

// Measured restarts with n pairs measured at positions x [m]. Each must be Set.
func (p *MotionBounds) Measured(x []r3.Vec, n int) {
	p.measured = append(p.measured[:0], x...)
	p.pairs = slices.Grow(p.pairs[:0], n)[:n]
	p.usedVertices = p.usedVertices[:0]
	p.stepPositions, p.falseCandidates = false, 0
}

// Set sets the distance by which the features of pair i may approach until they are near [m], and its four points:
// vertex and corners, or the ends of two edges.
func (p *MotionBounds) Set(i int, room float64, v *[4]int32, edges bool) {
	p.pairs[i] = pair{room, ^v[0], v[1]}
	if edges {
		p.pairs[i] = pair{room, v[0], v[2]}
	}
}

// Begin starts a step.
func (p *MotionBounds) Begin() { p.stepPositions = false }

// Stale reports whether distances should be measured again: there were more false candidates than pairs since the last
// measurement.
func (p *MotionBounds) Stale() bool { return p.falseCandidates > len(p.pairs) }

// AddFalse counts n false candidates: pairs reported by the broad phase that the narrow phase rejected.
func (p *MotionBounds) AddFalse(n int) { p.falseCandidates += n }

const (
	pairGrain   = 4096
	vertexGrain = 512
	rounding    = 1e-9 // generous bound of the rounding error of positions within some hundred metres [m]
)

// Near returns, in order, the pairs that may be near on the straight paths between two sets of positions. from must be
// the same until Begin. ahead is additional approach that the list allows for, so that it can be reused [m].
func (p *MotionBounds) Near(pool *linalg.Pool, from, to []r3.Vec, ahead float64) []int32 {
	if len(p.pairs) == 0 {
		return nil
	}
	if p.stepPositions && p.unmoved(pool, to, ahead/2) {
		return p.list
	}
	if len(p.usedVertices) == 0 {
		p.listVertices(len(from))
	}
	if !p.stepPositions {
		p.from = p.follow(pool, from, p.from)
	}
	p.to = p.follow(pool, to, p.to)
	p.last, p.stepPositions = append(p.last[:0], to...), true
	chunks := (len(p.pairs) + pairGrain - 1) / pairGrain
	for len(p.found) < chunks {
		p.found = append(p.found, nil)
	}
	pool.For(chunks, 1, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			list := p.found[k][:0]
			for i := k * pairGrain; i < min((k+1)*pairGrain, len(p.pairs)); i++ {
				if q := &p.pairs[i]; !q.separated(p.from, ahead) || !q.separated(p.to, ahead) {
					list = append(list, int32(i))
				}
			}
			p.found[k] = list
		}
	})
	p.list = p.list[:0]
	for _, list := range p.found[:chunks] {
		p.list = append(p.list, list...)
	}
	return p.list
}

// separated reports whether a pair is not near after these displacements, even if it approaches by more [m].
func (q *pair) separated(v []moved, more float64) bool {
	i := q.a
	left := q.room - more - rounding
	if i < 0 {
		i = ^i
	} else {
		left -= v[i].spread
	}
	a, b := &v[i], &v[q.b]
	left -= b.spread
	return left > 0 && r3.Norm2(r3.Sub(a.u, b.u)) < left*left
}

// listVertices lists the vertices used by pairs.
func (p *MotionBounds) listVertices(vertices int) {
	p.names = slices.Grow(p.names[:0], vertices)[:vertices]
	clear(p.names)
	for i := range p.pairs {
		q := &p.pairs[i]
		p.names[max(q.a, ^q.a)], p.names[q.b] = true, true
	}
	for i, named := range p.names {
		if named {
			p.usedVertices = append(p.usedVertices, int32(i))
		}
	}
}

// follow computes the displacements to x of the vertices used by pairs.
func (p *MotionBounds) follow(pool *linalg.Pool, x []r3.Vec, list []moved) []moved {
	list = slices.Grow(list[:0], len(x))[:len(x)]
	pool.For(len(p.usedVertices), vertexGrain, func(lo, hi int) {
		for _, i := range p.usedVertices[lo:hi] {
			u, far := r3.Sub(x[i], p.measured[i]), 0.
			for _, k := range p.next[p.ptr[i]:p.ptr[i+1]] {
				far = max(far, r3.Norm2(r3.Sub(r3.Sub(x[k], p.measured[k]), u)))
			}
			list[i] = moved{u, math.Sqrt(far)}
		}
	})
	return list
}

// unmoved reports whether all vertices are within far of their positions at the last list, up to a common translation.
func (p *MotionBounds) unmoved(pool *linalg.Pool, x []r3.Vec, far float64) bool {
	return Still(pool, p.last, x, far)
}

// Still reports whether all positions x are within far of was, up to a common translation [m].
func Still(pool *linalg.Pool, was, x []r3.Vec, far float64) bool {
	if len(x) == 0 {
		return true
	}
	boxes := make([][2]r3.Vec, (len(x)+linalg.SumGrain-1)/linalg.SumGrain)
	pool.For(len(x), linalg.SumGrain, func(from, to int) {
		lo := r3.Sub(x[from], was[from])
		hi := lo
		for i := from + 1; i < to; i++ {
			d := r3.Sub(x[i], was[i])
			lo = r3.Vec{X: min(lo.X, d.X), Y: min(lo.Y, d.Y), Z: min(lo.Z, d.Z)}
			hi = r3.Vec{X: max(hi.X, d.X), Y: max(hi.Y, d.Y), Z: max(hi.Z, d.Z)}
		}
		boxes[from/linalg.SumGrain] = [2]r3.Vec{lo, hi}
	})
	lo, hi := boxes[0][0], boxes[0][1]
	for _, b := range boxes[1:] {
		lo = r3.Vec{X: min(lo.X, b[0].X), Y: min(lo.Y, b[0].Y), Z: min(lo.Z, b[0].Z)}
		hi = r3.Vec{X: max(hi.X, b[1].X), Y: max(hi.Y, b[1].Y), Z: max(hi.Z, b[1].Z)}
	}
	if r3.Norm2(r3.Sub(hi, lo)) <= 4*far*far {
		return true
	}
	mid := r3.Scale(.5, r3.Add(lo, hi))
	out := pool.Sum(len(x), func(lo, hi int) float64 {
		n := 0.
		for i := lo; i < hi; i++ {
			if !(r3.Norm2(r3.Sub(r3.Sub(x[i], was[i]), mid)) <= far*far) {
				n++
			}
		}
		return n
	})
	return out == 0
}
