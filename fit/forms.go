package fit

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"hysteron/law"
)

// form is a pair of laws with its unknowns, each with constant bounds.
type form struct {
	name     string
	unknowns func(c *Curve) []Parameter
	laws     func(p []float64) (elastic, friction law.Law)
	// exact computes forces, and derivatives unless j is nil, in closed form; nil: finite differences.
	exact func(c *Curve, p, f []float64, j *mat.Dense)
	// places are indices of the unknowns in the numbers of the laws; derived: numbers are computed from this one.
	places []int
	// shares, if not nil, returns transformed unknowns for a first search, in which the admissible set is a box.
	shares func(list []Parameter) []Parameter
	whole  func(p []float64) []float64
	parts  func(p []float64) []float64 // inverse of the transformation
}

// derived is the place of an unknown that is not a number of the file.
const derived = -1

// Forms of Kawabata curves. Those of Ngo-Ngoc and Boivin 2004, §5: traction with its priming zone, and friction of
// first order, or of second order with a peak before slip. Those of this project: friction that grows with strain, S =
// a + b|ε|, with the stiffness k1 + k2|ε| or, for stretch, a curve through five points.
var (
	traction = form{"traction", tractionUnknowns, func(p []float64) (law.Law, law.Law) {
		k, eps1 := p[0], p[1]
		f1 := k * eps1 * (p[2]/2 + p[3]*(1-p[2]/2)) // between the bounds of law.Traction
		return law.Traction{K: k, F1: f1, Eps1: eps1, Eps1P: p[2] * eps1},
			law.Fibres{FC: p[4], EpsFr: p[5], W0: max(0, min(1, 2-k*eps1/f1)), EpsC: eps1}
	}, nil, []int{0, 2, derived, derived, 4, 5}, nil, nil, nil}
	firstOrder = form{"first order", func(c *Curve) []Parameter { return c.slopeUnknowns(1) },
		func(p []float64) (law.Law, law.Law) {
			return law.Elastic{K1: p[0]}, law.Dahl{A: p[1], Tau: p[2]}
		}, paths, []int{0, 2, 4}, nil, nil, nil}
	growing = form{"growing", func(c *Curve) []Parameter {
		strain, list := c.largest(), c.slopeUnknowns(1)
		k, a, tau := list[0], list[1], list[2]
		return []Parameter{k, {Key: "k2", Hi: 10 * k.Hi / strain}, a, {Key: "b", Hi: k.Hi}, tau}
	}, func(p []float64) (law.Law, law.Law) {
		return law.Elastic{K1: p[iK1], K2: p[iK2]}, law.Dahl{A: p[iA], B: p[iB], Tau: p[iTau]}
	}, (*Curve).predict, []int{0, 1, 2, 3, 4}, nil, nil, nil}
	secondOrder = form{"second order", func(c *Curve) []Parameter { return c.slopeUnknowns(2) },
		func(p []float64) (law.Law, law.Law) {
			return law.Elastic{K1: p[0]}, law.Stribeck{F1: p[1], Eps1: p[2], F2: p[3], Eps2: p[4]}
		}, paths, []int{0, 2, 3, 4, 5}, func(list []Parameter) []Parameter {
			return append(list[:3:3], Parameter{Key: "f_2/f_1", Lo: 0, Hi: 1, Start: 0.3}, Parameter{Key: "eps_2/eps_1", Lo: 1,
				Hi: 100, Start: 4})
		}, func(p []float64) []float64 { return []float64{p[0], p[1], p[2], p[3] * p[1], p[4] * p[2]} },
		func(p []float64) []float64 { return []float64{p[0], p[1], p[2], p[3] / p[1], p[4] / p[2]} }}
)

// hollowOf returns a stiffness that is a curve through five points, from zero to the largest strain of a measurement,
// with Dahl's friction: for cloth that starts softer than (k1 + k2ε)ε.
func hollowOf(c *Curve) *form {
	top := c.largest()
	return &form{name: "curve", unknowns: hollowUnknowns, laws: func(p []float64) (law.Law, law.Law) {
		return law.Curve{High: top, K1: p[0], K2: p[1], K3: p[2], K4: p[3], K5: p[4]}, law.Dahl{A: p[5], B: p[6], Tau: p[7]}
	}, places: []int{2, 3, 4, 5, 6, 7, 8, 9}}
}

// hollowUnknowns start with a stiffness that grows linearly with strain. The lower bound is a hundredth of the secant,
// since cloth without stiffness has no equilibrium.
func hollowUnknowns(c *Curve) []Parameter {
	list := c.slopeUnknowns(1)
	secant := 2 * list[0].Start
	out := make([]Parameter, 0, 8)
	for i := range 5 {
		out = append(out, Parameter{Key: "k_" + string(rune('1'+i)), Lo: 0.01 * secant, Hi: 100 * secant,
			Start: secant * (0.1 + 0.3*float64(i))})
	}
	tau := list[2]
	tau.Hi = c.largest()
	return append(out, Parameter{Key: "a", Hi: list[1].Hi / 10, Start: list[1].Start},
		Parameter{Key: "b", Hi: 10 * secant}, tau)
}

// largest returns the largest strain.
func (c *Curve) largest() (strain float64) {
	for _, q := range c.Q {
		strain = max(strain, math.Abs(c.Mode.Strain(q)))
	}
	return strain
}

// paths computes a slope and one of Dahl's laws, or the difference of two.
func paths(c *Curve, p, f []float64, j *mat.Dense) {
	parts := []PathPoint{{}}
	laws := [][]float64{{iK1: p[0], iA: p[1], iTau: p[2]}}
	if len(p) > 3 {
		parts, laws = append(parts, PathPoint{}), append(laws, []float64{iA: p[3], iTau: p[4]})
	}
	for i, q := range c.Q {
		eps, lever := c.Mode.Strain(q), c.Mode.Lever(q)
		f[i] = 0
		for n := range parts {
			total, _, g := parts[n].Stress(laws[n], eps)
			sign := lever
			if n == 1 {
				sign = -lever
			}
			f[i] += sign * total
			if j != nil {
				if n == 0 {
					j.Set(i, 0, sign*g[iK1])
				}
				j.Set(i, 1+2*n, sign*g[iA])
				j.Set(i, 2+2*n, sign*g[iTau])
			}
			parts[n].To(laws[n], eps)
		}
	}
}

// tractionUnknowns start with values read off the curve: the slope at its end, the zone before it, and half of the
// loop's height.
func tractionUnknowns(c *Curve) []Parameter {
	top, force, k, zero, half := c.extract()
	eps1 := max(0.05*top, min(0.8*top, 4*zero))
	return []Parameter{
		{Key: "k_t", Lo: 0.05 * k, Hi: 20 * k, Start: k}, {Key: "eps_1", Lo: 1e-3 * top, Hi: top, Start: eps1},
		{Key: "eps_1_primed/eps_1", Lo: 1, Hi: 2, Start: 1.1}, {Key: "share of f_1 (0: k_t·eps_1_primed/2, 1: k_t·eps_1)",
			Lo: 0, Hi: 1, Start: 0.3},
		{Key: "f_c", Lo: 0, Hi: force, Start: max(1e-3*force, min(force, half))}, {Key: "eps_fr", Lo: 1e-4 * top, Hi: top,
			Start: 0.05 * top},
	}
}

// extract reads the main slope, its intersection with the axis, and half of the loop's height off a curve of one cycle.
// The deformation is an elongation.
func (c *Curve) extract() (top, force, slope, zero, half float64) {
	at := 0
	for i, q := range c.Q {
		if q > c.Q[at] {
			at = i
		}
	}
	top, force = c.Q[at], c.F[at]
	var x, y []float64
	for i := 0; i <= at; i++ {
		if c.F[i] > force/2 {
			x, y = append(x, c.Q[i]), append(y, c.F[i])
		}
	}
	slope = 2 * force / top
	if len(x) > 2 {
		if b, a := stat.LinearRegression(x, y, nil, false); a > 0 {
			slope, zero = a, max(0, -b/a)
		}
	}
	n := 0
	for i := at + 1; i < len(c.Q); i++ {
		if q := c.Q[i]; q > 0.5*top && q < 0.8*top {
			k := sort.SearchFloat64s(c.Q[:at+1], q)
			half, n = half+(c.F[min(k, at)]-c.F[i])/2, n+1
		}
	}
	return top, force, slope, zero, half / float64(max(n, 1))
}

// slopeUnknowns are the unknowns of a slope with friction of first or second order.
func (c *Curve) slopeUnknowns(order int) []Parameter {
	strain, stress, least := 0., 0., math.Inf(1)
	near := 0. // the largest stress at zero strain: friction
	for i := range c.Q {
		e, f := math.Abs(c.Mode.Strain(c.Q[i])), math.Abs(c.F[i]/c.Mode.Lever(c.Q[i]))
		strain, stress = max(strain, e), max(stress, f)
		if i > len(c.Q)/4 && e <= least {
			least, near = e, f
		}
	}
	k := stress / strain
	least = 0.
	if c.Mode.Name != "bending" { // cloth without in-plane stiffness has no equilibrium
		least = 0.01 * k
	}
	list := []Parameter{{Key: "k1", Lo: least, Hi: 100 * k, Start: k / 2}, {Key: "a", Lo: 0, Hi: 10 * stress,
		Start: max(0.01*stress, near)},
		{Key: "tau", Lo: 1e-4 * strain, Hi: 10 * strain, Start: 0.05 * strain}}
	if order == 2 {
		list[1].Key, list[2].Key, list[1].Far = "f_1", "eps_1", true
		list = append(list, Parameter{Key: "f_2", Lo: 0, Hi: list[1].Hi, Start: 0.3 * list[1].Start},
			Parameter{Key: "eps_2", Lo: list[2].Lo, Hi: list[2].Hi, Start: 4 * list[2].Start})
	}
	return list
}
