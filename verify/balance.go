package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/report"
	"hysteron/step"
)

func balanceProblems() []Problem {
	const topic = "Balances"
	return []Problem{
		{
			Name: "momentum", Topic: topic, Run: momentum,
			What: "A crumpled sheet of cotton thrown into empty space keeps its momentum; its angular momentum falls by " +
				"what backward Euler takes.",
			Source: "conservation of momentum; the loss of angular momentum is of first order in h",
		},
		{
			Name: "energy", Topic: topic, Run: energyBalance,
			What: "A sheet of cotton held at two corners, one of which is pulled along, falls through air: work of gravity " +
				"and of the pins = kinetic + elastic energy + what internal friction, damping, air and the integration take. " +
				"Terms are evaluated by the reference at the backend's own states; what the fabric holds and takes is also " +
				"integrated by closed forms along the strains that the backend keeps.",
			Source: "the step's equations times the displacements Δx of the step, summed: m(v′−v)·v′ = Δ(½mv²) + ½m|v′−v|², " +
				"∇E·Δx = ΔE + (∇E·Δx − ΔE), and so on: an identity for any solution of the step; ∫σ dε of each strain, for " +
				"friction s·[aε + bε|ε|/2 − τσ]",
		},
		{
			Name: "objectivity", Topic: topic, Run: objectivity,
			What: "A moving, crumpled sheet of cotton with friction history, turned as a whole by a large angle together " +
				"with gravity and wind, moves as before, turned.",
			Source: "invariance of the laws under rotations; a sheet turned from rest feels no force",
		},
	}
}

// crumple stretches, folds and moves a sheet: it flies and turns. The friction history starts at the new state.
func crumple(r *Running) error {
	st, err := r.State()
	if err != nil {
		return err
	}
	for i, x := range r.Model.X0 {
		st.X[i] = r3.Vec{X: 1.05 * x.X, Y: .008 * math.Sin(60*x.X) * math.Cos(50*x.Z), Z: .97 * x.Z}
		st.V[i] = r3.Add(r3.Vec{X: 1, Y: .5, Z: -.2}, r3.Cross(r3.Vec{X: 1, Y: 5, Z: -2}, x))
	}
	if err := r.SetState(st); err != nil {
		return err
	}
	return r.ResetHistory()
}

func momentum(e *Env) error {
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	for _, kind := range e.Kinds(kinds...) {
		for _, nv := range Pick(e, []int{4, 8, 12}, []int{8}, []int{8}) {
			s := RectSheet(kind, SheetBox{U1: .1, V1: .08}, RowsFor(kind, .1, .08/float64(nv)), nv)
			var hs, losses []float64
			for _, n := range []int{60, 120, 240} {
				set := Settings()
				// a step solved to δ leaves a momentum of up to mass·δ/h: after 40 steps of 1/240 s mass·10⁴/s·δ
				set.Gravity, set.MaxNewton, set.MaxCG, set.Tolerance = r3.Vec{}, 200, 4000, e.Tol(1e-12, 1e-8)
				r, err := e.Sim(s.Part(airless(f), LevelPlace), nil, set)
				if err != nil {
					return err
				}
				if err := crumple(r); err != nil {
					return err
				}
				st, err := r.State()
				if err != nil {
					return err
				}
				p0, l0 := momenta(r.Model, st)
				if err := r.Steps(n/6, 1/float64(n)); err != nil {
					return err
				}
				if st, err = r.State(); err != nil {
					return err
				}
				r.Close()
				p1, l1 := momenta(r.Model, st)
				e.CheckAbs(s.Name(), fmt.Sprintf("change of momentum in 1/6 s by steps of 1/%d s, over momentum", n), "1", 0,
					r3.Norm(r3.Sub(p1, p0))/r3.Norm(p0), e.Tol(1e-8, 1e-4))
				hs, losses = append(hs, 1/float64(n)), append(losses, r3.Norm(r3.Sub(l1, l0))/r3.Norm(l0))
			}
			e.Order(s.Name(), "loss of angular momentum", hs, losses, 1, .2, 0)
		}
	}
	return nil
}

// momenta returns the momentum and the angular momentum about the centre of mass.
func momenta(m *cloth.Model, st *cloth.State) (p, l r3.Vec) {
	var c r3.Vec
	total := m.TotalMass()
	for i, w := range m.Mass {
		p = r3.Add(p, r3.Scale(w, st.V[i]))
		c = r3.Add(c, r3.Scale(w/total, st.X[i]))
	}
	for i, w := range m.Mass {
		l = r3.Add(l, r3.Cross(r3.Sub(st.X[i], c), r3.Scale(w, st.V[i])))
	}
	return p, l
}

// ledger evaluates groups of terms of the CPU reference at states of any backend, without pins.
type ledger struct {
	m                           *cloth.Model
	set                         step.Settings
	elastic, dahl, damping, air []string
}

func newLedger(m *cloth.Model, set step.Settings) *ledger {
	free := *m
	free.Pins = nil
	return &ledger{m: &free, set: set, elastic: []string{"membrane", "bending"}, dahl: []string{"dahl"},
		damping: []string{"damping"}, air: []string{"aero"}}
}

// at returns the potential of terms at x in the step of h that starts at state, and its gradient.
func (l *ledger) at(terms []string, state *cloth.State, h float64, x []r3.Vec) (energy float64, gradient []r3.Vec,
	err error) {
	s, err := cpu.New(l.m, state.Clone(), nil, l.set)
	if err != nil {
		return 0, nil, err
	}
	defer s.Close()
	list, err := cpu.TermsNamed(terms...)
	if err != nil {
		return 0, nil, err
	}
	s.SetTerms(list)
	p := cpu.NewProbe(s, h)
	gradient = p.Look(x)
	return p.Energy(x), gradient, nil
}

func dot(a, b []r3.Vec) (sum float64) {
	for i := range a {
		sum += r3.Dot(a[i], b[i])
	}
	return sum
}

// account has the energies that flowed since the start [J].
type account struct {
	time                                   float64
	gravity, pins                          float64 // input
	kinetic, elastic                       float64 // stored since the start
	friction, damping, air, integration    float64 // dissipated
	inertiaPart, elasticPart, frictionPart float64 // parts of integration
}

func (a *account) missing() float64 {
	return a.gravity + a.pins - a.kinetic - a.elastic - a.friction - a.damping - a.air - a.integration
}

// add adds the energies of the step of h from a to b, by the identities of the problem's Source.
func (l *ledger) add(sum *account, a, b *cloth.State, h float64, held []bool) error {
	m := l.m
	dx := make([]r3.Vec, len(a.X))
	for i := range dx {
		dx[i] = r3.Sub(b.X[i], a.X[i])
	}
	reaction := make([]r3.Vec, len(dx))
	for i, w := range m.Mass {
		dv := r3.Sub(r3.Scale(1/h, dx[i]), a.V[i])
		sum.kinetic += w / 2 * (r3.Norm2(b.V[i]) - r3.Norm2(a.V[i])) // the backend's velocity, not Δx/h
		sum.inertiaPart += w / 2 * r3.Norm2(dv)
		sum.gravity += w * r3.Dot(l.set.Gravity, dx[i])
		reaction[i] = r3.Sub(r3.Scale(w/h, dv), r3.Scale(w, l.set.Gravity))
	}
	e1, g, err := l.at(l.elastic, a, h, b.X)
	if err != nil {
		return err
	}
	e0, _, err := l.at(l.elastic, a, h, a.X)
	if err != nil {
		return err
	}
	sum.elastic += e1 - e0
	sum.elasticPart += dot(g, dx) - (e1 - e0)
	psi, gf, err := l.at(l.dahl, a, h, b.X)
	if err != nil {
		return err
	}
	sum.friction += psi
	sum.frictionPart += dot(gf, dx) - psi
	d, gd, err := l.at(l.damping, a, h, b.X)
	if err != nil {
		return err
	}
	sum.damping += 2 * d // stress k_d·Δε/h times Δε; the potential is half of it
	sum.frictionPart += dot(gd, dx) - 2*d
	_, ga, err := l.at(l.air, a, h, b.X)
	if err != nil {
		return err
	}
	sum.air += dot(ga, dx)
	for i := range reaction {
		if held[i] {
			f := r3.Add(r3.Add(reaction[i], g[i]), r3.Add(r3.Add(gf[i], gd[i]), ga[i]))
			sum.pins += r3.Dot(f, dx[i])
		}
	}
	sum.integration = sum.inertiaPart + sum.elasticPart + sum.frictionPart
	sum.time += h
	return nil
}

func energyBalance(e *Env) error {
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	for _, kind := range e.Kinds(kinds...) {
		for _, nv := range Pick(e, []int{4, 8, 12}, []int{8}, []int{8}) {
			if err := balance(e, f, kind, nv); err != nil {
				return err
			}
		}
	}
	return nil
}

// balance checks the energy balance of a falling sheet of nv cells across, step by step.
func balance(e *Env, f cloth.Fabric, kind MeshKind, nv int) error {
	const h, steps = 1. / 120, 36
	s := RectSheet(kind, SheetBox{U1: .2, V1: .15}, RowsFor(kind, .2, .15/float64(nv)), nv)
	p := s.Part(f, LevelPlace)
	held := make([]bool, len(p.X))
	for k, v := range s.Where(func(q r2.Vec) bool { return q.X == 0 && (q.Y == 0 || q.Y == .15) }) {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v], Velocity: r3.Vec{X: -.2 * float64(k),
			Y: .1 * float64(k)}})
		held[v] = true
	}
	set := Settings()
	set.MaxNewton, set.MaxCG, set.Tolerance = 200, 4000, e.Tol(1e-12, 1e-7)
	r, err := e.Sim(p, nil, set)
	if err != nil {
		return err
	}
	l := newLedger(r.Model, set)
	st, err := r.State()
	if err != nil {
		return err
	}
	first := st.Clone()
	last := first
	own := newStrained(r.Model)
	var sum account
	lines := make([]report.Line, 7)
	for i, name := range []string{"gravity, in", "pins, in", "kinetic", "elastic", "internal friction", "damping and air",
		"integration"} {
		lines[i].Name = name
	}
	for range steps {
		if err := r.Steps(1, h); err != nil {
			return err
		}
		if st, err = r.State(); err != nil {
			return err
		}
		now := st.Clone()
		if err := l.add(&sum, last, now, h, held); err != nil {
			return err
		}
		own.add(last, now, h)
		last = now
		for i, y := range []float64{sum.gravity, sum.pins, sum.kinetic, sum.elastic, sum.friction, sum.damping + sum.air,
			sum.integration} {
			lines[i].X, lines[i].Y = append(lines[i].X, sum.time), append(lines[i].Y, 1e3*y)
		}
	}
	r.Close()
	in := sum.gravity + math.Abs(sum.pins)
	// A balance of the reference's terms shows only that steps are solved: wrong terms would balance too. So the
	// energies of the fabric are also computed without terms.
	for _, q := range []struct {
		what      string
		own, term float64
	}{{"elastic energy at the end", own.elastic(last), sum.elastic}, {"internal friction", own.friction, sum.friction},
		{"damping", own.damping, sum.damping}} {
		e.CheckAbs(s.Name(), q.what+" of the terms − of the strains, over the input", "1", 0, (q.term-q.own)/in,
			e.Tol(1e-9, 2e-4))
	}
	e.CheckAbs(s.Name(), "input − stored − taken, over the input", "1", 0, sum.missing()/in, e.Tol(1e-9, 2e-4))
	for _, q := range []struct {
		what string
		v    float64
	}{{"internal friction", sum.friction}, {"damping", sum.damping}, {"air", sum.air}, {"integration", sum.integration}} {
		e.Show(s.Name(), q.what+" takes, of the input", "%", 100*q.v/in)
	}
	if kind == Unstructured && nv == 8 {
		e.Plot(report.Plot{Title: "Energy of a falling sheet", X: "time [s]", Y: "energy [mJ]", Lines: lines})
	}
	return nil
}

func objectivity(e *Env) error {
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	for _, kind := range Pick(e, kinds, []MeshKind{Unstructured}, []MeshKind{Unstructured}) {
		for _, nv := range Pick(e, []int{4, 8, 12}, []int{8}, []int{8}) {
			if err := turned(e, f, RectSheet(kind, SheetBox{U1: .1, V1: .08}, RowsFor(kind, .1, .08/float64(nv)),
				nv)); err != nil {
				return err
			}
		}
	}
	return nil
}

// turned compares the motion of a sheet with that of the same sheet rotated.
func turned(e *Env, f cloth.Fabric, s *Sheet) error {
	start := func(turn func(r3.Vec) r3.Vec) (*Running, error) {
		set := Settings()
		set.MaxNewton, set.MaxCG, set.Tolerance = 200, 4000, e.Tol(1e-10, 1e-7)
		set.Gravity = turn(set.Gravity)
		set.Wind.Velocity = turn(r3.Vec{X: 2, Z: 1})
		r, err := e.Sim(s.Part(f, LevelPlace), nil, set)
		if err != nil {
			return nil, err
		}
		if err := crumple(r); err != nil {
			return nil, err
		}
		st, err := r.State()
		if err != nil {
			return nil, err
		}
		for i := range st.X {
			st.X[i], st.V[i] = turn(st.X[i]), turn(st.V[i])
		}
		return r, r.SetState(st)
	}
	plain, err := start(func(v r3.Vec) r3.Vec { return v })
	if err != nil {
		return err
	}
	defer plain.Close()
	const n = 12
	if err := plain.Steps(n, 1./120); err != nil {
		return err
	}
	want, err := plain.State()
	if err != nil {
		return err
	}
	for _, q := range []struct {
		degrees float64
		axis    r3.Vec
	}{{90, r3.Vec{X: 1}}, {180, r3.Vec{Y: 1}}, {137, r3.Vec{X: 1, Y: 2, Z: -1}}, {251, r3.Vec{X: -2, Y: .5, Z: 1}}} {
		rotation := r3.NewRotation(q.degrees*math.Pi/180, q.axis)
		r, err := start(rotation.Rotate)
		if err != nil {
			return err
		}
		if err := r.Steps(n, 1./120); err != nil {
			return err
		}
		st, err := r.State()
		if err != nil {
			return err
		}
		var off float64
		for i, x := range want.X {
			off = max(off, r3.Norm(r3.Sub(st.X[i], rotation.Rotate(x))))
		}
		e.CheckAbs(s.Name(), fmt.Sprintf("turned by %g°, after %d steps: farthest vertex off, over the size", q.degrees, n),
			"1", 0, off/.1, e.Tol(1e-6, 1e-3))

		// From rest, one very short step gives the forces, as in stvk-forces.
		const h = 1e-7
		rest := cloth.NewState(r.Model)
		for i, x := range r.Model.X0 {
			rest.X[i] = rotation.Rotate(x)
		}
		r.Close()
		set := Settings()
		set.Gravity, set.AirDensity, set.Tolerance, set.MaxNewton = r3.Vec{}, 0, 1e-18, 4
		if r, err = e.Sim(s.Part(f, LevelPlace), nil, set); err != nil {
			return err
		}
		if err := r.SetState(rest); err != nil {
			return err
		}
		if err := r.ResetHistory(); err != nil {
			return err
		}
		if _, err := r.Step(h); err != nil {
			return err
		}
		if st, err = r.State(); err != nil {
			return err
		}
		r.Close()
		var force float64
		for i, v := range st.V {
			force = max(force, r.Model.Mass[i]*r3.Norm(v)/h)
		}
		e.CheckAbs(s.Name(), fmt.Sprintf("turned by %g° from rest: largest force over k1 × edge", q.degrees), "1", 0,
			force/(f.Warp.Spring().K1*s.Edge), e.Tol(1e-13, 1e-5))
	}
	return nil
}
