package verify

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// head names the columns of the table.
var head = []string{"problem", "backend", "mesh", "case", "unit", "expected", "measured", "error", "tolerance", "pass"}

// WriteText prints the rows as a table, and the summary line.
func (r *Report) WriteText(w io.Writer) error {
	table := [][]string{head}
	for _, q := range r.Results {
		for i := range q.Rows {
			table = append(table, q.Rows[i].cells())
		}
	}
	width := make([]int, len(head))
	for _, row := range table {
		for k, s := range row {
			width[k] = max(width[k], utf8.RuneCountInString(s))
		}
	}
	var b strings.Builder
	for _, row := range table {
		for k, s := range row {
			pad := strings.Repeat(" ", width[k]-utf8.RuneCountInString(s))
			if k >= 5 && k <= 8 {
				s, pad = pad+s, ""
			}
			if k == len(row)-1 {
				pad = ""
			}
			b.WriteString(s + pad)
			if k < len(row)-1 {
				b.WriteString("  ")
			}
		}
		b.WriteString("\n")
	}
	for _, q := range r.Results {
		if q.Error != "" {
			fmt.Fprintf(&b, "FAILED  %s on %s: %s\n", q.Problem, q.Backend, q.Error)
		}
	}
	for _, u := range r.Backends {
		fmt.Fprintf(&b, "%s: %s\n", u.Name, u.Device)
	}
	b.WriteString(r.Summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// cells are the texts of a row, in the order of head.
func (r *Row) cells() []string {
	verdict, tolerance := "yes", "–"
	switch {
	case !r.Pass:
		verdict = "NO"
	case !r.Gate:
		verdict = "(shown)"
	}
	e := figure(float64(r.Error), 2)
	switch r.Measure {
	case Relative:
		e = percent(float64(r.Error))
		if r.Gate {
			tolerance = percent(float64(r.Tolerance))
		}
	default:
		if r.Gate {
			tolerance = figure(float64(r.Tolerance), 2)
		}
	}
	expected := figure(float64(r.Expected), 6)
	switch r.Measure {
	case Shown:
		expected, e = "–", "–"
	case AtLeast:
		expected = "≥ " + expected
	case AtMost:
		expected = "≤ " + expected
	}
	return []string{r.Problem, r.Backend, r.Mesh, r.Case, r.Unit, expected, figure(float64(r.Measured), 6), e, tolerance, verdict}
}

// percent of a relative error; below a ten-thousandth as a power of ten.
func percent(v float64) string {
	if math.Abs(v) < 1e-4 || math.IsNaN(v) || math.IsInf(v, 0) {
		return figure(v, 2)
	}
	return figure(100*v, 2) + " %"
}

func figure(v float64, digits int) string { return fmt.Sprintf("%.*g", digits, v) }
