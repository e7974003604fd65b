package capture

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/fit"
)

// used are the tests that parts are fitted by.
func (s *fitter) used() (list []*Test) {
	first, again := stages(s.model)
	for _, t := range s.tests {
		if slices.ContainsFunc(append(first, again...), func(g stage) bool { return slices.Contains(g.tests, t.Kind) }) {
			list = append(list, t)
		}
	}
	return list
}

// kept is where a fit was.
type kept struct {
	parts []Part
	rest  map[*Frame][]r3.Vec
}

func (s *fitter) keep() kept {
	k := kept{rest: maps.Clone(s.rest)}
	for _, p := range s.parts {
		k.parts = append(k.parts, *p)
	}
	return k
}

func (s *fitter) back(k kept) {
	for i, p := range k.parts {
		*s.parts[i] = p
	}
	s.rest = k.rest
}

// release finds all parts at once from all tests, springs over the next vertex without a bound and with one point at
// first, where each test weighs by what is left of it. Found one after the other, springs that pull alike along the
// threads get nearer to each other by half at a time, and points that were added at a bound make up for the size that
// it keeps from them. It is kept where no test is told worse: cloth that is of springs is then told by them, and of any
// other cloth springs over the next vertex would take what they tell of bending from what stretches.
func (s *fitter) release() error {
	tests := s.used()
	bounded, err := s.each(tests)
	if err != nil {
		return err
	}
	p, best, left := s.part("second"), s.keep(), bounded
	p.Points = []float64{slices.Max(p.Points)}
	fresh := true // nothing was gained with so many points yet
	for range 2 * mostPasses {
		err := s.weigh(tests, left)
		if err != nil && !errors.Is(err, errNowhere) {
			return err
		}
		if err == nil {
			now, err := s.each(tests)
			if err != nil {
				return err
			}
			if s.say != nil {
				s.say(fmt.Sprintf("all at once: second %.4g, %.3g of all tests is left, before %.3g", p.Points, now, left))
			}
			if !worse(now, bounded, 1+mostGain) && logs(now) < logs(left)-mostGain {
				best, left, fresh = s.keep(), now, false
				continue
			}
		}
		s.back(best)
		if fresh || len(p.Points) >= p.points() {
			return nil
		}
		*p, fresh = *p.more(s.model), true
	}
	s.back(best)
	return nil
}

// weigh finds all parts from tests, of each of which so much is left.
func (s *fitter) weigh(tests []*Test, left []float64) error {
	q := &fit.Problem{}
	var scale []float64
	for i, t := range tests {
		one := []*Test{t}
		rows := s.rows(one)
		q.Residuals += rows
		for range rows {
			scale = append(scale, 1/(left[i]*s.size(one)*math.Sqrt(float64(rows))))
		}
	}
	_, err := s.search(q, s.parts, tests, true, func(r []float64, j *mat.Dense) {
		for i, w := range scale {
			r[i] *= w
			if j != nil {
				floats.Scale(w, j.RawRowView(i))
			}
		}
	})
	return err
}
