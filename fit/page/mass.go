package page

import (
	"math"
	"slices"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/law"
	"hysteron/scenes"
)

// Limits of stiffness relative to the mass per area. The softest published cloth is spandex jersey (Miguel et al. 2013,
// §4.2), which is shipped: no cloth lengthens by a tenth under less than half of its force relative to the weight. No
// cloth is stiffer for its weight than its fibres: polyester and flax have 10 to 18 MN·m/kg (10 to 18 N/tex; Morton and
// Hearle, Physical Properties of Textile Fibres, ch. 13), half of them along each direction. Bending lengths
// (B/ρg)^(1/3) (Peirce 1930) are 8 mm for sheer silk and spandex, 58 mm for printing paper (Miguel et al. 2013, §4.3),
// 90 mm for buckram.
const (
	longer            = 0.1
	softer            = 0.5
	fibres            = 5e6 // [N·m/kg]
	shortest, longest = 4e-3, 0.15
)

// thread is the warp or the weft of a fabric.
type thread struct {
	part string
	of   cloth.Component
}

// threads returns warp and weft if they are among parts.
func threads(f cloth.Fabric, parts []string) []thread {
	return slices.DeleteFunc([]thread{{"warp", f.Warp}, {"weft", f.Weft}}, func(t thread) bool {
		return !slices.Contains(parts, t.part)
	})
}

// ForMass returns findings about parts of a fabric relative to its mass.
func ForMass(f cloth.Fabric, parts ...string) (list findings.List) {
	spandex, err := scenes.LoadFabric("spandex")
	if err != nil || !(f.Density > 0) {
		return nil
	}
	least := softer * forceAt(spandex.Warp) / spandex.Density
	for _, p := range threads(f, parts) {
		if force := forceAt(p.of); force < least*f.Density {
			list.Add(findings.NewWarning(0, findings.SoftForMass, p.part, force, weight(0.1*force), f.Density,
				least*f.Density))
		}
		if k := law.Stiffness(p.of.Elastic); k > fibres*f.Density {
			list.Add(findings.NewWarning(0, findings.StiffForMass, p.part, k, f.Density, fibres*f.Density))
		}
	}
	for _, p := range []struct {
		part string
		of   cloth.Component
	}{{"bend_warp", f.BendWarp}, {"bend_weft", f.BendWeft}} {
		if l := math.Cbrt(3 * law.Least(p.of.Elastic) / (f.Density * gravity)); slices.Contains(parts, p.part) &&
			l > 0 &&
			(l < shortest || l > longest) {
			list.Add(findings.NewWarning(0, findings.BendingLength, p.part, 1e3*l, 1e3*shortest, 1e3*longest))
		}
	}
	return list
}

// forceAt returns the force that lengthens cloth by a tenth with friction [N/m], at most that of Kawabata's tester.
func forceAt(c cloth.Component) (force float64) {
	d := fit.DrawLaws(&fit.Modes[0], c.Elastic, c.Friction, 0)
	for i, x := range d.ModelX {
		if force = d.ModelY[i] * 0.980665; x >= 100*longer || i > 0 && x < d.ModelX[i-1] {
			break
		}
	}
	return force
}
