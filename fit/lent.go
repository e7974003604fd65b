package fit

import (
	"fmt"
	"math"
	"slices"
)

// Lent replaces numbers that the data leave undetermined, and that a search left at an end of its range, by those of a
// base, or the nearest ones within the 95 % region, and fits the others again. Such an end is an artefact of the
// search, and cloth with almost no stiffness falls apart. says has a line about each.
func (s *Stretch) Lent(e *Estimate, base []float64, lender string) (says []string) {
	q := s.problem()
	p, held := slices.Clone(e.P), make([]bool, len(e.P))
	var keys []string
	for k, par := range q.Parameters {
		i := e.Intervals[k]
		on := slices.ContainsFunc(e.Bounds, func(b Bound) bool {
			return b.Key == par.Key && b.At != 0 && k < len(base) && b.At != base[k]
		})
		if !on || !(i.Hi > Decades*i.Lo) {
			continue
		}
		p[k], held[k] = max(i.Lo, min(i.Hi, base[k])), true
		as := "as of " + lender
		if base[k] == 0 {
			p[k], as = math.Sqrt(i.Lo*i.Hi), "the middle of that by factors, as "+lender+" has none"
		} else if p[k] != base[k] {
			as = fmt.Sprintf("as near as fits to %s's %.4g", lender, base[k])
		}
		keys = append(keys, par.Key)
		says = append(says, fmt.Sprintf("%s is not determined by the data: it is set to %.4g, %s, and the other "+
			"numbers are found with it", par.Key, p[k], as))
	}
	r := q.search(p, held, Options{Iterations: 200})
	if says == nil || r == nil {
		return nil
	}
	e.P, e.R, e.J, e.RSS = r.P, r.R, r.J, r.RSS
	e.Bounds = slices.DeleteFunc(q.Bounds(e.P), func(b Bound) bool { return slices.Contains(keys, b.Key) })
	return says
}
