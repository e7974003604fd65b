package capture

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
)

// told is how much of what a test is fitted by may be left for another test to be preferred: the pulleys of the thesis' rig keep 0.1 N of 10.
const told = 5e-3

// finely is the share of a test that is not worth the others: curves through five points are about as near to one whose points are elsewhere.
const finely = 1e-3

// each is what is left of each test, RMS over its size.
func (s *fitter) each(tests []*Test) (left []float64, err error) {
	for _, t := range tests {
		one := []*Test{t}
		r := make([]float64, s.rows(one))
		if err := s.eval(nil, one, r, nil); err != nil {
			return nil, err
		}
		now := math.Sqrt(floats.Dot(r, r)/float64(len(r))) / s.size(one)
		if math.IsNaN(now) {
			now = math.Inf(1)
		}
		left = append(left, max(now, finely))
	}
	return left, nil
}

// left is what is left of tests, RMS.
func (s *fitter) left(tests []*Test) (float64, error) {
	r := make([]float64, s.rows(tests))
	err := s.eval(nil, tests, r, nil)
	return math.Sqrt(floats.Dot(r, r) / float64(len(r))), err
}

// apart is by how much less of a test could be left, were it not for the others, for them to be told to disagree.
const apart = 1.1

// disagree says which tests would be told much better by what is found from all at once, which then are told worse, and so stand.
func disagree(tests []*Test, stand, together []float64) (doubts []string) {
	var than, more []string
	for i, t := range tests {
		if worse(together[i:i+1], stand[i:i+1]) {
			than, more = append(than, t.Kind), append(more, fmt.Sprintf("%.3g times of %s", together[i]/stand[i], t.Kind))
		}
	}
	for i, t := range tests {
		if stand[i] > max(apart*together[i], told) {
			doubts = append(doubts, fmt.Sprintf("%s asks for another stiffness than %s, which stand: all at once would leave %.2g times as much of it, and %s",
				t.Kind, strings.Join(than, " and "), together[i]/stand[i], strings.Join(more, ", ")))
		}
	}
	return doubts
}

// logs is the sum of their logarithms: what is left of each test by shares, whatever its unit and however many points it has.
func logs(left []float64) (sum float64) {
	for _, v := range left {
		sum += math.Log(v)
	}
	return sum
}

// worse tells whether any test is told worse than it was.
func worse(now, was []float64) bool {
	for i, v := range now {
		if v > max((1+mostGain)*was[i], told) {
			return true
		}
	}
	return false
}
