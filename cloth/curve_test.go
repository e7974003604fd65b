package cloth

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/law"
)

// An isotropic fabric answers a saddle along its axes and the same saddle turned by 45°, a twist
// of 2κ_uv = 2κ, with the same moment: stiffness, its growth, friction and damping.
func TestTwistOfAnIsotropicFabric(t *testing.T) {
	f := plain()
	f.BendWeft, f.BendCoupling = f.BendWarp, 0.3
	f.BendWarp.Elastic = law.Elastic{K1: f.BendWarp.Spring().K1}
	f.BendWeft.Elastic = f.BendWarp.Elastic // a growing stiffness is no tensor law with coupling
	w := f.BendTwist()
	const eps = 0.7
	near(t, "stiffness", w.Spring().K1*2*eps, (f.BendWarp.Spring().K1-f.D12())*eps, 1)
	near(t, "damping", w.Viscosity()/w.Spring().K1, f.BendWarp.Viscosity()/f.BendWarp.Spring().K1, 1)
	near(t, "friction at rest", w.Dahl().A, f.BendWarp.Dahl().A, 1)
	near(t, "friction when bent", w.Dahl().A+w.Dahl().B*2*eps, f.BendWarp.Dahl().A+f.BendWarp.Dahl().B*eps, 1)
	near(t, "its approach", 2*eps/w.Dahl().Tau, eps/f.BendWarp.Dahl().Tau, 1e5)
	f = plain()
	k1, k2 := f.BendWarp.Spring().K2, f.BendTwist().Spring().K2
	f.BendWeft.Elastic = f.BendWarp.Elastic
	near(t, "growth", f.BendTwist().Spring().K2*4*eps*eps, k1*eps*eps, 1)
	if !(k2 > 0) {
		t.Errorf("K2 of the twist %g: expected the mean of both", k2)
	}
}

// The bias stiffness of cylinders is (√B_u·cos²φ + √B_v·sin²φ)², whatever the coupling.
func TestBiasStiffness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := plain()
		f.BendCoupling = rapid.Float64Range(-.9, .9).Draw(t, "coupling")
		f.BendWeft.Elastic = law.Scaled(f.BendWarp.Elastic, rapid.Float64Range(.01, 100).Draw(t, "ratio"))
		phi := rapid.Float64Range(0, math.Pi).Draw(t, "phi")
		s, c := math.Sincos(phi)
		k := [3]float64{c * c, s * s, 2 * s * c}
		d := bendForm{f.BendWarp.Spring().K1, f.BendWeft.Spring().K1, f.BendTwist().Spring().K1, f.D12()}
		want := math.Pow(math.Sqrt(f.BendWarp.Spring().K1)*c*c+math.Sqrt(f.BendWeft.Spring().K1)*s*s, 2)
		near(t, "stiffness", d.dot(k, k), want, f.BendWarp.Spring().K1+f.BendWeft.Spring().K1)
	})
}

// Hinges of a fabric with curvature bending have no law of their own; every triangle with a hinge
// has a curve, of whatever shape the mesh is, and its numbers stay finite and bounded.
func TestCurvesOfAnyMesh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := jittered(t, "sheet")
		p.Fabric.Bending = CurvatureBending
		p.Pins = []Pin{{Vertex: 0}, {Vertex: 1}, {Vertex: p.Tri[0][1]}, {Vertex: p.Tri[0][2]}, {Vertex: p.Tri[0][0]}}
		for i := range p.Pins {
			p.Pins[i].Point = p.X[p.Pins[i].Vertex]
		}
		m, err := NewModel([]Part{strip("other", 2, 2, straight), p})
		if err != nil {
			t.Fatal(err)
		}
		for i := m.Parts[0].Hinges.Hi; i < len(m.Hinges); i++ {
			if m.Hinges[i].Bend != (Component{}) {
				t.Fatalf("hinge %d has a law of its own: %v", i, m.Hinges[i].Bend)
			}
		}
		seen := map[int32]bool{}
		for _, c := range m.Curves {
			if seen[c.Tri] || int(c.Tri) < m.Parts[1].Tris.Lo {
				t.Fatalf("triangle %d: expected one curve, of the part with the law", c.Tri)
			}
			seen[c.Tri] = true
			for k, h := range c.Hinge {
				if int(h) < m.Parts[1].Hinges.Lo || int(h) >= len(m.Hinges) {
					t.Fatalf("triangle %d depends on hinge %d", c.Tri, h)
				}
				if !Finite(c.C[k][:]...) {
					t.Fatalf("triangle %d: weights %v", c.Tri, c.C)
				}
			}
		}
		for i := m.Parts[1].Hinges.Lo; i < len(m.Hinges); i++ {
			for _, tri := range m.Hinges[i].Tri {
				if !seen[tri] {
					t.Fatalf("triangle %d has a hinge and no curve", tri)
				}
			}
		}
	})
}

// A hinge between a clamped and a free triangle turns the free one alone.
func TestClampedEdge(t *testing.T) {
	p := Part{Name: "clamp", Fabric: plain(), Tri: [][3]int32{{0, 1, 2}, {1, 0, 3}}}
	p.Fabric.Bending = CurvatureBending
	for _, q := range []r2.Vec{{}, {X: .1}, {X: .05, Y: .1}, {X: .05, Y: -.1}} {
		p.X = append(p.X, r3.Vec{X: q.X, Y: q.Y})
	}
	p.UV = isometric(p.X, p.Tri)
	weights := func(pins ...Pin) (w [2]float64) {
		q := p
		q.Pins = pins
		for i := range q.Pins {
			q.Pins[i].Point = q.X[q.Pins[i].Vertex]
		}
		for k, c := range model(t, q).Curves {
			w[k] = c.C[0][1] // across the edge, which lies along the warp
		}
		return w
	}
	free := weights()
	if !(free[0] > 0) || math.Abs(free[0]/free[1]-1) > 1e-12 {
		t.Fatalf("free: weights %v: expected the same on both sides", free)
	}
	held := weights(Pin{Vertex: 0}, Pin{Vertex: 1}, Pin{Vertex: 2})
	if held[0] != 0 || math.Abs(held[1]/free[1]-2) > 1e-12 {
		t.Errorf("first triangle clamped: weights %v, free %v: expected none and twice", held, free)
	}
	if soon := weights(Pin{Vertex: 0}, Pin{Vertex: 1}, Pin{Vertex: 2, Release: 1}); soon != free {
		t.Errorf("a triangle that is let go: weights %v, expected those of free ones, %v", soon, free)
	}
}
