package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

func impactProblems() []Problem {
	const topic = "Impacts on bodies"
	return []Problem{
		{
			Name: "oblique-bounce", Topic: topic, Run: obliqueBounce,
			What: "A flat sheet of cotton without weight hits a plane at (3, −1) m/s, at the solver's defaults: " +
				"its velocity after the impact, for restitution e, friction μ and the step.",
			Source: "Newton's and Coulomb's laws of impact: v_n⁺ = −e·v_n⁻, tangential impulse min(μ(1 + e)·m·|v_n⁻|, " +
				"what stops the slip); with measured friction the integral of its direction over the impulse",
		},
		{
			Name: "spinning-bounce", Topic: topic, Run: spinningBounce,
			What:   "A stiff disc that spins about its axis falls flat on a plane: angular momentum that friction takes.",
			Source: "∫ρ·r·μ(1 + e)·v_n dA = (2π/3)ρR³·μ(1 + e)·v_n, where all of it slips on",
		},
		{
			Name: "moving-bat", Topic: topic, Run: movingBat,
			What: "A plate that moves up and sideways, and spins, hits a sheet that is at rest or comes down: " +
				"velocity after the impact.",
			Source: "the same laws for velocities relative to the plate",
		},
	}
}

// landing is the impact of a flat sheet on a surface at height 0, within the second step.
type landing struct {
	e, mu    float64
	measured *cloth.MeasuredFriction
	v        r3.Vec // of the sheet [m/s]
	spin     float64
	bat      *plate // nil: a plane
	h        float64
	share    float64 // part of the second step before the layer is reached
}

// plate is a block below y = 0 that moves and spins about the y axis.
type plate struct {
	prism
	v    r3.Vec  // [m/s]
	spin float64 // [rad/s]
}

func newPlate(v r3.Vec, spin float64) *plate {
	block := newPrism(.5, 0, [2]float64{0, .5}, [2]float64{0, -.5}, [2]float64{-.1, -.5}, [2]float64{-.1, .5})
	return &plate{*block, v, spin}
}

func (p *plate) Positions(dst []r3.Vec, t float64) {
	turn := r3.NewRotation(p.spin*t, r3.Vec{Y: 1})
	for i, x := range p.x {
		dst[i] = r3.Add(turn.Rotate(x), r3.Scale(t, p.v))
	}
}

// fall simulates the impact of a part, with the solver's defaults. level places a point of the part above the surface.
// It returns the state after the steps.
func (q *landing) fall(
	e *Env, p cloth.Part, level func(x r3.Vec, y float64) r3.Vec, steps int,
) (*Running, *cloth.State, error) {
	set := Settings()
	set.Gravity, set.AirDensity, set.Restitution = r3.Vec{}, 0, q.e
	down := -q.v.Y
	c := step.Collider{Normal: r3.Vec{Y: 1}, Friction: q.mu, Measured: []*cloth.MeasuredFriction{q.measured}}
	if q.measured == nil {
		c.Measured = nil
	}
	if q.bat != nil {
		down += q.bat.v.Y
		c.Surface, c.Normal = q.bat, r3.Vec{}
	}
	for i, x := range p.X {
		p.X[i] = level(x, set.Thickness+down*q.h*(1+q.share))
	}
	r, err := e.Sim(p, []step.Collider{c}, set)
	if err != nil {
		return nil, nil, err
	}
	st, err := r.State()
	if err != nil {
		return r, nil, err
	}
	st = st.Clone()
	for i, x := range st.X {
		st.V[i] = r3.Add(q.v, r3.Scale(q.spin, r3.Vec{X: x.Z, Z: -x.X}))
	}
	if err := r.SetState(st); err != nil {
		return r, nil, err
	}
	if err := r.Steps(steps, q.h); err != nil {
		return r, nil, err
	}
	st, err = r.State()
	return r, st, err
}

// off returns the largest error of the velocity of a vertex from that expected at its place, and the root mean square
// [m/s].
func off(st *cloth.State, want func(x r3.Vec) r3.Vec) (worst, mean float64) {
	for i, v := range st.V {
		d := r3.Norm(r3.Sub(v, want(st.X[i])))
		worst, mean = math.Max(worst, d), mean+d*d
	}
	return worst, math.Sqrt(mean / float64(len(st.V)))
}

func raised(x r3.Vec, y float64) r3.Vec { return r3.Vec{X: x.X, Y: y, Z: x.Z} }

// impactSteps returns the step sizes of the impact problems [s].
func impactSteps(e *Env) []float64 {
	return Pick(e,
		[]float64{1. / 24, 1. / 60, 1. / 240, 1. / 1000, 1. / 5000},
		[]float64{1. / 24, 1. / 240, 1. / 1000, 1. / 5000},
		[]float64{1. / 24, 1. / 240, 1. / 1000})
}

func obliqueBounce(e *Env) error {
	const steps = 12
	for _, h := range impactSteps(e) {
		for _, rest := range []float64{0, .5, .8} {
			for _, mu := range []float64{0, .2, 1} {
				for _, speed := range Pick(e, []float64{3, .15}, []float64{3, .15}, []float64{3}) {
					s, p, err := smallSheet(Unstructured, 0)
					if err != nil {
						return err
					}
					q := landing{e: rest, mu: mu, v: r3.Vec{X: speed, Y: -1}, h: h, share: .37}
					r, st, err := q.fall(e, p, raised, steps)
					if err != nil {
						return err
					}
					want := r3.Vec{X: math.Max(0, speed-mu*(1+rest)), Y: rest}
					what := fmt.Sprintf("(%g, −1) m/s, e = %g, μ = %g, 1/%.0f s: velocity off", speed, rest, mu, 1/h)
					// Steps after the impact move a sheet that stays in contact by up to their tolerance, and the
					// elastic slip grows by 4 μm in one of them.
					last, most := btof(rest == 0)*ends(h), .001+btof(want.X == 0)*4e-6/h
					worst, mean := off(st, func(r3.Vec) r3.Vec { return want })
					slides := rest == 0 && mu > 0 && want.X > 0
					e.Bound(s.Name(), what, "m/s", most+btof(slides)*.005+step.MostAside*last, worst)
					if rest == 0 {
						// The friction of a sliding sheet errs in the same direction in all steps after the impact.
						times := 1 + btof(slides)*(steps-2)
						e.Bound(s.Name(), what+" in the mean", "m/s", most+times*last, mean)
					}
					r.Close()
				}
			}
		}
		if h < 1./500 {
			if err := keptByLayer(e, h); err != nil {
				return err
			}
		}
		law := &cloth.MeasuredFriction{
			Name: "two to one",
			Warp: cloth.LoadCurve{Pressure: []float64{1}, Stress: []float64{.4}},
			Weft: cloth.LoadCurve{Pressure: []float64{1}, Stress: []float64{.2}},
		}
		s, p, err := smallSheet(Unstructured, 0)
		if err != nil {
			return err
		}
		q := landing{e: .5, measured: law, v: r3.Vec{X: 2, Y: -1, Z: -2}, h: h, share: .37}
		r, st, err := q.fall(e, p, raised, steps)
		if err != nil {
			return err
		}
		want := q.v
		for n := 1500; n > 0; n-- { // dv = −Q·v/√(vᵀQv) per normal impulse, warp along x
			l := math.Hypot(.4*want.X, .2*want.Z)
			want.X -= .001 * .16 * want.X / l
			want.Z -= .001 * .04 * want.Z / l
		}
		want.Y = .5
		what := fmt.Sprintf("friction of .4 along the warp and .2 along the weft, e = .5, 1/%.0f s: velocity off", 1/h)
		worst, _ := off(st, func(r3.Vec) r3.Vec { return want })
		e.Bound(s.Name(), what, "m/s", .015, worst)
		r.Close()
	}
	return nil
}

// keptByLayer checks an impact with e = 1: the sheet keeps all of its energy but that of the layer at the end of the
// impact's step.
func keptByLayer(e *Env, h float64) error {
	s, p, err := smallSheet(Unstructured, 0)
	if err != nil {
		return err
	}
	q := landing{e: 1, v: r3.Vec{Y: -1}, h: h, share: .37}
	r, st, err := q.fall(e, p, raised, 2)
	if err != nil {
		return err
	}
	defer r.Close()
	set, density, worst := Settings(), p.Fabric.Density, 0.
	for i, x := range st.X {
		depth := set.Thickness - x.Y
		kept := set.ContactStiffness * depth * depth * (.5 + depth/(3*step.Layer*set.Thickness)) // [J/m²]
		worst = math.Max(worst, math.Abs(st.V[i].Y-math.Sqrt(1-2*kept/density)))
	}
	e.Bound(s.Name(), fmt.Sprintf("e = 1, 1/%.0f s: velocity off from √(v² − 2ψ/m)", 1/h), "m/s", .001, worst)
	return nil
}

func btof(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// angular returns the angular momentum about the y axis [kg m²/s].
func angular(m *cloth.Model, st *cloth.State) (l float64) {
	for i, x := range st.X {
		l += m.Mass[i] * (x.Z*st.V[i].X - x.X*st.V[i].Z)
	}
	return l
}

func spinningBounce(e *Env) error {
	const radius, spin, down, mu, rest = .05, 8., .08, .3, .5
	f := stringFabric(2000)
	s := DiscSheet(.01, radius)
	steps := Pick(e, []float64{1. / 240, 1. / 1000, 1. / 5000}, []float64{1. / 240, 1. / 1000}, []float64{1. / 1000})
	for _, h := range steps {
		q := landing{e: rest, mu: mu, v: r3.Vec{Y: -down}, spin: spin, h: h, share: .37}
		var l [2]float64
		for k := range l { // flight off the plane shows the losses of the steps themselves
			if k == 1 {
				q.mu = 0
			}
			p := s.Part(f, func(uv r2.Vec) r3.Vec { return r3.Vec{X: uv.X, Z: -uv.Y} })
			r, st, err := q.fall(e, p, raised, 3)
			if err != nil {
				return err
			}
			l[k] = angular(r.Model, st)
			r.Close()
		}
		want := 2 * math.Pi / 3 * f.Density * math.Pow(radius, 3) * mu * (1 + rest) * down
		e.Check(s.Name(), fmt.Sprintf("1/%.0f s: angular momentum taken", 1/h), "kg m²/s", want, l[1]-l[0], .02)
	}
	return nil
}

func movingBat(e *Env) error {
	// With steps of 1/24 s the defaults leave single vertices 30 μm above the layer, and these do not rebound with the
	// others.
	steps := []float64{1. / 60, 1. / 240, 1. / 1000}
	for _, h := range Pick(e, append([]float64{1. / 120, 1. / 5000}, steps...), steps, steps) {
		for _, q := range []landing{
			{e: 0, bat: newPlate(r3.Vec{Y: 1}, 0)},
			{e: .5, mu: .2, bat: newPlate(r3.Vec{X: 1, Y: 1}, 0)},
			{e: .8, mu: .2, v: r3.Vec{X: 1, Y: -1}, bat: newPlate(r3.Vec{X: -1, Y: .5}, 0)},
			{e: .5, mu: 1, v: r3.Vec{Y: -1}, bat: newPlate(r3.Vec{Y: .2}, 3)},
		} {
			s, p, err := smallSheet(Unstructured, 0)
			if err != nil {
				return err
			}
			q.h, q.share = h, .37
			centred := func(x r3.Vec, y float64) r3.Vec { return r3.Vec{X: x.X - .02, Y: y, Z: x.Z + .02} }
			r, st, err := q.fall(e, p, centred, 2)
			if err != nil {
				return err
			}
			a := q.bat.v.Y - q.v.Y
			want := func(x r3.Vec) r3.Vec {
				plate := r3.Add(r3.Vec{X: q.bat.v.X, Z: q.bat.v.Z}, r3.Scale(q.bat.spin, r3.Vec{X: x.Z, Z: -x.X}))
				slip := r3.Sub(r3.Vec{X: q.v.X, Z: q.v.Z}, plate)
				slip = r3.Scale(1-math.Min(1, q.mu*(1+q.e)*a/math.Max(1e-9, r3.Norm(slip))), slip)
				return r3.Add(r3.Vec{Y: q.bat.v.Y + q.e*a}, r3.Add(plate, slip))
			}
			what := fmt.Sprintf("(%g, %g) m/s on (%g, %g) m/s, %g rad/s, e = %g, μ = %g, 1/%.0f s: velocity off",
				q.v.X, q.v.Y, q.bat.v.X, q.bat.v.Y, q.bat.spin, q.e, q.mu, 1/h)
			// A step rotates the velocity of what the plate holds, within 3 cm of the axis, by half of the plate's
			// angle too much. The elastic slip grows by 4 μm in a step.
			most := .001 + btof(q.bat.spin != 0)*(.03*q.bat.spin*q.bat.spin*h+4e-6/h)
			worst, _ := off(st, want)
			e.Bound(s.Name(), what, "m/s", most, worst)
			r.Close()
		}
	}
	return nil
}

// ends returns the speed of cloth in contact that comes from the tolerance of a step of h [s] in positions [m/s].
// Single vertices may have step.MostAside times as much, but not the root mean square.
func ends(h float64) float64 {
	set := Settings()
	return math.Min(set.Tolerance, set.Acceleration*h*h) / h
}
