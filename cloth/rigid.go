package cloth

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// MassPoints is the number of vertices that carry the mass of a rigid body.
const MassPoints = 4

// Rigid is a rigid body of a Model. Its surface has no mass. Its last vertices, the mass points, have a quarter of the
// mass each, and together the centre of mass and the moments of inertia of the body (an equimomental system of four
// points).
type Rigid struct {
	Vertices Range   // of the model
	Mass     float64 // [kg]
	// initial velocity of the centre of mass [m/s] and angular velocity [rad/s]
	Velocity, Spin r3.Vec
}

// Points returns the mass points.
func (r *Rigid) Points() (p [MassPoints]int32) {
	for k := range p {
		p[k] = int32(r.Vertices.Hi - MassPoints + k)
	}
	return p
}

// RigidMaterial is the material of a rigid body.
type RigidMaterial struct {
	Density                 float64 // [kg/m³]
	Friction, ClothFriction float64 // Coulomb coefficients of its surface against bodies and cloth
}

// RigidPart returns a part that moves as a rigid body: a closed surface with a homogeneous inside. Its triangles are
// guarded against crossings as cloth is. It returns an error if the surface encloses no volume.
func RigidPart(name string, x []r3.Vec, surface [][3]int32, of RigidMaterial) (Part, error) {
	p := Part{Name: name, Tri: surface, Fabric: Fabric{Name: name, Density: 1, // unused by bare triangles
		Friction: of.Friction, ClothFriction: of.ClothFriction, Bending: HingeBending, Weave: "none"}}
	for i, v := range surface {
		for _, k := range v {
			if k < 0 || int(k) >= len(x) {
				return p, fmt.Errorf("triangle %d: vertex %d: expected 0 to %d", i, k, len(x)-1)
			}
		}
		p.UV = append(p.UV, flat(x[v[0]], x[v[1]], x[v[2]]))
		p.Layers = append(p.Layers, Bare)
	}
	volume, centre, second := Moments(x, surface)
	if !(volume > 0) {
		return p, fmt.Errorf("the surface holds a volume of %.3g m³: expected a closed one, whose triangles are "+
			"counter-clockwise seen from outside", volume)
	}
	points, err := massPoints(volume, centre, second)
	if err != nil {
		return p, err
	}
	p.X = append(append(p.X, x...), points[:]...)
	p.RigidMass = of.Density * volume
	return p, nil
}

// Moments returns the volume inside a closed surface, its centre, and its second moments about the centre, ∫(x − c)(x −
// c)ᵀ [m³, m, m⁵]. The inside is divided into tetrahedra from one point to each triangle, whose integrals are exact.
func Moments(x []r3.Vec, tri [][3]int32) (volume float64, centre r3.Vec, second [3][3]float64) {
	if len(tri) == 0 {
		return 0, centre, second
	}
	from := x[tri[0][0]] // near the surface, against cancellation
	var first r3.Vec
	for _, t := range tri {
		a, b, c := r3.Sub(x[t[0]], from), r3.Sub(x[t[1]], from), r3.Sub(x[t[2]], from)
		v := r3.Dot(a, r3.Cross(b, c)) / 6
		sum := r3.Add(a, r3.Add(b, c))
		volume += v
		first = r3.Add(first, r3.Scale(v/4, sum))
		for _, y := range [4]r3.Vec{sum, a, b, c} {
			q := [3]float64{y.X, y.Y, y.Z}
			for i := range q {
				for j := range q {
					second[i][j] += v / 20 * q[i] * q[j]
				}
			}
		}
	}
	middle := r3.Scale(1/volume, first)
	q := [3]float64{middle.X, middle.Y, middle.Z}
	for i := range q {
		for j := range q {
			second[i][j] -= volume * q[i] * q[j]
		}
	}
	return volume, r3.Add(from, middle), second
}

// errThin is the error of a body whose moments of inertia are zero to rounding.
var errThin = errors.New("the inside is flat: expected a body that is thick along every direction")

// massPoints returns four points of equal mass with the centre and the second moments of a body: the corners (1, 1, 1),
// (1, −1, −1), (−1, 1, −1) and (−1, −1, 1) of a regular tetrahedron, mapped by L with L·Lᵀ = second/volume.
func massPoints(volume float64, centre r3.Vec, second [3][3]float64) (p [MassPoints]r3.Vec, err error) {
	covariance := mat.NewSymDense(3, nil)
	for i := range 3 {
		for j := range i + 1 {
			covariance.SetSym(i, j, second[i][j]/volume)
		}
	}
	var c mat.Cholesky
	if !c.Factorize(covariance) || !(c.Cond() < 1/leastRelSecond) {
		return p, errThin
	}
	var l mat.TriDense
	c.LTo(&l)
	for k, e := range [MassPoints][3]float64{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}} {
		var d [3]float64
		for i := range d {
			for j := range i + 1 {
				d[i] += l.At(i, j) * e[j]
			}
		}
		p[k] = r3.Add(centre, r3.Vec{X: d[0], Y: d[1], Z: d[2]})
	}
	return p, nil
}

// leastRelSecond is the smallest ratio of second moments: a needle of 1:10⁵. Rounding of the sums leaves 1e-16.
const leastRelSecond = 1e-10 // derived

// checkRigid returns an error for properties that a rigid part must not have.
func (p *Part) checkRigid() error {
	switch {
	case p.RigidMass == 0:
		return nil
	case !FiniteVec(p.Velocity) || !FiniteVec(p.Spin):
		return fmt.Errorf("a rigid body with a velocity of %v m/s and %v rad/s: expected finite numbers", p.Velocity, p.Spin)
	case !(p.RigidMass > 0) || math.IsInf(p.RigidMass, 0):
		return fmt.Errorf("a rigid body of %g kg: expected a finite mass above 0", p.RigidMass)
	case len(p.X) <= MassPoints:
		return fmt.Errorf("a rigid body of %d vertices: expected a surface and %d mass points", len(p.X), MassPoints)
	case len(p.Elements) > 0 || len(p.Layers) != len(p.Tri):
		return errors.New("a rigid body with elements or cloth: expected bare triangles alone")
	}
	for i, l := range p.Layers {
		if l != Bare {
			return fmt.Errorf("triangle %d of a rigid body is cloth: expected a bare one", i)
		}
	}
	for i := range p.Pins {
		if q := &p.Pins[i]; !q.Soft() {
			return fmt.Errorf("pin on vertex %d of a rigid body holds exactly: expected a soft one, or a body that does not "+
				"move", q.Vertex)
		}
	}
	least := int32(len(p.X) - MassPoints)
	for i, t := range p.Tri {
		if max(t[0], t[1], t[2]) >= least {
			return fmt.Errorf("triangle %d of a rigid body has a mass point: expected the last %d vertices to have none", i,
				MassPoints)
		}
	}
	return nil
}

// addRigid appends the rigid body of a part, if it is one. v0 is its first vertex.
func (m *Model) addRigid(p *Part, v0 int) {
	if p.RigidMass == 0 {
		return
	}
	r := Rigid{Vertices: Range{v0, v0 + len(p.X)}, Mass: p.RigidMass, Velocity: p.Velocity, Spin: p.Spin}
	for _, v := range r.Points() {
		m.Mass[v] = r.Mass / MassPoints
	}
	m.Rigid = append(m.Rigid, r)
}

// RigidOf returns the rigid body of each vertex, counted from 1; 0: none. It returns nil for a model without rigid
// bodies.
func (m *Model) RigidOf() (of []int32) {
	if len(m.Rigid) == 0 {
		return nil
	}
	of = make([]int32, len(m.X0))
	for k, r := range m.Rigid {
		for i := r.Vertices.Lo; i < r.Vertices.Hi; i++ {
			of[i] = int32(k + 1)
		}
	}
	return of
}

// start sets the initial velocities of the vertices of a rigid body.
func (r *Rigid) start(m *Model, s *State) {
	var c r3.Vec
	for _, v := range r.Points() {
		c = r3.Add(c, r3.Scale(1./MassPoints, m.X0[v]))
	}
	for i := r.Vertices.Lo; i < r.Vertices.Hi; i++ {
		s.V[i] = r3.Add(r.Velocity, r3.Cross(r.Spin, r3.Sub(m.X0[i], c)))
	}
}
