package cloth

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// boxSurface is a box from lo to hi.
func boxSurface(lo, hi r3.Vec) (x []r3.Vec, tri [][3]int32) {
	for i := range 8 {
		p := lo
		if i&1 > 0 {
			p.X = hi.X
		}
		if i&2 > 0 {
			p.Y = hi.Y
		}
		if i&4 > 0 {
			p.Z = hi.Z
		}
		x = append(x, p)
	}
	for _, q := range [6][4]int32{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
		tri = append(tri, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
	}
	return x, tri
}

// TestRigidMoments: mass points of a box, turned and far from the origin, have its mass, centre and second moments.
func TestRigidMoments(t *testing.T) {
	size, centre := r3.Vec{X: .3, Y: .1, Z: .02}, r3.Vec{X: 5, Y: -2, Z: 1}
	turn := r3.NewRotation(1.1, r3.Unit(r3.Vec{X: 1, Y: 2, Z: -1}))
	x, tri := boxSurface(r3.Scale(-.5, size), r3.Scale(.5, size))
	for i := range x {
		x[i] = r3.Add(centre, turn.Rotate(x[i]))
	}
	p, err := RigidPart("box", x, tri, RigidMaterial{Density: 700})
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewModel([]Part{p})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.TotalMass(), 700*size.X*size.Y*size.Z; math.Abs(got/want-1) > 1e-12 || len(m.Rigid) != 1 {
		t.Errorf("%g kg: expected %g", got, want)
	}
	var c r3.Vec
	for _, v := range m.Rigid[0].Points() {
		c = r3.Add(c, r3.Scale(.25, m.X0[v]))
	}
	if d := r3.Norm(r3.Sub(c, centre)); d > 1e-12 {
		t.Errorf("centre off by %g m", d)
	}
	axes := [3]r3.Vec{turn.Rotate(r3.Vec{X: 1}), turn.Rotate(r3.Vec{Y: 1}), turn.Rotate(r3.Vec{Z: 1})}
	for i, a := range axes {
		for j, b := range axes {
			got, want := 0., 0.
			for _, v := range m.Rigid[0].Points() {
				d := r3.Sub(m.X0[v], centre)
				got += m.Mass[v] * r3.Dot(a, d) * r3.Dot(b, d)
			}
			if i == j {
				want = m.TotalMass() / 12 * [3]float64{size.X * size.X, size.Y * size.Y, size.Z * size.Z}[i]
			}
			if math.Abs(got-want) > 1e-12*m.TotalMass() {
				t.Errorf("second moment %d%d is %g kg·m²: expected %g", i, j, got, want)
			}
		}
	}
}

// TestRigidRefuses: what no rigid body can be.
func TestRigidRefuses(t *testing.T) {
	x, tri := boxSurface(r3.Vec{}, r3.Vec{X: 1, Y: 1, Z: 1})
	good := func() Part {
		p, err := RigidPart("box", x, tri, RigidMaterial{Density: 700})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := good(); p.check() != nil {
		t.Fatal(p.check())
	}
	for name, spoil := range map[string]func(p *Part){
		"mass":     func(p *Part) { p.RigidMass = math.Inf(1) },
		"cloth":    func(p *Part) { p.Layers[2].Mass = 1 },
		"pin":      func(p *Part) { p.Pins = []Pin{{Vertex: 1, Point: p.X[1]}} },
		"point":    func(p *Part) { p.Tri[3][0] = int32(len(p.X) - 1) },
		"velocity": func(p *Part) { p.Spin.X = math.NaN() },
		"few":      func(p *Part) { p.X = p.X[:4] },
	} {
		p := good()
		p.Tri, p.Layers = append([][3]int32(nil), p.Tri...), append([]Layers(nil), p.Layers...)
		if spoil(&p); p.check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	inside := make([][3]int32, len(tri))
	for i, v := range tri {
		inside[i] = [3]int32{v[1], v[0], v[2]}
	}
	if _, err := RigidPart("box", x, inside, RigidMaterial{Density: 1}); err == nil {
		t.Error("a box that is turned inside out: no error")
	}
	flat := append([]r3.Vec(nil), x...)
	for i := range flat {
		flat[i].Y *= 1e-9
	}
	if _, err := RigidPart("box", flat, tri, RigidMaterial{Density: 1}); err == nil {
		t.Error("a box without height: no error")
	}
}
