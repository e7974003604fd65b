package bench

import (
	"fmt"
	"path/filepath"
	"strings"

	"hysteron/report"
)

// WritePlots draws time.png and contact.png (time per step and in contact over size, both sides) and per scene
// stages-SCENE.png (shares of the stages) into a folder, which is created. It returns the paths of the files.
func (r *Report) WritePlots(dir string) (files []string, err error) {
	plots := map[string]*report.Plot{
		"time":    r.overSize("Time per step", "median time per step [ms]", func(s *Side) float64 { return s.StepMS.Median }),
		"contact": r.overSize("Contact", "time in contact per step [ms]", func(s *Side) float64 { return s.Stage.Contact }),
	}
	for _, scene := range r.Settings.Scenes {
		plots["stages-"+scene] = r.stages(scene)
	}
	for name, p := range plots {
		if p.Lines == nil && p.Bars == nil {
			continue
		}
		data, err := p.PNG()
		if err != nil {
			return files, err
		}
		if err := report.WriteFile(dir, name+".png", data); err != nil {
			return files, err
		}
		files = append(files, filepath.Join(dir, name+".png"))
	}
	return files, nil
}

// sides yields the measured sides of a row, by name.
func (r *Row) sides(yield func(name string, s *Side) bool) {
	if r.CPU == nil || yield("cpu", r.CPU) {
		if r.GPU != nil {
			yield("gpu", r.GPU)
		}
	}
}

// overSize returns a plot of a figure over the number of triangles, with a line per scene and side.
func (r *Report) overSize(title, label string, figure func(*Side) float64) *report.Plot {
	p := &report.Plot{Title: title + ": GPU side solid, CPU dashed", X: "triangles", Y: label, LogX: true, LogY: true}
	for k, scene := range r.Settings.Scenes {
		for _, on := range []string{"cpu", "gpu"} {
			l := report.Line{Name: scene + ", " + on, Colour: report.Blue + report.Colour(k), Dashed: on == "cpu", Marked: true}
			for i := range r.Rows {
				for name, s := range r.Rows[i].sides {
					if name == on && r.Rows[i].Scene == scene && figure(s) > 0 {
						l.X, l.Y = append(l.X, float64(r.Rows[i].Triangles)), append(l.Y, figure(s))
					}
				}
			}
			if l.X != nil {
				p.Lines = append(p.Lines, l)
			}
		}
	}
	return p
}

// stages returns a plot of the stages' shares, with a bar per size and side.
func (r *Report) stages(scene string) *report.Plot {
	p := &report.Plot{Title: scene + ": shares of the stages", X: "triangles", Y: "share of the step [%]",
		Parts: []string{"contact", "elements", "gather", "solve", "other"}}
	for i := range r.Rows {
		for name, s := range r.Rows[i].sides {
			t := &s.Stage
			b := report.Bar{Name: fmt.Sprintf("%s\n%d", name, r.Rows[i].Triangles), Parts: []float64{t.Contact, t.Elements,
				t.Gather, t.Solve, t.Other}}
			total := 0.
			for _, v := range b.Parts {
				total += v
			}
			if r.Rows[i].Scene != scene || !(total > 0) {
				continue
			}
			for k := range b.Parts {
				b.Parts[k] *= 100 / total
			}
			p.Bars = append(p.Bars, b)
		}
	}
	return p
}

// IsPlot reports whether a file's name is that of a plot.
func IsPlot(name string) bool {
	return name == "time.png" || name == "contact.png" || strings.HasPrefix(name, "stages-") &&
		strings.HasSuffix(name, ".png")
}

// PlotNames returns the names of the files that WritePlots may write.
func (r *Report) PlotNames() []string {
	names := []string{"time.png", "contact.png"}
	for _, scene := range r.Settings.Scenes {
		names = append(names, "stages-"+scene+".png")
	}
	return names
}
