package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/verify/exact"
	"hysteron/verify/mesh"
)

func bendingProblems() []Problem {
	const topic = "Bending"
	return []Problem{
		{
			Name: "cylinder-stiffness", Topic: topic, Run: cylinderStiffness,
			What:   "Effective stiffness of a sheet bent to a cylinder, along the warp and at 45° to it, over B = 3k: from the energy of patches whose border is held on the cylinder (hinges: of three sizes, by second differences, which leave out what belongs to the border; curvature: of the triangles inside). The hinge law depends on the mesh, the curvature law does not.",
			Source: "homogenised energy of the hinges: right 1 and 3, alternating 5/6 and 4/3, equilateral 1 and 1; curvature: 1",
		},
		{
			Name: "heavy-elastica", Topic: topic, Run: heavyElastica,
			What:   "A clamped strip under its own weight, for dimensionless weights Γ = ρ_s·g·L³/B: drop of the tip. The hinge law is shown beside the strip of its mesh's stiffness (0.80, 0.80, 0.889 of B); a verdict is passed on the curvature law.",
			Source: "θ″ = −Γ(1−s)cos θ by shooting",
		},
		{
			Name: "cantilever-41.5", Topic: topic, Run: cantileverAngle,
			What:   "The strip of the cantilever test (ASTM D1388, Peirce): at Γ = 8.0042, where the bending length is 0.49991 of the overhang, the line to the tip goes down at 41.5°.",
			Source: "heavy elastica by shooting",
		},
		{
			Name: "self-buckling", Topic: topic, Run: selfBuckling,
			What:   "Strips that stand upright: those too heavy bend over, and how far tells their Γ; one a little lighter than the critical weight straightens.",
			Source: "Greenhill 1881: Γ = 7.83735 is critical; θ″ = −Γ(1−s)sin θ by shooting",
		},
		{
			Name: "euler-buckling", Topic: topic, Run: eulerBuckling,
			What:   "A strip with hinged ends, pressed together: the square of its frequency falls linearly with the load and vanishes at the critical one.",
			Source: "Euler: π²B/L²; ω² = (π/L)²·((π/L)²B − P)/ρ",
		},
		{
			Name: "lateral-buckling", Topic: topic, Run: lateralBuckling,
			What:   "A cantilever on edge under its own weight and a thousandth of it sideways: the weight at which weight over side vanishes, from two below it.",
			Source: "Prandtl 1899: q·L³/√(EI₂C) = 12.8538 for L ≫ w, EI₂ = B·w, C = 2B·w; the clamp, which keeps the strip from warping, and two cells across the width add some per cent",
		},
	}
}

// bendingLaw is a law of bending and what to expect of it.
type bendingLaw struct {
	name string
	law  cloth.BendingLaw
}

var bendingLaws = []bendingLaw{{"hinge", cloth.HingeBending}, {"curvature", cloth.CurvatureBending}}

// converges tells whether the law's stiffness is independent of the mesh.
func (l bendingLaw) converges() bool { return l.law == cloth.CurvatureBending }

// sheet is an isotropic fabric of bending stiffness B [N·m] without lateral contraction.
func (l bendingLaw) sheet(density, stretch, b float64) cloth.Fabric {
	f := cloth.Isotropic(density, 0, stretch/2, b/3)
	f.Bending = l.law
	return f
}

// narrow is the stiffness of a free narrow strip of the hinge law over B; 0: not known.
func (l bendingLaw) narrow(kind mesh.Kind) float64 {
	if l.converges() {
		return 1
	}
	return map[mesh.Kind]float64{mesh.Right: .8, mesh.Alternating: .8, mesh.Equilateral: 8. / 9}[kind]
}

func cylinderStiffness(e *Env) error {
	const edge, kappa, b = .005, 2., 3e-5
	expected := map[mesh.Kind][2]float64{mesh.Right: {1, 3}, mesh.Alternating: {5. / 6, 4. / 3}, mesh.Equilateral: {1, 1}}
	for _, law := range bendingLaws {
		for _, kind := range []mesh.Kind{mesh.Right, mesh.Alternating, mesh.Equilateral, mesh.Unstructured} {
			for k, degrees := range []float64{0, 45} {
				if !e.OnCPU() && !e.Full && (k == 1 || kind == mesh.Right || kind == mesh.Equilateral) {
					continue
				}
				var energy [3]float64
				var last *mesh.Sheet
				row := edge
				if kind == mesh.Equilateral || kind == mesh.Unstructured {
					row *= math.Sqrt(3) / 2
				}
				for i := range energy {
					n := 6 * (i + 1)
					lu, lv := row*float64(n), edge*float64(n)
					s := mesh.Rect(kind, mesh.Box{U1: lu, V1: lv}, n, n)
					sin, cos := math.Sincos(degrees * math.Pi / 180)
					p := s.Part(law.sheet(.15, 1000, b), func(q r2.Vec) r3.Vec {
						d, t := (q.X-lu/2)*cos+(q.Y-lv/2)*sin, -(q.X-lu/2)*sin+(q.Y-lv/2)*cos
						along := math.Sin(kappa*d) / kappa
						return r3.Vec{X: along*cos - t*sin, Y: (1 - math.Cos(kappa*d)) / kappa, Z: -(along*sin + t*cos)}
					})
					mesh.Hold(&p, s.Where(func(q r2.Vec) bool {
						return q.X < 1.2*row || q.X > lu-1.2*row || q.Y < 1.2*edge || q.Y > lv-1.2*edge
					}))
					for k := range p.Pins { // held, not clamped: a clamp would keep the normals of its flat triangles
						p.Pins[k].Release = 1e9
					}
					set := settings()
					set.Gravity, set.AirDensity, set.MaxNewton, set.MaxCG = r3.Vec{}, 0, 50, 4000
					set.Tolerance = e.Tol(1e-10, 1e-9)
					r, err := e.sim(p, nil, set)
					if err != nil {
						return err
					}
					x, err := r.settle(nil, settling{h: .5, still: e.Tol(1e-9, 1e-7), most: 40})
					if err != nil {
						return fmt.Errorf("%s, %s: %w", law.name, s.Name(), err)
					}
					st, err := r.State()
					if err != nil {
						return err
					}
					if law.converges() {
						energy[i] = curvatureEnergy(r.m, st, func(q r2.Vec) bool {
							return q.X > 2.2*row && q.X < lu-2.2*row && q.Y > 2.2*edge && q.Y < lv-2.2*edge
						})
					} else if energy[i], _, err = newLedger(r.m, set).at([]string{"bending"}, st, .1, x); err != nil {
						return err
					}
					r.Close()
					last = s
				}
				got := (energy[2] - 2*energy[1] + energy[0]) / 2 / (row * edge * 36) / (b * kappa * kappa / 2)
				what := fmt.Sprintf("%s law, bent along %g°", law.name, degrees)
				want, known := expected[kind]
				switch {
				case law.converges():
					e.Check(last.Name(), what, "B", 1, energy[2]/(b*kappa*kappa/2), .01)
				case known:
					e.Check(last.Name(), what, "B", want[k], got, e.Tol(.005, .01))
				default:
					e.Compare(last.Name(), what, "B", 1, got)
				}
			}
		}
	}
	return nil
}

// curvatureEnergy is the mean density of the bending energy [J/m²] of the triangles inside, by the strains that
// the backend keeps, for the curvature law of an isotropic fabric without coupling.
func curvatureEnergy(m *cloth.Model, st *cloth.State, inside func(r2.Vec) bool) float64 {
	var sum, area float64
	for i := range m.Curves {
		t := m.Curves[i].Tri
		q := m.UV[t]
		if !inside(q[0]) || !inside(q[1]) || !inside(q[2]) {
			continue
		}
		f := &m.Parts[m.Rest[t].Part].Fabric
		eps, a := st.Curve[i], m.Rest[t].Area/3 // a bent sheet's strain is three times its curvature
		twist := f.BendTwist()
		for k, c := range []*cloth.Component{&f.BendWarp, &f.BendWeft, &twist} {
			sum += a * c.K1 / 2 * eps[k].Eps * eps[k].Eps
		}
		area += m.Rest[t].Area
	}
	return sum / area
}

// hang clamps a strip level at one end and returns the mean position of its tip, and a line of vertices.
func (e *Env) hang(law bendingLaw, kind mesh.Kind, nv int, gamma float64) (x, drop float64, name string, line Line, err error) {
	const length, width, density, g = .2, .04, .15, 9.81
	s, clamp, tip := mesh.Clamped(kind, length, width, nv)
	p := s.Part(law.sheet(density, 4000, density*g*length*length*length/gamma), mesh.Level)
	mesh.Hold(&p, clamp)
	set := settings()
	set.AirDensity, set.MaxNewton, set.MaxCG, set.Tolerance = 0, 400, 20000, e.Tol(1e-8, 1e-7)
	r, err := e.sim(p, nil, set)
	if err != nil {
		return 0, 0, "", line, err
	}
	defer r.Close()
	at, err := r.settle(nil, settling{h: .5, still: e.Tol(1e-7, 2e-6), most: 200})
	if err != nil {
		return 0, 0, "", line, fmt.Errorf("elastica of Γ = %g, %s law, %s: %w", gamma, law.name, s.Name(), err)
	}
	for _, v := range tip {
		x, drop = x+at[v].X/length/float64(len(tip)), drop-at[v].Y/length/float64(len(tip))
	}
	line = Line{Name: fmt.Sprintf("Γ = %g", gamma), Points: true}
	for i, q := range s.UV {
		if q.Y == 0 && q.X >= 0 {
			line.X, line.Y = append(line.X, at[i].X/length), append(line.Y, at[i].Y/length)
		}
	}
	return x, drop, s.Name(), line, nil
}

func heavyElastica(e *Env) error {
	fig := Figure{Title: "Heavy elastica: curvature law, unstructured mesh", X: "x/L", Y: "y/L", Square: true}
	type run struct {
		law    bendingLaw
		kind   mesh.Kind
		nv     int
		gammas []float64
	}
	hinge, curvature := bendingLaws[0], bendingLaws[1]
	runs := []run{
		{curvature, mesh.Unstructured, 4, []float64{.1, 1, 10, 100}},
		{hinge, mesh.Equilateral, 4, []float64{10}},
	}
	if e.OnCPU() || e.Full {
		runs = append(runs,
			run{curvature, mesh.Right, 4, []float64{1, 10, 100}}, run{curvature, mesh.Alternating, 4, []float64{1, 10, 100}},
			run{curvature, mesh.Equilateral, 4, []float64{1, 10, 100}},
			run{hinge, mesh.Right, 4, []float64{10}}, run{hinge, mesh.Alternating, 4, []float64{10}}, run{hinge, mesh.Unstructured, 4, []float64{10}},
			run{hinge, mesh.Equilateral, 8, []float64{10}},
		)
	}
	if e.Full {
		runs[0].gammas = []float64{.1, .3, 1, 3, 10, 30, 100}
	}
	for _, q := range runs {
		for _, gamma := range q.gammas {
			_, drop, name, line, err := e.hang(q.law, q.kind, q.nv, gamma)
			if err != nil {
				return err
			}
			what := fmt.Sprintf("%s law, Γ = %g: drop of the tip over L", q.law.name, gamma)
			if q.law.converges() {
				s := exact.Cantilever(gamma)
				_, want := s.Tip()
				e.Check(name, what, "1", want, drop, .01)
				if q.kind == mesh.Unstructured {
					curve := Line{Dashed: true}
					for i := 0; i < len(s.X); i += 10 {
						curve.X, curve.Y = append(curve.X, s.X[i]), append(curve.Y, -s.Y[i])
					}
					fig.Lines = append(fig.Lines, line, curve)
				}
				continue
			}
			stiffness := q.law.narrow(q.kind)
			if stiffness == 0 {
				stiffness = 1
			}
			// The hinge over the clamp's edge stands for half a row of cells inside of the clamp.
			longer := 1 + .5/float64(mesh.RowsFor(q.kind, .2, .04/float64(q.nv)))
			s := exact.Cantilever(gamma * longer * longer * longer / stiffness)
			_, want := s.Tip()
			e.Compare(name, what, "1", want*longer, drop)
		}
	}
	if !e.OnCPU() && !e.Full {
		e.Figure(fig)
		return nil
	}
	var sizes, errs []float64
	s := exact.Cantilever(10)
	_, want := s.Tip()
	var last string
	for _, nv := range []int{1, 2, 4, 8} {
		if nv == 8 && !e.Full {
			continue
		}
		_, drop, name, _, err := e.hang(curvature, mesh.Alternating, nv, 10)
		if err != nil {
			return err
		}
		sizes, errs, last = append(sizes, .04/float64(nv)), append(errs, math.Abs(drop-want)), name
	}
	e.Order(last, "curvature law, Γ = 10", sizes, errs, 1, 0, 0)
	e.Figure(fig)
	return nil
}

func cantileverAngle(e *Env) error {
	const angle = 41.5
	gamma := exact.CantileverGamma(angle * math.Pi / 180)
	e.CheckAbs("", "Γ of the table against the shooting solution", "1", 8.0042, gamma, 1e-4)
	for _, kind := range kinds {
		sizes := []int{4}
		if kind == mesh.Unstructured && (e.OnCPU() || e.Full) {
			sizes = []int{2, 3, 4}
		}
		if !e.OnCPU() && !e.Full && kind != mesh.Unstructured {
			continue
		}
		for _, nv := range sizes {
			x, drop, name, _, err := e.hang(bendingLaws[1], kind, nv, gamma)
			if err != nil {
				return err
			}
			e.Check(name, "curvature law: angle of the line to the tip", "°", angle, math.Atan2(drop, x)*180/math.Pi, .01)
		}
	}
	return nil
}

func selfBuckling(e *Env) error {
	const length, width, density, g = .2, .04, .15, 9.81
	law := bendingLaws[1]
	meshes := []mesh.Kind{mesh.Unstructured}
	if e.Full {
		meshes = kinds
	}
	for _, kind := range meshes {
		s, clamp, tip := mesh.Clamped(kind, length, width, 3)
		gammas := []float64{10, 9, 8.1, 7.6}
		b := density * g * length * length * length / gammas[0]
		p := s.Part(law.sheet(density, 4000, b), func(q r2.Vec) r3.Vec {
			u := math.Max(0, q.X) / length
			return r3.Vec{X: .5 * length * u * u, Y: q.X * (1 - .15*u), Z: -q.Y}
		})
		mesh.Hold(&p, clamp)
		var from *cloth.State
		for _, gamma := range gammas {
			set := settings()
			set.AirDensity, set.MaxNewton, set.MaxCG, set.Tolerance = 0, 400, 20000, e.Tol(1e-8, 1e-7)
			set.Gravity = r3.Vec{Y: -g * gamma / gammas[0]}
			r, err := e.sim(p, nil, set)
			if err != nil {
				return err
			}
			if from != nil {
				if err := r.SetState(from); err != nil {
					return err
				}
			}
			x, err := r.settle(nil, settling{h: 20, still: e.Tol(1e-6, 2e-6), most: 200})
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
				e.CheckAbs(s.Name(), fmt.Sprintf("side over L at Γ = %g: it straightens", gamma), "1", 0, side, .02)
			} else {
				e.Check(s.Name(), fmt.Sprintf("Γ of the side %.3f·L that it goes", side), "1", gamma, exact.UprightGamma(side), .01)
			}
		}
	}
	return nil
}

func eulerBuckling(e *Env) error {
	const length, width, density, stretch, b, amplitude = .2, .04, .15, 20., 3e-5, 5e-5
	critical := math.Pi * math.Pi * b / (length * length) // load per width [N/m]
	fig := Figure{Title: "Hinged strip under pressure", X: "load over π²B/L²", Y: "frequency² over that without load"}
	for _, law := range bendingLaws {
		meshes := []mesh.Kind{mesh.Alternating, mesh.Equilateral}
		if law.converges() {
			meshes = e.kinds(kinds...)
		} else if !e.OnCPU() && !e.Full {
			continue
		}
		for _, kind := range meshes {
			n := mesh.RowsFor(kind, length, width/4)
			s := mesh.Rect(kind, mesh.Box{U1: length, V1: width}, n, 4)
			line := Line{Name: law.name + ", " + string(kind), Points: true}
			loads := []float64{0, .3, .6}
			for _, load := range loads {
				l := math.Sqrt(1 - 2*load*critical/stretch)
				p := s.Part(law.sheet(density, stretch, b), func(q r2.Vec) r3.Vec { return r3.Vec{X: l * q.X, Z: -q.Y} })
				mesh.Hold(&p, s.Where(func(q r2.Vec) bool { return q.X == 0 || q.X == length }))
				set := settings()
				set.Gravity, set.AirDensity, set.MaxNewton, set.Tolerance = r3.Vec{}, 0, 100, e.Tol(1e-13, 2e-10)
				r, err := e.sim(p, nil, set)
				if err != nil {
					return err
				}
				h := .5 / (math.Pi / length * math.Sqrt(critical/density))
				a, err := r.swing(s, mode{r3.Vec{Y: 1}, func(q r2.Vec) float64 { return math.Sin(math.Pi * q.X / length) }}, amplitude, 0, 16, h)
				if err != nil {
					return fmt.Errorf("%s law, %s: %w", law.name, s.Name(), err)
				}
				r.Close()
				omega := frequency(a, h)
				line.X, line.Y = append(line.X, load), append(line.Y, omega*omega*density*length*length/(math.Pi*math.Pi*critical))
			}
			// Frequency² falls linearly with the load and vanishes at the critical one.
			at := loads[2] + line.Y[2]*(loads[2]-loads[1])/(line.Y[1]-line.Y[2])
			if law.converges() {
				e.Check(s.Name(), law.name+" law: critical load over π²B/L²", "1", 1, at, .02)
				e.Check(s.Name(), law.name+" law: ω² without load over (π/L)⁴·B/ρ", "1", 1, line.Y[0], .02)
			} else {
				e.Compare(s.Name(), law.name+" law: critical load over π²B/L²", "1", law.narrow(kind), at)
			}
			fig.Lines = append(fig.Lines, line)
		}
	}
	fig.Lines = append(fig.Lines, Line{X: []float64{0, 1}, Y: []float64{1, 0}, Dashed: true})
	e.Figure(fig)
	return nil
}

func lateralBuckling(e *Env) error {
	const length, width, density, b, tilt = .5, .025, .1, 1e-5, 1e-3
	if !e.OnCPU() && !e.Full {
		return nil // minutes on software OpenGL
	}
	law := bendingLaws[1]
	critical := exact.LateralBuckling * math.Sqrt2 * b / (density * length * length * length) // g [m/s²]
	meshes := []mesh.Kind{mesh.Unstructured}
	if e.Full {
		meshes = kinds
	}
	for _, kind := range meshes {
		s, clamp, tip := mesh.Clamped(kind, length, width, 2)
		p := s.Part(law.sheet(density, 20000, b), func(q r2.Vec) r3.Vec { return r3.Vec{X: q.X, Y: q.Y} })
		mesh.Hold(&p, clamp)
		var squares, ratios [2]float64
		for i, part := range []float64{.9, .97} {
			g := critical * part
			set := settings()
			set.AirDensity, set.MaxNewton, set.MaxCG, set.Tolerance = 0, 200, 20000, e.Tol(1e-10, 1e-8)
			set.Gravity = r3.Vec{Y: -g, Z: tilt * g}
			r, err := e.sim(p, nil, set)
			if err != nil {
				return err
			}
			x, err := r.settle(nil, settling{h: 20, still: e.Tol(1e-8, 1e-6), most: 300})
			if err != nil {
				return fmt.Errorf("%g of the critical weight, %s: %w", part, s.Name(), err)
			}
			r.Close()
			var side float64
			for _, v := range tip {
				side += x[v].Z / float64(len(tip))
			}
			e.Show(s.Name(), fmt.Sprintf("curvature law: side over L at %g of the weight", part), "1", side/length)
			squares[i], ratios[i] = part*part, part/side
		}
		at := squares[1] - ratios[1]*(squares[1]-squares[0])/(ratios[1]-ratios[0])
		e.Check(s.Name(), "curvature law: q·L³/√(EI₂C)", "1", exact.LateralBuckling, exact.LateralBuckling*math.Sqrt(at), .05)
	}
	return nil
}
