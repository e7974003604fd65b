package fit

import (
	"fmt"
	"io"

	"hysteron/fit/findings"
)

// Clo is the physical properties of a fabric in CLO and Marvelous Designer: stretch and shear in g/s², bending in
// g·mm²/s²/rad. Their weft is across the grain line.
type Clo struct{ p *properties }

var cloUnits = map[string]known{
	"stretch": {[]string{"stretch stiffness"}, "-"}, "stretch-warp": {[]string{"stretch stiffness"}, "-"},
	"stretch-weft": {[]string{"stretch stiffness"}, "-"},
	"shear":        {[]string{"stretch stiffness"}, "-"}, "bending": {[]string{"hinge stiffness"}, "-"},
	"bending-warp": {[]string{"hinge stiffness"}, "-"}, "bending-weft": {[]string{"hinge stiffness"}, "-"},
	"density": {[]string{"areal density"}, "-"}, "thickness": {[]string{"length"}, "-"}, "friction": {[]string{"number"},
		"1"},
}

// ReadClo reads rows such as "Stretch-Warp [g/s2], 120000", with one row or one value per direction.
func ReadClo(file string, r io.Reader) (*Clo, error) {
	p, err := readProperties(file, r, cloUnits)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"stretch", "bending"} {
		if p.lines[name] > 0 && p.lines[name+"-warp"]+p.lines[name+"-weft"] > 0 {
			return nil, p.fail(name, "%s stands beside %s-warp or %s-weft: expected either", name, name, name)
		}
	}
	g := mean2(p.v["shear"])
	p.doubts.Add(stiff(p.lines["shear"], "shear", fmt.Sprintf("shear of %.4g N/m", g), g))
	for _, name := range []string{"bending", "bending-warp", "bending-weft"} {
		b := max(p.v[name][0], p.v[name][1])
		p.doubts.Add(stiff(p.lines[name], "bending", fmt.Sprintf("%s of %.4g N·m", name, b), b))
	}
	return &Clo{p}, nil
}

// Notes returns remarks about what is not used.
func (c *Clo) Notes() []string { return c.p.notes }

// Doubts returns warnings about the numbers.
func (c *Clo) Doubts() findings.List { return c.p.doubts }

// Convert returns the numbers of a fabric, without friction and hardening. Bending is the stiffness B per width, k₁ =
// B/3.
func (c *Clo) Convert() (list []Converted, err error) {
	p := c.p
	add := func(part, key, unit string, v float64, from string) {
		list = append(list, Converted{part, key, unit, v, from, 0})
	}
	for _, q := range [][3]string{{"density", "density_kg_m2", "kg/m²"}, {"thickness", "thickness_m", "m"},
		{"friction", "body_friction", ""}} {
		if p.lines[q[0]] > 0 {
			add("", q[1], q[2], p.v[q[0]][0], q[0])
		}
	}
	directed := func(name string, d int) (float64, string) {
		if p.lines[name] > 0 {
			return p.v[name][d], name
		}
		one := name + [2]string{"-warp", "-weft"}[d]
		return p.v[one][0], one
	}
	for d, part := range []string{"warp", "weft"} {
		if v, from := directed("stretch", d); v > 0 {
			add(part, StretchKeys[iK1], StretchUnits[iK1], v, from)
			add(part, StretchKeys[iK2], StretchUnits[iK2], 0, "assumed")
		}
	}
	if v := mean2(p.v["shear"]); v > 0 {
		add("shear", StretchKeys[iK1], StretchUnits[iK1], v, "shear")
		add("shear", StretchKeys[iK2], StretchUnits[iK2], 0, "assumed")
	}
	for d, part := range []string{"bend_warp", "bend_weft"} {
		if v, from := directed("bending", d); v > 0 {
			add(part, BendKeys[iK1], BendUnits[iK1], v/3, from)
			add(part, BendKeys[iK2], BendUnits[iK2], 0, "assumed")
		}
	}
	if len(list) == 0 {
		return nil, p.fail("", "nothing follows from the list: expected stretch, shear, bending, density or thickness")
	}
	return lined(list, p.lines), nil
}
