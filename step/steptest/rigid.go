package steptest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/tetra"
)

// RigidBox returns a rigid box around a point, with two triangles for each face.
func RigidBox(name string, centre, size r3.Vec, density float64) cloth.Part {
	return RigidBoxOf(name, centre, size, [3]int{1, 1, 1}, density)
}

// RigidBoxOf returns one with n squares along each axis.
func RigidBoxOf(name string, centre, size r3.Vec, n [3]int, density float64) cloth.Part {
	m := tetra.BoxOf(size, n)
	surface := m.Surface()
	most := int32(0)
	for _, t := range surface {
		most = max(most, t[0], t[1], t[2])
	}
	x := m.X[:most+1] // vertices inside come last
	for i := range x {
		x[i] = r3.Add(x[i], centre)
	}
	p, err := cloth.RigidPart(name, x, surface, cloth.RigidMaterial{Density: density, Friction: .5, ClothFriction: .5})
	if err != nil {
		panic(err) // an error of the tests
	}
	return p
}

// RigidError returns the largest error of a distance within a rigid body, relative to its size.
func RigidError(m *cloth.Model, x []r3.Vec) (worst float64) {
	for _, b := range m.Rigid {
		size := 0.
		for i := b.Vertices.Lo; i < b.Vertices.Hi; i++ {
			size = max(size, r3.Norm(r3.Sub(m.X0[i], m.X0[b.Vertices.Lo])))
		}
		for i := b.Vertices.Lo; i < b.Vertices.Hi; i++ {
			for j := b.Vertices.Lo; j < i; j++ {
				now, rest := r3.Norm(r3.Sub(x[i], x[j])), r3.Norm(r3.Sub(m.X0[i], m.X0[j]))
				worst = max(worst, math.Abs(now-rest)/size)
			}
		}
	}
	return worst
}

// Momenta returns the kinetic energy, the momentum and the angular momentum about the origin of all vertices.
func Momenta(m *cloth.Model, s *cloth.State) (energy float64, p, l r3.Vec) {
	for i, v := range s.V {
		energy += m.Mass[i] / 2 * r3.Norm2(v)
		p = r3.Add(p, r3.Scale(m.Mass[i], v))
		l = r3.Add(l, r3.Scale(m.Mass[i], r3.Cross(s.X[i], v)))
	}
	return energy, p, l
}

// Spin gives all vertices the velocity of a rigid motion about the origin.
func Spin(s *cloth.State, v, omega r3.Vec) {
	for i, x := range s.X {
		s.V[i] = r3.Add(v, r3.Cross(omega, x))
	}
}

// AsymmetricTop returns the angular velocity along the principal axes and the rotation of a top with moments of inertia
// in after time t, by the classical Runge–Kutta method.
func AsymmetricTop(in, omega [3]float64, t float64) (w [3]float64, turn [3]r3.Vec) {
	type state struct {
		w [3]float64
		e [3]r3.Vec
	}
	rate := func(s state) (d state) {
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			d.w[i] = (in[j] - in[k]) / in[i] * s.w[j] * s.w[k]
		}
		var world r3.Vec
		for i := range 3 {
			world = r3.Add(world, r3.Scale(s.w[i], s.e[i]))
		}
		for i := range 3 {
			d.e[i] = r3.Cross(world, s.e[i])
		}
		return d
	}
	add := func(a state, h float64, b state) state {
		for i := range 3 {
			a.w[i], a.e[i] = a.w[i]+h*b.w[i], r3.Add(a.e[i], r3.Scale(h, b.e[i]))
		}
		return a
	}
	s := state{omega, [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}}
	const n = 20000
	h := t / n
	for range n {
		a := rate(s)
		b := rate(add(s, h/2, a))
		c := rate(add(s, h/2, b))
		d := rate(add(s, h, c))
		s = add(add(add(add(s, h/6, a), h/3, b), h/3, c), h/6, d)
	}
	return s.w, s.e
}
