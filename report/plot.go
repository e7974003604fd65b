package report

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hysteron/formats"
)

// Plot is a diagram of lines and points, or of bars.
type Plot struct {
	Title, X, Y    string
	LogX, LogY     bool       // values that are not positive are omitted
	Square         bool       // both axes have the same scale
	XRange, YRange [2]float64 // both zero: from the data
	Lines          []Line

	Bars  []Bar    // side by side, instead of lines
	Parts []string // names of the parts of each bar, from below
}

// Line is a curve, or a set of points.
type Line struct {
	Name   string // in the legend; empty: omitted
	X, Y   []float64
	Colour Colour
	Dashed bool
	Points bool // marks instead of a line
	Marked bool // marks on the line
}

// Bar is a stacked column of parts.
type Bar struct {
	Name  string
	Parts []float64
}

// Colour is a colour of a plot, distinguishable by colour-blind people (Okabe and Ito 2008).
type Colour int

// Colours; they repeat after Black.
const (
	ByPlace Colour = iota // Blue for the first line, Red for the second, and so on
	Blue
	Red
	Green
	Pink
	Orange
	Sky
	Black
)

var colours = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, color.RGBA{0x00, 0x9E, 0x73, 0xFF},
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, color.RGBA{0x56, 0xB4, 0xE9, 0xFF},
	color.RGBA{0, 0, 0, 0xFF},
}

// Size of a plot without its legend, and the gap between the two.
const (
	plotWidth, plotHeight = 13 * vg.Centimeter, 10 * vg.Centimeter
	gap                   = 3 * vg.Millimeter
)

// SVG returns the plot as the text of an <svg> element.
func (p *Plot) SVG() ([]byte, error) {
	b, err := p.draw("svg")
	return b[max(0, bytes.Index(b, []byte("<svg"))):], err
}

// PNG returns the plot as a PNG file.
func (p *Plot) PNG() ([]byte, error) { return p.draw("png") }

func (p *Plot) draw(format string) ([]byte, error) {
	g, legend := plot.New(), plot.NewLegend()
	g.Title.Text, g.X.Label.Text, g.Y.Label.Text = p.Title, p.X, p.Y
	legend.Top, legend.Left, legend.Padding = true, true, vg.Millimeter
	add := p.addLines
	if p.Bars != nil {
		add = p.addBars
	}
	if err := add(g, &legend); err != nil {
		return nil, fmt.Errorf("plot %q: %w", p.Title, err)
	}
	canvas, err := draw.NewFormattedCanvas(1, 1, format)
	if err != nil {
		return nil, err
	}
	beside := legend.Rectangle(draw.New(canvas)).Size().X // so that it covers no data
	if beside > 0 {
		beside = 1.15*beside + gap // browsers may have a wider font
	}
	width := plotWidth
	switch {
	case p.Square:
		width = plotHeight
	case p.Bars != nil:
		width = vg.Length(3+2*max(len(p.Bars), 4)) * vg.Centimeter
	}
	if canvas, err = draw.NewFormattedCanvas(width+beside, plotHeight, format); err != nil {
		return nil, err
	}
	all := draw.New(canvas)
	g.Draw(draw.Crop(all, 0, -beside, 0, 0))
	legend.Draw(draw.Crop(all, width+gap/2, 0, 0, -gap))
	var b bytes.Buffer
	to := io.Writer(&b)
	if format == "png" {
		to = formats.SignPNG(to)
	}
	_, err = canvas.WriteTo(to)
	return b.Bytes(), err
}

func (p *Plot) addLines(g *plot.Plot, legend *plot.Legend) error {
	g.Add(plotter.NewGrid())
	for i, l := range p.Lines {
		xy := make(plotter.XYs, 0, len(l.X))
		for k, x := range l.X {
			if (!p.LogX || x > 0) && (!p.LogY || l.Y[k] > 0) {
				xy = append(xy, plotter.XY{X: x, Y: l.Y[k]})
			}
		}
		if len(xy) == 0 {
			continue
		}
		line, marks, err := plotter.NewLinePoints(xy)
		if err != nil {
			return fmt.Errorf("line %q: %w", l.Name, err)
		}
		if l.Colour != ByPlace {
			i = int(l.Colour - Blue)
		}
		c := colours[i%len(colours)]
		line.Color, marks.Color, line.Width, marks.Shape, marks.Radius = c, c, vg.Points(1.2), draw.CircleGlyph{},
			vg.Points(2)
		if l.Dashed {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		var thumbs []plot.Thumbnailer
		if !l.Points {
			g.Add(line)
			thumbs = append(thumbs, line)
		}
		if l.Points || l.Marked {
			g.Add(marks)
			thumbs = append(thumbs, marks)
		}
		if l.Name != "" {
			legend.Add(l.Name, thumbs...)
		}
	}
	p.scale(&g.X, p.XRange, p.LogX)
	p.scale(&g.Y, p.YRange, p.LogY)
	if p.Square {
		longer := max(g.X.Max-g.X.Min, g.Y.Max-g.Y.Min) / 2
		for _, a := range []*plot.Axis{&g.X, &g.Y} {
			middle := (a.Min + a.Max) / 2
			a.Min, a.Max = middle-longer, middle+longer
		}
	}
	return nil
}

// scale sets the range of an axis: the requested one; whole decades; or that of the data with a margin, so that values
// at the border are not clipped.
func (p *Plot) scale(a *plot.Axis, asked [2]float64, log bool) {
	switch {
	case log:
		a.Scale, a.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		if a.Min > 0 && !math.IsInf(a.Min, 0) {
			// LogTicks rounds down
			a.Min, a.Max = math.Pow(10, math.Floor(math.Log10(a.Min)))*(1-1e-9), math.Pow(10, math.Ceil(math.Log10(a.Max)))
		} else {
			a.Min, a.Max = 1, 10 // nothing is drawn
		}
		if a.Max <= a.Min {
			a.Max = 10 * a.Min
		}
	default:
		a.Tick.Marker = ticks{}
		room := (a.Max - a.Min) / 50
		a.Min, a.Max = a.Min-room, a.Max+room
	}
	if asked[0] != asked[1] {
		a.Min, a.Max = asked[0], asked[1]
	}
}

func (p *Plot) addBars(g *plot.Plot, legend *plot.Legend) error {
	var names []string
	values := make([]plotter.Values, len(p.Parts))
	for _, b := range p.Bars {
		names = append(names, b.Name)
		for k := range values {
			values[k] = append(values[k], b.Parts[k])
		}
	}
	var below *plotter.BarChart
	for k, name := range p.Parts {
		bar, err := plotter.NewBarChart(values[k], vg.Centimeter)
		if err != nil {
			return err
		}
		bar.Color, bar.LineStyle.Width = colours[k%len(colours)], 0
		if below != nil {
			bar.StackOn(below)
		}
		below = bar
		g.Add(bar)
		legend.Add(name, bar)
	}
	g.NominalX(names...)
	g.Y.Min = 0
	return nil
}
