package drawing

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// cssPixel is the length of a unit of a drawing without units [m].
const cssPixel = 0.0254 / 96

// units is the lengths of units [m].
var units = map[string]float64{
	"": cssPixel, "px": cssPixel, "in": 0.0254, "cm": 0.01, "mm": 0.001, "q": 0.00025, "pt": 0.0254 / 72, "pc": 0.0254 / 6,
}

// pixels is the text of the rule for drawings in pixels.
const pixels = "96 to the inch; Illustrator writes 72, which is unit_m = 0.000352778"

// point is the length of a unit of a drawing of Adobe Illustrator [m], whatever its size in pixels.
const point = 0.0254 / 72

// points is the text of the rule for those.
const points = "72 to the inch, as Adobe Illustrator writes them, which wrote this one"

// length reads, for example, 210mm, in metres; ok is false for percentages and invalid text.
func (s *svgReader) length(text string) (m float64, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	n := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz%")
	f, err := strconv.ParseFloat(n, 64)
	unit, known := units[text[len(n):]]
	if ok = err == nil && known && f > 0 && f*unit < 1e6; ok && unit == cssPixel {
		s.drawing.Assumed = pixels
	}
	return f * unit, ok
}

// size reads width, height and viewBox of the outermost svg. Coordinates are those of the viewBox.
func (s *svgReader) size(e *xml.StartElement, in *element) error {
	w, wide := s.length(attr(e, "", "width"))
	h, high := s.length(attr(e, "", "height"))
	box := attr(e, "", "viewBox")
	if box == "" {
		if wide || high {
			s.drawing.Unit = cssPixel
		}
		return nil
	}
	v, err := numbers(box)
	if err != nil || len(v) != 4 || !(v[2] > 0) || !(v[3] > 0) {
		return s.errorf("svg", "viewBox %.60q: expected four numbers, the last two above 0", box)
	}
	switch {
	case wide && high:
		x, y := w/v[2], h/v[3]
		if attr(e, "", "preserveAspectRatio") == "none" && math.Abs(x/y-1) > 1e-3 {
			return s.errorf("svg", "a unit is %.4g m wide and %.4g m high: expected a drawing that is not stretched", x, y)
		}
		s.drawing.Unit = min(x, y)
	case wide:
		s.drawing.Unit = w / v[2]
	case high:
		s.drawing.Unit = h / v[3]
	}
	return nil
}

// unit sets the unit of a drawing without one by the program that wrote it.
func (s *svgReader) unit() {
	d := s.drawing
	said := d.Unit != 0
	if !said && len(d.Pieces) > 0 {
		d.Unit, d.Assumed = cssPixel, pixels
	}
	if s.points && d.Assumed != "" {
		d.Unit, d.Assumed = d.Unit*(point/cssPixel), points
	}
	if !said && len(d.Pieces) > 0 {
		d.Warnings = append(d.Warnings, d.File+": the drawing has no width and height in units: "+
			fmt.Sprintf("taken as %.0f units per inch; unit_m of the sewing file says otherwise", 0.0254/d.Unit))
	}
}
