package drawing

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/pattern"
	"hysteron/pattern/sewing"
)

// vertex is a vertex of a polyline: bulge is the tangent of a quarter of the angle of the arc to the next, positive to
// the left.
type vertex struct {
	at    r2.Vec
	bulge float64
}

// polyline reads a polyline with its vertices, which follow it.
func (r *reader) polyline(e *entity) (*stroke, error) {
	flags, err := e.value(70, 0)
	if err != nil {
		return nil, err
	}
	var list []vertex
	for {
		v, err := r.in.entity()
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", r.in.line, err)
		}
		switch {
		case v == nil:
			return nil, errors.New("the file ends within a polyline: expected SEQEND")
		case v.kind == "SEQEND":
			return through(list, int(flags)&1 != 0)
		case v.kind != "VERTEX":
			return nil, fmt.Errorf("a %.20s in line %d within a polyline: expected VERTEX or SEQEND", v.kind, v.line)
		}
		at, err := v.point(10)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", v.line, err)
		}
		bulge, err := v.value(42, 0)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", v.line, err)
		}
		if list = append(list, vertex{at, bulge}); len(list) > sewing.MaxCurves {
			return nil, fmt.Errorf("more than %d vertices", sewing.MaxCurves)
		}
	}
}

// light reads an LWPOLYLINE, which contains its vertices.
func (r *reader) light(e *entity) (*stroke, error) {
	var list []vertex
	closed := false
	for i := range e.groups {
		g := &e.groups[i]
		if g.code != 10 && g.code != 20 && g.code != 42 && g.code != 70 {
			continue
		}
		f, err := g.number()
		if err != nil {
			return nil, err
		}
		n := len(list)
		switch {
		case g.code == 70:
			closed = int(f)&1 != 0
		case g.code == 10:
			list = append(list, vertex{at: r2.Vec{X: f}})
		case n == 0:
			return nil, fmt.Errorf("group %d before the first 10: expected a vertex", g.code)
		case g.code == 20:
			list[n-1].at.Y = f
		case g.code == 42:
			list[n-1].bulge = f
		}
	}
	return through(list, closed)
}

// through returns the line through vertices.
func through(list []vertex, closed bool) (*stroke, error) {
	s := &stroke{closed: closed}
	n := len(list)
	if !closed {
		n--
	}
	for i := range max(0, n) {
		a, b := list[i], list[(i+1)%len(list)]
		if a.at == b.at {
			continue
		}
		if a.bulge == 0 {
			s.curves = append(s.curves, pattern.Curve{Kind: pattern.Line, Start: a.at, End: b.at})
			continue
		}
		if math.Abs(a.bulge) > 100 {
			return nil, fmt.Errorf("bulge %g: expected one below 100, nearly a full circle", a.bulge)
		}
		turn := 4 * math.Atan(a.bulge)
		chord := r2.Sub(b.at, a.at)
		// The distance of the centre from the middle of the chord, to its left, is half the chord over the tangent of
		// half the angle.
		off := 1 / (2 * math.Tan(turn/2))
		c := r2.Add(r2.Scale(.5, r2.Add(a.at, b.at)), r2.Scale(off, r2.Vec{X: -chord.Y, Y: chord.X}))
		from := r2.Sub(a.at, c)
		s.curves = append(s.curves, pattern.Curve{Kind: pattern.Arc, Start: a.at, End: b.at, Center: c, Radius: r2.Norm(from),
			Angle0: math.Atan2(from.Y, from.X), Sweep: turn})
	}
	return s, nil
}

// arc reads an ARC, or a CIRCLE as two halves.
func (r *reader) arc(e *entity) (*stroke, error) {
	c, err := e.point(10)
	if err != nil {
		return nil, err
	}
	radius, err := e.value(40, 0)
	if err != nil {
		return nil, err
	}
	if radius <= 0 {
		return nil, fmt.Errorf("radius %g: expected one above 0", radius)
	}
	from, to := 0.0, 360.0
	s := &stroke{closed: e.kind == "CIRCLE"}
	if !s.closed {
		if from, err = e.value(50, 0); err == nil {
			to, err = e.value(51, 360)
		}
		if err != nil {
			return nil, err
		}
		for range 4 {
			if to <= from {
				to += 360
			}
		}
		if !(to > from && to <= from+360) {
			return nil, fmt.Errorf("from %g° to %g°: expected less than a turn", from, to)
		}
	}
	at := func(deg float64) r2.Vec {
		sin, cos := math.Sincos(deg * math.Pi / 180)
		return r2.Vec{X: c.X + radius*cos, Y: c.Y + radius*sin}
	}
	middle := (from + to) / 2
	for _, p := range [][2]float64{{from, middle}, {middle, to}} {
		s.curves = append(s.curves, pattern.Curve{
			Kind: pattern.Arc, Start: at(p[0]), End: at(p[1]), Center: c, Radius: radius, Angle0: p[0] * math.Pi / 180,
			Sweep: (p[1] - p[0]) * math.Pi / 180,
		})
	}
	if s.closed {
		s.curves[1].End = s.curves[0].Start
	}
	return s, nil
}
