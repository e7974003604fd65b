package verify

import (
	"math"
	"strings"

	"hysteron/cloth"
	"hysteron/report"
)

// Measure is a measure of the error of a row.
type Measure string

// Measures of an error.
const (
	Relative Measure = "relative" // |measured − expected| / |expected|
	Absolute Measure = "absolute" // |measured − expected|, in the row's unit
	AtLeast  Measure = "at least" // expected − measured, in the row's unit
	AtMost   Measure = "at most"  // measured − expected, in the row's unit
	Shown    Measure = "shown"    // none: nothing is expected
)

// Row is one comparison of a measured number with a known one.
type Row struct {
	Problem   string        `json:"problem"`
	Backend   string        `json:"backend"`
	Mesh      string        `json:"mesh"`
	Case      string        `json:"case"` // what was measured, for which parameters
	Unit      string        `json:"unit"`
	Expected  report.Number `json:"expected"`
	Measured  report.Number `json:"measured"`
	Measure   Measure       `json:"measure"`
	Error     report.Number `json:"error"`
	Tolerance report.Number `json:"tolerance"`
	Gate      bool          `json:"gate"` // false: shown for comparison, without a verdict
	Pass      bool          `json:"pass"`
}

// judge computes the error and the verdict. What is not finite fails, gate or not.
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
		d = m - m // zero, or NaN if not finite
	}
	r.Error = report.Number(d)
	r.Pass = cloth.Finite(d) && (!r.Gate || d <= float64(r.Tolerance))
	r.Gate = r.Gate || !cloth.Finite(d)
}

// head has the names of the table's columns.
var head = []string{"problem", "backend", "mesh", "case", "unit", "expected", "measured", "error", "tolerance", "pass"}

// String returns the row as a line.
func (r *Row) String() string {
	cells, _ := r.cells()
	return strings.Join(cells, ", ")
}

// cells returns the texts of a row, in the order of head, and their mood.
func (r *Row) cells() ([]string, report.Mood) {
	number := func(v report.Number) string { return report.Digits(float64(v), 6) }
	deviation := func(v report.Number) string {
		if r.Measure == Relative {
			return report.Percent(float64(v), 2)
		}
		return report.Digits(float64(v), 2)
	}
	expected, off, tolerance := number(r.Expected), deviation(r.Error), "–"
	switch r.Measure {
	case Shown:
		expected, off = "–", "–"
	case AtLeast:
		expected = "≥ " + expected
	case AtMost:
		expected = "≤ " + expected
	}
	if r.Gate {
		tolerance = deviation(r.Tolerance)
	}
	verdict, mood := "yes", report.Good
	switch {
	case !r.Pass:
		verdict, mood = "NO", report.Bad
	case !r.Gate:
		verdict, mood = "(shown)", report.Faint
	}
	return []string{r.Problem, r.Backend, r.Mesh, r.Case, r.Unit, expected, number(r.Measured), off, tolerance, verdict},
		mood
}
