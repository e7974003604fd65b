package predict

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/render"
	"hysteron/report"
)

// Names of the files of a prediction.
const (
	PageName  = "predicted.html"
	TableName = "predicted.csv"
)

// Check returns an error unless the files of a prediction may be written into a folder.
func Check(dir string, rule *output.Rule) error {
	page := filepath.Join(dir, PageName)
	if err := rule.Check(formats.IsOwn, page); err != nil {
		return err
	}
	return rule.Check(output.Sealed, filepath.Join(dir, TableName))
}

// figureTable returns the table of figures with their intervals.
func (p *Prediction) figureTable() *report.Table {
	t := &report.Table{Head: []string{"figure", "unit", "best numbers", "median", "from", "to"}}
	for i := range p.Figures {
		f := &p.Figures[i]
		t.Add(f.Name, f.Unit, report.Digits(f.Best, 4), report.Digits(f.Median, 4), report.Digits(f.Low, 4),
			report.Digits(f.High, 4))
	}
	return t
}

// Print prints the figures with their intervals, and remarks.
func (p *Prediction) Print(w io.Writer) error {
	fmt.Fprintf(w, "%s with %d fabrics drawn from %s: intervals of %.0f %%\n", p.What, p.Draws, p.Cloth.from(),
		100*Share(p.Draws))
	if err := p.figureTable().WriteText(w); err != nil {
		return err
	}
	for _, n := range p.notes() {
		fmt.Fprintln(w, "note:", n)
	}
	return nil
}

// from describes the source of the draws.
func (c *Cloth) from() string {
	if c.Specimens > 1 {
		return fmt.Sprintf("the scatter between %d specimens, %s and others", c.Specimens, c.Base)
	}
	return fmt.Sprintf("what the fit of %s says of %d of its numbers", c.Base, len(c.Varied))
}

// notes returns remarks about the intervals.
func (p *Prediction) notes() (list []string) {
	if p.Draws < Enough {
		list = append(list, fmt.Sprintf("%d draws reach %.0f %%: --draws %d and more reach 95 %%", p.Draws,
			100*Share(p.Draws), Enough))
	}
	var open string
	for _, v := range p.Cloth.Varied {
		if v.Undetermined {
			open += ", " + v.Key
		}
	}
	if open != "" {
		list = append(list, "the data hardly determine these, so they are drawn over more than two decades: "+open[2:])
	}
	if p.Cloth.Specimens > 1 {
		list = append(list, "intervals are of a further specimen of this cloth")
	} else {
		list = append(list, "intervals are those of the fitted numbers alone; numbers from --base are kept, and "+
			"another specimen scatters more")
	}
	return append(list, p.Notes...)
}

// table returns a table with the numbers and figures of each draw.
func (p *Prediction) table(values [][]float64) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := []string{"draw"}
	for _, v := range p.Cloth.Varied {
		head = append(head, v.Key)
	}
	for _, f := range p.Figures {
		head = append(head, f.Name)
	}
	w.Write(head)
	cell := func(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }
	for i := range p.Draws + 1 {
		line := []string{strconv.Itoa(i)}
		for _, x := range values[i] {
			line = append(line, cell(x))
		}
		for _, f := range p.Figures {
			if i == 0 {
				line = append(line, cell(f.Best))
			} else {
				line = append(line, cell(f.Values[i-1]))
			}
		}
		w.Write(line)
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// shown are the draws with pictures on the page.
var shown = []struct {
	name string
	at   float64
}{{"5th percentile", 0.05}, {"50th percentile", 0.5}, {"95th percentile", 0.95}}

// Write writes predicted.csv and predicted.html into a folder. The page has pictures of the draws at the 5th, 50th and
// 95th percentile of the figure by, or of the first figure. Without a device for drawing, the page says that pictures
// are missing.
func (p *Prediction) Write(ctx context.Context, dir, by string) ([]string, error) {
	first := &p.Figures[0]
	for i := range p.Figures {
		if p.Figures[i].Name == by {
			first = &p.Figures[i]
		}
	}
	page := report.Page{Title: "Prediction: " + p.What}
	page.Text("%d fabrics, drawn from %s (seed %d). A further draw lies within an interval with %.0f %%.", p.Draws,
		p.Cloth.from(), p.Seed, 100*Share(p.Draws))
	page.Heading("Figures")
	page.Table(p.figureTable())
	for _, n := range p.notes() {
		page.Text("Note: %s.", n)
	}
	artist := report.Artist{Width: 640, Height: 480, Quality: render.Standard}
	defer artist.Close()
	var pictures []report.Figure
	var missing error // figures do not need pictures
	for _, s := range shown {
		draw := first.At(s.at)
		png, err := p.picture(ctx, &artist, draw)
		if ctx.Err() != nil {
			return nil, err
		}
		missing = cmp.Or(err, artist.Missing(), missing)
		if png != nil {
			pictures = append(pictures, report.Figure{PNG: png, Caption: fmt.Sprintf("%s of %s: %s %s (draw %d)", s.name,
				first.Name, report.Digits(first.Values[draw], 4), first.Unit, draw+1)})
		}
	}
	page.Heading("Draws")
	page.Figures("", pictures...)
	if missing != nil {
		page.Text("Pictures are missing: %v.", missing)
	}
	var plots []report.Figure
	for i := range p.Figures {
		f := &p.Figures[i]
		if f.Low == f.High {
			continue
		}
		svg, err := f.plot().SVG()
		if err != nil {
			return nil, err
		}
		plots = append(plots, report.Figure{SVG: svg})
	}
	page.Figures("Each draw by its rank; the dashed lines are the ends of the interval.", plots...)
	page.Heading("Numbers that were drawn")
	t := &report.Table{Head: []string{"number", "best", "95 % from", "to"}}
	for _, v := range p.Cloth.Varied {
		t.Add(v.Key, report.Digits(v.Best, 4), report.Digits(v.Low, 4), report.Digits(v.High, 4))
	}
	page.Table(t)
	values := make([][]float64, p.Draws+1)
	for i := range values {
		v, err := p.Cloth.numbers(p.Seed, i)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	table, err := p.table(values)
	if err != nil {
		return nil, err
	}
	html, err := page.HTML()
	if err != nil {
		return nil, err
	}
	if err := report.WriteFile(dir, TableName, output.Seal(table)); err != nil {
		return nil, err
	}
	if err := report.WriteFile(dir, PageName, html); err != nil {
		return nil, err
	}
	return []string{filepath.Join(dir, PageName), filepath.Join(dir, TableName)}, nil
}

// plot plots the draws of a figure by rank.
func (f *Figure) plot() *report.Plot {
	n := len(f.Values)
	x, y := make([]float64, n), sorted(f.Values)
	for i := range x {
		x[i] = 100 * float64(i+1) / float64(n+1)
	}
	name := f.Name
	if f.Unit != "" {
		name += " [" + f.Unit + "]"
	}
	flat := func(at float64, name string) report.Line {
		return report.Line{Name: name, X: []float64{0, 100}, Y: []float64{at, at}, Dashed: true}
	}
	return &report.Plot{Title: f.Name, X: "draws below [%]", Y: name, Lines: []report.Line{{X: x, Y: y, Points: true},
		flat(f.Low, "from"), flat(f.High, "to"), flat(f.Best, "best numbers")}}
}

// Has returns an error unless there is a figure of a name; "" is the first.
func (p *Prediction) Has(by string) error {
	var names []string
	for _, f := range p.Figures {
		if names = append(names, f.Name); by == "" || f.Name == by {
			return nil
		}
	}
	return param.Wrong(fmt.Errorf("--by %s: expected one of %s", by, strings.Join(names, ", ")))
}
