// Problems of explicit integrators: recurrences, limits and energies.

package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// explicitProblems lists the problems of explicit integrators.
func explicitProblems() []Problem {
	const topic = "Motion"
	return []Problem{
		{
			Name: "explicit-spring", Topic: topic, Run: explicitSpring,
			What: "Two free masses with a spring and a damper between them, by symplectic and by forward Euler.",
			Source: "the recurrences z² − (2 − ω²h² − 2ζωh)z + 1 − 2ζωh, and x + hv, v − h(ω²x + 2ζωv), whose energy without " +
				"damping grows by 1 + ω²h² in each step",
		},
		{
			Name: "explicit-limit", Topic: topic, Run: explicitLimit,
			What: "A sheet of springs along its warp, by symplectic Euler a hundredth below and beyond its longest stable " +
				"step.",
			Source: "h = 2/ω of the fastest motion, which is at corners of a third of a rim's mass: ω² = 4.5 k/(ρ l²); beyond " +
				"it the motion grows by |z| in each step",
		},
	}
}

// threads returns a sheet with springs along the warp alone (the other stiffnesses are 1e-14), without gravity and air.
func threads(e *Env, s *Sheet, k, density, tau float64, integrator string) (*Running, error) {
	of := func(k float64) cloth.Component {
		return cloth.Component{Elastic: law.Elastic{K1: k}, Damping: law.Damping{Ratio: tau}}
	}
	f := cloth.Fabric{Name: "threads", Density: density, Stretch: cloth.SpringStretch, Warp: of(k), Weft: of(1e-14),
		Shear: of(1e-14), Second: of(0)}
	set := Settings()
	set.Gravity, set.AirDensity, set.Integrator = r3.Vec{}, 0, integrator
	return e.Sim(s.Part(f, LevelPlace), nil, set)
}

func explicitSpring(e *Env) error {
	const k, density, l = 40., 0.2, 0.02
	s := RectSheet(Right, SheetBox{U1: l, V1: l}, 1, 1)
	// corners have a third and a sixth of the sheet's mass, for both springs
	omega := math.Sqrt(k / 2 / (density * l * l / 9))
	for _, q := range []struct {
		integrator string
		zeta, turn float64 // ωh
	}{{step.Symplectic, 0, .2}, {step.Symplectic, 0, 1.9}, {step.Symplectic, .5, 1.2}, {step.Forward, 0, .1},
		{step.Forward, .5, .8}} {
		h, rate := q.turn/omega, 2*q.zeta*omega
		r, err := threads(e, s, k, density, rate/(omega*omega), q.integrator)
		if err != nil {
			return err
		}
		defer r.Close()
		st, err := r.State()
		if err != nil {
			return err
		}
		st = st.Clone()
		x0 := .1 * l
		var springs [][2]int
		for i, a := range r.Model.X0 {
			for j, b := range r.Model.X0 {
				if a.Z == b.Z && a.X < b.X {
					springs = append(springs, [2]int{i, j})
				}
			}
		}
		for i, at := range st.X {
			if at.X > l/2 { // both springs oscillate about their middles
				st.X[i].X += x0
			}
		}
		if err := r.SetState(st); err != nil {
			return err
		}
		if err := r.ResetHistory(); err != nil {
			return err
		}
		last, x, v := x0, x0, 0.
		worst, energy := 0., 0.
		const n = 40
		for k := range n {
			if err := r.Steps(1, h); err != nil {
				return err
			}
			if q.integrator == step.Forward {
				x, v = x+h*v, v-h*(omega*omega*x+rate*v)
			} else if a, b := q.turn*q.turn, h*rate; k > 0 {
				last, x = x, (2-a-b)*x-(1-b)*last
			}
			now, err := r.State()
			if err != nil {
				return err
			}
			for _, t := range springs {
				way, speed := r3.Norm(r3.Sub(now.X[t[1]], now.X[t[0]]))-l, r3.Sub(now.V[t[1]], now.V[t[0]]).X
				worst = math.Max(worst, math.Abs(way-x)/x0)
				energy = (speed*speed + omega*omega*way*way) / (omega * omega * x0 * x0)
			}
		}
		e.Bound(s.Name(), fmt.Sprintf("%s, ζ = %g, ωh = %g: farthest off in %d steps, of the amplitude", q.integrator, q.zeta,
			q.turn, n), "1", e.Tol(1e-11, 2e-5), worst)
		if q.integrator == step.Forward && q.zeta == 0 {
			e.Check(s.Name(), "energy over that at the start", "1", math.Pow(1+q.turn*q.turn, n), energy, e.Tol(1e-9, 1e-4))
		}
	}
	return nil
}

func explicitLimit(e *Env) error {
	const k, density, l, n = 40., 0.2, 0.01, 12
	s := RectSheet(Right, SheetBox{U1: n * l, V1: 3 * l}, n, 3)
	omega := math.Sqrt(4.5*k/density) / l
	for _, share := range []float64{.99, 1.01} {
		h := share * 2 / omega
		r, err := threads(e, s, k, density, 0, step.Symplectic)
		if err != nil {
			return err
		}
		defer r.Close()
		st, err := r.State()
		if err != nil {
			return err
		}
		st = st.Clone()
		const start = 1e-5 * l
		for i, at := range st.X {
			st.X[i].X += start * math.Cos(math.Pi*math.Round(at.X/l))
		}
		if err := r.SetState(st); err != nil {
			return err
		}
		if err := r.ResetHistory(); err != nil {
			return err
		}
		far := func() (most float64, err error) {
			now, err := r.State()
			if err != nil {
				return 0, err
			}
			for i, x := range now.X {
				most = math.Max(most, r3.Norm(r3.Sub(x, r.Model.X0[i])))
			}
			return most / start, nil
		}
		if err := r.Steps(12, h); err != nil {
			return err
		}
		before, err := far()
		if err != nil {
			return err
		}
		if err := r.Steps(10, h); err != nil {
			return err
		}
		after, err := far()
		if err != nil {
			return err
		}
		if share < 1 {
			if err := r.Steps(200, h); err != nil {
				return err
			}
			if after, err = far(); err != nil {
				return err
			}
			e.Bound(s.Name(), "a hundredth below the limit: farthest way after 222 steps, of that at the start", "1", 20, after)
			continue
		}
		a := 2 * share * share // −z = a − 1 + √(a² − 2a) of z² − (2 − 4·share²)z + 1
		want := 2*share*share - 1 + math.Sqrt(a*a-2*a)
		e.Check(s.Name(), "a hundredth beyond the limit: growth in a step", "1", want, math.Pow(after/before, .1),
			e.Tol(2e-3, 1e-2))
	}
	return nil
}
