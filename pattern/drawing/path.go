package drawing

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/pattern"
)

// outline is a closed path in its own coordinates.
type outline struct{ curves []pattern.Curve }

// scanner reads the numbers of a list or of a path.
type scanner struct {
	text string
	at   int
}

// space skips white space and at most one comma.
func (s *scanner) space() {
	comma := false
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f':
		case c == ',' && !comma:
			comma = true
		default:
			return
		}
		s.at++
	}
}

// number reads a number in the syntax of paths: "1.5.5" is two.
func (s *scanner) number() (float64, bool) {
	s.space()
	i := s.at
	digits := func() (n int) {
		for ; i < len(s.text) && s.text[i] >= '0' && s.text[i] <= '9'; i++ {
			n++
		}
		return n
	}
	if i < len(s.text) && (s.text[i] == '+' || s.text[i] == '-') {
		i++
	}
	n := digits()
	if i < len(s.text) && s.text[i] == '.' {
		i++
		n += digits()
	}
	if n == 0 {
		return 0, false
	}
	if i < len(s.text) && (s.text[i] == 'e' || s.text[i] == 'E') {
		back := i
		if i++; i < len(s.text) && (s.text[i] == '+' || s.text[i] == '-') {
			i++
		}
		if digits() == 0 {
			i = back
		}
	}
	f, err := strconv.ParseFloat(s.text[s.at:i], 64)
	s.at = i
	return f, err == nil && !math.IsInf(f, 0)
}

// flag reads a 0 or 1, which need no separator.
func (s *scanner) flag() (bool, bool) {
	s.space()
	if s.at < len(s.text) && (s.text[s.at] == '0' || s.text[s.at] == '1') {
		s.at++
		return s.text[s.at-1] == '1', true
	}
	return false, false
}

func (s *scanner) errorf(format string, args ...any) error {
	return fmt.Errorf("character %d: %s", s.at+1, fmt.Sprintf(format, args...))
}

// numbers reads a list of at most a million.
func numbers(text string) (list []float64, err error) {
	s := scanner{text: text}
	for s.space(); s.at < len(text); s.space() {
		f, ok := s.number()
		if !ok || len(list) >= maxCurves {
			return nil, s.errorf("%.20q: expected a number", text[min(s.at, len(text)):])
		}
		list = append(list, f)
	}
	return list, nil
}

// pen draws a path.
type pen struct {
	curves      []pattern.Curve
	start, here r2.Vec
	control     r2.Vec // of the last curve
	last        byte   // command, upper case
	closed      []outline
}

// end closes the present path, if asked or if it ends at its start.
func (p *pen) end(asked bool) {
	if n := len(p.curves); n > 0 {
		if last := p.curves[n-1].End; asked || last == p.start && n > 1 {
			if last != p.start {
				p.curves = append(p.curves, line(last, p.start))
			}
			p.closed = append(p.closed, outline{p.curves})
		}
	}
	p.curves = nil
}

func line(a, b r2.Vec) pattern.Curve { return pattern.Curve{Kind: pattern.Line, Start: a, End: b} }

func (p *pen) to(c pattern.Curve) {
	p.curves = append(p.curves, c)
	p.here = c.End
}

// counts is the number of arguments of each command.
var counts = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}

// parsePath returns the closed subpaths of an attribute d.
func parsePath(d string) ([]outline, error) {
	p, err := drawPath(d)
	if err != nil {
		return nil, err
	}
	p.end(false)
	return p.closed, nil
}

// drawPath draws the attribute d, except for the end of its last subpath.
func drawPath(d string) (*pen, error) {
	s, p := scanner{text: d}, &pen{}
	command := byte(0)
	for s.space(); s.at < len(d); s.space() {
		c := d[s.at]
		if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			if _, ok := counts[c&^0x20]; !ok {
				return nil, s.errorf("%q: expected a command of M L H V C S Q T A Z", c)
			}
			if command == 0 && c&^0x20 != 'M' {
				return nil, s.errorf("%q: expected a path to begin with M", c)
			}
			command = c
			s.at++
			if c&^0x20 == 'Z' {
				p.end(true)
				p.here, p.last = p.start, 'Z'
				continue
			}
		} else if command == 0 || command&^0x20 == 'Z' {
			return nil, s.errorf("%.20q: expected a command", d[s.at:])
		}
		if len(p.curves) > maxCurves {
			return nil, s.errorf("more than %d curves", maxCurves)
		}
		if err := p.draw(&s, command); err != nil {
			return nil, err
		}
		switch command { // coordinates after a move without a command are lines
		case 'M':
			command = 'L'
		case 'm':
			command = 'l'
		}
	}
	return p, nil
}

// draw draws one command.
func (p *pen) draw(s *scanner, command byte) error {
	upper := command &^ 0x20
	relative := command != upper
	var v [7]float64
	var flags [2]bool
	for k := range counts[upper] {
		ok := false
		if upper == 'A' && (k == 3 || k == 4) {
			flags[k-3], ok = s.flag()
		} else {
			v[k], ok = s.number()
		}
		if !ok {
			return s.errorf("expected the %d numbers of %q", counts[upper], command)
		}
	}
	base := r2.Vec{}
	if relative {
		base = p.here
	}
	at := func(k int) r2.Vec { return r2.Vec{X: base.X + v[k], Y: base.Y + v[k+1]} }
	if p.last == 'Z' && upper != 'M' {
		p.start = p.here
	}
	from := p.here
	control := from
	switch upper {
	case 'M':
		p.end(false)
		p.here = at(0)
		p.start = p.here
	case 'L':
		p.to(line(from, at(0)))
	case 'H':
		p.to(line(from, r2.Vec{X: base.X + v[0], Y: from.Y}))
	case 'V':
		p.to(line(from, r2.Vec{X: from.X, Y: base.Y + v[0]}))
	case 'C':
		control = at(2)
		p.to(pattern.Curve{Kind: pattern.Cubic, Start: from, C1: at(0), C2: control, End: at(4)})
	case 'S':
		first := from
		if p.last == 'C' || p.last == 'S' {
			first = r2.Sub(r2.Scale(2, from), p.control)
		}
		control = at(0)
		p.to(pattern.Curve{Kind: pattern.Cubic, Start: from, C1: first, C2: control, End: at(2)})
	case 'Q':
		control = at(0)
		p.to(pattern.Curve{Kind: pattern.Quadratic, Start: from, C1: control, End: at(2)})
	case 'T':
		if p.last == 'Q' || p.last == 'T' {
			control = r2.Sub(r2.Scale(2, from), p.control)
		}
		p.to(pattern.Curve{Kind: pattern.Quadratic, Start: from, C1: control, End: at(0)})
	case 'A':
		for _, c := range arc(from, at(5), math.Abs(v[0]), math.Abs(v[1]), v[2]*math.Pi/180, flags[0], flags[1]) {
			p.to(c)
		}
	}
	p.control, p.last = control, upper
	return nil
}

// arc returns an elliptical arc as cubics of at most 45°, by the end points (SVG 1.1, F.6); the error is 4e-6 of the
// radius.
func arc(a, b r2.Vec, rx, ry, phi float64, large, sweep bool) []pattern.Curve {
	if a == b {
		return nil
	}
	if rx == 0 || ry == 0 {
		return []pattern.Curve{line(a, b)}
	}
	sin, cos := math.Sincos(phi)
	dx, dy := (a.X-b.X)/2, (a.Y-b.Y)/2
	x, y := cos*dx+sin*dy, cos*dy-sin*dx
	if l := x*x/(rx*rx) + y*y/(ry*ry); l > 1 {
		rx, ry = rx*math.Sqrt(l), ry*math.Sqrt(l)
	}
	f := math.Sqrt(max(0, rx*rx*ry*ry/(rx*rx*y*y+ry*ry*x*x)-1))
	if large == sweep {
		f = -f
	}
	cx, cy := f*rx*y/ry, -f*ry*x/rx
	from := math.Atan2((y-cy)/ry, (x-cx)/rx)
	over := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - from
	if sweep && over < 0 {
		over += 2 * math.Pi
	}
	if !sweep && over > 0 {
		over -= 2 * math.Pi
	}
	if math.IsNaN(over) {
		return []pattern.Curve{line(a, b)}
	}
	out := turn(from, over)
	for i := range out {
		out[i] = out[i].Map(func(p r2.Vec) r2.Vec {
			u, v := rx*p.X+cx, ry*p.Y+cy
			return r2.Vec{X: cos*u - sin*v + (a.X+b.X)/2, Y: sin*u + cos*v + (a.Y+b.Y)/2}
		})
	}
	out[0].Start, out[len(out)-1].End = a, b
	for i := range out[1:] {
		out[i+1].Start = out[i].End
	}
	return out
}

// turn returns the arc of the unit circle from an angle, over another one, as cubics of at most 45°; the error is 4e-6.
func turn(from, over float64) (list []pattern.Curve) {
	n := max(1, int(math.Ceil(math.Abs(over)/(math.Pi/4)-1e-9)))
	step := over / float64(n)
	k := 4. / 3 * math.Tan(step/4)
	for i := range n {
		s0, c0 := math.Sincos(from + float64(i)*step)
		s1, c1 := math.Sincos(from + float64(i+1)*step)
		list = append(list, pattern.Curve{Kind: pattern.Cubic, Start: r2.Vec{X: c0, Y: s0},
			C1: r2.Vec{X: c0 - k*s0, Y: s0 + k*c0}, C2: r2.Vec{X: c1 + k*s1, Y: s1 - k*c1}, End: r2.Vec{X: c1, Y: s1}})
	}
	return list
}
