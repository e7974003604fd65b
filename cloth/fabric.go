package cloth

import (
	"fmt"
	"math"

	"hysteron/law"
)

// Component describes the response of one scalar strain by a law for each role.
// nil means none.
type Component struct {
	Elastic  law.Law
	Friction law.Law // between the yarns
	Damping  law.Law
}

// Laws is the set of laws of a strain, with stresses of friction times a factor.
func (c Component) Laws(friction float64) law.Set {
	return law.Set{law.Elasticity: c.Elastic, law.Yarns: law.Scaled(c.Friction, friction), law.Viscosity: law.Beside(c.Damping, c.Elastic)}
}

// Spring is the elastic law where it is law.Elastic, and zero elsewhere.
func (c Component) Spring() law.Elastic { e, _ := c.Elastic.(law.Elastic); return e }

// Dahl is the friction where it is law.Dahl, and zero elsewhere.
func (c Component) Dahl() law.Dahl { d, _ := c.Friction.(law.Dahl); return d }

// Viscosity is the damping's stress over rate [N·s/m; bending: N·m·s], where it is law.Damping.
func (c Component) Viscosity() float64 {
	d, _ := law.Beside(c.Damping, c.Elastic).(law.Damping)
	return d.K
}

// join makes a component of two, role by role.
func join(a, b Component, how func(a, b law.Law) law.Law) Component {
	return Component{Elastic: how(a.Elastic, b.Elastic), Friction: how(a.Friction, b.Friction), Damping: how(a.Damping, b.Damping)}
}

// Mix interpolates all parameters linearly: (1−w)·c + w·d. Both must have the same laws.
func (c Component) Mix(d Component, w float64) Component {
	return join(c, d, func(a, b law.Law) law.Law { return law.Mix(a, b, w) })
}

// Fabric is a complete material. Membrane strains are the Green–Lagrange components
// E_uu (warp), E_vv (weft) and γ = 2E_uv (shear); the bending strain is 3(θ−θ̄)/h̄ [1/m],
// so that a sheet bent to curvature κ has ε = 3κ and a moment per width of 3κ·BendWarp.K1.
type Fabric struct {
	Name    string
	Density float64 // mass per area [kg/m²]

	Warp, Weft, Shear  Component
	Coupling           float64 // c in C_12 = c·√(K·K) of the stiffness of warp and weft at zero strain, |c| < 1 (0: no lateral contraction)
	BendWarp, BendWeft Component
	Bending            BendingLaw // what BendWarp and BendWeft act on
	BendCoupling       float64    // CurvatureBending: c in D_12 = c·√(K·K) of their stiffness, |c| < 1

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
	return join(f.BendWarp, f.BendWeft, func(a, b law.Law) law.Law { return law.Twist(a, b, f.BendCoupling) })
}

// D12 is the constant coupling modulus between the two curvature strains [N·m].
func (f *Fabric) D12() float64 {
	return f.BendCoupling * math.Sqrt(law.Stiffness(f.BendWarp.Elastic)*law.Stiffness(f.BendWeft.Elastic))
}

// Isotropic returns a fabric whose membrane is the isotropic StVK sheet of surface Lamé
// moduli λ and μ [N/m]: C_11 = λ+2μ, C_12 = λ, C_33 = μ (Miguel 2013 §2.1), with the
// isotropic bending stiffness k [N·m] (B = 3k).
func Isotropic(density, lambda, mu, k float64) Fabric {
	spring := func(k float64) Component { return Component{Elastic: law.Elastic{K1: k}} }
	stretch, bend := spring(lambda+2*mu), spring(k)
	return Fabric{
		Name: "isotropic", Density: density, Warp: stretch, Weft: stretch, Shear: spring(mu),
		Coupling: lambda / (lambda + 2*mu), BendWarp: bend, BendWeft: bend,
	}
}

// C12 is the constant coupling modulus between the warp and the weft strain [N/m].
func (f *Fabric) C12() float64 {
	return f.Coupling * math.Sqrt(law.Stiffness(f.Warp.Elastic)*law.Stiffness(f.Weft.Elastic))
}

// Check reports the first value that makes no physical sense, by the name it has in a fabric file.
func (f *Fabric) Check() (mixed error) {
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
		for _, l := range []struct {
			key string
			law law.Law
		}{{c.key + ".", c.c.Elastic}, {c.key + ".friction.", c.c.Friction}, {c.key + ".", c.c.Damping}} {
			if l.law == nil {
				continue
			}
			if key, err := law.Check(l.law); err != nil {
				return fmt.Errorf("fabric %q: %s%s = %w", f.Name, l.key, key, err)
			}
		}
	}
	join(f.BendWarp, f.BendWeft, func(a, b law.Law) law.Law {
		if a != nil && b != nil && law.Of(a) != law.Of(b) {
			mixed = fmt.Errorf("fabric %q: bend_warp is %q and bend_weft %q: expected the same law, as between them both are mixed", f.Name, law.Of(a).Name, law.Of(b).Name)
		}
		return nil
	})
	return mixed
}
