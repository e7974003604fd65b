package reproduce

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// colours are told apart also by colour-blind people (Okabe and Ito 2008).
var colours = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, color.RGBA{0x00, 0x9E, 0x73, 0xFF},
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, color.RGBA{0x56, 0xB4, 0xE9, 0xFF}, color.RGBA{0, 0, 0, 0xFF},
}

// curve is a line of a plot.
type curve struct {
	name   string // in the legend; empty: not there
	x, y   []float64
	colour int  // index into colours
	dashed bool // for what is predicted, or without friction
	marks  bool // points instead of a line
}

// linePlot draws curves.
func linePlot(title, xLabel, yLabel string, curves ...curve) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, xLabel, yLabel
	p.Add(plotter.NewGrid())
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.XOffs, p.Legend.YOffs, p.Legend.Padding = 2*vg.Millimeter, -2*vg.Millimeter, vg.Millimeter
	for _, c := range curves {
		at := make(plotter.XYs, len(c.x))
		for i := range at {
			at[i] = plotter.XY{X: c.x[i], Y: c.y[i]}
		}
		if len(at) == 0 {
			continue
		}
		colour := colours[c.colour%len(colours)]
		if c.marks {
			s, err := plotter.NewScatter(at)
			if err != nil {
				return nil, err
			}
			s.Color, s.Radius = colour, vg.Points(2)
			p.Add(s)
			if c.name != "" {
				p.Legend.Add(c.name, s)
			}
			continue
		}
		l, err := plotter.NewLine(at)
		if err != nil {
			return nil, err
		}
		l.Color, l.Width = colour, vg.Points(1.2)
		if c.dashed {
			l.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		p.Add(l)
		if c.name != "" {
			p.Legend.Add(c.name, l)
		}
	}
	p.X.Max += (p.X.Max - p.X.Min) / 50 // lines and marks at the edge are not cut
	p.Y.Max += (p.Y.Max - p.Y.Min) / 25
	return p, nil
}

// positive are values for a logarithmic axis: zero and less get the smallest of the others.
func positive(v []float64) []float64 {
	out := make([]float64, len(v))
	low := math.Inf(1)
	for _, x := range v {
		if x > 0 {
			low = min(low, x)
		}
	}
	for i, x := range v {
		if out[i] = low; x > 0 {
			out[i] = x
		}
	}
	return out
}
