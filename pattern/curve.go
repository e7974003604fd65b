package pattern

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// CurveKind is the shape of a pattern edge.
type CurveKind uint8

// The shapes of the GarmentCode format, and chains of curves in drawings.
const (
	Line CurveKind = iota
	Quadratic
	Cubic
	Arc
	Chain
)

// String returns the name of the kind in the file format.
func (k CurveKind) String() string {
	return [...]string{"line", "quadratic", "cubic", "circle", "chain"}[k]
}

// Curve is a pattern edge in panel coordinates [m], with a parameter t in [0, 1].
type Curve struct {
	Kind       CurveKind
	Start, End r2.Vec
	C1, C2     r2.Vec // Bézier control points: C1 of a quadratic, both of a cubic

	// Of an arc: centre, radius [m], angle of Start, signed angle of the arc [rad], positive counter-clockwise.
	Center r2.Vec
	Radius float64
	Angle0 float64
	Sweep  float64

	// of a chain, none of them a chain: each starts where the one before ends, and has an equal part of the parameter
	Parts []Curve
}

// newArc returns the circular arc of the SVG flags: right = true is counter-clockwise (y up) and, for the minor arc, on
// the right of the chord. A radius shorter than half the chord is raised to it, as in SVG.
func newArc(a, b r2.Vec, radius float64, large, right bool) Curve {
	e := r2.Sub(b, a)
	d := r2.Norm(e)
	radius = max(radius, d/2)
	side := -1.0
	if right != large { // the centre is left of the chord
		side = 1
	}
	off := side * math.Sqrt(max(0, radius*radius-d*d/4)) / d
	c := r2.Vec{X: (a.X+b.X)/2 - off*e.Y, Y: (a.Y+b.Y)/2 + off*e.X}
	a0 := math.Atan2(a.Y-c.Y, a.X-c.X)
	sweep := math.Atan2(b.Y-c.Y, b.X-c.X) - a0
	if right && sweep < 0 {
		sweep += 2 * math.Pi
	}
	if !right && sweep > 0 {
		sweep -= 2 * math.Pi
	}
	return Curve{Kind: Arc, Start: a, End: b, Center: c, Radius: radius, Angle0: a0, Sweep: sweep}
}

// At returns the point of parameter t; At(0) and At(1) are exactly the end points.
func (c Curve) At(t float64) r2.Vec {
	if t <= 0 {
		return c.Start
	}
	if t >= 1 {
		return c.End
	}
	s := 1 - t
	switch c.Kind {
	case Chain:
		k := min(int(t*float64(len(c.Parts))), len(c.Parts)-1)
		return c.Parts[k].At(t*float64(len(c.Parts)) - float64(k))
	case Quadratic:
		return comb(s*s, c.Start, 2*s*t, c.C1, t*t, c.End, 0, r2.Vec{})
	case Cubic:
		return comb(s*s*s, c.Start, 3*s*s*t, c.C1, 3*s*t*t, c.C2, t*t*t, c.End)
	case Arc:
		sin, cos := math.Sincos(c.Angle0 + t*c.Sweep)
		return r2.Vec{X: c.Center.X + c.Radius*cos, Y: c.Center.Y + c.Radius*sin}
	}
	return comb(s, c.Start, t, c.End, 0, r2.Vec{}, 0, r2.Vec{})
}

func comb(a float64, p r2.Vec, b float64, q r2.Vec, c float64, r r2.Vec, d float64, s r2.Vec) r2.Vec {
	return r2.Vec{X: a*p.X + b*q.X + c*r.X + d*s.X, Y: a*p.Y + b*q.Y + c*r.Y + d*s.Y}
}

// curveSamples is the number of chords that measure a curved edge. The length is too short by a fraction θ²/(24·256²)
// for an edge that turns by θ: below 3e-5 for a full circle.
const curveSamples = 256

// arcTable maps arc length to parameter.
type arcTable struct {
	curve Curve
	s     []float64 // arc length at t = i/(len−1), increasing from 0
	turn  float64   // total absolute turning angle [rad]
}

func newArcTable(c Curve) *arcTable {
	n := curveSamples
	switch c.Kind {
	case Line:
		n = 1
	case Chain:
		n = len(c.Parts) * c.partSamples(n)
	}
	a := &arcTable{curve: c, s: make([]float64, n+1)}
	prev, dir := c.Start, r2.Vec{}
	for i := 1; i <= n; i++ {
		p := c.At(float64(i) / float64(n))
		d := r2.Sub(p, prev)
		l := r2.Norm(d)
		a.s[i] = a.s[i-1] + l
		if l > 0 {
			if dir != (r2.Vec{}) {
				a.turn += math.Abs(math.Atan2(r2.Cross(dir, d), r2.Dot(dir, d)))
			}
			dir = d
		}
		prev = p
	}
	if c.Kind == Chain {
		a.turn = a.coarseTurn()
	}
	return a
}

// coarseTurn returns the turning angle of a chain as 64 chords, without the ripple of a line that was drawn in many
// small pieces [rad].
func (a *arcTable) coarseTurn() (turn float64) {
	const n = 64
	var dir r2.Vec
	prev := a.curve.Start
	for i := 1; i <= n; i++ {
		p := a.at(float64(i) / n)
		d := r2.Sub(p, prev)
		if i > 1 {
			turn += math.Abs(math.Atan2(r2.Cross(dir, d), r2.Dot(dir, d)))
		}
		prev, dir = p, d
	}
	return turn
}

func (a *arcTable) length() float64 { return a.s[len(a.s)-1] }

// at returns the point at the fraction f of the arc length.
func (a *arcTable) at(f float64) r2.Vec {
	n := len(a.s) - 1
	if f <= 0 || f >= 1 || n == 1 {
		return a.curve.At(f)
	}
	want := f * a.s[n]
	i := min(max(sort.SearchFloat64s(a.s, want), 1), n)
	t := float64(i)
	if d := a.s[i] - a.s[i-1]; d > 0 {
		t = float64(i-1) + (want-a.s[i-1])/d
	}
	return a.curve.At(t / float64(n))
}

// tangents returns unit vectors along the curve at its start and end, measured over a hundredth of it because a Bézier
// control point may coincide with an end point.
func (a *arcTable) tangents() (start, end r2.Vec) {
	return unit(r2.Sub(a.at(0.01), a.curve.Start)), unit(r2.Sub(a.curve.End, a.at(0.99)))
}

func unit(v r2.Vec) r2.Vec {
	if n := r2.Norm(v); n > 0 {
		return r2.Scale(1/n, v)
	}
	return r2.Vec{}
}
