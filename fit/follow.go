package fit

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"hysteron/law"
)

// follower evaluates laws along a path of strain.
type follower struct {
	mode *Mode
	laws [2]law.Law
	kept [2][2]float64
	at   float64 // present strain
	s    law.Strain
	r    law.Response // here, since arguments of interface calls are on the heap
}

func (m *form) follow(mode *Mode, p []float64) *follower {
	f := &follower{mode: mode}
	f.laws[0], f.laws[1] = m.laws(p)
	return f
}

// force returns the force at a deformation after a monotonic path from the present one.
func (f *follower) force(q float64) float64 {
	f.s.Eps, f.s.EpsN, f.s.H, f.r = f.mode.Strain(q), f.at, 1, law.Response{}
	for i, l := range f.laws {
		f.s.History = f.kept[i][:]
		l.Respond(&f.s, &f.r)
	}
	return f.r.Sigma * f.mode.Lever(q)
}

// to moves to a deformation.
func (f *follower) to(q float64) {
	f.s.Eps, f.s.EpsN, f.s.H = f.mode.Strain(q), f.at, 1
	for i, l := range f.laws {
		if k, ok := l.(law.Keeper); ok {
			f.s.History = f.kept[i][:]
			k.Commit(&f.s)
		}
	}
	f.at = f.s.Eps
}

// run computes the force at each deformation of the curve.
func (m *form) run(c *Curve, p, out []float64) {
	f := m.follow(c.Mode, p)
	for i, q := range c.Q {
		out[i] = f.force(q)
		f.to(q)
	}
}

// weighBy is weigh for any form, with the steeper of the model's slopes before and after each point.
func (c *Curve) weighBy(m *form, p []float64) {
	qRange, fRange := c.ranges()
	c.residual = make([]float64, len(c.Q))
	f := m.follow(c.Mode, p)
	h := 1e-6 * qRange
	for i, q := range c.Q {
		steep := 0.
		if i > 0 && c.Q[i-1] != q {
			back := math.Copysign(h, q-c.Q[i-1])
			steep = (f.force(q) - f.force(q-back)) / back
		}
		f.to(q)
		if i+1 < len(c.Q) && c.Q[i+1] != q {
			on := math.Copysign(h, c.Q[i+1]-q)
			steep = max(steep, (f.force(q+on)-f.force(q))/on)
		}
		c.residual[i] = 1 / (fRange * math.Hypot(1, steep*qRange/fRange))
	}
}

// problemOf compares forces, with the curve's weights, or with equal ones at first. Derivatives of traction are central
// differences: its path is smooth except at the few points where a zone begins.
func (m *form) problemOf(c *Curve) *Problem {
	if c.residual == nil {
		_, fRange := c.ranges()
		c.residual = make([]float64, len(c.Q))
		for i := range c.residual {
			c.residual[i] = 1 / fRange
		}
	}
	weigh := func(r []float64) {
		for i := range r {
			r[i] = (r[i] - c.F[i]) * c.residual[i]
		}
	}
	if m.exact == nil {
		q := ByDifferences(m.unknowns(c), len(c.Q), func(p, r []float64) {
			m.run(c, p, r)
			weigh(r)
		})
		q.Uneven = true
		return q
	}
	q := &Problem{Parameters: m.unknowns(c), Residuals: len(c.Q), Uneven: true}
	q.Eval = func(p, r []float64, j *mat.Dense) {
		m.exact(c, p, r, j)
		weigh(r)
		for i := range r {
			for k := range p {
				if j != nil {
					j.Set(i, k, j.At(i, k)*c.residual[i])
				}
			}
		}
	}
	return q
}

// distance returns the root mean square distance of the measured points from the model's curve, perpendicular to it, in
// axes scaled by their ranges.
func (m *form) distance(c *Curve, p []float64) float64 {
	qRange, fRange := c.ranges()
	const fine = 8
	var x, y []float64
	f := m.follow(c.Mode, p)
	for i, q := range c.Q {
		from := q
		if i > 0 {
			from = c.Q[i-1]
		}
		for k := 1; k <= fine; k++ {
			at := from + (q-from)*float64(k)/fine
			x, y = append(x, at/qRange), append(y, f.force(at)/fRange)
		}
		f.to(q)
	}
	sum := 0.
	for i := range c.Q {
		px, py, least := c.Q[i]/qRange, c.F[i]/fRange, math.Inf(1)
		for k := 1; k < len(x); k++ {
			dx, dy := x[k]-x[k-1], y[k]-y[k-1]
			t := 0.
			if d := dx*dx + dy*dy; d > 0 {
				t = max(0, min(1, ((px-x[k-1])*dx+(py-y[k-1])*dy)/d))
			}
			least = min(least, math.Hypot(px-x[k-1]-t*dx, py-y[k-1]-t*dy))
		}
		sum += least * least
	}
	return math.Sqrt(sum / float64(len(c.Q)))
}
