package report

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// ticks are the default ones of gonum/plot, with enough digits in their labels: its own rounds 1.035 to 1.03.
type ticks struct{ plot.DefaultTicks }

// Ticks implements plot.Ticker.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	list := t.DefaultTicks.Ticks(low, high)
	for i := range list {
		if list[i].Label != "" {
			list[i].Label = label(list[i].Value, high-low)
		}
	}
	return list
}

// label returns a number with the fewest digits whose error is less than a thousandth of a range.
func label(x, of float64) string {
	if math.Abs(x) < 1e-9*of {
		return "0"
	}
	for digits := 1; digits < 17; digits++ {
		text := strconv.FormatFloat(x, 'g', digits, 64)
		if near, err := strconv.ParseFloat(text, 64); err == nil && math.Abs(near-x) < 1e-3*of {
			if a := math.Abs(x); a >= 1e-4 && a < 1e6 { // no powers of ten
				text = strconv.FormatFloat(near, 'f', -1, 64)
			}
			return text
		}
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
