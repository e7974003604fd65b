package fit

import (
	"math"

	"hysteron/law"
)

// Drawing is curves of a fit: readings, model and residuals, in common units.
type Drawing struct {
	Title, X, Y    string // of the axes, with units
	AtX, AtY       []float64
	ModelX, ModelY []float64
	Left           []float64 // readings minus model, in the unit of the comparison
	LeftName       string
}

// Draw draws weights over lengths, for the parameters of an estimate.
func (s *Stretch) Draw(p []float64) Drawing {
	d := Drawing{Title: "Weights", X: "elongation [%]", Y: "weight [N]", LeftName: "length [mm]", AtY: s.Weight}
	length := make([]float64, len(s.Weight))
	long := *s
	long.ReadWidth = nil
	long.predict(p, length, nil)
	// Between readings the load changes linearly.
	fine := &Stretch{Width: s.Width, Length: s.Length, Mass: s.Mass, Clip: s.Clip, Anchored: s.Anchored,
		Coupling: s.Coupling}
	const n = 8
	for i := range s.Weight {
		d.AtX, d.Left = append(d.AtX, 100*(s.Read[i]/s.Length-1)), append(d.Left, 1e3*(s.Read[i]-length[i]))
		for k := 1; k <= n; k++ {
			w := s.Weight[i]
			if i > 0 && s.Sample[i] == s.Sample[i-1] {
				w = s.Weight[i-1] + (w-s.Weight[i-1])*float64(k)/n
			} else if k < n {
				continue
			}
			fine.Weight, fine.Sample = append(fine.Weight, w), append(fine.Sample, s.Sample[i])
		}
	}
	fine.Read = make([]float64, len(fine.Weight))
	fine.predict(p, fine.Read, nil)
	for i, l := range fine.Read {
		d.ModelX, d.ModelY = append(d.ModelX, 100*(l/s.Length-1)), append(d.ModelY, fine.Weight[i])
	}
	return d
}

// curveAxes are the axes of a mode's curves: name, unit, and the unit's size in SI.
var curveAxes = map[string]struct {
	x, y   string
	qx, fy float64
}{
	"tensile": {"elongation [%]", "force [gf/cm]", 1e-2, gf / 1e-2},
	"shear":   {"angle [deg]", "force [gf/cm]", deg, gf / 1e-2},
	"bending": {"curvature [1/cm]", "moment [gf·cm/cm]", 100, gf},
}

// draw draws a curve with the forces of a model. fine is the same path with more points.
func (c *Curve) draw(run func(c *Curve, f []float64)) Drawing {
	a := curveAxes[c.Mode.Name]
	d := Drawing{Title: c.Mode.Name, X: a.x, Y: a.y, LeftName: a.y}
	f := make([]float64, len(c.Q))
	run(c, f)
	fine := &Curve{Mode: c.Mode}
	const n = 6
	for i, q := range c.Q {
		d.AtX, d.AtY, d.Left = append(d.AtX, q/a.qx), append(d.AtY, c.F[i]/a.fy), append(d.Left, (c.F[i]-f[i])/a.fy)
		from := q
		if i > 0 {
			from = c.Q[i-1]
		}
		for k := 1; k <= n; k++ {
			fine.Q = append(fine.Q, from+(q-from)*float64(k)/n)
		}
	}
	fine.F = make([]float64, len(fine.Q))
	run(fine, fine.F)
	for i, q := range fine.Q {
		d.ModelX, d.ModelY = append(d.ModelX, q/a.qx), append(d.ModelY, fine.F[i]/a.fy)
	}
	return d
}

// Draw draws a curve with k1, k2, a, b and τ.
func (c *Curve) Draw(p []float64) Drawing {
	return c.draw(func(c *Curve, f []float64) { c.predict(p, f, nil) })
}

// DrawBy draws a curve with identified laws.
func (c *Curve) DrawBy(found *Identified) Drawing {
	return c.draw(func(c *Curve, f []float64) { found.form.run(c, found.P, f) })
}

// Draw draws remaining curvatures over those of the cylinders, for friction a, b and τ and the stiffness of a
// cantilever.
func (s *Spirals) Draw(k1, k2 float64, p []float64) Drawing {
	d := Drawing{Title: "Rolled strips", X: "curvature rolled on [1/m]", Y: "curvature left [1/m]",
		LeftName: "curvature [1/m]"}
	q, err := s.problem(k1, k2, 0)
	if err != nil {
		return d
	}
	r := make([]float64, q.Residuals)
	q.Eval(p[:3], r, nil)
	row := 0
	for i := range s.Radius {
		if !s.monotonic(i) {
			continue
		}
		x, y := s.anchor(i)/3, s.Curvature[i]
		d.AtX, d.AtY, d.Left = append(d.AtX, x), append(d.AtY, y), append(d.Left, -r[row])
		d.ModelX, d.ModelY = append(d.ModelX, x), append(d.ModelY, y+r[row])
		row++
	}
	return d
}

// DrawLaws draws a cycle of laws on the instrument of a mode: stretch to the largest force of Kawabata's tester and
// back, other modes to a deformation, to its negative, and back.
func DrawLaws(mode *Mode, elastic, friction law.Law, top float64) Drawing {
	a := curveAxes[mode.Name]
	d := Drawing{Title: mode.Name, X: a.x, Y: a.y}
	if friction == nil {
		friction = law.Elastic{}
	}
	f := (&form{laws: func([]float64) (law.Law, law.Law) { return elastic, friction }}).follow(mode, nil)
	if mode.Name == "tensile" {
		for top = 1e-3; top < 0.6 && f.force(top) < tensileLoad; top *= 1.01 {
		}
	}
	const n = 100
	for i := range 5*n + 1 {
		x := float64(i) / n // 0 → top → −top → top
		q := top * (1 - math.Abs(math.Mod(x+1, 4)-2))
		if mode.Name == "tensile" {
			if i > 2*n {
				break
			}
			q = top * (1 - math.Abs(x-1))
		}
		d.ModelX, d.ModelY = append(d.ModelX, q/a.qx), append(d.ModelY, f.force(q)/a.fy)
		f.to(q)
	}
	return d
}
