// Package page writes the result of a fit as a page: measurement, model and residual of each reading, every number with
// its interval, also in the units of the instruments, its source, and remarks.
package page

import (
	"fmt"
	"path/filepath"
	"strings"

	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/report"
)

// Number is an identified number of a fabric.
type Number struct {
	Key   string  `json:"key"`
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
	Error float64 `json:"standard_error,omitempty"`
	Lo    float64 `json:"interval_low"`
	Hi    float64 `json:"interval_high"`
}

// Chapter is a part of a page.
type Chapter struct {
	Heading string
	Says    []string // source and residual
	Numbers []Number
	Doubts  findings.List // warnings about the numbers
	Notes   []string      // remarks about the numbers
	Bounds  []string      // numbers at a bound
	Open    []string      // undetermined combinations
	Drawn   []fit.Drawing
}

// Write writes chapters about files of measurements to an HTML file.
func Write(file string, of []string, chapters ...Chapter) error {
	p := report.Page{Title: "Fit of " + strings.Join(of, ", ")}
	for _, c := range chapters {
		p.Heading(c.Heading)
		for _, s := range c.Says {
			p.Text("%s", s)
		}
		p.Table(c.table())
		for _, d := range c.Doubts {
			p.Say(report.Bad, "Warning: "+d.Located()+".")
		}
		for _, n := range c.Notes {
			p.Text("Note: %s.", n)
		}
		for _, b := range c.Bounds {
			if strings.HasSuffix(b, none) {
				p.Text("On its bound: %s.", b) // such as friction of cloth without any
			} else {
				p.Say(report.Bad, "On its bound: "+b+".")
			}
		}
		for _, u := range c.Open {
			p.Say(report.Bad, "Not determined: "+u+".")
		}
		for _, d := range c.Drawn {
			if err := draw(&p, d); err != nil {
				return err
			}
		}
	}
	html, err := p.HTML()
	if err != nil {
		return err
	}
	return report.WriteFile(filepath.Dir(file), filepath.Base(file), html)
}

// table returns the table of all numbers.
func (c *Chapter) table() *report.Table {
	t := &report.Table{Head: []string{"key", "value", "95 % from", "to", "unit", "in the instruments' units"}}
	for _, n := range c.Numbers {
		lo, hi := fmt.Sprintf("%.4g", n.Lo), fmt.Sprintf("%.4g", n.Hi)
		if n.Lo == n.Hi || fit.Boundless(n.Lo, n.Hi) {
			lo, hi = "–", "–"
		}
		shear := strings.HasPrefix(c.Heading, "shear") || strings.HasPrefix(n.Key, "shear.")
		t.Add(n.Key, fmt.Sprintf("%.5g", n.Value), lo, hi, n.Unit, instrumentUnits(n.Key, n.Value, n.Unit, shear))
	}
	return t
}

// draw adds a drawing, and the residuals if there are readings.
func draw(p *report.Page, d fit.Drawing) error {
	plots := []report.Plot{{Title: d.Title, X: d.X, Y: d.Y,
		Lines: []report.Line{{Name: "model", X: d.ModelX, Y: d.ModelY}}}}
	caption := "By the laws with the numbers above."
	if d.AtX != nil {
		plots[0].Lines = append(plots[0].Lines, report.Line{Name: "measured", X: d.AtX, Y: d.AtY, Points: true})
		caption = "Measured, and by the law at the numbers above."
	}
	if d.Left != nil {
		var order []float64
		for i := range d.Left {
			order = append(order, float64(i+1))
		}
		plots = append(plots, report.Plot{Title: "what is left", X: "reading", Y: d.LeftName,
			Lines: []report.Line{{X: order, Y: d.Left, Points: true}}})
		caption = "Measured, and by the law at the numbers above; on the right the differences in the order of measurement."
	}
	var figures []report.Figure
	for _, q := range plots {
		svg, err := q.SVG()
		if err != nil {
			return err
		}
		figures = append(figures, report.Figure{SVG: svg})
	}
	p.Figures(caption, figures...)
	return nil
}
