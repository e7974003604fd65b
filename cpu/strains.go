package cpu

import (
	"cmp"
	"slices"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/linalg"
)

// strains has the strains of one element kind: their laws, and their values at the start of the step. Values of all
// elements are contiguous, ordered so that elements with the same laws are adjacent where they are near each other
// anyway.
type strains struct {
	*cloth.Strains
	order   []int32          // element at each place
	place   []int32          // place of each element
	per     int              // strains per element
	from    [law.Roles]int   // offset of each role in the internal variables of a strain
	history int              // number of internal variables of a strain besides ε_n
	epsN    [most][]float64  // per strain, ε_n
	past    [most][]float64  // per strain, the other internal variables, contiguous per element
	side    [most][]law.Side // per strain, side of ε_n at the last trial; nil if no law needs it
}

func newStrains(m *cloth.Model, kind cloth.Kind) strains {
	c := strains{Strains: &m.Strains[kind], per: kind.Per()}
	n := len(c.Of)
	c.order, c.place = make([]int32, n), make([]int32, n)
	for i := range c.order {
		c.order[i] = int32(i)
	}
	for lo := 0; lo < n; lo += linalg.SumGrain {
		slices.SortStableFunc(c.order[lo:min(lo+linalg.SumGrain, n)], func(i, j int32) int {
			return cmp.Compare(c.Of[i], c.Of[j])
		})
	}
	for p, i := range c.order {
		c.place[i] = int32(p)
	}
	c.history = c.Width() - 1
	for r := range c.from {
		c.from[r] = c.From(law.Role(r)) - 1
	}
	for k := range c.per {
		c.epsN[k], c.past[k] = make([]float64, n), make([]float64, n*c.history)
		if c.NeedsCrossings() {
			c.side[k] = make([]law.Side, n)
		}
	}
	return c
}

// begin loads the internal variables at the start of a step.
func (c *strains) begin(pool *linalg.Pool, past *cloth.History) {
	for k := range c.per {
		clear(c.side[k])
		pool.For(len(c.order), elementGrain, func(lo, hi int) {
			for p := lo; p < hi; p++ {
				now := past.At(int(c.order[p]), k)
				c.epsN[k][p] = now[0]
				for j, v := range now[1:] {
					c.past[k][p*c.history+j] = v
				}
			}
		})
	}
}

// laws returns the laws of the elements in places [lo, run(lo, …)): one set per strain.
func (c *strains) laws(lo int) []law.Set {
	of := int(c.Of[c.order[lo]]) * c.per
	return c.Laws[of : of+c.per]
}

// run returns the end of the places from lo on, below hi, with the same laws.
func (c *strains) run(lo, hi int) int {
	if len(c.Couple) == 1 {
		return hi
	}
	of, end := c.Of[c.order[lo]], lo+1
	for end < hi && c.Of[c.order[end]] == of {
		end++
	}
	return end
}

// part fills s with strain k in places [lo, hi) for the law of a role; eps are its strains.
func (c *strains) part(s *law.Strains, k, lo, hi int, r law.Role, eps []float64, h float64) {
	*s = law.Strains{Eps: eps[lo:hi], EpsN: c.epsN[k][lo:hi], H: h}
	if c.side[k] != nil {
		s.Side = c.side[k][lo:hi]
	}
	if c.HistorySize[r] > 0 {
		s.History, s.Stride = c.past[k][lo*c.history+c.from[r]:], c.history
	}
}

// commit commits strain k in places [lo, hi).
func (c *strains) commit(s *law.Strains, k, lo, hi int, eps []float64, h float64, roles []law.Role) {
	set := &c.laws(lo)[k]
	for _, r := range roles {
		if l, ok := set[r].(law.Keeper); ok {
			c.part(s, k, lo, hi, r, eps, h)
			law.CommitAll(l, s)
		}
	}
	copy(c.epsN[k][lo:hi], eps[lo:hi])
}

// end stores the internal variables of places [lo, hi) in the state.
func (c *strains) end(past *cloth.History, lo, hi int) {
	for k := range c.per {
		for p := lo; p < hi; p++ {
			now := past.At(int(c.order[p]), k)
			now[0] = c.epsN[k][p]
			for j := range now[1:] {
				now[1+j] = c.past[k][p*c.history+j]
			}
		}
	}
}
