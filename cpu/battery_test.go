package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/linalg"
	"hysteron/step"
	"hysteron/step/steptest"
)

// The battery runs over the lists of terms and of laws, so that a new one is tested without new test
// code. Each stands alone on a crumpled patch in mid-step: positions x_n with history,
// a trial x, wind, gravity, a plane and a rolling sphere to touch and rub against.

// woven is a measured friction with curves that differ along warp and weft and bend within the
// pressures of the patch.
func woven() *cloth.MeasuredFriction {
	return &cloth.MeasuredFriction{
		Name: "woven",
		Warp: cloth.LoadCurve{Pressure: []float64{1000, 1e4, 3e4}, Stress: []float64{500, 3500, 8000}},
		Weft: cloth.LoadCurve{Pressure: []float64{2000, 2e4}, Stress: []float64{400, 3000}},
	}
}

// crumpled prepares a patch in mid-step with random fabric and history. Edges are 1 cm. Odd seeds
// have the curvature law of bending, with coupling; from seed 2 on a second sheet is of springs; all but seed 0 have
// measured friction.
func crumpled(t *testing.T, seed uint64, of steptest.Subject, with ...func(*step.Settings)) *Sim {
	t.Helper()
	return crumpledOf(t, seed, of, func(*cloth.Fabric) {}, with...)
}

// crumpledOf is crumpled of a fabric that is changed.
func crumpledOf(
	t *testing.T, seed uint64, of steptest.Subject, fabric func(*cloth.Fabric), with ...func(*step.Settings),
) *Sim {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 7))
	f := cotton()
	f.BendWarp.Elastic, f.BendWeft.Elastic = law.Elastic{K1: 1e-5 * (1 + rnd.Float64()), K2: 1e-8},
		law.Elastic{K1: 1e-5 * (1 + rnd.Float64()), K2: 1e-8}
	of.Dress(&f)
	if seed%2 == 1 {
		f.Bending, f.BendCoupling = cloth.CurvatureBending, .3
	}
	fabric(&f)
	p := grid(5, 6, .04, .05, f, true)
	for i := range p.X {
		p.FrictionScale = append(p.FrictionScale, painted(i))
	}
	steptest.AddElements(&p)
	over := grid(3, 4, .02, .03, f, true) // to touch and rub against, too
	if seed >= 2 {
		over.Fabric = steptest.Sprung(over.Fabric)
	}
	for i := range over.X {
		over.X[i] = r3.Add(over.X[i], r3.Vec{X: .008, Y: .003, Z: -.006})
	}
	m, err := cloth.NewModel([]cloth.Part{p, over})
	if err != nil {
		t.Fatal(err)
	}
	var rough []*cloth.MeasuredFriction
	if seed > 0 {
		rough = []*cloth.MeasuredFriction{woven(), woven()}
		for a := range int32(2) {
			for b := range int32(2) {
				m.Rubbings = append(m.Rubbings, cloth.Rubbing{A: a, B: b, Law: rough[0]})
			}
		}
	}
	set := steptest.Settings()
	set.Wind = step.Wind{Velocity: r3.Vec{X: 2, Y: .3, Z: -1}, Gust: .3, Frequency: 2}
	for _, change := range with {
		change(&set)
	}
	state := cloth.NewState(m)
	noise := func(a float64) r3.Vec {
		return r3.Vec{X: a * rnd.NormFloat64(), Y: a * rnd.NormFloat64(), Z: a * rnd.NormFloat64()}
	}
	for i := range state.X {
		state.X[i] = r3.Add(state.X[i], noise(1.5e-3))
		state.V[i] = noise(.3)
	}
	ball := newTestSphere(.02, r3.Vec{X: .02, Y: .02, Z: -.02}, r3.Vec{X: .2, Y: -.3})
	ball.Spin, ball.Exact = r3.Vec{X: 1, Y: 2, Z: -1.5}, true // on an edge, either triangle turns alike
	colliders := []step.Collider{
		{Point: r3.Vec{Y: -.002}, Normal: r3.Unit(r3.Vec{X: .1, Y: 1, Z: .05}), Friction: .4},
		{Surface: ball, Friction: -1, Measured: rough},
	}
	s, err := New(m, state, colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	steer(t, s, steptest.Steering(&set, state.X, seed))
	s.SetTerms([]Term{newTerm(t, of.Name)})
	steptest.Remember(m, state, seed, false)
	s.begin(1. / 200)
	s.guess()
	for i := range s.x {
		s.x[i] = r3.Add(s.x[i], noise(5e-4))
	}
	s.detectContacts(true)
	s.commitTouches()
	s.commitAnchors()
	steptest.Slip(state, seed, s.Settings.FrictionSlip)
	x := append([]r3.Vec(nil), s.x...)
	s.begin(1. / 200)
	s.guess()
	copy(s.x, x)
	s.detectContacts(true)
	return s
}

// newTerm makes a fresh term by its name; terms keep what Begin fixed.
func newTerm(t *testing.T, name string) Term {
	t.Helper()
	for _, term := range NewTerms() {
		if term.Name() == name {
			return term
		}
	}
	t.Fatalf("%s stands in the list of all terms, step/terms.go, but not in that of the reference: expected a line for "+
		"it in cpu/terms.go", name)
	return nil
}

// TestTermsAreListed: the reference has the terms of the list of all, in its order, each of which acts where the list
// says.
func TestTermsAreListed(t *testing.T) {
	terms := NewTerms()
	for _, row := range step.Terms {
		term, ok := newTerm(t, row.Name), false
		switch row.On {
		case step.Strains:
			_, ok = term.(*StrainTerm)
		case step.Vertices:
			_, ok = term.(VertexTerm)
		case step.Faces:
			_, ok = term.(FaceTerm)
		case step.Planes:
			_, onVertices := term.(VertexTerm)
			_, onFaces := term.(FaceTerm)
			ok = onVertices && onFaces
		case step.Pairs:
			_, ok = term.(PairTerm)
		}
		if !ok {
			t.Errorf("%s acts elsewhere than its place in step/terms.go says", row.Name)
		}
	}
	for i, term := range terms {
		if i >= len(step.Terms) || step.Terms[i].Name != term.Name() {
			t.Fatalf("%s is number %d in cpu/terms.go: expected it at the same place in step/terms.go", term.Name(), i+1)
		}
	}
}

// steer is Steer that must go well.
func steer(t *testing.T, s *Sim, by step.Steering) {
	t.Helper()
	if err := s.Steer(by); err != nil {
		t.Fatal(err)
	}
}

// painted is the friction scale of vertex i of the patch.
func painted(i int) float64 { return .5 + float64(i%5)/4 }

func (s *Sim) energyAt(x []r3.Vec) float64 { return s.evaluateElements(x) + s.evaluatePoints(x) }

func component(v *r3.Vec, c int) *float64 { return [...]*float64{&v.X, &v.Y, &v.Z}[c] }

// fourth is the fourth-order central difference of f at zero.
func fourth(f func(float64) float64, h float64) float64 {
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

// TestSettingsMatter: each setting that kernels read changes the forces of some term. Restitution does not: it acts
// after the end of a step (TestReboundHeight).
func TestSettingsMatter(t *testing.T) {
	forces := func(of steptest.Subject, with ...func(*step.Settings)) []r3.Vec {
		s := crumpled(t, 1, of, with...)
		s.energyAt(s.x)
		s.gatherGradient()
		return s.g
	}
	for i, setting := range steptest.Known(new(step.Settings)) {
		if setting.Name != "restitution" && !slices.ContainsFunc(steptest.Subjects(), func(of steptest.Subject) bool {
			return !slices.Equal(forces(of), forces(of, func(set *step.Settings) { steptest.Known(set)[i].Scale(1.1) }))
		}) {
			t.Errorf("setting %s does nothing on a crumpled patch: expected other forces of some term at 1.1 times its "+
				"default, or of the value of its tag try", setting.Name)
		}
	}
}

// TestForceIsGradient compares each term's gradient with finite differences of its energy
// along random directions, over several step sizes: the best relative error must be below 1e-6.
func TestForceIsGradient(t *testing.T) {
	for _, of := range steptest.Subjects() {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s/%d", of, seed), func(t *testing.T) {
				s := crumpled(t, seed, of)
				checkForce(t, s, of.String(), seed)
			})
		}
	}
}

// checkForce compares the gradient of a patch with differences of its energy.
func checkForce(t *testing.T, s *Sim, what string, seed uint64) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 11))
	x := append([]r3.Vec(nil), s.x...)
	s.energyAt(x)
	s.gatherGradient()
	var norm2 float64
	for _, g := range s.g {
		norm2 += r3.Norm2(g)
	}
	if norm2 == 0 {
		t.Fatalf("%s does nothing on a crumpled patch, with what stands in the tags try of its parameters: expected "+
			"forces", what)
	}
	g := append([]r3.Vec(nil), s.g...)
	for range 5 {
		dir := make([]r3.Vec, len(x))
		var want, dirNorm2 float64
		for i := range dir {
			dir[i] = r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
			want += r3.Dot(dir[i], g[i])
			dirNorm2 += r3.Norm2(dir[i])
		}
		scale := math.Sqrt(norm2*dirNorm2) / math.Sqrt(float64(3*len(x)))
		best := math.Inf(1)
		for h := 1e-4; h > 1e-9; h /= 4 {
			got := fourth(func(a float64) float64 {
				y := make([]r3.Vec, len(x))
				for i := range x {
					y[i] = r3.Add(x[i], r3.Scale(a, dir[i]))
				}
				return s.energyAt(y)
			}, h)
			best = min(best, math.Abs(got-want)/scale)
		}
		if best > 1e-6 {
			t.Errorf("best relative error of the force %.3g (gradient along direction %.6g)", best, want)
		}
	}
}

// TestJacobianIsHessian compares each term's exact second derivative with finite differences
// of its gradient, and checks symmetry; error below 1e-5 relative to the largest entry.
func TestJacobianIsHessian(t *testing.T) {
	for _, of := range steptest.Subjects() {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("%s/%d", of, seed), func(t *testing.T) {
				s := crumpled(t, seed, of)
				checkJacobian(t, s)
			})
		}
	}
}

// checkJacobian compares the exact matrix of a patch with differences of its gradient.
func checkJacobian(t *testing.T, s *Sim) {
	t.Helper()
	s.exact = true
	x := append([]r3.Vec(nil), s.x...)
	copy(s.x, x)
	s.energyAt(x)
	s.gatherMatrix()
	h := dense(s)
	n := len(h)
	var largest float64
	for _, row := range h {
		for _, v := range row {
			largest = max(largest, math.Abs(v))
		}
	}
	linear := 1e-6 / 1e-3 // [N/m]: forces of the patch over its edges: what nothing is, beside a linear potential
	for i := range n {
		for j := range i {
			if math.Abs(h[i][j]-h[j][i]) > 1e-12*largest {
				t.Fatalf("not symmetric: H[%d][%d] = %g, H[%d][%d] = %g", i, j, h[i][j], j, i, h[j][i])
			}
		}
	}
	for col := 0; col < n; col += 7 {
		best := math.Inf(1)
		for step := 1e-5; step > 1e-8; step /= 4 {
			var worst float64
			grad := func(a float64) []r3.Vec {
				y := append([]r3.Vec(nil), x...)
				*component(&y[col/3], col%3) += a
				s.energyAt(y)
				s.gatherGradient()
				return append([]r3.Vec(nil), s.g...)
			}
			p1, m1, p2, m2 := grad(step), grad(-step), grad(2*step), grad(-2*step)
			for i := range x {
				for c := range 3 {
					d := (8*(*component(&p1[i], c)-*component(&m1[i], c)) - (*component(&p2[i], c) - *component(&m2[i],
						c))) / (12 * step)
					worst = max(worst, math.Abs(d-h[3*i+c][col]))
				}
			}
			best = min(best, worst/max(largest, linear))
		}
		if best > 1e-5 {
			t.Errorf("column %d: best relative error of the Jacobian %.3g", col, best)
		}
	}
}

// dense expands the matrix of a sim.
func dense(s *Sim) [][]float64 {
	n := 3 * s.matrix.N
	h := make([][]float64, n)
	for i := range h {
		h[i] = make([]float64, n)
	}
	for i := range s.matrix.N {
		for k := s.matrix.RowPtr[i]; k < s.matrix.RowPtr[i+1]; k++ {
			b := s.matrix.Block(k)
			for r := range 3 {
				for c := range 3 {
					h[3*i+r][3*int(s.matrix.Col[k])+c] = b[3*r+c]
				}
			}
		}
	}
	if s.self != nil {
		for _, p := range s.self.active {
			var b [9]float64
			p.response.H.AddTo(&b, 1)
			for i := range 4 {
				for j := range 4 {
					for k := range 9 {
						if i != j {
							h[3*int(p.v[i])+k/3][3*int(p.v[j])+k%3] += p.w[i] * p.w[j] * b[k]
						}
					}
				}
			}
		}
	}
	if s.exact {
		addCurveCouplings(s, h)
	}
	return h
}

// addCurveCouplings adds what the matrix leaves out of curves: the product of the gradients of
// different hinges, which reach beyond its pattern.
func addCurveCouplings(s *Sim, h [][]float64) {
	for i := range s.Model.Curves {
		c := &s.Model.Curves[i]
		for a, ha := range c.Hinge {
			for b, hb := range c.Hinge {
				if ha == hb {
					continue
				}
				k := s.curve[i].C.Form(&c.C[a], &c.C[b])
				for p, v := range s.Model.Hinges[ha].V {
					for q, w := range s.Model.Hinges[hb].V {
						var m [9]float64
						linalg.AddOuter(&m, k, s.hinge[ha].G[p], s.hinge[hb].G[q])
						for e := range 9 {
							h[3*v+int32(e/3)][3*w+int32(e%3)] += m[e]
						}
					}
				}
			}
		}
	}
}
