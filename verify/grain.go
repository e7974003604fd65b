// Problems of cloth that slides with friction measured along warp and weft: on bodies and on cloth, along the axes and
// between them, where the cloth drifts to the side.

package verify

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
	"hysteron/step"
)

const gravity = 9.81 // [m/s²]

// grainProblems lists the problems of friction by direction.
func grainProblems() []Problem {
	const topic = "Contact with bodies"
	return []Problem{
		{
			Name: "measured-slips", Topic: topic, Run: onPlane,
			What: "A sheet of cotton whose warp lies at an angle to the slope slides down a plane on which friction was " +
				"measured along warp and weft: the mean friction.",
			Source: "the gradient of √(f₀₀²u₀² + f₁₁²u₁²) over the slip u, f₀₀ and f₁₁ at the pressure of the sheet (Chen et " +
				"al. 2013); where the sheet drifts, a point that does, in small steps",
		},
		{
			Name: "measured-cloths", Topic: topic, Run: onCloth,
			What: "A sheet slides down a tilted one that is held, where the friction of each on the other was measured " +
				"along its warp and weft, at angles between both and the slope.",
			Source: "the same with the mean of the squares of both",
		},
	}
}

// form is a symmetric form Q over slips u in the plane: friction is Q·u/√(uᵀQu), per area where Q is in Pa².
type form struct{ xx, xy, yy float64 }

// of returns the form of cloth with its warp at an angle to x [°], under a pressure [Pa].
func of(law *cloth.MeasuredFriction, degrees, pressure float64) form {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	a, b := law.Warp.At(pressure), law.Weft.At(pressure)
	a, b = a*a, b*b
	return form{a*cos*cos + b*sin*sin, (a - b) * sin * cos, a*sin*sin + b*cos*cos}
}

// over returns the form of decelerations, for a mass per area [kg/m²].
func (q form) over(density float64) form {
	k := 1 / (density * density)
	return form{k * q.xx, k * q.xy, k * q.yy}
}

func mean(p, q form) form { return form{(p.xx + q.xx) / 2, (p.xy + q.xy) / 2, (p.yy + q.yy) / 2} }

// deceleration returns the acceleration by friction at the velocity v.
func (q form) deceleration(v r2.Vec) r2.Vec {
	u := r2.Vec{X: q.xx*v.X + q.xy*v.Y, Y: q.xy*v.X + q.yy*v.Y}
	return r2.Scale(-1/math.Sqrt(r2.Dot(u, v)), u)
}

// slide returns the velocity, after a time, of a point of velocity v under an acceleration g along x, by Heun's method.
func (q form) slide(v r2.Vec, g, time float64) r2.Vec {
	const n = 20000
	h, pull := time/n, r2.Vec{X: g}
	for range n {
		a := r2.Add(pull, q.deceleration(v))
		b := r2.Add(pull, q.deceleration(r2.Add(v, r2.Scale(h, a))))
		v = r2.Add(v, r2.Scale(h/2, r2.Add(a, b)))
	}
	return v
}

// grainTurned returns a sheet in the plane y = height about the origin, its warp at φ from x towards −z.
func grainTurned(s *Sheet, f cloth.Fabric, phi, height float64) cloth.Part {
	turn := r3.NewRotation(phi, r3.Vec{Y: 1})
	p := s.Part(f, func(q r2.Vec) r3.Vec { return turn.Rotate(r3.Vec{X: q.X, Z: -q.Y}) })
	for i := range p.X {
		p.X[i].Y = height
	}
	return p
}

// cotton returns cotton without air resistance.
func cotton() (cloth.Fabric, error) {
	f, err := scenes.LoadFabric("cotton")
	f.Drag, f.DragSkin = 0, 0
	return f, err
}

// down returns gravity for a plane y = 0 of slope α, downwards to +x.
func down(alpha float64) r3.Vec {
	return r3.Vec{X: gravity * math.Sin(alpha), Y: -gravity * math.Cos(alpha)}
}

// slid is a slide to be compared.
type slid struct {
	lo, steps int     // first sliding vertex; number of steps of h [s]
	h, alpha  float64 // step [s], slope [rad]
	q         form    // form of decelerations [m²/s⁴]
}

// rubbed compares the friction of the sliding vertices with that of a point of the same initial velocity, along the
// slope and across it: the mean, and that of the median step, both to 1 %.
func rubbed(e *Env, r *Running, c slid, name, what string) error {
	const most = .01
	velocity := func() (r2.Vec, error) {
		w, err := r.Velocity(c.lo, len(r.Model.X0))
		return r2.Vec{X: w.X, Y: -w.Z}, err
	}
	first, err := velocity()
	if err != nil {
		return err
	}
	pull, last := r2.Vec{X: gravity * math.Sin(c.alpha)}, first
	friction := func(before, after r2.Vec, time float64) r2.Vec {
		return r2.Sub(pull, r2.Scale(1/time, r2.Sub(after, before)))
	}
	off := make([]float64, c.steps)
	for k := range off {
		if err := r.Steps(1, c.h); err != nil {
			return err
		}
		next, err := velocity()
		if err != nil {
			return err
		}
		// Friction over a step is that of the slip at its end.
		want := r2.Scale(-1, c.q.deceleration(next))
		off[k] = r2.Norm(r2.Sub(friction(last, next, c.h), want)) / r2.Norm(want)
		last = next
	}
	slices.Sort(off)
	time := float64(c.steps) * c.h
	want, got := friction(first, c.q.slide(first, pull.X, time), time), friction(first, last, time)
	e.CheckAbs(name, what+": friction up the slope", "m/s²", want.X, got.X, most*r2.Norm(want))
	e.CheckAbs(name, what+": friction across", "m/s²", want.Y, got.Y, most*r2.Norm(want))
	e.Bound(name, what+": friction of the median step is off by", "1", most, off[c.steps/2])
	e.Show(name, what+": that of the worst step", "1", off[c.steps-1])
	return nil
}

// slopeOf returns the slope at which the weight along it, of a sheet of a mass per area [kg/m²], is ratio times the
// friction along it at the sheet's own pressure.
func slopeOf(density, ratio float64, q func(pressure float64) form) float64 {
	lo, hi := 0., math.Pi/2
	for range 60 {
		if mid := (lo + hi) / 2; density*gravity*math.Sin(mid) < ratio*math.Sqrt(q(density*gravity*math.Cos(mid)).xx) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// rough has curves that are not straight at the pressure of a sheet of cotton, 1.4 Pa.
var rough = &cloth.MeasuredFriction{
	Name: "rough",
	Warp: cloth.LoadCurve{Pressure: []float64{.5, 2, 4}, Stress: []float64{.25, .8, 1.2}},
	Weft: cloth.LoadCurve{Pressure: []float64{1, 3}, Stress: []float64{.3, .75}},
}

func onPlane(e *Env) error {
	const h = 1. / 240
	f, err := cotton()
	if err != nil {
		return err
	}
	for _, kind := range e.Kinds(Right, Alternating, Unstructured) {
		s := RectSheet(kind, SheetBox{U0: -.02, V0: -.02, U1: .02, V1: .02}, RowsFor(kind, .04, .01), 4)
		for _, c := range []struct{ degrees, ratio float64 }{{0, 1.02}, {0, 1.5}, {90, 1.02}, {90, 1.5}, {30, 1.3},
			{-65, 1.3}} {
			form := func(p float64) form { return of(rough, c.degrees, p) }
			alpha := slopeOf(f.Density, c.ratio, form)
			pressure := f.Density * gravity * math.Cos(alpha)
			plane := step.Collider{Normal: r3.Vec{Y: 1}, Friction: -1, Measured: []*cloth.MeasuredFriction{rough}}
			r, err := e.Laid(grainTurned(s, f, c.degrees*math.Pi/180, .00399), plane, plane,
				r3.Vec{Y: -gravity * math.Cos(alpha)}, down(alpha))
			if err != nil {
				return err
			}
			if err = r.Steps(60, h); err == nil { // beyond the elastic slip
				err = rubbed(e, r, slid{steps: 60, h: h, alpha: alpha, q: form(pressure).over(f.Density)}, s.Name(),
					fmt.Sprintf("warp at %g°, weight %g of the friction", c.degrees, c.ratio))
			}
			r.Close()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func onCloth(e *Env) error {
	const h = 1. / 240
	f, err := cotton()
	if err != nil {
		return err
	}
	// With straight curves the number of pairs that carry a stiff sheet does not matter.
	straight := func(warp, weft float64) *cloth.MeasuredFriction {
		return &cloth.MeasuredFriction{Name: "straight", Warp: cloth.LoadCurve{Pressure: []float64{1},
			Stress: []float64{warp}}, Weft: cloth.LoadCurve{Pressure: []float64{1}, Stress: []float64{weft}}}
	}
	on, under := straight(.6, .25), straight(.5, .3)
	for _, c := range []struct {
		upper, lower float64                 // angle from the warp to the slope [°]
		on, under    *cloth.MeasuredFriction // of the upper sheet on the lower one; of the lower on the upper, or nil
	}{{10, 0, on, nil}, {70, 0, on, under}, {20, -60, on, under}, {-40, 35, on, under}} {
		if !e.Full && !e.OnCPU() && c.upper == 70 {
			continue
		}
		large := RectSheet(Right, SheetBox{U0: -.07, V0: -.07, U1: .07, V1: .07}, 12, 12)
		held := grainTurned(large, f, c.lower*math.Pi/180, 0)
		held.Name = "held"
		HoldVertices(&held, large.Where(func(r2.Vec) bool { return true }))
		s := RectSheet(Unstructured, SheetBox{U0: -.025, V0: -.025, U1: .025, V1: .025}, 5, 5)
		m, err := cloth.NewModel([]cloth.Part{held, grainTurned(s, f, c.upper*math.Pi/180, .0029)})
		if err != nil {
			return err
		}
		m.Rubbings = []cloth.Rubbing{{A: 1, B: 0, Law: c.on}}
		what := fmt.Sprintf("warp at %g°, the lower's not measured", c.upper)
		if c.under != nil {
			m.Rubbings = append(m.Rubbings, cloth.Rubbing{A: 0, B: 1, Law: c.under})
			what = fmt.Sprintf("warps at %g° and %g°", c.upper, c.lower)
		}
		form := func(p float64) form {
			q := of(c.on, c.upper, p)
			if c.under != nil {
				q = mean(q, of(c.under, c.lower, p))
			}
			return q
		}
		alpha := slopeOf(f.Density, 1.3, form)
		set := step.DefaultSettings()
		set.MaxNewton, set.Tolerance, set.Gravity = 200, e.Tol(1e-8, 1e-7), down(alpha)
		sim, err := e.Backend.New(m, nil, nil, set)
		if err != nil {
			return err
		}
		r := e.Running(sim, m)
		if err = r.Steps(24, h); err == nil { // the sheet comes to rest on the layer
			q := form(f.Density * gravity * math.Cos(alpha)).over(f.Density)
			err = rubbed(e, r, slid{lo: m.Parts[1].Vertices.Lo, steps: 24, h: h, alpha: alpha, q: q}, s.Name(), what)
		}
		r.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
