// Tables of sheets with measured drape coefficients, and the evaluation of predictions.

package fit

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// DrapeRow is a fabric of such a table.
type DrapeRow struct {
	FabricRow
	Drape float64 // coefficient [%]
}

// DrapeRows reads a table with a KES sheet in each row, as FabricRows does, and a column "drape [%]" or "drape
// coefficient [%]". Columns that begin with "predicted" are ignored.
func DrapeRows(file string, data []byte) (rows []DrapeRow, err error) {
	c, number, err := separated(file, data)
	if err != nil {
		return nil, err
	}
	c.FieldsPerRecord = -1
	var sheets bytes.Buffer
	w := csv.NewWriter(&sheets)
	w.Comma = c.Comma
	var head []string
	drapes, last := map[int]string{}, 1
	for {
		row, err := c.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, &TableError{file, last, err.Error()}
		}
		line := lineOf(c, 0)
		for ; last < line; last++ { // keep the line numbers of the file
			sheets.WriteString("\n")
		}
		last = line + 1
		if head == nil && slices.ContainsFunc(row, isDrape) {
			head = row
			for k, title := range row {
				_, unit, _ := strings.Cut(title, "[")
				switch unit = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(unit), "]")); {
				case isDrape(title) && k > slices.IndexFunc(row, isDrape):
					return nil, &TableError{file, line, "two columns of the drape: expected one"}
				case isDrape(title) && unit != "" && unit != "%":
					return nil, &TableError{file, line, fmt.Sprintf("drape in %q: expected [%%]", unit)}
				}
			}
		}
		var sheet []string
		for k, cell := range row {
			switch {
			case k < len(head) && isDrape(head[k]):
				drapes[line] = strings.TrimSpace(cell)
			case k >= len(head) || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(head[k])), "predicted"):
				sheet = append(sheet, cell)
			}
		}
		w.Write(sheet) // errors are reported by Flush
		w.Flush()
		if err := w.Error(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	if head == nil {
		return nil, &TableError{file, 1, "no column of the drape: expected \"drape [%]\" in the header, beside the columns " +
			"of the KES sheets"}
	}
	fabrics, err := FabricRows("kes", file, sheets.Bytes())
	if err != nil {
		return nil, err
	}
	if len(fabrics) == 0 {
		return nil, &TableError{file, 1, "no KES sheets: expected a fabric in each row, and columns such as \"W [mg/cm2]\" " +
			"and \"B\" behind its name"}
	}
	for _, f := range fabrics {
		v, err := number(drapes[f.Line])
		if err != nil || !(v > 0 && v <= 100) {
			return nil, &TableError{file, f.Line, fmt.Sprintf("%s: drape of %q: expected a coefficient above 0 and up to 100 %%",
				f.Name, drapes[f.Line])}
		}
		rows = append(rows, DrapeRow{f, v})
	}
	return rows, nil
}

// Predicted appends columns to a table, in place of those of an earlier prediction. of returns the cells of a line.
func Predicted(data []byte, titles []string, of func(line int) []string) ([]byte, error) {
	c, _, err := separated("", data)
	if err != nil {
		return nil, err
	}
	c.FieldsPerRecord = -1
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = c.Comma
	var head []string
	for {
		row, err := c.Read()
		if err == io.EOF {
			w.Flush()
			return out.Bytes(), w.Error()
		}
		if err != nil {
			return nil, err
		}
		more := of(lineOf(c, 0))
		if head == nil && slices.ContainsFunc(row, isDrape) {
			head, more = row, titles
		}
		var cells []string
		for k, cell := range row {
			if k >= len(head) || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(head[k])), "predicted") {
				cells = append(cells, cell)
			}
		}
		w.Write(append(cells, more...)) // errors are reported by Flush
	}
}

// isDrape reports whether a column holds drape coefficients.
func isDrape(title string) bool {
	name, _, _ := strings.Cut(strings.ToLower(title), "[")
	return slices.Contains([]string{"drape", "drape coefficient", "drape %",
		"drape coefficient %"}, strings.TrimSpace(name))
}

// Prediction is the accuracy of predictions.
type Prediction struct {
	Bias      float64 `json:"bias"`                // mean of predicted minus measured
	Error     float64 `json:"bias_standard_error"` // of that mean; 0 for a single value
	RMS       float64 `json:"rms"`                 // root mean square of the differences
	Ranks     float64 `json:"rank_correlation"`    // Spearman's; 0 for fewer than three
	Number    int     `json:"number"`
	Otherwise float64 `json:"spread_measured"` // standard deviation of the measured values: the RMS error of predicting their mean
}

// JudgePrediction compares predicted with measured values.
func JudgePrediction(predicted, measured []float64) Prediction {
	n := len(measured)
	off := make([]float64, n)
	squares := 0.
	for i := range off {
		off[i] = predicted[i] - measured[i]
		squares += off[i] * off[i]
	}
	p := Prediction{Bias: stat.Mean(off, nil), RMS: math.Sqrt(squares / float64(n)), Number: n}
	if n > 1 {
		p.Error = stat.StdErr(stat.StdDev(off, nil), float64(n))
		p.Otherwise = stat.StdDev(measured, nil)
	}
	if a, b := ranks(predicted), ranks(measured); n > 2 && stat.StdDev(a, nil) > 0 && stat.StdDev(b, nil) > 0 {
		p.Ranks = stat.Correlation(a, b, nil)
	}
	return p
}

// ranks returns the ranks of values from 1. Equal values have the mean of their ranks.
func ranks(v []float64) []float64 {
	out := make([]float64, len(v))
	for i, a := range v {
		below, same := 0, 0
		for _, b := range v {
			if b < a {
				below++
			} else if b == a {
				same++
			}
		}
		out[i] = float64(below) + float64(same+1)/2
	}
	return out
}
