package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/law"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/step"
	"hysteron/verify/exact"
)

func yarnProblems() []Problem {
	const topic = "Laws of yarns, curves, and shapes at rest"
	return []Problem{
		{
			Name: "stribeck", Topic: topic, Run: stribeckSheet,
			What: "A sheet of worsted is sheared alike everywhere, through its peak of friction, reversals and steady loops.",
			Source: "the difference of two closed solutions of Dahl's law, of its peak, plateau and loops (Ngo Ngoc and " +
				"Boivin 2004, eq. 2)",
		},
		{
			Name: "hanging-yarns", Topic: topic, Run: hangingYarns,
			What: "A strip hangs from its end, so heavy that its yarns are pulled through all of their law: where its other " +
				"end comes to rest.",
			Source: "the sum over rows of the stretch at which the nominal force of the law is the weight below",
		},
		{
			Name: "rest-curvature", Topic: topic, Run: restCurvature,
			What: "A strip whose fabric rests at a curvature K along the warp, clamped flat at one end, comes to rest: how " +
				"far its end is from that of an arc, over its length.",
			Source: "an arc that leaves the clamp along it: sin(KL)/K out and (1 − cos KL)/K up; second order in the edge",
		},
	}
}

func stribeckSheet(e *Env) error {
	f, err := scenes.LoadFabric("worsted")
	if err != nil {
		return err
	}
	l, ok := f.Shear.Friction.(law.Stribeck)
	if !ok {
		return fmt.Errorf("worsted has no friction with a peak: expected one of shear")
	}
	s := RectSheet(Equilateral, SheetBox{U1: .04, V1: .04}, RowsFor(Equilateral, .04, .01), 4)
	r, move, err := held(e, f, s)
	if err != nil {
		return err
	}
	defer r.Close()
	fast, slow := exact.Dahl{A: l.F1, Tau: l.Eps1}, exact.Dahl{A: l.F2, Tau: l.Eps2}
	var eps, wantFast, wantSlow, worst, peak float64
	var x, y []float64
	to := func(next float64) (stress float64, err error) {
		wantFast, wantSlow, eps = fast.To(eps, wantFast, next), slow.To(eps, wantSlow, next), next
		st, err := move(func(q r2.Vec) r3.Vec {
			return r3.Vec{X: q.X + next*q.Y, Z: -math.Sqrt(1-next*next) * q.Y}
		})
		if err != nil {
			return 0, err
		}
		for t := range r.Model.Tri {
			stress = st.FrictionStress(r.Model, cloth.Triangles, t, 2)
			worst = max(worst, math.Abs(stress-(wantFast-wantSlow))/l.F1)
		}
		x, y = append(x, next), append(y, stress)
		return stress, nil
	}
	eta := l.Eps1 / l.Eps2
	at := l.Eps1 / (1 - eta) * math.Log(l.F1/(eta*l.F2))
	for _, next := range []float64{.3 * at, at, 3 * at, .5, .45, .452, .3, -.1, .5} {
		stress, err := to(next)
		if err != nil {
			return err
		}
		switch next {
		case at:
			peak = stress
		case .5:
			if len(x) == 4 {
				e.Check(s.Name(), "plateau f₁ − f₂", "N/m", l.F1-l.F2, stress, e.Tol(1e-9, 1e-5))
			}
		}
	}
	e.Check(s.Name(), "peak from rest", "N/m", l.F1*(1-math.Exp(-at/l.Eps1))-l.F2*(1-math.Exp(-at/l.Eps2)), peak,
		e.Tol(1e-9, 1e-4))
	e.CheckAbs(s.Name(), "largest error of the stress in any triangle, over f₁", "1", 0, worst,
		e.Tol(1e-9, 4*0x1p-24/l.Eps1))
	// A steady loop, by the trapezoidal rule.
	low, high, n := .1, .1+5*l.Eps2, Pick(e, 200, 60, 30)
	var area float64
	for lap := range 4 {
		area = 0
		for i := range 2 * n {
			w := float64(i+1) / float64(n)
			if w > 1 {
				w = 2 - w
			}
			from, before := eps, wantFast-wantSlow
			if len(y) > 0 {
				before = y[len(y)-1]
			}
			stress, err := to(low + (high-low)*w)
			if err != nil {
				return err
			}
			area += (stress + before) / 2 * (eps - from)
		}
		if lap == 2 {
			x, y = x[len(x)-1:], y[len(y)-1:]
		}
	}
	e.Check(s.Name(), "area of a steady loop of 5ε₂", "J/m²", fast.Loop(low, high)-slow.Loop(low, high), area,
		Pick(e, .002, .03, .1))
	e.Plot(report.Plot{Title: "Friction of shear with a peak", X: "γ", Y: "stress [N/m]",
		Lines: []report.Line{{Name: "worsted", X: x, Y: y}}})
	return nil
}

func hangingYarns(e *Env) error {
	const length, width, g = .24, .06, 500.
	curve := func(l law.Curve) exact.StiffnessCurve {
		c := exact.StiffnessCurve{Low: l.Low, High: l.High}
		for _, k := range []float64{l.K1, l.K2, l.K3, l.K4, l.K5} {
			if k >= 0 {
				c.K = append(c.K, k)
			}
		}
		return c
	}
	for i, q := range []struct {
		fabric string
		weft   bool
		reach  float64 // elongation at the upper end
	}{{"acrylic-twill", false, .13}, {"acrylic-twill", true, .05}, {"stretch-denim", true, .25},
		{"balanced-knit", false, .4}} {
		if !e.Full && !e.OnCPU() && i%3 != 0 {
			continue // kernels are compiled for each
		}
		f, err := scenes.LoadFabric(q.fabric)
		if err != nil {
			return err
		}
		elastic, name := f.Warp.Elastic, q.fabric+", warp"
		if q.weft {
			elastic, name = f.Weft.Elastic, q.fabric+", weft"
		}
		var force func(l float64) float64
		switch l := elastic.(type) {
		case law.Traction:
			t := exact.Traction{K: l.K, F1: l.F1, Eps1: l.Eps1, Eps1Primed: l.Eps1P}
			force = func(l float64) float64 { return t.Force(l - 1) }
		case law.Soft:
			c := curve(law.Curve(l))
			force = func(l float64) float64 { return c.At(l-1) * (l - 1) }
		case law.Curve:
			c := curve(l)
			force = func(l float64) float64 { e := (l*l - 1) / 2; return c.At(e) * e * l }
		default:
			return fmt.Errorf("%s: law %q: expected one of yarns or a curve", name, law.Of(elastic).Name)
		}
		k := cloth.Component{Elastic: law.Elastic{K1: 100}}
		bend := cloth.Component{Elastic: law.Elastic{K1: 1e-5}}
		density := force(1+q.reach) / (g * length)
		sheet := cloth.Fabric{Density: density, Warp: cloth.Component{Elastic: elastic}, Weft: k, Shear: k, BendWarp: bend,
			BendWeft: bend, Bending: cloth.CurvatureBending}
		for _, n := range Pick(e, []int{8, 16, 32}, []int{12}, []int{8}) {
			s := RectSheet(Right, SheetBox{U1: length, V1: width}, n, n/4)
			p := s.Part(sheet, LevelPlace)
			HoldVertices(&p, s.Where(func(q r2.Vec) bool { return q.X == 0 }))
			for i := range p.Pins {
				p.Pins[i].Release = 1e9
			}
			set := Settings()
			set.Gravity, set.AirDensity = r3.Vec{X: g}, 0
			set.Tolerance, set.MaxNewton = cpu.StaticTolerance(e.Backend.Name()), 100
			r, err := e.Sim(p, nil, set)
			if err != nil {
				return err
			}
			weight := density * g * length * width
			got, err := cpu.Settle(r.Sim, r.Model, nil, set, cpu.StaticsOptions{Residual: weight * e.Tol(1e-9, 2e-5),
				Steps: 200})
			if err == nil && got.NotAtRest != nil {
				err = fmt.Errorf("%s: %.3g N left of a weight of %.3g N after %d steps", name, got.Residual, weight, got.Steps)
			}
			var x []r3.Vec
			if err == nil {
				x = make([]r3.Vec, len(p.X))
				err = r.Positions(x)
			}
			r.Close()
			if err != nil {
				return err
			}
			var end, want float64
			tip := s.Where(func(q r2.Vec) bool { return q.X > length-1e-9 })
			for _, v := range tip {
				end += x[v].X / float64(len(tip))
			}
			h := length / float64(n)
			for i := range n {
				want += h * exact.Stretch(force, density*g*(length-(float64(i)+.5)*h))
			}
			e.Check(s.Name(), name+": where the end is", "m", want, end, 5e-4)
		}
	}
	return nil
}

func restCurvature(e *Env) error {
	const length, width, curvature = .12, .03, 12.
	want := r3.Vec{X: math.Sin(curvature*length) / curvature, Y: (1 - math.Cos(curvature*length)) / curvature}
	for _, bending := range []cloth.BendingLaw{cloth.HingeBending, cloth.CurvatureBending} {
		name := [...]string{"single hinges", "curvature law"}[bending]
		for _, kind := range e.Kinds(Equilateral, Alternating) {
			var sizes, errs []float64
			var last string
			for _, nv := range []int{1, 2, 4} {
				// Rounding of single precision leaves forces of μ·edge/2²⁴; the strip's stiffness is 3k = 3e-4 N·m.
				f := cloth.Isotropic(.15, 0, 50, 1e-4)
				f.Bending, f.RestWarp = bending, curvature
				s, clamp, tip := ClampedSheet(kind, length, width, nv)
				p := s.Part(f, LevelPlace)
				HoldVertices(&p, clamp)
				set := Settings()
				set.Gravity, set.AirDensity = r3.Vec{}, 0
				set.Tolerance, set.MaxNewton = cpu.StaticTolerance(e.Backend.Name()), 100
				x, err := atRest(e, p, set, e.Tol(1e-8, 2e-7))
				if err != nil {
					return err
				}
				var end r3.Vec
				for _, v := range tip {
					end = r3.Add(end, r3.Scale(1/float64(len(tip)), x[v]))
				}
				off := math.Hypot(end.X-want.X, end.Y-want.Y) / length
				sizes = append(sizes, length/float64(RowsFor(kind, length, s.Edge)))
				errs, last = append(errs, off), s.Name()
			}
			e.Bound(last, name+": the end is off by", "L", 1e-3, errs[len(errs)-1])
			e.Order(last, name+": the end", sizes, errs, 2, .2, 0)
		}
	}
	return nil
}

// atRest returns the rest positions of a part's vertices, with a force of at most residual on each [N].
func atRest(e *Env, p cloth.Part, set step.Settings, residual float64) ([]r3.Vec, error) {
	r, err := e.Sim(p, nil, set)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	got, err := cpu.Settle(r.Sim, r.Model, nil, set, cpu.StaticsOptions{Residual: residual, Steps: 300})
	if err != nil {
		return nil, err
	}
	if got.NotAtRest != nil {
		return nil, fmt.Errorf("%.3g N left after %d steps", got.Residual, got.Steps)
	}
	x := make([]r3.Vec, len(p.X))
	return x, r.Positions(x)
}
