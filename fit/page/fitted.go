package page

import (
	"math"

	"hysteron/fit"
)

// Fitted returns a [[fitted]] of a fabric file: the identified numbers of parts with their intervals and the
// correlation of their errors. Undetermined and given numbers are left out; nil if none is left.
func Fitted(numbers []Number, together []float64, freedom float64, parts ...string) map[string]any {
	n := len(numbers)
	var keys, low, high, correlation []any
	var from []int // index of the number of each key
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
