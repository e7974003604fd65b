package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/report"
)

func membraneProblems() []Problem {
	const topic = "Membrane"
	return []Problem{
		{
			Name: "stvk-forces", Topic: topic, Run: stvkForces,
			What: "Let go in a homogeneous state of isotropic St. Venant–Kirchhoff material, a sheet is pulled at its " +
				"border by the Piola stress P·N and nowhere else.",
			Source: "closed solutions: uniaxial P = Y·E·l with Y = 4μ(λ+μ)/(λ+2μ), lateral stretch √(1−2νE), ν = λ/(λ+2μ); " +
				"equibiaxial P = 2(λ+μ)E·l; fixed sides P = (λ+2μ)E·l; simple shear",
		},
		{
			Name: "stvk-states", Topic: topic, Run: stvkStates,
			What: "A free sheet of isotropic St. Venant–Kirchhoff material, with the dead loads of a homogeneous state on " +
				"its border alone, comes to rest in that state: stretches, lateral contraction, shear. States that pull in all " +
				"directions; others would let the sheet wrinkle.",
			Source: "closed solutions as in stvk-forces",
		},
		{
			Name: "stvk-manufactured", Topic: topic, Run: stvkManufactured,
			What: "The plane displacement x = X + a sin πX sin πY, y = Y + ½a sin 2πX sin πY of a unit sheet held at its " +
				"border, under the body force −Div P that belongs to it: error in L2 over mesh size.",
			Source: "method of manufactured solutions; linear triangles are of second order in L2",
		},
	}
}

// piola is a homogeneous state: x = F·(u, v), and its exact first Piola stress, row-major in (u, v).
type piola struct {
	name string
	f, p [4]float64
}

// homogeneous returns closed-form solutions of the isotropic sheet, in tension and in compression.
func homogeneous(lambda, mu float64) []piola {
	y, nu := 4*mu*(lambda+mu)/(lambda+2*mu), lambda/(lambda+2*mu)
	var list []piola
	for _, l := range []float64{1.3, .9} {
		e := (l*l - 1) / 2
		list = append(list,
			piola{fmt.Sprintf("uniaxial, l = %g", l), [4]float64{l, 0, 0, math.Sqrt(1 - 2*nu*e)}, [4]float64{y * e * l, 0, 0,
				0}},
			piola{fmt.Sprintf("equibiaxial, l = %g", l), [4]float64{l, 0, 0, l}, [4]float64{2 * (lambda + mu) * e * l, 0, 0,
				2 * (lambda + mu) * e * l}},
			piola{fmt.Sprintf("fixed sides, l = %g", l), [4]float64{l, 0, 0, 1}, [4]float64{(lambda + 2*mu) * e * l, 0, 0,
				lambda * e}})
	}
	const g = .4
	return append(list, piola{fmt.Sprintf("simple shear, γ = %g", g), [4]float64{1, g, 0, 1}, [4]float64{
		lambda*g*g/2 + mu*g*g, mu*g + (lambda+2*mu)*g*g*g/2, mu * g, (lambda + 2*mu) * g * g / 2}})
}

// pulled returns those in tension in all directions, and shear of a sheet stretched before.
func pulled(lambda, mu float64) []piola {
	list := homogeneous(lambda, mu)[:3]
	const l, g = 1.2, .4
	euu, evv, euv := (l*l-1.)/2, (g*g+l*l-1.)/2, g*l/2
	tr := lambda * (euu + evv)
	suu, svv, suv := tr+2*mu*euu, tr+2*mu*evv, 2*mu*euv
	return append(list, piola{"stretch and shear", [4]float64{l, g, 0, l}, [4]float64{l*suu + g*suv, l*suv + g*svv,
		l * suv, l * svv}})
}

// stvkForces takes one very short step from each state. The velocities after it are h·f/m, less a relative (hω)² for a
// frequency ω. In float32 the forces have errors of about 10 ε·(λ+2μ)/P = 1e-5 of the largest, ε = 6e-8, as strains are
// differences of squared stretches and 1. The displacements h²f/m, of some 10 pm and 100 pm, are differences of
// positions of 0.3 m, which are float64 or sums of two float32.
func stvkForces(e *Env) error {
	const lambda, mu = 40., 70.
	h, round := e.Tol(1e-7, 3e-7), e.Tol(0x1p-52, 0x1p-47)
	fabric := cloth.Isotropic(.15, lambda, mu, 1e-6)
	for _, kind := range kinds {
		for _, n := range []int{3, 6, 12} {
			s := RectSheet(kind, SheetBox{U1: .3, V1: .2}, RowsFor(kind, .3, .2/float64(n)), n)
			set := Settings()
			set.Gravity, set.AirDensity, set.Tolerance = r3.Vec{}, 0, 1e-18
			set.MaxNewton, set.MaxCG, set.MaxHalvings = 4, 2000, 0
			r, err := e.Sim(s.Part(fabric, LevelPlace), nil, set)
			if err != nil {
				return err
			}
			for _, c := range homogeneous(lambda, mu) {
				st := cloth.NewState(r.Model)
				for i, x := range r.Model.X0 {
					u, v := x.X, -x.Z
					st.X[i] = r3.Vec{X: c.f[0]*u + c.f[1]*v, Z: -(c.f[2]*u + c.f[3]*v)}
				}
				if err := r.SetState(st); err != nil {
					return err
				}
				if _, err := r.Step(h); err != nil {
					return err
				}
				if st, err = r.State(); err != nil {
					return err
				}
				want := boundaryLoads(r.Model, c.p)
				var largest, worst, fastest float64
				for i, v := range st.V {
					fastest = max(fastest, r3.Norm(want[i])/r.Model.Mass[i])
					largest = max(largest, r3.Norm(want[i]))
					worst = max(worst, r3.Norm(r3.Add(r3.Scale(r.Model.Mass[i]/h, v), want[i])))
				}
				l2 := max(1, c.f[0]*c.f[0]+c.f[1]*c.f[1], c.f[2]*c.f[2]+c.f[3]*c.f[3])
				slow := h * h * highest(r.Model, l2*(lambda+2*mu)/fabric.Density)
				lost := round * .5 / (h * h * fastest) // two roundings of coordinates below 0.5 m, twice
				e.CheckAbs(s.Name(), c.name+": forces on vertices, largest error over largest", "1", 0, worst/largest,
					slow+lost+e.Tol(1e-9, 1e-5))
			}
			r.Close()
		}
	}
	return nil
}

// highest returns a bound on ω²: that of the stiffest single triangle (Fried 1972), which is the modulus over the
// density [m²/s²] times 3Σ|∇φ|², with the shape functions φ of its corners.
func highest(m *cloth.Model, modulus float64) (w2 float64) {
	for t := range m.Tri {
		var sum float64
		for k := range 3 {
			d := r2.Sub(m.UV[t][(k+1)%3], m.UV[t][k])
			sum += r2.Norm2(d) / (4 * m.Rest[t].Area * m.Rest[t].Area)
		}
		w2 = max(w2, 3*modulus*sum)
	}
	return w2
}

func stvkStates(e *Env) error {
	const lambda, mu = 40., 70.
	// A step with a tolerance of 1e-7 m leaves an error of a vertex of up to ten times that (step.Reductions.Extent).
	// For the finest edges, of 17 mm, that is a strain of 6e-5, and 1.5 times as much for a product of two.
	const off = 1e-4
	fabric := cloth.Isotropic(.15, lambda, mu, 1e-6)
	for _, kind := range e.Kinds(kinds...) {
		sizes := []int{6}
		if kind == Unstructured && e.OnCPU() || e.Full {
			sizes = []int{3, 6, 12}
		}
		for _, n := range sizes {
			s := RectSheet(kind, SheetBox{U1: .3, V1: .2}, RowsFor(kind, .3, .2/float64(n)), n)
			for _, c := range pulled(lambda, mu) {
				set := Settings()
				set.MaxNewton, set.Tolerance = 100, e.Tol(1e-12, 1e-7)
				const h, reach = .5, .5
				r, f, err := e.Loaded(s.Part(fabric, LevelPlace), func(m *cloth.Model) []r3.Vec {
					return boundaryLoads(m, c.p)
				}, h, reach, set)
				if err != nil {
					return err
				}
				x, err := r.Settle(f, Settling{H: h, Still: e.Tol(1e-11, 1e-6), Most: 300})
				if err != nil {
					return fmt.Errorf("%s, %s: %w", s.Name(), c.name, err)
				}
				r.Close()
				// metric quantities: under the loads the sheet is free to move and turn
				want := [3]float64{math.Hypot(c.f[0], c.f[2]), math.Hypot(c.f[1], c.f[3]), c.f[0]*c.f[1] + c.f[2]*c.f[3]}
				got := want
				for t := range r.Model.Tri {
					wu, wv := gradient(r.Model, t, x)
					for k, v := range [3]float64{r3.Norm(wu), r3.Norm(wv), r3.Dot(wu, wv)} {
						if math.Abs(v-want[k]) > math.Abs(got[k]-want[k]) {
							got[k] = v
						}
					}
				}
				for k, what := range [3]string{"stretch of the warp", "stretch of the weft", "cosine between them × stretches"} {
					if k == 2 && c.f[1] == 0 {
						continue
					}
					e.CheckAbs(s.Name(), c.name+": "+what, "1", want[k], got[k], e.Tol(1e-9, off))
				}
			}
		}
	}
	return nil
}

// boundaryLoads returns the integral of P·N over the border, half to each end of an edge [N].
func boundaryLoads(m *cloth.Model, p [4]float64) []r3.Vec {
	f := make([]r3.Vec, len(m.X0))
	inner := map[[2]int32]bool{}
	for _, t := range m.Tri {
		for c := range 3 {
			inner[[2]int32{t[c], t[(c+1)%3]}] = true
		}
	}
	for i, t := range m.Tri {
		for c := range 3 {
			a, b := t[c], t[(c+1)%3]
			if inner[[2]int32{b, a}] {
				continue
			}
			d := r2.Sub(m.UV[i][(c+1)%3], m.UV[i][c])
			n := r2.Vec{X: d.Y, Y: -d.X} // outwards, times the length
			half := r3.Vec{X: (p[0]*n.X + p[1]*n.Y) / 2, Z: -(p[2]*n.X + p[3]*n.Y) / 2}
			f[a], f[b] = r3.Add(f[a], half), r3.Add(f[b], half)
		}
	}
	return f
}

// gradient returns the columns ∂x/∂u and ∂x/∂v of triangle t, from the corners' coordinates.
func gradient(m *cloth.Model, t int, x []r3.Vec) (wu, wv r3.Vec) {
	a, q := m.Tri[t], m.UV[t]
	d1, d2 := r2.Sub(q[1], q[0]), r2.Sub(q[2], q[0])
	e1, e2 := r3.Sub(x[a[1]], x[a[0]]), r3.Sub(x[a[2]], x[a[0]])
	det := r2.Cross(d1, d2)
	wu = r3.Scale(1/det, r3.Sub(r3.Scale(d2.Y, e1), r3.Scale(d1.Y, e2)))
	wv = r3.Scale(1/det, r3.Sub(r3.Scale(d1.X, e2), r3.Scale(d2.X, e1)))
	return wu, wv
}

// manufactured is the displacement with amplitude a, its gradient F and first Piola stress.
type manufactured struct{ a, lambda, mu float64 }

func (m manufactured) at(q r2.Vec) r2.Vec {
	return r2.Vec{
		X: q.X + m.a*math.Sin(math.Pi*q.X)*math.Sin(math.Pi*q.Y),
		Y: q.Y + m.a/2*math.Sin(2*math.Pi*q.X)*math.Sin(math.Pi*q.Y),
	}
}

// stress returns P = F·(λ tr(E) I + 2μE), row-major.
func (m manufactured) stress(q r2.Vec) [4]float64 {
	sx, cx := math.Sincos(math.Pi * q.X)
	sy, cy := math.Sincos(math.Pi * q.Y)
	s2, c2 := math.Sincos(2 * math.Pi * q.X)
	f := [4]float64{1 + m.a*math.Pi*cx*sy, m.a * math.Pi * sx * cy, m.a * math.Pi * c2 * sy, 1 + m.a/2*math.Pi*s2*cy}
	euu, evv, euv := (f[0]*f[0]+f[2]*f[2]-1)/2, (f[1]*f[1]+f[3]*f[3]-1)/2, (f[0]*f[1]+f[2]*f[3])/2
	tr := m.lambda * (euu + evv)
	suu, svv, suv := tr+2*m.mu*euu, tr+2*m.mu*evv, 2*m.mu*euv
	return [4]float64{f[0]*suu + f[1]*suv, f[0]*suv + f[1]*svv, f[2]*suu + f[3]*suv, f[2]*suv + f[3]*svv}
}

// load returns −Div P, by central differences of fourth order.
func (m manufactured) load(q r2.Vec) r2.Vec {
	const h = 1e-3
	d := func(i int, dir r2.Vec) float64 {
		p := func(k float64) float64 { return m.stress(r2.Add(q, r2.Scale(k*h, dir)))[i] }
		return (8*(p(1)-p(-1)) - (p(2) - p(-2))) / (12 * h)
	}
	u, v := r2.Vec{X: 1}, r2.Vec{Y: 1}
	return r2.Vec{X: -d(0, u) - d(1, v), Y: -d(2, u) - d(3, v)}
}

// loads returns the forces on the vertices: ∫ load·φ.
func (m manufactured) loads(s *Sheet) func(*cloth.Model) []r3.Vec {
	return func(model *cloth.Model) []r3.Vec {
		f := make([]r3.Vec, len(s.UV))
		for t, a := range s.Tri {
			for _, g := range quadrature {
				b := m.load(point(s, a, g.l))
				for k, v := range a {
					w := g.w * model.Rest[t].Area * g.l[k]
					f[v] = r3.Add(f[v], r3.Vec{X: w * b.X, Z: -w * b.Y})
				}
			}
		}
		return f
	}
}

type quadraturePoint struct {
	l [3]float64 // barycentric coordinates
	w float64    // weight, of the triangle's area
}

// quadrature has the points of degree 5 on triangles (Radon 1948).
var quadrature = func() []quadraturePoint {
	r := math.Sqrt(15)
	list := []quadraturePoint{{[3]float64{1. / 3, 1. / 3, 1. / 3}, 9. / 40}}
	add := func(a, w float64) {
		for k := range 3 {
			l := [3]float64{a, a, a}
			l[k] = 1 - 2*a
			list = append(list, quadraturePoint{l, w})
		}
	}
	add((6-r)/21, (155-r)/1200)
	add((6+r)/21, (155+r)/1200)
	return list
}()

func stvkManufactured(e *Env) error {
	q := manufactured{a: .05, lambda: 40, mu: 70}
	fabric := cloth.Isotropic(.15, q.lambda, q.mu, 1e-6)
	fig := report.Plot{Title: "Manufactured solution", X: "mesh size [m]", Y: "error in L2 [m²]", LogX: true, LogY: true}
	counts := []int{6, 12, 24}
	for _, kind := range kinds {
		var sizes, errs []float64
		var last *Sheet
		for _, n := range counts {
			s := RectSheet(kind, SheetBox{U1: 1, V1: 1}, RowsFor(kind, 1, 1/float64(n)), n)
			p := s.Part(fabric, LevelPlace)
			HoldVertices(&p, s.Where(func(v r2.Vec) bool { return v.X == 0 || v.X == 1 || v.Y == 0 || v.Y == 1 }))
			set := Settings()
			set.MaxNewton, set.Tolerance = 100, e.Tol(1e-10, 1e-6)
			const h = .5
			// The first guess must not be so far that triangles turn over: inverted ones have equilibria too.
			r, f, err := e.Loaded(p, q.loads(s), h, math.Min(q.a, .5/float64(n)), set)
			if err != nil {
				return err
			}
			x, err := r.Settle(f, Settling{H: h, Still: e.Tol(1e-10, 5e-6), Most: 400})
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name(), err)
			}
			r.Close()
			var sum float64
			for t, a := range s.Tri {
				for _, g := range quadrature {
					want := q.at(point(s, a, g.l))
					var at r2.Vec
					for k, v := range a {
						at = r2.Add(at, r2.Scale(g.l[k], r2.Vec{X: x[v].X, Y: -x[v].Z}))
					}
					sum += g.w * r.Model.Rest[t].Area * r2.Norm2(r2.Sub(at, want))
				}
			}
			sizes, errs, last = append(sizes, 1/float64(n)), append(errs, math.Sqrt(sum)), s
			e.Show(s.Name(), "error in L2", "m²", math.Sqrt(sum))
		}
		e.Order(last.Name(), "error in L2", sizes, errs, 2, .15, 0)
		fig.Lines = append(fig.Lines, report.Line{Name: string(kind), X: sizes, Y: errs})
	}
	fig.Lines = append(fig.Lines, report.Line{Name: "second order", X: fig.Lines[0].X, Y: scaled(fig.Lines[0].X, 2,
		.6*fig.Lines[0].Y[0]), Dashed: true})
	e.Plot(fig)
	return nil
}

// point returns the point of a triangle with barycentric coordinates l.
func point(s *Sheet, a [3]int32, l [3]float64) (q r2.Vec) {
	for k, v := range a {
		q = r2.Add(q, r2.Scale(l[k], s.UV[v]))
	}
	return q
}

// scaled returns y0·(x/x[0])^order, to draw slopes.
func scaled(x []float64, order, y0 float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = y0 * math.Pow(x[i]/x[0], order)
	}
	return y
}
