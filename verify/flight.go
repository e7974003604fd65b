package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

func flightProblems() []Problem {
	const topic = "Flight"
	return []Problem{
		{
			Name: "flight", Topic: topic, Run: flight,
			What: "A tilted sheet falls in vacuum with the settings of every day: by steps from 1/24 to 1/10,000 s, of " +
				"membranes up to a million times as stiff as cotton, with edges from 5 to 1 cm.",
			Source: "exact solution of the discrete step, g h² n(n+1)/2 in n steps; no vertex leaves its place in the sheet",
		},
		{
			Name: "collision", Topic: topic, Run: collision,
			What: "Two sheets of cotton collide in empty space without friction, one of them spinning, with the settings of " +
				"every day.",
			Source: "conservation of momentum; Σ x × m(v − vₙ) = 0 in each step of backward Euler; no energy from nothing",
		},
	}
}

// stiffer returns a fabric with a membrane that is stiffer by a factor.
func stiffer(f cloth.Fabric, factor float64) cloth.Fabric {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear} {
		c.Elastic = law.Scaled(c.Elastic, factor)
	}
	return f
}

func flight(e *Env) error {
	cotton, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	turn := r3.NewRotation(.7, r3.Vec{X: 1, Y: 2, Z: -.5})
	for _, edge := range Pick(e, []float64{.05, .02, .01}, []float64{.05}, []float64{.05}) {
		s := RectSheet(Unstructured, SheetBox{U1: .2, V1: .2}, RowsFor(Unstructured, .2, edge), int(.2/edge+.5))
		for _, factor := range []float64{1, 1e3, 1e6} {
			if factor > 1e3 && edge < .02 && !e.OnCPU() {
				continue // a device cannot certify such steps, and reports insufficient precision
			}
			turned := 1e-6 // relative to the size
			if factor > 1e3 {
				turned = e.Tol(turned, 1e-4)
			}
			for _, h := range Pick(e, []float64{1. / 24, 1. / 240, 1. / 2400, 1e-4}, []float64{1. / 24, 1. / 240, 1e-4},
				[]float64{1. / 24, 1. / 240, 1e-4}) {
				p := s.Part(airless(stiffer(cotton, factor)), LevelPlace)
				for i, x := range p.X {
					p.X[i] = turn.Rotate(x)
				}
				r, err := e.Sim(p, nil, Settings())
				if err != nil {
					return err
				}
				n := min(int(.25/h+.5), 250)
				if err := r.Steps(n, h); err != nil {
					return err
				}
				st, err := r.State()
				if err != nil {
					return err
				}
				fall := 9.81 * h * h * float64(n) * float64(n+1) / 2
				var centre r3.Vec
				var most float64
				for i, x := range st.X {
					d := r3.Sub(x, r3.Add(p.X[i], r3.Vec{Y: -fall}))
					centre = r3.Add(centre, r3.Scale(r.Model.Mass[i]/r.Model.TotalMass(), d))
					most = max(most, r3.Norm(d))
				}
				r.Close()
				what := fmt.Sprintf("membrane × %g, %d steps of 1/%.0f s", factor, n, 1/h)
				e.Bound(s.Name(), what+": centre of mass off, over the fall", "1", 1e-6, r3.Norm(centre)/fall)
				e.Bound(s.Name(), what+": farthest vertex off, over the size", "1", turned, most/.2)
			}
		}
	}
	return nil
}

func collision(e *Env) error {
	cotton, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	f := airless(cotton)
	f.ClothFriction = 0
	for _, nv := range Pick(e, []int{4, 6, 8}, []int{5}, []int{4}) {
		for _, h := range Pick(e, []float64{1. / 60, 1. / 240, 1. / 2000}, []float64{1. / 240, 1. / 2000},
			[]float64{1. / 240}) {
			if err := collide(e, f, nv, h); err != nil {
				return err
			}
		}
	}
	return nil
}

// collide lets two sheets collide in flight.
func collide(e *Env, f cloth.Fabric, nv int, h float64) error {
	s := RectSheet(Unstructured, SheetBox{U1: .1, V1: .1}, nv, nv)
	tilt := r3.NewRotation(.25, r3.Vec{X: 1, Z: .7})
	low, high := s.Part(f, LevelPlace), s.Part(f, LevelPlace)
	for i, x := range high.X {
		high.X[i] = r3.Add(tilt.Rotate(x), r3.Vec{X: .02, Y: .03, Z: .01})
	}
	m, err := cloth.NewModel([]cloth.Part{low, high})
	if err != nil {
		return err
	}
	set := Settings()
	set.Gravity, set.SelfContact, set.MaxNewton = r3.Vec{}, true, 200
	st := cloth.NewState(m)
	for i := m.Parts[1].Vertices.Lo; i < len(st.V); i++ {
		st.V[i] = r3.Add(r3.Vec{X: .2, Y: -1.5}, r3.Cross(r3.Vec{X: 1, Y: 2}, st.X[i]))
	}
	sim, err := e.Backend.New(m, st, nil, set)
	if err != nil {
		return err
	}
	r := e.Running(sim, m)
	defer r.Close()
	if err := r.ResetHistory(); err != nil {
		return err
	}
	l := newLedger(m, set)
	kinetic := func(v []r3.Vec) (sum float64) {
		for i, w := range m.Mass {
			sum += w / 2 * r3.Norm2(v[i])
		}
		return sum
	}
	var p0, exchanged r3.Vec
	for i, w := range m.Mass {
		p0 = r3.Add(p0, r3.Scale(w, st.V[i]))
	}
	first := kinetic(st.V)
	var off, torque, lever, grown float64
	for range int(.06/h + .5) {
		if err := r.Steps(1, h); err != nil {
			return err
		}
		next, err := r.State()
		if err != nil {
			return err
		}
		var p, l0, low r3.Vec
		for i, w := range m.Mass {
			q := r3.Scale(w, r3.Sub(next.V[i], st.V[i]))
			p = r3.Add(p, r3.Scale(w, next.V[i]))
			l0 = r3.Add(l0, r3.Cross(next.X[i], q))
			lever += r3.Norm(next.X[i]) * r3.Norm(q)
			if i < m.Parts[1].Vertices.Lo {
				low = r3.Add(low, q)
			}
		}
		exchanged = r3.Add(exchanged, low)
		off = max(off, r3.Norm(r3.Sub(p, p0)))
		torque += r3.Norm(l0)
		elastic, _, err := l.at(l.elastic, next, h, next.X)
		if err != nil {
			return err
		}
		grown = max(grown, (kinetic(next.V)+elastic)/first-1)
		st = next.Clone()
	}
	what := fmt.Sprintf("steps of 1/%.0f s: ", 1/h)
	if !(r3.Norm(exchanged) > .1*r3.Norm(p0)) {
		return fmt.Errorf("the sheets exchanged %.3g kg m/s of %.3g: they have not met", r3.Norm(exchanged), r3.Norm(p0))
	}
	e.Bound(s.Name(), what+"momentum off, over what the sheets exchange", "1", e.Tol(1e-10, 1e-6), off/r3.Norm(exchanged))
	e.Bound(s.Name(), what+"net torque, over all there are", "1", e.Tol(1e-6, 1e-5), torque/lever)
	e.Bound(s.Name(), what+"energy of motion and strain grown by", "1", e.Tol(1e-9, 1e-6), math.Max(0, grown))
	return nil
}
