package main

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"hysteron/fit"
	"hysteron/law"
	"hysteron/report"
)

// today is the date that fabrics say they were fitted on.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

// provenance is where numbers are from: file, its hash, date, law and what is left.
func provenance(kind, file string, data []byte, laws, left string) string {
	return fmt.Sprintf("measured: fit %s of %s (%s; %s; %s)", kind, file, hash(data), laws, left)
}

// hash is that of a file of measurements, and the date.
func hash(data []byte) string { return fmt.Sprintf("SHA-256 %.8x, %s", sha256.Sum256(data), today()) }

// lawNames are the laws of a component.
func lawNames(list ...law.Law) string {
	var names []string
	for _, l := range list {
		if l != nil {
			names = append(names, law.Of(l).Name)
		}
	}
	return "law " + strings.Join(names, ", ")
}

// fitted part of a page.
type fitChapter struct {
	Heading string
	Says    []string // source, residual
	Numbers []fitted
	Open    []string
	Drawn   []fit.Drawing
}

// page writes what was measured, what the model says, and what is left.
func (f *fitCommand) page(chapters ...fitChapter) error {
	if f.Page == "" {
		return nil
	}
	p := report.Page{Title: "Fit of " + strings.Join(f.Data, ", ")}
	for _, c := range chapters {
		p.Heading(c.Heading)
		for _, s := range c.Says {
			p.Text("%s", s)
		}
		t := report.Table{Head: []string{"key", "value", "95 % from", "to", "unit", "in the instruments' units"}}
		for _, n := range c.Numbers {
			lo, hi := fmt.Sprintf("%.4g", n.Lo), fmt.Sprintf("%.4g", n.Hi)
			if n.Lo == n.Hi {
				lo, hi = "–", "–"
			}
			t.Add(n.Key, fmt.Sprintf("%.5g", n.Value), lo, hi, n.Unit, fit.InstrumentUnits(n.Key, n.Value, n.Unit, strings.HasPrefix(c.Heading, "shear") || strings.HasPrefix(n.Key, "shear.")))
		}
		p.Table(&t)
		for _, u := range c.Open {
			p.Say(report.Bad, "Not determined: "+u+".")
		}
		for _, d := range c.Drawn {
			var order []float64
			for i := range d.Left {
				order = append(order, float64(i+1))
			}
			var figures []report.Figure
			for _, q := range []report.Plot{
				{Title: d.Title, X: d.X, Y: d.Y, Lines: []report.Line{{Name: "model", X: d.ModelX, Y: d.ModelY}, {Name: "measured", X: d.AtX, Y: d.AtY, Points: true}}},
				{Title: "what is left", X: "reading", Y: d.LeftName, Lines: []report.Line{{X: order, Y: d.Left, Points: true}}},
			} {
				svg, err := q.SVG()
				if err != nil {
					return err
				}
				figures = append(figures, report.Figure{SVG: svg})
			}
			p.Figures("Measured, and by the law at the numbers above; on the right the differences in the order of measurement.", figures...)
		}
	}
	html, err := p.HTML()
	if err != nil {
		return err
	}
	return report.WriteFile(filepath.Dir(f.Page), filepath.Base(f.Page), html)
}
