package islands

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step/steptest"
)

// TestRigid: a rigid body is one component, its mass points too, and one of two is a model of its own.
func TestRigid(t *testing.T) {
	size := r3.Vec{X: .1, Y: .1, Z: .1}
	m, err := cloth.NewModel([]cloth.Part{steptest.RigidBox("a", r3.Vec{}, size, 100),
		steptest.RigidBox("b", r3.Vec{Y: 1}, size, 200)})
	if err != nil {
		t.Fatal(err)
	}
	m.Rigid[1].Spin = r3.Vec{Z: 1}
	c := newComponents(m)
	if c.count != 2 {
		t.Fatalf("%d components: expected 2", c.count)
	}
	s := m.Submesh(func(v int32) bool { return c.of[v] == 1 })
	if len(s.Model.Rigid) != 1 || s.Model.Rigid[0].Vertices != (cloth.Range{Lo: 0, Hi: 12}) ||
		s.Model.TotalMass() != m.Rigid[1].Mass {
		t.Errorf("rigid bodies %+v of %g kg", s.Model.Rigid, s.Model.TotalMass())
	}
	own := s.State(cloth.NewState(m))
	if v := own.V[0]; r3.Norm(v) == 0 {
		t.Error("it does not spin")
	}
}
