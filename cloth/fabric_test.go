package cloth

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/law"
)

func TestFabricCheckNamesTheKey(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	type entry struct {
		key string
		at  func(f *Fabric) *float64
		bad []float64
	}
	outside := []float64{nan, inf, -inf, -1e-9}
	list := []entry{
		{"density_kg_m2", func(f *Fabric) *float64 { return &f.Density }, append([]float64{0}, outside...)},
		{"coupling", func(f *Fabric) *float64 { return &f.Coupling }, []float64{nan, inf, -inf, 1, -1, 1.5}},
		{"bend_coupling", func(f *Fabric) *float64 { return &f.BendCoupling }, []float64{nan, inf, -inf, 1, -1, 1.5}},
		{"thickness_m", func(f *Fabric) *float64 { return &f.Thickness }, outside},
		{"body_friction", func(f *Fabric) *float64 { return &f.Friction }, outside},
		{"cloth_friction", func(f *Fabric) *float64 { return &f.ClothFriction }, outside},
		{"drag", func(f *Fabric) *float64 { return &f.Drag }, outside},
		{"rest_curvature_warp_1_m", func(f *Fabric) *float64 { return &f.RestWarp }, []float64{nan, inf, -inf}},
		{"rest_curvature_weft_1_m", func(f *Fabric) *float64 { return &f.RestWeft }, []float64{nan, inf, -inf}},
		{"air_permeability_m_s", func(f *Fabric) *float64 { return &f.Permeability }, outside},
		{"drag_skin", func(f *Fabric) *float64 { return &f.DragSkin }, outside},
		{"limit_stretch", func(f *Fabric) *float64 { return &f.LimitStretch }, append([]float64{.9, 1}, outside...)},
		{"limit_shear_deg", func(f *Fabric) *float64 { return &f.LimitShear }, append([]float64{90}, outside...)},
		{"limit_energy_j_m2", func(f *Fabric) *float64 { return &f.LimitEnergy }, outside},
		{"tear_n_m", func(f *Fabric) *float64 { return &f.Tear }, outside},
		{"tear_seam_n_m", func(f *Fabric) *float64 { return &f.TearSeam }, outside},
		{"limit_from", func(f *Fabric) *float64 { return &f.LimitFrom }, append([]float64{1}, outside...)},
	}
	seen := map[*float64]bool{}
	f := plain()
	for _, e := range list {
		seen[e.at(&f)] = true
		for _, v := range e.bad {
			g := plain()
			*e.at(&g) = v
			err := g.Check()
			if err == nil {
				t.Errorf("%s = %g passes", e.key, v)
				continue
			}
			for _, w := range []string{`fabric "plain"`, e.key + ": ", "expected"} {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%s = %g: error %q does not say %q", e.key, v, err, w)
				}
			}
		}
	}
	// Every number of a fabric is in the list.
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), path+"."+v.Type().Field(i).Name)
			}
		case reflect.Float64:
			if !seen[v.Addr().Interface().(*float64)] {
				t.Errorf("Fabric%s is not checked by this test", path)
			}
		}
	}
	walk(reflect.ValueOf(&f).Elem(), "")
}

// Every parameter of every law of a fabric has bounds, by the name that it has in files.
func TestFabricCheckNamesTheParameter(t *testing.T) {
	for _, c := range []struct {
		key string
		at  func(f *Fabric) *Component
	}{
		{"warp", func(f *Fabric) *Component { return &f.Warp }}, {"weft", func(f *Fabric) *Component { return &f.Weft }},
		{"shear", func(f *Fabric) *Component { return &f.Shear }},
		{"bend_warp", func(f *Fabric) *Component {
			return &f.BendWarp
		}}, {"bend_weft", func(f *Fabric) *Component { return &f.BendWeft }},
	} {
		for key, at := range map[string]func(c *Component) *law.Law{
			"": func(c *Component) *law.Law {
				return &c.Elastic
			}, "friction.": func(c *Component) *law.Law { return &c.Friction },
			".": func(c *Component) *law.Law { return &c.Damping },
		} {
			f := plain()
			for _, p := range law.Params(*at(c.at(&f))) {
				for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1e-9} {
					if p.Key == "" {
						continue
					}
					g := plain()
					l := at(c.at(&g))
					*l = law.Make(*l, func(q *law.Param, v float64) float64 {
						if q.Name == p.Name {
							return bad
						}
						return v
					})
					want := c.key + "." + strings.TrimPrefix(key, ".") + p.Key + " = "
					if err := g.Check(); err == nil || !strings.Contains(err.Error(), want) ||
						!strings.Contains(err.Error(), "expected") {
						t.Errorf("%s%g: error %v", want, bad, err)
					}
				}
			}
		}
	}
}

func TestFabricCheckAcceptsTheEdges(t *testing.T) {
	f := Fabric{Name: "least", Density: 1e-3, Coupling: 0.999}
	if err := f.Check(); err != nil {
		t.Errorf("a fabric without stiffness: %v", err)
	}
	f.Warp = Component{Friction: law.Dahl{B: 1, Tau: 1e-6}}
	f.Coupling = -0.999
	if err := f.Check(); err != nil {
		t.Errorf("friction with a small strain of saturation: %v", err)
	}
	f.Warp.Friction = law.Dahl{B: 1}
	if err := f.Check(); err == nil {
		t.Error("friction that grows with strain, and saturates over none, passes")
	}
}

// The isotropic sheet: moduli C_11 = λ+2μ, C_12 = λ, C_33 = μ; pulled at one side alone, Young's
// modulus 4μ(λ+μ)/(λ+2μ) and Poisson's ratio λ/(λ+2μ); and no direction is special: the energy
// of a strain does not change as it turns.
func TestIsotropic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		modulus := rapid.Float64Range(0.1, 1e4)
		lambda, mu, k := modulus.Draw(t, "λ"), modulus.Draw(t, "μ"), rapid.Float64Range(1e-7, 1e-2).Draw(t, "k")
		f := Isotropic(0.2, lambda, mu, k)
		if err := f.Check(); err != nil {
			t.Fatal(err)
		}
		c11, c22, c12, c33 := f.Warp.Spring().K1, f.Weft.Spring().K1, f.C12(), f.Shear.Spring().K1
		near(t, "C_11", c11, lambda+2*mu, c11)
		near(t, "C_22", c22, lambda+2*mu, c22)
		near(t, "C_12", c12, lambda, c11)
		near(t, "C_33", c33, mu, c11)
		near(t, "Young's modulus", c11-c12*c12/c22, 4*mu*(lambda+mu)/(lambda+2*mu), c11)
		near(t, "Poisson's ratio", f.Coupling, lambda/(lambda+2*mu), 1)
		if f.BendWarp.Spring().K1 != k || f.BendWeft.Spring().K1 != k || f.Density != 0.2 {
			t.Errorf("bending %g, %g, density %g: expected %g, %g, 0.2", f.BendWarp.Spring().K1, f.BendWeft.Spring().K1,
				f.Density, k, k)
		}
		energy := func(uu, vv, uv float64) float64 {
			return (c11*uu*uu+c22*vv*vv)/2 + c12*uu*vv + c33*4*uv*uv/2
		}
		strain := rapid.Float64Range(-0.5, 0.5)
		uu, vv, uv := strain.Draw(t, "E_uu"), strain.Draw(t, "E_vv"), strain.Draw(t, "E_uv")
		s, c := math.Sincos(rapid.Float64Range(0, math.Pi).Draw(t, "angle"))
		near(t, "energy of the turned strain",
			energy(c*c*uu+s*s*vv+2*s*c*uv, s*s*uu+c*c*vv-2*s*c*uv, (c*c-s*s)*uv+s*c*(vv-uu)), energy(uu, vv, uv), c11)
	})
}

func TestC12(t *testing.T) {
	f := Fabric{Coupling: 0.25, Warp: Component{Elastic: law.Elastic{K1: 16}},
		Weft: Component{Elastic: law.Elastic{K1: 9}}}
	near(t, "C_12", f.C12(), 3, 3)
}

func TestMix(t *testing.T) {
	warp, weft := plain().Warp, plain().Shear
	for _, w := range []float64{0, 0.25, 1} {
		got := numbers(warp.Mix(weft, w))
		a, b := numbers(warp), numbers(weft)
		for k := range got {
			near(t, "parameter", got[k], (1-w)*a[k]+w*b[k], a[k])
		}
	}
}

// Energies that add up have a minimum: a curve of several strains whose stress falls is refused, and one of a single
// strain unless the others make up for it.
func TestAddedEnergiesAreConvex(t *testing.T) {
	falling := law.Curve{High: .2, K1: 100, K2: 30, K3: 20, K4: -1, K5: -1}
	spring := func(l law.Law) Component { return Component{Elastic: l} }
	base := Isotropic(.2, 40, 60, 1e-6)
	base.Coupling = 0
	around := law.Around{At: [3]float64{.1, .1}, Along: [3]float64{1, 1}, Law: law.Radial{Width: .05, K: 50}}
	for _, c := range []struct {
		name   string
		change func(f *Fabric)
		want   string // part of the error; empty: none
	}{
		{"area", func(f *Fabric) { f.Area = falling }, "area: the stress falls"},
		{"principal", func(f *Fabric) { f.Principal = falling }, "principal: the stress falls"},
		{"radial curve", func(f *Fabric) { f.Radial[0] = around; f.Radial[0].Law = falling }, "radial.0: the stress falls"},
		{"radial", func(f *Fabric) { f.Radial[0] = around }, ""},
		{"no place", func(f *Fabric) { f.Radial[0] = law.Around{Law: around.Law} }, "expected a place"},
		{"a hole", func(f *Fabric) { f.Radial[1] = around }, "behind one without a law"},
		{"another's law", func(f *Fabric) {
			f.Principal = law.Jamming{K: 3, Jam: .1, KJam: 4}
		}, "principal: law \"jamming\""},
		{"falls alone", func(f *Fabric) { f.Warp = spring(falling) }, ""}, // its own business: nothing is added
		{"falls, little added", func(f *Fabric) {
			f.Warp, f.Principal = spring(falling), law.Elastic{K1: 1}
		}, "warp: at the strains"},
		{"falls, enough added", func(f *Fabric) { f.Warp, f.Principal = spring(falling), law.Elastic{K1: 80} }, ""},
		{"springs", func(f *Fabric) {
			f.Stretch, f.Principal = SpringStretch, law.Elastic{K1: 80}
		}, "expected none beside stretch"},
	} {
		f := base
		c.change(&f)
		if err := f.Check(); err == nil && c.want != "" || err != nil &&
			(c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, expected %q", c.name, err, c.want)
		}
	}
}

// TestBendDiagonal: a hinge across a thread has the bending of that thread, one across a diagonal that of the
// diagonals, and one between them half of both; what the diagonals leave out is as between warp and weft.
func TestBendDiagonal(t *testing.T) {
	of := func(k float64) Component {
		return Component{Elastic: law.Elastic{K1: k}, Friction: law.Dahl{A: k / 10, Tau: 15}}
	}
	f := Fabric{Name: "hinges", Density: .2, Thickness: 1e-3, Warp: of(100), Weft: of(100), Shear: of(100),
		BendWarp: of(1e-5), BendWeft: of(3e-5), Bending: HingeBending}
	f.BendDiagonal.Elastic = law.Elastic{K1: 10e-5}
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ turn, want, friction float64 }{ // of the edge against the warp
		{math.Pi / 2, 1e-5, 1e-6}, {0, 3e-5, 3e-6}, {math.Pi / 4, 10e-5, 2e-6}, {-math.Pi / 4, 10e-5, 2e-6},
		{math.Pi / 8, (3*.8535534+.1464466)/2*1e-5 + 5e-5, (3*.8535534 + .1464466) * 1e-6},
	} {
		s, cos := math.Sincos(c.turn)
		p := Part{Name: "kite", Fabric: f, Tri: [][3]int32{{0, 1, 2}, {1, 0, 3}}}
		for _, q := range []r2.Vec{{}, {X: 1}, {X: .4, Y: 1}, {X: .7, Y: -1}} {
			p.X = append(p.X, r3.Vec{X: cos*q.X - s*q.Y, Y: s*q.X + cos*q.Y})
		}
		for _, v := range p.Tri {
			p.UV = append(p.UV, [3]r2.Vec{{X: p.X[v[0]].X, Y: p.X[v[0]].Y}, {X: p.X[v[1]].X, Y: p.X[v[1]].Y},
				{X: p.X[v[2]].X, Y: p.X[v[2]].Y}})
		}
		m, err := NewModel([]Part{p})
		if err != nil {
			t.Fatal(err)
		}
		if k := m.Hinges[0].Bend.Elastic.(law.Elastic).K1; math.Abs(k-c.want) > 1e-6*c.want {
			t.Errorf("edge at %.1f°: stiffness %.6g N·m: expected %.6g", c.turn*180/math.Pi, k, c.want)
		}
		if a := m.Hinges[0].Bend.Friction.(law.Dahl).A; math.Abs(a-c.friction) > 1e-6*c.friction {
			t.Errorf("edge at %.1f°: friction %.6g N: expected %.6g", c.turn*180/math.Pi, a, c.friction)
		}
	}
	curved, other := f, f
	curved.Bending, other.BendDiagonal.Elastic = CurvatureBending, law.Curve{K1: 1, K2: -1, K3: -1, K4: -1, K5: -1}
	for name, bad := range map[string]Fabric{"expected bending = \"hinge\"": curved, "expected the same law": other} {
		if err := bad.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v: expected %q", err, name)
		}
	}
}
