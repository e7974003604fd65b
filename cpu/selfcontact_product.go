package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu/par"
	"hysteron/cpu/sparse"
)

// The pairs' second derivatives couple vertices that the pattern of the matrix does not, and
// change with every look-up. So they are multiplied from the list of pairs: first H·r for the
// vector r = Σ wᵢ xᵢ of each pair, then each vertex gathers from its pairs.

var _ sparse.Operator = (*selfContact)(nil)

// gatherOwn sums the diagonal block of vertex i, which the matrix holds.
func (c *selfContact) gatherOwn(i int) *Sym3 {
	h := &c.own[i]
	*h = Sym3{}
	for _, ref := range c.of(i) {
		p := &c.bearing[ref/4]
		w := p.w[ref%4]
		for k, v := range p.h {
			h[k] += w * w * v
		}
	}
	return h
}

// Prepare computes H·r of each pair for the vectors x.
func (c *selfContact) Prepare(p *par.Pool, x []r3.Vec) {
	p.For(len(c.bearing), 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			q := &c.bearing[i]
			var r r3.Vec
			for k, v := range q.v {
				r = r3.Add(r, r3.Scale(q.w[k], x[v]))
			}
			c.image[i] = q.h.mul(r)
		}
	})
}

// AddRows adds rows of the product less the diagonal blocks, see sparse.Operator.
func (c *selfContact) AddRows(y, x []r3.Vec, lo, hi int) float64 {
	var dot float64
	if len(c.bearing) == 0 {
		return 0
	}
	for i := lo; i < hi; i++ {
		refs := c.of(i)
		if len(refs) == 0 {
			continue
		}
		v := r3.Scale(-1, c.own[i].mul(x[i]))
		for _, ref := range refs {
			v = r3.Add(v, r3.Scale(c.bearing[ref/4].w[ref%4], c.image[ref/4]))
		}
		y[i] = r3.Add(y[i], v)
		dot += r3.Dot(x[i], v)
	}
	return dot
}
