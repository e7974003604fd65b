package fit

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"hysteron/law"
)

// form is a pair of laws with its unknowns, each between bounds whatever the others are.
type form struct {
	name     string
	unknowns func(c *Curve) []Parameter
	laws     func(p []float64) (elastic, friction law.Law)
	// exact writes forces, and derivatives unless j is nil, where these are known in closed form; nil: differences.
	exact func(c *Curve, p, f []float64, j *mat.Dense)
	// places are those of the unknowns in the list of the laws' numbers, where they are numbers of the file; nil: they are not.
	places []int
	// shares, if not nil, is where unknowns lie that are searched instead at first, and what they are: those of a box in which all is allowed.
	shares func(list []Parameter) []Parameter
	whole  func(p []float64) []float64
}

// Forms of Kawabata curves (Ngo-Ngoc and Boivin 2004, §5): traction with its priming zone, and friction of first order, or of
// second order, which sticks before it slips.
var (
	traction = form{"traction", tractionUnknowns, func(p []float64) (law.Law, law.Law) {
		k, eps1 := p[0], p[1]
		f1 := k * eps1 * (p[2]/2 + p[3]*(1-p[2]/2)) // between the bounds of law.Traction
		return law.Traction{K: k, F1: f1, Eps1: eps1, Eps1P: p[2] * eps1},
			law.Fibres{FC: p[4], EpsFr: p[5], W0: max(0, min(1, 2-k*eps1/f1)), EpsC: eps1}
	}, nil, nil, nil, nil}
	firstOrder = form{"first order", func(c *Curve) []Parameter { return c.slopeUnknowns(1) }, func(p []float64) (law.Law, law.Law) {
		return law.Elastic{K1: p[0]}, law.Dahl{A: p[1], Tau: p[2]}
	}, paths, []int{0, 2, 4}, nil, nil}
	secondOrder = form{"second order", func(c *Curve) []Parameter { return c.slopeUnknowns(2) }, func(p []float64) (law.Law, law.Law) {
		return law.Elastic{K1: p[0]}, law.Stribeck{F1: p[1], Eps1: p[2], F2: p[3], Eps2: p[4]}
	}, paths, []int{0, 2, 3, 4, 5}, func(list []Parameter) []Parameter {
		return append(list[:3:3], Parameter{Key: "f_2/f_1", Lo: 0, Hi: 1, Start: 0.3}, Parameter{Key: "eps_2/eps_1", Lo: 1, Hi: 100, Start: 4})
	}, func(p []float64) []float64 { return []float64{p[0], p[1], p[2], p[3] * p[1], p[4] * p[2]} }}
)

// paths follows a slope and one of Dahl's laws, or the difference of two.
func paths(c *Curve, p, f []float64, j *mat.Dense) {
	parts := []path{{}}
	laws := [][]float64{{iK1: p[0], iA: p[1], iTau: p[2]}}
	if len(p) > 3 {
		parts, laws = append(parts, path{}), append(laws, []float64{iA: p[3], iTau: p[4]})
	}
	for i, q := range c.Q {
		eps, lever := c.Mode.Strain(q), c.Mode.Lever(q)
		f[i] = 0
		for n := range parts {
			total, _, g := parts[n].stress(laws[n], eps)
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
			parts[n].to(laws[n], eps)
		}
	}
}

// tractionUnknowns begin with what the curve shows: the slope at its end, the zone before it, and half of the loop's height.
func tractionUnknowns(c *Curve) []Parameter {
	top, force, k, zero, half := c.extract()
	eps1 := max(0.05*top, min(0.8*top, 4*zero))
	return []Parameter{
		{Key: "k_t", Lo: 0.05 * k, Hi: 20 * k, Start: k}, {Key: "eps_1", Lo: 1e-3 * top, Hi: top, Start: eps1},
		{Key: "eps_1_primed/eps_1", Lo: 1, Hi: 2, Start: 1.1}, {Key: "share of f_1", Lo: 0, Hi: 1, Start: 0.3},
		{Key: "f_c", Lo: 0, Hi: force, Start: max(1e-3*force, min(force, half))}, {Key: "eps_fr", Lo: 1e-4 * top, Hi: top, Start: 0.05 * top},
	}
}

// extract reads main slope, where it meets the axis, and half of the loop's height off a curve that goes to its top and back; the
// deformation is an elongation.
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

// slopeUnknowns are those of a slope with friction of first or second order.
func (c *Curve) slopeUnknowns(order int) []Parameter {
	strain, stress, least := 0., 0., math.Inf(1)
	near := 0. // the largest stress where there is no strain: friction
	for i := range c.Q {
		e, f := math.Abs(c.Mode.Strain(c.Q[i])), math.Abs(c.F[i]/c.Mode.Lever(c.Q[i]))
		strain, stress = max(strain, e), max(stress, f)
		if i > len(c.Q)/4 && e <= least {
			least, near = e, f
		}
	}
	k := stress / strain
	list := []Parameter{{Key: "k1", Lo: 0, Hi: 100 * k, Start: k / 2}, {Key: "a", Lo: 0, Hi: 10 * stress, Start: max(0.01*stress, near)},
		{Key: "tau", Lo: 1e-4 * strain, Hi: 10 * strain, Start: 0.05 * strain}}
	if order == 2 {
		list[1].Key, list[2].Key = "f_1", "eps_1"
		list = append(list, Parameter{Key: "f_2", Lo: 0, Hi: list[1].Hi, Start: 0.3 * list[1].Start}, Parameter{Key: "eps_2", Lo: list[2].Lo, Hi: list[2].Hi, Start: 4 * list[2].Start})
	}
	return list
}

// follower goes along laws of a strain.
type follower struct {
	mode *Mode
	laws [2]law.Law
	kept [2][2]float64
	at   float64 // strain
	s    law.Strain
	r    law.Response // here, as what is passed to a law lies on the heap
}

func (m *form) follow(mode *Mode, p []float64) *follower {
	f := &follower{mode: mode}
	f.laws[0], f.laws[1] = m.laws(p)
	return f
}

// force at a deformation, of a machine that goes straight there.
func (f *follower) force(q float64) float64 {
	f.s.Eps, f.s.EpsN, f.s.H, f.r = f.mode.Strain(q), f.at, 1, law.Response{}
	for i, l := range f.laws {
		f.s.Kept = f.kept[i][:]
		l.Respond(&f.s, &f.r)
	}
	return f.r.Sigma * f.mode.Lever(q)
}

// to moves there.
func (f *follower) to(q float64) {
	f.s.Eps, f.s.EpsN, f.s.H = f.mode.Strain(q), f.at, 1
	for i, l := range f.laws {
		if k, ok := l.(law.Keeper); ok {
			f.s.Kept = f.kept[i][:]
			k.Commit(&f.s)
		}
	}
	f.at = f.s.Eps
}

// run is the force at each of the curve's deformations.
func (m *form) run(c *Curve, p, out []float64) {
	f := m.follow(c.Mode, p)
	for i, q := range c.Q {
		out[i] = f.force(q)
		f.to(q)
	}
}

// weighBy is weigh for any form: the steeper of the model's slopes before and behind each point.
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

// problemOf compares forces, with the curve's weights, or at first alike. Derivatives of traction are central differences: its path is
// smooth but for the few points where a zone begins.
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

// Number is a number of a law with its interval.
type Number struct {
	Key, Unit     string // of a fabric file
	Value, Lo, Hi float64
}

// Identified is a Kawabata curve as a law.
type Identified struct {
	Name              string // of the form that was chosen
	Elastic, Friction law.Law
	Numbers           []Number // of both, friction's with "friction." before
	Unknowns          int
	Distance          float64            // root mean square of the distances at right angles, in axes scaled by their ranges
	Akaike            map[string]float64 // criterion by form
	*Estimate
	form *form
}

// preferred is by how much Akaike's criterion must be lower for a form with more unknowns to be chosen.
const preferred = 4

// readable is the part of the force's range below which differences decide nothing.
const readable = 1e-5

// Identify finds the laws of a Kawabata curve as Ngo-Ngoc and Boivin 2004 do: the main slope and its zones from the curve, friction as what is
// left, then all by least squares of distances at right angles; of shear and bending the second order where Akaike's criterion is clearly for it. The weights are
// those of the richest form for all, so that their criteria can be compared.
func Identify(c *Curve, opt Options) (*Identified, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.Mode.Name == "tensile" {
		return identify(c, opt, &traction)
	}
	return identify(c, opt, &secondOrder, &firstOrder)
}

// identify chooses among forms, the richest first.
func identify(c *Curve, opt Options, forms ...*form) (*Identified, error) {
	c.residual = nil
	q := forms[0].problemOf(c)
	if len(c.Q) < len(q.Parameters)+2 {
		return nil, &TableError{c.file, 0, fmt.Sprintf("%d points for %d unknowns: expected two more at least", len(c.Q), len(q.Parameters))}
	}
	for range 2 {
		r, err := forms[0].solve(q, opt)
		if err != nil {
			return nil, err
		}
		c.weighBy(forms[0], r.P)
	}
	out := &Identified{Akaike: map[string]float64{}}
	exact := float64(len(c.Q)) * readable * readable
	for i, m := range forms {
		q := m.problemOf(c)
		r, err := m.solve(q, opt)
		if err != nil {
			return nil, err
		}
		aic := akaike(max(r.RSS, exact), len(r.R), len(r.P))
		out.Akaike[m.name] = aic
		if i > 0 && aic > out.Akaike[out.Name]+preferred {
			continue
		}
		if out.Estimate, err = Judge(q, r); err != nil {
			return nil, err
		}
		out.Name, out.Unknowns, out.form = m.name, len(r.P), m
		out.Elastic, out.Friction = m.laws(r.P)
		out.Numbers = m.numbers(c.Mode, q, out.Estimate)
		out.Distance = m.distance(c, r.P)
	}
	return out, nil
}

// solve searches shares first, where a form has them: the sum of squares of the numbers themselves has long flat valleys.
func (m *form) solve(q *Problem, opt Options) (*Result, error) {
	if m.shares == nil {
		return Solve(q, opt)
	}
	n := len(q.Parameters)
	by := &Problem{Parameters: m.shares(q.Parameters), Residuals: q.Residuals}
	jac := mat.NewDense(q.Residuals, n, nil)
	by.Eval = func(p, r []float64, j *mat.Dense) {
		if j == nil {
			q.Eval(m.whole(p), r, nil)
			return
		}
		q.Eval(m.whole(p), r, jac)
		for k := range p { // the chain rule; whole is a polynomial of degree two, whose differences are exact
			x, h := append([]float64(nil), p...), 0.5*max(math.Abs(p[k]), 1e-9)
			x[k] = p[k] + h
			up := m.whole(x)
			x[k] = p[k] - h
			down := m.whole(x)
			for i := range r {
				d := 0.
				for a := range n {
					if up[a] != down[a] {
						d += jac.At(i, a) * (up[a] - down[a]) / (2 * h)
					}
				}
				j.Set(i, k, d)
			}
		}
	}
	r, err := Solve(by, opt)
	if err != nil {
		return nil, err
	}
	for k, v := range m.whole(r.P) {
		p := &q.Parameters[k]
		p.Start = max(p.Lo, min(p.Hi, v))
	}
	fine, err := Solve(q, Options{})
	if err != nil {
		return nil, err
	}
	_, friction := m.laws(fine.P)
	if _, err := law.Check(friction); err != nil { // outside: as near as it may be
		copy(fine.P, m.whole(r.P))
		q.Eval(fine.P, fine.R, fine.J)
		fine.RSS = r.RSS
	}
	fine.Agreed, fine.Searches, fine.Converged = r.Agreed, r.Searches, r.Converged
	return fine, nil
}

// numbers are those of the fabric file, with intervals from the profile where they are unknowns, else from the covariance.
func (m *form) numbers(mode *Mode, q *Problem, e *Estimate) (list []Number) {
	measure := law.Membrane
	if mode.Name == "bending" {
		measure = law.Bending
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(len(e.R) - len(e.P))}.Quantile((1 + confidence) / 2)
	at := 0
	for part := range 2 {
		of := func(p []float64) law.Law {
			a, b := m.laws(p)
			return [2]law.Law{a, b}[part]
		}
		l := of(e.P)
		for k, par := range law.Params(l) {
			if par.Key == "" {
				continue
			}
			value := func(p []float64) float64 { return law.Values(of(p))[k] }
			v := value(e.P)
			lo, hi := v, v // given by the form
			if m.places == nil {
				half := t * e.spread(q, value)
				lo, hi = max(0, v-half), v+half // numbers of laws are not negative
			} else if u := slices.Index(m.places, at); u >= 0 {
				lo, hi = e.Intervals[u].Lo, e.Intervals[u].Hi
			}
			at++
			key := [2]string{"", "friction."}[part] + par.FileKey(measure)
			unit := par.UnitName(measure)
			if unit == "1" {
				unit = ""
			}
			list = append(list, Number{key, unit, v, lo, hi})
		}
	}
	return list
}

// spread is the standard error of what is made of the unknowns, to first order, from those that are not at a bound.
func (e *Estimate) spread(q *Problem, value func(p []float64) float64) float64 {
	var free []int
	for k := range e.P {
		if e.P[k] > q.Parameters[k].Lo && e.P[k] < q.Parameters[k].Hi && mat.Norm(e.J.ColView(k), 2) > 0 {
			free = append(free, k)
		}
	}
	if len(free) == 0 {
		return 0
	}
	m := len(e.R)
	j, g := mat.NewDense(m, len(free), nil), mat.NewVecDense(len(free), nil)
	x := append([]float64(nil), e.P...)
	for c, k := range free {
		h := 1e-6 * max(math.Abs(e.P[k]), 1e-6*(q.Parameters[k].Hi-q.Parameters[k].Lo))
		x[k] = e.P[k] + h
		up := value(x)
		x[k] = e.P[k] - h
		scale := mat.Norm(e.J.ColView(k), 2)
		g.SetVec(c, (up-value(x))/(2*h)/scale)
		x[k] = e.P[k]
		for i := range m {
			j.Set(i, c, e.J.At(i, k)/scale)
		}
	}
	// y = J⁺ᵀg: what each residual does to the value.
	var qr mat.QR
	qr.Factorize(j)
	var r mat.Dense
	qr.RTo(&r)
	square := mat.NewTriDense(len(free), mat.Upper, nil)
	for a := range len(free) {
		for b := a; b < len(free); b++ {
			square.SetTri(a, b, r.At(a, b))
		}
	}
	var z mat.VecDense
	if err := z.SolveVec(square.TTri(), g); err != nil {
		return math.Inf(1)
	}
	if !q.Uneven {
		return e.Sigma * mat.Norm(&z, 2)
	}
	var w mat.Dense
	qr.QTo(&w)
	sum := 0.
	for i := range m {
		y, leverage := 0., 0.
		for c := range len(free) {
			y += w.At(i, c) * z.AtVec(c)
			leverage += w.At(i, c) * w.At(i, c)
		}
		y *= e.R[i] / max(1-leverage, 1e-6)
		sum += y * y
	}
	return math.Sqrt(sum)
}

// distance of the measured points to the model's curve, at right angles, in axes scaled by their ranges: root mean square.
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
