package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/report"
	"hysteron/verify/exact"
)

func stringProblems() []Problem {
	const topic = "Strips and chains"
	return []Problem{
		{
			Name: "oscillator", Topic: topic, Run: oscillator,
			What:   "A stretched strip with one free row of vertices swings a hair's breadth to the side.",
			Source: "backward Euler's own solution xₙ = x₀·Re(1 + iωh)^{−n}, with ω² = 8kE/(ρL₀²) of the one row",
		},
		{
			Name: "damped-oscillator", Topic: topic, Run: dampedOscillator,
			What: "The same row swings along the strip, whose warp is damped.",
			Source: "backward Euler's own solution xₙ(1 + γh + ω²h²) = xₙ₋₁(2 + γh) − xₙ₋₂, with ω² = 4k(3l²−1)/(ρL₀²), γ = " +
				"8k·d·l²/(ρL₀²)",
		},
		{
			Name: "strip-frequencies", Topic: topic, Run: stripFrequencies,
			What: "First frequencies of a strip that is stretched to l = 1.1 and held at both ends, from the second " +
				"differences of its mode's amplitude over time, which tell ω without the damping of backward Euler.",
			Source: "transverse f = √(kE/ρ₀)/(2L₀), longitudinal f = √(k(3l²−1)/(2ρ₀))/(2L₀); linear elements are of second " +
				"order",
		},
		{
			Name: "hanging-chain", Topic: topic, Run: hangingChain,
			What:   "First frequency of a strip without stiffness against bending that hangs from one end.",
			Source: "ω = (j₀/2)·√(g/L), j₀ the first zero of the Bessel function J₀: 1.202413·√(g/L)",
		},
		{
			Name: "catenary", Topic: topic, Run: catenary,
			What: "Sag of a strip without stiffness against bending between two points of one height.",
			Source: "catenary: length/span = sinh(c)/c, sag/span = (cosh(c) − 1)/(2c), which is 0.292344, 0.502633 and " +
				"0.796388 for length/span 1.2, 1.5 and 2; and that of an elastic string, here longer by 0.1 %",
		},
	}
}

// kinds are the meshes of the problems.
var kinds = []MeshKind{Right, Alternating, Unstructured}

// stringFabric returns a fabric without bending stiffness and without coupling of warp and weft.
func stringFabric(k float64) cloth.Fabric {
	c := cloth.Component{Elastic: law.Elastic{K1: k}}
	return cloth.Fabric{Name: "string", Density: .15, Warp: c, Weft: c,
		Shear: cloth.Component{Elastic: law.Elastic{K1: k / 2}}}
}

// heldStrip returns a strip of nu × nv cells held at both ends, or only at u = 0.
func heldStrip(kind MeshKind, length, width float64, nu, nv int, f cloth.Fabric, place func(r2.Vec) r3.Vec,
	both bool) (*Sheet, cloth.Part) {
	s := RectSheet(kind, SheetBox{U1: length, V1: width}, nu, nv)
	p := s.Part(f, place)
	HoldVertices(&p, s.Where(func(q r2.Vec) bool { return q.X == 0 || both && q.X == length }))
	return s, p
}

// mode is a vibration mode with displacements in the direction dir, times shape(u), from the rest state.
type mode struct {
	dir   r3.Vec
	shape func(q r2.Vec) float64
}

// swingOf displaces the strip by amplitude a and returns the amplitudes of n steps of h, the start first.
func swingOf(r *Running, s *Sheet, q mode, a float64, velocity float64, n int, h float64) ([]float64, error) {
	st, err := r.State()
	if err != nil {
		return nil, err
	}
	from := append([]r3.Vec(nil), st.X...)
	for i := range st.X {
		st.X[i] = r3.Add(st.X[i], r3.Scale(a*q.shape(s.UV[i]), q.dir))
		st.V[i] = r3.Scale(velocity*q.shape(s.UV[i]), q.dir)
	}
	if err := r.SetState(st); err != nil {
		return nil, err
	}
	if err := r.ResetHistory(); err != nil { // strain rates start here
		return nil, err
	}
	var sum float64
	for i, m := range r.Model.Mass {
		sum += m * q.shape(s.UV[i]) * q.shape(s.UV[i])
	}
	list := []float64{a}
	for range n {
		if err := r.Steps(1, h); err != nil {
			return nil, err
		}
		if st, err = r.State(); err != nil {
			return nil, err
		}
		var at float64
		for i, m := range r.Model.Mass {
			at += m * q.shape(s.UV[i]) * r3.Dot(q.dir, r3.Sub(st.X[i], from[i])) / sum
		}
		list = append(list, at)
	}
	return list, nil
}

// frequency returns ω [1/s] of a series a_n(1 + ω²h²) = 2a_{n−1} − a_{n−2} by least squares, started from rest.
func frequency(a []float64, h float64) float64 {
	var num, den float64
	for n := 1; n < len(a); n++ {
		before := a[max(0, n-2)]
		num += a[n] * (2*a[n-1] - before)
		den += a[n] * a[n]
	}
	return math.Sqrt(num/den-1) / h
}

// oscillator compares the oscillation of a row that moves as one with backward Euler's own solution. On meshes with
// other diagonals, vertices of a row have different frequencies.
func oscillator(e *Env) error {
	const k, length, l, h, amplitude = 100., .2, 1.1, 1. / 200, 1e-5
	f := stringFabric(k)
	tension := k * (l*l - 1) / 2
	omega := math.Sqrt(8 * tension / (f.Density * length * length))
	for _, nv := range []int{1, 2, 4} {
		s, p := heldStrip(Right, length, .05, 2, nv, f, func(q r2.Vec) r3.Vec { return r3.Vec{X: l * q.X, Z: -q.Y} }, true)
		set := Settings()
		set.Gravity, set.AirDensity, set.Tolerance = r3.Vec{}, 0, e.Tol(1e-15, 1e-10)
		r, err := e.Sim(p, nil, set)
		if err != nil {
			return err
		}
		z := 1 / complex(1, omega*h)
		v0 := amplitude * (1 - real(1/z)) / h
		shape := func(q r2.Vec) float64 {
			if q.X == 0 || q.X == length {
				return 0
			}
			return 1
		}
		got, err := swingOf(r, s, mode{r3.Vec{Y: 1}, shape}, amplitude, v0, 60, h)
		if err != nil {
			return err
		}
		r.Close()
		var worst float64
		zn := complex(1, 0)
		for _, a := range got {
			worst = math.Max(worst, math.Abs(a/amplitude-real(zn)))
			zn *= z
		}
		e.CheckAbs(s.Name(), fmt.Sprintf("%d steps, ωh = %.3g: largest error over the amplitude", len(got)-1, omega*h), "1",
			0, worst, e.Tol(1e-6, 1e-3))
	}
	return nil
}

func dampedOscillator(e *Env) error {
	const k, length, l, h = 100., .2, 1.1, 1. / 2000
	amplitude := e.Tol(1e-5, 1e-4) // float32 needs larger strains
	f := stringFabric(k)
	omega := math.Sqrt(4 * k * (3*l*l - 1) / (f.Density * length * length))
	for _, ratio := range []float64{.1, .5, 2} { // γ/ω
		d := ratio * omega * f.Density * length * length / (8 * k * l * l)
		f.Warp.Damping = law.Damping{Ratio: d}
		s, p := heldStrip(Right, length, .05, 2, 2, f, func(q r2.Vec) r3.Vec { return r3.Vec{X: l * q.X, Z: -q.Y} }, true)
		set := Settings()
		set.Gravity, set.AirDensity, set.Tolerance = r3.Vec{}, 0, AtStep(e.Tol(1e-15, 1e-9), h)
		r, err := e.Sim(p, nil, set)
		if err != nil {
			return err
		}
		shape := func(q r2.Vec) float64 {
			if q.X == 0 || q.X == length {
				return 0
			}
			return 1
		}
		got, err := swingOf(r, s, mode{r3.Vec{X: 1}, shape}, amplitude, 0, 60, h)
		if err != nil {
			return err
		}
		r.Close()
		var worst float64
		g, w := ratio*omega*h, omega*omega*h*h
		last, now := 1., 1.
		for _, a := range got[1:] {
			last, now = now, (now*(2+g)-last)/(1+g+w)
			worst = math.Max(worst, math.Abs(a/amplitude-now))
		}
		e.CheckAbs(s.Name(), fmt.Sprintf("%d steps, γ = %g ω: largest error over the amplitude", len(got)-1, ratio), "1", 0,
			worst, e.Tol(1e-6, 2e-3))
	}
	return nil
}

func stripFrequencies(e *Env) error {
	const k, length, width, l = 100., .2, .04, 1.1
	f := stringFabric(k)
	speeds := [2]float64{math.Sqrt(k * (l*l - 1) / 2 / f.Density), math.Sqrt(k * (3*l*l - 1) / 2 / f.Density)}
	counts := []int{2, 4, 8}
	fig := report.Plot{Title: "Frequencies of a stretched strip", X: "mesh size [m]", Y: "relative error", LogX: true,
		LogY: true}
	for w, what := range [2]string{"transverse", "longitudinal"} {
		want := speeds[w] / (2 * length)
		dir := [2]r3.Vec{{Y: 1}, {X: 1}}[w]
		for _, kind := range kinds {
			var sizes, errs []float64
			var last *Sheet
			for _, nv := range counts {
				n := RowsFor(kind, length, width/float64(nv))
				s, p := heldStrip(kind, length, width, n, nv, f, func(q r2.Vec) r3.Vec { return r3.Vec{X: l * q.X, Z: -q.Y} }, true)
				set := Settings()
				h := .3 / (2 * math.Pi * want)
				set.Gravity, set.AirDensity, set.Tolerance = r3.Vec{}, 0, AtStep(e.Tol(1e-13, 1e-9), h)
				r, err := e.Sim(p, nil, set)
				if err != nil {
					return err
				}
				a, err := swingOf(r, s, mode{dir, func(q r2.Vec) float64 {
					return math.Sin(math.Pi * q.X / length)
				}}, 2e-4, 0, 24, h)
				if err != nil {
					return err
				}
				r.Close()
				got := frequency(a, h) / (2 * math.Pi)
				sizes, errs, last = append(sizes, s.Edge), append(errs, math.Abs(got/want-1)), s
				if nv == counts[len(counts)-1] {
					e.Check(s.Name(), what, "Hz", want, got, .005)
				}
			}
			e.Order(last.Name(), what, sizes, errs, 2, .2, e.Tol(1e-6, 1e-4))
			fig.Lines = append(fig.Lines, report.Line{Name: what + ", " + string(kind), X: sizes, Y: errs})
		}
	}
	fig.Lines = append(fig.Lines, report.Line{Name: "second order", X: fig.Lines[0].X, Y: scaled(fig.Lines[0].X, 2,
		.6*fig.Lines[0].Y[0]), Dashed: true})
	e.Plot(fig)
	return nil
}

func hangingChain(e *Env) error {
	const k, length, width, g = 1e4, .5, .05, 9.81
	f := stringFabric(k)
	want := exact.J0Zero / 2 * math.Sqrt(g/length)
	for _, kind := range e.Kinds(Right, Alternating, Equilateral) {
		var sizes, errs []float64
		var last *Sheet
		for _, n := range []int{8, 16, 32} {
			s, p := heldStrip(kind, length, width, n, 2, f, func(q r2.Vec) r3.Vec { return r3.Vec{Y: -q.X, Z: -q.Y} }, false)
			set := Settings()
			set.Gravity, set.AirDensity, set.MaxNewton, set.MaxCG = r3.Vec{Y: -g}, 0, 100, 5000
			set.Tolerance = e.Tol(1e-10, 1e-8)
			r, err := e.Sim(p, nil, set)
			if err != nil {
				return err
			}
			const h = .02
			shape := func(q r2.Vec) float64 { return math.J0(exact.J0Zero * math.Sqrt(1-q.X/length)) }
			// First the weight stretches it, by a small amount.
			if _, err := r.Settle(nil, Settling{H: 1, Still: e.Tol(1e-10, 1e-7), Most: 20}); err != nil {
				return err
			}
			if err := r.Still(); err != nil {
				return err
			}
			a, err := swingOf(r, s, mode{r3.Vec{X: 1}, shape}, 2e-3, 0, 60, h)
			if err != nil {
				return err
			}
			r.Close()
			got := frequency(a, h)
			sizes, errs, last = append(sizes, length/float64(n)), append(errs, math.Abs(got/want-1)), s
			if n == 32 {
				e.Check(s.Name(), "ω", "1/s", want, got, .005)
			}
		}
		e.Order(last.Name(), "ω", sizes, errs, 2, .2, e.Tol(1e-5, 3e-4))
	}
	return nil
}

func catenary(e *Env) error {
	const k, length, width = 1e3, .5, .02 // no stiffer, for float32: the answer includes the stretch of the string
	f := stringFabric(k)
	fig := report.Plot{Title: "Catenaries", X: "x [m]", Y: "y [m]", Square: true}
	ratios := []float64{1.2, 1.5, 2}
	if !e.OnCPU() && !e.Full {
		ratios = ratios[1:2]
	}
	for _, ratio := range ratios {
		c := exact.Root(func(c float64) float64 { return math.Sinh(c)/c - ratio }, 1e-3, 10)
		span := length / ratio
		want := exact.Catenary(ratio, f.Density*9.81*length/k)
		for _, kind := range e.Kinds(Right, Alternating, Equilateral) {
			var sizes, errs []float64
			var last *Sheet
			for _, n := range []int{8, 16, 32} {
				if n < 32 && ratio != 1.5 && !e.Full {
					continue
				}
				// The start has the right ends and about the right length: a parabola.
				place := func(q r2.Vec) r3.Vec {
					t := 2*q.X/length - 1
					return r3.Vec{X: span / 2 * t, Y: -want * span * (1 - t*t), Z: -q.Y}
				}
				s, p := heldStrip(kind, length, width, n, 1, f, place, true)
				set := Settings()
				set.AirDensity, set.Tolerance, set.MaxNewton, set.MaxCG = 0, e.Tol(1e-9, 2e-6), 200, 5000
				r, err := e.Sim(p, nil, set)
				if err != nil {
					return err
				}
				x, err := r.Settle(nil, Settling{H: e.Tol(1, .3), Still: e.Tol(1e-8, 1e-5), Most: 100})
				if err != nil {
					return fmt.Errorf("length/span %g, %s: %w", ratio, s.Name(), err)
				}
				r.Close()
				var low, count float64 // mean of the middle row
				line := report.Line{Name: fmt.Sprintf("length/span %g", ratio), Points: true}
				for i, q := range x {
					if s.UV[i].X == length/2 {
						low, count = low+q.Y, count+1
					}
					if s.UV[i].Y == 0 {
						line.X, line.Y = append(line.X, q.X), append(line.Y, q.Y)
					}
				}
				got := -low / count / span
				sizes, errs, last = append(sizes, length/float64(n)), append(errs, math.Abs(got/want-1)), s
				if n == 32 {
					e.Check(s.Name(), fmt.Sprintf("sag/span for length/span %g", ratio), "1", want, got, .005)
					if kind == Equilateral {
						curve := report.Line{Dashed: true}
						for i := range 101 {
							q := span / c / 2 * c * (float64(i)/50 - 1)
							curve.X = append(curve.X, q)
							curve.Y = append(curve.Y, span/(2*c)*(math.Cosh(2*c*q/span)-math.Cosh(c)))
						}
						fig.Lines = append(fig.Lines, line, curve)
					}
				}
			}
			if len(errs) > 1 {
				e.Order(last.Name(), "sag", sizes, errs, 2, .15, 0)
			}
		}
	}
	e.Plot(fig)
	return nil
}
