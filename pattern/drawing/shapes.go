package drawing

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/pattern"
)

// shape returns the closed outlines of a path or one of the basic shapes.
func (s *svgReader) shape(e *xml.StartElement) ([]outline, error) {
	number := func(name string) (float64, error) {
		text := strings.TrimSuffix(strings.TrimSpace(attr(e, "", name)), "px")
		if text == "" || text == "auto" {
			return 0, nil
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, fmt.Errorf("%s = %.40q: expected a number in the drawing's units", name, text)
		}
		return f, nil
	}
	all := func(names ...string) (v []float64, err error) {
		for _, n := range names {
			f, err := number(n)
			if err != nil {
				return nil, err
			}
			v = append(v, f)
		}
		return v, nil
	}
	switch e.Name.Local {
	case "path":
		o, err := parsePath(attr(e, "", "d"))
		if err != nil {
			err = fmt.Errorf("d: %w", err)
		}
		return o, err
	case "polygon", "polyline":
		v, err := numbers(attr(e, "", "points"))
		if err != nil {
			return nil, fmt.Errorf("points: %w", err)
		}
		if len(v)%2 != 0 {
			return nil, fmt.Errorf("points: %d numbers: expected pairs", len(v))
		}
		p := pen{}
		for k := 0; k < len(v); k += 2 {
			at := r2.Vec{X: v[k], Y: v[k+1]}
			if k == 0 {
				p.start, p.here = at, at
				continue
			}
			p.to(line(p.here, at))
		}
		p.end(e.Name.Local == "polygon")
		return p.closed, nil
	case "rect":
		v, err := all("x", "y", "width", "height", "rx", "ry")
		if err != nil || v[2] <= 0 || v[3] <= 0 {
			return nil, err
		}
		return rounded(v[0], v[1], v[2], v[3], v[4], v[5]), nil
	case "circle":
		v, err := all("cx", "cy", "r")
		if err != nil || v[2] <= 0 {
			return nil, err
		}
		return ellipse(v[0], v[1], v[2], v[2]), nil
	case "ellipse":
		v, err := all("cx", "cy", "rx", "ry")
		if err != nil || v[2] <= 0 || v[3] <= 0 {
			return nil, err
		}
		return ellipse(v[0], v[1], v[2], v[3]), nil
	}
	return nil, nil
}

func ellipse(cx, cy, rx, ry float64) []outline {
	right, left := r2.Vec{X: cx + rx, Y: cy}, r2.Vec{X: cx - rx, Y: cy}
	return []outline{{append(arc(right, left, rx, ry, 0, false, true), arc(left, right, rx, ry, 0, false, true)...)}}
}

// rounded returns a rectangle with rounded corners.
func rounded(x, y, w, h, rx, ry float64) []outline {
	switch {
	case rx <= 0:
		rx = max(0, ry)
	case ry <= 0:
		ry = rx
	}
	if ry <= 0 {
		ry = rx
	}
	rx, ry = min(rx, w/2), min(ry, h/2)
	var curves []pattern.Curve
	at := r2.Vec{X: x + rx, Y: y}
	to := func(x, y float64) {
		v := r2.Vec{X: x, Y: y}
		if v != at {
			curves = append(curves, line(at, v))
		}
		at = v
	}
	turn := func(x, y float64) {
		if v := (r2.Vec{X: x, Y: y}); v != at {
			curves = append(curves, arc(at, v, rx, ry, 0, false, true)...)
			at = v
		}
	}
	to(x+w-rx, y)
	turn(x+w, y+ry)
	to(x+w, y+h-ry)
	turn(x+w-rx, y+h)
	to(x+rx, y+h)
	turn(x, y+h-ry)
	to(x, y+ry)
	turn(x+rx, y)
	return []outline{{curves}}
}
