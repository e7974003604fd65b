package bench

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colours are those of scenes, and of stages: told apart also by colour-blind people (Okabe and Ito 2008).
var colours = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, color.RGBA{0x00, 0x9E, 0x73, 0xFF},
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, color.RGBA{0xE6, 0x9F, 0x00, 0xFF},
}

// WritePlots draws time.png and contact.png (time per step and in contact over size, both sides) and per scene stages-SCENE.png (shares
// of the stages) into a folder, which it makes. It returns the paths of the files.
func (r *Report) WritePlots(dir string) (files []string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	save := func(p *plot.Plot, wide vg.Length, name string) error {
		to, err := p.WriterTo(wide, 12*vg.Centimeter, "png")
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if _, err := to.WriteTo(&b); err != nil {
			return err
		}
		path := filepath.Join(dir, name)
		files = append(files, path)
		return writeFile(path, b.Bytes())
	}
	for _, over := range []struct {
		file string
		draw func() (*plot.Plot, error)
	}{{"time.png", r.timePlot}, {"contact.png", r.contactPlot}} {
		p, err := over.draw()
		if err != nil {
			return files, err
		}
		if p == nil {
			continue
		}
		if err := save(p, 18*vg.Centimeter, over.file); err != nil {
			return files, err
		}
	}
	for _, scene := range r.Settings.Scenes {
		p, bars, err := r.stagePlot(scene)
		if err != nil {
			return files, err
		}
		if bars == 0 {
			continue
		}
		if err := save(p, vg.Length(6+2*max(bars, 4))*vg.Centimeter, "stages-"+scene+".png"); err != nil {
			return files, err
		}
	}
	return files, nil
}

// timePlot is the median time per step over the number of triangles.
func (r *Report) timePlot() (*plot.Plot, error) {
	return r.sizePlot("Time per step", "median time per step [ms]", func(s *Side) float64 { return s.StepMS.Median })
}

// contactPlot is the time per step that goes into contact.
func (r *Report) contactPlot() (*plot.Plot, error) {
	return r.sizePlot("Contact", "time in contact per step [ms]", func(s *Side) float64 { return s.Stage.Contact })
}

// sizePlot is a figure over the number of triangles, log–log; nil without rows.
func (r *Report) sizePlot(title, label string, figure func(*Side) float64) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = title + ": GPU side solid, CPU dashed"
	p.X.Label.Text, p.Y.Label.Text = "triangles", label
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Add(plotter.NewGrid())
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.XOffs, p.Legend.YOffs, p.Legend.Padding = 3*vg.Millimeter, -3*vg.Millimeter, vg.Millimeter
	var all plotter.XYs
	for k, scene := range r.Settings.Scenes {
		for _, on := range []string{"cpu", "gpu"} {
			var at plotter.XYs
			for i := range r.Rows {
				row := &r.Rows[i]
				if s := row.side(on); s != nil && row.Scene == scene && figure(s) > 0 {
					at = append(at, plotter.XY{X: float64(row.Triangles), Y: figure(s)})
				}
			}
			if len(at) == 0 {
				continue
			}
			all = append(all, at...)
			line, points, err := plotter.NewLinePoints(at)
			if err != nil {
				return nil, err
			}
			line.Color, points.Color = colours[k%len(colours)], colours[k%len(colours)]
			line.Width, points.Shape = vg.Points(1.5), draw.CircleGlyph{}
			if on == "cpu" {
				line.Dashes, points.Shape = []vg.Length{vg.Points(5), vg.Points(3)}, draw.BoxGlyph{}
			}
			p.Add(line, points)
			p.Legend.Add(scene+", "+on, line, points)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	// Whole decades, which also give a single point a range.
	xmin, xmax, ymin, ymax := plotter.XYRange(all)
	p.X.Min, p.X.Max = decades(xmin, xmax)
	p.Y.Min, p.Y.Max = decades(ymin, ymax)
	return p, nil
}

// decades widens a range to powers of ten.
func decades(lo, hi float64) (float64, float64) {
	a, b := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	if b <= a {
		b = a + 1
	}
	return math.Pow(10, a), math.Pow(10, b)
}

// side is what a backend did, nil if it was left out.
func (r *Row) side(on string) *Side {
	if on == "cpu" {
		return r.CPU
	}
	return r.GPU
}

// stagePlot is a stacked bar per size and side; bars is how many there are.
func (r *Report) stagePlot(scene string) (p *plot.Plot, bars int, err error) {
	var names []string
	shares := make([]plotter.Values, 5)
	for i := range r.Rows {
		row := &r.Rows[i]
		for _, on := range []string{"cpu", "gpu"} {
			s := row.side(on)
			if s == nil || row.Scene != scene {
				continue
			}
			t := &s.Stage
			parts := []float64{t.Contact, t.Elements, t.Gather, t.Solve, t.Other}
			total := 0.
			for _, v := range parts {
				total += v
			}
			if !(total > 0) {
				continue
			}
			for k, v := range parts {
				shares[k] = append(shares[k], 100*v/total)
			}
			names = append(names, fmt.Sprintf("%s\n%d", on, row.Triangles))
		}
	}
	if len(names) == 0 {
		return nil, 0, nil
	}
	p = plot.New()
	p.Title.Text = scene + ": shares of the stages"
	p.Y.Label.Text = "share of the step [%]"
	p.X.Label.Text = "triangles"
	p.Y.Min, p.Y.Max = 0, 100
	p.Legend.Top = true
	var below *plotter.BarChart
	for k, name := range []string{"contact", "elements", "gather", "solve", "other"} {
		bar, err := plotter.NewBarChart(shares[k], 1*vg.Centimeter)
		if err != nil {
			return nil, 0, err
		}
		bar.Color, bar.LineStyle.Width = colours[k], 0
		if below != nil {
			bar.StackOn(below)
		}
		below = bar
		p.Add(bar)
		p.Legend.Add(name, bar)
	}
	p.NominalX(names...)
	p.X.Min, p.X.Max = -.6, float64(len(names))+.9 // room for the legend
	return p, len(names), nil
}
