package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"
)

// Air in a cell of volume V has the amount Q = P·V [Pa·m³] at the pressure P = P₀ + p (isothermal). It leaks by dQ/dt =
// −g·p with g = P₀ · leak, and the volume f is blown in. Backward Euler for the air, coupled with the motion of the
// cloth, is the minimum of the potential of the step
//
//	Π(V) = P₀V − (Q_n + f·P₀ + h·g·P₀)·ln(V + h·g),
//
// which is convex in V for any step h: P(V) = (Q_n + f·P₀ + h·g·P₀)/(V + h·g), and the force on a vertex is p·∂V/∂x.
// Suction removes a volume of the air inside, so that some remains: it is added to V and h·g, and subtracted from Q_n.
// The state has pressures, not amounts: p keeps digits that Q loses. Below the least volume Π is continued linearly;
// contact keeps the cloth apart.

// airStep has the constants of a cell over the step.
type airStep struct {
	excess float64 // Q_n − P₀V_n + f·P₀ including what is blown in [Pa·m³]
	from   float64 // V_n [m³]
	leak   float64 // h·g, and the volume sucked out [m³]
	least  float64 // [m³]
	held   bool
	p      float64 // prescribed pressure [Pa]
}

// airAt is the state of the air in a cell at the evaluated positions.
type airAt struct {
	p         float64 // above the atmosphere [Pa]
	psi       float64 // Π relative to the start of the step [J]
	stiffness float64 // d²Π/dV² [Pa/m³]
}

// at returns the state at volume v.
func (c *airStep) at(v float64) airAt {
	if c.held {
		return airAt{c.p, -c.p * (v - c.from), 0}
	}
	below := min(0, v-c.least)
	whole := max(v, c.least) + c.leak
	by := max(v, c.least) - c.from
	a := airAt{p: (c.excess - cloth.Atmosphere*by) / whole}
	z := by / (c.from + c.leak)
	log := math.Log1p(z)
	a.psi = cloth.Atmosphere*(c.from+c.leak)*(z-log) - c.excess*log - a.p*below
	if below == 0 {
		a.stiffness = (cloth.Atmosphere + a.p) / whole
	}
	return a
}

// air has all air cells.
type air struct {
	of       []int32 // cell of each vertex; −1: none
	step     []airStep
	operator airOperator
}

func newAir(m *cloth.Model) (a air) {
	if len(m.Air) == 0 {
		return a
	}
	a.step, a.of = make([]airStep, len(m.Air)), make([]int32, len(m.X0))
	for i := range a.of {
		a.of[i] = -1
	}
	for k := range m.Air {
		for _, t := range m.Air[k].Tri {
			for _, v := range m.Tri[t] {
				a.of[v] = int32(k)
			}
		}
	}
	for i, k := range a.of {
		if k >= 0 {
			a.operator.rows = append(a.operator.rows, int32(i))
		}
	}
	return a
}

// begin sets the constants of cells for a step of w.H. While garments are dressed, the pressure stays atmospheric.
func (a *air) begin(w *now) {
	for k := range a.step {
		if w.Settings.Settling {
			a.step[k] = airStep{held: true}
			continue
		}
		c := &w.Model.Air[k]
		v := max(w.Model.Enclosed(c, w.State.X), c.Least)
		blown := c.Blown(w.State.Time, w.H)
		a.step[k] = airStep{
			excess: w.State.Air[k]*v + blown*cloth.Atmosphere, from: v,
			leak: w.H*c.Leak*cloth.Atmosphere + max(0, -blown), least: c.Least, held: c.Held, p: c.Pressure,
		}
	}
}

// evaluateAir evaluates the air with vertices at x and returns its potential.
func (s *Sim) evaluateAir(x []r3.Vec) (psi float64) {
	clear(s.swell)
	for k := range s.air.step {
		c := &s.Model.Air[k]
		for _, t := range c.Tri {
			v := s.Model.Tri[t]
			// The triangle's contribution to ∂V/∂x of each corner; these sum to that of the closed surface.
			n := r3.Scale(c.Sign/6, r3.Cross(r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]])))
			for _, i := range v {
				s.swell[i] = r3.Add(s.swell[i], n)
			}
		}
		s.airAt[k] = s.air.step[k].at(s.Model.Enclosed(c, x))
		psi += s.airAt[k].psi
	}
	return psi
}

// addAir adds the gradient of the air's potential at vertex i.
func (s *Sim) addAir(i int, g *r3.Vec) {
	if k := s.air.of[i]; k >= 0 {
		*g = r3.Sub(*g, r3.Scale(s.airAt[k].p, s.swell[i]))
	}
}

// commitAir stores the pressures of the accepted step.
func (s *Sim) commitAir() {
	if s.Settings.Settling {
		return
	}
	for k := range s.air.step {
		s.State.Air[k] = s.airAt[k].p
	}
}

// airOperator is d²Π/dV²·(∂V/∂x)(∂V/∂x)ᵀ of each cell. The term −p·∂²V/∂x² is indefinite and omitted, so that the
// matrix is positive definite.
type airOperator struct {
	rows  []int32 // vertices of cells
	of    []int32
	swell []r3.Vec
	at    []airAt
	image []float64 // stiffness times the change of volume
}

var _ linalg.Operator = (*airOperator)(nil)

// update sets the operator to the current evaluation.
func (o *airOperator) update(s *Sim) {
	o.of, o.swell, o.at = s.air.of, s.swell, s.airAt
	o.image = resize(o.image, len(o.at))
}

// Rows returns the vertices of cells.
func (o *airOperator) Rows() []int32 { return o.rows }

// Prepare computes the change of each cell's volume along x.
func (o *airOperator) Prepare(_ *linalg.Pool, x []r3.Vec) {
	clear(o.image)
	for _, i := range o.rows {
		o.image[o.of[i]] += r3.Dot(o.swell[i], x[i])
	}
	for k := range o.image {
		o.image[k] *= o.at[k].stiffness
	}
}

// AddRows adds rows of the product.
func (o *airOperator) AddRows(y, x []r3.Vec, lo, hi int) (dot float64) {
	for i := lo; i < hi; i++ {
		if k := o.of[i]; k >= 0 {
			v := r3.Scale(o.image[k], o.swell[i])
			y[i] = r3.Add(y[i], v)
			dot += r3.Dot(x[i], v)
		}
	}
	return dot
}

// rankOnes returns the cells as rank-one updates of the matrix.
func (o *airOperator) rankOnes() (all []linalg.RankOne) {
	for k := range o.at {
		if o.at[k].stiffness > 0 {
			all = append(all, linalg.RankOne{Stiffness: o.at[k].stiffness, Along: func(i int) r3.Vec {
				if o.of[i] != int32(k) {
					return r3.Vec{}
				}
				return o.swell[i]
			}})
		}
	}
	return all
}
