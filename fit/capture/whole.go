package capture

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/fit"
)

// used returns the tests that parts are fitted to.
func (s *fitter) used() (list []*Test) {
	first, again := stages(s.model)
	for _, t := range s.tests {
		if slices.ContainsFunc(append(first, again...), func(g stage) bool {
			return slices.Contains(g.tests,
				t.Kind)
		}) {
			list = append(list, t)
		}
	}
	return list
}

// kept is a saved state of a fit.
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

func (s *fitter) restore(k kept) {
	for i, p := range k.parts {
		*s.parts[i] = p
	}
	s.rest = k.rest
}

// release fits all parts to all tests at once, with springs over the next vertex without a bound and with one point at
// first, and each test weighted by its residual. Fitted one after the other, springs that pull alike along the threads
// approach each other by half at a time, and points that were added at a bound compensate for it. The result is kept if
// no test fits worse: then the cloth is made of springs. For any other cloth, springs over the next vertex would take
// the bending that they need from the stretch.
func (s *fitter) release() error {
	tests := s.used()
	bounded, err := s.each(tests)
	if err != nil {
		return err
	}
	best, left := s.keep(), bounded
	var over []*Part
	for _, p := range s.parts {
		if p.presses() {
			p.Points = []float64{slices.Max(p.Points)}
			over = append(over, p)
		}
	}
	fresh := true // no gain with this number of points yet
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
			if s.progress != nil {
				var points []string
				for _, p := range over {
					points = append(points, fmt.Sprintf("%s %.4g", p.Name, p.Points))
				}
				s.progress(fmt.Sprintf("all at once: %s, %.3g of all tests is left, before %.3g", strings.Join(points, ", "), now,
					left))
			}
			if !worse(now, bounded, 1+mostGain) && logs(now) < logs(left)-mostGain {
				best, left, fresh = s.keep(), now, false
				continue
			}
		}
		s.restore(best)
		if fresh || len(over[0].Points) >= over[0].points() {
			return nil
		}
		for _, p := range over {
			*p = *p.more(s.model)
		}
		fresh = true
	}
	s.restore(best)
	return nil
}

// weigh fits all parts to tests with given residuals.
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
