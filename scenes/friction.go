package scenes

import (
	"fmt"
	"path/filepath"
	"strings"

	"hysteron/cloth"
	"hysteron/param"
)

// frictionFile is a pair file: the measured friction of a fabric on another material, in the form of a friction tester
// (Chen et al. 2013, section 5.1), in which a sample of known area is loaded and dragged along the warp and along the
// weft.
type frictionFile struct {
	Title   string         `key:"title" check:"required" doc:"what was measured"`
	Source  string         `key:"source" check:"required" doc:"where the numbers are from"`
	Fabric  string         `key:"fabric" check:"required" doc:"what was dragged, or lay below; its warp and weft count"`
	Against string         `key:"against" check:"required" doc:"the other material"`
	Area    float64        `key:"area_m2" unit:"m²" check:"required above=0 max=10" doc:"on which the load lay"`
	Warp    frictionTable  `key:"warp" check:"required" doc:"dragged along the warp"`
	Weft    *frictionTable `key:"weft" doc:"dragged along the weft; without it as the warp"`
}

// frictionTable is [warp] or [weft].
type frictionTable struct {
	Source   string    `key:"source" check:"required" doc:"begins with measured: or assumed:"`
	Load     []float64 `key:"load_n" unit:"N" check:"required above=0 max=1e6" doc:"ascending"`
	Friction []float64 `key:"friction_n" unit:"N" check:"required min=0 max=1e6" doc:"force that drags, one for each load"`
}

func (t *frictionTable) curve(area float64) (c cloth.LoadCurve) {
	for i := range t.Load {
		c.Pressure = append(c.Pressure, t.Load[i]/area)
		c.Stress = append(c.Stress, t.Friction[i]/area)
	}
	return c
}

// LoadFriction reads a pair file by built-in name or path. Errors are *param.InputError; several are joined.
func LoadFriction(nameOrPath string) (*cloth.MeasuredFriction, error) {
	data, err := frictionKind.read(nameOrPath)
	if err != nil {
		return nil, err
	}
	return ParseFriction(frictionKind.label(nameOrPath), data)
}

// ParseFriction reads a pair file from TOML text; file names it in errors.
func ParseFriction(file string, data []byte) (*cloth.MeasuredFriction, error) {
	d, err := param.Parse(file, data)
	if err != nil {
		return nil, err
	}
	var t frictionFile
	if err := d.Decode(&t); err != nil {
		return nil, err
	}
	var errs []*param.InputError
	check := func(path string, t *frictionTable) {
		if !Sourced(t.Source) {
			errs = append(errs, d.ErrorAt(path+".source", SourceWanted, t.Source))
		}
		if len(t.Load) == 0 || len(t.Load) != len(t.Friction) {
			errs = append(errs, d.ErrorAt(path+".friction_n",
				"a list of %d: expected one for each of the %d loads, at least "+
					"one", len(t.Friction), len(t.Load)))
		}
		for i := 1; i < len(t.Load); i++ {
			if !(t.Load[i] > t.Load[i-1]) {
				errs = append(errs, d.ErrorAt(fmt.Sprintf("%s.load_n.%d", path, i),
					"%g after %g: expected loads that ascend",
					t.Load[i], t.Load[i-1]))
			}
		}
	}
	check("warp", &t.Warp)
	if t.Weft == nil {
		t.Weft = &t.Warp
	} else {
		check("weft", t.Weft)
	}
	if err := param.JoinErrors(errs); err != nil {
		return nil, err
	}
	name := strings.TrimPrefix(file, "built-in friction ")
	f := &cloth.MeasuredFriction{
		Name: strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)),
		Warp: t.Warp.curve(t.Area), Weft: t.Weft.curve(t.Area),
	}
	if err := f.Check(); err != nil {
		return nil, &param.InputError{File: file, Text: err.Error(), Err: err}
	}
	return f, nil
}

// FrictionPair is a [[friction_pair]]: measured friction of a fabric on a body or on cloth, which replaces the
// coefficients of fabrics and bodies.
type FrictionPair struct {
	Curves string `key:"curves" check:"required" doc:"built-in name, or pair file relative to the scene's"`
	Fabric string `key:"fabric" check:"required" doc:"as a garment, sheet, tube or mesh of the scene names it"`
	Body   string `key:"body" doc:"name of a body, or ground"`
	Cloth  string `key:"cloth" doc:"instead of a body, a fabric, named as above; may be the same"`
}

// oneOf returns the text of the expected names for a reference in the scene.
func oneOf(names []string) string {
	if len(names) == 0 {
		return "some in the scene"
	}
	return "one of " + param.QuoteList(names)
}

// groundName is the name of the ground in friction pairs.
const groundName = "ground"

// checkFriction finds pairs without a matching fabric or body in the scene.
func (s *Scene) checkFriction(fail func(path, format string, args ...any)) {
	fabrics := map[string]bool{}
	var names []string
	for _, f := range s.fabricNames() {
		if !fabrics[f] {
			fabrics[f] = true
			names = append(names, f)
		}
	}
	bodies := map[string]bool{}
	var bodyNames []string
	for i := range s.Bodies {
		bodies[s.Bodies[i].Name] = true
		bodyNames = append(bodyNames, s.Bodies[i].Name)
	}
	if s.Ground != nil {
		if bodies[groundName] {
			fail("ground", "a body is named %q, too: expected another name for it", groundName)
		}
		bodies[groundName] = true
		bodyNames = append(bodyNames, groundName)
	}
	seen := map[FrictionPair]string{}
	for i, p := range s.FrictionPairs {
		path := at("friction_pair", i)
		if (p.Body == "") == (p.Cloth == "") {
			fail(path, "expected either body or cloth")
		}
		if !fabrics[p.Fabric] {
			fail(path+".fabric", "%q is the fabric of nothing in the scene: expected %s", p.Fabric, oneOf(names))
		}
		if p.Body != "" && !bodies[p.Body] {
			fail(path+".body", "no body %q: expected %s", p.Body, oneOf(bodyNames))
		}
		if p.Cloth != "" && !fabrics[p.Cloth] {
			fail(path+".cloth", "%q is the fabric of nothing in the scene: expected %s", p.Cloth, oneOf(names))
		}
		key := p
		key.Curves = ""
		if other, ok := seen[key]; ok {
			fail(path, "is about the same two as %s: expected one of them", other)
		}
		seen[key] = path
	}
}

// fabricNames returns the fabric names of the parts in the order of Build, as written in the scene.
func (s *Scene) fabricNames() (names []string) {
	for i := range s.Garments {
		names = append(names, s.Garments[i].Fabric.Base)
	}
	for i := range s.Sheets {
		for range s.Sheets[i].stack() {
			names = append(names, s.Sheets[i].Fabric.Base)
		}
	}
	for i := range s.Tubes {
		names = append(names, s.Tubes[i].Fabric.Base)
	}
	for range len(s.Solids) - len(s.gluedSolids()) + len(s.Rigids) {
		names = append(names, "") // without fabric
	}
	for i := range s.Meshes {
		names = append(names, s.Meshes[i].Fabric.Base)
	}
	return names
}

// frictionPairs reads the measured friction and adds it to model and colliders.
func (b *builder) frictionPairs() error {
	bare := len(b.Ropes) + len(b.gluedSolids()) // without fabric
	fabrics := append(b.fabricNames(), make([]string, bare)...)
	m := b.setup.Model
	for i := range b.FrictionPairs {
		p, path := &b.FrictionPairs[i], at("friction_pair", i)
		law, err := b.measured(p.Curves)
		if err != nil {
			return b.withKey(path+".curves", err)
		}
		for a, f := range fabrics {
			if f != p.Fabric {
				continue
			}
			if p.Body != "" {
				c := &b.setup.Colliders[b.collider(p.Body)]
				if c.Measured == nil {
					c.Measured = make([]*cloth.MeasuredFriction, len(m.Parts))
				}
				c.Measured[a] = law
				continue
			}
			for o, g := range fabrics {
				if g == p.Cloth {
					m.Rubbings = append(m.Rubbings, cloth.Rubbing{A: int32(a), B: int32(o), Law: law})
				}
			}
		}
	}
	return nil
}

// measured reads a pair file.
func (b *builder) measured(name string) (*cloth.MeasuredFriction, error) {
	file, err := b.source(frictionKind, name)
	if err != nil {
		return nil, err
	}
	data, err := file.bytes()
	if err != nil {
		return nil, err
	}
	return ParseFriction(file.label, data)
}

// collider returns the index of the collider of that name.
func (b *builder) collider(name string) int {
	for i := range b.Bodies {
		if b.Bodies[i].Name == name {
			return i
		}
	}
	return len(b.Bodies) // the ground
}
