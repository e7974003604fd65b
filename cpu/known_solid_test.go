package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
	"hysteron/step/steptest"
	"hysteron/tetra"
)

const spongeYoung, spongeDensity = steptest.SpongeYoung, steptest.SpongeDensity

// newSolid simulates a solid with vertices pinned where hold is true.
func newSolid(t testing.TB, m *tetra.Mesh, of cloth.SolidMaterial, set step.Settings,
	hold func(x r3.Vec) (at r3.Vec, held bool)) *Sim {
	t.Helper()
	p := steptest.SolidPart(m, of)
	for i, x := range m.X {
		if hold == nil {
			break
		}
		if at, held := hold(x); held {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: at})
		}
	}
	return newSim(t, p, nil, set)
}

// alone are settings for solids without gravity, air or contact.
func alone() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity, set.SelfContact, set.Tolerance = r3.Vec{}, 0, false, 1e-13
	return set
}

// force is that of the elements on the vertices for which of is true, and its torque about the z axis.
func (s *Sim) force(of func(x r3.Vec) bool) (f r3.Vec, torque float64) {
	s.begin(1)
	s.evaluateElements(s.State.X)
	for i, x := range s.State.X {
		if of(s.Model.X0[i]) {
			var g r3.Vec
			tetrahedronCode.sum(s, cloth.Tetrahedra, i, &g)
			f = r3.Add(f, g)
			torque += x.X*g.Y - x.Y*g.X
		}
	}
	return f, torque
}

// TestSolidMass: vertices have the mass of their tetrahedra, and the surface has none.
func TestSolidMass(t *testing.T) {
	m := tetra.BoxOf(r3.Vec{X: .1, Y: .2, Z: .3}, [3]int{2, 3, 4})
	s := newSolid(t, m, steptest.Sponge("neo-hookean", .3), alone(), nil)
	if got, want := s.Model.TotalMass(), .006*spongeDensity; math.Abs(got-want) > 1e-12*want {
		t.Errorf("mass %g kg: expected %g", got, want)
	}
}

// TestSolidPatch: where the surface is moved linearly, all of the inside follows, and the energy is that of the law.
func TestSolidPatch(t *testing.T) {
	for _, name := range law.SolidNames() {
		of := steptest.Sponge(name, .3)
		m := tetra.BoxOf(r3.Vec{X: .1, Y: .1, Z: .1}, [3]int{3, 4, 3})
		f := law.Gradient{{1.3, .2, .1}, {-.1, .9, .15}, {.05, -.2, 1.1}}
		moved := func(x r3.Vec) r3.Vec {
			return r3.Vec{X: f[0][0]*x.X + f[0][1]*x.Y + f[0][2]*x.Z, Y: f[1][0]*x.X + f[1][1]*x.Y + f[1][2]*x.Z,
				Z: f[2][0]*x.X + f[2][1]*x.Y + f[2][2]*x.Z}
		}
		outside := func(x r3.Vec) bool { return max(math.Abs(x.X), math.Abs(x.Y), math.Abs(x.Z)) > .0499 }
		s := newSolid(t, m, of, alone(), func(x r3.Vec) (r3.Vec, bool) { return moved(x), outside(x) })
		for i, x := range s.Model.X0 {
			if outside(x) {
				s.State.X[i] = moved(x)
			}
		}
		settle(t, s, 1, 1e-11, 50)
		inside := 0
		for i, x := range s.Model.X0 {
			if d := r3.Norm(r3.Sub(s.State.X[i], moved(x))); d > 1e-9 {
				t.Fatalf("%s: vertex %d is %g m off", name, i, d)
			}
			if !outside(x) {
				inside++
			}
		}
		got, want := s.evaluateElements(s.State.X), of.Law.Respond(&f, true).Psi*1e-3
		if math.Abs(got-want) > 1e-10*want || inside != 12 {
			t.Errorf("%s: energy %g J, %d vertices inside: expected %g and 12", name, got, inside, want)
		}
	}
}

// TestSolidTurned: turned as a whole it has no forces.
func TestSolidTurned(t *testing.T) {
	for _, name := range law.SolidNames() {
		s := newSolid(t, tetra.BoxOf(r3.Vec{X: .1, Y: .1, Z: .1}, [3]int{3, 3, 3}), steptest.Sponge(name, .4), alone(), nil)
		turn := r3.NewRotation(2.2, r3.Vec{X: 1, Y: -2, Z: .5})
		for i, x := range s.State.X {
			s.State.X[i] = turn.Rotate(x)
		}
		s.begin(1)
		s.evaluateElements(s.State.X)
		for i := range s.State.X {
			var g r3.Vec
			if tetrahedronCode.sum(s, cloth.Tetrahedra, i, &g); r3.Norm(g) > 1e-12*spongeYoung*.01 {
				t.Fatalf("%s: %g N at vertex %d", name, r3.Norm(g), i)
			}
		}
	}
}

// TestSolidCantilever: a beam of Poisson's ratio 0 bends under a weight that is small by ρgAL⁴/8EI = 12ρgL⁴/8Ea², and
// by the share of shear, ρgL²/(2·⅚G) (Timoshenko). The stiffness comes down to that with the second order.
func TestSolidCantilever(t *testing.T) {
	const a, l, g = .02, .2, .01
	want := spongeDensity*g*(12*l*l*l*l/(8*spongeYoung*a*a)) + spongeDensity*g*l*l/(2*5./6*spongeYoung/2)
	var got [3]float64
	for k, n := range []int{1, 2, 4} {
		set := alone()
		set.Gravity = r3.Vec{Y: -g}
		s := newSolid(t, tetra.BoxOf(r3.Vec{X: l, Y: a, Z: a}, [3]int{10 * n, n, n}), steptest.Sponge("corotational", 0), set,
			func(x r3.Vec) (r3.Vec, bool) { return x, x.X < -l/2+1e-9 })
		settle(t, s, 10, 1e-9, 50)
		tip, count := 0., 0.
		for i, x := range s.Model.X0 {
			if x.X > l/2-1e-9 {
				tip, count = tip+x.Y-s.State.X[i].Y, count+1
			}
		}
		got[k] = want * count / tip
	}
	order, limit := math.Log2((got[0]-got[1])/(got[1]-got[2])), got[2]-(got[1]-got[2])/3 // of second order
	t.Logf("stiffness %.5g, %.5g, %.5g of the beam's, order %.3g, limit %.5g", got[0], got[1], got[2], order, limit)
	if !(got[0] > got[1] && got[1] > got[2]) || math.Abs(order-2) > .2 || math.Abs(limit-1) > .01 {
		t.Errorf("stiffness %v of the beam's: expected one that falls to 1 with the second order", got)
	}
}

// TestTwistedBar: the torque of a bar with a square section of side a is .140577·G·a⁴ times its twist per length (Saint
// Venant), where the ends, whose sections stay plane, are far.
func TestTwistedBar(t *testing.T) {
	const a, l, twist = .02, .12, .02
	for _, name := range law.SolidNames() {
		const nu = .3
		want := .140577 * spongeYoung / (2 * (1 + nu)) * a * a * a * a
		var got [3]float64
		for k, n := range []int{2, 4, 6} {
			end := func(x r3.Vec) bool { return math.Abs(x.Z) > l/2-1e-9 }
			s := newSolid(t, tetra.BoxOf(r3.Vec{X: a, Y: a, Z: l}, [3]int{n, n, 6 * n}), steptest.Sponge(name, nu), alone(),
				func(x r3.Vec) (r3.Vec, bool) {
					return r3.NewRotation(math.Copysign(twist, x.Z), r3.Vec{Z: 1}).Rotate(x), end(x)
				})
			for i, x := range s.Model.X0 {
				s.State.X[i] = r3.NewRotation(2*twist*x.Z/l, r3.Vec{Z: 1}).Rotate(x)
			}
			settle(t, s, 10, 1e-9, 50)
			_, torque := s.force(func(x r3.Vec) bool { return x.Z > l/2-1e-9 })
			section := func(z float64) (angle float64) { // of the corners
				for i, x := range s.Model.X0 {
					if math.Abs(x.Z-z) < 1e-9 && math.Min(math.Abs(x.X), math.Abs(x.Y)) > a/2-1e-9 {
						y := s.State.X[i]
						angle += math.Atan2(x.X*y.Y-x.Y*y.X, x.X*y.X+x.Y*y.Y) / 4
					}
				}
				return angle
			}
			got[k] = torque / ((section(l/6) - section(-l/6)) / (l / 3))
		}
		order := math.Log((got[0]-want)/(got[1]-want)) / math.Log(2)
		limit := got[2] - (got[1]-got[2])*16/20 // of second order
		t.Logf("%s: %.5g, %.5g, %.5g N·m², order %.3g, limit %.5g: expected %.5g", name, got[0], got[1], got[2], order, limit,
			want)
		if !(got[0] > got[1] && got[1] > got[2] && got[2] > want) || order < 1.7 || math.Abs(limit-want) > .02*want {
			t.Errorf("%s: torsional stiffness %v: expected it to fall to %.5g with the second order", name, got, want)
		}
	}
}

// TestSolidFrequency: a bar of Poisson's ratio 0 that is held at one end vibrates along with √(E/ρ)/4L.
func TestSolidFrequency(t *testing.T) {
	const l = .2
	want := math.Sqrt(spongeYoung/spongeDensity) / (4 * l)
	var off [2]float64
	for k, n := range []int{4, 8} {
		set := alone()
		set.Integrator = step.BDF2
		s := newSolid(t, tetra.BoxOf(r3.Vec{X: l, Y: .02, Z: .02}, [3]int{n, 2, 2}), steptest.Sponge("corotational", 0), set,
			func(x r3.Vec) (r3.Vec, bool) { return x, x.X < -l/2+1e-9 })
		for i, x := range s.Model.X0 {
			s.State.X[i].X += 1e-5 * math.Sin(math.Pi*(x.X+l/2)/(2*l))
		}
		h := 1 / want / 400
		end := func() (d float64) {
			for i, x := range s.Model.X0 {
				if x.X > l/2-1e-9 {
					d += s.State.X[i].X - x.X
				}
			}
			return d
		}
		var crossings []float64
		before := end()
		for i := range 1000 {
			take(t, s, 1, h)
			now := end()
			if before > 0 != (now > 0) {
				crossings = append(crossings, h*(float64(i)+before/(before-now)))
			}
			before = now
		}
		got := float64(len(crossings)-1) / 2 / (crossings[len(crossings)-1] - crossings[0])
		off[k] = got/want - 1
	}
	t.Logf("off by %.3g and %.3g", off[0], off[1])
	if math.Abs(off[1]) > .01 || math.Abs(off[0]/off[1]) < 3 {
		t.Errorf("frequency off by %.3g and %.3g of √(E/ρ)/4L: expected the second order", off[0], off[1])
	}
}

// TestSolidRecovers: from vertices anywhere, and turned inside out, it finds back to its shape.
func TestSolidRecovers(t *testing.T) {
	for _, name := range law.SolidNames() {
		for what, spoil := range map[string]func(x r3.Vec, rnd *rand.Rand) r3.Vec{
			"inside out": func(x r3.Vec, _ *rand.Rand) r3.Vec { return r3.Vec{X: x.X, Y: x.Y, Z: -x.Z} },
			"anywhere": func(x r3.Vec, rnd *rand.Rand) r3.Vec {
				return r3.Vec{X: .1 * rnd.Float64(), Y: .1 * rnd.Float64(), Z: .1 * rnd.Float64()}
			},
		} {
			rnd := rand.New(rand.NewPCG(6, 6))
			set := alone()
			set.Tolerance = 1e-9
			m := tetra.BoxOf(r3.Vec{X: .1, Y: .1, Z: .1}, [3]int{2, 2, 2})
			s := newSolid(t, m, steptest.Sponge(name, .3), set, nil)
			for i, x := range s.State.X {
				s.State.X[i] = spoil(x, rnd)
			}
			s.ResetHistory()
			for range 400 {
				clear(s.State.V)
				take(t, s, 1, .1)
			}
			now := tetra.Mesh{X: s.State.X, Tets: m.Tets}
			worst := 1.
			for i := range m.Tets {
				worst = min(worst, now.Volume(i)/m.Volume(i))
			}
			if e := s.evaluateElements(s.State.X); e > 1e-9*spongeYoung*1e-3 || worst < .999 {
				t.Errorf("%s, %s: energy %g J, least volume %.4g of that at rest: expected none, and 1", name, what, e, worst)
			}
		}
	}
}

// TestSolidMomentum: forces within add up to none, nor to a torque; a solid that flies keeps its momentum.
func TestSolidMomentum(t *testing.T) {
	for _, name := range law.SolidNames() {
		rnd := rand.New(rand.NewPCG(2, 6))
		of := steptest.Sponge(name, .3)
		of.Strain = cloth.Component{Damping: law.Damping{Ratio: .01}, Friction: law.Dahl{A: 200, Tau: .02}}
		s := newSolid(t, tetra.BoxOf(r3.Vec{X: .1, Y: .1, Z: .1}, [3]int{2, 2, 2}), of, alone(), nil)
		var before, after r3.Vec
		size := 0.
		for i := range s.State.X {
			s.State.V[i] = r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
			before = r3.Add(before, r3.Scale(s.Model.Mass[i], s.State.V[i]))
			size += s.Model.Mass[i] * r3.Norm(s.State.V[i])
		}
		take(t, s, 20, 1e-3)
		for i, v := range s.State.V {
			after = r3.Add(after, r3.Scale(s.Model.Mass[i], v))
		}
		if d := r3.Norm(r3.Sub(after, before)); d > 1e-10*size {
			t.Errorf("%s: momentum changed by %g of %g", name, d, size)
		}
		s.begin(1e-3)
		for i := range s.x {
			d := r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}
			s.x[i] = r3.Add(s.State.X[i], r3.Scale(1e-3, d))
		}
		s.evaluateElements(s.x)
		var sum, torque r3.Vec
		size = 0
		for i, x := range s.x {
			var g r3.Vec
			tetrahedronCode.sum(s, cloth.Tetrahedra, i, &g)
			sum, torque, size = r3.Add(sum, g), r3.Add(torque, r3.Cross(x, g)), size+r3.Norm(g)
		}
		if r3.Norm(sum) > 1e-13*size || r3.Norm(torque) > 1e-13*size {
			t.Errorf("%s: forces add up to %v, torques to %v, of %g N", name, sum, torque, size)
		}
	}
}

// TestSolidDampingTurns: damping is the same in all directions of the material.
func TestSolidDampingTurns(t *testing.T) {
	of := steptest.Sponge("neo-hookean", .3)
	of.Strain = cloth.Component{Damping: law.Damping{Ratio: .01}}
	dissipated := func(turn r3.Rotation) float64 {
		m := tetra.BoxOf(r3.Vec{X: .1, Y: .1, Z: .1}, [3]int{1, 1, 1})
		stretch := func(x r3.Vec) r3.Vec { return r3.Vec{X: 1.1*x.X + .05*x.Y, Y: .97 * x.Y, Z: 1.02*x.Z - .03*x.X} }
		for i, x := range m.X {
			m.X[i] = turn.Rotate(x)
		}
		s := newSolid(t, m, of, alone(), nil)
		s.SetTerms([]Term{newTerm(t, "damping")})
		s.begin(1e-2)
		back := r3.Rotation{Real: turn.Real, Imag: -turn.Imag, Jmag: -turn.Jmag, Kmag: -turn.Kmag}
		for i, x := range m.X {
			s.x[i] = stretch(back.Rotate(x))
		}
		return s.evaluateElements(s.x)
	}
	want := dissipated(r3.NewRotation(0, r3.Vec{X: 1}))
	for _, axis := range []r3.Vec{{X: 1}, {Y: 1, Z: 1}, {X: 1, Y: -2, Z: 3}} {
		if got := dissipated(r3.NewRotation(.7, axis)); !(want > 0) || math.Abs(got/want-1) > 1e-12 {
			t.Errorf("about %v: %.12g J: expected %.12g", axis, got, want)
		}
	}
}

// TestGluedMomentum: a sheet and a solid that share vertices have the mass of both, and keep their momentum in flight;
// the shared vertices of a sheet that is pulled move the solid.
func TestGluedMomentum(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 7))
	sheet := grid(3, 5, .1, .1, vacuum(), false)
	for i := range sheet.X { // from the edge x = .05 of the top of a box around the origin
		sheet.X[i] = r3.Vec{X: .05 + .05*float64(i/5), Y: .05, Z: .025*float64(i%5) - .05}
	}
	of := steptest.Sponge("neo-hookean", .3)
	parts := steptest.Glued(sheet, tetra.BoxOf(r3.Vec{X: .1, Y: .1, Z: .1}, [3]int{2, 2, 4}), of)
	s := newCloth(t, parts, nil, alone())
	if n, shared := len(s.State.X), len(parts[0].X)+len(parts[1].X)-5; n != shared {
		t.Fatalf("%d vertices, expected %d: 5 are shared", n, shared)
	}
	want := of.Density*.001 + vacuum().Density*.01
	if m := s.Model.TotalMass(); math.Abs(m-want) > 1e-12*want {
		t.Errorf("mass %g kg, expected %g", m, want)
	}
	momentum := func() (p r3.Vec, size float64) {
		for i, v := range s.State.V {
			p, size = r3.Add(p, r3.Scale(s.Model.Mass[i], v)), size+s.Model.Mass[i]*r3.Norm(v)
		}
		return p, size
	}
	for i := range s.State.X {
		if i < len(parts[0].X) && i/5 == 2 { // the free edge of the sheet is pulled
			s.State.V[i] = r3.Vec{X: .5 + .1*rnd.NormFloat64(), Y: .1 * rnd.NormFloat64(), Z: .1 * rnd.NormFloat64()}
		}
	}
	before, size := momentum()
	take(t, s, 20, 1e-3)
	after, _ := momentum()
	if d := r3.Norm(r3.Sub(after, before)); d > 1e-12*size {
		t.Errorf("momentum changed by %g of %g", d, size)
	}
	own := cloth.Of(&s.Model.Parts[1], s.State.V)
	var solid r3.Vec
	for i := range own {
		solid = r3.Add(solid, r3.Scale(1/float64(len(own)), own[i]))
	}
	if solid.X < .003 { // all of the momentum would be .008 m/s
		t.Errorf("the solid moves at %.3g m/s along the pull: expected it to be drawn along", solid.X)
	}
}
