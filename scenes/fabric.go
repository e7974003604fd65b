package scenes

import (
	"fmt"
	"path/filepath"
	"strings"

	"hysteron/cloth"
)

// fabricFile is a fabric as its file has it. Each table names the source of its numbers:
// measured where, or assumed why.
type fabricFile struct {
	Title         string        `key:"title" check:"required"`
	Source        string        `key:"source" check:"required"`
	Density       float64       `key:"density_kg_m2" check:"required above=0 max=100"`
	Thickness     float64       `key:"thickness_m" check:"required min=0 max=0.1"`
	Friction      float64       `key:"body_friction" check:"min=0 max=10"`
	ClothFriction float64       `key:"cloth_friction" check:"min=0 max=10"`
	Drag          float64       `key:"drag" check:"min=0 max=100"`
	DragSkin      float64       `key:"drag_skin" check:"min=0 max=100"`
	Coupling      float64       `key:"coupling" check:"min=-0.999 max=0.999"`
	Bending       string        `key:"bending" check:"one=hinge|curvature"`
	BendCoupling  float64       `key:"bend_coupling" check:"min=-0.999 max=0.999"`
	Warp          membraneTable `key:"warp" check:"required"`
	Weft          membraneTable `key:"weft" check:"required"`
	Shear         membraneTable `key:"shear" check:"required"`
	BendWarp      bendTable     `key:"bend_warp" check:"required"`
	BendWeft      bendTable     `key:"bend_weft" check:"required"`
}

func (f *fabricFile) defaults() {
	f.Friction, f.ClothFriction, f.Drag, f.Bending = 0.3, 0.3, 1.28, "curvature"
}

// membraneTable is [warp], [weft] or [shear].
type membraneTable struct {
	Source   string  `key:"source" check:"required"`
	K1       float64 `key:"k1_n_m" check:"required above=0 max=1e9"`
	K2       float64 `key:"k2_n_m" check:"min=0 max=1e9"`
	Damping  float64 `key:"damping_s" check:"min=0 max=10"`
	Friction *struct {
		A      *float64 `key:"a_n_m" check:"min=0 max=1e9"` // a and τ, or ε_per and ε_sat (see persistent)
		B      *float64 `key:"b_n_m" check:"min=0 max=1e9"`
		Tau    *float64 `key:"tau" check:"above=0 max=1e6"`
		EpsPer *float64 `key:"eps_per" check:"above=0 max=1e3"`
		EpsSat *float64 `key:"eps_sat" check:"above=0 max=1e3"`
	} `key:"friction"`
}

func (t *membraneTable) component() (c cloth.Component, key string, err error) {
	c = cloth.Component{K1: t.K1, K2: t.K2, Damping: t.Damping}
	if f := t.Friction; f != nil {
		table := dahlTable{f.A, f.B, f.Tau, f.EpsPer, f.EpsSat}
		c.Friction, key, err = table.friction(membraneKeys, t.K1, t.K2)
	}
	return c, key, err
}

// bendTable is [bend_warp] or [bend_weft]; the strain is three times the curvature.
type bendTable struct {
	Source   string  `key:"source" check:"required"`
	K1       float64 `key:"k1_nm" check:"required min=0 max=1e6"`
	K2       float64 `key:"k2_nm2" check:"min=0 max=1e6"`
	Damping  float64 `key:"damping_s" check:"min=0 max=10"`
	Friction *struct {
		A      *float64 `key:"a_n" check:"min=0 max=1e6"`
		B      *float64 `key:"b_nm" check:"min=0 max=1e6"`
		Tau    *float64 `key:"tau_1_m" check:"above=0 max=1e9"`
		EpsPer *float64 `key:"eps_per_1_m" check:"above=0 max=1e6"`
		EpsSat *float64 `key:"eps_sat_1_m" check:"above=0 max=1e6"`
	} `key:"friction"`
}

func (t *bendTable) component() (c cloth.Component, key string, err error) {
	c = cloth.Component{K1: t.K1, K2: t.K2, Damping: t.Damping}
	if f := t.Friction; f != nil {
		table := dahlTable{f.A, f.B, f.Tau, f.EpsPer, f.EpsSat}
		c.Friction, key, err = table.friction(bendKeys, t.K1, t.K2)
	}
	return c, key, err
}

// LoadFabric reads a fabric by built-in name or path. Errors are *InputError, several of
// them joined.
func LoadFabric(nameOrPath string) (cloth.Fabric, error) {
	if isName(nameOrPath) {
		data, err := shipped.ReadFile("fabrics/" + nameOrPath + ".toml")
		if err != nil {
			return cloth.Fabric{}, &InputError{Text: fmt.Sprintf("no built-in fabric %q: expected one of %s, or the path of a .toml file", nameOrPath, strings.Join(Fabrics(), ", "))}
		}
		return ParseFabric("built-in fabric "+nameOrPath, data)
	}
	data, err := readFile(nameOrPath)
	if err != nil {
		return cloth.Fabric{}, err
	}
	return ParseFabric(nameOrPath, data)
}

// ParseFabric reads a fabric from TOML text; file names it in errors.
func ParseFabric(file string, data []byte) (cloth.Fabric, error) {
	d, err := parseDocument(file, data)
	if err != nil {
		return cloth.Fabric{}, err
	}
	var t fabricFile
	if err := d.decode(&t); err != nil {
		return cloth.Fabric{}, err
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
			path = join(path, "friction")
			if key != "" {
				path = join(path, key)
			}
			errs = append(errs, d.errorAt(path, "%v", err))
		}
		return c
	}
	warp, weft, shear := component("warp", &t.Warp), component("weft", &t.Weft), component("shear", &t.Shear)
	bendWarp, bendWeft := component("bend_warp", &t.BendWarp), component("bend_weft", &t.BendWeft)
	if err := joinErrors(errs); err != nil {
		return cloth.Fabric{}, err
	}
	name := strings.TrimPrefix(file, "built-in fabric ")
	f := cloth.Fabric{
		Name:    strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)),
		Density: t.Density, Thickness: t.Thickness, Friction: t.Friction, ClothFriction: t.ClothFriction,
		Drag: t.Drag, DragSkin: t.DragSkin, Coupling: t.Coupling,
		Warp: warp, Weft: weft, Shear: shear, BendWarp: bendWarp, BendWeft: bendWeft,
	}
	if t.Bending == "curvature" {
		f.Bending, f.BendCoupling = cloth.CurvatureBending, t.BendCoupling
	} else if t.BendCoupling != 0 {
		return cloth.Fabric{}, d.errorAt("bend_coupling", "%g: expected 0, or bending = \"curvature\", whose directions can be coupled", t.BendCoupling)
	}
	if err := f.Check(); err != nil {
		return cloth.Fabric{}, &InputError{File: file, Text: err.Error(), Err: err}
	}
	return f, nil
}

// sourceWanted is the error about a source that is not sourced.
const sourceWanted = `%q: expected text that starts with "measured: " or "assumed: "`

func sourced(text string) bool {
	return strings.HasPrefix(text, "measured: ") || strings.HasPrefix(text, "assumed: ")
}

// scaleFriction multiplies all internal friction stresses of a fabric; 0 turns it off.
func scaleFriction(f *cloth.Fabric, factor float64) {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Friction.A *= factor
		c.Friction.B *= factor
	}
}
