package verify

import (
	"fmt"
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

func multistepProblems() []Problem {
	const topic = "Second order in time"
	return []Problem{
		{
			Name: "second-order", Topic: topic, Run: secondOrder,
			What: "With integrator = \"bdf2\" a pendulum, a strip of cotton that vibrates, one with internal friction and " +
				"a pendulum in gusty air err by the square of the step.",
			Source: "order of BDF2: a halved step moves the end a quarter as far as the last one did",
		},
		{
			Name: "vibration-damping", Topic: topic, Run: vibrationDamping,
			What: "A strip of cotton, clamped at one end, vibrates at 5 Hz in steps of 1/120 s with BDF2: " +
				"with internal friction its damping is what the laws dissipate, without what BDF2 takes by itself.",
			Source: "BDF2 on ẍ = −ω²x: z = 1/(2 − √(1 + 2iωh)); " +
				"with internal friction the damping of steps an eighth as long",
		},
		{
			Name: "second-order-impacts", Topic: topic, Run: secondOrderImpacts,
			What: "With BDF2 a mat that falls flat stays where it falls, and cloth that slides along " +
				"the ground stays at the wall that it hits; the energy never rises.",
			Source: "e = 0: Moreau 1988; BDF2 alone throws back up to half of the speed in a step",
		},
	}
}

// bdf2 returns settings of second order, with steps of h [s] solved to tol [m].
func bdf2(tol, h float64) step.Settings {
	set := Settings()
	set.Integrator, set.MaxNewton, set.Tolerance = step.BDF2, 100, AtStep(tol, h)
	return set
}

// elasticOnly returns a fabric without air resistance, damping and internal friction; with anchors, friction of bending
// stays.
func elasticOnly(f cloth.Fabric, anchors bool) cloth.Fabric {
	f = airless(f)
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Damping = nil
		if !anchors || c != &f.BendWarp && c != &f.BendWeft {
			c.Friction = nil
		}
	}
	return f
}

// vibrating returns a strip with a frequency [Hz] by beam theory, clamped at one end and set into motion by a velocity
// in about its first mode. Its width is a third of its length.
func vibrating(e *Env, f cloth.Fabric, hertz, kick float64, set step.Settings) (*Running, []int32, error) {
	const lambda = 1.8751
	length := math.Sqrt(lambda * lambda / (2 * math.Pi * hertz) * math.Sqrt(3*f.BendWarp.Spring().K1/f.Density))
	s, clamp, tip := ClampedSheet(Right, length, length/3, 2)
	p := s.Part(f, LevelPlace)
	HoldVertices(&p, clamp)
	set.Gravity = r3.Vec{}
	r, err := e.Sim(p, nil, set)
	if err != nil {
		return nil, nil, err
	}
	st, err := r.State()
	if err != nil {
		return nil, nil, err
	}
	held := map[int32]bool{}
	for _, i := range clamp {
		held[i] = true
	}
	for i, q := range s.UV {
		if u := q.X / length; !held[int32(i)] && u > 0 {
			st.V[i].Y = kick * u * u * (6 - 4*u + u*u) / 3 // of a uniform load, nearly the first mode
		}
	}
	return r, tip, r.SetState(st)
}

func secondOrder(e *Env) error {
	cotton, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	hinged := func(f cloth.Fabric, set step.Settings) (*Running, error) {
		const length = .1
		s := RectSheet(Right, SheetBox{U1: length, V1: .05}, 1, 1)
		p := s.Part(f, LevelPlace)
		HoldVertices(&p, s.Where(func(q r2.Vec) bool { return q.X < 1e-9*length }))
		return e.Sim(p, nil, set)
	}
	strip := func(anchors bool) func(step.Settings) (*Running, error) {
		return func(set step.Settings) (*Running, error) {
			r, _, err := vibrating(e, elasticOnly(cotton, anchors), 5, .2, set)
			return r, err
		}
	}
	for _, c := range []struct {
		name  string
		make  func(step.Settings) (*Running, error)
		end   float64 // [s]
		steps []int
	}{
		{"pendulum", func(set step.Settings) (*Running, error) {
			return hinged(elasticOnly(cotton, false), set)
		}, .3, []int{15, 30, 60, 120}},
		{"pendulum in gusty air", func(set step.Settings) (*Running, error) {
			f := elasticOnly(cotton, false)
			f.Drag, f.DragSkin = cotton.Drag, cotton.DragSkin
			set.Wind = step.Wind{Velocity: r3.Vec{X: 2, Y: .5, Z: 1}, Gust: .5, Frequency: 3}
			return hinged(f, set)
		}, .3, []int{15, 30, 60, 120}},
		{"vibrating strip", strip(false), .1, []int{24, 48, 96, 192}},
		{"strip with internal friction", strip(true), .1, []int{24, 48, 96, 192}},
	} {
		for _, integrator := range []string{step.BDF2, step.Euler} {
			var last []r3.Vec
			var hs, moves []float64
			for _, n := range c.steps {
				h := c.end / float64(n)
				set := bdf2(e.Tol(1e-10, 1e-8), h)
				set.Integrator = integrator
				r, err := c.make(set)
				if err != nil {
					return err
				}
				if err := r.Steps(n, h); err != nil {
					return fmt.Errorf("%s: %w", c.name, err)
				}
				st, err := r.State()
				if err != nil {
					return err
				}
				if last != nil {
					far := 0.
					for i, x := range st.X {
						far = max(far, r3.Norm(r3.Sub(x, last[i])))
					}
					hs, moves = append(hs, h), append(moves, far)
				}
				last = st.X
				r.Close()
			}
			what := fmt.Sprintf("%s, %s: end moves by %s m as steps are halved", c.name, integrator, list(moves))
			if integrator == step.BDF2 {
				e.Order("", what, hs, moves, 2, .3, e.Tol(1e-9, 1e-6))
			} else {
				e.OrderIf("", what, hs, moves, 1, 0, e.Tol(1e-9, 1e-6), false)
			}
		}
	}
	return nil
}

func list(x []float64) string {
	s := ""
	for i, v := range x {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprintf("%.2g", v)
	}
	return s
}

// oscillation has the frequency [Hz] and damping ratio of a strip.
type oscillation struct{ hertz, ratio float64 }

// swinging returns the oscillation of a tip at heights y in steps of h [s], from its first extrema, found by parabolas
// through three points. Amplitudes are differences of successive extrema, since friction shifts the rest position.
func swinging(y []float64, h float64) (q oscillation, err error) {
	var at, high, wide []float64
	for i := 1; i+1 < len(y); i++ {
		if a, b, c := y[i-1], y[i], y[i+1]; (b-a)*(c-b) < 0 {
			d := (a - c) / 2 / (a - 2*b + c)
			at, high = append(at, h*(float64(i)+d)), append(high, b-(a-c)/4*d)
		}
	}
	const extrema = 6
	if len(at) < extrema {
		return q, fmt.Errorf("%d extrema of the tip: expected %d and more", len(at), extrema)
	}
	for i := 1; i < extrema; i++ {
		wide = append(wide, math.Abs(high[i]-high[i-1]))
	}
	n := float64(len(wide) - 1)
	decay := math.Log(wide[0]/wide[len(wide)-1]) / (math.Pi * n)
	return oscillation{(n + 1) / 2 / (at[extrema-1] - at[0]), decay / math.Sqrt(1+decay*decay)}, nil
}

func vibrationDamping(e *Env) error {
	cotton, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	measure := func(anchors bool, integrator string, steps int) (q oscillation, err error) {
		hertz := 5.
		if anchors { // friction raises the frequency 3.3 times
			hertz = 1.53
		}
		h := 1 / float64(steps)
		set := bdf2(e.Tol(1e-10, 1e-8), h)
		set.Integrator = integrator
		r, tip, err := vibrating(e, elasticOnly(cotton, anchors), hertz, .1, set)
		if err != nil {
			return q, err
		}
		defer r.Close()
		var y []float64
		for range steps {
			if err := r.Steps(1, h); err != nil {
				return q, err
			}
			st, err := r.State()
			if err != nil {
				return q, err
			}
			y = append(y, st.X[tip[0]].Y)
		}
		return swinging(y, h)
	}
	const steps = 120
	own := func(hertz float64) float64 { // numerical damping of BDF2
		z := cmplx.Log(1 / (2 - cmplx.Sqrt(complex(1, 4*math.Pi*hertz/steps))))
		return -real(z) / cmplx.Abs(z)
	}
	elastic, err := measure(false, step.BDF2, steps)
	if err != nil {
		return err
	}
	e.CheckAbs("", "without internal friction, 1/120 s: damping ratio", "1", own(elastic.hertz), elastic.ratio, .0005)
	e.Show("", "without internal friction, 1/120 s: frequency", "Hz", elastic.hertz)
	euler, err := measure(false, step.Euler, steps)
	if err != nil {
		return err
	}
	e.Show("", "the same by backward Euler: damping ratio", "1", euler.ratio)
	fine, err := measure(true, step.BDF2, Pick(e, 960, 960, 480))
	if err != nil {
		return err
	}
	coarse, err := measure(true, step.BDF2, steps)
	if err != nil {
		return err
	}
	e.Show("", "with internal friction, 1/120 s: frequency", "Hz", coarse.hertz)
	e.Check("", "with internal friction, 1/120 s: damping ratio", "1", fine.ratio, coarse.ratio, .02)
	return nil
}

// motionEnergy returns the kinetic energy, and that plus the potential of the weight [J].
func motionEnergy(m *cloth.Model, st *cloth.State) (kinetic, all float64) {
	for i, mass := range m.Mass {
		kinetic += mass / 2 * r3.Norm2(st.V[i])
		all += mass * 9.81 * st.X[i].Y
	}
	return kinetic, all + kinetic
}

func secondOrderImpacts(e *Env) error {
	felt, err := shippedFabric("felt")
	if err != nil {
		return err
	}
	loose := elasticOnly(felt, false) // mass points
	for _, c := range []*cloth.Component{&loose.Warp, &loose.Weft, &loose.Shear, &loose.BendWarp, &loose.BendWeft} {
		c.Elastic = law.Scaled(c.Elastic, 1e-9)
	}
	corner := []step.Collider{{Normal: r3.Vec{Y: 1}}, {Point: r3.Vec{X: .07}, Normal: r3.Vec{X: -1}}}
	for _, steps := range Pick(e, []int{60, 97, 120, 240}, []int{97, 240}, []int{120}) {
		h := 1 / float64(steps)
		for _, c := range []struct {
			name   string
			fabric cloth.Fabric
			speed  float64 // along the ground [m/s]
			height float64 // [m]
			bodies []step.Collider
		}{
			{"falls flat", airless(felt), 0, .1037, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}},
			{"hits a wall at .3 m/s", loose, .3, .00395, corner},
			{"hits a wall at 2 m/s", loose, 2, .00395, corner},
		} {
			s := RectSheet(Right, SheetBox{U1: .05, V1: .04}, 4, 4)
			p := s.Part(c.fabric, LevelPlace)
			for i := range p.X {
				p.X[i].Y = c.height
			}
			r, err := e.Sim(p, c.bodies, bdf2(e.Tol(1e-7, 1e-6), h))
			if err != nil {
				return err
			}
			st, err := r.State()
			if err != nil {
				return err
			}
			if c.speed > 0 {
				if err := r.Steps(steps/6, h); err != nil { // leaves an old contact
					return err
				}
				if st, err = r.State(); err != nil {
					return err
				}
				for i := range st.V {
					st.V[i].X = c.speed
				}
				if err := r.SetState(st); err != nil {
					return err
				}
			}
			_, last := motionEnergy(r.Model, st)
			came, back, rose, most := c.speed, 0., 0., 0.
			for range steps / 2 {
				if err := r.Steps(1, h); err != nil {
					return err
				}
				if st, err = r.State(); err != nil {
					return err
				}
				for _, v := range st.V {
					came, back = max(came, -v.Y), max(back, v.Y, -v.X)
				}
				kinetic, all := motionEnergy(r.Model, st)
				most, rose = max(most, kinetic), max(rose, all-last)
				last = all
			}
			kinetic, _ := motionEnergy(r.Model, st)
			r.Close()
			what := fmt.Sprintf("%s, 1/%d s: ", c.name, steps)
			e.Bound(s.Name(), what+"speed back over that of the impact", "1", .02, back/came)
			e.Bound(s.Name(), what+"largest rise of the energy over that of the impact", "1", 1e-3, math.Max(0, rose)/most)
			e.Bound(s.Name(), what+"kinetic energy that is left", "1", 1e-4, kinetic/most)
		}
	}
	return nil
}
