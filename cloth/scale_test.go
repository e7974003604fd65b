package cloth

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hysteron/law"
)

// A friction scale that is the same everywhere is a fabric with its friction times that.
func TestUniformFrictionScale(t *testing.T) {
	for _, bending := range []BendingLaw{HingeBending, CurvatureBending} {
		painted, other := strip("a", 3, 2, straight), strip("a", 3, 2, straight)
		painted.Fabric.Bending, other.Fabric.Bending = bending, bending
		painted.FrictionScale = make([]float64, len(painted.X))
		for i := range painted.FrictionScale {
			painted.FrictionScale[i] = 0.5
		}
		f := &other.Fabric
		for _, c := range []*Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
			c.Friction = law.Scaled(c.Friction, 0.5)
		}
		a, b := model(t, painted), model(t, other)
		if d := cmp.Diff(a.Hinges, b.Hinges); d != "" {
			t.Error(d)
		}
		for i := range a.Rest {
			if a.Rest[i].FrictionScale != 0.5 || b.Rest[i].FrictionScale != 1 {
				t.Errorf("triangle %d: scales %g and %g", i, a.Rest[i].FrictionScale, b.Rest[i].FrictionScale)
			}
		}
	}
}

// What is painted on vertices reaches triangles and hinges as means: a scale that is linear in x
// has the value of the centroid.
func TestPaintedFrictionScale(t *testing.T) {
	p := strip("a", 4, 3, straight)
	for _, x := range p.X {
		p.FrictionScale = append(p.FrictionScale, 1+10*x.X)
	}
	m := model(t, strip("first", 2, 2, straight), p)
	centre := func(i int32) (x float64) {
		for _, v := range m.Tri[i] {
			x += m.X0[v].X / 3
		}
		return x
	}
	for i := m.Parts[1].Tris.Lo; i < m.Parts[1].Tris.Hi; i++ {
		near(t, "scale of a triangle", m.Rest[i].FrictionScale, 1+10*centre(int32(i)), 5)
	}
	for i := m.Parts[1].Hinges.Lo; i < m.Parts[1].Hinges.Hi; i++ {
		h := &m.Hinges[i]
		e := m.X0[h.V[1]]
		e.X, e.Y = e.X-m.X0[h.V[0]].X, e.Y-m.X0[h.V[0]].Y
		weft := e.X * e.X / (e.X*e.X + e.Y*e.Y)
		plain := p.Fabric.BendWarp.Mix(p.Fabric.BendWeft, weft)
		by := 1 + 5*(centre(h.Tri[0])+centre(h.Tri[1]))
		near(t, "friction of a hinge", h.Bend.Dahl().A, by*plain.Dahl().A, h.Bend.Dahl().A)
		near(t, "growth of it", h.Bend.Dahl().B, by*plain.Dahl().B, h.Bend.Dahl().B)
		near(t, "elasticity", h.Bend.Spring().K1, plain.Spring().K1, plain.Spring().K1)
		near(t, "τ", h.Bend.Dahl().Tau, plain.Dahl().Tau, plain.Dahl().Tau)
	}
}

func TestFrictionScaleErrors(t *testing.T) {
	for want, scale := range map[string][]float64{
		"3 values of friction scale: expected 9":  {1, 2, 3},
		"vertex 1: friction scale -1: expected":   {1, -1, 1, 1, 1, 1, 1, 1, 1},
		"vertex 8: friction scale NaN: expected":  {1, 1, 1, 1, 1, 1, 1, 1, math.NaN()},
		"vertex 0: friction scale +Inf: expected": {math.Inf(1), 1, 1, 1, 1, 1, 1, 1, 1},
	} {
		p := strip("a", 2, 2, straight)
		p.FrictionScale = scale
		if _, err := NewModel([]Part{p}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: expected an error with %q", err, want)
		}
	}
}
