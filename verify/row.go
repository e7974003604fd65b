package verify

import (
	"encoding/json"
	"math"
)

// Number is a figure that JSON shows as null where it is not finite.
type Number float64

// MarshalJSON writes the number, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// Measure says how the error of a row is counted.
type Measure string

// Ways to count an error.
const (
	Relative Measure = "relative" // |measured − expected| / |expected|
	Absolute Measure = "absolute" // |measured − expected|, in the row's unit
	AtLeast  Measure = "at least" // what measured stays below expected, in the row's unit
	AtMost   Measure = "at most"  // what measured passes expected by, in the row's unit
	Shown    Measure = "shown"    // not at all: nothing is expected
)

// Row is one comparison of a measured number with a known one.
type Row struct {
	Problem   string  `json:"problem"`
	Backend   string  `json:"backend"`
	Mesh      string  `json:"mesh"`
	Case      string  `json:"case"` // what was measured, for which parameters
	Unit      string  `json:"unit"`
	Expected  Number  `json:"expected"`
	Measured  Number  `json:"measured"`
	Measure   Measure `json:"measure"`
	Error     Number  `json:"error"`
	Tolerance Number  `json:"tolerance"`
	Gate      bool    `json:"gate"` // false: shown for comparison, without a verdict
	Pass      bool    `json:"pass"`
}

// judge counts the error and decides. What is not finite fails, gate or not.
func (r *Row) judge() {
	m, x := float64(r.Measured), float64(r.Expected)
	d := m - x
	switch r.Measure {
	case Relative:
		d = math.Abs(d) / math.Abs(x)
	case Absolute:
		d = math.Abs(d)
	case AtLeast:
		d = max(0, -d)
	case AtMost:
		d = max(0, d)
	case Shown:
		d = m - m // zero, unless it is not finite
	}
	r.Error = Number(d)
	finite := !math.IsNaN(d) && !math.IsInf(d, 0)
	r.Pass = finite && (!r.Gate || d <= float64(r.Tolerance))
	r.Gate = r.Gate || !finite
}
