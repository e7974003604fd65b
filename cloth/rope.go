package cloth

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// Elements of a rope: a discrete elastic rod without twist (Bergou et al. 2008, without its material frame).
const (
	// Rods are straight segments between two vertices. Their strain is the elongation ε = l/l̄ − 1, their stress
	// the tension [N], and they have contact as cylinders.
	Rods = Tetrahedra + 1
	// Bends are at the middle of three vertices. Their strain is the curvature κ = |t₂ − t₁|/l̄ [1/m], with t the
	// unit vectors of both edges and l̄ their mean rest length, their stress the moment [N·m]. For vertices on a
	// circle with equal edges κ is that of the circle.
	//
	// κ has no sign, and a kink at zero. A law whose stress is not zero there, such as friction, uses κ = (√(|t₂ −
	// t₁|² + c²) − c)/l̄ with a blunt angle c.
	Bends = Rods + 1
)

var rodRow = KindRow{Name: "rod", Corners: 2, Strains: []string{"stretch"}, Measure: law.RopeStretch,
	Elastic: "springs", Rest: []string{"length_m", "radius_m"}, Answer: "TestRopes", Slot: 2,
	Size: func(rest *[MostRest]float64) float64 { return rest[0] },
	Sample: func(x *[MostCorners]r3.Vec) [MostRest]float64 {
		return [MostRest]float64{.9 * r3.Norm(r3.Sub(x[1], x[0]))}
	},
	Touched: func(rest *[MostRest]float64) (length, radius float64) { return rest[0], rest[1] },
}

var bendRow = KindRow{Name: "bend", Corners: 3, Strains: []string{"curvature"}, Measure: law.RopeBending,
	Elastic: "bending", Rest: []string{"length_m", "blunt_rad"}, Answer: "TestRopes", Slot: 4,
	Size: func(rest *[MostRest]float64) float64 { return rest[0] },
	Sample: func(x *[MostCorners]r3.Vec) [MostRest]float64 {
		return [MostRest]float64{(r3.Norm(r3.Sub(x[1], x[0])) + r3.Norm(r3.Sub(x[2], x[1]))) / 2, .1}
	},
}

// Rope is a round, straight rope, thread, lace or cable of one radius through points.
type Rope struct {
	Name    string
	X       []r3.Vec // start positions of its vertices; their distances are rest lengths [m]
	Closed  bool     // the last vertex is joined to the first
	Radius  float64  // [m]
	Density float64  // mass per length [kg/m]
	// Stretch is a response to the elongation, with stresses in N; Bend to the curvature [1/m], with moments in
	// N·m.
	Stretch, Bend Component
	Friction      float64 // Coulomb coefficient against bodies
	RopeFriction  float64 // against ropes; between two fabrics the geometric mean applies
	Pins          []Pin
	Motions       []Motion
}

// smoothingShare is the blunt angle of bending friction, relative to the angle at the curvature over which the law's
// stress builds up: the kink at zero is narrower than what the law resolves.
const smoothingShare = .25

// smoothingCurvature returns the curvature below which a friction law has no direction [1/m]: a share of the smallest
// strain among its parameters.
func smoothingCurvature(l law.Law) float64 {
	least, values := math.Inf(1), law.Values(l)
	for i, p := range law.Params(l) {
		if p.Dim == (law.Unit{Strain: 1}) && values[i] > 0 {
			least = min(least, values[i])
		}
	}
	if math.IsInf(least, 1) {
		return 1 // guess: of a radius of 1 m
	}
	return smoothingShare * least
}

// Part returns the rope as a part of a model. Errors name the vertex.
func (r *Rope) Part() (Part, error) {
	p := Part{Name: r.Name, X: r.X, Pins: r.Pins, Motions: r.Motions, Fabric: Fabric{Name: "rope", Friction: r.Friction,
		ClothFriction: r.RopeFriction, Thickness: 2 * r.Radius, Weave: "twill"}}
	n := len(r.X)
	least := 2
	if r.Closed {
		least = 3
	}
	if n < least {
		return p, fmt.Errorf("%d vertices: expected %d at least", n, least)
	}
	if !(r.Density > 0) || !Finite(r.Density) {
		return p, fmt.Errorf("density %g kg/m: expected a finite number above 0", r.Density)
	}
	rods := n - 1
	if r.Closed {
		rods = n
	}
	length := make([]float64, rods)
	for i := range rods {
		length[i] = r3.Norm(r3.Sub(r.X[(i+1)%n], r.X[i]))
		if !(length[i] > 0) {
			return p, fmt.Errorf("vertices %d and %d are at one place, or nowhere: expected different ones", i, (i+1)%n)
		}
		p.Elements = append(p.Elements, Element{Kind: Rods, V: [MostCorners]int32{int32(i), int32((i + 1) % n)},
			Rest: [MostRest]float64{length[i], r.Radius}, Laws: [MostStrains]Component{r.Stretch}, Density: r.Density})
	}
	friction := r.Bend.Friction
	smooth := r.Bend
	smooth.Friction = nil
	for i := range rods {
		if i+1 == rods && !r.Closed {
			break
		}
		v := [MostCorners]int32{int32(i), int32((i + 1) % n), int32((i + 2) % n)}
		l := (length[i] + length[(i+1)%rods]) / 2
		if smooth != (Component{}) {
			p.Elements = append(p.Elements, Element{Kind: Bends, V: v, Rest: [MostRest]float64{l},
				Laws: [MostStrains]Component{smooth}})
		}
		if friction != nil {
			p.Elements = append(p.Elements, Element{Kind: Bends, V: v, Rest: [MostRest]float64{l,
				l * smoothingCurvature(friction)},
				Laws: [MostStrains]Component{{Friction: friction}}})
		}
	}
	return p, nil
}
