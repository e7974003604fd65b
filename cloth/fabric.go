package cloth

import (
	"fmt"
	"math"
)

// Friction holds the parameters of Dahl's internal friction on one scalar strain ε
// (Miguel 2013, eq. 2): dσ/dε = (S(ε) − sign(ε̇)σ)/τ with the maximum stress S(ε) = A + B|ε|.
// The zero value is no friction.
//
// The paper writes a + bε; with |ε| the law stays dissipative for negative strains too.
type Friction struct {
	A   float64 // stress at zero strain [N/m for membrane strains, N for bending strains]
	B   float64 // growth with strain [as A per unit of strain]
	Tau float64 // strain over which friction saturates [unit of the strain: 1, or 1/m for bending]
}

// Active tells whether the friction is anything but zero.
func (f Friction) Active() bool { return f.A > 0 || f.B > 0 }

// Scaled multiplies the stresses by a factor.
func (f Friction) Scaled(by float64) Friction { return Friction{by * f.A, by * f.B, f.Tau} }

// Component describes the response of one scalar strain ε: elastic stress (K1 + K2|ε|)ε,
// internal friction, and viscous damping stress Damping·K1·ε̇.
type Component struct {
	K1       float64 // stiffness at zero strain [N/m; bending: N·m]
	K2       float64 // growth of the stiffness with |ε| [N/m; bending: N·m²]
	Friction Friction
	Damping  float64 // ratio of viscous to elastic stiffness [s]
}

// Mix interpolates all parameters linearly: (1−w)·c + w·d.
func (c Component) Mix(d Component, w float64) Component {
	m := func(a, b float64) float64 { return (1-w)*a + w*b }
	return Component{
		K1: m(c.K1, d.K1), K2: m(c.K2, d.K2), Damping: m(c.Damping, d.Damping),
		Friction: Friction{A: m(c.Friction.A, d.Friction.A), B: m(c.Friction.B, d.Friction.B), Tau: m(c.Friction.Tau, d.Friction.Tau)},
	}
}

// Fabric is a complete material. Membrane strains are the Green–Lagrange components
// E_uu (warp), E_vv (weft) and γ = 2E_uv (shear); the bending strain is 3(θ−θ̄)/h̄ [1/m],
// so that a sheet bent to curvature κ has ε = 3κ and a moment per width of 3κ·BendWarp.K1.
type Fabric struct {
	Name    string
	Density float64 // mass per area [kg/m²]

	Warp, Weft, Shear  Component
	Coupling           float64 // c in C_12 = c·√(Warp.K1·Weft.K1), |c| < 1 (0: no lateral contraction)
	BendWarp, BendWeft Component
	Bending            BendingLaw // what BendWarp and BendWeft act on
	BendCoupling       float64    // CurvatureBending: c in D_12 = c·√(BendWarp.K1·BendWeft.K1), |c| < 1

	Thickness     float64 // [m]
	Friction      float64 // Coulomb coefficient against a body
	ClothFriction float64 // the same against cloth of its kind; between two fabrics the geometric mean counts
	Drag          float64 // normal drag coefficient c_d of the aerodynamic force
	DragSkin      float64 // tangential drag coefficient

	Weave string // how it looks in pictures, see render.WeaveNamed; "": plain
}

// BendingLaw says which measure of bending a fabric's bending components act on.
type BendingLaw int

const (
	// HingeBending: the angle of each inner edge, with stiffness mixed by its direction. Its
	// effective stiffness depends on the mesh.
	HingeBending BendingLaw = iota
	// CurvatureBending: the curvature tensor of each triangle, see Curve. It converges on any mesh.
	CurvatureBending
)

// BendTwist is the law of the third component of the curvature strain, 3·2κ_uv, for
// CurvatureBending. Fabrics are measured along warp and weft; the twist follows from the
// demand that a fabric with equal warp and weft is isotropic (a saddle κ_uu = −κ_vv is a twist
// in axes turned by 45°), with geometric means between them (Huber 1923 for orthotropic
// plates), so that the stiffness of cylinders bent at φ to the warp is
// (√B_u·cos²φ + √B_v·sin²φ)². The strain of the twist is twice that of the saddle, so
// stiffness halves, and so on.
func (f *Fabric) BendTwist() Component {
	u, v := &f.BendWarp, &f.BendWeft
	mean := func(a, b float64) float64 { return math.Sqrt(a * b) }
	return Component{
		K1: (1 - f.BendCoupling) / 2 * mean(u.K1, v.K1), K2: mean(u.K2, v.K2) / 4, Damping: mean(u.Damping, v.Damping),
		Friction: Friction{
			A: mean(u.Friction.A, v.Friction.A), B: mean(u.Friction.B, v.Friction.B) / 2,
			Tau: 2 * mean(u.Friction.Tau, v.Friction.Tau),
		},
	}
}

// D12 is the constant coupling modulus between the two curvature strains [N·m].
func (f *Fabric) D12() float64 { return f.BendCoupling * math.Sqrt(f.BendWarp.K1*f.BendWeft.K1) }

// Isotropic returns a fabric whose membrane is the isotropic StVK sheet of surface Lamé
// moduli λ and μ [N/m]: C_11 = λ+2μ, C_12 = λ, C_33 = μ (Miguel 2013 §2.1), with the
// isotropic bending stiffness k [N·m] (B = 3k).
func Isotropic(density, lambda, mu, k float64) Fabric {
	stretch := Component{K1: lambda + 2*mu}
	bend := Component{K1: k}
	return Fabric{
		Name: "isotropic", Density: density, Warp: stretch, Weft: stretch, Shear: Component{K1: mu},
		Coupling: lambda / (lambda + 2*mu), BendWarp: bend, BendWeft: bend,
	}
}

// C12 is the constant coupling modulus between the warp and the weft strain [N/m].
func (f *Fabric) C12() float64 { return f.Coupling * math.Sqrt(f.Warp.K1*f.Weft.K1) }

// Check reports the first value that makes no physical sense, by the name it has in a fabric file.
func (f *Fabric) Check() error {
	bad := func(key string, v float64, want string) error {
		return fmt.Errorf("fabric %q: %s = %g: expected %s", f.Name, key, v, want)
	}
	nonNegative := func(key string, v float64) error {
		if !(v >= 0) || math.IsInf(v, 0) {
			return bad(key, v, "a finite number ≥ 0")
		}
		return nil
	}
	if !(f.Density > 0) || math.IsInf(f.Density, 0) {
		return bad("density_kg_m2", f.Density, "a finite number > 0")
	}
	if !(f.Coupling > -1 && f.Coupling < 1) {
		return bad("coupling", f.Coupling, "a number between −1 and 1")
	}
	if !(f.BendCoupling > -1 && f.BendCoupling < 1) {
		return bad("bend_coupling", f.BendCoupling, "a number between −1 and 1")
	}
	if f.Bending != HingeBending && f.Bending != CurvatureBending {
		return fmt.Errorf("fabric %q: bending law %d: expected HingeBending or CurvatureBending", f.Name, f.Bending)
	}
	for _, q := range []struct {
		key string
		v   float64
	}{{"thickness_m", f.Thickness}, {"body_friction", f.Friction}, {"cloth_friction", f.ClothFriction}, {"drag", f.Drag}, {"drag_skin", f.DragSkin}} {
		if err := nonNegative(q.key, q.v); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		key string
		c   Component
	}{{"warp", f.Warp}, {"weft", f.Weft}, {"shear", f.Shear}, {"bend_warp", f.BendWarp}, {"bend_weft", f.BendWeft}} {
		for _, q := range []struct {
			key string
			v   float64
		}{{"k1", c.c.K1}, {"k2", c.c.K2}, {"friction.a", c.c.Friction.A}, {"friction.b", c.c.Friction.B}, {"friction.tau", c.c.Friction.Tau}, {"damping_s", c.c.Damping}} {
			if err := nonNegative(c.key+"."+q.key, q.v); err != nil {
				return err
			}
		}
		if c.c.Friction.Active() && c.c.Friction.Tau == 0 {
			return bad(c.key+".friction.tau", 0, "a number > 0 where there is friction")
		}
	}
	return nil
}
