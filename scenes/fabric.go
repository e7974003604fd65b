package scenes

import (
	"strings"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
)

// fabricFile is a fabric as its file has it. Each table names the source of its numbers:
// measured where, or assumed why.
type fabricFile struct {
	Title         string        `key:"title" check:"required" doc:"what it is"`
	Source        string        `key:"source" check:"required" doc:"where the numbers of this table are from"`
	Density       float64       `key:"density_kg_m2" unit:"kg/m²" check:"required above=0 max=100" doc:"mass per area"`
	Thickness     float64       `key:"thickness_m" unit:"m" check:"required min=0 max=0.1" doc:"of the cloth"`
	Friction      float64       `key:"body_friction" default:"0.3" check:"min=0 max=10" doc:"Coulomb coefficient against a body"`
	ClothFriction float64       `key:"cloth_friction" default:"0.3" check:"min=0 max=10" doc:"against cloth of its kind; between two fabrics the geometric mean counts"`
	Drag          float64       `key:"drag" default:"1.28" check:"min=0 max=100" doc:"coefficient of the normal force of the air"`
	DragSkin      float64       `key:"drag_skin" default:"0" check:"min=0 max=100" doc:"coefficient of its tangential force"`
	Coupling      float64       `key:"coupling" default:"0" check:"min=-0.999 max=0.999" doc:"c in C12 = c √(k1 of the warp · k1 of the weft); 0: no lateral contraction"`
	Bending       string        `key:"bending" default:"curvature" check:"one=hinge|curvature" doc:"what bends: the angle of each inner edge, or the curvature tensor of each triangle"`
	BendCoupling  float64       `key:"bend_coupling" default:"0" check:"min=-0.999 max=0.999" doc:"the same for curvatures"`
	Weave         string        `key:"weave" default:"plain" check:"one=none|plain|twill|jersey|satin|felt" doc:"how it looks in pictures"`
	Warp          membraneTable `key:"warp" check:"required" doc:"strain along the warp"`
	Weft          membraneTable `key:"weft" check:"required" doc:"strain along the weft"`
	Shear         membraneTable `key:"shear" check:"required" doc:"shear, twice the tensor's"`
	BendWarp      bendTable     `key:"bend_warp" check:"required" doc:"bending along the warp; its strain is three times the curvature"`
	BendWeft      bendTable     `key:"bend_weft" check:"required" doc:"bending along the weft"`
}

// membraneTable is [warp], [weft] or [shear].
type membraneTable struct {
	Source   string            `key:"source" check:"required" doc:"begins with measured: or assumed:"`
	K1       float64           `key:"k1_n_m" unit:"N/m" check:"required above=0 max=1e9" doc:"stiffness at zero strain"`
	K2       float64           `key:"k2_n_m" unit:"N/m" default:"0" check:"min=0 max=1e9" doc:"growth of the stiffness with the strain's size"`
	Damping  float64           `key:"damping_s" unit:"s" default:"0" check:"min=0 max=10" doc:"ratio of viscous to elastic stiffness"`
	Friction *membraneFriction `key:"friction" doc:"internal friction (Dahl): a and tau, or eps_per and eps_sat; without it none"`
}

type membraneFriction struct {
	A      *float64 `key:"a_n_m" unit:"N/m" check:"min=0 max=1e9" doc:"maximum stress at zero strain"`
	B      *float64 `key:"b_n_m" unit:"N/m" check:"min=0 max=1e9" doc:"its growth with the strain's size; without it 0"`
	Tau    *float64 `key:"tau" check:"above=0 max=1e6" doc:"strain over which friction saturates"`
	EpsPer *float64 `key:"eps_per" check:"above=0 max=1e3" doc:"strain that persists after a large one, at most"`
	EpsSat *float64 `key:"eps_sat" check:"above=0 max=1e3" doc:"strain from which on it does"`
}

func (t *membraneTable) component() (c cloth.Component, key string, err error) {
	c = cloth.Component{Elastic: law.Elastic{K1: t.K1, K2: t.K2}, Damping: law.Damping{Ratio: t.Damping}}
	if f := t.Friction; f != nil {
		table := dahlTable{f.A, f.B, f.Tau, f.EpsPer, f.EpsSat}
		c.Friction, key, err = table.friction(membraneKeys, t.K1, t.K2)
	}
	return c, key, err
}

// bendTable is [bend_warp] or [bend_weft]; the strain is three times the curvature.
type bendTable struct {
	Source   string        `key:"source" check:"required" doc:"begins with measured: or assumed:"`
	K1       float64       `key:"k1_nm" unit:"N·m" check:"required min=0 max=1e6" doc:"stiffness at zero strain"`
	K2       float64       `key:"k2_nm2" unit:"N·m²" default:"0" check:"min=0 max=1e6" doc:"growth of the stiffness with the strain's size"`
	Damping  float64       `key:"damping_s" unit:"s" default:"0" check:"min=0 max=10" doc:"ratio of viscous to elastic stiffness"`
	Friction *bendFriction `key:"friction" doc:"internal friction (Dahl): a and tau, or eps_per and eps_sat; without it none"`
}

type bendFriction struct {
	A      *float64 `key:"a_n" unit:"N" check:"min=0 max=1e6" doc:"maximum stress at zero strain"`
	B      *float64 `key:"b_nm" unit:"N·m" check:"min=0 max=1e6" doc:"its growth with the strain's size; without it 0"`
	Tau    *float64 `key:"tau_1_m" unit:"1/m" check:"above=0 max=1e9" doc:"strain over which friction saturates"`
	EpsPer *float64 `key:"eps_per_1_m" unit:"1/m" check:"above=0 max=1e6" doc:"strain that persists after a large one, at most"`
	EpsSat *float64 `key:"eps_sat_1_m" unit:"1/m" check:"above=0 max=1e6" doc:"strain from which on it does"`
}

func (t *bendTable) component() (c cloth.Component, key string, err error) {
	c = cloth.Component{Elastic: law.Elastic{K1: t.K1, K2: t.K2}, Damping: law.Damping{Ratio: t.Damping}}
	if f := t.Friction; f != nil {
		table := dahlTable{f.A, f.B, f.Tau, f.EpsPer, f.EpsSat}
		c.Friction, key, err = table.friction(bendKeys, t.K1, t.K2)
	}
	return c, key, err
}

// LoadFabric reads a fabric by built-in name or path. Errors are *InputError, several of
// them joined.
func LoadFabric(nameOrPath string) (cloth.Fabric, error) {
	data, err := fabricKind.read(nameOrPath)
	if err != nil {
		return cloth.Fabric{}, err
	}
	return ParseFabric(fabricKind.label(nameOrPath), data)
}

// ParseFabric reads a fabric from TOML text; file names it in errors.
func ParseFabric(file string, data []byte) (cloth.Fabric, error) {
	d, err := parseDocument(file, data)
	if err != nil {
		return cloth.Fabric{}, err
	}
	f, _, err := d.fabric()
	return f, err
}

// fabric reads a fabric file, and gives the values of all its keys.
func (d *document) fabric() (cloth.Fabric, map[string]any, error) {
	var t fabricFile
	if err := d.decode(&t); err != nil {
		return cloth.Fabric{}, nil, err
	}
	var errs []*InputError
	for _, s := range []struct{ path, text string }{
		{"warp", t.Warp.Source}, {"weft", t.Weft.Source}, {"shear", t.Shear.Source},
		{"bend_warp", t.BendWarp.Source}, {"bend_weft", t.BendWeft.Source},
	} {
		if !sourced(s.text) {
			errs = append(errs, d.errorAt(s.path+".source", sourceWanted, s.text))
		}
	}
	component := func(path string, part interface {
		component() (cloth.Component, string, error)
	}) cloth.Component {
		c, key, err := part.component()
		if err != nil {
			path = param.Join(path, "friction")
			if key != "" {
				path = param.Join(path, key)
			}
			errs = append(errs, d.errorAt(path, "%v", err))
		}
		return c
	}
	warp, weft, shear := component("warp", &t.Warp), component("weft", &t.Weft), component("shear", &t.Shear)
	bendWarp, bendWeft := component("bend_warp", &t.BendWarp), component("bend_weft", &t.BendWeft)
	if err := joinErrors(errs); err != nil {
		return cloth.Fabric{}, nil, err
	}
	f := cloth.Fabric{
		Name:    fabricName(d.file),
		Density: t.Density, Thickness: t.Thickness, Friction: t.Friction, ClothFriction: t.ClothFriction,
		Drag: t.Drag, DragSkin: t.DragSkin, Weave: t.Weave, Coupling: t.Coupling,
		Warp: warp, Weft: weft, Shear: shear, BendWarp: bendWarp, BendWeft: bendWeft,
	}
	if t.Bending == "curvature" {
		f.Bending, f.BendCoupling = cloth.CurvatureBending, t.BendCoupling
	} else if t.BendCoupling != 0 {
		return cloth.Fabric{}, nil, d.errorAt("bend_coupling", "%g: expected 0, or bending = \"curvature\", whose directions can be coupled", t.BendCoupling)
	}
	if err := f.Check(); err != nil {
		return cloth.Fabric{}, nil, d.wrapAt("", err)
	}
	return f, param.Encode(&t), nil
}

// sourceWanted is the error about a source that is not sourced.
const sourceWanted = `%q: expected text that starts with "measured: " or "assumed: "`

func sourced(text string) bool {
	return strings.HasPrefix(text, "measured: ") || strings.HasPrefix(text, "assumed: ")
}

// scaleFriction multiplies all internal friction stresses of a fabric; 0 turns it off.
func scaleFriction(f *cloth.Fabric, factor float64) {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Friction = law.Scaled(c.Friction, factor)
	}
}
