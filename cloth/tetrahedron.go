package cloth

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// Tetrahedra are linear tetrahedra of a solid, with the deformation gradient F = Σ_a x_a ⊗ B_a. Their strains are
// Green's, E_xx, E_yy, E_zz, 2E_yz, 2E_zx and 2E_xy, for damping and internal friction; their elasticity is a law of F.
const Tetrahedra = Segments + 1

var tetrahedronRow = KindRow{Name: "tetrahedron", Corners: 4, Strains: []string{"xx", "yy", "zz", "yz", "zx", "xy"},
	Measure: law.Volume, Elastic: "springs", Gradient: true, Answer: "TestTwistedBar", Slot: 26,
	Rest: []string{"b1x_1_m", "b1y_1_m", "b1z_1_m", "b2x_1_m", "b2y_1_m", "b2z_1_m", "b3x_1_m", "b3y_1_m", "b3z_1_m"},
	Size: func(rest *[MostRest]float64) float64 {
		b := shapeGradients(rest)
		return math.Abs(1/r3.Dot(b[1], r3.Cross(b[2], b[3]))) / 6
	},
	Sample: func(x *[MostCorners]r3.Vec) [MostRest]float64 {
		l := 0. // corners of test patches may be collinear: a regular one of about their size
		for _, v := range x[1:] {
			l += r3.Norm(r3.Sub(v, x[0])) / 3
		}
		return TetrahedronRest(&[MostCorners]r3.Vec{{}, {X: l}, {X: l / 2, Y: l * math.Sqrt(3) / 2},
			{X: l / 2, Y: l / math.Sqrt(12), Z: l * math.Sqrt(2./3)}})
	},
}

// TetrahedronRest returns the rest values of a tetrahedron with corners at x: the gradients of the shape functions of
// all corners but the first, rows of (x₁ − x₀, x₂ − x₀, x₃ − x₀)⁻¹. They are not finite without volume.
func TetrahedronRest(x *[MostCorners]r3.Vec) (rest [MostRest]float64) {
	p, q, r := r3.Sub(x[1], x[0]), r3.Sub(x[2], x[0]), r3.Sub(x[3], x[0])
	det := r3.Dot(p, r3.Cross(q, r))
	for a, b := range [3]r3.Vec{r3.Cross(q, r), r3.Cross(r, p), r3.Cross(p, q)} {
		rest[3*a], rest[3*a+1], rest[3*a+2] = b.X/det, b.Y/det, b.Z/det
	}
	return rest
}

// ShapeGradients returns the gradients B_a of the shape functions of a tetrahedron [1/m].
func (e *Element) ShapeGradients() [MostCorners]r3.Vec { return shapeGradients(&e.Rest) }

func shapeGradients(rest *[MostRest]float64) (b [MostCorners]r3.Vec) {
	for a := range 3 {
		b[a+1] = r3.Vec{X: rest[3*a], Y: rest[3*a+1], Z: rest[3*a+2]}
		b[0] = r3.Sub(b[0], b[a+1])
	}
	return b
}

// SolidMaterial is the material of a solid.
type SolidMaterial struct {
	Density                 float64   // [kg/m³]
	Law                     law.Solid // elasticity
	Strain                  Component // damping and internal friction of each strain, with stresses in Pa
	Friction, ClothFriction float64   // Coulomb coefficients of its surface against bodies and cloth
}

// SolidPart returns a part of tetrahedra with rest positions at x. The triangles of its surface have no cloth
// properties; their contact is that of cloth.
func SolidPart(name string, x []r3.Vec, tets [][4]int32, surface [][3]int32, of SolidMaterial) (Part, error) {
	p := Part{Name: name, X: x, Tri: surface, Fabric: Fabric{Name: name, Density: 1, // unused for bare triangles
		Friction: of.Friction, ClothFriction: of.ClothFriction, Bending: HingeBending, Weave: "none"}}
	for i, v := range tets {
		e := Element{Kind: Tetrahedra, V: v, Solid: of.Law, Density: of.Density}
		var at [MostCorners]r3.Vec
		for a, k := range v {
			if k < 0 || int(k) >= len(x) {
				return p, fmt.Errorf("tetrahedron %d: vertex %d: expected 0 to %d", i, k, len(x)-1)
			}
			at[a] = x[k]
		}
		e.Rest = TetrahedronRest(&at)
		for k := range e.Laws {
			e.Laws[k] = of.Strain
		}
		p.Elements = append(p.Elements, e)
	}
	for i, v := range surface {
		for _, k := range v {
			if k < 0 || int(k) >= len(x) {
				return p, fmt.Errorf("triangle %d: vertex %d: expected 0 to %d", i, k, len(x)-1)
			}
		}
		p.UV = append(p.UV, flat(x[v[0]], x[v[1]], x[v[2]]))
		p.Layers = append(p.Layers, Bare)
	}
	return p, nil
}

// flat returns the corners of a triangle in its plane.
func flat(a, b, c r3.Vec) [3]r2.Vec {
	along, across, _ := Frame(a, b, c)
	d := r3.Sub(c, a)
	return [3]r2.Vec{{}, {X: r3.Norm(r3.Sub(b, a))}, {X: r3.Dot(d, along), Y: r3.Dot(d, across)}}
}
