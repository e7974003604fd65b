package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"
)

// rodSlot is the evaluation of a rod: direction, tension [N], and stiffness along and across [N/m].
type rodSlot struct {
	e                      r3.Vec
	tension, along, across float64
}

// The tension acts along e. The second derivative is σ′/l̄·eeᵀ + σ/l·(I − eeᵀ); its second part is negative for a
// compressed rod, which buckles.
var rodCode = &codeOf[rodSlot]{
	strain: func(m *cloth.Model, i int, x []r3.Vec, q *rodSlot) Strain {
		rod := &m.Elements[cloth.Rods][i]
		d := r3.Sub(x[rod.V[1]], x[rod.V[0]])
		l := r3.Norm(d)
		*q = rodSlot{}
		if l > 0 {
			q.e, q.across = r3.Scale(1/l, d), 1/l
		}
		return Strain{l/rod.Rest[0] - 1}
	},
	stress: func(m *cloth.Model, i int, q *rodSlot, b *batch, p int, exact bool) float64 {
		length := m.Elements[cloth.Rods][i].Rest[0]
		q.tension, q.along = b.sigma[0][p], b.slope[0][p]/length
		if q.across *= q.tension; !exact {
			q.across = max(0, q.across)
		}
		return length
	},
	gradient: func(_ *cloth.Model, _ int, q *rodSlot, corner int) r3.Vec {
		return r3.Scale(float64(2*corner-1)*q.tension, q.e)
	},
	block: func(_ *cloth.Model, _ int, q *rodSlot, a, b int, out *[9]float64) {
		sign := 1.
		if a != b {
			sign = -1
		}
		linalg.AddOuter(out, sign*(q.along-q.across), q.e, q.e)
		for k := 0; k < 9; k += 4 {
			out[k] += sign * q.across
		}
	},
}

// bendSlot is the evaluation of a bend: unit vectors and inverse lengths of both edges [1/m], the unit vector e of w =
// t₂ − t₁, u = |w|, s = √(u² + c²), the derivative of the energy by w [N·m], and its second derivative along e and
// across.
type bendSlot struct {
	t             [2]r3.Vec
	inverse       [2]float64
	e             r3.Vec
	u, s          float64
	moment        r3.Vec
	along, across float64
	exact         bool
}

// With W(κ) = l̄·ψ and κ = (s − c)/l̄ the derivatives by w are σ·w/s and
// (σ′/l̄·u²/s² + σ·c²/s³)·eeᵀ + σ/s·(I − eeᵀ). The derivative of t by its edge is (I − ttᵀ)/l.
var bendCode = &codeOf[bendSlot]{
	strain: func(m *cloth.Model, i int, x []r3.Vec, q *bendSlot) Strain {
		bend := &m.Elements[cloth.Bends][i]
		*q = bendSlot{}
		for k := range q.t {
			d := r3.Sub(x[bend.V[k+1]], x[bend.V[k]])
			if l := r3.Norm(d); l > 0 {
				q.t[k], q.inverse[k] = r3.Scale(1/l, d), 1/l
			}
		}
		w := r3.Sub(q.t[1], q.t[0])
		q.u = r3.Norm(w)
		if q.u > 0 {
			q.e = r3.Scale(1/q.u, w)
		}
		blunt := bend.Rest[1]
		q.s = math.Hypot(q.u, blunt)
		return Strain{(q.s - blunt) / bend.Rest[0]}
	},
	stress: func(m *cloth.Model, i int, q *bendSlot, b *batch, p int, exact bool) float64 {
		rest := &m.Elements[cloth.Bends][i].Rest
		sigma, slope := b.sigma[0][p], b.slope[0][p]/rest[0]
		q.exact = exact
		if q.s == 0 { // straight, without a blunt angle: the limit of both
			q.moment, q.along, q.across = r3.Vec{}, slope, slope
			return rest[0]
		}
		q.moment = r3.Scale(sigma*q.u/q.s, q.e)
		if !exact {
			sigma = max(0, sigma)
		}
		part, blunt := q.u/q.s, rest[1]/q.s
		q.across = sigma / q.s
		q.along = slope*part*part + q.across*blunt*blunt
		return rest[0]
	},
	gradient: func(_ *cloth.Model, _ int, q *bendSlot, corner int) r3.Vec {
		switch corner {
		case 0:
			return q.across1(0, q.moment)
		case 2:
			return q.across1(1, q.moment)
		}
		return r3.Scale(-1, r3.Add(q.across1(0, q.moment), q.across1(1, q.moment)))
	},
	block: func(_ *cloth.Model, _ int, q *bendSlot, a, b int, out *[9]float64) {
		for row := range bendSigns[a] {
			for col := range bendSigns[b] {
				if sign := bendSigns[a][row] * bendSigns[b][col]; sign != 0 {
					q.add(row, col, sign, out)
				}
			}
		}
	},
}

// bendSigns are the contributions of a corner to w by each edge: w changes by −dt₁ + dt₂.
var bendSigns = [3][2]float64{{1, 0}, {-1, -1}, {0, 1}}

// across1 returns (I − ttᵀ)/l·v for an edge.
func (q *bendSlot) across1(edge int, v r3.Vec) r3.Vec {
	t := q.t[edge]
	return r3.Scale(q.inverse[edge], r3.Sub(v, r3.Scale(r3.Dot(t, v), t)))
}

// add adds sign times the second derivative by two edges, with each edge's sign in w.
func (q *bendSlot) add(row, col int, sign float64, out *[9]float64) {
	scale := sign * q.inverse[row] * q.inverse[col]
	// P·(across·I)·P of both projections, from its terms.
	t, r := q.t[row], q.t[col]
	for k := 0; k < 9; k += 4 {
		out[k] += scale * q.across
	}
	linalg.AddOuter(out, -scale*q.across, t, t)
	linalg.AddOuter(out, -scale*q.across, r, r)
	linalg.AddOuter(out, scale*q.across*r3.Dot(t, r), t, r)
	linalg.AddOuter(out, sign*(q.along-q.across), q.across1(row, q.e), q.across1(col, q.e))
	if !q.exact || row != col {
		return
	}
	// Second derivative of m·t by an edge: −(t mᵀ + m tᵀ + (m·t)(I − 3ttᵀ))/l²; w has −t₁.
	m, by := q.moment, float64(1-2*row)*scale
	dot := r3.Dot(m, t)
	linalg.AddOuter(out, by, t, m)
	linalg.AddOuter(out, by, m, t)
	linalg.AddOuter(out, -3*by*dot, t, t)
	for k := 0; k < 9; k += 4 {
		out[k] += by * dot
	}
}
