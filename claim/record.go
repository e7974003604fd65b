package claim

import (
	"bytes"
	"errors"
	"strings"

	"hysteron/report"
)

// Record is a claim in a results file.
type Record struct {
	Key       string          `json:"key,omitempty"`
	What      string          `json:"what"`
	Unit      string          `json:"unit"`
	Measure   Measure         `json:"measure"`
	Expected  report.Number   `json:"expected"`
	Tolerance report.Number   `json:"tolerance"`
	Value     report.Number   `json:"value"` // of runs their mean
	Error     report.Number   `json:"error"`
	Verdict   Verdict         `json:"verdict"`
	N         int             `json:"n"`
	Spread    *report.Number  `json:"spread,omitempty"` // of runs with noise
	Runs      []report.Number `json:"runs,omitempty"`
	Note      string          `json:"note,omitempty"`
}

// Record returns the claim for a results file.
func (c *Claim) Record() Record {
	r := Record{Key: c.Key, What: c.What, Unit: strings.TrimSpace(c.Unit), Measure: c.Measure,
		Expected: report.Number(c.Expected), Tolerance: report.Number(c.Tolerance), Value: report.Number(c.Mean),
		Error: report.Number(c.Error()), Verdict: c.Verdict(), N: c.N, Note: c.Note}
	if c.Noisy {
		for _, v := range c.Runs {
			r.Runs = append(r.Runs, report.Number(v))
		}
		if c.N > 1 {
			spread := report.Number(c.Spread)
			r.Spread = &spread
		}
	}
	return r
}

// Read sets what was measured from the record of an earlier run, and reports whether there is a claim.
func (c *Claim) Read(r *Record) bool {
	if c == nil {
		return false
	}
	c.N, c.Mean, c.Note = r.N, float64(r.Value), r.Note
	if r.Spread != nil {
		c.Spread = float64(*r.Spread)
	}
	return true
}

// Find returns the claim with a key; nil if there is none.
func Find(claims []Claim, key string) *Claim {
	for i := range claims {
		if claims[i].Key == key {
			return &claims[i]
		}
	}
	return nil
}

// Table returns claims with their verdicts.
func Table(claims []Claim) *report.Table {
	t := &report.Table{Head: []string{"quantity", "expected", "measured", "verdict"}}
	for i := range claims {
		c := &claims[i]
		t.Add(c.What, c.ExpectedText(), c.MeasuredText(), string(c.Verdict()))
		t.Mood = append(t.Mood, c.Verdict().Mood())
	}
	return t
}

// Columns are the names of the texts of Cells.
var Columns = []string{"mesh", "case", "unit", "expected", "measured", "error", "tolerance", "pass"}

// Cells returns a claim in numbers, in the order of Columns, and the mood of its row.
func (c *Claim) Cells() ([]string, report.Mood) {
	deviation := func(v float64) string {
		if c.Measure == Relative {
			return report.Percent(v, 2)
		}
		return report.Digits(v, 2)
	}
	expected, off, tolerance := report.Digits(c.Expected, 6), deviation(c.Error()), "–"
	switch c.Measure {
	case Shown:
		expected, off = "–", "–"
	case AtLeast:
		expected = "≥ " + expected
	case AtMost:
		expected = "≤ " + expected
	}
	verdict, mood := "(shown)", report.Faint
	if v := c.Verdict(); v != None {
		verdict, mood = map[bool]string{true: "NO", false: "yes"}[v.Failed()], v.Mood()
		tolerance = deviation(c.Tolerance)
	}
	return []string{c.Mesh, c.What, c.Unit, expected, report.Digits(c.Mean, 6), off, tolerance, verdict}, mood
}

// Counts returns how many claims hold, and how many have a verdict.
func Counts(claims []Claim) (holds, all int) {
	for i := range claims {
		switch v := claims[i].Verdict(); {
		case v == Holds:
			holds, all = holds+1, all+1
		case v.Failed():
			all++
		}
	}
	return holds, all
}

// Save writes a page, DIR/html, and the results, DIR/file as JSON. Without results only the page is written.
func Save(dir, html string, page *report.Page, file string, results any) error {
	text, err := page.HTML()
	if err != nil {
		return err
	}
	err = report.WriteFile(dir, html, text)
	if results == nil {
		return err
	}
	var data bytes.Buffer
	if err := report.WriteJSON(&data, results); err != nil {
		return err
	}
	return errors.Join(err, report.WriteFile(dir, file, data.Bytes()))
}
