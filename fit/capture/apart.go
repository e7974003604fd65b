package capture

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"hysteron/fit/findings"
)

// preferredResidual is the residual that another test may have and still be preferred, relative to its forces. The
// pulleys of the thesis' rig keep 0.1 N of 10.
const preferredResidual = 5e-3

// finely is the relative residual of a test below which the other tests decide. Curves through five points come about
// as near to a curve with other points.
const finely = 1e-3

// each returns the residual of each test, RMS relative to its size.
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

// left returns the residual of tests, RMS.
func (s *fitter) left(tests []*Test) (float64, error) {
	r := make([]float64, s.rows(tests))
	err := s.eval(nil, tests, r, nil)
	return math.Sqrt(floats.Dot(r, r) / float64(len(r))), err
}

// disagreementRatio is the ratio of residuals above which tests are of different cloth.
const disagreementRatio = 1.1

// maxResidualGrowth is the factor by which the residual of a test may grow for the benefit of the others.
const maxResidualGrowth = 1.25

// disagree reports the tests that fit much better all at once and those that fit much worse, and whether the common fit
// was kept. The common fit is discarded if it is another cloth.
func disagree(tests []*Test, before, together []float64, heard bool) findings.List {
	var asks, than, leaves, all []string
	other := false
	for i, t := range tests {
		one, was := together[i:i+1], before[i:i+1]
		all = append(all, fmt.Sprintf("%.3g times as much of %s", one[0]/was[0], t.Kind))
		other = other || math.Abs(math.Log(one[0]/was[0])) > mostGain
		switch {
		case worse(was, one, disagreementRatio):
			asks = append(asks, t.Kind)
		case worse(one, was, 1+mostGain):
			than = append(than, t.Kind)
		default:
			continue
		}
		leaves = append(leaves, all[i])
	}
	if !heard && other && (len(asks) == 0 || len(than) == 0) {
		return findings.List{findings.NewWarning(0, findings.CaptureNotKept, kinds(tests), strings.Join(all, ", "))}
	}
	if len(asks) == 0 || len(than) == 0 || heard && !worse(together, before, disagreementRatio) {
		return nil
	}
	what := "stay as each asks alone; all at once would leave "
	if heard {
		what = "are met half-way; all at once leave "
	}
	return findings.List{findings.NewWarning(0, findings.CaptureDisagree, strings.Join(asks, " and "),
		strings.Join(than, " and "), what, strings.Join(leaves, ", "))}
}

// logs returns the sum of logarithms: residuals of all tests by ratios, independent of units and numbers of points.
func logs(left []float64) (sum float64) {
	for _, v := range left {
		sum += math.Log(v)
	}
	return sum
}

// worse reports whether the residual of any test grew by more than a factor.
func worse(now, was []float64, times float64) bool {
	for i, v := range now {
		if v > max(times*was[i], preferredResidual) {
			return true
		}
	}
	return false
}
