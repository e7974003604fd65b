// Contribution of active pairs of cloth features to the linear system.

package cpu

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// ContactBlock is a pair with the vector r = Σ wᵢ xᵢ between its features.
type ContactBlock struct {
	V [4]int32
	W [4]float64
	G r3.Vec // gradient with respect to r [N]
	H Sym3   // second derivative [N/m]
}

// ContactOperator has the active pairs. Their second derivatives couple vertices outside the pattern of the matrix, and
// change with every contact detection. So the product is computed from the list of pairs: first H·r for the vector r of
// each pair, then each vertex gathers from its pairs.
type ContactOperator struct {
	List []ContactBlock

	own       []Sym3    // per vertex: its diagonal block
	ptr, refs []int32   // per vertex its pairs: 4·pair + corner
	weights   []float64 // per entry of refs
	rows      []int32   // vertices with pairs
	image     []r3.Vec  // per pair, see Prepare
}

var _ linalg.Operator = (*ContactOperator)(nil)

// Index lists the pairs of each of n vertices.
func (p *ContactOperator) Index(n int) {
	p.rows = p.rows[:0]
	if p.own = resizeOperator(p.own, n); len(p.List) == 0 {
		return
	}
	p.image = resizeOperator(p.image, len(p.List))
	p.ptr = resizeOperator(p.ptr, n+1)
	clear(p.ptr)
	for i := range p.List {
		for _, v := range p.List[i].V {
			p.ptr[v+1]++
		}
	}
	for i := range n {
		if p.ptr[i+1] > 0 {
			p.rows = append(p.rows, int32(i))
		}
		p.ptr[i+1] += p.ptr[i]
	}
	p.refs, p.weights = resizeOperator(p.refs, 4*len(p.List)), resizeOperator(p.weights, 4*len(p.List))
	for i := range p.List { // fills each list of ptr from its end, which shifts the starts
		q := &p.List[i]
		for k, v := range q.V {
			p.refs[p.ptr[v]], p.weights[p.ptr[v]] = int32(4*i+k), q.W[k]
			p.ptr[v]++
		}
	}
	copy(p.ptr[1:], p.ptr[:n])
	p.ptr[0] = 0
}

// of returns the pairs of vertex i, as 4·pair + corner, and its weights in them.
func (p *ContactOperator) of(i int) ([]int32, []float64) {
	if len(p.List) == 0 {
		return nil, nil
	}
	from, to := p.ptr[i], p.ptr[i+1]
	return p.refs[from:to], p.weights[from:to]
}

// AddGradient adds the gradient at vertex i.
func (p *ContactOperator) AddGradient(i int, g *r3.Vec) {
	refs, weights := p.of(i)
	for k, ref := range refs {
		*g = r3.Add(*g, r3.Scale(weights[k], p.List[ref/4].G))
	}
}

// Own returns the diagonal block of vertex i, which is in the matrix.
func (p *ContactOperator) Own(i int) *Sym3 {
	h := &p.own[i]
	*h = Sym3{}
	refs, weights := p.of(i)
	for n, ref := range refs {
		q, w := &p.List[ref/4], weights[n]
		for k, v := range q.H {
			h[k] += w * w * v
		}
	}
	return h
}

// traceOf returns the trace of the diagonal block of vertex i.
func (p *ContactOperator) traceOf(i int) (trace float64) {
	refs, weights := p.of(i)
	for n, ref := range refs {
		trace += weights[n] * weights[n] * p.List[ref/4].H.Trace()
	}
	return trace
}

// Rows returns the vertices with pairs, see linalg.Operator.
func (p *ContactOperator) Rows() []int32 { return p.rows }

// Prepare computes H·r of each pair for the vectors x.
func (p *ContactOperator) Prepare(pool *linalg.Pool, x []r3.Vec) {
	pool.For(len(p.List), 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			q := &p.List[i]
			var r r3.Vec
			for k, v := range q.V {
				r = r3.Add(r, r3.Scale(q.W[k], x[v]))
			}
			p.image[i] = q.H.Mul(r)
		}
	})
}

// AddRows adds rows of the product without the diagonal blocks, see linalg.Operator.
func (p *ContactOperator) AddRows(y, x []r3.Vec, lo, hi int) float64 {
	var dot float64
	if len(p.List) == 0 {
		return 0
	}
	for i := lo; i < hi; i++ {
		refs, weights := p.of(i)
		if len(refs) == 0 {
			continue
		}
		v := r3.Scale(-1, p.own[i].Mul(x[i]))
		for k, ref := range refs {
			w, r := weights[k], &p.image[ref/4]
			v = r3.Vec{X: v.X + w*r.X, Y: v.Y + w*r.Y, Z: v.Z + w*r.Z}
		}
		y[i] = r3.Add(y[i], v)
		dot += r3.Dot(x[i], v)
	}
	return dot
}

// resizeOperator returns a slice of length n, in the memory of s if the capacity suffices.
func resizeOperator[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
