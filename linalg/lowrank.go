package linalg

import (
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// RankOne is a rank-one update k·g·gᵀ of a matrix.
type RankOne struct {
	Stiffness float64            // k
	Along     func(i int) r3.Vec // rows of g
}

// LowRank is a preconditioner of A + Σ k·g·gᵀ, from the preconditioner Inner of A and Woodbury's identity (1950):
//
//	M⁻¹ = D⁻¹ − D⁻¹G (K⁻¹ + GᵀD⁻¹G)⁻¹ GᵀD⁻¹,
//
// where D⁻¹ is Inner. It is for few updates that are stiffer than the rest of A and couple many vertices.
type LowRank struct {
	Inner Preconditioner
	Add   []RankOne

	image [][]r3.Vec   // D⁻¹G
	small mat.Cholesky // of K⁻¹ + GᵀD⁻¹G
	t     *mat.VecDense
}

var _ Preconditioner = (*LowRank)(nil)

// Setup implements Preconditioner.
func (c *LowRank) Setup(p *Pool, A *BSR, fixed []bool) error {
	if err := c.Inner.Setup(p, A, fixed); err != nil {
		return err
	}
	n := len(c.Add)
	g := make([]r3.Vec, A.N)
	for len(c.image) < n {
		c.image = append(c.image, nil)
	}
	c.image = c.image[:n]
	small := mat.NewSymDense(n, nil)
	for k := range c.Add {
		for i := range g {
			g[i] = r3.Vec{}
			if fixed == nil || !fixed[i] {
				g[i] = c.Add[k].Along(i)
			}
		}
		c.image[k] = resize(c.image[k], A.N)
		small.SetSym(k, k, 1/c.Add[k].Stiffness+c.Inner.Apply(p, c.image[k], g))
		for j := range k {
			small.SetSym(j, k, p.dot(c.image[j], g))
		}
	}
	c.t = mat.NewVecDense(n, nil)
	if !c.small.Factorize(small) {
		return ErrIndefinite
	}
	return nil
}

// Apply implements Preconditioner.
func (c *LowRank) Apply(p *Pool, z, r []r3.Vec) float64 {
	rz := c.Inner.Apply(p, z, r)
	for k := range c.image {
		c.t.SetVec(k, p.dot(c.image[k], r))
	}
	y := mat.NewVecDense(len(c.image), nil)
	if err := c.small.SolveVecTo(y, c.t); err != nil {
		return rz // too ill-conditioned: Inner alone is a preconditioner, too
	}
	p.For(len(z), chunkRows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for k := range c.image {
				z[i] = r3.Sub(z[i], r3.Scale(y.AtVec(k), c.image[k][i]))
			}
		}
	})
	return rz - mat.Dot(c.t, y)
}

// dot returns Σ x·y.
func (p *Pool) dot(x, y []r3.Vec) float64 {
	return p.Sum(len(x), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += r3.Dot(x[i], y[i])
		}
		return sum
	})
}

// Operators is a sum of operators.
type Operators []Operator

var _ Operator = Operators(nil)

// Rows implements Operator.
func (o Operators) Rows() (rows []int32) {
	for _, q := range o {
		rows = merge(rows, q.Rows())
	}
	return rows
}

// merge returns the union of two ascending lists.
func merge(a, b []int32) []int32 {
	if len(a) == 0 {
		return b
	}
	out := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// Prepare implements Operator.
func (o Operators) Prepare(p *Pool, x []r3.Vec) {
	for _, q := range o {
		q.Prepare(p, x)
	}
}

// AddRows implements Operator.
func (o Operators) AddRows(y, x []r3.Vec, lo, hi int) (dot float64) {
	for _, q := range o {
		dot += q.AddRows(y, x, lo, hi)
	}
	return dot
}
