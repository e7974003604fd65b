package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"hysteron/claim"
	"hysteron/render"
	"hysteron/report"
)

// Picture is cloth drawn on the page.
type Picture struct {
	Title     string
	Scene     render.Scene
	Box       render.Box // what the picture contains
	Elevation float64    // of the view [°]
}

// WriteText prints the rows as a table, and the summary line.
func (r *Report) WriteText(w io.Writer) error {
	table := report.Table{Head: slices.Concat([]string{"problem", "backend"}, claim.Columns)}
	var below strings.Builder
	for _, q := range r.Results {
		for i := range q.Claims {
			cells, _ := q.Claims[i].Cells()
			table.Add(slices.Concat([]string{q.Problem, q.Backend}, cells)...)
		}
		if q.Error != "" {
			fmt.Fprintf(&below, "FAILED  %s on %s: %s\n", q.Problem, q.Backend, q.Error)
		}
	}
	for _, u := range r.Backends {
		fmt.Fprintf(&below, "%s: %s\n", u.Name, u.Device)
	}
	if err := table.WriteText(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s%s\n", &below, r.Summary())
	return err
}

// Save writes DIR/verify.html, a page with plots and pictures, and DIR/verify.json. After the end of the context no
// pictures are drawn.
func (r *Report) Save(ctx context.Context, dir string) error {
	page, err := r.page(ctx)
	if err != nil {
		return err
	}
	return claim.Save(dir, "verify.html", page, "verify.json", r)
}

// page returns the problems topic by topic, each with all backends together. It draws the pictures on any OpenGL
// device. Without one, Undrawn has the reason.
func (r *Report) page(ctx context.Context) (*report.Page, error) {
	artist := report.Artist{Width: 480, Height: 360, Quality: render.Standard, Device: r.Device}
	defer artist.Close()
	p := &report.Page{Title: "hysteron verify"}
	topic := ""
	for i := 0; i < len(r.Results); {
		q := r.Results[i]
		if q.Topic != topic {
			topic = q.Topic
			p.Heading(topic)
		}
		p.Section(q.Problem)
		p.Text("%s", q.What)
		p.Say(report.Faint, q.Source)
		table := &report.Table{Head: append([]string{"backend"}, claim.Columns...)}
		var figures []report.Figure
		for ; i < len(r.Results) && r.Results[i].Problem == q.Problem; i++ {
			part := r.Results[i]
			if part.Error != "" {
				p.Say(report.Bad, part.Backend+": "+part.Error)
			}
			for k := range part.Claims {
				cells, mood := part.Claims[k].Cells()
				table.Add(append([]string{part.Backend}, cells...)...)
				table.Mood = append(table.Mood, mood)
			}
			more, err := part.figures(ctx, &artist)
			if err != nil {
				return nil, err
			}
			figures = append(figures, more...)
		}
		p.Table(table)
		p.Figures("", figures...)
	}
	mood := report.Good
	if r.Failed+r.Missing > 0 {
		mood = report.Bad
	}
	p.Notes = []report.Note{{Text: r.Summary(), Mood: mood}}
	for _, u := range r.Backends {
		p.Notes = append(p.Notes, report.Note{Text: u.Name + ": " + u.Device, Mood: report.Faint})
	}
	err := artist.Missing()
	if ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	if err != nil {
		r.Undrawn = fmt.Sprintf("pictures are not drawn: %v", err)
		p.Notes = append(p.Notes, report.Note{Text: r.Undrawn, Mood: report.Bad})
	}
	p.Notes = append(p.Notes, report.Note{Text: "Rows in grey are shown for comparison, without a tolerance."})
	return p, nil
}

// figures returns the pictures and plots of a problem on a backend.
func (q *Result) figures(ctx context.Context, artist *report.Artist) (list []report.Figure, err error) {
	for i := range q.Pictures {
		p := &q.Pictures[i]
		img, err := artist.Draw(ctx, &p.Scene, p.Box, math.Pi/6, p.Elevation*math.Pi/180)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("picture %q: %w", p.Title, err)
		}
		if img != nil {
			data, err := report.PNG(img)
			if err != nil {
				return nil, err
			}
			list = append(list, report.Figure{PNG: data, Caption: p.Title + " (" + q.Backend + ")"})
		}
	}
	for i := range q.Plots {
		svg, err := q.Plots[i].SVG()
		if err != nil {
			return nil, err
		}
		list = append(list, report.Figure{SVG: svg, Caption: q.Backend})
	}
	return list, nil
}
