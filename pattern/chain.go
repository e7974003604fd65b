package pattern

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// Join returns the curves one after the other as one: each starts where the one before ends.
func Join(curves []Curve) Curve {
	var parts []Curve
	for _, c := range curves {
		if c.Kind == Chain {
			parts = append(parts, c.Parts...)
		} else {
			parts = append(parts, c)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return Curve{Kind: Chain, Start: parts[0].Start, End: parts[len(parts)-1].End, Parts: parts}
}

// partSamples returns the number of chords that measure each part of a chain, for about n in total.
func (c *Curve) partSamples(n int) int {
	m := 1
	for _, p := range c.Parts {
		if p.Kind != Line {
			m = max(m, 16)
		}
	}
	return max(m, (n+len(c.Parts)-1)/len(c.Parts))
}

// Pieces returns the curves of a chain, or the curve itself.
func (c Curve) Pieces() []Curve {
	if c.Kind == Chain {
		return c.Parts
	}
	return []Curve{c}
}

// Reverse returns the curve in the opposite direction.
func (c Curve) Reverse() Curve {
	r := c
	r.Start, r.End = c.End, c.Start
	switch c.Kind {
	case Cubic:
		r.C1, r.C2 = c.C2, c.C1
	case Arc:
		r.Angle0, r.Sweep = c.Angle0+c.Sweep, -c.Sweep
	case Chain:
		r.Parts = make([]Curve, len(c.Parts))
		for i, p := range c.Parts {
			r.Parts[len(c.Parts)-1-i] = p.Reverse()
		}
	}
	return r
}

// Map applies a conformal map, or one with a reflection, to all points of the curve.
func (c Curve) Map(f func(r2.Vec) r2.Vec) Curve {
	r := c
	r.Start, r.End, r.C1, r.C2 = f(c.Start), f(c.End), f(c.C1), f(c.C2)
	switch c.Kind {
	case Arc:
		r.Center = f(c.Center)
		from, middle := r2.Sub(r.Start, r.Center), r2.Sub(f(c.At(1e-3)), r.Center)
		r.Radius = r2.Norm(from)
		r.Angle0 = math.Atan2(from.Y, from.X)
		r.Sweep = math.Copysign(c.Sweep, r2.Cross(from, middle))
	case Chain:
		r.Parts = make([]Curve, len(c.Parts))
		for i, p := range c.Parts {
			r.Parts[i] = p.Map(f)
		}
	}
	return r
}

// Between returns the part of the curve between two fractions of its length, 0 ≤ f < g ≤ 1.
func (c Curve) Between(f, g float64) Curve {
	if f <= 0 && g >= 1 {
		return c
	}
	if c.Kind != Chain {
		a := newArcTable(c)
		return c.section(a.parameter(f), a.parameter(g))
	}
	total := 0.0
	length := make([]float64, len(c.Parts))
	for i, p := range c.Parts {
		length[i] = p.Length()
		total += length[i]
	}
	var parts []Curve
	at := 0.0
	for i, p := range c.Parts {
		lo, hi := (f*total-at)/length[i], (g*total-at)/length[i]
		at += length[i]
		if hi < 1e-9 || lo > 1-1e-9 {
			continue
		}
		if lo < 1e-9 {
			lo = 0
		}
		if hi > 1-1e-9 {
			hi = 1
		}
		parts = append(parts, p.Between(lo, hi))
	}
	for i := 1; i < len(parts); i++ {
		parts[i].Start = parts[i-1].End
	}
	return Join(parts)
}

// section returns the curve between two parameters.
func (c Curve) section(t, u float64) Curve {
	r := c
	r.Start, r.End = c.At(t), c.At(u)
	switch c.Kind {
	case Quadratic: // the blossom at (t, u)
		r.C1 = lerp(lerp(c.Start, c.C1, t), lerp(c.C1, c.End, t), u)
	case Cubic:
		blossom := func(x, y, z float64) r2.Vec {
			a, b, d := lerp(c.Start, c.C1, x), lerp(c.C1, c.C2, x), lerp(c.C2, c.End, x)
			return lerp(lerp(a, b, y), lerp(b, d, y), z)
		}
		r.C1, r.C2 = blossom(t, t, u), blossom(t, u, u)
	case Arc:
		r.Angle0, r.Sweep = c.Angle0+t*c.Sweep, (u-t)*c.Sweep
	}
	return r
}

func lerp(a, b r2.Vec, t float64) r2.Vec { return r2.Add(r2.Scale(1-t, a), r2.Scale(t, b)) }

// Tangents returns unit vectors along the curve at its start and end.
func (c Curve) Tangents() (start, end r2.Vec) {
	p := c.Pieces()
	start, _ = newArcTable(p[0]).tangents()
	_, end = newArcTable(p[len(p)-1]).tangents()
	return start, end
}

// Nearest returns the fraction of the curve's length nearest to p, to a part in 10⁶, and the distance.
func (c Curve) Nearest(p r2.Vec) (fraction, distance float64) {
	a := newArcTable(c)
	n := len(a.s) - 1
	off := func(t float64) float64 { return r2.Norm(r2.Sub(c.At(t), p)) }
	const fewest = 64
	m := max(n, fewest)
	best, least := 0.0, math.Inf(1)
	for k := range m + 1 {
		if d := off(float64(k) / float64(m)); d < least {
			best, least = float64(k)/float64(m), d
		}
	}
	for step := 1 / float64(m); step > 1e-9; step /= 2 {
		for _, t := range []float64{max(0, best-step), min(1, best+step)} {
			if d := off(t); d < least {
				best, least = t, d
			}
		}
	}
	return a.fraction(best), least
}

// parameter returns the parameter at the fraction f of the arc length.
func (a *arcTable) parameter(f float64) float64 {
	n := len(a.s) - 1
	want := f * a.s[n]
	for i := 1; i <= n; i++ {
		if a.s[i] >= want && a.s[i] > a.s[i-1] {
			return (float64(i-1) + (want-a.s[i-1])/(a.s[i]-a.s[i-1])) / float64(n)
		}
	}
	return 1
}

// fraction returns the fraction of the arc length at a parameter.
func (a *arcTable) fraction(t float64) float64 {
	n := len(a.s) - 1
	i := min(int(t*float64(n)), n-1)
	return (a.s[i] + (t*float64(n)-float64(i))*(a.s[i+1]-a.s[i])) / a.s[n]
}
