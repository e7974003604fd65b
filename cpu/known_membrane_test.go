package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// deadLoad is a constant force per vertex, for tests.
type deadLoad struct{ f []r3.Vec }

func (*deadLoad) Name() string { return "dead load" }
func (*deadLoad) Begin(*World) {}
func (d *deadLoad) Vertices(i int, x []r3.Vec, r []PointResponse) {
	for k, f := range d.f[i : i+len(x)] {
		r[k].Psi -= r3.Dot(f, x[k])
		r[k].G = r3.Sub(r[k].G, f)
	}
}

var _ VertexTerm = (*deadLoad)(nil)

// newSim is New of a model of one part, with failures fatal.
func newSim(t testing.TB, p cloth.Part, colliders []step.Collider, set step.Settings) *Sim {
	t.Helper()
	return newCloth(t, []cloth.Part{p}, colliders, set)
}

// settle takes long steps, each from rest, until nothing moves by more than still [m]: a static
// equilibrium, damped by backward Euler alone.
func settle(t testing.TB, s *Sim, h, still float64, most int) {
	t.Helper()
	for n := range most {
		clear(s.State.V)
		before := append([]r3.Vec(nil), s.State.X...)
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
		var moved float64
		for i, x := range s.State.X {
			moved = max(moved, r3.Norm(r3.Sub(x, before[i])))
		}
		if moved < still {
			clear(s.State.V)
			return
		}
		if n == most-1 {
			t.Fatalf("still moving by %g m per step after %d steps", moved, most)
		}
	}
}

// sheetFixtures are a single triangle, and meshes of several, one of them a rectangle with
// single diagonals and one with alternating diagonals.
func sheetFixtures(f cloth.Fabric) map[string]cloth.Part {
	uv := [3]r2.Vec{{X: .01, Y: .02}, {X: .11, Y: .01}, {X: .04, Y: .09}}
	one := cloth.Part{Name: "triangle", Fabric: f, Tri: [][3]int32{{0, 1, 2}}, UV: [][3]r2.Vec{uv}}
	for _, p := range uv {
		one.X = append(one.X, r3.Vec{X: p.X, Z: -p.Y})
	}
	return map[string]cloth.Part{"one triangle": one, "single diagonals": grid(4, 3, .3, .1, f, false),
		"alternating": grid(5, 4, .3, .2, f, true)}
}

// piola is a homogeneous state: x = F·(u, v) with F the plane deformation, and its exact first
// Piola stress P, row-major in (u, v).
type piola struct {
	name string
	f, p [4]float64
}

// homogeneous lists the closed solutions of the isotropic StVK sheet.
func homogeneous(lambda, mu float64) []piola {
	y, nu := 4*mu*(lambda+mu)/(lambda+2*mu), lambda/(lambda+2*mu)
	var list []piola
	for _, l := range []float64{1.3, 1.01, .9} {
		e := (l*l - 1) / 2
		list = append(list,
			piola{"uniaxial", [4]float64{l, 0, 0, math.Sqrt(1 - 2*nu*e)}, [4]float64{y * e * l, 0, 0, 0}},
			piola{"equibiaxial", [4]float64{l, 0, 0, l}, [4]float64{2 * (lambda + mu) * e * l, 0, 0, 2 * (lambda + mu) * e * l}},
			piola{"fixed sides", [4]float64{l, 0, 0, 1}, [4]float64{(lambda + 2*mu) * e * l, 0, 0, lambda * e}})
	}
	for _, g := range []float64{.4, -.05} {
		list = append(list, piola{"simple shear", [4]float64{1, g, 0, 1}, [4]float64{
			lambda*g*g/2 + mu*g*g, mu*g + (lambda+2*mu)*g*g*g/2, mu * g, (lambda + 2*mu) * g * g / 2}})
	}
	return list
}

// boundaryLoads integrates P·N over the boundary edges, half to each end.
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
			e := r2.Sub(m.UV[i][(c+1)%3], m.UV[i][c])
			n := r2.Vec{X: e.Y, Y: -e.X} // outward normal times length, for counter-clockwise triangles
			half := r3.Vec{X: (p[0]*n.X + p[1]*n.Y) / 2, Z: -(p[2]*n.X + p[3]*n.Y) / 2}
			f[a], f[b] = r3.Add(f[a], half), r3.Add(f[b], half)
		}
	}
	return f
}

// piolaError deforms a sheet by F, and compares its forces with the loads that hold the Piola stress P at its boundary.
func piolaError(t *testing.T, part cloth.Part, f, p [4]float64, terms ...string) (largest, worst float64) {
	s := newSim(t, part, nil, step.DefaultSettings())
	var list []Term
	for _, name := range terms {
		list = append(list, newTerm(t, name))
	}
	s.SetTerms(list)
	s.begin(.01)
	for i, x := range s.Model.X0 {
		u, v := x.X, -x.Z
		s.x[i] = r3.Vec{X: f[0]*u + f[1]*v, Z: -(f[2]*u + f[3]*v)}
	}
	s.energyAt(s.x)
	s.gatherGradient()
	want := boundaryLoads(s.Model, p)
	for i, g := range s.g {
		largest, worst = max(largest, r3.Norm(want[i])), max(worst, r3.Norm(r3.Sub(g, want[i])))
	}
	return largest, worst
}

// TestPiolaForces: held in a homogeneous state, a sheet pulls at its boundary with the exact
// Piola stress and is in balance inside, to 1e-12 of the largest load.
func TestPiolaForces(t *testing.T) {
	const lambda, mu = 40, 70
	for name, part := range sheetFixtures(cloth.Isotropic(.15, lambda, mu, 1e-6)) {
		for _, c := range homogeneous(lambda, mu) {
			largest, worst := piolaError(t, part, c.f, c.p, "membrane", "bending")
			if worst > 1e-12*largest {
				t.Errorf("%s, %s, F = %v: forces off by %.3g of the largest", name, c.name, c.f, worst/largest)
			}
		}
	}
}

// TestPiolaEquilibrium: the solver, given only the exact dead loads of a homogeneous state on
// the boundary, finds that state: stretches, lateral contraction and shear to 1e-9. Loads that
// pull only; a sheet pushed without support would rather turn around.
func TestPiolaEquilibrium(t *testing.T) {
	const lambda, mu = 40, 70
	for name, part := range sheetFixtures(cloth.Isotropic(.15, lambda, mu, 1e-6)) {
		for _, c := range homogeneous(lambda, mu) {
			if c.f[0] < 1 || c.name == "simple shear" && c.f[1] < 0 {
				continue
			}
			set := step.DefaultSettings()
			set.Tolerance, set.MaxNewton, set.Gravity = 1e-12, 100, r3.Vec{}
			s := newSim(t, part, nil, set)
			s.SetTerms([]Term{&Inertia{}, newTerm(t, "membrane"), newTerm(t, "bending"), newTerm(t, "dahl"),
				&deadLoad{boundaryLoads(s.Model, c.p)}})
			settle(t, s, .5, 1e-13, 200)
			// Compare metric quantities: the loads leave the sheet free to turn and move.
			for i, v := range s.Model.Tri {
				wu, wv := deformation(&s.Model.Rest[i], s.State.X[v[0]], s.State.X[v[1]], s.State.X[v[2]])
				got := [3]float64{r3.Norm(wu), r3.Norm(wv), r3.Dot(wu, wv)}
				want := [3]float64{math.Hypot(c.f[0], c.f[2]), math.Hypot(c.f[1], c.f[3]), c.f[0]*c.f[1] + c.f[2]*c.f[3]}
				for k := range 3 {
					if math.Abs(got[k]-want[k]) > 1e-9 {
						t.Fatalf("%s, %s, triangle %d: lengths of warp and weft and their product %.12v, expected %.12v", name, c.name, i,
							got, want)
					}
				}
			}
		}
	}
}

// TestStVKSoftens: the uniaxial force has its minimum at l = 1/√3, the limit of StVK in
// compression.
func TestStVKSoftens(t *testing.T) {
	const lambda, mu = 0, 70
	part := grid(2, 2, .1, .1, cloth.Isotropic(.15, lambda, mu, 0), false)
	s := newSim(t, part, nil, step.DefaultSettings())
	s.SetTerms([]Term{newTerm(t, "membrane")})
	s.begin(1)
	force := func(l float64) float64 {
		for i, x := range s.Model.X0 {
			s.x[i] = r3.Vec{X: l * x.X, Z: x.Z}
		}
		s.energyAt(s.x)
		s.gatherGradient()
		var f float64
		for i, x := range s.Model.X0 {
			if x.X > 0 {
				f += s.g[i].X
			}
		}
		return f
	}
	limit := 1 / math.Sqrt(3)
	if f, a, b := force(limit), force(limit-1e-3), force(limit+1e-3); !(f < a && f < b) {
		t.Errorf("force %g at l = 1/√3, %g and %g beside: expected a minimum", f, a, b)
	}
}
