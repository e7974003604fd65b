package steptest

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
	"hysteron/tetra"
)

// Sponge returns a material of 20 kPa and 30 kg/m³, with a law of law.SolidKinds.
func Sponge(name string, poisson float64) cloth.SolidMaterial {
	l, err := law.SolidNamed(name, SpongeYoung, poisson)
	if err != nil {
		panic(err) // an error of the tests
	}
	return cloth.SolidMaterial{Density: SpongeDensity, Law: l}
}

// SpongeYoung and SpongeDensity are the sponge's Young's modulus [Pa] and density [kg/m³].
const SpongeYoung, SpongeDensity = 2e4, 30.

// SolidPart returns a part of a mesh.
func SolidPart(m *tetra.Mesh, of cloth.SolidMaterial) cloth.Part {
	p, err := cloth.SolidPart("solid", m.X, m.Tets, m.Surface(), of)
	if err != nil {
		panic(err) // an error of the tests
	}
	return p
}

// Glued returns a sheet, and a solid that shares those of its vertices at which the sheet has one.
func Glued(sheet cloth.Part, m *tetra.Mesh, of cloth.SolidMaterial) []cloth.Part {
	solid := SolidPart(m, of)
	for i, x := range solid.X {
		solid.Glued = append(solid.Glued, -1)
		for v, y := range sheet.X {
			if r3.Norm(r3.Sub(x, y)) < 1e-9 {
				solid.X[i], solid.Glued[i] = y, int32(v)
			}
		}
	}
	return []cloth.Part{sheet, solid}
}

// Solids returns solids with known answers.
func Solids() (list []Hung) {
	for _, name := range law.SolidNames() {
		list = append(list, thrown(name), insideOut(name))
	}
	return list
}

// vacuum returns settings without gravity, air or contact.
func vacuum() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity, set.SelfContact = r3.Vec{}, 0, false
	return set
}

// thrown is a box of sponge that spins in free flight: momentum and angular momentum are conserved. The answer is its
// rotation; its stiffness makes it rigid.
func thrown(name string) Hung {
	const spin, speed, h, steps = 3., .5, 1. / 240, 120
	p := SolidPart(tetra.BoxOf(r3.Vec{X: .1, Y: .06, Z: .04}, [3]int{3, 2, 1}), Sponge(name, .3))
	set := vacuum()
	set.Integrator, set.Tolerance = step.BDF2, 1e-6
	rest := p.X
	return Hung{Name: name + ": a solid flies and spins", Parts: []cloth.Part{p}, Set: set, H: h, Steps: steps,
		Start: func(s *cloth.State) {
			for i, x := range s.X {
				s.V[i] = r3.Add(r3.Vec{X: speed}, r3.Cross(r3.Vec{Z: spin}, x))
			}
		},
		Got: func(x []r3.Vec) float64 { // mean angle about the middle, of all vertices
			var sine, cosine float64
			c := middle(x)
			for i, at := range x {
				d := r3.Sub(at, c)
				sine, cosine = sine+rest[i].X*d.Y-rest[i].Y*d.X, cosine+rest[i].X*d.X+rest[i].Y*d.Y
			}
			return math.Atan2(sine, cosine)
		}, Want: spin * h * steps, Within: .002,
		End: func(x []r3.Vec) error {
			if c := middle(x); r3.Norm(r3.Sub(c, r3.Vec{X: speed * h * steps})) > 1e-6 {
				return fmt.Errorf("its middle is at %v: expected %g m along x", c, speed*h*steps)
			}
			return nil
		}}
}

func middle(x []r3.Vec) (c r3.Vec) {
	for _, at := range x {
		c = r3.Add(c, r3.Scale(1/float64(len(x)), at))
	}
	return c
}

// insideOut is a box that is turned inside out: it returns to its shape, with the sum of its edges at rest.
func insideOut(name string) Hung {
	m := tetra.BoxOf(r3.Vec{X: .1, Y: .1, Z: .1}, [3]int{2, 2, 2})
	p := SolidPart(m, Sponge(name, .3))
	return Hung{Name: name + ": a solid that was inside out", Parts: []cloth.Part{p}, Set: vacuum(), H: .1, Steps: 200,
		Start: func(s *cloth.State) {
			for i := range s.X {
				s.X[i].Z = -s.X[i].Z
			}
		},
		Got: func(x []r3.Vec) float64 {
			now, least := tetra.Mesh{X: x, Tets: m.Tets}, math.Inf(1)
			for i := range m.Tets {
				least = min(least, now.Volume(i)/m.Volume(i))
			}
			return least
		}, Want: 1, Within: .001}
}
