package page

import (
	"math"

	"hysteron/fit"
)

// Fitted is a [[fitted]] of a fabric file: the numbers that a fit found of parts, which all have them, with their
// intervals and what their errors have in common. Left out are those that the data do not determine and those that were
// given; nil where nothing is left.
func Fitted(numbers []Number, together []float64, freedom float64, parts ...string) map[string]any {
	n := len(numbers)
	var keys, low, high, correlation []any
	var from []int // number of each key
	for _, p := range parts {
		for k, q := range numbers {
			if !(q.Lo < q.Hi) || fit.Boundless(q.Lo, q.Hi) || math.IsInf(q.Error, 0) || !(freedom > 0) {
				continue
			}
			path, value := q.Key, Tidy(q.Value)
			if p != "" {
				path = p + "." + q.Key
			}
			keys, low, high = append(keys, path), append(low, min(value, Tidy(q.Lo))), append(high, max(value, Tidy(q.Hi)))
			from = append(from, k)
		}
	}
	if keys == nil {
		return nil
	}
	for _, i := range from {
		for _, j := range from {
			if len(together) == n*n {
				correlation = append(correlation, math.Round(1e6*together[i*n+j])/1e6)
			}
		}
	}
	table := map[string]any{"keys": keys, "low": low, "high": high, "freedom": freedom}
	if correlation != nil {
		table["correlation"] = correlation
	}
	return table
}
