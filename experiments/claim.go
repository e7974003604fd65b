package experiments

import (
	"fmt"
	"math"

	"hysteron/cloth"
)

// Least is how many runs a claim asks for.
const LeastRuns = 5

// ClaimErrors is how many standard errors of the mean the spread of a sample is. The mean of five runs of a normally
// distributed figure lies as far from the truth in one case of nine (Student's t with 4 degrees of freedom), and on the
// side that favours a claim in one of 18.
const ClaimErrors = 2

// Sample is one figure, measured in each run.
type Sample []float64

// Mean of the runs.
func (s Sample) Mean() float64 {
	var sum float64
	for _, v := range s {
		sum += v
	}
	return sum / float64(len(s))
}

// Spread is twice the standard error of the mean, √(variance/n) with n − 1 in the variance; NaN of a single run.
func (s Sample) Spread() float64 {
	mean, sum := s.Mean(), 0.
	for _, v := range s {
		sum += (v - mean) * (v - mean)
	}
	return ClaimErrors * math.Sqrt(sum/float64(len(s)-1)/float64(len(s)))
}

// Side is where of its limit a claim says that a figure lies.
type Side bool

// Sides.
const (
	Above Side = true
	Below Side = false
)

// Claim is what an experiment says of runs, written down before they are made.
type Claim struct {
	Key   string // what Journal.show calls it by
	What  string // the quantity
	Side  Side
	Limit float64
	Unit  string // with a space before it where one belongs
	Aside string // why, for people
}

// Shown is the rule: at least Least runs, all finite, and mean ± spread on the claimed side of the limit.
func (c *Claim) Shown(s Sample) bool {
	if len(s) < LeastRuns {
		return false
	}
	mean, spread := s.Mean(), s.Spread()
	if !cloth.Finite(mean) || !cloth.Finite(spread) {
		return false
	}
	if c.Side == Above {
		return mean-spread > c.Limit
	}
	return mean+spread < c.Limit
}

// Expected is the claim for people.
func (c *Claim) Expected() string {
	text := fmt.Sprintf("%s %.4g%s", map[Side]string{Above: ">", Below: "<"}[c.Side], c.Limit, c.Unit)
	if c.Aside != "" {
		text += ": " + c.Aside
	}
	return text
}

// Measured is a sample for people.
func (c *Claim) Measured(s Sample) string {
	switch len(s) {
	case 0:
		return "not measured"
	case 1:
		return fmt.Sprintf("%.3g%s, one run", s[0], c.Unit)
	}
	return fmt.Sprintf("%.3g ± %.2g%s, %d runs", s.Mean(), s.Spread(), c.Unit, len(s))
}
