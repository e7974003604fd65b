package predict

import (
	"math"
	"slices"
)

// Figure is one figure of all draws.
type Figure struct {
	Name string `json:"figure"`
	Unit string `json:"unit,omitempty"`
	// with the best numbers; NaN if there is no such run
	Best   float64   `json:"best"`
	Median float64   `json:"median"`
	Low    float64   `json:"low"` // ends of the interval
	High   float64   `json:"high"`
	Values []float64 `json:"values"` // of the draws
}

// Confidence is the probability that a further draw is within an interval.
const Confidence = 0.95

// Enough is the smallest number of draws whose intervals have that probability: a further one is below the smallest of
// n draws with the probability 1/(n + 1).
const Enough = 39

// Share returns the probability that a further draw is within the interval of n.
func Share(n int) float64 {
	if n < Enough {
		return max(0, float64(n-1)/float64(n+1))
	}
	return Confidence
}

// figure returns the statistics of a figure.
func figure(name, unit string, best float64, values []float64) Figure {
	x := sorted(values)
	tail := (1 - Share(len(x))) / 2
	return Figure{name, unit, best, quantile(x, 0.5), quantile(x, tail), quantile(x, 1-tail), values}
}

// quantile returns the quantile p of sorted draws for a further draw: the k-th of n has the probability k/(n + 1) for
// any distribution, with linear interpolation.
func quantile(x []float64, p float64) float64 {
	at := p*float64(len(x)+1) - 1
	at = max(0, min(float64(len(x)-1), at))
	k := int(math.Floor(at))
	if k+1 >= len(x) || x[k] == x[k+1] {
		return x[k]
	}
	return x[k] + (at-float64(k))*(x[k+1]-x[k])
}

// At returns the draw, from 0, with the value nearest to a quantile.
func (f *Figure) At(p float64) int {
	want, best := quantile(sorted(f.Values), p), 0
	for i, v := range f.Values {
		if math.Abs(v-want) < math.Abs(f.Values[best]-want) {
			best = i
		}
	}
	return best
}

func sorted(x []float64) []float64 { return slices.Sorted(slices.Values(x)) }
