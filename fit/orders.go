package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"hysteron/law"
)

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
	Error         float64 `json:"-"` // standard error; infinite where the data do not determine it
}

// Identified is a Kawabata curve as a law.
type Identified struct {
	Name              string // of the form that was chosen
	Elastic, Friction law.Law
	Numbers           []Number // of both, friction's with "friction." before
	Unknowns          int
	Scatter           float64            // of the forces, see Curve.Scatter
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
// left, then all by least squares of distances at right angles; of the forms that have the laws which are asked for, by name, or of all, the one
// with the fewest unknowns whose Akaike's criterion is not clearly above the lowest.
func Identify(c *Curve, opt Options, laws ...string) (*Identified, error) {
	forms, err := formsOf(c, laws)
	if err != nil {
		return nil, err
	}
	return identify(c, opt, forms...)
}

// IdentifyAlike is Identify of two curves that must have friction of the same law, as bending along warp and weft: that of which the sum of both criteria is lower.
func IdentifyAlike(a, b *Curve, opt Options, laws ...string) (found [2]*Identified, err error) {
	var tried [2][]candidate
	for i, c := range []*Curve{a, b} {
		forms, err := formsOf(c, laws)
		if err != nil {
			return found, err
		}
		if tried[i], err = c.try(opt, forms); err != nil {
			return found, err
		}
	}
	// A form stands for both: the friction of the one whose sum is preferred.
	var both []candidate
	for i := range tried[0] {
		sum := tried[0][i]
		for k, of := range tried[1] {
			if k != i && of.friction() == sum.friction() && of.akaike < tried[1][i].akaike {
				sum.akaike += of.akaike - tried[1][i].akaike
			}
		}
		sum.akaike += tried[1][i].akaike
		both = append(both, sum)
	}
	law := both[preferable(both)].friction()
	for i, c := range []*Curve{a, b} {
		var same []candidate
		for _, t := range tried[i] {
			if t.friction() == law {
				same = append(same, t)
			}
		}
		if found[i], err = c.judge(same[preferable(same)], tried[i]); err != nil {
			return found, err
		}
	}
	return found, nil
}

// formsOf are what a curve may be, of some laws.
func formsOf(c *Curve, laws []string) (list []*form, err error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	all := []*form{&growing, &secondOrder, &firstOrder}
	if c.Mode.Name == "tensile" {
		all = []*form{hollowOf(c), &traction, &growing}
	}
	var names []string
	for _, m := range all {
		has := m.lawNames(c)
		if !slices.ContainsFunc(laws, func(name string) bool { return !slices.Contains(has, name) }) {
			list = append(list, m)
		}
		for _, name := range has {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if list == nil {
		return nil, fmt.Errorf("%s by the laws %s: expected of %s", c.Mode.Name, strings.Join(laws, ", "), strings.Join(names, ", "))
	}
	return list, nil
}

// lawNames are the names of a form's laws.
func (m *form) lawNames(c *Curve) []string {
	var start []float64
	for _, p := range m.unknowns(c) {
		start = append(start, p.Start)
	}
	elastic, friction := m.laws(start)
	return []string{law.Of(elastic).Name, law.Of(friction).Name}
}

// candidate is a form that was fitted.
type candidate struct {
	*form
	q      *Problem
	r      *Result
	akaike float64
}

func (t *candidate) friction() string {
	_, friction := t.laws(t.r.P)
	return law.Of(friction).Name
}

// preferable is the candidate with the fewest unknowns whose criterion is not clearly above the lowest.
func preferable(list []candidate) (best int) {
	least := math.Inf(1)
	for _, t := range list {
		least = min(least, t.akaike)
	}
	best = -1
	for i, t := range list {
		if t.akaike > least+preferred {
			continue
		}
		if best < 0 || len(t.r.P) < len(list[best].r.P) || len(t.r.P) == len(list[best].r.P) && t.akaike < list[best].akaike {
			best = i
		}
	}
	return best
}

// identify chooses among forms.
func identify(c *Curve, opt Options, forms ...*form) (*Identified, error) {
	tried, err := c.try(opt, forms)
	if err != nil {
		return nil, err
	}
	return c.judge(tried[preferable(tried)], tried)
}

// try fits forms. The weights are those of the one that comes nearest for all, so that their criteria can be compared.
func (c *Curve) try(opt Options, forms []*form) (list []candidate, err error) {
	c.residual = nil
	var near *form
	var by *Result
	for _, m := range forms {
		q := m.problemOf(c)
		if len(c.Q) < len(q.Parameters)+2 {
			return nil, &TableError{c.file, 0, fmt.Sprintf("%d points for %d unknowns: expected two more at least", len(c.Q), len(q.Parameters))}
		}
		r, err := m.solve(q, opt)
		if err != nil {
			return nil, err
		}
		if near == nil || r.RSS < by.RSS {
			near, by = m, r
		}
	}
	c.weighBy(near, by.P)
	if by, err = near.solve(near.problemOf(c), opt); err != nil {
		return nil, err
	}
	c.weighBy(near, by.P)
	exact := float64(len(c.Q)) * readable * readable
	for _, m := range forms {
		q := m.problemOf(c)
		r, err := m.solve(q, opt)
		if err != nil {
			return nil, err
		}
		list = append(list, candidate{m, q, r, akaike(max(r.RSS, exact), len(r.R), len(r.P))})
	}
	return list, nil
}

// judge finds the intervals of the candidate that was chosen among all.
func (c *Curve) judge(t candidate, tried []candidate) (out *Identified, err error) {
	out = &Identified{Akaike: map[string]float64{}, Name: t.name, Unknowns: len(t.r.P), form: t.form}
	for _, other := range tried {
		out.Akaike[other.name] = other.akaike
	}
	if out.Estimate, err = Judge(t.q, t.r); err != nil {
		return nil, err
	}
	out.Elastic, out.Friction = t.laws(t.r.P)
	out.Numbers = t.numbers(c.Mode, t.q, out.Estimate)
	out.Distance, out.Scatter = t.distance(c, t.r.P), c.Scatter(out.Estimate)
	return out, nil
}

// Scatter is the standard deviation of the forces from the model's, in units of their range: of a curve that the model describes, that of what the instrument adds.
func (c *Curve) Scatter(e *Estimate) float64 {
	_, fRange := c.ranges()
	sum := 0.
	for i, r := range e.R {
		if c.residual[i] > 0 {
			sum += math.Pow(r/c.residual[i]/fRange, 2)
		}
	}
	return math.Sqrt(sum / float64(max(1, len(e.R)-len(e.P))))
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
			lo, hi, off := v, v, 0. // given by the form
			if m.places == nil {
				off = e.spread(q, value)
				half := t * off
				lo, hi = max(0, v-half), v+half    // numbers of laws are not negative
				for u, open := range e.Intervals { // what an unknown leaves open is open here, too
					at := slices.Clone(e.P)
					for _, end := range []struct {
						open bool
						at   float64
					}{{open.OpenLo, open.Lo}, {open.OpenHi, open.Hi}} {
						if at[u] = end.at; end.open {
							lo, hi = min(lo, value(at)), max(hi, value(at))
						}
					}
				}
			} else if u := slices.Index(m.places, at); u >= 0 {
				lo, hi, off = e.Intervals[u].Lo, e.Intervals[u].Hi, e.Error[u]
			}
			at++
			key := [2]string{"", "friction."}[part] + par.FileKey(measure)
			unit := par.UnitName(measure)
			if unit == "1" {
				unit = ""
			}
			list = append(list, Number{key, unit, v, lo, hi, off})
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
