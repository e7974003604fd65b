package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/sparse"
)

// segmentSlot keeps what the gather pass needs of one segment after all laws have spoken.
type segmentSlot struct {
	E     r3.Vec  // unit vector from the first vertex to the second; zero where both are in one place
	Sigma float64 // total stress times area over l̄: the tension [N]
	K     float64 // tangent times area over l̄²: the spring constant [N/m]
	T     float64 // tension over length, of what turns with the segment; not below zero unless exact [N/m]
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

// addBlock adds the block of the vertex with itself, or with the other one, where sign is −1.
func (q *segmentSlot) addBlock(sign float64, out *[9]float64) {
	addOuterBlock(out, sign*(q.K-q.T), q.E, q.E)
	for k := 0; k < 9; k += 4 {
		out[k] += sign * q.T
	}
}

// segmentRef is a segment of a vertex, which is its first or its second one, and where the blocks of both go.
type segmentRef struct {
	segment int32
	local   int32
	block   [2]int32
}

// segmentLists tells for each vertex its segments.
type segmentLists struct {
	ptr []int32
	ref []segmentRef
}

func newSegmentLists(m *cloth.Model, a *sparse.BSR) segmentLists {
	n := len(m.X0)
	l := segmentLists{ptr: make([]int32, n+1), ref: make([]segmentRef, 2*len(m.Segments))}
	for i := range m.Segments {
		for _, v := range m.Segments[i].V {
			l.ptr[v+1]++
		}
	}
	for i := range n {
		l.ptr[i+1] += l.ptr[i]
	}
	fill := append([]int32(nil), l.ptr[:n]...)
	for i := range m.Segments {
		v := m.Segments[i].V
		for c := range v {
			l.ref[fill[v[c]]] = segmentRef{int32(i), int32(c), [2]int32{a.Find(v[c], v[0]), a.Find(v[c], v[1])}}
			fill[v[c]]++
		}
	}
	return l
}

func (l *segmentLists) of(i int) []segmentRef { return l.ref[l.ptr[i]:l.ptr[i+1]] }
