package cloth

import (
	"fmt"
	"math"
	"slices"

	"hysteron/law"
	"hysteron/param"
)

// Component is the response of one scalar strain: a law for each role, nil for none.
type Component struct {
	Elastic  law.Law
	Friction law.Law // internal friction between the yarns
	Damping  law.Law
	Relaxing law.Law // stress that relaxes at constant strain
}

// Of returns a pointer to the law of a role.
func (c *Component) Of(r law.Role) *law.Law {
	return [law.Roles]*law.Law{&c.Elastic, &c.Friction, &c.Damping, &c.Relaxing}[r]
}

// Rest returns the part of the elastic law that does not relax.
func (c Component) Rest() law.Law { return law.Rest(c.Elastic, c.Relaxing) }

// Laws returns the laws of a strain, with friction stresses multiplied by a factor.
func (c Component) Laws(friction float64) law.Set {
	return law.Set{law.Elasticity: c.Rest(), law.Yarns: law.Scaled(c.Friction, friction),
		law.Viscosity: law.Beside(c.Damping, c.Elastic), law.Relaxation: law.Beside(c.Relaxing, c.Elastic)}
}

// Spring returns the elastic law if it is law.Elastic, and zero otherwise.
func (c Component) Spring() law.Elastic { e, _ := c.Elastic.(law.Elastic); return e }

// Dahl returns the friction if it is law.Dahl, and zero otherwise.
func (c Component) Dahl() law.Dahl { d, _ := c.Friction.(law.Dahl); return d }

// Viscosity returns the damping stress over strain rate [N·s/m; bending: N·m·s] if it is law.Damping.
func (c Component) Viscosity() float64 {
	d, _ := law.Beside(c.Damping, c.Elastic).(law.Damping)
	return d.K
}

// join combines two components, role by role.
func join(a, b Component, how func(a, b law.Law) law.Law) Component {
	return Component{Elastic: how(a.Elastic, b.Elastic), Friction: how(a.Friction, b.Friction),
		Damping: how(a.Damping, b.Damping), Relaxing: how(a.Relaxing, b.Relaxing)}
}

// Mix interpolates all parameters linearly: (1−w)·c + w·d. Both must have the same laws.
func (c Component) Mix(d Component, w float64) Component {
	return join(c, d, func(a, b law.Law) law.Law { return law.Mix(a, b, w) })
}

// Fabric is a complete material. Membrane strains are the Green–Lagrange components
// E_uu (warp), E_vv (weft) and γ = 2E_uv (shear); the bending strain is 3(θ−θ̄)/h̄ [1/m],
// so that a sheet bent to curvature κ has ε = 3κ and a moment per width of 3κ·BendWarp.K1.
type Fabric struct {
	Name string

	Density       float64    `key:"density_kg_m2" unit:"kg/m²" check:"required min=1e-4 max=100" doc:"mass per area"`
	Thickness     float64    `key:"thickness_m" unit:"m" check:"required min=0 max=0.1" doc:"of the cloth"`
	Friction      float64    `key:"body_friction" default:"0.3" check:"min=0 max=10" doc:"Coulomb coefficient against a body"`
	ClothFriction float64    `key:"cloth_friction" default:"0.3" check:"min=0 max=10" doc:"against cloth of its kind; between two fabrics the geometric mean counts"`
	Drag          float64    `key:"drag" default:"1.28" check:"min=0 max=100" doc:"coefficient of the normal force of the air"`
	DragSkin      float64    `key:"drag_skin" default:"0" check:"min=0 max=100" doc:"coefficient of its tangential force"`
	Permeability  float64    `key:"air_permeability_m_s" unit:"m/s" check:"above=0 max=100" doc:"speed at which air passes through it at 200 Pa (ISO 9237), which counts where it encloses air; without it airtight"`
	Stretch       StretchLaw `key:"stretch" default:"membrane" doc:"what stretches: the strain of each triangle, or springs along threads and diagonals"`
	Coupling      float64    `key:"coupling" default:"0" check:"above=-1 below=1" doc:"c in C12 = c √(K of the warp · K of the weft), their least stiffness; 0: no lateral contraction"`
	Bending       BendingLaw `key:"bending" default:"curvature" doc:"what bends: the angle of each inner edge, or the curvature tensor of each triangle"`
	BendCoupling  float64    `key:"bend_coupling" default:"0" check:"above=-1 below=1" doc:"the same for curvatures"`

	RestWarp float64 `key:"rest_curvature_warp_1_m" unit:"1/m" default:"0" check:"min=-1000 max=1000" doc:"curvature along the warp at rest; above zero towards the right side"`
	RestWeft float64 `key:"rest_curvature_weft_1_m" unit:"1/m" default:"0" check:"min=-1000 max=1000" doc:"the same along the weft"`

	LimitStretch float64 `key:"limit_stretch" check:"above=1 max=10" doc:"largest stretch of a triangle in any direction, a hard limit; without it none"`
	LimitShear   float64 `key:"limit_shear_deg" unit:"deg" check:"min=0.1 max=89" doc:"largest shear, a hard limit: the angle by which threads that keep their length turn against each other until they jam; without it none"`
	LimitEnergy  float64 `key:"limit_energy_j_m2" unit:"J/m²" check:"min=1e-6 max=1e9" doc:"largest elastic energy of a triangle per area, a hard limit; without it none"`
	LimitFrom    float64 `key:"limit_from" check:"above=0 below=1" doc:"share of a limit below which it changes nothing: of the strain, of the sine of the shear, of the energy; without it 0.8"`

	Tear     float64 `key:"tear_n_m" unit:"N/m" check:"above=0 max=1e7" doc:"strength: pull across an edge, per length at rest, at which the cloth tears; without it never"`
	TearSeam float64 `key:"tear_seam_n_m" unit:"N/m" check:"above=0 max=1e7" doc:"the same at seams; without it that of the cloth"`

	Weave string `key:"weave" check:"one=none|plain|twill|jersey|satin|felt" doc:"how it looks in pictures; without it plain"` // see render.WeaveNamed

	Warp, Weft, Shear, BendWarp, BendWeft Component
	// BendDiagonal is the component of bending along both diagonals of the threads, for HingeBending (ε_{b,uv} in
	// Miguel 2014, §3.3); what it leaves out is as between warp and weft, and empty is none of its own.
	BendDiagonal Component
	// Second is the component of the springs between second neighbours along the threads, for SpringStretch, SecondWeft
	// that along the weft where it is another one, and SecondDiagonal that along the diagonals; empty: none.
	Second, SecondWeft, SecondDiagonal Component

	// Area is an elastic law of E_uu + E_vv, or nil. Energies of single strains add up: with λ here, 2μ along warp
	// and weft and μ of shear the sheet is isotropic, and the sum has a minimum if each energy has (Miguel 2014,
	// §4.2).
	Area law.Law
	// Diagonal is an elastic law of the strains along both diagonals, (E_uu + E_vv)/2 ± E_uv, or nil: of two
	// springs across each square of threads, such that with the law's stiffness k at rest C12, C33 and a part of
	// C11 are k (the Cauchy relation of springs).
	Diagonal law.Law
	// Principal is an elastic law of both principal strains, or nil: with 2μ here and λ of the area the sheet is
	// isotropic, and with a growing stiffness stretched cloth is also stiffer in shear.
	Principal law.Law
	// Radial are elastic laws of the distance from places in strain space, up to the first without a law.
	Radial [MostRadial]law.Around
}

// NamedComponent is a component of a fabric with its table in a fabric file, and the strain that its laws are of.
type NamedComponent struct {
	Key string
	On  law.StrainMask
	*Component
}

// Components returns all components, in the order of a fabric file.
func (f *Fabric) Components() []NamedComponent {
	return []NamedComponent{{"warp", law.Threads, &f.Warp}, {"weft", law.Threads, &f.Weft},
		{"shear", law.Shears, &f.Shear}, {"bend_warp", law.Bends, &f.BendWarp}, {"bend_weft", law.Bends, &f.BendWeft},
		{"bend_diagonal", law.Bends, &f.BendDiagonal}, {"second", law.Segments, &f.Second},
		{"second_weft", law.Segments, &f.SecondWeft}, {"second_diagonal", law.Segments, &f.SecondDiagonal}}
}

// Frictionless returns the fabric without internal friction.
func (f Fabric) Frictionless() Fabric {
	for _, c := range f.Components() {
		c.Friction = nil
	}
	return f
}

// MostRadial is the largest number of radial energies of a fabric.
const MostRadial = 6

// radials returns their number.
func (f *Fabric) radials() (n int) {
	for n < MostRadial && f.Radial[n].Law != nil {
		n++
	}
	return n
}

// hasCoupled reports whether there are energies of coupled strains.
func (f *Fabric) hasCoupled() bool { return f.Area != nil || f.Principal != nil || f.radials() > 0 }

// Closed reports whether all laws are law.Elastic, law.Dahl and law.Damping, for which closed-form solutions are known.
func (f *Fabric) Closed() bool {
	for _, c := range f.Components() {
		for r, l := range c.Laws(1) {
			if law.Role(r) == law.Relaxation && l != nil || l != nil && law.Of(l).Name != law.Names(law.Role(r))[0] {
				return false
			}
		}
	}
	return !f.hasCoupled() && f.Diagonal == nil && f.BendDiagonal == (Component{}) && f.Stretch == MembraneStretch &&
		!f.limited()
}

// BendingLaw selects the measure of bending for a fabric's bending components.
type BendingLaw int

const (
	// HingeBending: the angle of each inner edge, with stiffness mixed by its direction. Its effective stiffness
	// depends on the mesh.
	HingeBending BendingLaw = iota
	// CurvatureBending: the curvature tensor of each triangle, see Curve. It converges on any mesh.
	CurvatureBending
)

// bendingWords are the names in files.
var bendingWords = []string{HingeBending: "hinge", CurvatureBending: "curvature"}

var _ param.Valuer = (*BendingLaw)(nil)

// DecodeValue implements param.Valuer.
func (l *BendingLaw) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	word, _ := value.(string)
	if *l = BendingLaw(slices.Index(bendingWords, word)); *l < 0 {
		fail(path, "%#v: expected %s", value, l.Expected())
	}
}

// EncodeValue implements param.Valuer.
func (l *BendingLaw) EncodeValue() any {
	if *l < 0 || int(*l) >= len(bendingWords) {
		return int64(*l)
	}
	return bendingWords[*l]
}

// Expected implements param.Valuer.
func (*BendingLaw) Expected() string { return "one of " + param.QuoteList(bendingWords) }

// BendTwist returns the law of the third component of the curvature strain, 3·2κ_uv, for CurvatureBending. Fabrics are
// measured along warp and weft; the twist follows from the requirement that a fabric with equal warp and weft is
// isotropic (a saddle κ_uu = −κ_vv is a twist in axes rotated by 45°), with geometric means (Huber 1923 for orthotropic
// plates), so that the stiffness of cylinders bent at φ to the warp is (√B_u·cos²φ + √B_v·sin²φ)². The strain of the
// twist is twice that of the saddle, so its stiffness is half, and so on.
func (f *Fabric) BendTwist() Component {
	return join(f.BendWarp, f.BendWeft, func(a, b law.Law) law.Law { return law.Twist(a, b, f.BendCoupling) })
}

// D12 returns the constant coupling modulus between the two curvature strains [N·m].
func (f *Fabric) D12() float64 {
	return f.BendCoupling * math.Sqrt(law.Least(f.BendWarp.Rest())*law.Least(f.BendWeft.Rest()))
}

// Isotropic returns a fabric whose membrane is the isotropic StVK sheet of surface Lamé moduli λ and μ [N/m]: C_11 =
// λ+2μ, C_12 = λ, C_33 = μ (Miguel 2013 §2.1), with the isotropic bending stiffness k [N·m] (B = 3k).
func Isotropic(density, lambda, mu, k float64) Fabric {
	spring := func(k float64) Component { return Component{Elastic: law.Elastic{K1: k}} }
	stretch, bend := spring(lambda+2*mu), spring(k)
	return Fabric{
		Name: "isotropic", Density: density, Warp: stretch, Weft: stretch, Shear: spring(mu),
		Coupling: lambda / (lambda + 2*mu), BendWarp: bend, BendWeft: bend,
	}
}

// C12 returns the constant coupling modulus between the warp and the weft strain [N/m].
func (f *Fabric) C12() float64 {
	return f.Coupling * math.Sqrt(law.Least(f.Warp.Rest())*law.Least(f.Weft.Rest()))
}

// MixedError means that the two bending components have different laws.
type MixedError struct{ Fabric, Warp, Weft string }

// Bends describes the error without the fabric's name.
func (e *MixedError) Bends() string {
	return fmt.Sprintf("bend_warp is %q and bend_weft %q: expected the same law, as between them both are mixed", e.Warp,
		e.Weft)
}

func (e *MixedError) Error() string { return fmt.Sprintf("fabric %q: %s", e.Fabric, e.Bends()) }

// Check returns an error for the first unphysical value, with its key in a fabric file.
func (f *Fabric) Check() (mixed error) {
	if err := param.Check(f); err != nil {
		return fmt.Errorf("fabric %q: %w", f.Name, err)
	}
	for _, c := range f.Components() {
		for _, l := range []struct {
			key string
			law law.Law
		}{{c.Key + ".", c.Elastic}, {c.Key + ".friction.", c.Friction}, {c.Key + ".", c.Damping},
			{c.Key + ".relaxation.", c.Relaxing}} {
			if l.law == nil {
				continue
			}
			if key, err := law.Check(l.law); err != nil {
				return fmt.Errorf("fabric %q: %s%s = %w", f.Name, l.key, key, err)
			}
		}
	}
	if err := f.checkAdded(); err != nil {
		return fmt.Errorf("fabric %q: %w", f.Name, err)
	}
	if err := f.checkLimits(); err != nil {
		return fmt.Errorf("fabric %q: %w", f.Name, err)
	}
	if err := f.checkStretch(); err != nil {
		return fmt.Errorf("fabric %q: %w", f.Name, err)
	}
	if err := f.checkTear(); err != nil {
		return fmt.Errorf("fabric %q: %w", f.Name, err)
	}
	if err := f.checkBendDiagonal(); err != nil {
		return fmt.Errorf("fabric %q: %w", f.Name, err)
	}
	join(f.BendWarp, f.BendWeft, func(a, b law.Law) law.Law {
		if a != nil && b != nil && law.Of(a) != law.Of(b) {
			mixed = &MixedError{f.Name, law.Of(a).Name, law.Of(b).Name}
		}
		return nil
	})
	return mixed
}

// checkBendDiagonal returns an error if bending along the diagonals cannot be mixed with that along the threads.
func (f *Fabric) checkBendDiagonal() (bad error) {
	if f.BendDiagonal == (Component{}) {
		return nil
	}
	if f.Bending != HingeBending {
		return fmt.Errorf("bend_diagonal: expected bending = %q, or none: between warp and weft the curvature tensor "+
			"follows from both", bendingWords[HingeBending])
	}
	join(f.BendWarp, f.BendDiagonal, func(a, b law.Law) law.Law {
		if a != nil && b != nil && law.Of(a) != law.Of(b) && bad == nil {
			bad = fmt.Errorf("bend_warp is %q and bend_diagonal %q: expected the same law, as between them both are mixed",
				law.Of(a).Name, law.Of(b).Name)
		}
		return nil
	})
	return bad
}

// bends returns the component of a hinge that bends at φ to the warp, with weft = sin²φ and diagonal = sin²2φ: that of
// warp and weft mixed by the first, and that of the diagonals by the second.
func (f *Fabric) bends(weft, diagonal float64) Component {
	threads := f.BendWarp.Mix(f.BendWeft, weft)
	if f.BendDiagonal == (Component{}) {
		return threads
	}
	own := join(f.BendDiagonal, threads, func(a, b law.Law) law.Law {
		if a == nil {
			return b
		}
		return a
	})
	return threads.Mix(own, diagonal)
}
