package verify

import (
	"bytes"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Figure is a plot of the page.
type Figure struct {
	Title, X, Y string
	LogX, LogY  bool
	Square      bool // the same scale on both axes
	Lines       []Line
	XMin, XMax  float64 // both zero: by the data
	YMin, YMax  float64
}

// Line is a curve or a set of points.
type Line struct {
	Name   string
	X, Y   []float64
	Points bool // marks instead of a line
	Dashed bool
}

// colours are told apart also by colour-blind people (Okabe and Ito 2008).
var colours = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, color.RGBA{0x00, 0x9E, 0x73, 0xFF},
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, color.RGBA{0x56, 0xB4, 0xE9, 0xFF}, color.RGBA{0, 0, 0, 0xFF},
}

// SVG draws the figure.
func (f *Figure) SVG() ([]byte, error) { return f.draw("svg") }

// draw in a format that gonum/plot writes.
func (f *Figure) draw(format string) ([]byte, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = f.Title, f.X, f.Y
	legend, named := plot.NewLegend(), 0 // beside the plot, so that it hides nothing
	legend.Top, legend.Left, legend.Padding = true, true, vg.Millimeter
	if f.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	if f.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	p.Add(plotter.NewGrid())
	for i, l := range f.Lines {
		xy := make(plotter.XYs, 0, len(l.X))
		for k := range l.X {
			if (f.LogX && !(l.X[k] > 0)) || (f.LogY && !(l.Y[k] > 0)) {
				continue // a logarithm has no place for it
			}
			xy = append(xy, plotter.XY{X: l.X[k], Y: l.Y[k]})
		}
		if len(xy) == 0 {
			continue
		}
		line, marks, err := plotter.NewLinePoints(xy)
		if err != nil {
			return nil, fmt.Errorf("figure %q, %q: %w", f.Title, l.Name, err)
		}
		c := colours[i%len(colours)]
		line.Color, marks.Color, line.Width, marks.Shape, marks.Radius = c, c, vg.Points(1.2), draw.CircleGlyph{}, vg.Points(2)
		if l.Dashed {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		var thumb plot.Thumbnailer = line
		if l.Points {
			p.Add(marks)
			thumb = marks
		} else {
			p.Add(line)
		}
		if l.Name != "" {
			legend.Add(l.Name, thumb)
			named++
		}
	}
	if f.XMin != f.XMax {
		p.X.Min, p.X.Max = f.XMin, f.XMax
	}
	if f.YMin != f.YMax {
		p.Y.Min, p.Y.Max = f.YMin, f.YMax
	}
	w, h, beside := 12*vg.Centimeter, 10*vg.Centimeter, 5*vg.Centimeter
	if f.Square {
		w = h
	}
	if named == 0 {
		beside = 0
	}
	canvas, err := draw.NewFormattedCanvas(w+beside, h, format)
	if err != nil {
		return nil, err
	}
	all := draw.New(canvas)
	p.Draw(draw.Crop(all, 0, -beside, 0, 0))
	legend.Draw(draw.Crop(all, w, 0, 0, 0))
	var b bytes.Buffer
	_, err = canvas.WriteTo(&b)
	return b.Bytes(), err
}
