package sweep

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/param"
	"hysteron/report"
)

// usual are the figures plotted by default: those of them that differ between tasks.
var usual = [...]string{
	"max_stretch", "min_gap_m", "self_intersections", "body_penetrations", "unconverged_steps",
	"newton_iterations.median", "pcg_iterations.median", "step_ms.median", "wall_s",
}

// Limits of the lines of a plot, and of the tasks on the page.
const (
	mostLines = 7
	mostRows  = 1000
)

// plotted is a plot with its file name.
type plotted struct {
	name, caption string
	plot          *report.Plot
}

// plots returns plots of figures over each numeric axis, or bar charts without one.
func (g *Gathered) plots(asked []string) (list []plotted, err error) {
	names := asked
	if len(asked) == 0 {
		for _, n := range usual {
			if g.varies(n) {
				names = append(names, n)
			}
		}
	}
	numeric := g.numeric()
	for _, n := range names {
		if !slices.ContainsFunc(g.Rows, func(r Row) bool { _, ok := r.Number(n); return ok }) {
			return nil, param.Wrong(fmt.Errorf("--figure %s: no run has a number of that name: expected some of %s", n,
				strings.Join(g.numbers(), ", ")))
		}
		for _, k := range numeric {
			list = append(list, g.over(k, n))
		}
		if len(numeric) == 0 {
			list = append(list, g.bars(n))
		}
	}
	return list, nil
}

// numbers returns the figures that are numbers in any row.
func (g *Gathered) numbers() (names []string) {
	for _, n := range g.Figures {
		if slices.ContainsFunc(g.Rows, func(r Row) bool { _, ok := r.Number(n); return ok }) {
			names = append(names, n)
		}
	}
	return names
}

// varies reports whether a figure has different values.
func (g *Gathered) varies(name string) bool {
	seen := map[float64]bool{}
	for _, r := range g.Rows {
		if x, ok := r.Number(name); ok {
			seen[x] = true
		}
	}
	return len(seen) > 1
}

// numeric returns the axes with a number for every task, and at least two different ones.
func (g *Gathered) numeric() (axes []int) {
	for k := range g.Manifest.Axes {
		seen, all := map[float64]bool{}, true
		for _, r := range g.Rows {
			x, ok := r.Task.Values[k].Number()
			seen[x], all = true, all && ok
		}
		if all && len(seen) > 1 {
			axes = append(axes, k)
		}
	}
	return axes
}

// over returns a plot of a figure over axis k: a line for each combination of values on the others. With random values,
// or too many lines, it has markers only.
func (g *Gathered) over(k int, figure string) plotted {
	m := g.Manifest
	drawn := len(m.Axes) - m.Random // axes from here on are
	p := &report.Plot{Title: figure, X: m.Axes[k], Y: figure, LogX: true}
	index := map[string]int{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range g.Rows {
		x, _ := r.Task.Values[k].Number()
		y, ok := r.Number(figure)
		if !ok {
			continue
		}
		var others []string
		for i, v := range r.Task.Values[:drawn] {
			if i != k {
				others = append(others, m.Axes[i]+"="+v.Short())
			}
		}
		name := strings.Join(others, ", ")
		i, there := index[name]
		if !there {
			i = len(p.Lines)
			index[name] = i
			p.Lines = append(p.Lines, report.Line{Name: name, Marked: true, Points: m.Random > 0})
		}
		l := &p.Lines[i]
		l.X, l.Y = append(l.X, x), append(l.Y, y)
		low, high = min(low, x), max(high, x)
	}
	p.LogX = low > 0 && high > 30*low
	if len(p.Lines) > mostLines {
		all := report.Line{Points: true}
		for _, l := range p.Lines {
			all.X, all.Y = append(all.X, l.X...), append(all.Y, l.Y...)
		}
		p.Lines = []report.Line{all}
	}
	for i := range p.Lines {
		byX(&p.Lines[i])
	}
	return plotted{safe(figure + "-over-" + m.Axes[k]), figure + " over " + m.Axes[k], p}
}

// byX sorts the points of a line by X.
func byX(l *report.Line) {
	order := make([]int, len(l.X))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.X[a], l.X[b]) })
	x, y := slices.Clone(l.X), slices.Clone(l.Y)
	for i, k := range order {
		l.X[i], l.Y[i] = x[k], y[k]
	}
}

// bars returns a bar chart of a figure of all tasks.
func (g *Gathered) bars(figure string) plotted {
	p := &report.Plot{Title: figure, Y: figure, Parts: []string{figure}, Bars: []report.Bar{}}
	for _, r := range g.Rows {
		if y, ok := r.Number(figure); ok {
			var names []string
			for _, v := range r.Task.Values {
				names = append(names, v.Short())
			}
			p.Bars = append(p.Bars, report.Bar{Name: strings.Join(names, ", "), Parts: []float64{y}})
		}
	}
	return plotted{safe(figure), figure, p}
}

// safe returns a text as a file name.
func safe(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, text)
}

// page returns a page with the table and the plots, which it also writes to DIR/figures.
func (g *Gathered) page(plots []plotted) ([]byte, error) {
	m := g.Manifest
	page := &report.Page{Title: "Sweep " + m.Name}
	missing := g.Missing()
	if len(missing) > 0 {
		page.Notes = append(page.Notes, report.Note{Text: fmt.Sprintf("%d of %d tasks are not finished: %s", len(missing),
			len(g.Rows), Ranges(missing)), Mood: report.Bad})
	}
	page.Text("%d tasks. All figures are in gathered.csv; hysteron keys and docs/commands.md say what they are.",
		len(g.Rows))
	var figures []report.Figure
	for _, p := range plots {
		png, err := p.plot.PNG()
		if err != nil {
			return nil, err
		}
		if err := report.WriteFile(filepath.Join(m.Dir, "figures"), p.name+".png", png); err != nil {
			return nil, err
		}
		svg, err := p.plot.SVG()
		if err != nil {
			return nil, err
		}
		figures = append(figures, report.Figure{Caption: p.caption, SVG: svg})
	}
	page.Figures("", figures...)
	shown := []string{"frames"}
	for _, n := range usual {
		if slices.Contains(g.Figures, n) {
			shown = append(shown, n)
		}
	}
	t := &report.Table{Head: slices.Concat([]string{"task", "state"}, m.Axes, shown)}
	for _, r := range g.Rows[:min(len(g.Rows), mostRows)] {
		cells := []string{fmt.Sprint(r.Task.Number), string(r.State)}
		for _, v := range r.Task.Values {
			cells = append(cells, v.Short())
		}
		for _, n := range shown {
			cell := "–"
			if x, ok := r.Number(n); ok {
				cell = report.Digits(x, 4)
			}
			cells = append(cells, cell)
		}
		mood := report.Plain
		if r.State != Finished {
			mood = report.Faint
		}
		t.Add(cells...)
		t.Mood = append(t.Mood, mood)
	}
	if more := len(g.Rows) - mostRows; more > 0 {
		t.Caption = fmt.Sprintf("The first %d; %d more are in gathered.csv.", mostRows, more)
	}
	page.Table(t)
	return page.HTML()
}
