package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/report"
	"hysteron/verify/exact"
)

func bucklingProblems() []Problem {
	const topic = "Buckling"
	return []Problem{
		{
			Name: "self-buckling", Topic: topic, Run: selfBuckling,
			What: "Strips that stand upright: those too heavy bend over, and how far tells their Γ; one a little lighter " +
				"than the critical weight straightens.",
			Source: "Greenhill 1881: Γ = 7.83735 is critical; θ″ = −Γ(1−s)sin θ by shooting",
		},
		{
			Name: "euler-buckling", Topic: topic, Run: eulerBuckling,
			What: "A strip with hinged ends, pressed together: the square of its frequency falls linearly with the load and " +
				"vanishes at the critical one.",
			Source: "Euler: π²B/L²; ω² = (π/L)²·((π/L)²B − P)/ρ",
		},
		{
			Name: "lateral-buckling", Topic: topic, Run: lateralBuckling,
			What: "A cantilever on edge under its own weight and a ten-thousandth of it sideways, which the twist that " +
				"starts to buckle multiplies: how far the tip goes to the side tells the weight, and so how far that is from the " +
				"critical one.",
			Source: "Prandtl 1899: q·L³/√(EI₂C) = 12.8538 is critical, EI₂ = B·w, C = 2B·w, of a strip that may warp at the " +
				"clamp; a clamp as wide as the strip shortens its twist by 0.20094·w (Kirchhoff's plate, by Ritz; Vlasov's " +
				"theory of thin-walled beams: 0.204): 12.8538/(1 − 0.20094·w/L)³",
		},
	}
}

func selfBuckling(e *Env) error {
	const length, width, density, g = .2, .04, .15, 9.81
	law := bendingLaws[1]
	gammas := []float64{10, 9, 8.1, 7.6}
	for _, kind := range Pick(e, kinds, []MeshKind{Unstructured}, []MeshKind{Unstructured}) {
		var sizes, errs []float64
		var last string
		for _, nv := range Pick(e, []int{2, 3, 5}, []int{3}, []int{3}) {
			s, clamp, tip := ClampedSheet(kind, length, width, nv)
			last = s.Name()
			b := density * g * length * length * length / gammas[0]
			p := s.Part(law.sheet(density, 4000, b), func(q r2.Vec) r3.Vec {
				u := math.Max(0, q.X) / length
				return r3.Vec{X: .5 * length * u * u, Y: q.X * (1 - .15*u), Z: -q.Y}
			})
			HoldVertices(&p, clamp)
			var from *cloth.State
			for i, gamma := range gammas {
				set := Settings()
				set.AirDensity, set.MaxNewton, set.MaxCG, set.Tolerance = 0, 400, 20000, e.Tol(1e-8, 1e-7)
				set.Gravity = r3.Vec{Y: -g * gamma / gammas[0]}
				r, err := e.Sim(p, nil, set)
				if err != nil {
					return err
				}
				if from != nil {
					if err := r.SetState(from); err != nil {
						return err
					}
				}
				x, err := r.Settle(nil, Settling{H: 20, Still: e.Tol(1e-6, 2e-6), Most: 200})
				if err != nil {
					return fmt.Errorf("elastica of Γ = %g, %s: %w", gamma, s.Name(), err)
				}
				st, err := r.State()
				if err != nil {
					return err
				}
				from = st.Clone()
				r.Close()
				var side float64
				for _, v := range tip {
					side += x[v].X / length / float64(len(tip))
				}
				if gamma < exact.SelfBuckling {
					e.CheckAbs(last, fmt.Sprintf("side over L at Γ = %g: it straightens", gamma), "1", 0, side, .02)
					continue
				}
				seems := exact.UprightGamma(side)
				e.Check(last, fmt.Sprintf("%d across: Γ of the side %.3f·L that it goes", nv, side), "1", gamma, seems, .01)
				if i == 0 {
					sizes, errs = append(sizes, width/float64(nv)), append(errs, math.Abs(seems/gamma-1))
				}
			}
		}
		e.OrderIf(last, "Γ of the side", sizes, errs, 2, .2, 1e-4, kind != Unstructured)
	}
	return nil
}

func eulerBuckling(e *Env) error {
	fig := report.Plot{Title: "Hinged strip under pressure", X: "load over π²B/L²", Y: "frequency² over that without load"}
	for _, law := range bendingLaws {
		meshes := []MeshKind{Alternating, Equilateral}
		if law.converges() {
			meshes = e.Kinds(kinds...)
		} else if !e.OnCPU() && !e.Full {
			continue
		}
		counts := []int{4}
		if law.converges() {
			counts = e.Cells(4)
		}
		for _, kind := range meshes {
			var sizes []float64
			var errs [2][]float64
			var last string
			for _, nv := range counts {
				s, line, err := pressed(e, law, kind, nv)
				if err != nil {
					return err
				}
				// The square of the frequency falls linearly with the load and vanishes at the critical one.
				n := len(line.X) - 1
				at := line.X[n] + line.Y[n]*(line.X[n]-line.X[n-1])/(line.Y[n-1]-line.Y[n])
				if law.converges() {
					tol := .01 * 16 / float64(nv*nv)
					e.Check(s.Name(), law.name+" law: critical load over π²B/L²", "1", 1, at, tol)
					e.Check(s.Name(), law.name+" law: ω² without load over (π/L)⁴·B/ρ", "1", 1, line.Y[0], tol)
				} else {
					e.Compare(s.Name(), law.name+" law: critical load over π²B/L²", "1", law.narrow(kind), at)
				}
				sizes, last = append(sizes, s.Edge), s.Name()
				errs[0], errs[1] = append(errs[0], math.Abs(at-1)), append(errs[1], math.Abs(line.Y[0]-1))
				if nv == 4 {
					fig.Lines = append(fig.Lines, line)
				}
			}
			if len(sizes) > 1 { // the load also shortens the strip, by 0.04 %
				e.Order(last, law.name+" law: critical load", sizes, errs[0], 2, .2, 1e-3)
				e.Order(last, law.name+" law: ω² without load", sizes, errs[1], 2, .2, 1e-3)
			}
		}
	}
	fig.Lines = append(fig.Lines, report.Line{X: []float64{0, 1}, Y: []float64{1, 0}, Dashed: true})
	e.Plot(fig)
	return nil
}

// pressed returns, for a strip of nv cells across between hinges under three loads, the square of its frequency over
// that without load, over the load in π²B/L².
func pressed(e *Env, law bendingLaw, kind MeshKind, nv int) (*Sheet, report.Line, error) {
	const length, width, density, stretch, b, amplitude = .2, .04, .15, 20., 3e-5, 5e-5
	critical := math.Pi * math.Pi * b / (length * length) // load per width [N/m]
	s := RectSheet(kind, SheetBox{U1: length, V1: width}, RowsFor(kind, length, width/float64(nv)), nv)
	line := report.Line{Name: law.name + ", " + string(kind), Points: true}
	for _, load := range []float64{0, .3, .6} {
		l := math.Sqrt(1 - 2*load*critical/stretch)
		p := s.Part(law.sheet(density, stretch, b), func(q r2.Vec) r3.Vec { return r3.Vec{X: l * q.X, Z: -q.Y} })
		HoldVertices(&p, s.Where(func(q r2.Vec) bool { return q.X == 0 || q.X == length }))
		set := Settings()
		set.Gravity, set.AirDensity, set.MaxNewton, set.Tolerance = r3.Vec{}, 0, 100, e.Tol(1e-13, 2e-11)
		r, err := e.Sim(p, nil, set)
		if err != nil {
			return nil, line, err
		}
		h := .5 / (math.Pi / length * math.Sqrt(critical/density))
		a, err := swingOf(r, s, mode{r3.Vec{Y: 1}, func(q r2.Vec) float64 {
			return math.Sin(math.Pi * q.X / length)
		}}, amplitude, 0, 16, h)
		if err != nil {
			return nil, line, fmt.Errorf("%s law, %s: %w", law.name, s.Name(), err)
		}
		r.Close()
		omega := frequency(a, h)
		line.X, line.Y = append(line.X, load), append(line.Y, omega*omega*density*length*length/(math.Pi*math.Pi*critical))
	}
	return s, line, nil
}

func lateralBuckling(e *Env) error {
	// EI₂/EI₁ = 12B/(k·w²), with the stiffness k of the membrane, is 0.001. As the strip sags, the critical load rises
	// to 1/√(1 − EI₂/EI₁) times its value. The lateral deflection is below a hundredth of the length, so that the
	// post-buckling stiffness of large deflections does not count.
	const length, width, density, b, tilt, part = .5, .025, .1, 1e-5, 1e-4, .9
	const slender = 1e-3
	const stretch = 12 / slender * b / (width * width)
	if !e.OnCPU() {
		// The lateral load is 1e-7 N/m². Strains in float32 have an error of 6e-8. Times the membrane's stiffness, over
		// an edge and times the slope, that is ten times as much.
		return nil
	}
	law := bendingLaws[1]
	load := part * exact.LateralBuckling // q·L³/√(EI₂C)
	g := load * math.Sqrt2 * b / (density * length * length * length)
	const shift = exact.ClampedTwist * width / length
	expected := exact.LateralCritical(shift) / math.Sqrt(1-slender)
	for _, kind := range Pick(e, kinds, []MeshKind{Unstructured}, nil) {
		var sizes, errs []float64
		var name string
		for _, nv := range Pick(e, []int{2, 3, 5}, []int{3}, nil) {
			s, clamp, tip := ClampedSheet(kind, length, width, nv)
			p := s.Part(law.sheet(density, stretch, b), func(q r2.Vec) r3.Vec { return r3.Vec{X: q.X, Y: q.Y} })
			HoldVertices(&p, clamp)
			set := Settings()
			set.AirDensity, set.MaxNewton, set.MaxCG, set.Tolerance = 0, 200, 20000, 1e-10
			set.Gravity = r3.Vec{Y: -g, Z: tilt * g}
			r, err := e.Sim(p, nil, set)
			if err != nil {
				return err
			}
			x, err := r.Settle(nil, Settling{H: 20, Still: 1e-8, Most: 300})
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name(), err)
			}
			r.Close()
			var side float64
			for _, v := range tip {
				side += x[v].Z / length / float64(len(tip))
			}
			// The critical load is the known one times the load over that of the same deflection in the theory.
			critical := exact.LateralCritical(shift) * load / exact.LateralGamma(side/tilt, shift)
			name = s.Name()
			sizes, errs = append(sizes, width/float64(nv)), append(errs, math.Abs(critical/expected-1))
			e.Check(name, fmt.Sprintf("curvature law, %d across: critical q·L³/√(EI₂C), by %.4f·L to the side", nv, side), "1",
				expected, critical, .02)
		}
		// The expected load neglects terms of (w/L)² = 0.0025.
		e.Order(name, "curvature law, critical load", sizes, errs, 1, .2, 1e-3)
	}
	return nil
}
