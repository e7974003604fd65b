package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hysteron/law"
)

// Identified is the laws of a Kawabata curve.
type Identified struct {
	Name              string // of the chosen form
	Elastic, Friction law.Law
	Numbers           []Number  // of both laws; friction's keys start with "friction."
	Together          []float64 // correlation of the errors of Numbers, row by row
	Unknowns          int
	Scatter           float64 // of the forces, see Curve.Scatter
	// root mean square distance perpendicular to the curve, in axes scaled by their ranges
	Distance float64
	Akaike   map[string]float64 // criterion of each form
	*Estimate
	form *form
}

// preferred is the decrease of Akaike's criterion that justifies a form with more unknowns.
const preferred = 4

// readable is the share of the force's range below which differences do not count.
const readable = 1e-5

// Identify identifies the laws of a Kawabata curve as Ngo-Ngoc and Boivin 2004 do: the main slope and its zones from
// the curve, friction from the remainder, then all by least squares of perpendicular distances. Of the forms with the
// named laws, or of all, it chooses the one with the fewest unknowns whose Akaike criterion is not clearly above the
// lowest.
func Identify(c *Curve, opt Options, laws ...string) (*Identified, error) {
	forms, err := formsOf(c, laws)
	if err != nil {
		return nil, err
	}
	return identify(c, opt, forms...)
}

// IdentifyAlike is Identify for two curves that need the same law of friction, such as bending along warp and weft: the
// one with the lower sum of both criteria.
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
	// A form represents both: the friction of the one with the preferred sum.
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

// formsOf returns the forms of a curve with some laws.
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
		return nil, fmt.Errorf("%s by the laws %s: expected of %s", c.Mode.Name, strings.Join(laws, ", "),
			strings.Join(names, ", "))
	}
	return list, nil
}

// lawNames returns the names of a form's laws.
func (m *form) lawNames(c *Curve) []string {
	var start []float64
	for _, p := range m.unknowns(c) {
		start = append(start, p.Start)
	}
	elastic, friction := m.laws(start)
	return []string{law.Of(elastic).Name, law.Of(friction).Name}
}

// candidate is a fitted form.
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

// preferable returns the candidate with the fewest unknowns whose criterion is not clearly above the lowest.
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

// try fits forms. All have the weights of the one with the smallest error, so that their criteria are comparable.
func (c *Curve) try(opt Options, forms []*form) (list []candidate, err error) {
	c.residual = nil
	var near *form
	var by *Result
	for _, m := range forms {
		q := m.problemOf(c)
		if len(c.Q) < len(q.Parameters)+2 {
			return nil, &TableError{c.file, 0, fmt.Sprintf("%d points for %d unknowns: expected two more at least", len(c.Q),
				len(q.Parameters))}
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

// judge computes the intervals of the chosen candidate.
func (c *Curve) judge(t candidate, tried []candidate) (out *Identified, err error) {
	out = &Identified{Akaike: map[string]float64{}, Name: t.name, Unknowns: len(t.r.P), form: t.form}
	for _, other := range tried {
		out.Akaike[other.name] = other.akaike
	}
	if err = c.outlier(t.r); err != nil {
		return nil, err
	}
	if out.Estimate, err = Judge(t.q, t.r); err != nil {
		return nil, err
	}
	t.smallest(t.q, out.Estimate)
	out.Elastic, out.Friction = t.laws(out.P)
	out.Numbers, out.Together = t.numbers(c.Mode, t.q, out.Estimate)
	for i, b := range out.Bounds { // by keys of the file, if there are any
		if u := slices.IndexFunc(t.q.Parameters, func(p Parameter) bool {
			return p.Key == b.Key
		}); u >= 0 && t.places[u] >= 0 {
			out.Bounds[i].Key = out.Numbers[t.places[u]].Key
		}
	}
	out.Distance, out.Scatter = t.distance(c, out.P), c.Scatter(out.Estimate)
	return out, nil
}

// Scatter returns the standard deviation of the forces from the model's, relative to their range: for a curve that the
// model describes, the noise of the instrument.
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

// Akaike returns the corrected information criterion of a fit with normal errors of one unknown size (Akaike 1974;
// Hurvich and Tsai 1989). The data support the model with the lower one.
func Akaike(r *Result) float64 { return akaike(r.RSS, len(r.R), len(r.P)) }

func akaike(rss float64, residuals, unknowns int) float64 {
	m, n := float64(residuals), float64(unknowns+1)
	if m-n-1 <= 0 {
		return math.Inf(1)
	}
	return m*math.Log(max(rss, 1e-300)/m) + 2*n + 2*n*(n+1)/(m-n-1)
}
